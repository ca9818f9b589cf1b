"""The MATE and GNOME scheme in a reduced profile: discourse entities and links,
stand-off or in line (Poesio 2000).

Stand-off, the words are in one file and the coreference in another that points to them. The
profile's own additions, all optional for the reader: attributes of words (`lemma`, `upos` ...) and
of `de` (`name`, `entity`, `head`, `min`, `kind`, `reference`, `subtype`), elements `entity`, links
with `implied="yes"` that only repeat what entities say, `anchors="all"` for split antecedents.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import ClassVar
from urllib.parse import unquote

from coindex.core.annotation import Annotated
from coindex.core.layers import EVERYTHING, Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.markup import file_stems, one_file_each, own_files
from coindex.formats.mate.reader import Base, MateReading
from coindex.formats.mate.writer import coreference, inline_document, words
from coindex.io.files import File, Files

_COREFERENCE = re.compile(r"<coref:(de|link|ue|universe|coreference|document|anchor)\b")
_WORDS = re.compile(r"<(w|word|tok|token)\s[^<>]*\bid\s*=")
_POINTED_TO = re.compile(r"""\b(?:href|words)\s*=\s*["']([^"'#<>]+)""")


@dataclass(frozen=True)
class Mate:
    """Links of other types than `ident` become bridging links."""

    links: str = "ident"
    """Types of link to read, separated by spaces, or `all`."""
    inline: bool = False
    """Whether one file per document is written, with the elements around the text."""

    suffixes: ClassVar[tuple[str, ...]] = (".coref.xml", ".words.xml", ".mate.xml")
    carries: ClassVar[frozenset[Layer]] = EVERYTHING - {
        Layer.EXTRA,
        Layer.ARCS,
        Layer.FRAGMENTS,
        Layer.COMMENTS,
        Layer.BRIDGING,
        Layer.BLOCKS,
        Layer.SOURCE,
    }

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if _COREFERENCE.search(sample):
            return 0.9
        named = file.name.lower().endswith(self.suffixes)
        return 0.6 if named and _WORDS.search(sample) else 0.15 if named else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        used: set[str] = set()
        rest = []
        for file in own_files(self, files, "MATE"):
            if _COREFERENCE.search(file.sample()) or len(files) == 1:
                reading = MateReading(self.links, files, file, problems)
                yield reading.result()
                used.update(reading.used)
            else:
                rest.append(file)
        for file in rest:
            if file.name not in used:
                yield Base(file, problems).unannotated()

    def parts(self, files: Files) -> Iterator[File]:
        """The files that it recognises, and the files of words that they point to."""
        for file in files:
            if self.recognise(file):
                yield file
                folder = PurePosixPath(file.name).parent
                for name in set(_POINTED_TO.findall(file.sample())):
                    if words := files.named((folder / unquote(name)).as_posix()):
                        yield words

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        if self.inline:
            yield from one_file_each(items, inline_document, ".mate.xml")
            return
        stems = file_stems()
        for item in items:
            stem = stems(item.document.id)
            yield Chunk("".join(words(item.document)), f"{stem}.words.xml")
            yield Chunk("".join(coreference(item, f"{stem}.words.xml")), f"{stem}.coref.xml")
