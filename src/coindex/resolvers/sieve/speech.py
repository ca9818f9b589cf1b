"""Passes over the first and second person: speakers and addressees."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import pairwise

from coindex.core.annotation import Kind
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import Number, Person
from coindex.language.nominals.names import normalised
from coindex.language.syntax.tree import NONE
from coindex.resolvers.sieve.state import JoinProposal, State, sieve_pass

LONG_TURN = 4
"""Number of sentences after which *you* in a turn seldom refers to the previous speaker."""
RECENT_TURNS = 2
"""Number of turns after which *you* of the same speaker may refer to another person."""
_WORD = re.compile(r"[^\W\d_]?[^\WA-Z\d_]+|[A-Z]+")


def role_of(expression: Expression) -> str:
    """`I`, `we` or `you`; empty for other expressions."""
    features = expression.features
    if features.person == Person.FIRST:
        return "we" if features.number == Number.PLURAL else "I"
    return "you" if features.person & Person.SECOND else ""


@sieve_pass(
    "speaker",
    gloss=(
        "as a rule, speaker sieve: I, we and you by who speaks to whom; as a reason "
        "against a candidate: it is the speaker, who does not speak of himself or "
        "herself in the third person"
    ),
    # What is *I* for one is *you* for another.
    agreement=False,
    nesting=False,
)
def speakers(state: State) -> Iterator[JoinProposal]:
    """Link *I*, *we* and *you* of the same speaker; *I* and its speaker; *you* and the previous
    speaker.
    """
    talk = _Talk(state)
    for expression in state.discourse.pronouns:
        role = role_of(expression)
        if role:
            if state.open(expression):
                yield JoinProposal(expression, talk.antecedent(expression, role))
            talk.heard(expression, role)


class _Turns:
    """The speaker of each sentence, as the document states it."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        self.parties = len(set(filter(None, names)))
        self.number = [0] * len(names)
        self.before = [""] * len(names)
        """The previous speaker."""
        for index, (last, name) in enumerate(pairwise(names), 1):
            changes = last != name
            self.number[index] = self.number[index - 1] + changes
            self.before[index] = last if changes else self.before[index - 1]
        self._lengths = Counter(self.number)

    def short(self, sentence: int) -> bool:
        return self._lengths[self.number[sentence]] <= LONG_TURN

    def between(self, earlier: int, later: int) -> int:
        return self.number[later] - self.number[earlier]


class _Talk:
    """The speakers of *I*, *we* and *you* so far: by voice, and by the name of the
    speaker alone.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._turns = _Turns([sentence.speaker for sentence in state.discourse.document.sentences])
        self._by_voice: dict[tuple[str, tuple[str, int]], Expression] = {}
        self._by_name: dict[tuple[str, str], Expression] = {}
        self._cues = _cues(state)

    def heard(self, expression: Expression, role: str) -> None:
        voice = self._state.voice(expression)
        self._by_voice[role, voice] = expression
        if voice[0]:
            self._by_name[role, voice[0]] = expression
        if role == "I":
            self._state.speaking[voice] = expression

    def antecedent(self, expression: Expression, role: str) -> Expression | None:
        voice = self._state.voice(expression)
        same = self._by_voice.get((role, voice)) or self._by_name.get((role, voice[0]))
        if expression.quotation is not None:
            return same or self._quoted(expression, role)
        if role == "you" and self._turns.names[expression.sentence]:
            return self._addressee(expression, same)
        return same

    def _quoted(self, expression: Expression, role: str) -> Expression | None:
        """The speaker by the reporting clause."""
        party = (
            expression.speaker if role == "I" else expression.addressee if role == "you" else None
        )
        if (
            party is None
            or party is expression
            or self._state.clash(party, expression, persons=False)
        ):
            return None
        return party

    def _addressee(self, expression: Expression, same: Expression | None) -> Expression | None:
        """The last *you* of the speaker, unless that is long ago and another speaker has said *I*
        since.
        """
        turns, sentence = self._turns, expression.sentence
        if same is not None and turns.between(same.sentence, sentence) <= RECENT_TURNS:
            return same
        before = turns.before[sentence]
        other = self._by_voice.get(("I", (before, NONE))) or self._cues.get(before)
        if other is None or not turns.short(sentence):
            return same
        return other if turns.parties == 2 or turns.between(other.sentence, sentence) == 1 else same


def _cues(state: State) -> dict[str, Expression]:
    """The names at the start of turns, if the text has them: *DAN: You had them.*"""
    cues: dict[str, Expression] = {}
    for sentence, expressions in zip(
        state.discourse.document.sentences, state.discourse.sentences, strict=True
    ):
        if expressions and sentence.speaker and expressions[0].text == sentence.speaker:
            cues.setdefault(sentence.speaker, expressions[0])
    return cues


@sieve_pass(
    "speaker name",
    gloss="the first person is who the document names as the speaker",
    # *I* is of another person than a name.
    agreement=False,
    nesting=False,
)
def speaker_names(state: State) -> Iterator[JoinProposal]:
    """Link *I* and the name that the document gives its speaker: *NickBos*, *NICK BOS*, *Nick*."""
    sentences = state.discourse.document.sentences
    called = _by_word({sentence.speaker for sentence in sentences if sentence.speaker})
    if not called:
        return
    speaking: dict[str, Expression] = {}
    named: dict[str, Expression] = {}
    for expression in state.discourse.expressions:
        if expression.kind is Kind.NAME:
            name = _called(expression, called)
            if name:
                named[name] = expression
                if name in speaking and state.open(expression):
                    yield JoinProposal(expression, speaking[name])
        elif role_of(expression) == "I" and expression.quotation is None:
            name = sentences[expression.sentence].speaker
            if name not in speaking:
                speaking[name] = expression
                if name in named and state.open(expression):
                    yield JoinProposal(expression, named[name])


def _by_word(names: set[str]) -> Mapping[str, list[str]]:
    by_word: dict[str, list[str]] = {}
    for name in sorted(names):
        for word in _words(name):
            by_word.setdefault(word, []).append(name)
    return by_word


def _called(expression: Expression, called: Mapping[str, list[str]]) -> str:
    """The speaker whose name equals, contains or is contained in a name."""
    own = frozenset(expression.name.words)
    known = called.get(expression.name.given, ())
    return next((name for name in known if own <= _words(name) or _words(name) <= own), "")


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(normalised(word) for word in _WORD.findall(name))
