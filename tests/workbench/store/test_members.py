"""Accounts: names, sessions, and that somebody is always left to look after things."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from coindex.workbench.store.documents import New
from coindex.workbench.store.errors import NotStored, Taken
from coindex.workbench.store.revisions import Draft, RevisionCounts
from coindex.workbench.store.store import Store
from coindex.workbench.store.times import now

SOON = timedelta(days=1)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    made = Store(tmp_path / "store.db")
    made.members.add("root", "hash", "admin")
    made.members.add("ann", "hash", "annotator")
    yield made
    made.close()


def test_names_are_unique(store: Store) -> None:
    with pytest.raises(Taken):
        store.members.add("ann", "other", "admin")
    assert [member.name for member in store.members.all()] == ["ann", "root"]


def test_sessions_end(store: Store) -> None:
    ann = store.members.find("ann")
    store.members.open_session(ann, "t1", expires=now(SOON))
    store.members.open_session(ann, "t2", expires=now(-SOON))
    assert store.members.of_session("t1") == (ann, "")
    assert store.members.of_session("t2") is None
    store.members.close_session("t1")
    assert store.members.of_session("t1") is None


def test_a_new_password_signs_out_everywhere(store: Store) -> None:
    ann = store.members.find("ann")
    store.members.open_session(ann, "t1", expires=now(SOON))
    store.members.change(ann, password="new")
    assert store.members.password("ann") == "new"
    assert store.members.of_session("t1") is None


def test_the_last_admin_stays(store: Store) -> None:
    root = store.members.find("root")
    with pytest.raises(Taken, match="only admin"):
        store.members.delete(root)
    with pytest.raises(Taken, match="only admin"):
        store.members.change(root, role="annotator")
    store.members.change(store.members.find("ann"), role="admin")
    store.members.delete(root)
    assert [member.name for member in store.members.all()] == ["ann"]


def test_a_project_keeps_an_admin(store: Store) -> None:
    root = store.members.find("root")
    project = store.projects.add("Novels", member=root.id)
    store.members.add("boss", "hash", "admin")
    with pytest.raises(Taken, match="only admin of project"):
        store.members.delete(root)
    with pytest.raises(Taken, match="only admin of this project"):
        store.projects.dismiss(project.id, "root")
    store.projects.admit(project.id, ["boss", "ann", "ann"])
    store.projects.dismiss(project.id, "root")
    assert store.projects.members(project.id) == ["ann", "boss"]
    with pytest.raises(NotStored):
        store.projects.admit(project.id, ["nobody"])


def test_projects_are_visible_to_their_members(store: Store) -> None:
    root, ann = store.members.find("root"), store.members.find("ann")
    project = store.projects.add("Novels", member=root.id)
    assert store.projects.all(ann.id) == []
    with pytest.raises(NotStored):
        store.projects.find(project.id, member=ann.id)
    store.projects.admit(project.id, ["ann"])
    assert store.projects.find(project.id, member=ann.id).name == "Novels"
    assert [one.name for one in store.projects.all(ann.id)] == ["Novels"]


def test_a_deleted_account_leaves_its_work_without_its_name(store: Store, tmp_path: Path) -> None:
    name = "Annabella Unmistakable"
    member = store.members.add(name, "secret hash of hers", "annotator")
    project = store.projects.add("Novels", member=store.members.find("root").id)
    document = store.documents.add(project.id, New("chapter", {}, 1))
    source = store.revisions.source(project.id, name, "annotator", member=member.id)
    store.revisions.save(
        document.id, source, Draft({"work": 1}, RevisionCounts()), author=member.id
    )
    store.members.delete(member)
    (head,) = store.revisions.heads([document.id])
    assert head.author == head.source == f"former member {member.id}"
    assert store.revisions.value(head.id) == {"work": 1}
    with pytest.raises(NotStored):
        store.members.find(name)
    assert not any(name.encode() in path.read_bytes() for path in tmp_path.iterdir())
    assert store.members.add(name, "hash", "annotator").id != member.id, (
        "the name is free, the person another one"
    )
