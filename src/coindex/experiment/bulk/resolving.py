"""Resolves one item of a job in any process; errors are part of the result and never raised."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.core.errors import CoindexError, MissingExtra
from coindex.core.messages import Message
from coindex.experiment.bulk.items import Item, ItemResult, Unreadable
from coindex.experiment.bulk.parquet import documents_written
from coindex.formats.jsonl import SCHEMA
from coindex.formats.jsonl.rows import document_of
from coindex.formats.jsonl.writer import line_of
from coindex.language.discourse.prose import prose_of
from coindex.pipeline.pipeline import Pipeline, check_gold_mentions, resolved_item
from coindex.pipeline.result import Result

STYLES = {"jsonl": ".jsonl", "json": ".jsonl", "parquet": ".parquet"}
"""The styles of results, with the suffix of their files."""


@dataclass(frozen=True, slots=True)
class BulkResolving:
    """Can be sent to another process, where components, and the
    models behind them, are loaded once.

    `prose` leaves out what is not prose: tables, code, contents and references.
    """

    pipeline: Pipeline
    style: str = "jsonl"
    why: bool = False
    lenient: bool = False
    prose: bool = False

    def prepare(self) -> None:
        """Load components and models, which takes time."""
        document = Document("ready", "Ann is ready. She can begin.")
        with suppress(MissingExtra):  # the first document raises it again, where it is reported
            self(Item(0, "ready", 1, Annotated(document, Annotation(document.id))))

    def __call__(self, item: Item) -> ItemResult:
        result = self._result(item)
        line = item.given if isinstance(item.given, str) else ""
        return result._replace(size=len(line.encode("utf-8", "replace")) + 1) if line else result

    def _result(self, item: Item) -> ItemResult:
        place = item[:3]
        id = f"{item.source}:{item.number}"
        if isinstance(item.given, Unreadable):
            return ItemResult(place, id, reason=item.given.reason)
        try:
            given = (
                document_of(item.given, item.source, item.number, lenient=self.lenient)
                if isinstance(item.given, str)
                else item.given
            )
            id = given.document.id
            output, words = self.product(prose_of(given) if self.prose else given)
        except MissingExtra:  # the cause is not this document: the job ends, and can be resumed
            raise
        except ImportError as error:
            raise CoindexError(
                Message(
                    "a library is missing or damaged: {error}; install it and resume the job",
                    error=error,
                )
            ) from error
        except CoindexError as error:
            return ItemResult(place, _clean(id), reason=_clean(str(error)))
        except (
            Exception
        ) as error:  # a component may raise anything; the other documents are still resolved
            return ItemResult(place, _clean(id), reason=_clean(f"{type(error).__name__}: {error}"))
        return ItemResult(place, id, output, words=words)

    def product(self, given: Annotated) -> tuple[Any, int]:
        """The result for a document, in the style of the job, and its number of words."""
        result = resolved(self.pipeline, given)
        return self._output(result), len(result.document.tokens)

    @property
    def settings(self) -> dict[str, Any]:
        """Further settings that determine the output; a job is resumed only with the same."""
        return {"work": "resolve"}

    def packed(self, outcomes: Sequence[ItemResult]) -> bytes:
        """The content of a file of the job's style."""
        if self.style == "parquet":
            return documents_written(outcomes)
        return "".join(one.output for one in outcomes).encode()

    def lost(self, item: Item, reason: str) -> ItemResult:
        """The result of an item whose worker ends at every attempt."""
        given = item.given
        id = given.document.id if isinstance(given, Annotated) else f"{item.source}:{item.number}"
        if isinstance(given, str):
            with suppress(CoindexError):
                id = document_of(given, item.source, item.number, lenient=True).document.id
        return ItemResult(item[:3], _clean(id), reason=reason)

    def _output(self, result: Result) -> Any:
        if self.style == "json":
            return checked(result.to_json(why=self.why) + "\n")
        line = document_line(result)
        if self.style == "jsonl":
            return line
        return {"entities": result.to_dict()["entities"], "document": line.rstrip("\n")}


def resolved(pipeline: Pipeline, given: Annotated) -> Result:
    """The result of a pipeline whose components are built once in a process, with everything they
    load.
    """
    pipeline = cached_pipeline(pipeline)
    check_gold_mentions(pipeline, given)
    return resolved_item(pipeline, next(pipeline.parsed([given.document])), given)


def document_line(result: Result) -> str:
    return checked("".join(line_of(Annotated(result.document, result.annotation), SCHEMA)))


@lru_cache(maxsize=16)
def cached_pipeline(pipeline: Pipeline) -> Pipeline:
    """The equal pipeline of this process that already has its components, if they have
    been needed.
    """
    return replace(pipeline)


def checked(line: str) -> str:
    """Check that a result can be encoded at this point, where an error concerns only
    this document.
    """
    if not line.isascii():
        try:
            line.encode()
        except UnicodeEncodeError as error:
            raise CoindexError(
                Message("a lone surrogate at {start:,}: not Unicode", start=error.start)
            ) from error
    return line


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
