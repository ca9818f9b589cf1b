"""CoNLL-U, with CorefUD's `Entity=`, `SplitAnte=` and `Bridge=` in all header
variants, rewritten byte for byte.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated
from coindex.core.layers import EVERYTHING, Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.conllu.fields import HEADER
from coindex.formats.conllu.reader import documents, header_of
from coindex.formats.conllu.writer import header_in, lines_of
from coindex.io.files import File, Files

_TOKEN_LINE = re.compile(r"^\d+(?:[-.]\d+)?\t(?:[^\t\n]*\t){8}[^\t\n]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class ConllU:
    """Universal Dependencies' ten columns; coreference as CorefUD 1.x and GUM
    write it (Nedoluzhko et al. 2022).

    A file without `# newdoc` is one document, called after the file. Texts are the forms, spaced as
    `SpaceAfter=No` says; a blank line separates paragraphs.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".conllu",)
    carries: ClassVar[frozenset[Layer]] = EVERYTHING - {
        Layer.EXTRA,
        Layer.TEXT,
        Layer.BLOCKS,
        Layer.ARCS,
        Layer.FRAGMENTS,
        Layer.MENTION_NAMES,
        Layer.ENTITY_ATTRIBUTES,
        Layer.LINK_ATTRIBUTES,
        Layer.SOURCE,
    }
    language: str = ""
    """Code of the language of documents that do not state it."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if _TOKEN_LINE.search(sample) and "global.columns" not in sample:
            others = "coref_chains=" in sample  # Stanza's chains have a reader of their own
            return 1.0 if file.suffix == ".conllu" and not others else 0.95
        return 0.2 if file.suffix == ".conllu" else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files if len(files) == 1 else files.with_suffix(*self.suffixes):
            yield from documents(file, problems, language=self.language)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        declared: tuple[str, ...] = ()
        for number, item in enumerate(items):
            yield Chunk(lines_of(item, first=number == 0, declared=declared))
            if item.annotation.mentions or header_of(item.document.sentences):
                declared = header_in(item) or HEADER
