"""What `coindex serve` needs for signing in: a token for one
person, or the first account of a team.
"""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from coindex.interface.translation import say
from coindex.io.places import user_data
from coindex.workbench.commands.server import TOKEN

if TYPE_CHECKING:
    from coindex.workbench.store.store import Store

ADMIN = "admin"


def own_token() -> str:
    """The token of the person who starts the server: from COINDEX_TOKEN, else from a
    file, where it stays the same.

    Only its owner can read the file. Open pages keep working when the server is restarted; if the
    file cannot be written, every start has a new token.
    """

    path = user_data() / "token"
    secret = secrets.token_urlsafe(24)
    with suppress(OSError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(FileExistsError):
            _write(path, secret)
        secret = _private_text(path) or secret
    return os.environ.get(TOKEN) or secret


def _private_text(path: Path) -> str:
    """The content of a file that only its owner can read; else nothing."""
    shared = os.name == "posix" and path.stat().st_mode & 0o077
    return "" if shared else path.read_text(encoding="utf-8").strip()


def first_account(store: Store) -> None:
    """Create an admin account; its password is shown on a terminal or
    written to a file, never to a log.
    """
    from coindex.workbench.security.passwords import initial

    password = secrets.token_urlsafe(12)
    member = store.members.add(ADMIN, initial(password), "admin")
    for project in store.projects.all():
        store.projects.admit(project.id, [member.name])
    if sys.stderr.isatty():
        typer.echo(
            say(
                "first account: {name}, password: {password} (you change it at the first sign-in)",
                name=ADMIN,
                password=password,
            ),
            err=True,
        )
        return
    path = _password_file(store)
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    _write(path, password)
    typer.echo(
        say(
            "first account: {name}; its password is in {path} (change it, then delete the file)",
            name=ADMIN,
            path=path,
        ),
        err=True,
    )


def _password_file(store: Store) -> Path:
    """Where the password is left: beside the database, if that is a file."""

    database = store.database
    folder = Path(database.url.database or "").absolute().parent if database.local else user_data()
    return folder / "first-password.txt"


def _write(path: Path, secret: str) -> None:
    """Create a file that only its owner can read."""
    handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(handle, "w", encoding="utf-8") as stream:
        stream.write(f"{secret}\n")
