"""Why a learned resolver chose an antecedent: facts that are true of two mentions, ordered by what
the scorer of pairs makes of them.

For each fact, the columns that carry it are set to *unknown* and the pair is scored again, without
the encoder: the more its log-odds fall, the more the fact spoke for the antecedent.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex.core import steps
from coindex.core.annotation import Annotation, Kind, Mention, Source, in_order
from coindex.core.decision import Candidate, Decision, Reason, ReasonedDecision
from coindex.core.document import Document
from coindex.core.messages import Message
from coindex.language import lexicon
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.agreement import (
    CERTAIN,
    UNKNOWN,
    Animacy,
    Gender,
    Number,
    Person,
    clash,
)
from coindex.language.nominals.names import different_people
from coindex.language.nominals.noun_phrases import Definiteness
from coindex.language.syntax.functions import Function
from coindex.language.syntax.tree import NONE
from coindex.models.antecedents import AntecedentModel, Ints, Vectors
from coindex.resolvers.co_arguments import CO_ARGUMENT, beside_clitic
from coindex.resolvers.constraints import binding
from coindex.resolvers.entities import Group, contradiction, persons_differ
from coindex.resolvers.entity_constraints import constraints_on, contradictory
from coindex.resolvers.neural.features import (
    CLASSES,
    DEFINITENESS,
    FUNCTIONS,
    MARKS,
    MODIFIERS,
    NAME_WORDS,
)
from coindex.resolvers.neural.reading import MentionReading, given_readings, own_reading, reading

FOR, AGAINST = 3, 2
"""How many facts are named for an antecedent, and how many against the runner-up."""
_AT_ONCE = 512
"""Pairs that are scored together."""
_NEAR = 3
"""How many sentences back other candidates are looked for."""
_OFTEN = 2
"""From how many mentions on a candidate is said to have been mentioned before."""
_APART = 20, 4, 1
"""Expressions, sentences and paragraphs between two mentions whose distance is withheld: neither
near nor out of reach, by eye.
"""
_DISTANCE = "distance"
"""Stands for the columns of places."""
_STRINGS: Final = (
    *("text", "core", "lemma", "first_name", "last_name"),
    *(f"name{place}" for place in range(NAME_WORDS)),
    *(f"modifier{place}" for place in range(MODIFIERS)),
    "chain",
)
_CONSTRUCTIONS: Final = (
    Message("an apposition"),
    Message("a predicate that says what it is"),
    Message("a relative pronoun of its clause"),
    Message("a reflexive of its subject"),
)
_GENDERS: Final = {
    Gender.MASCULINE: (Message("both masculine"), Message("masculine")),
    Gender.FEMININE: (Message("both feminine"), Message("feminine")),
}
_NUMBERS: Final = {
    Number.SINGULAR: (Message("both singular"), Message("singular")),
    Number.PLURAL: (Message("both plural"), Message("plural")),
}
_ANIMACIES: Final = {
    Animacy.ANIMATE: (Message("both people"), Message("a person")),
    Animacy.INANIMATE: (Message("neither is a person"), Message("not a person")),
}
_PERSONS: Final = {
    Person.FIRST: Message("both in the first person"),
    Person.SECOND: Message("both in the second person"),
}
_NO_PEOPLE: Final = frozenset({"animal", "organization"})
"""Types of what acts as a person does, but is none."""
_ADVISED: Final = Message("SUPAR's rules choose it")
_ROLES: Final = {
    Function.SUBJECT: Message("subject"),
    Function.DIRECT_OBJECT: Message("object"),
    Function.INDIRECT_OBJECT: Message("indirect object"),
    Function.OBLIQUE: Message("prepositional object"),
    Function.POSSESSIVE: Message("possessor"),
}
_OF_THEIR_CLAUSE: Final = frozenset({Kind.REFLEXIVE, Kind.RECIPROCAL, Kind.POSSESSIVE})
"""Pronouns whose antecedents are usually in their own clause."""
_DEFINITE: Final = frozenset({Definiteness.DEFINITE, Definiteness.DEMONSTRATIVE})
_BINDING: Final = frozenset({"principle B", "principle C", "i-within-i", "IEa", "IEb"})


class _Found(NamedTuple):
    """A fact, and the columns that carry it."""

    says: Message
    columns: tuple[str, ...] = ()


def document_reading(
    document: Document, decisions: Sequence[Decision], model: AntecedentModel, scheme: str
) -> MentionReading:
    """The reading in which the decisions were made: of the model's own mentions, or of others."""
    decided = {decision.anaphor for decision in decisions}
    given = given_readings(document, model).get(scheme)
    if given is not None and decided == {*given.mentions}:
        return given
    own = own_reading(document, model, scheme=scheme)
    if decided <= {*own.mentions}:
        return own
    mentions = Annotation(document.id, Source(), in_order([*decided]))
    return reading(document, mentions, model, scheme)


class Reasons:
    """The reasons for the decisions on one document."""

    def __init__(
        self, read: MentionReading, model: AntecedentModel, decisions: Sequence[Decision]
    ) -> None:
        self._read, self._model, self._decisions = read, model, decisions
        self._place = {mention: place for place, mention in enumerate(read.mentions)}
        self._number = {one: place for place, one in enumerate(read.expressions)}
        self._in: dict[int, list[Expression]] = {}
        for expression in read.expressions:
            self._in.setdefault(expression.sentence, []).append(expression)
        self._chain: dict[Mention, list[Mention]] = {}
        for decision in decisions:
            own = self._chain.setdefault(decision.anaphor, [decision.anaphor])
            if decision.antecedent is not None:
                other = self._chain.setdefault(decision.antecedent, [decision.antecedent])
                if other is not own:
                    other += own
                    for mention in own:
                        self._chain[mention] = other

    def decisions(self) -> Iterator[Decision]:
        """The decisions with reasons, if they are links of mentions of the reading."""
        found = []
        for place, decision in enumerate(self._decisions):
            steps.step(place, len(self._decisions))
            found.append(self._facts(decision))
        asked = [
            (self._place[decision.anaphor], self._place[mention], fact.columns)
            for decision, (facts, _) in zip(self._decisions, found, strict=True)
            for mention, _, some in facts
            for fact in some
        ]
        weights = iter(self._weights(asked))
        for decision, (facts, runner_up) in zip(self._decisions, found, strict=True):
            named: list[Reason] = []
            admitted = {(one.mention, one.admitted) for one in decision.candidates}
            for mention, speaks_for, some in facts:
                weighed = [
                    Reason(
                        mention,
                        fact.says,
                        next(weights) * (1 if speaks_for else -1),
                        speaks_for,
                        fact.columns,
                    )
                    for fact in some
                ]
                if speaks_for and (mention, "rules") in admitted:
                    weighed.append(Reason(mention, _ADVISED, self._model.rules))
                named += _best(weighed, FOR if speaks_for else AGAINST)
            yield ReasonedDecision(
                **{one.name: getattr(decision, one.name) for one in fields(Decision)},
                facts=tuple(named),
                runner_up=runner_up,
                triggers=tuple(self._triggers(decision)),
                begins=not decision.antecedents
                and self._chain[decision.anaphor][0] == decision.anaphor
                and len(self._chain[decision.anaphor]) > 1,
            )

    def _facts(
        self, decision: Decision
    ) -> tuple[list[tuple[Mention, bool, list[_Found]]], Mention | None]:
        """What speaks for the antecedent and against the runner-up, and this one."""
        chosen, anaphor = decision.antecedent, self._expression(decision.anaphor)
        facts: list[tuple[Mention, bool, list[_Found]]] = []
        if anaphor is None:
            return facts, None
        other = None if chosen is None else self._expression(chosen)
        if chosen is not None and other is not None:
            facts.append((chosen, True, [*self._speaking_for(anaphor, other)]))
        rival = self._runner_up(decision)
        if rival is not None and (second := self._expression(rival.mention)) is not None:
            against = [*_speaking_against(anaphor, second, other)]
            if other is not None and self._last(second, anaphor) < self._last(other, anaphor):
                against.append(_Found(Message("further back")))
            facts.append((rival.mention, False, against))
        return facts, None if rival is None else rival.mention

    def _expression(self, mention: Mention) -> Expression | None:
        place = self._place.get(mention)
        return None if place is None else self._read.expressions[place]

    def _runner_up(self, decision: Decision) -> Candidate | None:
        """The best candidate of another entity."""
        own = self._chain.get(decision.antecedent) if decision.antecedent else None
        others = (
            one
            for one in decision.candidates
            if one.mention in self._place
            and (own is None or self._chain.get(one.mention) is not own)
            and one.mention not in decision.together
        )
        return next(others, None)

    def _speaking_for(self, anaphor: Expression, other: Expression) -> Iterator[_Found]:
        places = [self._number[anaphor], self._number[other]]
        marks = _Marks(self._read.rows.marks[places])
        constructions = [*_of_constructions(marks)]
        yield from _of_words(anaphor, other, marks, stated=bool(constructions))
        yield from _of_agreement(anaphor, other)
        yield from _of_speech(anaphor, other)
        yield from constructions
        yield from _of_place(anaphor, other)
        if anaphor.pronominal and self._is_alone(anaphor, other):
            yield _Found(Message("nothing else near agrees with it"))
        before = [
            one
            for one in self._chain.get(self._mention(other), ())
            if one.start < anaphor.mention.start
        ]
        if len(before) > _OFTEN:
            yield _Found(Message("mentioned {count} times before", count=len(before)))

    def _last(self, member: Expression, anaphor: Expression) -> int:
        """Where the entity of a member was last mentioned before the anaphor, as far as it is
        resolved.
        """
        chain = map(self._expression, self._chain.get(self._mention(member), ()))
        heads = (one.head for one in (member, *chain) if one is not None)
        return max((head for head in heads if head < anaphor.head), default=NONE)

    def _mention(self, expression: Expression) -> Mention:
        return self._read.mentions[self._number[expression]]

    def _is_alone(self, anaphor: Expression, other: Expression) -> bool:
        """Whether something agrees with a pronoun in form, and nothing else shortly before does."""
        if clash(anaphor.features, other.features, persons=True):
            return False  # as in *I* for the name of the speaker
        chain = self._chain.get(self._mention(other), [])
        near = range(max(0, anaphor.sentence - _NEAR), anaphor.sentence + 1)
        rivals = (
            one
            for sentence in near
            for one in self._in.get(sentence, ())
            if one.head < anaphor.head and self._mention(one) not in chain
        )
        return all(clash(anaphor.features, one.features, persons=True) for one in rivals)

    def _weights(self, asked: Sequence[tuple[int, int, tuple[str, ...]]]) -> Iterator[float]:
        """By how much the log-odds of each pair fall without the columns."""
        rows = self._read.rows
        for start in range(0, len(asked), _AT_ONCE):
            some = asked[start : start + _AT_ONCE]
            pairs = np.array([(anaphor, other) for anaphor, other, _ in some], np.int64)
            flat = np.concatenate([pairs.reshape(-1), pairs.reshape(-1)])
            classes, marks = rows.classes[flat].copy(), rows.marks[flat].copy()
            for number, (_, _, columns) in enumerate(some):
                first = 2 * (len(some) + number)
                withhold(classes[first : first + 2], marks[first : first + 2], columns)
            vectors = Vectors._make(part[flat] for part in rows.vectors)
            numbers = np.arange(len(flat)).reshape(-1, 2)
            scores = self._model.pairs(vectors, classes, marks, numbers[:, 0], numbers[:, 1:])[
                :, 0
            ].astype(np.float64)
            whole, without = scores[: len(some)], scores[len(some) :]
            yield from ((whole - without) / self._model.temperature).tolist()

    # what ruled candidates out

    def _triggers(self, decision: Decision) -> Iterator[tuple[Mention, Mention]]:
        """For each entity that was ruled out, its best candidate, and the phrase for which."""
        anaphor = self._expression(decision.anaphor)
        own = self._chain.get(decision.antecedent) if decision.antecedent else None
        excluded = [own] if own is not None else []
        for candidate in decision.candidates:
            other = self._expression(candidate.mention)
            chain = self._chain.get(candidate.mention, [])
            if not candidate.rejected or anaphor is None or other is None:
                continue
            if any(chain is one for one in excluded):
                continue
            phrase = self._trigger(anaphor, other, candidate)
            if phrase is None and candidate.score > (decision.confidence or 0.0):
                phrase = candidate.mention  # without a word on it, a reader would expect this one
            if phrase is not None:
                excluded.append(chain)
                yield candidate.mention, phrase

    def _trigger(
        self, anaphor: Expression, other: Expression, candidate: Candidate
    ) -> Mention | None:
        chain = self._chain.get(candidate.mention, [candidate.mention])
        members = [other, *(one for one in map(self._expression, chain) if one is not None)]
        for member in members:
            if _excludes(anaphor, member, candidate.rejected):
                return self._mention(member)
        return None


def withhold(classes: Ints, marks: Ints, columns: Iterable[str]) -> None:
    """Set columns of a pair, the anaphor's row and the candidate's, to *unknown*."""
    for name in columns:
        if name == "function":
            classes[:, _CLASS[name]] = FUNCTIONS.index(Function.OTHER)
        elif name == "definiteness":
            classes[:, _CLASS[name]] = DEFINITENESS.index(Definiteness.BARE)
        elif name in _CLASS:
            classes[:, _CLASS[name]] = UNKNOWN
        elif name == _DISTANCE:
            _part(marks)
        else:
            marks[:, _MARK[name]] = NONE


def _part(marks: Ints) -> None:
    """Put the candidate some way before the anaphor; what else its number says stays."""
    number = _MARK["number"]
    old, new = int(marks[1, number]), int(marks[0, number]) - _APART[0]
    linked = [_MARK[name] for name in ("speaker", "addressee", "target", "chain")]
    for row in marks:
        for column in linked:
            if row[column] == old:
                row[column] = new
    for name, apart in zip(("number", "sentence", "paragraph"), _APART, strict=True):
        marks[1, _MARK[name]] = marks[0, _MARK[name]] - apart


_CLASS: Final = {name: place for place, name in enumerate(CLASSES)}
_MARK: Final = {name: place for place, name in enumerate(MARKS)}


class _Marks:
    """The marks of an anaphor and a candidate, by name."""

    def __init__(self, rows: NDArray[np.int64]) -> None:
        self._rows = rows.tolist()

    def same(self, name: str, second: str = "") -> bool:
        left, right = self._rows[0][_MARK[name]], self._rows[1][_MARK[second or name]]
        return bool(left == right and left >= 0)

    def of(self, row: int, name: str) -> int:
        return int(self._rows[row][_MARK[name]])


def _best(weighed: list[Reason], most: int) -> list[Reason]:
    """The facts that the scorer counts, those that matter most first; then those without columns;
    one that it does not count is said if there is no other.
    """
    counted = sorted((one for one in weighed if one.weight > 0), key=lambda one: -one.weight)
    uncounted = [one for one in weighed if one.weight == 0]
    named = [*counted, *uncounted][:most]
    return named or sorted(weighed, key=lambda one: -one.weight)[:1]


def _of_words(
    anaphor: Expression, other: Expression, marks: _Marks, *, stated: bool
) -> Iterator[_Found]:
    """What names and nouns have in common; `stated` if the sentence says that they are the same."""
    if anaphor.pronominal or other.pronominal:
        return
    shared = [word for word in anaphor.name.words if word in other.name.words]
    # The plainest reason comes first: who sees the same words needs no weaker one.
    if anaphor.text.lower() == other.text.lower():
        yield _Found(Message("the same words"), _STRINGS)
    elif shared:
        words = " ".join(word.capitalize() for word in shared)
        yield _Found(Message("both have the name “{words}”", words=words), _STRINGS)
    elif marks.same("lemma"):
        yield _Found(Message("the same noun, “{words}”", words=anaphor.lemma), _STRINGS)
        if other.definiteness is Definiteness.INDEFINITE and anaphor.definiteness in _DEFINITE:
            yield _Found(Message("an indefinite phrase introduces it"), ("definiteness",))
    elif marks.same("letters", "initials") or marks.same("initials", "letters"):
        yield _Found(Message("one is the initials of the other"), ("letters", "initials", "chain"))
    elif marks.same("nation"):
        yield _Found(Message("a country and its name"), ("nation", "chain"))
    elif marks.same("chain") and not stated:
        yield _Found(Message("the rules for names and nouns join them"), ("chain",))


def _of_agreement(anaphor: Expression, other: Expression) -> Iterator[_Found]:
    one, two = anaphor.features, other.features
    if one.person in _PERSONS:
        if one.person == two.person:
            yield _Found(_PERSONS[one.person], ("person",))
        return
    if other.kind is Kind.VERBAL:
        return  # what was said has neither gender nor number
    for name, values in (("gender", _GENDERS), ("number", _NUMBERS), ("animacy", _ANIMACIES)):
        value = _sure(anaphor, name)
        if value in values and value == _sure(other, name):
            columns = ("animacy", "type") if name == "animacy" else (name,)
            yield _Found(values[value][0], columns)


def _sure(expression: Expression, name: str) -> int:
    """A feature, if it is not a guess; *they* are several unless one person is meant."""
    features = expression.features
    value = int(getattr(features, name))
    if name == "number":
        return value if value == Number.SINGULAR else value & ~Number.EPICENE
    if name == "animacy" and not _shows_animacy(expression, value):
        return UNKNOWN
    certainty = getattr(features, f"{name}_certainty", 1.0)
    return value if certainty >= CERTAIN else UNKNOWN


def _shows_animacy(expression: Expression, value: int) -> bool:
    """Whether a word itself says that it means a person or none: a user's name, *the Serb* and *the
    second* do not, and a club is no person.
    """
    if value == Animacy.ANIMATE:
        return expression.type not in _NO_PEOPLE
    token = expression.discourse.document.tokens[expression.head]
    is_common = expression.kind is not Kind.NAME and token.upos == "NOUN"
    return expression.pronominal or (is_common and not _HANDLE.search(expression.text))


def _of_speech(anaphor: Expression, other: Expression) -> Iterator[_Found]:
    if anaphor.features.person == other.features.person == Person.FIRST:
        if anaphor.voice == other.voice and anaphor.voice != ("", NONE):
            yield _Found(Message("said by the same speaker"), ("voice",))
    elif anaphor.speaker is other or other.speaker is anaphor:
        yield _Found(Message("the one who says this"), ("speaker",))
    elif anaphor.addressee is other or other.addressee is anaphor:
        yield _Found(Message("the one who is spoken to"), ("addressee",))
    elif _labels(other, anaphor) or _labels(anaphor, other):
        yield _Found(Message("the name of the speaker"))


def _labels(label: Expression, speaking: Expression) -> bool:
    """Whether an expression names the speaker of the turn in which another one is *I*."""
    sentences = speaking.discourse.document.sentences
    is_first = speaking.pronominal and speaking.features.person == Person.FIRST
    speaker = sentences[speaking.sentence].speaker
    return is_first and bool(speaker) and label.text == speaker


def _of_constructions(marks: _Marks) -> Iterator[_Found]:
    for row, target in ((0, 1), (1, 0)):
        if marks.of(row, "target") == marks.of(target, "number"):
            construction = _CONSTRUCTIONS[marks.of(row, "construct") - 1]
            yield _Found(construction, ("target", "construct"))
            return


def _of_place(anaphor: Expression, other: Expression) -> Iterator[_Found]:
    """What role it has, and how far back it is."""
    back = anaphor.sentence - other.sentence
    if other.function is Function.SUBJECT and other.head < anaphor.head:
        if back > 1:
            says = Message("a subject")
        elif back == 1:
            says = Message("a subject in the sentence before")
        elif other.clause.head == anaphor.clause.head:
            says = Message("subject of its clause")
        else:
            says = Message("subject of an earlier clause")
        yield _Found(says, ("function", "governor", "clause", _DISTANCE))
        return
    role = _role(anaphor)
    if role is not None and other.function is anaphor.function and _role(other) == role:
        yield _Found(Message("in the same role, {role}", role=role), ("function",))
    if back == 0:
        yield _Found(Message("in the same sentence"), (_DISTANCE,))
    elif back == 1:
        yield _Found(Message("in the sentence before"), (_DISTANCE,))


def _role(expression: Expression) -> Message | None:
    """The role of a phrase, as far as its form confirms the parse: *last week* is no prepositional
    object, and of *le*, *me* or *a Juan* the form does not say which object it is.
    """
    function, marked = expression.function, bool(expression.preposition)
    if function is Function.OBLIQUE and not marked:
        return None
    if function in (Function.DIRECT_OBJECT, Function.INDIRECT_OBJECT):
        language = expression.discourse.document.language
        clitics = lexicon.words(language, "verbs", "clitic.accusative")
        if clitics and (marked or (expression.pronominal and expression.form not in clitics)):
            return None
    return _ROLES.get(function)


def _speaking_against(
    anaphor: Expression, rival: Expression, chosen: Expression | None
) -> Iterator[_Found]:
    one, two = anaphor.features, rival.features
    if not anaphor.pronominal and not rival.pronominal and not _shared(anaphor, rival):
        yield _Found(Message("no word in common"))
    for name, values in (("gender", _GENDERS), ("number", _NUMBERS), ("animacy", _ANIMACIES)):
        mine, theirs = _sure(anaphor, name), _sure(rival, name)
        # A value that is unknown, or stands for several, has no word to name it by.
        is_known = mine in values and theirs in values
        if is_known and not getattr(one, name) & getattr(two, name):
            says = values[theirs][1]
            if name != "animacy":
                says = Message("{theirs}, not {mine}", theirs=says, mine=values[mine][1])
            yield _Found(says, ("animacy", "type") if name == "animacy" else (name,))
    beside = rival.governor == anaphor.governor != NONE and rival.sentence == anaphor.sentence
    predicated = Function.PREDICATE in (anaphor.function, rival.function)
    if beside and anaphor.kind not in _OF_THEIR_CLAUSE and not predicated:
        yield _Found(Message("in the same clause"), ("governor", "clause"))
    if (one.person, two.person) in (
        (Person.FIRST, Person.SECOND),
        (Person.SECOND, Person.FIRST),
    ) and anaphor.voice == rival.voice:
        yield _Found(Message("the other person of the talk"), ("voice", "person"))
    # These are no reasons by themselves: they count only where the chosen one is better in them.
    if chosen is not None:
        role = _role(rival)
        if chosen.function is Function.SUBJECT is not rival.function and role is not None:
            yield _Found(Message("not a subject, but {role}", role=role), ("function",))
        if rival.sentence > anaphor.sentence or rival.head > anaphor.head:
            yield _Found(Message("it only follows"))


def _shared(one: Expression, other: Expression) -> bool:
    left, right = ({*_WORD.findall(phrase.text.lower())} for phrase in (one, other))
    return bool(left & right - _ARTICLES)


_HANDLE: Final = re.compile(r"[@_/]")
"""What names of users contain, and other phrases seldom."""
_WORD: Final = re.compile(r"\w+")
_ARTICLES: Final = frozenset({"the", "a", "an", "s", "el", "la", "los", "las", "un", "una"})


def _excludes(anaphor: Expression, member: Expression, reason: str) -> bool:
    """Whether a rule excludes that an anaphor is a member of an entity."""
    if reason in _BINDING:
        near = anaphor.sentence == member.sentence and anaphor is not member
        return near and binding(anaphor, member) == reason
    if reason in ("what happened", "quantity"):
        return True
    if reason == "person":
        mine, theirs = anaphor.features.person, member.features.person
        return bool(mine and theirs and not mine & theirs)
    if reason == CO_ARGUMENT:
        return beside_clitic(anaphor, member) or beside_clitic(member, anaphor)
    if reason in ("number", "gender", "animacy"):
        return clash(anaphor.features, member.features, certain=CERTAIN, persons=False) == reason
    language = anaphor.discourse.document.language
    one, other = Group(anaphor), Group(member)
    if reason == "persons":
        return persons_differ(one, other)
    if reason == "contradiction":
        return contradictory(constraints_on(anaphor) | constraints_on(member))
    if reason == "other person":
        named = anaphor.kind is member.kind is Kind.NAME
        return named and different_people(anaphor.name, member.name, language)
    return contradiction(one, other, language) == reason
