"""The options that name the texts of a command, and say how to read them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from coindex.cli.inputs import Input, holds_files, inputs
from coindex.cli.notes import tell_problems
from coindex.cli.options import From, Lenient, Prose, Text, Texts
from coindex.core.annotation import Annotated
from coindex.core.problems import Problems


@dataclass(frozen=True)
class Reading:
    """A group of options: texts and files, their format, and what to do with problems."""

    texts: Texts = None
    text: Text = None
    from_: From = ""
    prose: Prose = False
    lenient: Lenient = False

    @property
    def is_several(self) -> bool:
        """Whether there may be several documents, so that the output must name each of them."""
        arguments = self.texts or []
        return len(arguments) + len(self.text or []) > 1 or any(map(holds_files, arguments))

    @contextmanager
    def inputs(self) -> Iterator[Iterator[Input]]:
        """The inputs, file by file; at the end, print the problems that readers counted."""
        problems = Problems(lenient=self.lenient)
        try:
            yield inputs(
                self.texts or [],
                texts=self.text or [],
                format=self.from_,
                problems=problems,
                prose=self.prose,
            )
        finally:
            tell_problems(problems)

    @contextmanager
    def documents(self) -> Iterator[Iterator[Annotated]]:
        """The documents of all inputs; at the end, print the problems that readers counted."""
        with self.inputs() as given:
            yield (item for input in given for item in input.items)
