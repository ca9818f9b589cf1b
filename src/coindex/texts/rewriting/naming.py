"""The words for the entities of a resolved document: names, and how they are written in the place
of a mention.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from coindex.core.annotation import Kind
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.languages import get_language
from coindex.texts.edits import Edit
from coindex.texts.rewriting import clitics, forms
from coindex.texts.rewriting.appellations import (
    Appellation,
    Owner,
    appellation,
    is_naming,
    joined,
    nearest,
)
from coindex.texts.rewriting.certainty import Evidence
from coindex.texts.rewriting.choices import Choices, Left
from coindex.texts.rewriting.phrases import definite_description, own_name, proper_name

SURE_LINK = 0.9
"""How certain every link between the nearest mention and a name elsewhere must be."""


class EntityNames(NamedTuple):
    """The name of an entity, its type, and its other names; `proper` unless it is a description."""

    name: str = ""
    type: str = ""
    aliases: tuple[str, ...] = ()
    proper: bool = False


class Namer:
    """Names the entities of one document; `members` are their expressions by the entity's id,
    `certainty` says how certain a pronoun and an anchor corefer, doubts included.
    """

    def __init__(
        self,
        discourse: Discourse,
        members: Mapping[str, Sequence[Expression]],
        entity_id: Callable[[Expression], str],
        evidence: Evidence,
        choices: Choices,
        certainty: Callable[[Expression, Expression], float],
    ) -> None:
        self._discourse, self._document = discourse, discourse.document
        self._members, self._entity_id = members, entity_id
        self._evidence, self._choices = evidence, choices
        self._certainty = certainty

    def names(self, id: str, type: str) -> EntityNames:
        """The names of an entity of this type in the document."""
        members = self._members.get(id, ())
        naming = [one for one in members if is_naming(one)]
        if not naming:
            return EntityNames()
        first = next((one for one in naming if one.kind is Kind.NAME), naming[0])
        name = self._called(members, first, "name", first)
        text = "" if isinstance(name, Left) else name.text
        proper = (proper_name(one) for one in members if one.kind is Kind.NAME)
        aliases = dict.fromkeys(one.text for one in proper if isinstance(one, Appellation))
        others = tuple(alias for alias in aliases if alias != text)
        return EntityNames(text, type, others, isinstance(name, Appellation) and name.proper)

    def name(
        self, expression: Expression, anchors: Sequence[Expression], id: str
    ) -> Appellation | Left:
        """The name for a mention, by the preceding mentions that name its entity or, for a group,
        each of its members.
        """
        if len(anchors) == 1:
            nominal = expression.kind is Kind.NOMINAL
            style = "name" if nominal else self._choices.style
            name = self._called(self._members[id], anchors[0], style, expression)
            proper = isinstance(name, Left) or name.proper or not nominal
            return name if proper else Left.NAMELESS
        parts: list[Appellation | Left] = []
        for anchor in anchors:
            members = self._members[self._entity_id(anchor)]
            parts.append(self._called(members, anchor, self._choices.style, expression))
        return joined(parts, self._document.language)

    def edits(self, expression: Expression, name: Appellation) -> tuple[Edit, ...] | Left:
        """How the text changes if a mention is replaced by a name."""
        if get_language(self._document.language).replacement == "clitics":
            return clitics.edits(expression, name)
        edit = (
            forms.nominal_edit(expression, name)
            if expression.kind is Kind.NOMINAL
            else forms.pronoun_edit(expression, name)
        )
        return edit if isinstance(edit, Left) else (edit,)

    def _called(
        self, members: Sequence[Expression], anchor: Expression, style: str, anaphor: Expression
    ) -> Appellation | Left:
        owner, generic = self._owner(anaphor), self._generic(anaphor)
        sure = [
            one
            for one in members
            if one is anchor or self._evidence.linked(one, anchor) >= SURE_LINK
        ]
        return appellation(
            sure,
            anchor,
            style,
            proper_name,
            lambda one: definite_description(one, owner, generic=generic),
            own_name,
        )

    def _generic(self, anaphor: Expression) -> bool:
        """Whether the clause of a mention is in the present tense, which expresses
        habits and laws.
        """
        return self._document.tokens[anaphor.clause.verb].feature("Tense") == "Pres"

    def _owner(self, anaphor: Expression) -> Owner:
        """The possessor of *his wife* by name, as a genitive; of *my wife* only if the same person
        still speaks.
        """

        def owner(described: Expression, token: int) -> str | Left:
            word = self._document.tokens[token]
            if word.feature("Person") in ("1", "2"):
                return word.form.lower() if described.voice == anaphor.voice else Left.NAMELESS
            possessive = self._discourse.by_head.get(token)
            language = get_language(self._document.language)
            behind = language.replacement == "clitics"
            if possessive is None or possessive is anaphor or not (language.genitive or behind):
                return Left.NAMELESS
            members = self._members.get(self._entity_id(possessive), [])
            anchor = nearest(members, possessive)
            if (
                anchor is None
                or anchor.mention.span.covers(described.mention.span)
                or self._certainty(possessive, anchor) < self._choices.min_confidence
            ):
                return Left.NAMELESS
            name = appellation(members, anchor, "name", proper_name, lambda _: Left.NAMELESS)
            if isinstance(name, Left):
                return name
            return (
                clitics.contracted("de", name.text) if behind else forms.genitive(possessive, name)
            )

        return owner
