"""The work of a worker process of the service: it answers one document at a
time, as a whole or in pieces.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import islice
from queue import SimpleQueue
from typing import Any, Literal, NamedTuple

from coindex.core.annotation import Annotated, Source
from coindex.core.chains import resolved as chained
from coindex.core.document import Document
from coindex.core.errors import CoindexError, ComponentError, FormatError
from coindex.core.messages import Message
from coindex.core.remedies import Words
from coindex.experiment.bulk.resolving import cached_pipeline, checked, document_line, resolved
from coindex.formats import decisions
from coindex.formats.jsonl.rows import document_of
from coindex.pipeline.offsets import decision_at, entity_at
from coindex.pipeline.pipeline import Pipeline
from coindex.pipeline.result import Result
from coindex.texts.rewriting.choices import Choices
from coindex.texts.rewriting.passages import EXPLICIT, Cutting
from coindex.texts.rewriting.rewriter import Cutter, Rewriter
from coindex.workbench.wording import REQUESTS, explain

Style = Literal["document", "chains"]
A_PIECE = 100
"""Decisions or chains that a worker hands over at once, so that an answer begins early."""


class Wanted(NamedTuple):
    """How to resolve a document, and the form of the answer."""

    pipeline: Pipeline
    style: Style = "document"
    decisions: bool = False
    pieces: bool = False
    rewriting: Choices | None = None
    """How to rewrite the document, if it is to be rewritten instead."""
    cutting: Cutting | None = None
    """How to cut the document into passages, if that is to be done instead."""


class Asked(NamedTuple):
    """A document as a line of JSON; `number` distinguishes it from others of the same request."""

    line: str
    wanted: Wanted
    number: int = 1


class Answer(NamedTuple):
    """A line of JSON, or the reason why there is none; `mistaken`: the input is wrong."""

    id: str
    line: str = ""
    reason: str = ""
    mistaken: bool = False
    words: int = 0


@dataclass(frozen=True, slots=True)
class Answering:
    """Answers documents of at most `longest` characters."""

    pipelines: tuple[Pipeline, ...]
    longest: int

    def prepare(self) -> None:
        """Load the models before the first document."""
        for pipeline in self.pipelines:
            self(Asked(json.dumps({"text": "Ann is ready. She can begin."}), Wanted(pipeline)))

    def __call__(self, asked: Asked) -> Answer | Iterator[str | Answer]:
        id = f"document:{asked.number}"
        try:
            given = self._given(asked)
            id = given.document.id
            if asked.wanted.pieces:
                return _in_pieces(cached_pipeline(asked.wanted.pipeline), given)
            if asked.wanted.cutting is not None:
                return _cut(asked.wanted, asked.wanted.cutting, given)
            if asked.wanted.rewriting is not None:
                return _rewritten(asked.wanted.pipeline, asked.wanted.rewriting, given)
            result = resolved(asked.wanted.pipeline, given)
            line = _line(result, asked.wanted, remarks(asked.wanted.pipeline, given.document))
            return Answer(id, line, words=len(result.document.tokens))
        except CoindexError as error:
            mistaken = not isinstance(error, ComponentError)
            return Answer(_clean(id), reason=_clean(explain(error, REQUESTS)), mistaken=mistaken)
        except (
            Exception
        ) as error:  # an error of a component on one document must not stop the others
            return Answer(_clean(id), reason=_clean(f"{type(error).__name__}: {error}"))

    def _given(self, asked: Asked) -> Annotated:
        given = document_of(asked.line, "document", asked.number, strict=True)
        if len(given.document.text) > self.longest:
            raise FormatError(
                Message("the text has more than {longest:,} characters", longest=self.longest),
                remedy="send it in parts",
            )
        return given


def _rewritten(pipeline: Pipeline, choices: Choices, given: Annotated) -> Answer:
    one = Rewriter(cached_pipeline(pipeline), choices)(given)
    answer = {**one.to_dict(), **remarks(pipeline, given.document)}
    return Answer(one.document.id, checked(_dumped(answer)), words=len(one.document.tokens))


def remarks(pipeline: Pipeline, given: Document, words: Words = REQUESTS) -> dict[str, Any]:
    """What is to be said about an answer: that the language of the text is in doubt."""
    doubt = pipeline.language_doubt(given)
    return {"remarks": [str(doubt.worded(words))]} if doubt else {}


def _cut(wanted: Wanted, cutting: Cutting, given: Annotated) -> Answer:
    rewriter = Rewriter(cached_pipeline(wanted.pipeline), wanted.rewriting or EXPLICIT)
    found = Cutter(rewriter, cutting)(given)
    answer: dict[str, Any] = {"document": given.document.id}
    answer["chunks"] = [one.to_dict() for one in found]
    answer |= remarks(wanted.pipeline, given.document)
    words = sum(one.words for one in found)
    return Answer(given.document.id, checked(_dumped(answer)), words=words)


def _line(result: Result, wanted: Wanted, said: dict[str, Any]) -> str:
    if wanted.style == "chains":
        return checked(_dumped({**result.to_dict(why=wanted.decisions), **said}))
    line = document_line(result)
    if said:
        line = _with(line, _dumped(said).strip()[1:-1])
    if not wanted.decisions:
        return line
    about = {"document": result.document.id, "system": result.annotation.source.name}
    reasons = decisions.lines(result.decisions, result.annotation.mentions, **about)
    return _with(line, f'"decisions":[{",".join(one.strip() for one in reasons)}]')


def _with(line: str, fields: str) -> str:
    """A line of JSON with further fields."""
    return f"{line.rstrip()[:-1]},{fields}}}\n"


def _in_pieces(pipeline: Pipeline, given: Annotated) -> Iterator[str | Answer]:
    """Lines with an `event` each: progress of the parser, decisions, entities, and the end."""
    try:
        document = yield from _parsing(pipeline, given.document)
        whole = pipeline.fragmented(document)
        mentions = pipeline.mentions(whole)
        taken = []
        decisions_to_come = iter(pipeline.component("resolvers").resolve(whole, mentions))
        while some := list(islice(decisions_to_come, A_PIECE)):
            taken += some
            yield "".join(_event("decision", decision_at(document, decision)) for decision in some)
        annotation = chained(whole, mentions, taken, source=Source(pipeline.resolver, "system"))
        entities = enumerate(Result(document, annotation).entities, 1)
        while chain := list(islice(entities, A_PIECE)):
            yield "".join(
                _event("entity", entity_at(document, entity, number)) for number, entity in chain
            )
        words = len(document.tokens)
        ending: dict[str, Any] = {"document": document.id, "words": words}
        ending |= remarks(pipeline, given.document)
        if document.extra:
            ending["extra"] = dict(document.extra)
        yield Answer(document.id, _event("end", ending), words=words)
    except Exception as error:  # the answer has started, so that an error becomes part of it
        yield Answer(_clean(given.document.id), reason=_clean(f"{type(error).__name__}: {error}"))


def _parsing(pipeline: Pipeline, document: Document) -> Generator[str, None, Document]:
    """Turn the parser's progress callbacks into lines; return the parse."""
    advances: SimpleQueue[int | None] = SimpleQueue()
    outcome: list[Document | BaseException] = []

    def parse() -> None:
        try:
            outcome.append(next(pipeline.parsed([document], advances.put)))
        except BaseException as error:  # raised again below
            outcome.append(error)
        finally:
            advances.put(None)

    threading.Thread(target=parse, daemon=True).start()
    done = 0
    while (characters := advances.get()) is not None:
        done += characters
        yield _event("parsed", {"characters": done, "of": len(document.text)})
    parse_or_error = outcome[0]
    if isinstance(parse_or_error, BaseException):
        raise parse_or_error
    if done < len(document.text):  # not every parser reports progress
        yield _event("parsed", {"characters": len(document.text), "of": len(document.text)})
    return parse_or_error


def _event(kind: str, values: dict[str, Any]) -> str:
    return checked(_dumped({"event": kind, **values}))


def _dumped(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def _clean(text: str) -> str:
    return text.encode("utf-8", "replace").decode()
