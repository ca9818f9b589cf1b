"""Universal Anaphora's "exploded" CoNLL-U Plus: one column for each kind of anaphoric relation
(read only).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.anaphora.reader import AnaphoraReading
from coindex.io.files import File, Files

_COLUMNS = re.compile(r"^# ?global\.columns\s*=\s*(.*)$", re.M)


@dataclass(frozen=True)
class Anaphora:
    """CoNLL-UA as in the CODI-CRAC shared tasks.

    IDENTITY makes entities, `ElementOf` split antecedents, BRIDGING and DISCOURSE_DEIXIS links;
    entities called `...-Pseudo` mark mentions that do not refer.
    """

    deixis: bool = True
    """Whether discourse deixis is read."""

    suffixes: ClassVar[tuple[str, ...]] = (".conllua", ".conllup")

    def recognise(self, file: File) -> float:
        match = _COLUMNS.search(file.sample())
        return 0.95 if match and "IDENTITY" in match[1].split() else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files:
            if len(files) == 1 or self.recognise(file):
                yield from self._documents(file, problems)

    def _documents(self, file: File, problems: Problems) -> Iterator[Annotated]:
        columns: list[str] = []
        reading: AnaphoraReading | None = None
        first = 1
        for number, line in enumerate(file.lines(problems), 1):
            if match := _COLUMNS.match(line):
                columns = match[1].split()
            elif line.startswith("# newdoc"):
                if reading and reading.any_word:
                    problems.begin(file.label, first)
                    yield reading.done(deixis=self.deixis)
                first = number
                name = line.partition("=")[2].strip() or file.id
                reading = AnaphoraReading(file, problems, name, columns)
            elif line.strip():
                if "IDENTITY" not in columns:
                    raise FormatError(
                        "no IDENTITY column declared",
                        path=file.label,
                        line=number,
                        column=1,
                        remedy="the file must begin with # global.columns = ... IDENTITY ...",
                    )
                reading = reading or AnaphoraReading(file, problems, file.id, columns)
                reading.line(line, number)
            elif reading:
                reading.end_sentence()
        if reading is None or not reading.any_word:
            raise FormatError(
                "contains no words", path=file.label, line=1, remedy="the file may be truncated"
            )
        problems.begin(file.label, first)
        yield reading.done(deixis=self.deixis)
