"""Who tells a story as *I*, and the relatives of that person: *my mother*."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from coindex.core.annotation import Kind
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.agreement import Number, Person
from coindex.language.nominals.names import Name

NARRATOR = Name(())
"""Stands for *I* of who tells the story."""
LEAST = 0.005
"""The least share of *I*, *my* outside quotations among the words of a text that its narrator
tells; an author makes a few remarks.
"""


class Narration(NamedTuple):
    """What stands outside quotations in a text that *I* tells; nothing in other texts."""

    narrator: tuple[Expression, ...] = ()
    """*I*, *my*."""
    relatives: Mapping[Expression, Name] = {}
    """*My mother*; `Name((), ("my", "mother"))` stands for her."""


def narration_of(discourse: Discourse) -> Narration:
    """The narrator's pronouns and relatives, if a narrator tells most of the text."""
    document = discourse.document
    # A talk has many who say *I*.
    if any(sentence.speaker for sentence in document.sentences):
        return Narration()
    telling = tuple(
        one for one in discourse.expressions if one.quotation is None and is_first_person(one)
    )
    length = len(document.tokens)
    if not telling or len(telling) < LEAST * length:
        return Narration()
    if 2 * (telling[-1].head - telling[0].head) < length:
        return Narration()
    kin = frozenset().union(
        *(lexicon.words(document.language, "people", f"kin.{one}") for one in ("male", "female"))
    )
    relatives = {
        one: Name((), ("my", one.lemma))
        for one in discourse.expressions
        if one.lemma in kin and one.quotation is None and _is_own(one)
    }
    return Narration(telling, relatives)


def is_first_person(expression: Expression) -> bool:
    """Whether it is *I*, *me*, *my* or the like."""
    features = expression.features
    return (
        expression.pronominal
        and features.person == Person.FIRST
        and features.number != Number.PLURAL
    )


def _is_own(expression: Expression) -> bool:
    """Whether it is *my mother* or *my poor mother*, but not *my elder sister*."""
    if expression.kind is not Kind.NOMINAL or expression.features.number == Number.PLURAL:
        return False
    discourse = expression.discourse
    document, parse = discourse.document, discourse.forest
    kind = lexicon.words(document.language, "people", "name.before")
    owners = 0
    for child in parse.children[expression.head]:
        token, owner = document.tokens[child], discourse.by_head.get(child)
        if owner is not None and child < expression.head and is_first_person(owner):
            owners += 1
        elif token.relation in ("amod", "nummod", "compound") and token.form.lower() not in kind:
            return False
    return owners == 1
