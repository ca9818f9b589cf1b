"""Revisions: nothing is overwritten, nothing is lost, whoever saves when."""

from __future__ import annotations

import gzip
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, text, update
from sqlalchemy.exc import DBAPIError

from coindex.workbench.store.documents import New
from coindex.workbench.store.errors import Conflict, Damaged, NotStored, Taken
from coindex.workbench.store.payloads import Payload, gzipped, packed
from coindex.workbench.store.revisions import Draft, RevisionCounts
from coindex.workbench.store.store import Store
from coindex.workbench.store.tables import documents, revisions


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "store.db")
    yield made
    made.close()


@pytest.fixture
def document(store: Store) -> int:
    project = store.projects.add("Novels")
    return store.documents.add(project.id, New("chapter one", {"text": "Ann left."}, 3)).id


def draft(number: int, base: int | None = None, **rest: Any) -> Draft:
    return Draft({"number": number}, RevisionCounts(number), base)._replace(**rest)


def test_a_database_has_an_id_of_its_own_for_good(store: Store, tmp_path: Path) -> None:
    again, other = Store(tmp_path / "store.db"), Store(tmp_path / "other.db")
    assert store.database.id == again.database.id != other.database.id
    again.close()
    other.close()


def test_a_chain_of_revisions(store: Store, document: int) -> None:
    source = store.revisions.source(1, "ann", "annotator")
    first = store.revisions.save(document, source, draft(1))
    second = store.revisions.save(
        document, source, draft(2, first.id, kind="undo", comment="better", finished=True)
    )
    assert store.revisions.head(document, source) == second
    assert [one.number for one in store.revisions.history(document, source)] == [2, 1]
    assert (second.parent, second.kind, second.comment, second.finished) == (
        first.id,
        "undo",
        "better",
        True,
    )
    assert store.revisions.value(first.id) == {"number": 1}
    assert second.counts == RevisionCounts(2)


class State(dict[str, int]):
    """One that can be watched."""


@pytest.mark.parametrize(("decisions", "kept"), [(None, True), ([], False)])
def test_only_states_that_are_edited_are_kept_in_memory(
    store: Store, document: int, decisions: list[int] | None, kept: bool
) -> None:
    state = State(number=1)
    watched = weakref.ref(state)
    source = store.revisions.source(1, "sieve", "resolver")
    saved = store.revisions.save(
        document, source, Draft(state, RevisionCounts(1), decisions=decisions)
    )
    del state
    assert (watched() is not None) == kept
    assert store.revisions.value(saved.id) == {"number": 1}


def test_a_stale_save_is_refused_and_changes_nothing(store: Store, document: int) -> None:
    source = store.revisions.source(1, "ann", "annotator")
    first = store.revisions.save(document, source, draft(1))
    second = store.revisions.save(document, source, draft(2, first.id))
    with pytest.raises(Conflict) as refused:
        store.revisions.save(document, source, draft(3, first.id))
    assert (refused.value.head, refused.value.base) == (second.id, first.id)
    with pytest.raises(Conflict):
        store.revisions.save(document, source, draft(3))
    assert store.revisions.head(document, source) == second


def test_the_same_save_sent_twice_is_stored_once(store: Store, document: int) -> None:
    """As when the answer to the first was lost."""
    source = store.revisions.source(1, "ann", "annotator")
    first = store.revisions.save(document, source, draft(1))
    assert store.revisions.save(document, source, draft(1)) == first
    second = store.revisions.save(document, source, draft(2, first.id))
    assert store.revisions.save(document, source, draft(2, first.id)) == second
    finished = store.revisions.save(document, source, draft(2, second.id, finished=True))
    assert finished.number == 3, "the same state, but it says more"


def test_sources_do_not_disturb_each_other(store: Store, document: int) -> None:
    ann, bob = (store.revisions.source(1, name, "annotator") for name in ("ann", "bob"))
    store.revisions.save(document, ann, draft(1))
    store.revisions.save(document, bob, draft(2))
    assert {(head.source, head.number) for head in store.revisions.heads([document])} == {
        ("ann", 1),
        ("bob", 1),
    }


def test_of_many_at_once_one_wins_and_all_others_hear_of_it(store: Store, document: int) -> None:
    source = store.revisions.source(1, "ann", "annotator")
    base = store.revisions.save(document, source, draft(0)).id

    def save(number: int) -> int | None:
        try:
            return store.revisions.save(document, source, draft(number, base)).id
        except Conflict:
            return None

    with ThreadPoolExecutor(16) as pool:
        saved = [id for id in pool.map(save, range(1, 33)) if id is not None]
    assert len(saved) == 1
    assert [one.id for one in store.revisions.history(document, source)] == [*saved, base]


def test_many_at_once_on_sources_of_their_own_all_succeed(store: Store, document: int) -> None:
    def annotate(name: str) -> list[int]:
        source, base, made = store.revisions.source(1, name, "annotator"), None, []
        for number in range(5):
            base = store.revisions.save(document, source, draft(number, base)).id
            made.append(base)
        return made

    names = [f"annotator {number}" for number in range(12)]
    with ThreadPoolExecutor(12) as pool:
        made = list(pool.map(annotate, names))
    for name, ids in zip(names, made, strict=True):
        source = store.revisions.source(1, name)
        assert [one.id for one in store.revisions.history(document, source)][::-1] == ids


@pytest.mark.parametrize(
    "statement", [update(revisions).values(comment="x"), update(documents).values(name="x")]
)
def test_the_database_itself_refuses_to_change_what_is_stored(
    store: Store, document: int, statement: object
) -> None:
    store.revisions.save(document, store.revisions.source(1, "ann", "annotator"), draft(1))
    with pytest.raises(DBAPIError, match="never changed"), store.database.writing() as connection:
        connection.execute(statement)  # type: ignore[call-overload]


def test_a_commit_is_synchronised_with_the_disk(store: Store) -> None:
    with store.database.reading() as connection:
        assert connection.scalar(text("PRAGMA synchronous")) == 2, "FULL"
        assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
        assert connection.scalar(text("PRAGMA foreign_keys")) == 1


def test_damage_is_noticed() -> None:
    whole = packed({"mentions": []})
    assert whole.value() == {"mentions": []}
    for broken in (
        Payload(whole.content[:-2], whole.checksum),
        packed({})._replace(checksum=whole.checksum),
    ):
        with pytest.raises(Damaged):
            broken.value()
    assert gzip.decompress(gzipped(whole.content)) == b'{"mentions":[]}'
    with pytest.raises(Damaged):
        gzipped(whole.content[:-2])


def test_names_of_documents_are_taken_once(store: Store, document: int) -> None:
    with pytest.raises(Taken, match="chapter one"):
        store.documents.add(1, New("chapter one", {}, 0))
    store.documents.archive(document)
    assert store.documents.all(1) == []
    with pytest.raises(Taken, match="among the archived documents"):
        store.documents.add(1, New("chapter one", {}, 0))
    store.documents.bring_back(document)
    assert [one.name for one in store.documents.all(1)] == ["chapter one"]


def test_documents_come_with_their_annotations_or_not_at_all(store: Store, document: int) -> None:
    source = store.revisions.source(1, "gold", "import")
    with pytest.raises(Taken):
        store.add_annotated(
            1, [New("two", {}, 1), New("chapter one", {}, 1)], source, [draft(1), draft(2)]
        )
    assert [one.name for one in store.documents.all(1)] == ["chapter one"]
    made = store.add_annotated(
        1, [New("two", {}, 1), New("three", {}, 1)], source, [draft(1), None]
    )
    assert [head.document for head in store.revisions.heads(one.id for one in made)] == [made[0].id]


def test_a_project_is_deleted_with_everything_in_it(
    store: Store, document: int, tmp_path: Path
) -> None:
    other = store.projects.add("Letters")
    kept = store.documents.add(other.id, New("letter", {}, 1))
    secret = "unforgettable" * 3
    source = store.revisions.source(1, "ann", "annotator")
    store.revisions.save(document, source, draft(1, comment=secret))
    store.projects.delete(1)
    with pytest.raises(NotStored):
        store.projects.find(1)
    with pytest.raises(NotStored):
        store.documents.content(document)
    assert store.documents.all(other.id) == [kept]
    assert not any(secret.encode() in path.read_bytes() for path in tmp_path.iterdir()), (
        "not even in free pages"
    )


def test_numbers_are_not_used_again(store: Store, document: int) -> None:
    with store.database.writing() as connection:
        connection.execute(delete(documents))
    assert store.documents.add(1, New("new", {}, 1)).id > document
