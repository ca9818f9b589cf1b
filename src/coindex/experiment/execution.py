"""Executes a plan: the engine gets units of work, parts form runs, and runs form results."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Protocol

from coindex import __version__
from coindex.core import plugins, registry, spec
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.protocols import Engine, Measure, MentionBased
from coindex.experiment.cache import SCHEMA, DiskCache, digest
from coindex.experiment.conditions import OWN, Condition, EntryNames
from coindex.experiment.corpora import DescribedCorpus, Enrolled, enrolled
from coindex.experiment.plan import Plan
from coindex.experiment.results import Results
from coindex.experiment.rows import Basis, Row, rows_of
from coindex.experiment.run import Run, RunPart
from coindex.experiment.units import Done, Unit, Work
from coindex.pipeline.pipeline import AUTO


class Watcher(Protocol):
    """Receives reports on the progress of an experiment."""

    def begin(self, units: int) -> None:
        """Called first: `units` documents are to be resolved, each counted once for each run."""

    def advance(self, done: Done) -> None: ...

    def finish(self, run: Run, rows: Sequence[Row]) -> None: ...


class Silent:
    """A watcher that does nothing."""

    def begin(self, units: int) -> None: ...

    def advance(self, done: Done) -> None: ...

    def finish(self, run: Run, rows: Sequence[Row]) -> None: ...


@dataclass(frozen=True, slots=True)
class PartCounts:
    """How many parts were `computed` or `reused` from the cache, and how often each step was
    executed.

    `damaged` entries were found in the cache, and computed again.
    """

    parts: Counter[str] = field(default_factory=Counter)
    steps: Counter[str] = field(default_factory=Counter)
    damaged: list[str] = field(default_factory=list)

    def add(self, done: Done) -> None:
        self.parts["computed" if done.computed else "reused"] += 1
        self.steps.update(done.computed)
        self.damaged.extend(path for path in done.damaged if path not in self.damaged)


@dataclass(frozen=True, slots=True)
class Experiment:
    """A plan, the engine that runs its work, and the cache of finished work."""

    plan: Plan
    engine: Engine
    cache: DiskCache = field(default_factory=DiskCache)
    counts: PartCounts = field(default_factory=PartCounts, compare=False)
    problems: Problems = field(default_factory=Problems, compare=False)

    def run(self, watcher: Watcher = Silent()) -> Results:  # noqa: B008 - has no state
        """Execute the plan. The results do not depend on the engine or on interruptions."""
        corpora = enrolled(self.plan, self.cache, self.problems)
        self.counts.damaged.extend(self.cache.damaged)
        self.cache.damaged.clear()
        todo = [(corpus, condition) for corpus in corpora for condition in self._conditions(corpus)]
        able = [(corpus, condition) for corpus, condition in todo if not lacking(corpus, condition)]
        watcher.begin(sum(corpus.described.documents for corpus, _ in able))
        units = (unit for corpus, condition in able for unit in self._units(corpus, condition))
        work = Work(self.cache, self.plan.measures, self.plan.slices)
        finished = self.engine.map(work, units, lost=work.lost)
        measures = [registry.build("measures", measure) for measure in self.plan.measures]
        runs: list[Run] = []
        rows: list[Row] = []
        for corpus, condition in todo:
            run = self._collected(corpus, condition, finished, watcher)
            own = list(rows_of(basis(run, self.plan, corpus.described), measures, self.plan.slices))
            watcher.finish(run, own)
            runs.append(run)
            rows += own
        return Results(
            self.plan, tuple(corpus.described for corpus in corpora), tuple(runs), tuple(rows)
        )

    def _conditions(self, corpus: Enrolled) -> Iterator[Condition]:
        for condition in self.plan.conditions(corpus.described.name):
            if condition.detector != OWN or condition.resolver in corpus.responses:
                yield condition

    def _units(self, corpus: Enrolled, condition: Condition) -> Iterator[Unit]:
        response = corpus.responses.get(condition.resolver, {}) if condition.detector == OWN else {}
        for id, document in corpus.documents.items():
            yield Unit(condition, names(self.plan, condition, document, response.get(id, "")))

    def _collected(
        self, corpus: Enrolled, condition: Condition, finished: Iterator[Done], watcher: Watcher
    ) -> Run:
        reason = lacking(corpus, condition)
        if reason:
            return Run(condition, (), reason, self.cache)
        parts: list[RunPart] = []
        for _ in corpus.documents:
            done = next(finished)
            self.counts.add(done)
            watcher.advance(done)
            parts.append(done.part)
        nothing = parts[0].problem if all(part.problem for part in parts) else ""
        return Run(condition, tuple(parts), nothing, self.cache)


def basis(run: Run, plan: Plan, corpus: DescribedCorpus) -> Basis:
    """The data from which the rows of a run are made; a measure needs chains to have a value, or at
    least mentions.
    """

    def defined(measure: Measure) -> bool:
        mentions = (
            isinstance(measure, MentionBased) and not measure.needs_chains and corpus.mentions > 0
        )
        return not run.lacking and (corpus.chains > 0 or mentions)

    judged = [part.judged for part in run.parts]
    pairs = tuple if run.lacking else run.pairs
    return Basis(judged, corpus.signing(run.condition, plan), pairs, defined)


def lacking(corpus: Enrolled, condition: Condition) -> str:
    """The reason why a run cannot have results; empty if it can."""
    if condition.given == "gold" and not corpus.described.mentions:
        return Message("{name} has no mentions of its own", name=corpus.described.name)
    return ""


def names(plan: Plan, condition: Condition, document: str, response: str = "") -> EntryNames:
    """Names of cache entries, from content, component strings and the state of their code, so that
    the same work is done once.
    """

    def stage(before: str, **components: str) -> str:
        versions = (f"{text} {version_of(family, text)}" for family, text in components.items())
        return digest(SCHEMA, __version__, before, *components, *versions)

    parse = stage(document, parsers=condition.parser)
    if condition.detector == OWN:
        mentions, decisions = response, ""
    else:
        mentions = stage(parse, fragmenters=condition.fragmenter, detectors=condition.detector)
        if condition.detector == AUTO:
            mentions = stage(mentions, resolvers=condition.component)
        decisions = stage(mentions, resolvers=condition.component)
        if condition.corrected:
            decisions = digest(decisions, "corrected")
    measures = [f"{measure} {version_of('measures', measure)}" for measure in plan.measures]
    judged = digest(SCHEMA, __version__, parse, mentions, decisions, *measures, "by", *plan.slices)
    return EntryNames(document, parse, mentions, decisions, judged)


BELOW = ("core", "models", "language")
"""The rooms on which components of every family build."""


@cache
def version_of(family: str, component: str) -> str:
    """A digest of the code of a component string: its family's, everything it builds on, and its
    own package's.

    The version number alone is not sufficient: it stays the same while a resolver is being written.
    """
    ours = [_content(f"coindex.{room}") for room in (*BELOW, family)]
    ours += [_content(package) for package in _packages()]
    name = spec.read(component).name
    point, plugin = registry.declaration(family, name), plugins.behind(family, name)
    theirs = (
        []
        if point is None or point.module.startswith("coindex.")
        else [_content(point.module.partition(".")[0])]
    )
    theirs += [] if plugin is None else [plugin.checksum]
    return blake2b("".join([*ours, *theirs]).encode(), digest_size=8).hexdigest()


@cache
def _packages() -> list[str]:
    """The packages of languages and of models, whose word lists and weights all components use."""
    points = (*entry_points(group="coindex.languages"), *entry_points(group="coindex.models"))
    return sorted({point.module.partition(".")[0] for point in points} - {"coindex"})


@cache
def _content(module: str) -> str:
    """A digest of all files of a package, or of the one file of a module."""
    module_spec = find_spec(module)
    if module_spec is None or module_spec.origin is None:
        return module
    origin = Path(module_spec.origin)
    files = [origin] if not module_spec.submodule_search_locations else _files(origin.parent)
    hashed = blake2b(digest_size=16)
    for file in files:
        hashed.update(f"{file.relative_to(origin.parent).as_posix()}\n".encode())
        hashed.update(file.read_bytes())
    return hashed.hexdigest()


def _files(folder: Path) -> list[Path]:
    """The files of a folder, without caches and hidden files."""
    files = (
        file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts
    )
    return sorted(file for file in files if not file.name.startswith("."))
