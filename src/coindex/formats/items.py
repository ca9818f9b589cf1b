"""What can be written: documents with their annotation, however they are handed over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol, runtime_checkable

from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.core.errors import WrongType
from coindex.core.messages import Message


@runtime_checkable
class Resolved(Protocol):
    """A document and its annotation in one object, as a `Result` is."""

    @property
    def document(self) -> Document: ...

    @property
    def annotation(self) -> Annotation: ...


Writable = Annotated | Resolved


def annotated_items(given: Iterable[Writable] | Writable) -> Iterator[Annotated]:
    """The documents with their annotation; a single one may stand alone."""
    alone = _annotated(given)
    if alone is not None:
        return iter((alone,))
    if not isinstance(given, Iterable) or isinstance(given, str | bytes):
        raise _wrong(given)
    return map(_checked, given)


def _checked(value: object) -> Annotated:
    item = _annotated(value)
    if item is None:
        raise _wrong(value)
    return item


def _annotated(value: object) -> Annotated | None:
    if isinstance(value, Annotated):
        return value
    match (value.document, value.annotation) if isinstance(value, Resolved) else value:
        case (Document() as document, Annotation() as annotation):
            return Annotated(document, annotation)
    return None


def _wrong(value: object) -> WrongType:
    return WrongType(
        Message("expected documents with their annotation, not {name}", name=type(value).__name__),
        remedy="take Annotated(document, annotation), or what coindex.resolve gives",
    )
