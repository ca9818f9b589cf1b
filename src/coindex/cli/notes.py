"""What a command has to say beside its output, on standard error."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import typer

from coindex.cli.wording import worded
from coindex.core.layers import Layer
from coindex.core.problems import Problems


def tell_problems(problems: Problems) -> None:
    """What a lenient reader went on in spite of, and what any reader left out."""
    for message, count in problems.counts.most_common():
        often = "once" if count == 1 else f"{count:,} times"
        typer.echo(f"problem, {often}: {message}; first: {worded(problems.examples[message][0])}", err=True)
    for message, paths in problems.notes.items():
        others = f" and {len(paths) - 1:,} more" if len(paths) > 1 else ""
        typer.echo(f"note: {paths[0]}{others}: {message}", err=True)


def tell_losses(lost: Mapping[Layer, int]) -> None:
    """What the format written has no place for."""
    for layer, count in sorted(lost.items()):
        typer.echo(f"not carried over: {layer}: {count:,}", err=True)


def tell_oddities(found: Mapping[str, int], *, of: str = "") -> None:
    """What is odd about a key or a response, but can be scored."""
    for what, count in sorted(found.items()):
        typer.echo(f"note: {of}: {what}: {count:,}" if of else f"note: {what}: {count:,}", err=True)


def tell_remarks(remarks: Iterable[str]) -> None:
    """Why something that was asked for is not there."""
    for remark in remarks:
        typer.echo(f"note: {remark}", err=True)
