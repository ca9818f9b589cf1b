"""The options that name the texts of a command, and say how to read them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from coindex.cli.apart import Target, apart_from, check_apart, file_arguments
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
    def inputs(self, *outputs: Target) -> Iterator[Iterator[Input]]:
        """The inputs, file by file, none of which may be an output; at the end, print the problems
        that readers counted.
        """
        check_apart(outputs, file_arguments(self.texts))
        problems = Problems(lenient=self.lenient)
        try:
            given = inputs(
                self.texts or [],
                texts=self.text or [],
                format=self.from_,
                problems=problems,
                prose=self.prose,
            )
            yield apart_from(outputs, given)
        finally:
            tell_problems(problems)

    @contextmanager
    def documents(self, *outputs: Target) -> Iterator[Iterator[Annotated]]:
        """The documents of all inputs; for `outputs` and problems see `inputs`."""
        with self.inputs(*outputs) as given:
            yield (item for input in given for item in input.items)
