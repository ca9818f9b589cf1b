"""Centering: the utterances of a document, the expressions that they realise and their ranking, and
the transitions between centers.

Centers as in Grosz, Joshi & Weinstein (Computational Linguistics 21, 1995), transitions as in
Brennan, Friedman & Pollard (ACL 1987). Resolvers decide with it, and texts are described by it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from enum import IntEnum
from functools import cached_property
from typing import NamedTuple

from coindex.core.document import Document
from coindex.language.discourse.discourse import Discourse, Expression, third_person
from coindex.language.nominals.agreement import clash
from coindex.language.syntax.clauses import Unit, utterances
from coindex.language.syntax.functions import Function

UNITS: dict[str, Unit] = {
    "sentence": "sentence",
    "conjoined": "conjoined",
    "tensed_clause": "tensed",
}
SEGMENTS = ("document", "paragraph")
_RANKS = {
    Function.SUBJECT: 0,
    Function.EXISTENTIAL: 0,
    Function.DIRECT_OBJECT: 1,
    Function.INDIRECT_OBJECT: 2,
    Function.AGENT: 3,
    Function.PREDICATE: 3,
    Function.POSSESSIVE: 3,
    Function.ATTRIBUTE: 3,
    Function.APPOSITION: 3,
}
_ADJUNCT = 4
"""The rank of all functions that `_RANKS` does not list."""
_QUOTES = {"“": 1, "”": -1, "«": 1, "»": -1, "``": 1, "''": -1}
"""What a mark adds to the depth; a straight mark is missing, since it opens or closes by its place.
"""


class Transition(IntEnum):
    """Transitions, best first; NONE is an utterance without a backward-looking center."""

    CONTINUE = 0
    RETAIN = 1
    SMOOTH_SHIFT = 2
    ROUGH_SHIFT = 3
    NONE = 4

    @property
    def label(self) -> str:
        return self.name.replace("_", "-")


def transition(
    before: Hashable | None, center: Hashable | None, preferred: Hashable | None
) -> Transition:
    """The transition, from the backward-looking centers of two utterances and the preferred center
    of the second (Brennan, Friedman & Pollard 1987); a center without a preceding one counts as the
    same.
    """
    if center is None:
        return Transition.NONE
    same = before is None or before == center
    if center == preferred:
        return Transition.CONTINUE if same else Transition.SMOOTH_SHIFT
    return Transition.RETAIN if same else Transition.ROUGH_SHIFT


class Realised(NamedTuple):
    """An utterance for centering: its expressions in surface order, and the index of
    its sentence.
    """

    head: int
    sentence: int
    expressions: list[Expression]
    opens: bool
    """Whether it begins a new segment."""


class Course:
    """The utterances of a document in order."""

    def __init__(self, discourse: Discourse, *, utterance: str, segment: str) -> None:
        self.discourse = discourse
        self._unit, self._segment = UNITS[utterance], segment

    @cached_property
    def utterances(self) -> list[Realised]:
        units = utterances(self.discourse.forest, unit=self._unit)
        number = {token: index for index, unit in enumerate(units) for token in unit.tokens}
        listed: list[list[Expression]] = [[] for _ in units]
        for expression in self.discourse.expressions:
            listed[number[expression.head]].append(expression)
        realised = [
            (unit, expressions)
            for unit, expressions in zip(units, listed, strict=True)
            if expressions
        ]
        result: list[Realised] = []
        before = -1
        for unit, expressions in realised:
            opens = before < 0 or self._paragraph_opens(before, unit.sentence, expressions)
            result.append(Realised(unit.head, unit.sentence, expressions, opens))
            before = unit.sentence
        return result

    def _paragraph_opens(
        self, before: int, sentence: int, expressions: Sequence[Expression]
    ) -> bool:
        """Whether a paragraph opens a segment: not if it contains a pronoun that is a subject or
        has no match in it.
        """
        sentences = self.discourse.document.sentences
        if (
            self._segment != "paragraph"
            or sentences[before].paragraph == sentences[sentence].paragraph
        ):
            return False
        return not any(
            pronoun.function is Function.SUBJECT
            or all(
                clash(pronoun.features, e.features)
                for e in expressions
                if e.number < pronoun.number
            )
            for pronoun in third_person(expressions)
        )

    def left_out(self, listed: str) -> frozenset[Expression]:
        """The expressions that enter no list, unless *all* do: predicate nominals and those in
        quotation marks.
        """
        if listed == "all":
            return frozenset()
        quoted = quoted_tokens(self.discourse.document)
        return frozenset(
            e
            for e in self.discourse.expressions
            if e.function is Function.PREDICATE or quoted[e.head]
        )


def by_function(expression: Expression) -> tuple[int, int]:
    """A sort key: subject, direct object, indirect object, other complements, adjuncts; then
    surface order.

    A coordination begins with its first conjunct and is longer, so it comes before it.
    """
    return _RANKS.get(expression.function, _ADJUNCT), expression.number


def quoted_tokens(document: Document) -> list[bool]:
    """Whether each token is in double quotation marks; a quotation ends at the latest with its
    paragraph.
    """
    inside: list[bool] = []
    depth, paragraph = 0, 0
    for sentence in document.sentences:
        if sentence.paragraph != paragraph:
            depth, paragraph = 0, sentence.paragraph
        for token in document.tokens[sentence.span.start : sentence.span.end]:
            change = _QUOTES.get(token.form, 0) or (token.form == '"') * (-1 if depth else 1)
            depth = max(0, min(1, depth + change))
            inside.append(depth > 0)
    return inside
