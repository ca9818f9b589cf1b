"""What the centering algorithms share: utterances, the expressions they realise, and how these are ranked."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from coindex.core.document import Document
from coindex.core.errors import SpecError
from coindex.language.agreement import clash
from coindex.language.clauses import Unit, utterances
from coindex.language.functions import Function
from coindex.resolvers.discourse import Discourse, Expression
from coindex.resolvers.ranking import third_person

UNITS: dict[str, Unit] = {"sentence": "sentence", "conjoined": "conjoined", "tensed_clause": "tensed"}
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
_QUOTES = {"“": 1, "”": -1, "«": 1, "»": -1, "``": 1, "''": -1}


def check(name: str, utterance: str, segment: str) -> None:
    if utterance not in UNITS:
        raise SpecError(f"{name}: utterance is one of {', '.join(UNITS)}, not {utterance!r}")
    if segment not in SEGMENTS:
        raise SpecError(f"{name}: segment is one of {', '.join(SEGMENTS)}, not {segment!r}")


class Realised(NamedTuple):
    """An utterance as centering sees it: its expressions in surface order, and where its sentence is."""

    head: int
    sentence: int
    expressions: list[Expression]
    opens: bool
    """Whether a new segment begins with it."""


class Course:
    """The utterances of a document, one after the other."""

    def __init__(self, discourse: Discourse, *, utterance: str, segment: str) -> None:
        self.discourse = discourse
        self._unit, self._segment = UNITS[utterance], segment

    @cached_property
    def utterances(self) -> list[Realised]:
        found = utterances(self.discourse.forest, unit=self._unit)
        number = {token: index for index, unit in enumerate(found) for token in unit.tokens}
        listed: list[list[Expression]] = [[] for _ in found]
        for expression in self.discourse.expressions:
            listed[number[expression.head]].append(expression)
        told = [(unit, expressions) for unit, expressions in zip(found, listed, strict=True) if expressions]
        result: list[Realised] = []
        before = -1
        for unit, expressions in told:
            opens = before < 0 or self._paragraph_opens(before, unit.sentence, expressions)
            result.append(Realised(unit.head, unit.sentence, expressions, opens))
            before = unit.sentence
        return result

    def _paragraph_opens(self, before: int, sentence: int, expressions: Sequence[Expression]) -> bool:
        """A new paragraph is a new segment unless it begins with a pronoun that is subject or matches nothing there."""
        sentences = self.discourse.document.sentences
        if self._segment != "paragraph" or sentences[before].paragraph == sentences[sentence].paragraph:
            return False
        return not any(
            pronoun.function is Function.SUBJECT
            or all(clash(pronoun.features, e.features) for e in expressions if e.number < pronoun.number)
            for pronoun in third_person(expressions)
        )

    @cached_property
    def left_out(self) -> frozenset[Expression]:
        """What is in no list: predicate nominals and what stands in quotation marks."""
        quoted = quoted_tokens(self.discourse.document)
        return frozenset(e for e in self.discourse.expressions if e.function is Function.PREDICATE or quoted[e.head])


def by_function(expression: Expression) -> tuple[int, int]:
    """Subject, direct object, indirect object, other complements, adjuncts; then surface order.

    A coordination begins with its first conjunct and is longer, so that it comes before it.
    """
    return _RANKS.get(expression.function, _ADJUNCT), expression.number


def quoted_tokens(document: Document) -> list[bool]:
    """For each token whether it stands in double quotation marks; quotations end with their paragraph."""
    found: list[bool] = []
    depth, paragraph = 0, 0
    for sentence in document.sentences:
        if sentence.paragraph != paragraph:
            depth, paragraph = 0, sentence.paragraph
        for token in document.tokens[sentence.span.start : sentence.span.end]:
            change = _QUOTES.get(token.form, 0) or (token.form == '"') * (-1 if depth else 1)
            depth = max(0, min(1, depth + change))
            found.append(depth > 0)
    return found
