"""Databases of earlier versions open after a copy was made, with all
they hold; newer ones are refused.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from coindex.core.errors import CoindexError
from coindex.workbench.app import create_app
from coindex.workbench.settings import Settings
from coindex.workbench.store import migration
from coindex.workbench.store.backup import restore
from coindex.workbench.store.migration import VERSION, copy_file
from coindex.workbench.store.store import Store
from tests.compatibility.conftest import FILES
from tests.workbench.material import ADDRESS, API, PASSWORD, quick_passwords


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A database as 0.1.0 left it."""
    return Path(shutil.copy(FILES / "workbench.db", tmp_path / "workbench.db"))


@pytest.fixture
def admin(old: Path) -> Iterator[TestClient]:
    quick_passwords()
    with TestClient(create_app(Settings(old, team=True)), base_url=ADDRESS) as browser:
        answer = browser.post("/login", json={"name": "root", "password": PASSWORD})
        browser.headers["X-CSRF-Token"] = answer.json()["csrf"]
        yield browser


def columns(path: Path) -> dict[str, Any]:
    """What SQLite says of each table."""
    with closing(sqlite3.connect(path)) as connection:
        names = [
            name
            for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        ]
        return {
            name: connection.execute(f"PRAGMA table_info({name})").fetchall()
            for name in sorted(names)
        }


def rows(path: Path) -> list[str]:
    """Every row of a file; `about` says only what version it is."""
    with closing(sqlite3.connect(path)) as connection:
        return [
            line for line in connection.iterdump() if not line.startswith('INSERT INTO "about"')
        ]


def test_a_migrated_database_has_the_tables_of_a_new_one(old: Path, tmp_path: Path) -> None:
    Store(old).close()
    Store(tmp_path / "new.db").close()
    assert columns(old) == columns(tmp_path / "new.db")


def test_every_revision_is_answered_as_it_was(admin: TestClient) -> None:
    expected = json.loads((FILES / "revisions.json").read_text())
    assert len(expected) == 11
    for id, said in expected.items():
        path = f"{API}/projects/1/documents/{said.pop('document')}/annotations/{said['source']}/revisions/{id}"
        answer = admin.get(path).json()
        assert {name: answer[name] for name in said} == said


def test_work_goes_on_where_it_was(admin: TestClient) -> None:
    path = f"{API}/projects/1/documents/1/annotations/adjudication"
    head = admin.get(path).json()
    answer = admin.put(
        path,
        json={"base": head["revision"]["id"], "annotation": head["annotation"], "finished": True},
    )
    assert answer.json()["revision"]["number"] == head["revision"]["number"] + 1
    (run,) = admin.get(f"{API}/projects/1/runs").json()
    assert run["state"] == "finished"
    assert admin.get(f"{API}/projects/1/runs/{run['id']}/ranking").json()
    assert admin.get(f"{API}/projects/1/runs/{run['id']}/results").json()["version"] == "0.1.0"
    again = admin.post(f"{API}/projects/1/runs/{run['id']}/again")
    assert (again.status_code, again.json()["parent"]) == (202, run["id"])
    assert admin.delete(f"{API}/projects/1/runs/{again.json()['id']}").status_code == 200
    assert admin.get(f"{API}/projects/1/documents?archived=true").json()[1]["archived"]
    assert admin.get("/projects/1/documents/1").status_code == 200


def test_a_copy_is_made_first(old: Path) -> None:
    before = rows(old)
    Store(old).close()
    (copy,) = old.parent.glob("workbench.db.schema-*")
    assert copy.name == "workbench.db.schema-1"
    assert rows(copy) == before
    assert copy.stat().st_mode & 0o777 == 0o600


def test_a_copy_is_made_once_and_never_replaced(old: Path) -> None:
    first = copy_file(old, 1)
    content = first.read_bytes()
    second = copy_file(old, 1)
    Store(old).close()
    Store(old).close()
    assert [first.name, second.name] == ["workbench.db.schema-1", "workbench.db.schema-1.2"]
    assert sorted(path.name for path in old.parent.glob("*.schema-*")) == [
        f"{first.name}{end}" for end in ("", ".2", ".3")
    ]
    assert first.read_bytes() == content


def test_a_copy_has_what_is_only_in_the_log(old: Path) -> None:
    with closing(sqlite3.connect(old)) as connection:
        connection.execute("UPDATE projects SET name = 'renamed'")
        connection.commit()
        assert (old.parent / "workbench.db-wal").stat().st_size
        copy = copy_file(old, 1)
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT name FROM projects").fetchall() == [("renamed",)]


def test_a_migration_that_fails_changes_nothing(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(connection: Any) -> None:
        migration._from_1(connection)
        raise CoindexError("in the middle of it")

    before = rows(old)
    monkeypatch.setitem(migration.STEPS, 1, failing)
    with pytest.raises(CoindexError, match="in the middle"):
        Store(old)
    assert rows(old) == before
    assert columns(old)["revisions"] == columns(FILES / "workbench.db")["revisions"]
    monkeypatch.undo()
    store = Store(old)
    assert len(store.revisions.heads([1])) == 3
    store.close()


def test_without_a_copy_nothing_is_changed(old: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> None:
        raise OSError(28, "No space left on device")

    before = rows(old)
    monkeypatch.setattr(Path, "rename", full)
    with pytest.raises(CoindexError, match="No space left on device"):
        Store(old)
    assert rows(old) == before
    assert [path.name for path in old.parent.glob("*partial*")] == []


def test_a_newer_database_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "newer.db"
    Store(path).close()
    with closing(sqlite3.connect(path)) as connection:
        connection.execute(
            f"UPDATE about SET value = 'coindex-store/{VERSION + 1}' WHERE name = 'schema'"
        )
        connection.commit()
    before = path.read_bytes()
    with pytest.raises(CoindexError) as refused:
        Store(path)
    assert "\n" not in str(refused.value)
    assert str(refused.value).endswith(
        f"newer.db: written by a newer version of Coindex (schema {VERSION + 1}; this version "
        f"reads up to {VERSION}): update Coindex"
    )
    assert path.read_bytes() == before


@pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="open files are listed in /proc on Linux only"
)
def test_a_refused_database_is_not_held_open(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (id INTEGER)")
    with pytest.raises(CoindexError) as refused:
        Store(path)
    open_files = {
        link.readlink().name for link in Path("/proc/self/fd").iterdir() if link.is_symlink()
    }
    assert path.name not in open_files, refused.value


def test_a_file_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE bookmarks (id INTEGER)")
    with pytest.raises(CoindexError, match="another program"):
        Store(path)
    assert list(columns(path)) == ["bookmarks"]


def test_a_backup_of_an_earlier_version_is_restored(tmp_path: Path) -> None:
    store = Store(tmp_path / "new.db")
    counts = restore(FILES / "backup.jsonl.gz", store.database)
    assert (counts["documents"], counts["revisions"], counts["runs"]) == (3, 11, 1)
    for id, said in json.loads((FILES / "revisions.json").read_text()).items():
        assert store.revisions.value(int(id)) == said["annotation"]
    store.close()


def test_each_database_has_an_id_of_its_own(old: Path, tmp_path: Path) -> None:
    first, again, other = Store(old), Store(old), Store(tmp_path / "new.db")
    assert first.database.id == again.database.id != other.database.id
    assert len(first.database.id) == 32
    for store in (first, again, other):
        store.close()
