"""Writes repaired documents: into a file or folder, or in place of the files they came from."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import typer

from coindex import formats
from coindex.checking.repair import repaired
from coindex.cli.apart import check_apart
from coindex.cli.inputs import Input, located
from coindex.cli.notes import tell_losses
from coindex.cli.outputs import file_name, is_folder
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.interface.translation import say
from coindex.io.archives import is_archive


class _Repair(NamedTuple):
    name: str
    path: Path | None
    format: str
    items: list[Annotated]
    changed: bool


class Fixing:
    """Collects repaired documents, and writes them when all inputs were read: nothing is written
    if one of them cannot be.
    """

    def __init__(self, output: Path | None, format: str, arguments: Sequence[str]) -> None:
        self.output, self.format = output, format
        self._repairs: list[_Repair] = []
        if output is None:
            for argument in arguments or ["-"]:
                _check_in_place(argument)

    def add(self, input: Input, items: Sequence[Annotated], *, readable: bool) -> None:
        """Take the documents of an input; those of a file that cannot be read completely are left
        out, because writing them would lose what was not read.
        """
        if not readable:
            typer.echo(
                say("not fixed: {name}: correct its errors first", name=input.label or input.name),
                err=True,
            )
            return
        whole = [
            item
            if (better := repaired(item.annotation)) is item.annotation
            else item._replace(annotation=better)
            for item in items
        ]
        changed = any(new is not old for new, old in zip(whole, items, strict=True))
        self._repairs.append(
            _Repair(file_name(input), input.path, self.format or input.format, whole, changed)
        )

    def write(self) -> None:
        """Write everything that was taken; in place only what was repaired."""
        if self.output is None:
            self._write_in_place()
        elif not self._repairs:
            return
        elif is_folder(self.output):
            for one in self._repairs:  # errors come before anything is written
                suffix = formats.writer_of(one.format).suffixes[0]
                if one.path is not None:
                    check_apart([self.output / f"{one.name}{suffix}"], [one.path])
            for one in self._repairs:
                tell_losses(formats.write_into(one.items, self.output, one.name, one.format))
        else:
            items = [item for one in self._repairs for item in one.items]
            tell_losses(formats.write(items, self.output))

    def _write_in_place(self) -> None:
        changed = [one for one in self._repairs if one.changed]
        for one in changed:
            _check_lossless(one)
        for one in changed:
            assert one.path is not None
            copy = _free(one.path)
            shutil.copy2(one.path, copy)
            formats.write(one.items, one.path, one.format)
            typer.echo(
                say("fixed {path}; the file as it was: {copy}", path=one.path, copy=copy.name),
                err=True,
            )


def _check_in_place(argument: str) -> None:
    place = located(argument) if argument != "-" else None
    if argument == "-":
        raise CoindexError("standard input cannot be changed in place; name an output with -o")
    if place is not None and is_archive(Path(place.path)):
        raise CoindexError(
            Message(
                "{argument}: an archive is not changed in place; name a folder with -o",
                argument=argument,
            )
        )


def _check_lossless(repair: _Repair) -> None:
    if repair.path is None:
        raise CoindexError(
            Message(
                "{repair}: a format of several files is not changed in place; name a "
                "folder with -o",
                repair=repair.name,
            )
        )
    writer = formats.writer_of(repair.format)
    for item in repair.items:
        if lost := formats.losses(item, writer):
            layers = ", ".join(sorted(map(str, lost)))
            raise CoindexError(
                Message(
                    "{path}: not changed in place, because {format} as it is written here "
                    "cannot represent: {layers}; name an output with -o",
                    path=repair.path,
                    format=repair.format,
                    layers=layers,
                )
            )


def _free(path: Path) -> Path:
    """A name for a copy that does not exist yet."""
    number = 1
    while (copy := path.with_name(f"{path.name}.bak{number if number > 1 else ''}")).exists():
        number += 1
    return copy
