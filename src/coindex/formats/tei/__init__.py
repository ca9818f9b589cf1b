"""TEI P5: referring strings in the text and stand-off, as Coref Annotator and
editions of the field exchange them.

Read: any element of the text with `@ref`, the naming elements (`rs`, `name`, `persName` ...) and
`seg` with a pointer, as mentions; mentions that point to the same thing, or to each other (`@ref`,
`@corresp`, `@sameAs`, `@copyOf`, `@key`), as one entity; fragments (`@next`, `@prev`); `span`
elements over words (`@from` and `@to`, or `@target`); chains as `join` elements (TEI-URS);
`relation` elements as links; words (`w`, `pc`) with `@lemma`, `@pos`, `@msd`, and `linkGrp` with
dependencies, as ParlaMint has them.

Written, one profile: `s` with `w` inside `p`, white space kept; a mention is `<rs xml:id ref>`
where it nests in its sentence, else a `span` in `standOff`, which also holds feature structures for
what `rs` cannot say, and `listRelation`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError
from coindex.core.layers import EVERYTHING, Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.markup import local, one_file_each, own_files, xml
from coindex.formats.tei.reader import TeiReading
from coindex.formats.tei.writer import written
from coindex.io.files import File, Files

_ROOT = re.compile(r"<(?:\w+:)?(TEI|TEI\.2|teiCorpus)[\s>]")
_TEXT = re.compile(r"<(text|body|div|p)[\s>]")
_TEXTS = ("text", "body", "div", "p")


@dataclass(frozen=True)
class Tei:
    """Elements that point to the same thing are mentions of one entity."""

    names: bool = True
    """Whether naming elements that point to nothing are read, as mentions in no entity."""

    suffixes: ClassVar[tuple[str, ...]] = (".tei", ".tei.xml")
    carries: ClassVar[frozenset[Layer]] = EVERYTHING - {
        Layer.EXTRA,
        Layer.ENHANCED,
        Layer.ARCS,
        Layer.FRAGMENTS,
        Layer.MISC,
        Layer.COMMENTS,
        Layer.BLOCKS,
        Layer.SOURCE,
        Layer.MARKS,
    }

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if "http://www.tei-c.org/ns/1.0" in sample or _ROOT.search(sample):
            return 0.9
        if _TEXT.search(sample) and re.search(r"<rs\s", sample):
            return 0.7
        return 0.15 if file.name.lower().endswith(self.suffixes) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own_files(self, files, "TEI"):
            source = xml(file, problems)
            texts = [e for e in source.root.iter() if local(e) in ("TEI", "TEI.2")]
            if not texts and local(source.root) in _TEXTS:
                texts = [source.root]
            if not texts:
                raise FormatError(
                    "no TEI document",
                    path=file.label,
                    line=1,
                    column=1,
                    remedy="name another format",
                )
            stem = file.id.removesuffix(".tei")
            for number, element in enumerate(texts, 1):
                yield TeiReading(source, element, names=self.names).result(
                    stem if number == 1 else f"{stem}-{number}"
                )

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        yield from one_file_each(items, written, ".tei.xml")
