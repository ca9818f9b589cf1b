"""Notes of commands on standard error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import typer

from coindex.cli.wording import worded
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import COST, SPENT


def tell_problems(problems: Problems) -> None:
    """Print the problems that a lenient reader counted, and what readers left out."""
    for message, count in problems.counts.most_common():
        often = "once" if count == 1 else f"{count:,} times"
        typer.echo(
            f"problem, {often}: {message}; first: {worded(problems.examples[message][0])}", err=True
        )
    for message, paths in problems.notes.items():
        others = f" and {len(paths) - 1:,} more" if len(paths) > 1 else ""
        typer.echo(f"note: {paths[0]}{others}: {message}", err=True)


def tell_losses(lost: Mapping[Layer, int]) -> None:
    """Print what the written format cannot represent."""
    for layer, count in sorted(lost.items()):
        typer.echo(f"not carried over: {layer}: {count:,}", err=True)


def tell_account(account: Mapping[str, float]) -> None:
    """Print what a resolver spent, and what it repaired."""
    spent = [_counted(name, account[name]) for name in SPENT if account.get(name)]
    if spent:
        typer.echo(f"spent: {', '.join(spent)}", err=True)
    repaired = [_counted(name, n) for name, n in account.items() if n and name not in SPENT]
    if repaired:
        typer.echo(f"repaired: {', '.join(repaired)}", err=True)


def _counted(name: str, number: float) -> str:
    return f"{name} {number:.4g}" if name == COST else f"{name} {number:,.0f}"


def tell_oddities(counts: Mapping[str, int], *, of: str = "") -> None:
    """Print what is unusual about a key or a response but can be scored."""
    for what, count in sorted(counts.items()):
        typer.echo(f"note: {of}: {what}: {count:,}" if of else f"note: {what}: {count:,}", err=True)


def tell_remarks(remarks: Iterable[str]) -> None:
    """Print why something that was asked for is missing."""
    for remark in remarks:
        typer.echo(f"note: {remark}", err=True)
