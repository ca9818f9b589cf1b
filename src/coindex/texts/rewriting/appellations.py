"""The name of an entity in running text: its most informative name, else a definite description.

A name is trusted only if it is compatible with the nearest mention: chains of resolvers may contain
two people.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from coindex.core.annotation import Kind, Mention
from coindex.language.discourse.discourse import Expression
from coindex.language.languages import get_language
from coindex.language.nominals.agreement import Animacy, Number
from coindex.language.nominals.names import Variant, variant
from coindex.language.nominals.noun_phrases import Definiteness, conjuncts
from coindex.language.syntax.functions import Function
from coindex.texts.rewriting.choices import Left


class Appellation(NamedTuple):
    """`text` as inside a sentence; `mentions` are the sources of its words.

    `short` is without what follows the noun, so that a genitive can be formed.
    """

    text: str
    mentions: tuple[Mention, ...]
    plural: bool = False
    proper: bool = False
    short: str = ""


Owner = Callable[[Expression, int], str | Left]
"""A function from a description and its possessive pronoun to the possessor in words: *Ann’s*."""
Wording = Callable[[Expression], Appellation | Left]
"""A function from a mention to its name for the entity."""


def is_explicit(expression: Expression) -> bool:
    """Whether a mention identifies its referent by itself."""
    return expression.kind in (Kind.NAME, Kind.NOMINAL, Kind.COORDINATION)


def is_naming(expression: Expression) -> bool:
    """Whether it is explicit, and neither predicated of its entity, *she is an engineer*, nor the
    speaker's name before a turn, nor *sir*.
    """
    if not is_explicit(expression) or is_label(expression):
        return False
    if expression.kind is Kind.NAME:
        return True
    called = expression.discourse.forest.labels[expression.head] == "vocative"
    return expression.function is not Function.PREDICATE and not called and not _is_bare(expression)


def _is_bare(expression: Expression) -> bool:
    """Whether it says what somebody is or becomes: *resigned as show secretary*."""
    features = expression.features
    person = features.animacy == Animacy.ANIMATE and not features.number & Number.PLURAL
    # *Mother* and *Father* are as good as names.
    named = expression.discourse.document.tokens[expression.head].form[:1].isupper()
    return person and not named and expression.definiteness is Definiteness.BARE


def is_label(expression: Expression) -> bool:
    """*LUND: Who prompts the prompter?*"""
    document, mention = expression.discourse.document, expression.mention
    return (
        mention.start == document.sentence_of(mention.start).span.start
        and mention.end < len(document.tokens)
        and document.tokens[mention.end].form == ":"
    )


def nearest(members: Sequence[Expression], anaphor: Expression) -> Expression | None:
    """The last mention before the anaphor that can name its entity."""
    before = [
        one
        for one in members
        if one.number < anaphor.number
        and is_naming(one)
        and not one.mention.span.covers(anaphor.mention.span)
    ]
    return before[-1] if before else None


def appellation(
    members: Sequence[Expression],
    anchor: Expression,
    style: str,
    name: Wording,
    phrase: Wording,
    beside: Callable[[Expression], Appellation | None] = lambda _: None,
) -> Appellation | Left:
    """The name of the entity of these members if the anchor is its nearest mention; `beside` is the
    name that stands beside a noun.
    """
    described = _described(members, anchor, name, phrase)
    if style == "description" and isinstance(described, Appellation):
        return described
    own = beside(anchor) if anchor.kind is Kind.NOMINAL else None
    return _named(members, anchor, name) or own or described


def _named(members: Sequence[Expression], anchor: Expression, name: Wording) -> Appellation | None:
    """By the most informative name among those that go together, the first one where
    several are equally informative; none, if the names of the entity contradict each other.
    """
    names = [
        one for one in members if one.kind is Kind.NAME and one.name.words and not is_label(one)
    ]
    if anchor.kind is Kind.NAME:
        # *My Bill* is not the Bill Wilson who was spoken of before.
        own = anchor.definiteness is Definiteness.POSSESSIVE
        names = [one for one in names if one is anchor or (not own and same_name(one, anchor))]
    elif anchor.kind is Kind.COORDINATION or not all(same_name(one, names[0]) for one in names[1:]):
        return None
    usable = [
        (_information(one), words) for one in names if isinstance(words := name(one), Appellation)
    ]
    return max(usable, key=lambda pair: pair[0])[1] if usable else None


def same_name(one: Expression, other: Expression) -> bool:
    """Whether two names may be those of one entity: *Ann Lee* and *Lee*, not *Ann* and *Eva*."""
    person = "person" in (one.type, other.type) or Animacy.ANIMATE in (
        one.features.animacy,
        other.features.animacy,
    )
    language = one.discourse.document.language
    relation = variant(one.name, other.name, person=person, language=language)
    return relation not in (Variant.NONE, Variant.DEMONYM)


def _information(expression: Expression) -> tuple[bool, int, bool, bool, int]:
    """A measure of informativeness: more words are more informative, a title more than none,
    initials less than a name; one of several words with one in capitals, *MR. Temple*, comes from a
    heading.
    """
    name = expression.name
    words = expression.text.split()
    capitals = len(words) > 1 and any(len(word) > 2 and word.isupper() for word in words)
    initials = len(name.words) == 1 and "".join(name.spelled).isupper()
    return (
        not capitals,
        min(len(name.words), 3),
        not initials,
        bool(name.titles),
        -expression.number,
    )


def _described(
    members: Sequence[Expression], anchor: Expression, name: Wording, phrase: Wording
) -> Appellation | Left:
    if anchor.kind is Kind.COORDINATION:
        return coordination(anchor, name, phrase)
    if anchor.kind is Kind.NOMINAL:
        return phrase(anchor)
    own = (phrase(one) for one in members if one.kind is Kind.NOMINAL and is_naming(one))
    return next((one for one in own if isinstance(one, Appellation)), Left.NAMELESS)


def coordination(expression: Expression, name: Wording, phrase: Wording) -> Appellation | Left:
    """The names of several members: *Ann and the boy*."""
    discourse = expression.discourse
    conjoined = [
        discourse.by_head.get(head) for head in conjuncts(discourse.forest, expression.head)
    ]
    members = [
        one for one in conjoined if one is not None and one.kind in (Kind.NAME, Kind.NOMINAL)
    ]
    if len(members) < max(2, len(conjoined)):
        return Left.NAMELESS
    parts = [name(one) if one.kind is Kind.NAME else phrase(one) for one in members]
    return joined(parts, discourse.document.language)


def joined(parts: Sequence[Appellation | Left], language: str) -> Appellation | Left:
    """Several appellations as one: *Ann, Bob and the boy*."""
    named = [part for part in parts if isinstance(part, Appellation)]
    spoken = get_language(language)
    word = spoken.conjunction
    if len(named) < max(2, len(parts)) or not word:
        return next((part for part in parts if isinstance(part, Left)), Left.NAMELESS)
    word = spoken.before(word, named[-1].text)
    text = f"{', '.join(one.text for one in named[:-1])} {word} {named[-1].text}"
    mentions = tuple(mention for one in named for mention in one.mentions)
    return Appellation(text, mentions, True, all(one.proper for one in named), text)
