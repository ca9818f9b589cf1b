"""A node parser for LlamaIndex: passages that stand on their own, with entities as metadata."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from coindex.core.errors import MissingExtra
from coindex.texts.rewriting.passages import WORDS
from coindex.texts.rewriting.rewriter import chunks

try:
    from llama_index.core.node_parser import NodeParser
    from llama_index.core.node_parser.node_utils import build_nodes_from_splits
except ModuleNotFoundError as error:
    raise MissingExtra("llama-index-core") from error

if TYPE_CHECKING:
    Parser = object
else:
    Parser = NodeParser


class CoindexNodeParser(Parser):
    """Cuts nodes as `coindex.chunks` does; `by`, `size`, `overlap` and `tokenizer` are its. With
    `header`, a passage begins with the headings above it and the names it lacks.

    `choices` are those of `Result.rewritten`. Each new node has the metadata of its source, with
    `entities` (names of each entity, the first one the most informative) in addition.
    """

    by: str = "words"
    size: int = WORDS
    overlap: int = 0
    tokenizer: str = ""
    header: bool = True
    resolver: str = "auto"
    choices: dict[str, Any] = {}  # noqa: RUF012 (pydantic copies defaults)

    def _parse_nodes(
        self, nodes: Sequence[Any], show_progress: bool = False, **_: Any
    ) -> list[Any]:
        parsed = []
        for node in nodes:
            passages = chunks(
                node.get_content(),
                by=self.by,
                size=self.size,
                overlap=self.overlap,
                tokenizer=self.tokenizer,
                resolver=self.resolver,
                **self.choices,
            )
            parts = build_nodes_from_splits(
                [one.headed if self.header else one.text for one in passages], node
            )
            for part, one in zip(parts, passages, strict=True):
                part.metadata["entities"] = [[known.name, *known.aliases] for known in one.entities]
            parsed += parts
        return parsed
