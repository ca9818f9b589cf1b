"""CoNLL-2012: words in columns, coreference as brackets in the last; also the reduced columns that
scorers need.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated
from coindex.core.fast import pause_gc
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.conll.reader import MARK, ConllLines, documents
from coindex.formats.conll.writer import text_of
from coindex.io.files import File, Files

"""The layers that only the full columns can hold."""


@dataclass(frozen=True)
class Conll:
    """CoNLL-2012 (Pradhan et al. 2012), with one or several documents in a file.

    A part other than 0 is written behind the document's id: `bn/cnn_0001#002`.
    """

    word: int = 0
    """Number of the column with the words, from 1; 0 derives it from the number of columns: the 4th
    of five or more, the 3rd of four, the 2nd of three, the 1st of two.
    """
    minimal: bool = False
    """Whether only what scorers read is written: document, part, number, word, coreference."""

    suffixes: ClassVar[tuple[str, ...]] = (".conll", "_conll", ".key", ".response")
    carries: ClassVar[frozenset[Layer]] = frozenset(
        {
            Layer.TOKENS,
            Layer.MENTIONS,
            Layer.ENTITIES,
            Layer.ENTITY_NAMES,
            Layer.SENTENCES,
            Layer.SPEAKERS,
            Layer.LEMMAS,
            Layer.XPOS,
            Layer.MISC,
            Layer.SINGLETONS,
        }
    )

    def recognise(self, file: File) -> float:
        match = MARK.search(sample := file.sample())
        if match is None:
            return 0.1 if file.suffix == ".conll" and "\t" in sample else 0.0
        return 0.9 if match[2].startswith("(") or not match[2].strip() else 0.3

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files:
            if len(files) == 1 or self.recognise(file):
                for name, first, lines in documents(file, problems):
                    with pause_gc():
                        item = ConllLines(file.label, problems, name, first, lines).read(self.word)
                    yield item

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        return (Chunk(text_of(item, minimal=self.minimal)) for item in items)
