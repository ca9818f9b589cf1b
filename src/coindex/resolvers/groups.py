"""Split antecedents, over the decisions of any resolver: *Ann met Bob. They left.*

A plural pronoun refers to several entities together if one predicate, noun or coordination brings
single persons together shortly before it, and if no plural candidate is nearer. Kamp and Reyle
(1993, From Discourse to Logic, chapter 4) call this summation: the members stay entities of their
own, and the group is a new one. Eschenbach, Habel, Herweg and Rehkämper (1989, Remarks on plural
anaphora) name the reasons to group that are used here: coordination, company (*Ann with Bob*), and
the roles of one situation.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from coindex.core.annotation import Kind, Mention
from coindex.core.decision import Candidate, Decision
from coindex.core.glossary import Glossary
from coindex.language import lexicon
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import Animacy, Number
from coindex.resolvers.group_candidates import (
    JoinedFeatures,
    Set,
    Sets,
    includes_speaker,
    plural_pronoun,
    takes_group,
    takes_two,
)

GROUP_TERMS: Glossary = {
    "group: meeting": (
        "one verb brings the members of the group together: Ann met Bob, Ann spoke with Bob"
    ),
    "group: bond": "one noun brings the members of the group together: Ann's marriage to Bob",
    "group: coordination": "the members of the group are coordinated: Ann and Bob",
    "group: clauses": "the members of the group are the subjects of coordinated clauses",
    "group: arguments": "the members of the group are the subject and the object of one verb",
    "group: last two": "the members of the group are the last two persons before: the two men",
    "group again": "the pronoun refers to a group that an earlier one has formed",
}
AGAIN: Final = "group again"

CONFIDENT = 0.8
"""How probable one person must be to be *they* rather than a group."""
GROUPED = 0.6
"""How probable a group is: 6 of the 12 of 67 everyday texts are right."""


def with_groups(
    decisions: Iterable[Decision],
    expressions: Sequence[Expression],
    mentions: Sequence[Mention] | None = None,
) -> Iterator[Decision]:
    """The decisions of a resolver, with groups for plural pronouns where there is a reason.

    `mentions` are those of the decisions, if they differ from those of the expressions.
    """
    taken = list(decisions)
    if not expressions or not lexicon.words(
        expressions[0].discourse.document.language, "grammar", "together"
    ):
        return iter(taken)
    given = mentions or [expression.mention for expression in expressions]
    return _Grouping(taken, expressions, given).decisions()


class _Grouping:
    """The decisions of one document while groups are added."""

    def __init__(
        self,
        decisions: list[Decision],
        expressions: Sequence[Expression],
        mentions: Sequence[Mention],
    ) -> None:
        decided = {decision.anaphor for decision in decisions}
        undecided = (
            Decision(mention)
            for expression, mention in zip(expressions, mentions, strict=True)
            if mention not in decided and (takes_two(expression) or includes_speaker(expression))
        )
        self._decisions = [*decisions, *undecided]
        self._mention = dict(zip(expressions, mentions, strict=True))
        self._expression = dict(zip(mentions, expressions, strict=True))
        self._root: dict[Mention, Mention] = {}
        pairs: list[tuple[Expression, Expression]] = []
        for decision in decisions:
            if decision.antecedent is not None:
                self._root[decision.anaphor] = decision.antecedent
                one, other = map(self._expression.get, (decision.anaphor, decision.antecedent))
                if one is not None and other is not None:
                    pairs.append((one, other))
        self._sets = Sets(expressions, JoinedFeatures(pairs))

    def decisions(self) -> Iterator[Decision]:
        moved: dict[Mention, Mention] = {}
        """From the entity that contained a pronoun to the pronoun that is now a group."""
        latest: dict[Set, Mention] = {}
        """The latest mention of each group."""
        for decision in self._decisions:
            anaphor = self._expression.get(decision.anaphor)
            if anaphor is None or not takes_group(anaphor):
                yield decision
                continue
            entity = None if decision.antecedent is None else self._first(decision.antecedent)
            if (
                entity in moved
                and decision.antecedent is not None
                and decision.antecedent.start < moved[entity].start < decision.anaphor.start
            ):
                yield replace(decision, antecedent=moved[entity], rule=AGAIN)
                continue
            group = self._group(anaphor, decision)
            if group is None:
                if decision.antecedent is not None or decision.considered or decision.rule:
                    yield decision
                continue
            if entity is not None:
                moved[entity] = decision.anaphor
            again = latest.get(group)
            latest[group] = decision.anaphor
            if again is None:
                yield self._grouped(decision, group)
            else:
                yield replace(decision, antecedent=again, rule=AGAIN)

    def _group(self, anaphor: Expression, decision: Decision) -> Set | None:
        best = self._sets.before(anaphor)
        if best is None and decision.antecedent is None and takes_two(anaphor):
            best = self._sets.latest_two(anaphor, lambda one: self._first(self._mention[one]))
        if best is None:
            return None
        rival = None if decision.antecedent is None else self._expression.get(decision.antecedent)
        if rival is not None and (
            _bound(anaphor, rival) or self._stands(rival, decision.confidence)
        ):
            return None
        entities = {self._first(self._mention[member]) for member in best.members}
        return best if len(entities) == len(best.members) else None

    def _stands(self, rival: Expression, confidence: float | None) -> bool:
        """Whether the resolver's choice is a better antecedent than a group: it is also if the
        resolver is confident, and things are meant, or one person who may be *they*.
        """
        if plural_pronoun(rival) or rival.kind is Kind.COORDINATION:
            return True
        features = self._sets.features.of(rival)
        plural = bool(features.number & Number.PLURAL) or not features.number
        if confidence is not None and confidence >= CONFIDENT:
            return plural or bool(features.number & Number.EPICENE)
        return plural and features.animacy == Animacy.ANIMATE

    def _first(self, mention: Mention) -> Mention:
        seen = {mention}
        while (before := self._root.get(mention)) is not None and before not in seen:
            seen.add(before)
            mention = before
        return mention

    def _grouped(self, decision: Decision, group: Set) -> Decision:
        members = tuple(self._mention[member] for member in group.members)
        listed = {candidate.mention for candidate in decision.candidates}
        more = tuple(Candidate(member) for member in members if member not in listed)
        return replace(
            decision,
            antecedent=None,
            together=members,
            rule=f"group: {group.rule}",
            candidates=(*more, *decision.candidates),
            considered=decision.considered + len(more),
            agreeing=decision.agreeing + len(more),
            confidence=GROUPED,
        )


def _bound(anaphor: Expression, rival: Expression) -> bool:
    """Whether an indefinite pronoun of its own sentence binds it: *everyone says that they ...*."""
    return rival.kind is Kind.INDEFINITE and rival.sentence == anaphor.sentence
