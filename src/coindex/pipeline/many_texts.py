"""`coindex.resolve_all`: many texts, one after the other or on several cores."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from dataclasses import dataclass

from coindex.core import registry
from coindex.core.document import Document
from coindex.core.errors import CoindexError, MissingExtra, WrongType
from coindex.core.messages import Message
from coindex.core.protocols import Engine
from coindex.pipeline.pipeline import AUTO, PARSER, RESOLVER, SERIAL, Pipeline, as_document
from coindex.pipeline.result import Result


def resolve_all(
    texts: Iterable[str | Document],
    *,
    resolver: str = RESOLVER,
    parser: str = PARSER,
    detector: str = AUTO,
    engine: str = SERIAL,
    progress: bool = False,
    errors: dict[str, CoindexError] | None = None,
) -> Iterator[Result]:
    """Resolve many texts, and yield their results in the same order, each as soon as it is done.

    `engine` says where: `processes(4)` takes four cores, and a script that uses it needs
    `if __name__ == "__main__":`. `progress` shows a bar on standard error. A text without an id
    is called after its number.

    The first text that cannot be resolved ends the work. With a dictionary as `errors`, it is set
    aside there, under its id, and the others are resolved:

        errors = {}
        for result in coindex.resolve_all(texts, errors=errors):
            print(result.document.id, len(result.entities))
        print(errors)
    """
    if isinstance(texts, str | Document) or not isinstance(texts, Iterable):
        raise WrongType(
            Message(
                "expected several texts, not {name}: take a list, or coindex.resolve for one text",
                name=type(texts).__name__,
            )
        )
    pipeline = Pipeline(parser, detector=detector, resolver=resolver)
    built: Engine = registry.build("engines", engine)
    work = _Resolving(pipeline, errors is not None)
    outcomes = built.map(work, work.documents(texts), lost=None if errors is None else work.lost)
    if progress:
        from rich.console import Console
        from rich.progress import track

        total = len(texts) if isinstance(texts, Sized) else None
        outcomes = iter(track(outcomes, "", total, console=Console(stderr=True)))
    return _results(outcomes, errors)


@dataclass(frozen=True, slots=True)
class _Refused:
    """A text that cannot be resolved."""

    id: str
    error: CoindexError


@dataclass(frozen=True, slots=True)
class _Resolving:
    """The work of `resolve_all`, for processes to receive."""

    pipeline: Pipeline
    sets_aside: bool

    def documents(self, texts: Iterable[str | Document]) -> Iterator[Document | _Refused]:
        for number, text in enumerate(texts, 1):
            given = Document(str(number), text) if isinstance(text, str) else text
            try:
                yield as_document(given, self.pipeline)
            except CoindexError as error:
                yield _Refused(given.id if isinstance(given, Document) else str(number), error)

    def __call__(self, document: Document | _Refused) -> Result | _Refused:
        if isinstance(document, _Refused):
            return document
        try:
            return self.pipeline.resolved(next(self.pipeline.parsed([document])))
        except MissingExtra:  # the cause is not this text
            raise
        except CoindexError as error:
            if not self.sets_aside:
                raise
            return _Refused(document.id, error)
        except Exception as error:  # a component may raise anything
            if not self.sets_aside:
                raise
            return self.lost(document, f"{type(error).__name__}: {error}")

    def lost(self, document: Document | _Refused, reason: str) -> _Refused:
        if isinstance(document, _Refused):
            return document
        said = Message("{document}: {reason}", document=document.id, reason=reason)
        return _Refused(document.id, CoindexError(said))


def _results(
    outcomes: Iterator[Result | _Refused], errors: dict[str, CoindexError] | None
) -> Iterator[Result]:
    for outcome in outcomes:
        if isinstance(outcome, Result):
            yield outcome
        elif errors is None:
            raise outcome.error
        else:
            errors[outcome.id] = outcome.error
