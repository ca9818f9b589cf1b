"""A job: an engine processes items, and each part is written completely before the next
one begins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, NamedTuple

from coindex import __version__
from coindex.core.messages import Message
from coindex.core.protocols import Engine
from coindex.core.remedies import Action, doing
from coindex.experiment.bulk import A_PART
from coindex.experiment.bulk.items import ItemResult
from coindex.experiment.bulk.journal import JobPart, Journal
from coindex.experiment.bulk.remote import Unreachable
from coindex.experiment.bulk.resolving import STYLES, BulkResolving
from coindex.experiment.bulk.sources import Position, Sources
from coindex.experiment.bulk.storage import Folder, folder
from coindex.experiment.cache import digest
from coindex.formats.parquet import pyarrow

DOCUMENTS = "documents"
LARGEST = 64 << 20
"""The number of bytes after which a part is closed, however few documents it has."""


class JobTotals(NamedTuple):
    """Totals of all runs of a job; `done` counts the documents that were resolved, `errors` those
    that failed.

    `versions` are those of Coindex that wrote the parts: several, if it was updated before the job
    was resumed.
    """

    parts: int = 0
    done: int = 0
    errors: int = 0
    words: int = 0
    versions: tuple[str, ...] = ()

    def with_part(self, part: JobPart) -> JobTotals:
        errors = self.errors + len(part.errors)
        versions = (
            self.versions if part.version in self.versions else (*self.versions, part.version)
        )
        return JobTotals(
            self.parts + 1, self.done + part.documents, errors, self.words + part.words, versions
        )


@dataclass(frozen=True, slots=True)
class Job:
    """`output` is a folder or URL; `size` is the number of documents in a part.

    Parts depend only on the input, not on engine or interruptions: their bytes are always the same.
    """

    sources: Sources
    work: BulkResolving
    output: str
    size: int = A_PART

    def run(
        self,
        engine: Engine,
        *,
        resume: bool = False,
        watch: Callable[[ItemResult], None] = lambda _: None,
    ) -> JobTotals:
        self.sources.check()
        if self.work.style == "parquet":
            pyarrow()
        place = folder(self.output)
        journal = Journal(place)
        journal.begin(self._settings(), resume=resume)
        try:
            return self._go_on(engine, place, journal, watch)
        except Unreachable as error:
            remedy = doing(Action.RESUME, error.remedy.advice)
            raise Unreachable(
                Message("{what}; finished parts are kept", what=error.what()), remedy=remedy
            ) from error

    def _go_on(
        self, engine: Engine, place: Folder, journal: Journal, watch: Callable[[ItemResult], None]
    ) -> JobTotals:
        totals, last = JobTotals(), Position()
        for part in journal.parts():
            totals, last = totals.with_part(part), part.last
        outcomes = engine.map(self.work, self._input.items(last), lost=self.work.lost)
        try:
            for held in self._parted(outcomes, watch):
                part, content = self._part(totals.parts, held)
                if part.file:
                    place.write(part.file, content)
                journal.add(part)
                totals = totals.with_part(part)
        finally:
            journal.write_errors()
        return totals

    @property
    def sizes(self) -> list[int]:
        """The bytes of each file of the input, in the order in which they are read."""
        return [file.size for file in self._input.files]

    @property
    def _input(self) -> Sources:
        return self.sources.outside(self.output)

    def _settings(self) -> dict[str, Any]:
        pipeline, files = self.work.pipeline, self._input.files
        return {
            "version": __version__,
            "parser": pipeline.parser,
            "fragmenter": pipeline.fragmenter,
            "detector": pipeline.stated_detector,
            "resolver": pipeline.resolver,
            "style": self.work.style,
            "why": self.work.why,
            **self.work.settings,
            "prose": self.work.prose,
            "part": self.size,
            "sources": len(files),
            "input": digest(*(f"{file.name} {file.size}" for file in files)),
        }

    def _parted(
        self, outcomes: Iterator[ItemResult], watch: Callable[[ItemResult], None]
    ) -> Iterator[list[ItemResult]]:
        held: list[ItemResult] = []
        size = 0
        for outcome in outcomes:
            watch(outcome)
            held.append(outcome)
            size += _size(outcome.output)
            if len(held) >= self.size or size >= LARGEST:
                yield held
                held, size = [], 0
        if held:
            yield held

    def _part(self, number: int, held: list[ItemResult]) -> tuple[JobPart, bytes]:
        resolved = [outcome for outcome in held if not outcome.reason]
        errors = [
            {
                "id": outcome.id,
                "source": outcome.item[1],
                "number": outcome.item[2],
                "reason": outcome.reason,
            }
            for outcome in held
            if outcome.reason
        ]
        style = self.work.style
        content = self.work.packed(resolved) if resolved else b""
        file = f"{DOCUMENTS}/part-{number:06}{STYLES[style]}" if resolved else ""
        place, _, last = held[-1].item
        checksum = blake2b(content, digest_size=16).hexdigest() if resolved else ""
        words = sum(outcome.words for outcome in resolved)
        return JobPart(
            number, file, Position(place, last), len(resolved), words, checksum, errors, __version__
        ), content


def _size(output: Any) -> int:
    return len(output["document"] if isinstance(output, dict) else output or "")
