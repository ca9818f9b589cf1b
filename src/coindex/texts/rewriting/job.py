"""Jobs that rewrite documents or cut them into passages, instead of writing their chains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from coindex.core.annotation import Annotated
from coindex.experiment.bulk.items import ItemResult
from coindex.experiment.bulk.parquet import lines_written, passage_schema, rewriting_schema
from coindex.experiment.bulk.resolving import BulkResolving, cached_pipeline, checked
from coindex.texts.rewriting.choices import Choices
from coindex.texts.rewriting.passages import Cutting
from coindex.texts.rewriting.rewriter import Cutter, Rewriter

STYLES = ("jsonl", "parquet")


@dataclass(frozen=True, slots=True)
class Rewritings(BulkResolving):
    """One line of JSON, or one row, for each document: the new text and its changes."""

    choices: Choices = field(default_factory=Choices)

    def product(self, given: Annotated) -> tuple[Any, int]:
        one = Rewriter(cached_pipeline(self.pipeline), self.choices)(given)
        return checked(one.to_json() + "\n"), len(one.document.tokens)

    @property
    def settings(self) -> dict[str, Any]:
        return {"work": "rewrite", "choices": _plain(asdict(self.choices))}

    def packed(self, outcomes: Sequence[ItemResult]) -> bytes:
        if self.style == "parquet":
            return lines_written(outcomes, rewriting_schema)
        return "".join(one.output for one in outcomes).encode()


@dataclass(frozen=True, slots=True)
class Passages(Rewritings):
    """One line of JSON, or one row, for each passage."""

    cutting: Cutting = field(default_factory=Cutting)

    def product(self, given: Annotated) -> tuple[Any, int]:
        cutter = Cutter(Rewriter(cached_pipeline(self.pipeline), self.choices), self.cutting)
        extra = dict(given.document.extra)
        lines = [f"{one.to_json(extra)}\n" for one in cutter(given)]
        return checked("".join(lines)), sum(1 for _ in given.document.text.split())

    @property
    def settings(self) -> dict[str, Any]:
        return {
            "work": "chunks",
            "choices": _plain(asdict(self.choices)),
            "cutting": asdict(self.cutting),
        }

    def packed(self, outcomes: Sequence[ItemResult]) -> bytes:
        if self.style == "parquet":
            return lines_written(outcomes, passage_schema)
        return "".join(one.output for one in outcomes).encode()


def _plain(value: dict[str, Any]) -> dict[str, Any]:
    """The value as JSON reads it back: lists instead of tuples."""
    return {name: list(one) if isinstance(one, tuple) else one for name, one in value.items()}
