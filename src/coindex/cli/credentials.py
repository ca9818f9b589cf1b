"""What `coindex serve` asks for: the token of one person, and the password of a team's first account."""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from coindex.annotation.store import Store

TOKEN = "COINDEX_TOKEN"  # noqa: S105 - the name of the variable it is in
ADMIN = "admin"


def own_token() -> str:
    """The token of the person who starts the server: of COINDEX_TOKEN, else the same each time.

    It is kept in a file that its owner alone can read, so that open pages go on working when the server is started
    again; where there is no place for the file, each start has a token of its own.
    """
    from coindex.web.settings import data_folder

    path = data_folder() / "token"
    made = secrets.token_urlsafe(24)
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            _write(path, made)
        made = _private_text(path) or made
    return os.environ.get(TOKEN) or made


def _private_text(path: Path) -> str:
    """What a file holds, if nobody else can read it."""
    shared = os.name == "posix" and path.stat().st_mode & 0o077
    return "" if shared else path.read_text(encoding="utf-8").strip()


def first_account(store: Store) -> None:
    """Create the account of an admin; its password is shown on a terminal, or left in a file, never in a log."""
    from coindex.web.security.passwords import initial

    password = secrets.token_urlsafe(12)
    member = store.members.add(ADMIN, initial(password), "admin")
    for project in store.projects.all():
        store.projects.admit(project.id, [member.name])
    if sys.stderr.isatty():
        typer.echo(f"first account: {ADMIN}, password: {password} (to be changed at the first sign-in)", err=True)
        return
    path = _password_file(store)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    _write(path, password)
    typer.echo(f"first account: {ADMIN}; its password is in {path} (change it, then delete the file)", err=True)


def _password_file(store: Store) -> Path:
    """Beside the database, where that is a file."""
    from coindex.web.settings import data_folder

    database = store.database
    folder = Path(database.url.database or "").absolute().parent if database.local else data_folder()
    return folder / "first-password.txt"


def _write(path: Path, secret: str) -> None:
    """A new file for its owner alone."""
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(f"{secret}\n")
