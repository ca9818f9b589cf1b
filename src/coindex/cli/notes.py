"""Notes and progress of commands on standard error."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager

import typer

from coindex.cli.wording import explain
from coindex.core.layers import Layer
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.protocols import COST, SPENT
from coindex.interface.translation import grouped, say, translate, worded


def tell_problems(problems: Problems) -> None:
    """Print the problems that a lenient reader counted, and what readers left out."""
    for message, count in problems.counts.most_common():
        often = say("once") if count == 1 else say("{count} times", count=grouped(count))
        first = explain(problems.examples[message][0])
        typer.echo(
            say(
                "problem, {often}: {message}; first: {first}",
                often=often,
                message=translate(message),
                first=first,
            ),
            err=True,
        )
    for message, paths in problems.notes.items():
        others = say(" and {count} more", count=grouped(len(paths) - 1)) if len(paths) > 1 else ""
        _tell(f"{paths[0]}{others}: {translate(message)}")


def tell_losses(lost: Mapping[Layer, int]) -> None:
    """Print what the written format cannot represent."""
    for layer, count in sorted(lost.items()):
        typer.echo(
            say(
                "not carried over: {layer}: {count}",
                layer=worded(Message(layer.value)),
                count=grouped(count),
            ),
            err=True,
        )


def tell_account(account: Mapping[str, float]) -> None:
    """Print what a resolver spent, and what it repaired."""
    spent = [_counted(name, account[name]) for name in SPENT if account.get(name)]
    if spent:
        typer.echo(say("spent: {list}", list=", ".join(spent)), err=True)
    repaired = [_counted(name, n) for name, n in account.items() if n and name not in SPENT]
    if repaired:
        typer.echo(say("repaired: {list}", list=", ".join(repaired)), err=True)


def _counted(name: str, number: float) -> str:
    shown = worded(Message(name))
    return f"{shown} {number:.4g}" if name == COST else f"{shown} {grouped(number)}"


def tell_oddities(counts: Mapping[str, int], *, of: str = "") -> None:
    """Print what is unusual about a key or a response but can be scored."""
    for what, count in sorted(counts.items()):
        start = f"{of}: " if of else ""
        _tell(f"{start}{translate(what)}: {grouped(count)}")


def tell_remarks(remarks: Iterable[str]) -> None:
    """Print why something that was asked for is missing."""
    for remark in remarks:
        _tell(translate(remark))


def tell_exposure(warnings: Iterable[str], *, leaving_out: bool = True) -> None:
    """Warn of systems that have seen documents in training; say how they are left out."""
    said = [translate(warning) for warning in warnings]
    for warning in said:
        typer.echo(say("warning: {text}", text=warning), err=True)
    if said and leaving_out:
        _tell(say("--unseen leaves these documents out"))


def _tell(note: str) -> None:
    typer.echo(say("note: {text}", text=note), err=True)


LONG = 200_000
"""Characters: a shorter text is done before a progress bar is of use."""


@contextmanager
def progress(label: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Yield a function to call with each amount of work done; it does nothing
    without a terminal or for short work.
    """
    if not sys.stderr.isatty() or (total is not None and total < LONG):
        yield lambda done: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(label, total=total)
        yield lambda done: bar.advance(task, done)
