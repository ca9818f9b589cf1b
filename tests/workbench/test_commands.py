"""`coindex serve`, `backup` and `restore` from the command line."""

from __future__ import annotations

import socket
from pathlib import Path

import httpx2
import pytest
from typer.testing import CliRunner

from coindex.cli import app
from coindex.core.errors import CoindexError
from coindex.workbench.commands.database import database_url
from coindex.workbench.store.store import Store
from tests.cli.calling import coindex
from tests.faults.serving import PATIENCE, serving
from tests.workbench.store.test_backup import filled


def test_the_environment_names_a_file_or_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    for database in ("postgresql://coindex@localhost/coindex", "/srv/coindex/workbench.db"):
        monkeypatch.setenv("COINDEX_DATABASE", database)
        assert database_url("") == database
        assert database_url("other.db") == "other.db"


def test_without_accounts_only_this_machine_is_served() -> None:
    found = CliRunner().invoke(app, ["serve", "--host", "0.0.0.0"])
    assert isinstance(found.exception, CoindexError)
    assert "--team" in str(found.exception)


@pytest.mark.parametrize("what", ["a folder", "a text"])
def test_something_else_is_not_taken_for_a_project(tmp_path: Path, what: str) -> None:
    path = tmp_path if what == "a folder" else tmp_path / "novel.txt"
    if what == "a text":
        path.write_text("It was a dark night.")
    found = CliRunner().invoke(app, ["serve", str(path)])
    assert isinstance(found.exception, CoindexError)
    assert str(path) in str(found.exception)
    assert what == "a folder" or path.read_text() == "It was a dark night."


@pytest.mark.parametrize("options", [[], ["--api"]])
def test_a_port_in_use_is_said(tmp_path: Path, options: list[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        found = CliRunner().invoke(app, ["serve", str(tmp_path / "a.db"), "--port", port, *options])
    assert "choose another --port" in str(found.exception)


def test_without_a_token_the_server_says_what_that_means(tmp_path: Path) -> None:
    with serving(str(tmp_path / "novels.db")) as server:
        assert "every user of this machine" in "".join(server.said)
        assert httpx2.get(f"{server.address}/api/v1/projects", timeout=PATIENCE).status_code == 200


def test_a_backup_does_not_replace_its_database(tmp_path: Path) -> None:
    database = tmp_path / "one.db"
    filled(database).close()
    before = database.read_bytes()
    ended = coindex("backup", database, "--database", database)
    assert ended.returncode == 2
    assert "would replace the database itself" in ended.stderr
    assert database.read_bytes() == before


@pytest.mark.parametrize(
    "content",
    [
        "Dear Ann,\nthe key is lost.\n",
        '{"id": "a"}\n{"id": "b"}\n',
        '{"schema": "coindex-backup/1", "store": "coindex-store/999"}\n{"end": {}}\n',
        '{"schema": "coindex-backup/1", "store": "coindex-store/1"}\n',
    ],
)
def test_what_is_not_a_backup_makes_no_database(content: str, tmp_path: Path) -> None:
    source, database = tmp_path / "mail.txt", tmp_path / "new.db"
    source.write_text(content, encoding="utf-8")
    ended = coindex("restore", source, "--database", database)
    assert ended.returncode == 2
    assert ended.stderr.startswith(f"coindex: {source}: ")
    assert "Traceback" not in ended.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["mail.txt"]


def test_backup_and_restore(tmp_path: Path) -> None:
    filled(tmp_path / "one.db").close()
    backup = str(tmp_path / "backup.gz")
    made = CliRunner().invoke(app, ["backup", backup, "--database", str(tmp_path / "one.db")])
    assert made.exit_code == 0, made.output
    assert "1 project, 1 document, 3 revisions" in made.stderr
    back = CliRunner().invoke(app, ["restore", backup, "--database", str(tmp_path / "two.db")])
    assert back.exit_code == 0, back.output
    store = Store(tmp_path / "two.db")
    assert [one.name for one in store.projects.all()] == ["Романы"]
    store.close()
    again = CliRunner().invoke(app, ["restore", backup, "--database", str(tmp_path / "two.db")])
    assert isinstance(again.exception, CoindexError)
    missing = CliRunner().invoke(app, ["backup", backup, "--database", str(tmp_path / "none.db")])
    assert "the database does not exist" in str(missing.exception)
    assert not (tmp_path / "none.db").exists()
