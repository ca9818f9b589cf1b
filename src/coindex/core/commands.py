"""A subcommand of the program `coindex`, as an entry point `coindex.commands` declares it."""

from __future__ import annotations

from dataclasses import dataclass

GROUPS = ("Resolve", "Texts", "Compare and score", "Annotate", "Train", "Look up")
"""The groups of `coindex --help`, in their order; a command may name another one."""


@dataclass(frozen=True, slots=True)
class Command:
    """What `coindex --help` lists; the function is imported when the command is called.

    The parameters of the function are the options of the command, as Typer reads them.
    """

    summary: str
    """One sentence in the imperative."""
    group: str
    run: str
    """The function, as `package.module:function`."""
    plugins: bool = True
    """Whether the command takes components, and therefore the option `--plugin`."""
    rank: int = 1
    """Commands of a lower rank come first in their group; those of equal rank by name."""
    listed: bool = True
    """Whether the help lists it; `coindex list --all` names the others."""
    example: str = ""
    """Command lines that the command's help ends with, one in each line."""
