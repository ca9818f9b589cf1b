"""Writes the results of a command for its inputs: to standard output, one file, or a file each."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import typer

from coindex.cli.inputs import Input, warn_of_language
from coindex.cli.notes import progress
from coindex.cli.wording import explain
from coindex.core.annotation import Annotated
from coindex.core.errors import CoindexError, MissingLayer
from coindex.core.messages import Message
from coindex.interface.translation import say
from coindex.io.output import replacing
from coindex.pipeline.pipeline import Pipeline

Made = TypeVar("Made")


class Making(NamedTuple, Generic[Made]):
    """How a document is processed, and how the result is written.

    `verb` is shown with the progress; `written` gets the results and whether to print the names of
    documents.
    """

    pipeline: Pipeline
    verb: str
    make: Callable[[Annotated, Callable[[int], None]], Made]
    written: Callable[[Iterable[Made], bool], Iterator[str]]
    suffix: str


def is_folder(output: Path) -> bool:
    """Whether an output is a folder for one file per input: it is one, or has no suffix."""
    return output.is_dir() or not (output.suffix or output.exists())


class InputWork(Generic[Made]):
    """The documents of inputs while they are processed; `done` are the results."""

    def __init__(self, making: Making[Made]) -> None:
        self.done: list[Made] = []
        self._making = making
        self._lacking = 0

    def on(self, inputs: Iterable[Input]) -> Iterator[Made]:
        """The result for each document; one that lacks a required layer is named on
        standard error.
        """
        making = self._making
        for input in inputs:
            for item in input.items:
                warn_of_language(item.document, making.pipeline)
                label = f"{making.verb} {item.document.id}"
                try:
                    with progress(label, len(item.document.text)) as advance:
                        one = making.make(item, advance)
                except MissingLayer as error:
                    self._lacking += 1
                    typer.echo(f"coindex: {explain(error)}", err=True)
                else:
                    self.done.append(one)
                    yield one

    def end(self) -> None:
        """Exit with code 2 if all documents lacked something."""
        if self._lacking and not self.done:
            raise typer.Exit(2)


def write_out(
    given: Iterable[Input], making: Making[Made], target: str | None, *, named: bool
) -> list[Made]:
    """Write the results for all inputs to `target`, and return them.

    Documents that lack a required layer are named on standard error; if all do, the exit code is 2.
    """
    work = InputWork(making)
    if target is None:
        for piece in making.written(work.on(given), named):
            sys.stdout.write(piece)
    elif is_folder(Path(target)):
        seen: set[str] = set()
        with naming_files() as finished:
            for input in given:
                path = free_path(Path(target), input, making.suffix, seen)
                _write(path, list(work.on([input])), making, named=False)
                finished.append(path)
    else:
        whole = list(work.on(given))
        _write(Path(target), whole, making, named=len(whole) > 1)
    work.end()
    return work.done


def _write(path: Path, results: Sequence[Made], making: Making[Made], *, named: bool) -> None:
    if results:
        with replacing(path) as stream:
            stream.writelines(making.written(results, named))


@contextmanager
def naming_files() -> Iterator[list[Path]]:
    """Collect the files that a command writes one after the other; if it stops halfway, say on
    standard error how many there are, and which is the last.
    """
    finished: list[Path] = []
    try:
        yield finished
    except BaseException:
        if finished:
            what = say(
                "stopped halfway; files already written: {count}, the last one {path}",
                count=len(finished),
                path=finished[-1],
            )
            typer.echo(what, err=True)
        raise


def file_name(input: Input) -> str:
    """The name of an input's output without suffix, and without characters that a file system
    forbids.
    """
    name = "".join("_" if character in '\\<>:"|?*' else character for character in input.name)
    return name.strip("/")


def free_path(folder: Path, input: Input, suffix: str, seen: set[str]) -> Path:
    """The file for an input; an error if it would replace the input or another's output."""
    name = file_name(input)
    path = folder / f"{name or 'text'}{suffix}"
    if name in seen or (path.exists() and input.path is not None and path.samefile(input.path)):
        what = Message("another input") if name in seen else Message("the input itself")
        raise CoindexError(
            Message(
                "{path} would replace {what}; choose another folder with -o", path=path, what=what
            )
        )
    seen.add(name)
    return path
