"""Null-subject lines: one sentence per line, `token|tag`, where the tag of a finite verb says
whether it has a subject.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotated, Annotation
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.formats.building import Builder
from coindex.io.files import File, Files

_LINE = re.compile(r"(?:\S*\|[a-z](?: |$))+")
SUBJECTS = {"v": "explicit", "w": "null", "y": "impersonal"}


@dataclass(frozen=True)
class NullSubjects:
    """The null-subject corpus made from AnCora (read only).

    A file is one document. The tag goes to `xpos`; for finite verbs MISC says `Subject=explicit`,
    `null` or `impersonal`. A token that got lost (`|n`) is written `_`.
    """

    language: str = "es"
    """Code of the language of the documents, which the files do not state."""

    suffixes: ClassVar[tuple[str, ...]] = (".txt",)

    def recognise(self, file: File) -> float:
        lines = [line for line in file.sample().split("\n")[:20] if line]
        whole = lines[:-1] or lines
        return 0.9 if whole and all(_LINE.fullmatch(line.rstrip()) for line in whole) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in files:
            if len(files) == 1 or self.recognise(file):
                yield self._document(file, problems)

    def _document(self, file: File, problems: Problems) -> Annotated:
        builder = Builder(file.id, self.language)
        for number, line in enumerate(file.lines(problems), 1):
            column = 1
            for item in line.split(" "):
                form, bar, tag = item.rpartition("|")
                if bar and tag:
                    subject = SUBJECTS.get(tag, "")
                    builder.word(
                        form or "_", xpos=tag, misc=f"Subject={subject}" if subject else ""
                    )
                elif item.strip():
                    problems.report(
                        "not of the form token|tag",
                        path=file.label,
                        line=number,
                        column=column,
                        detail=repr(item[:40]),
                        remedy=leniently("treats it as a word without a tag"),
                    )
                    builder.word(item.strip("|") or item)
                column += len(item) + 1
            builder.end_sentence()
        if not builder.tokens:
            raise FormatError(
                "contains no sentence",
                path=file.label,
                line=1,
                remedy="a line is made of token|tag",
            )
        return Annotated(builder.document(), Annotation(file.id))
