"""`coindex corpora list|get`: the corpora that Coindex knows, and how to download them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated as Option

import typer

from coindex.cli.notes import progress
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message, messages
from coindex.core.protocols import Collection, Fetchable
from coindex.corpora import collections
from coindex.corpora.catalogue import public
from coindex.corpora.fetching import copy, download
from coindex.interface.translation import counted, say
from coindex.report.table import Cell, Table, check_style, show


def run(
    action: Option[str, typer.Argument(metavar="list|get", help="list or get.")] = "list",
    names: Option[
        list[str] | None, typer.Argument(metavar="NAME", help="Names of corpora to download.")
    ] = None,
    from_: Option[
        Path | None, typer.Option("--from", help="Copy the corpus from a file, folder or archive.")
    ] = None,
    mirror: Option[
        str, typer.Option(help="Address to download from instead of the corpus's home.")
    ] = "",
    as_: Option[str, typer.Option("--as", help="table, json, csv, markdown or latex.")] = "table",
) -> None:
    check_style(as_)
    if action == "list":
        show([_listed()], as_)
    elif action == "get":
        for name in names or []:
            _get(name, from_, mirror)
        if not names:
            raise CoindexError(
                Message("name a corpus; known: {public}", public=", ".join(public()))
            )
    else:
        raise CoindexError(
            Message(
                "corpora cannot {action!r}; {suggestion}",
                action=action,
                suggestion=suggestion(action, ("list", "get")),
            )
        )


def _listed() -> Table:
    rows: list[list[Cell]] = [
        [name, corpus.language, *_state(corpus), corpus.licence, Message(corpus.title)]
        for name, corpus in collections().items()
    ]
    notes = messages("download one with: coindex corpora get NAME")
    columns = messages("corpus", "language", "MB", "state", "licence", "what")
    return Table(columns, rows, notes=notes)


def _state(corpus: Collection) -> tuple[str, str]:
    """Size of the download in megabytes, and whether the corpus is on this machine."""
    if not isinstance(corpus, Fetchable):
        return "", Message("installed")
    missing = corpus.missing()
    state = Message(
        "here"
        if not missing
        else "not here"
        if sum(item.size for item in missing) == corpus.size
        else "in part"
    )
    return f"{corpus.size / 1e6:.1f}", state


def _get(name: str, source: Path | None, mirror: str) -> None:
    if name not in public():
        raise CoindexError(
            Message(
                "no public corpus is called {name!r}; {suggestion}",
                name=name,
                suggestion=suggestion(name, public()),
            )
        )
    corpus = public()[name]
    typer.echo(f"{name}: {say(corpus.title)}", err=True)
    typer.echo(say("licence: {licence}", licence=corpus.licence), err=True)
    typer.echo(say("home: {address}", address=corpus.home), err=True)
    wanted = sum(item.size for item in corpus.missing())
    with progress(name, wanted) as tell:
        if source is None:
            download(corpus, mirror=mirror, progress=tell)
        else:
            copy(corpus, source, progress=tell)
    typer.echo(
        say(
            "{files}, all checksums right: {folder}",
            files=counted(len(corpus.items), "file"),
            folder=corpus.folder(),
        ),
        err=True,
    )
