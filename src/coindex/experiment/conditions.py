"""The conditions of a run, from corpus to resolver, and signatures: what a number depends
on, in one line.
"""

from __future__ import annotations

from typing import NamedTuple

from coindex import __version__
from coindex.core.protocols import Delegating, Measure, SingletonAware
from coindex.measures.draws import MOST_SWAPPED
from coindex.pipeline.pipeline import AUTO, DETECTOR, Pipeline

OWN = "own"
"""The detector of a run with another system's own mentions: a response read from a file."""


class ConditionGroup(NamedTuple):
    """What the compared resolvers have in common, as component strings; `corpus` is a name."""

    corpus: str
    parser: str
    fragmenter: str
    detector: str

    @property
    def given(self) -> str:
        """The mentions that a resolver got: `gold`, `detected`, or `own`: a response's, and those
        of the detector that each resolver names.
        """
        if self.detector in (OWN, AUTO):
            return OWN
        return "gold" if self.detector.partition("(")[0] == "gold" else "detected"


CORRECTED = " corrected"
"""The suffix of a component string whose resolver's errors are corrected while it runs."""


class Condition(NamedTuple):
    """Everything that a run depends on; `resolver` is a component string, or the name of a
    response.

    A component string followed by ` corrected` is SUPAR's second mode: see
    `coindex.experiment.correction`.
    """

    corpus: str
    parser: str
    fragmenter: str
    detector: str
    resolver: str

    @property
    def group(self) -> ConditionGroup:
        return ConditionGroup(*self[:4])

    @property
    def given(self) -> str:
        return self.group.given

    @property
    def found_by(self) -> str:
        """The detector; instead of `auto`, the one that the resolver names, unless that depends on
        the document.
        """
        if self.detector != AUTO:
            return self.detector
        pipeline = Pipeline(resolver=self.component)
        delegates = isinstance(pipeline.component("resolvers"), Delegating)
        return AUTO if delegates else pipeline.stated_detector

    @property
    def corrected(self) -> bool:
        return self.detector != OWN and self.resolver.endswith(CORRECTED)

    @property
    def component(self) -> str:
        """The component string of the resolver, in either mode."""
        return self.resolver.removesuffix(CORRECTED) if self.corrected else self.resolver


class EntryNames(NamedTuple):
    """The names of the cache entries of one document under one condition."""

    document: str
    parse: str
    mentions: str
    decisions: str
    judged: str


def corpus_mark(name: str, version: str, checksum: str) -> str:
    """A corpus in signatures: its name, its version if it has one, and a checksum
    that distinguishes its versions.
    """
    return f"{name}-{version}#{checksum}" if version else f"{name}#{checksum}"


class Signing(NamedTuple):
    """The common part of the signatures of one run or response.

    `corpus` is a `corpus_mark`; `options` are those that are not the default. Without `draws`,
    nothing was resampled.
    """

    corpus: str
    condition: Condition
    options: tuple[str, ...] = ()
    draws: int = 0
    seed: int = 0

    def of_row(self, measure: Measure, documents: int, *, slice: str = "") -> str:
        """The signature of one number; `slice` is the part of the documents or anaphors, as in
        `genre=manual`.
        """
        parts = [*_matching(measure), f"docs:{documents}"]
        parts += [f"slice:{slice}"] if slice else []
        found = self.condition._replace(detector=self.condition.found_by)
        return "|".join(
            [*parts, *self._material(found, self.condition.given), _answered(found), *self._end()]
        )

    def of_comparison(
        self, measure: Measure, documents: int, other: Condition, *, comparisons: int
    ) -> str:
        """The signature of a difference from another run: `ar` is the number of exchanges tried,
        `holm` the number of corrected p values.

        A response has its own mentions; the others got those that `given` names.
        """
        runs = (self.condition, other)
        shared = next((condition for condition in runs if condition.detector != OWN), runs[0])
        parts = [*_matching(measure), f"docs:{documents}", *self._material(shared, shared.given)]
        parts += [f"first:{runs[0].resolver}", f"second:{runs[1].resolver}"]
        parts += [_answered(condition) for condition in runs if condition.detector == OWN]
        tried = "exact" if documents <= MOST_SWAPPED else str(self.draws)
        return "|".join([*parts, f"ar:{tried}", f"holm:{comparisons}", *self._end()])

    def _material(self, condition: Condition, given: str) -> list[str]:
        """The input of a resolver; a response is aligned with a parse, and its mentions are its
        own.
        """
        parts = [f"corpus:{self.corpus}", f"given:{given}", f"parser:{condition.parser}"]
        parts += [f"fragmenter:{condition.fragmenter}"] if condition.detector != OWN else []
        told = (OWN,) if given == OWN else _TOLD_BY_GIVEN
        parts += [f"detector:{condition.detector}"] if condition.detector not in told else []
        return [*parts, *self.options]

    def _end(self) -> list[str]:
        drawn = [f"bs:{self.draws}", f"seed:{self.seed}"] if self.draws else []
        return [*drawn, f"v:{__version__}"]


_TOLD_BY_GIVEN = ("gold", DETECTOR)


def _matching(measure: Measure) -> list[str]:
    if not isinstance(measure, SingletonAware):
        return [f"match:{measure.view}"]
    return [f"match:{measure.view}", f"singletons:{'yes' if measure.singletons else 'no'}"]


def _answered(condition: Condition) -> str:
    return f"{'response' if condition.detector == OWN else 'resolver'}:{condition.resolver}"
