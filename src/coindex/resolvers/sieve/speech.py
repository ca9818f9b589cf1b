"""The pass over the first and second person: who speaks, and who is spoken to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

from coindex.core.annotation import Kind
from coindex.language.agreement import Number, Person
from coindex.language.names import normalised
from coindex.resolvers.discourse import Expression
from coindex.resolvers.sieve.scene import Proposal, Scene

LONG_TURN = 4
"""Sentences after which a *you* in a turn seldom means whoever spoke before."""
RECENT_TURNS = 2


def role_of(expression: Expression) -> str:
    """`I`, `we` or `you`; empty for other expressions."""
    features = expression.features
    if features.person == Person.FIRST:
        return "we" if features.number == Number.PLURAL else "I"
    return "you" if features.person == Person.SECOND else ""


def speakers(scene: Scene) -> Iterator[Proposal]:
    """*I*, *we* and *you* in the same mouth; *I* and who says it; *you* and who spoke before."""
    talk = _Talk(scene)
    for expression in scene.discourse.pronouns:
        role = role_of(expression)
        if role:
            if scene.open(expression):
                yield Proposal(expression, talk.antecedent(expression, role))
            talk.heard(expression, role)


class _Talk:
    """Who has said what so far; `latest` is the last *I*, *we* or *you* of each voice."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.latest: dict[tuple[str, tuple[str, int]], Expression] = {}
        self.named: dict[tuple[str, str], Expression] = {}
        sentences = scene.discourse.document.sentences
        names = [sentence.speaker for sentence in sentences]
        self.names = names
        self.parties = len({name for name in names if name})
        self.turns = [0] * len(names)
        for index, (before, name) in enumerate(pairwise(names), 1):
            self.turns[index] = self.turns[index - 1] + (before != name)
        self.previous = [""] * len(names)
        for index, (before, name) in enumerate(pairwise(names), 1):
            self.previous[index] = before if before != name else self.previous[index - 1]
        self.lengths: dict[int, int] = {}
        for turn in self.turns:
            self.lengths[turn] = self.lengths.get(turn, 0) + 1

    def heard(self, expression: Expression, role: str) -> None:
        voice = self.scene.voice(expression)
        self.latest[role, voice] = expression
        self.named[role, voice[0]] = expression
        if role == "I":
            self.scene.speaking[voice] = expression

    def antecedent(self, expression: Expression, role: str) -> Expression | None:
        same = self.latest.get((role, self.scene.voice(expression))) or self._namesake(expression, role)
        if expression.quotation is not None:
            return same or self._quoted(expression, role) or self._namesake(expression, role)
        if role != "you" or not self.names[expression.sentence]:
            return same
        return self._addressee(expression, same)

    def _quoted(self, expression: Expression, role: str) -> Expression | None:
        said = {"I": expression.speaker, "you": expression.addressee}.get(role)
        if said is not None and said is not expression and not self.scene.clash(said, expression, persons=False):
            return said
        return None

    def _namesake(self, expression: Expression, role: str) -> Expression | None:
        name = self.scene.voice(expression)[0]
        return self.named.get((role, name)) if name else None

    def _addressee(self, expression: Expression, same: Expression | None) -> Expression | None:
        turn = self.turns[expression.sentence]
        if same is not None and turn - self.turns[same.sentence] <= RECENT_TURNS:
            return same
        other = self.latest.get(("I", (self.previous[expression.sentence], -1)))
        if other is not None:
            near = turn - self.turns[other.sentence] == 1
            if (near or self.parties == 2) and self.lengths[turn] <= LONG_TURN:
                return other
        return same


def speaker_names(scene: Scene) -> Iterator[Proposal]:
    """*I* and the name by which the document calls its speaker: *NickBos*, *NICK BOS*, *Nick*."""
    called = {_words(name): name for name in {s.speaker for s in scene.discourse.document.sentences} if name}
    if not called:
        return
    by_word: dict[str, list[frozenset[str]]] = {}
    for words in called:
        for word in words:
            by_word.setdefault(word, []).append(words)
    first: dict[str, Expression] = {}
    sentences = scene.discourse.document.sentences
    waiting: dict[str, Expression] = {}
    for expression in scene.discourse.expressions:
        if role_of(expression) == "I" and expression.quotation is None:
            name = sentences[expression.sentence].speaker
            if name and name not in first:
                first[name] = expression
                if name in waiting and scene.open(expression):
                    yield Proposal(expression, waiting[name])
        elif expression.kind is Kind.NAME and expression.name.words:
            own = frozenset(expression.name.words)
            for words in by_word.get(expression.name.words[0], ()):
                if own <= words or words <= own:
                    name = called[words]
                    waiting[name] = expression
                    if name in first and scene.open(expression):
                        yield Proposal(expression, first[name])
                    break


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(normalised(word) for word in re.findall(r"[^\W\d_]?[^\WA-Z\d_]+|[A-Z]+", name))
