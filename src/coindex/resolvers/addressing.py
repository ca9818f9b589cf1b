"""What conversations say about names: who answers to a name, and whom a speaker calls so.

Who is called *Edward* and answers as *Mr. Dale* has both names. Who says *Edward* is somebody else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import NamedTuple

from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.names import Name
from coindex.resolvers.narrator import NARRATOR, is_first_person

NEAR = 2
"""How many sentences after a speech its answer begins at most."""


class Addressing(NamedTuple):
    """Counts by the names of people."""

    answers: Mapping[Name, Counter[Name]]
    """For a name that somebody is called, the names of those who answer or have just spoken, as the
    story calls them.
    """
    uses: Mapping[tuple[Name, Name], int]
    """How often who is named first says the second name."""
    spoken: Mapping[Name, float]
    """The share of mentions of a name that stand in quotations."""


NOTHING_SAID = Addressing({}, {}, {})


class _Utterance:
    """What one person says without a break, with the names beside it and in it."""

    def __init__(self, start: int) -> None:
        self.start = self.end = start
        self.speaker: Name | None = None
        self.addressee: Name | None = None
        self.vocatives: set[Name] = set()
        self.names: set[Name] = set()

    @property
    def only_vocative(self) -> Name | None:
        return next(iter(self.vocatives)) if len(self.vocatives) == 1 else None


def addressing(discourse: Discourse, names: Mapping[Expression, Name]) -> Addressing:
    """The evidence of all quotations; `names` are the names of people."""
    answers: dict[Name, Counter[Name]] = {}
    uses: Counter[tuple[Name, Name]] = Counter()
    utterances = _utterances(discourse, names)
    for one in utterances:
        if one.speaker is not None:
            uses.update((one.speaker, said) for said in one.names | one.vocatives)
        if one.addressee is not None and one.only_vocative is not None:
            answers.setdefault(one.only_vocative, Counter())[one.addressee] += 1
    for before, behind in pairwise(utterances):
        if discourse.document.sentence_index(behind.start) > NEAR + (
            discourse.document.sentence_index(before.end - 1)
        ):
            continue
        for calling, other in ((before, behind), (behind, before)):
            called = calling.only_vocative
            if called is not None and other.speaker not in (None, calling.speaker):
                answers.setdefault(called, Counter())[other.speaker] += 1
    return Addressing(answers, uses, _spoken(discourse, names))


def _utterances(discourse: Discourse, names: Mapping[Expression, Name]) -> list[_Utterance]:
    """In textual order."""
    by_number: dict[int, _Utterance] = {}
    tokens = discourse.document.tokens
    for speech in discourse.quotations:
        if speech.depth:
            continue
        one = by_number.setdefault(speech.utterance, _Utterance(speech.span.start))
        one.end = max(one.end, speech.span.end)
        if speech.verb is not None:
            one.speaker = one.speaker or _name(discourse, names, speech.speaker)
            one.addressee = one.addressee or _name(discourse, names, speech.addressee)
        for token in range(*speech.span):
            expression = discourse.by_head.get(token)
            if expression is not None and expression in names:
                vocative = tokens[token].relation == "vocative"
                (one.vocatives if vocative else one.names).add(names[expression])
    return sorted(by_number.values(), key=lambda one: one.start)


def _name(discourse: Discourse, names: Mapping[Expression, Name], token: int | None) -> Name | None:
    expression = None if token is None else discourse.by_head.get(token)
    if expression is None:
        return None
    if is_first_person(expression):
        return NARRATOR if expression.quotation is None else None
    return names.get(expression)


def _spoken(discourse: Discourse, names: Mapping[Expression, Name]) -> Mapping[Name, float]:
    counts, spoken = Counter(names.values()), Counter[Name]()
    for expression, name in names.items():
        spoken[name] += expression.quotation is not None
    return {name: spoken[name] / count for name, count in counts.items()}
