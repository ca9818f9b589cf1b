"""The skeleton of resolvers that rank: anaphors -> candidates -> constraints ->
preferences -> select, with the trace.

A `Method` holds the steps as functions. `Ranking` runs it over one document, keeps the entities
found so far, and writes down what happened as decisions:

    ranking = Ranking(document, mentions, correct)
    method = Method(candidates, (entity_agreement(ranking.entities), binding), preferences)
    return ranking.decisions(method)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import NamedTuple

from coindex.core.annotation import Annotation, Mention
from coindex.core.decision import NOT_LISTED, Candidate, Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary
from coindex.core.protocols import Correct
from coindex.language.discourse.discourse import Discourse, Expression, discourse, third_person
from coindex.resolvers.entities import Entities

LISTED = 20
"""How many agreeing candidates a decision names; it counts the rest. With 0 it names every
candidate.
"""
EXAMPLES = 3
"""How many of the candidates that a feature drops a decision names as examples."""
MOST = 300
"""How many expressions before an anaphor are considered, whatever the window: a bound for texts
whose sentences never end. Five sentences of 200 words have fewer.
"""

RANKING_TERMS: Glossary = {
    "highest score": (
        "the candidate whose preferences have the highest sum; among equals, the nearest"
    ),
    "only candidate": "no other candidate passed the constraints",
    "no candidate": "no candidate passed the constraints, so the anaphor is left open",
    NOT_LISTED: "candidates that agree, but are too many to be named one by one",
}
"""Explanations of the names that every ranking uses; a resolver adds them to its own glossary."""

Factors = tuple[tuple[str, float], ...]
Candidates = Callable[[Expression], Iterable[Expression]]
Constraint = Callable[[Expression, Expression], str]
"""A function from anaphor and candidate to the name of what forbids the link, or the
empty string.
"""
Preferences = Callable[[Expression, Expression], Factors]
"""A function from anaphor and candidate to what each preference adds to the candidate's score."""


class Ranked(NamedTuple):
    """A candidate that no constraint rejected."""

    expression: Expression
    score: float = 0.0
    factors: Factors = ()


class Choice(NamedTuple):
    """The antecedent and the rule that chose it; `further` are possible antecedents that the rule
    found beyond the candidates.
    """

    antecedent: Expression | None
    rule: str = ""
    further: tuple[Expression, ...] = ()


Select = Callable[[Expression, Sequence[Ranked]], Choice]


def indifferent(anaphor: Expression, candidate: Expression) -> Factors:
    """Preferences that add nothing."""
    return ()


def closeness(anaphor: Expression, candidate: Expression) -> tuple[bool, int]:
    """A key that is greater for candidates before the anaphor, and greater the nearer they are."""
    return candidate.head < anaphor.head, -abs(anaphor.head - candidate.head)


def highest(anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
    """The candidate with the highest score; among equals, the nearest preceding one."""
    if not ranked:
        return Choice(None, "no candidate")
    best = max(ranked, key=lambda item: (item.score, closeness(anaphor, item.expression)))
    return Choice(best.expression, "only candidate" if len(ranked) == 1 else "highest score")


@dataclass(frozen=True, slots=True)
class Method:
    """How an anaphor is resolved. Constraints apply in order; the
    first is morphological agreement.
    """

    candidates: Candidates
    constraints: tuple[Constraint, ...]
    preferences: Preferences = indifferent
    select: Select = highest


class Ranking:
    """A document while it is resolved; `links` are anaphors and antecedents so far, corrected if
    `correct` is given.

    Decisions name `listed` agreeing candidates; if it is 0, all candidates, including those that do
    not agree.
    """

    def __init__(
        self,
        document: Document,
        mentions: Annotation,
        correct: Correct | None = None,
        *,
        listed: int = LISTED,
    ) -> None:
        self.discourse: Discourse = discourse(document, mentions)
        self.entities = Entities()
        self.links: list[tuple[Expression, Expression]] = []
        self._correct, self._listed = correct, listed

    def decisions(
        self, method: Method, anaphors: Iterable[Expression] | None = None
    ) -> Iterator[Decision]:
        """One decision for each anaphor, by default for each pronoun of the third person."""
        for anaphor in third_person(self.discourse.expressions) if anaphors is None else anaphors:
            yield self.decide(anaphor, method)

    def decide(self, anaphor: Expression, method: Method) -> Decision:
        dropped: Counter[str] = Counter()
        examples: list[tuple[Mention, str]] = []
        disagreeing: list[Candidate] = []
        rejected: list[Candidate] = []
        ranked: list[Ranked] = []
        agreement, further = method.constraints[0], method.constraints[1:]
        for candidate in method.candidates(anaphor):
            if reason := agreement(anaphor, candidate):
                dropped[reason] += 1
                if dropped[reason] <= EXAMPLES:
                    examples.append((candidate.mention, reason))
                if not self._listed:
                    disagreeing.append(Candidate(candidate.mention, reason))
            elif reason := _objection(further, anaphor, candidate):
                rejected.append(Candidate(candidate.mention, reason))
            else:
                factors = method.preferences(anaphor, candidate)
                ranked.append(Ranked(candidate, sum([value for _, value in factors]), factors))
        choice = method.select(anaphor, ranked)
        ranked += map(Ranked, choice.further)
        considered = sum(dropped.values()) + len(rejected) + len(ranked)
        self.settle(anaphor, choice.antecedent)
        named = [*_best_first(anaphor, ranked), *rejected, *disagreeing]
        if self._listed:
            dropped.update(item.rejected or NOT_LISTED for item in named[self._listed :])
            del named[self._listed :]
        else:
            dropped.clear()
            examples.clear()
        return Decision(
            anaphor.mention,
            _mention(choice.antecedent),
            choice.rule,
            tuple(named),
            considered,
            len(rejected) + len(ranked),
            tuple(sorted(dropped.items())),
            examples=tuple(examples),
        )

    def settle(self, anaphor: Expression, antecedent: Expression | None) -> None:
        """Continue with this link, or with the one that `correct` returns instead."""
        if self._correct is not None:
            right = self._correct(anaphor.mention, _mention(antecedent))
            antecedent = self.discourse.by_mention.get(right) if right is not None else None
        if antecedent is not None and antecedent is not anaphor:
            self.entities.join(antecedent, anaphor)
            self.links.append((anaphor, antecedent))


def _mention(expression: Expression | None) -> Mention | None:
    return None if expression is None else expression.mention


def _objection(
    constraints: Sequence[Constraint], anaphor: Expression, candidate: Expression
) -> str:
    for constraint in constraints:
        if reason := constraint(anaphor, candidate):
            return reason
    return ""


def _best_first(anaphor: Expression, ranked: Sequence[Ranked]) -> Iterator[Candidate]:
    if len(ranked) > 1:
        ranked = sorted(
            ranked, key=lambda item: (item.score, closeness(anaphor, item.expression)), reverse=True
        )
    return (
        Candidate(item.expression.mention, factors=item.factors, score=item.score)
        for item in ranked
    )


def preceding(anaphor: Expression, *, back: int, most: int = MOST) -> Iterator[Expression]:
    """The expressions whose heads precede, nearest first: in its sentence, then in the `back`
    preceding sentences.
    """
    return islice(_preceding(anaphor, back), most)


def _preceding(anaphor: Expression, back: int) -> Iterator[Expression]:
    sentences = anaphor.discourse.sentences
    own = sentences[anaphor.sentence]
    yield from (other for other in reversed(own) if other.head < anaphor.head)
    for sentence in range(anaphor.sentence - 1, max(-1, anaphor.sentence - back - 1), -1):
        yield from reversed(sentences[sentence])
