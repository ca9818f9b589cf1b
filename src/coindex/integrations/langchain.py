"""A text splitter for LangChain: passages that stand on their own, with entities as metadata."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Unpack

from coindex.core.errors import MissingExtra
from coindex.texts.rewriting.choices import ChoiceOptions
from coindex.texts.rewriting.passages import WORDS, Passage
from coindex.texts.rewriting.rewriter import chunks

try:
    from langchain_core.documents import Document
    from langchain_text_splitters import TextSplitter
except ModuleNotFoundError as error:
    raise MissingExtra("langchain-text-splitters") from error

if TYPE_CHECKING:
    Splitter = object
else:
    Splitter = TextSplitter


class CoindexSplitter(Splitter):
    """Cuts texts as `coindex.chunks` does; `by`, `size`, `overlap`, `tokenizer` and the choices are
    its. With `header`, a passage begins with the headings above it and the names it lacks.

    The metadata of a passage are those of its text, with `start`, `end` and `entities` (names of
    each entity, the first one the most informative) in addition.
    """

    def __init__(
        self,
        *,
        by: str = "words",
        size: int = WORDS,
        overlap: int = 0,
        tokenizer: str = "",
        header: bool = True,
        resolver: str = "auto",
        **choices: Unpack[ChoiceOptions],
    ) -> None:
        super().__init__()
        self._cutting = {"by": by, "size": size, "overlap": overlap, "resolver": resolver}
        self._cutting |= {"tokenizer": tokenizer}
        self._header = header
        self._choices = choices

    def split_text(self, text: str) -> list[str]:
        """The passages of a text."""
        return [self._content(one) for one in self._passages(text)]

    def create_documents(
        self, texts: Iterable[str], metadatas: Sequence[dict[str, Any]] | None = None
    ) -> list[Any]:
        """A document of LangChain for each passage of each text."""
        listed = list(texts)
        given = metadatas or [{} for _ in listed]
        return [
            Document(page_content=self._content(one), metadata={**metadata, **described(one)})
            for text, metadata in zip(listed, given, strict=True)
            for one in self._passages(text)
        ]

    def _content(self, passage: Passage) -> str:
        return passage.headed if self._header else passage.text

    def _passages(self, text: str) -> list[Passage]:
        cutting: dict[str, Any] = self._cutting
        return chunks(text, **cutting, **self._choices)


def described(passage: Passage) -> dict[str, Any]:
    """Where a passage stands in its text, and what it is about."""
    entities = [[one.name, *one.aliases] for one in passage.entities]
    return {"start": passage.start, "end": passage.end, "entities": entities}
