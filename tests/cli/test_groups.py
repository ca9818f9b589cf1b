"""Groups of options, which several commands share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer
from typer.testing import CliRunner

from coindex.cli.option_groups import with_grouped_options

SEEN: list[object] = []


@dataclass(frozen=True)
class Shades:
    texts: Annotated[list[str] | None, typer.Argument()] = None
    hue: Annotated[str, typer.Option("--hue", help="The hue.")] = "red"


def paint(*, shades: Shades, coats: Annotated[int, typer.Option(help="Coats.")] = 1) -> None:
    SEEN.append((shades, coats))


def plain(coats: int = 1) -> None:
    SEEN.append(coats)


def _called(*arguments: str) -> object:
    app = typer.Typer(add_completion=False)
    app.command()(with_grouped_options(paint))
    SEEN.clear()
    outcome = CliRunner().invoke(app, list(arguments))
    assert outcome.exit_code == 0, outcome.output
    return SEEN[0] if SEEN else outcome.output


def test_the_fields_of_a_group_are_options_of_the_command() -> None:
    assert _called("wall", "door", "--hue", "blue", "--coats", "2") == (
        Shades(["wall", "door"], "blue"),
        2,
    )
    assert _called() == (Shades(None, "red"), 1)


def test_help_shows_the_options_of_a_group() -> None:
    text = str(_called("--help"))
    assert "--hue" in text and "The hue." in text and "--coats" in text
    assert "shades" not in text


def test_a_command_without_groups_stays_as_it_is() -> None:
    assert with_grouped_options(plain) is plain
