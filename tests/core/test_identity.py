"""Results are remembered for the same object, not for an equal one."""

from __future__ import annotations

import weakref

from coindex.core.identity import by_identity, forget


def test_the_same_object_is_asked_once() -> None:
    asked: list[list[int]] = []

    @by_identity(2)
    def total(numbers: list[int], *, start: int = 0) -> int:
        asked.append(numbers)
        return sum(numbers, start)

    one, equal = [1, 2], [1, 2]
    assert [total(one), total(one), total(equal), total(one, start=1)] == [3, 3, 3, 4]
    assert len(asked) == 3
    assert asked[0] is one
    assert asked[1] is equal


class Document:
    """Something that can be watched."""


def test_what_is_forgotten_is_free() -> None:
    @by_identity(2)
    def same(document: Document) -> list[Document]:
        return [document]

    document = Document()
    watched = weakref.ref(document)
    assert same(document) == [document]
    del document
    assert watched() is not None, "it is remembered"
    forget()
    assert watched() is None
