"""A record of what a job has finished, part by part, so that the next run continues after it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field
from typing import Any

from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.core.remedies import Action, doing
from coindex.experiment.bulk.sources import Position
from coindex.experiment.bulk.storage import Folder

JOB, ERRORS, FOLDER = "job.json", "errors.jsonl", "journal"
SCHEMA, ERROR = "coindex-job/1", "coindex-error/1"
EARLIER = {"prose": False, "work": "resolve"}
"""Settings that 0.1.0 did not have, with the values that its jobs used."""


@dataclass(frozen=True, slots=True)
class JobPart:
    """Everything up to and including the item `last`. `file` holds the results, `errors` the
    reasons for failures.

    `version` is that of Coindex; 0.1.0 did not record it.
    """

    number: int
    file: str
    last: Position
    documents: int
    words: int
    checksum: str = ""
    errors: list[dict[str, Any]] = field(default_factory=list)
    version: str = "0.1.0"


class Journal:
    """A file for each part, written after the part itself: what it names exists, and what it does
    not name is ignored.
    """

    def __init__(self, folder: Folder) -> None:
        self._folder = folder

    def begin(self, settings: dict[str, Any], *, resume: bool) -> None:
        """Record the settings that determine the output: later runs must have the same.

        Settings that an earlier version of Coindex did not record, and that are not in `EARLIER`,
        are not compared; nor is the version, which each part has separately.
        """
        before = self._folder.read(JOB)
        if before is None:
            self._folder.write(JOB, _dumped({"schema": SCHEMA, **settings}, indent=1))
            return
        if not resume:
            remedy = doing(Action.RESUME, "choose another folder")
            raise CoindexError("this folder already contains a job", remedy=remedy)
        held = {**EARLIER, **json.loads(before)}
        differing = [
            name
            for name, value in settings.items()
            if name != "version" and held.get(name, value) != value
        ]
        if differing:
            what = "; ".join(
                f"{name} was {held[name]!r}, is {settings[name]!r}" for name in differing
            )
            raise CoindexError(Message("this is not the job to resume: {what}", what=what))

    def parts(self) -> Iterator[JobPart]:
        """The finished parts, read one by one, because each may have many errors."""
        for name in self._folder.names(FOLDER):
            content = self._folder.read(f"{FOLDER}/{name}")
            assert content is not None
            values = json.loads(content)
            yield JobPart(**{**values, "last": Position(*values["last"])})

    def add(self, part: JobPart) -> None:
        self._folder.write(f"{FOLDER}/{part.number:06}.json", _dumped(asdict(part)))

    def write_errors(self) -> int:
        """Write everything that was set aside as one file."""
        lines = [
            _dumped({"schema": ERROR, **error}) for part in self.parts() for error in part.errors
        ]
        self._folder.write(ERRORS, b"".join(lines))
        return len(lines)


def _dumped(value: Any, indent: int | None = None) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=indent) + "\n").encode(errors="replace")
