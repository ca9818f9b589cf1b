"""Backups: one file, any database, checked before anything is taken from it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from coindex.core.errors import CoindexError, FormatError
from coindex.workbench.store.backup import back_up, restore
from coindex.workbench.store.database import Database, address
from coindex.workbench.store.documents import New
from coindex.workbench.store.errors import Taken
from coindex.workbench.store.revisions import Draft, RevisionCounts
from coindex.workbench.store.runs import StoredResponse
from coindex.workbench.store.store import Store


def filled(path: Path) -> Store:
    store = Store(path)
    root = store.members.add("root", "hash", "admin")
    project = store.projects.add("Романы", "a note", member=root.id)
    document = store.documents.add(
        project.id, New("глава", {"text": "Anna ging."}, 3), author=root.id
    )
    source = store.revisions.source(project.id, "root", "annotator", member=root.id)
    base = None
    for number in range(3):
        draft = Draft({"n": number}, RevisionCounts(number), base, decisions=[number])
        base = store.revisions.save(document.id, source, draft, author=root.id).id
    run = store.runs.add(
        project.id, "{}", given=(StoredResponse("other", "other.txt", b"\x00\xff"),), author=root.id
    )
    store.runs.finish(run.id, {"results.json": "{}"}, done=1)
    return store


def test_everything_comes_back(tmp_path: Path) -> None:
    store = filled(tmp_path / "one.db")
    counts = back_up(store.database, tmp_path / "backup.gz")
    assert (counts["projects"], counts["revisions"], counts["decisions"]) == (1, 3, 3)
    other = Store(tmp_path / "two.db")
    assert restore(tmp_path / "backup.gz", other.database) == counts
    assert other.projects.all() == store.projects.all()
    assert other.members.all() == store.members.all()
    assert other.documents.all(1) == store.documents.all(1)
    source = other.revisions.source(1, "root")
    assert other.revisions.history(1, source) == store.revisions.history(1, source)
    assert other.revisions.value(3) == {"n": 2}
    assert other.revisions.decisions(3).value() == [2]
    assert other.runs.responses(1) == [StoredResponse("other", "other.txt", b"\x00\xff")]
    assert other.runs.file(1, "results.json").text() == "{}"
    back_up(other.database, tmp_path / "again.gz")
    ours, theirs = (
        gzip.decompress((tmp_path / name).read_bytes()).splitlines()[1:-1]
        for name in ("backup.gz", "again.gz")
    )
    assert ours == theirs
    store.close()
    other.close()


def test_only_into_an_empty_database(tmp_path: Path) -> None:
    store = filled(tmp_path / "one.db")
    back_up(store.database, tmp_path / "backup.jsonl")
    with pytest.raises(Taken, match="is not empty"):
        restore(tmp_path / "backup.jsonl", store.database)
    store.close()


def test_a_damaged_backup_leaves_nothing_behind(tmp_path: Path) -> None:
    store = filled(tmp_path / "one.db")
    back_up(store.database, tmp_path / "backup.jsonl")
    store.close()
    whole = (tmp_path / "backup.jsonl").read_text()
    lines = whole.splitlines(keepends=True)
    damaged = {
        "cut": "".join(lines[:-1]),
        "changed": whole.replace("a note", "no note"),
        "row less": "".join([*lines[:3], *lines[4:]]),
        "something else": "hello\n",
        "several lines of something else": "hello\nworld\n",
        "JSON of something else": '{"id": "a", "text": "Ann left."}\n[1]\n',
        "not JSON in a row": "".join([*lines[:3], "hello\n", *lines[4:]]),
        "of another version": whole.replace("coindex-backup/1", "coindex-backup/99", 1),
        "empty": "",
    }
    other = Store(tmp_path / "two.db")
    for name, content in damaged.items():
        path = tmp_path / f"{name}.jsonl"
        path.write_text(content)
        with pytest.raises(FormatError):
            restore(path, other.database)
    (tmp_path / "broken.gz").write_bytes(gzip.compress(whole.encode())[:-20])
    with pytest.raises(FormatError, match="cannot be read"):
        restore(tmp_path / "broken.gz", other.database)
    with pytest.raises(FormatError, match="no such file"):
        restore(tmp_path / "absent.gz", other.database)
    assert other.projects.all() == []
    other.close()


def test_addresses_of_databases() -> None:
    assert address("some/file.db").get_backend_name() == "sqlite"
    assert address("postgresql://u:p@host/name").drivername == "postgresql+psycopg"
    for wrong in ("mysql://host/name", "://"):
        with pytest.raises(CoindexError):
            address(wrong)


def test_a_database_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    (tmp_path / "not.db").write_text(
        "this is no database, and long enough to be taken for one" * 10
    )
    with pytest.raises(CoindexError, match="cannot be opened"):
        Database(tmp_path / "not.db")
