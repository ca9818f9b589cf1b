"""Checks of chains whose mentions cannot be the same thing: by gender, number or type."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from coindex.checking.check import Remark, check
from coindex.checking.issue import Severity
from coindex.checking.subject import ChainMember, CheckedChain, Subject
from coindex.core.annotation import Kind
from coindex.core.messages import Message
from coindex.language.nominals.agreement import Animacy, Gender, Person, clash
from coindex.language.nominals.nouns import of_type

CERTAIN = 0.95
"""How certain a gender must be to count: that of *he*, *Mr* or *mother* is, that of most first
names is not.
"""
_GENDERS = frozenset({Gender.MASCULINE, Gender.FEMININE})
_FIRM = frozenset({Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE})


@check(
    "gender-conflict",
    "A chain has masculine and feminine mentions.",
    remedy="take the mention out of the chain, or split the chain",
    severity=Severity.WARNING,
    parsed=True,
)
def gender_conflicts(subject: Subject) -> Iterator[Remark]:
    for chain in subject.chains:
        yield from _against_majority(chain)


@check(
    "number-conflict",
    "A pronoun differs in number from most of its chain.",
    remedy="take the mention out of the chain, or split the chain",
    severity=Severity.NOTE,
    parsed=True,
)
def number_conflicts(subject: Subject) -> Iterator[Remark]:
    """Only pronouns of the third person are judged: a key may put *the car* and *cars* into one
    chain, and an emperor calls himself *we*.
    """
    for chain in subject.chains:
        known = [one for one in chain.members if one.features.number]
        for member in known:
            if not _firm(member) or member.features.person != Person.THIRD:
                continue
            others = [one for one in known if one is not member]
            against = [one for one in others if _number_clash(member, one)]
            if len(against) > len(others) / 2:
                message = Message("its number differs from most of chain {id}", id=chain.entity.id)
                yield Remark(member.mention, message, (against[0].mention,))


@check(
    "type-conflict",
    "A mention has another type than its chain.",
    remedy="correct the type, or take the mention out of the chain",
    severity=Severity.WARNING,
    parsed=True,
)
def type_conflicts(subject: Subject) -> Iterator[Remark]:
    """If several pronouns of a chain stand for another sort of thing, only the first is named."""
    for chain in subject.chains:
        stated = chain.entity.type
        typed = of_type(stated.lower(), 1.0)
        for member in chain.members:
            if member.type and member.type != stated:
                message = Message(
                    "its type is {type}, that of the chain {stated}",
                    type=member.type,
                    stated=stated,
                )
                yield Remark(member.mention, message)
        wrong = [one for one in chain.members if _firm(one) and _clashes(typed.animacy, one)]
        if wrong:
            person = wrong[0].features.animacy == Animacy.ANIMATE
            what = Message("a person") if person else Message("a thing")
            message = Message(
                "it stands for {what}, and the type of the chain is {stated}",
                what=what,
                stated=stated,
            )
            if len(wrong) > 1:
                message = Message(
                    "it stands for {what} ({count} more like it), and the type of the chain is "
                    "{stated}",
                    what=what,
                    count=len(wrong) - 1,
                    stated=stated,
                )
            yield Remark(wrong[0].mention, message, tuple(one.mention for one in wrong[1:]))


AGREEMENT = (gender_conflicts, number_conflicts, type_conflicts)


def _against_majority(chain: CheckedChain) -> Iterator[Remark]:
    """The mentions with another gender than most; of as many, those that come later."""
    valued = [(member, value) for member in chain.members if (value := _gender(member))]
    counted = Counter(value for _, value in valued)
    if len(counted) < 2:
        return
    usual = max(counted, key=lambda value: (counted[value], value == valued[0][1]))
    for member, value in valued:
        if value != usual and not _alternative(member, valued):
            witness = next(one.mention for one, other in valued if other == usual)
            message = (
                Message("it is masculine, and most of chain {id} feminine", id=chain.entity.id)
                if value == Gender.MASCULINE
                else Message("it is feminine, and most of chain {id} masculine", id=chain.entity.id)
            )
            yield Remark(member.mention, message, (witness,))


def _alternative(member: ChainMember, valued: Sequence[tuple[ChainMember, int]]) -> bool:
    """Whether a mention is one of two pronouns that stand together: *he or she*, *his/her*."""
    place = member.mention.start
    return any(
        0 < abs(one.mention.start - place) < 3 and _firm(one) and _firm(member) for one, _ in valued
    )


def _gender(member: ChainMember) -> int:
    features = member.features
    certain = features.gender_certainty >= CERTAIN and features.gender in _GENDERS
    natural = member.mention.kind.pronominal or features.animacy == Animacy.ANIMATE
    return features.gender if certain and natural else 0


def _firm(member: ChainMember) -> bool:
    """Whether a mention is a personal pronoun alone, whose form says what it can stand for."""
    return member.mention.kind in _FIRM and member.mention.end - member.mention.start == 1


def _number_clash(one: ChainMember, other: ChainMember) -> bool:
    return clash(one.features, other.features, persons=False) == "number"


def _clashes(animacy: int, member: ChainMember) -> bool:
    own = member.features
    return bool(
        animacy and own.animacy and not animacy & own.animacy and own.animacy_certainty == 1.0
    )
