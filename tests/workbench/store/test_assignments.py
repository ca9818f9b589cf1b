"""Who annotates what, locks, comments, and how long people worked."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from coindex.core.errors import CoindexError
from coindex.workbench.store.assignments import Assignment, distributed, worked
from coindex.workbench.store.comments import NewComment
from coindex.workbench.store.documents import New
from coindex.workbench.store.errors import NotStored, Taken
from coindex.workbench.store.revisions import Draft, RevisionCounts
from coindex.workbench.store.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A project with three documents, numbered from 1, and two members."""
    store = Store(tmp_path / "store.db")
    project = store.projects.add("project")
    for name in ("Ada", "Bert", "Cleo"):
        store.members.add(name, "hash", "annotator")
    store.projects.admit(project.id, ["Ada", "Bert"])
    for name in "abc":
        store.documents.add(project.id, New(name, {}, 3))
    yield store
    store.close()


def test_documents_are_distributed_in_turn() -> None:
    assert distributed([1, 2, 3, 4], ["a", "b", "c"], 1, {}) == {
        1: ["a"],
        2: ["b"],
        3: ["c"],
        4: ["a"],
    }
    twice = distributed([1, 2, 3], ["a", "b", "c"], 2, {})
    assert twice == {1: ["a", "b"], 2: ["c", "a"], 3: ["b", "c"]}


def test_who_has_documents_already_gets_fewer() -> None:
    present = {1: ["a"], 2: ["a"], 3: ["x"]}
    assert distributed([1, 2, 3, 4], ["a", "b"], 1, present) == {1: [], 2: [], 3: [], 4: ["b"]}
    assert distributed([1], ["a", "b"], 2, present) == {1: ["b"]}
    with pytest.raises(CoindexError, match="3 annotators for each document cannot be chosen"):
        distributed([1], ["a", "b"], 3, {})


def test_assignments(store: Store) -> None:
    store.assignments.assign(1, {1: ["Bert", "Ada"], 2: ["Ada"]})
    store.assignments.assign(1, {1: ["Ada"]})
    assert store.assignments.all(1) == [
        Assignment(1, "Ada"),
        Assignment(1, "Bert"),
        Assignment(2, "Ada"),
    ]
    with pytest.raises(NotStored, match="'Cleo' is not a member"):
        store.assignments.assign(1, {3: ["Ada", "Cleo"]})
    assert len(store.assignments.all(1)) == 3, "all or none"
    store.assignments.withdraw(1, "Bert")
    with pytest.raises(NotStored):
        store.assignments.withdraw(1, "Bert")
    store.projects.delete(1)
    assert store.assignments.all(1) == []


def test_locks(store: Store) -> None:
    store.assignments.lock(2)
    store.assignments.lock(2)
    assert store.assignments.locked(1) == {2}
    assert store.assignments.is_locked(2)
    store.assignments.unlock(2)
    assert not store.assignments.is_locked(2)


def test_pauses_do_not_count() -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    times = [start + timedelta(minutes=minute) for minute in (0, 2, 5, 60, 61)]
    assert worked(times) == 6 * 60
    assert worked(times[:1]) == worked([]) == 0


def test_time_is_that_of_the_annotator(store: Store) -> None:
    ada, bert = store.members.find("Ada"), store.members.find("Bert")
    source = store.revisions.source(1, "Ada", "annotator", member=ada.id)
    first = store.revisions.save(1, source, Draft({}, RevisionCounts()), author=ada.id)
    draft = Draft({"mentions": []}, RevisionCounts(1), first.id)
    store.revisions.save(1, source, draft, author=bert.id)
    assert store.assignments.seconds(1) == {(1, "Ada"): 0}, "one save of hers, one correction"


def test_threads(store: Store) -> None:
    ada = store.members.find("Ada")
    source = store.revisions.source(1, "Ada", "annotator", member=ada.id)
    new = NewComment("0-1", "she", "who?", flagged=True)
    first = store.comments.add(1, source.id, new, author=ada.id)
    assert (first.author, first.source, first.closed) == ("Ada", "Ada", "")
    answer = store.comments.add(1, source.id, NewComment("9-9", "x", "Ann", thread=first.id))
    assert (answer.place, answer.words, answer.flagged, answer.author) == ("0-1", "she", False, "")
    store.comments.add(1, source.id, NewComment("2-3", "it", "a remark"))
    assert [one.id for one in store.comments.of_document(1)] == [1, 2, 3]
    assert store.comments.flags(1) == [first]
    store.comments.close(first.id, closed=True)
    assert store.comments.flags(1) == []
    for thread in (first.id, answer.id):
        with pytest.raises(Taken, match="closed"):
            store.comments.add(1, source.id, NewComment("0-1", "", "more", thread=thread))
    store.comments.close(first.id, closed=False)
    assert len(store.comments.flags(1)) == 1
    with pytest.raises(NotStored):
        store.comments.find(2, first.id)
