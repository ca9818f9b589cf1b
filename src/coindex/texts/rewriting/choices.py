"""What a rewriting may change, and the reasons why a mention is left as it is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from inspect import Parameter, signature
from typing import Any, TypedDict

from coindex.core.errors import CoindexError, WrongType, suggestion
from coindex.core.messages import Message

KINDS = ("pronouns", "nominals", "zeros")
"""What can be made explicit: pronouns of the third person, definite descriptions
(*the firm*), subjects that are left out.
"""
ONLY = ("all", "ambiguous", "far")
STYLES = ("name", "description")
REPEATS = ("sentence", "clause", "any")
SURE = 0.85
"""The certainty below which a mention is left as it is: above it, 97 in 100 names are right on GUM
dev and LitBank dev, 95 in everyday texts kept from training (`benchmarks/rewriting.py`).
"""

_KEYWORD = Parameter.KEYWORD_ONLY


class Left(StrEnum):
    """A reason why a mention stays as it is."""

    OPEN = "it is not resolved"
    UNSURE = "its antecedent is not certain enough"
    QUOTED = "it is inside a quotation"
    NAMED = "its sentence names the entity already"
    NAMELESS = "nothing before it names the entity"
    BOUND = "it is bound by a quantifier"
    SUBJECT = "the subject of its clause is the same"
    EARLIER = "a pronoun before it in the sentence stays"
    REFLEXIVE = "it is a reflexive or reciprocal"
    DEMONSTRATIVE = "it may stand for something that was said, not for a thing"
    AGREEMENT = "the name would not agree"
    FORM = "no name fits in its place"
    CLEAR = "nothing else agrees with it"
    NEAR = "the entity is named shortly before"
    INFORMATIVE = "it says more than the name"
    CLITIC = "no noun can stand in for a clitic"


@dataclass(frozen=True, slots=True)
class Choices:
    """What to rewrite, and how."""

    kinds: Sequence[str] = ("pronouns", "zeros")
    """Which mentions are made explicit: *pronouns*, *nominals*, *zeros*."""
    min_confidence: float = SURE
    """A mention whose antecedent is less certain than this is left as it is."""
    only: str = "all"
    """*ambiguous*: only where something else agrees with the mention, too. *far*: only where the
    entity was not named in this sentence and the two before.
    """
    style: str = "name"
    """Whether an entity is called by its proper name (*name*) or, where it has one, by
    its description (*description*).
    """
    quotations: bool = False
    """Whether quotations are rewritten, too."""
    repeat: str = "sentence"
    """A mention is left as it is where its *sentence*, or its *clause*, names the entity
    already; *any*: it never is for that reason.
    """

    def __post_init__(self) -> None:
        if isinstance(self.kinds, str):
            raise CoindexError(
                Message('kinds is {kinds!r}, not a list such as ["pronouns"]', kinds=self.kinds)
            )
        for kind in self.kinds:
            _check("kind of mentions", kind, KINDS)
        _check("value of only", self.only, ONLY)
        _check("style", self.style, STYLES)
        _check("value of repeat", self.repeat, REPEATS)
        if not 0 <= self.min_confidence <= 1:
            raise CoindexError(
                Message(
                    "min_confidence is {min_confidence}, not from 0 to 1",
                    min_confidence=self.min_confidence,
                )
            )


class ChoiceOptions(TypedDict, total=False):
    """The fields of `Choices` as keywords."""

    kinds: Sequence[str]
    min_confidence: float
    only: str
    style: str
    quotations: bool
    repeat: str


def choices_of(function: Callable[..., Any], given: ChoiceOptions) -> Choices:
    """The choices in the keywords of a function; raises an error that names the function if it
    does not have one of them.
    """
    own = (one.name for one in signature(function).parameters.values() if one.kind is _KEYWORD)
    known = {*own, *(one.name for one in fields(Choices))}
    for name in given:
        if name not in known:
            raise WrongType(
                Message(
                    "{name} has no parameter {name_2!r}; {suggestion}",
                    name=function.__name__,
                    name_2=name,
                    suggestion=suggestion(name, known),
                )
            )
    return Choices(**given)


def _check(what: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise CoindexError(
            Message(
                "no {what} is called {value!r}; {suggestion}",
                what=what,
                value=value,
                suggestion=suggestion(value, known),
            )
        )
