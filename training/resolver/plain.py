"""The features of mentions in texts that nothing parses: from their words, from lists of pronouns
and determiners (`foreign.toml`), and from tags where a corpus has them. What is unknown stays
empty, as features sometimes do in training.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from coindex.core.annotation import Kind
from coindex.core.document import UPOS, features
from coindex.language.nominals.agreement import Features, Gender, Number, Person
from coindex.language.nominals.noun_phrases import Definiteness
from coindex.language.syntax.functions import Function
from coindex.models.word_features import LetterCase, case_class
from coindex.resolvers.neural.features import (
    DEFINITENESS,
    FUNCTIONS,
    KINDS,
    MARKS,
    MODIFIERS,
    NAME_WORDS,
    PRONOUNS,
    TAGS,
    FeatureRows,
    pronoun_like,
)
from coindex.training.antecedents.items import ViewRows
from coindex.training.antecedents.spans import UNKNOWN, Labels

Span = tuple[int, int]
"""First token, and the one behind the last."""
CERTAIN_GENDER = 8
_NUMBERS = {"singular": Number.SINGULAR, "plural": Number.PLURAL}
_GENDERS = {"masculine": Gender.MASCULINE, "feminine": Gender.FEMININE}
_PERSONS = {"first": Person.FIRST, "second": Person.SECOND, "third": Person.THIRD}
_FUNCTIONS = {
    "subject": Function.SUBJECT,
    "object": Function.DIRECT_OBJECT,
    "indirect": Function.INDIRECT_OBJECT,
    "oblique": Function.OBLIQUE,
    "possessive": Function.POSSESSIVE,
}
_RELATIONS = {"SUBJ": Function.SUBJECT, "OBJ": Function.DIRECT_OBJECT, "POSS": Function.POSSESSIVE}
"""Functions by KorKor's relations."""
_OPENING, _CLOSING = frozenset("«“„"), frozenset("»”")
_TITLES = (LetterCase.TITLE, LetterCase.UPPER, LetterCase.SINGLE_UPPER, LetterCase.MIXED)


@dataclass(slots=True)
class PlainView:
    """A view of a text that has no parse."""

    sort: str
    rows: ViewRows
    labels: list[Labels]


@dataclass(slots=True)
class PlainItem:
    """A text without a parse, to learn from."""

    name: str
    corpus: str
    part: str
    views: list[PlainView]
    key: dict[str, Any] = field(default_factory=dict)


@dataclass(slots=True)
class Words:
    """A text in words. `tags`, `feats`, `lemmas` and `relations` are empty where the corpus does
    not have them; `voices` is the speaker of each word in a play; `chains` are the entities.
    """

    name: str
    language: str
    forms: list[str] = field(default_factory=list)
    sentences: list[int] = field(default_factory=list)
    paragraphs: list[int] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    feats: list[str] = field(default_factory=list)
    lemmas: list[str] = field(default_factory=list)
    relations: list[str] = field(default_factory=list)
    voices: list[str] = field(default_factory=list)
    chains: list[list[Span]] = field(default_factory=list)

    def lower(self, token: int) -> str:
        return self.forms[token].lower()

    def tag(self, token: int) -> str:
        return self.tags[token] if self.tags else ""

    def starts(self, token: int) -> bool:
        return token == 0 or self.sentences[token] != self.sentences[token - 1]

    def titled(self, token: int) -> bool:
        """Whether a capital says something: not at the start of a sentence."""
        return case_class(self.forms[token]) in _TITLES and not self.starts(token)


class PlainMention(NamedTuple):
    """What is known of a mention; `number` is that of agreement."""

    start: int
    end: int
    head: int
    kind: Kind
    person: int
    number: int
    gender: int
    definiteness: Definiteness
    function: Function


class _Determiner(NamedTuple):
    definiteness: Definiteness
    number: int
    gender: int


class _Pronoun(NamedTuple):
    kind: Kind
    person: int
    number: int
    gender: int
    function: Function


class _Lexicon(NamedTuple):
    determiners: dict[str, _Determiner]
    pronouns: dict[str, _Pronoun]
    prepositions: frozenset[str]
    adjectives: frozenset[str]


@cache
def _lexicon(language: str) -> _Lexicon:
    path = Path(__file__).with_name("foreign.toml")
    stored = tomllib.loads(path.read_text(encoding="utf-8"))[language]
    determiners = {
        form: _Determiner(Definiteness(name), _NUMBERS.get(number, 0), _GENDERS.get(gender, 0))
        for name, numbers in stored["determiners"].items()
        for number, genders in numbers.items()
        for gender, forms in genders.items()
        for form in forms.split()
    }
    pronouns = {}
    for forms, stated in stored["pronouns"].items():
        kind, person, number, gender, function = stated.split()
        for form in forms.split():
            pronouns[form] = _Pronoun(
                Kind(kind),
                _PERSONS[person],
                _NUMBERS.get(number, 0),
                _GENDERS.get(gender, 0),
                _FUNCTIONS.get(function, Function.OTHER),
            )
    return _Lexicon(
        determiners,
        pronouns,
        frozenset(stored["prepositions"].split()),
        frozenset(stored["adjectives"].split()),
    )


def plain_view(text: Words, sort: str) -> PlainView:
    """With the key's mentions alone (*given*), or with other phrases among them (*own*)."""
    entity = {span: number for number, chain in enumerate(text.chains) for span in chain}
    if sort == "own":
        # A French pronoun may look like a determiner: la trouve.
        heads = {_head(text, span) for span in entity}
        for span in _proposed(text):
            first = span[0], span[0] + 1
            taken = first in entity and _mention(text, first).kind is Kind.PERSONAL
            if span not in entity and not taken and _head(text, span) not in heads:
                entity[span] = UNKNOWN
    spans = sorted(entity, key=lambda span: (span[0], -span[1]))
    mentions = [_mention(text, span) for span in spans]
    unknown = [UNKNOWN] * len(spans)
    labels = Labels([entity[span] for span in spans], unknown, [(UNKNOWN, UNKNOWN)] * len(spans))
    rows = FeatureRows(
        np.array([_classes(text, one) for one in mentions], np.int32),
        np.array(_Marks(text).rows(mentions), np.int32).reshape(-1, len(MARKS)),
    )
    cores = [(min(250, m.head - m.start), min(250, m.end - 1 - m.head)) for m in mentions]
    return PlainView(sort, ViewRows(text.forms, _columns(text, mentions), *rows, cores), [labels])


def _proposed(text: Words) -> Iterator[Span]:
    """Pronouns, nouns by their tags or behind a determiner, and words with a capital."""
    known = _lexicon(text.language)
    for token in range(len(text.forms)):
        form, tag = text.lower(token), text.tag(token)
        after = token + 1
        if form in known.pronouns and form not in known.determiners:
            yield token, after
        elif tag in ("NOUN", "PROPN"):
            before = token - 1
            determined = before >= 0 and text.lower(before) in known.determiners
            yield (before if determined else token), after
        elif not text.tags and form in known.determiners and after < len(text.forms):
            end = after
            while end < len(text.forms) - 1 and text.lower(end) in known.adjectives:
                end += 1
            if text.forms[end].isalpha() and text.lower(end) not in known.prepositions:
                yield token, end + 1
        elif not text.tags and text.titled(token) and form.isalpha():
            yield token, after


def _head(text: Words, span: Span) -> int:
    """The noun: the last one with a tag or a capital before a preposition or comma; else the first
    word that is neither determiner nor adjective.
    """
    known = _lexicon(text.language)
    head, first = -1, -1
    for token in range(*span):
        form = text.lower(token)
        if not form[0].isalnum() or (token > span[0] and form in known.prepositions):
            if head >= 0 or first >= 0:
                break
            continue
        if text.tag(token) in ("NOUN", "PROPN", "PRON") or (not text.tags and text.titled(token)):
            head = token
        if first < 0 and form not in known.determiners and form not in known.adjectives:
            first = token
    return head if head >= 0 else first if first >= 0 else span[0]


def _mention(text: Words, span: Span) -> PlainMention:
    known = _lexicon(text.language)
    start, end = span
    head = _head(text, span)
    pronoun = known.pronouns.get(text.lower(start)) if end - start == 1 else None
    if pronoun is not None and text.tag(start) not in ("NOUN", "PROPN"):
        return PlainMention(start, end, start, *pronoun[:4], Definiteness.PRONOUN, pronoun.function)
    determiner = known.determiners.get(text.lower(start))
    tag = text.tag(head)
    named = tag == "PROPN" if text.tags else text.titled(head) and determiner is None
    number = number_of(text.feats[head]) if text.feats else 0
    definiteness = Definiteness.NAME if named else Definiteness.BARE
    return PlainMention(
        start,
        end,
        head,
        Kind.NAME if named else Kind.NOMINAL,
        Person.THIRD,
        number or (determiner.number if determiner else Number.SINGULAR if named else 0),
        determiner.gender if determiner else 0,
        determiner.definiteness if determiner else definiteness,
        _RELATIONS.get(text.relations[head] if text.relations else "", Function.OTHER),
    )


def number_of(feats: str) -> int:
    stated = features(feats).get("Number", "") if feats else ""
    return {"Sing": Number.SINGULAR, "Plur": Number.PLURAL}.get(stated, 0)


def _classes(text: Words, one: PlainMention) -> tuple[int, ...]:
    """In the order of CLASSES."""
    known = Features(one.number, one.person, one.gender)
    like = pronoun_like(one.kind, known, one.function)
    return (
        KINDS.index(one.kind),
        0,
        one.number,
        one.person,
        one.gender + CERTAIN_GENDER * (one.gender > 0),
        0,
        DEFINITENESS.index(one.definiteness),
        FUNCTIONS.index(one.function),
        PRONOUNS.index(like) if one.kind.pronominal else 0,
        int(bool(text.voices and text.voices[one.head])),
        min(5, (one.end - one.start).bit_length()),
        0,
    )


def _columns(text: Words, mentions: Sequence[PlainMention]) -> np.ndarray:
    """In the order of WORDS: of parts of speech, those that tags or mentions tell."""
    known = _lexicon(text.language)
    heads, edges = [0] * len(text.forms), [0] * len(text.forms)
    tags = [text.tag(token) for token in range(len(text.forms))]
    for one in mentions:
        heads[one.head] = 1 + KINDS.index(one.kind)
        edges[one.start] |= 1
        edges[one.end - 1] |= 2
        pronoun = "PRON" if one.kind.pronominal else "NOUN"
        tags[one.head] = tags[one.head] or ("PROPN" if one.kind is Kind.NAME else pronoun)
    rows = []
    for token, form in enumerate(text.forms):
        tag = tags[token]
        if not tag:
            lower = form.lower()
            tag = (
                "PUNCT"
                if not form[0].isalnum()
                else "DET"
                if lower in known.determiners
                else "ADP"
                if lower in known.prepositions
                else ""
            )
        new = text.paragraphs[token] != text.paragraphs[token - 1] if token else True
        begin = (2 if new else 1) if text.starts(token) else 0
        upos = TAGS.index(tag) if tag in UPOS else 0
        rows.append((upos, 0, 0, int(case_class(form)), begin, heads[token], edges[token]))
    return np.array(rows, np.uint8)


class _Marks:
    """Rows in the order of MARKS; strings are numbered as they come."""

    def __init__(self, text: Words) -> None:
        self._text = text
        self._strings: dict[object, int] = {}
        self._voices = text.voices or _quoted(text)
        self._chains: dict[str, int] = {}

    def rows(self, mentions: Sequence[PlainMention]) -> list[list[int]]:
        return [self._row(number, one) for number, one in enumerate(mentions)]

    def _row(self, number: int, one: PlainMention) -> list[int]:
        text = self._text
        content = not one.kind.pronominal
        words = [text.lower(token) for token in range(one.start, min(one.end, one.start + 40))]
        known = _lexicon(text.language)
        core = words[1:] if len(words) > 1 and words[0] in known.determiners else words
        lemma = text.lemmas[one.head] if text.lemmas else text.lower(one.head)
        tokens = range(one.start, one.end)
        named = one.kind is Kind.NAME
        names = [text.lower(token) for token in tokens if text.titled(token)] if named else []
        names = names or ([lemma] if named else [])
        skipped = {*known.determiners, *known.prepositions, lemma, text.lower(one.head)}
        modifiers = sorted({word for word in core if word.isalnum()} - skipped) if content else []
        row = dict.fromkeys(MARKS, UNKNOWN)
        row |= {
            "number": number,
            "sentence": text.sentences[one.head],
            "paragraph": text.paragraphs[one.head],
            "start": one.start,
            "end": one.end,
            "head": one.head,
            "text": self._string("text", tuple(words)) if content else UNKNOWN,
            "core": self._string("core", tuple(core)) if content else UNKNOWN,
            "lemma": self._string("lemma", lemma) if content else UNKNOWN,
            "voice": self._string("voice", self._voices[one.head]),
            "chain": self._chain(number, one, core, names),
            "construct": 0,
            "first_name": self._string("word", names[0] if names else ""),
            "last_name": self._string("word", names[-1] if names else ""),
        }
        row |= {f"name{n}": self._string("word", w) for n, w in enumerate(names[:NAME_WORDS])}
        kept = modifiers[:MODIFIERS]
        row |= {f"modifier{n}": self._string("word", word) for n, word in enumerate(kept)}
        return [row[name] for name in MARKS]

    def _chain(self, number: int, one: PlainMention, core: list[str], names: list[str]) -> int:
        """The first mention with the same name, or the same definite noun phrase."""
        if one.kind.pronominal or one.definiteness in (
            Definiteness.INDEFINITE,
            Definiteness.QUANTIFIED,
        ):
            return number
        return self._chains.setdefault(names[-1] if names else " ".join(core), number)

    def _string(self, sort: str, value: object) -> int:
        return self._strings.setdefault((sort, value), len(self._strings)) if value else UNKNOWN


def _quoted(text: Words) -> list[str]:
    """A name for each stretch between quotation marks, and for a paragraph that a dash opens."""
    voices, voice, count = [], "", 0
    for token, form in enumerate(text.forms):
        new = token == 0 or text.paragraphs[token] != text.paragraphs[token - 1]
        if new:
            voice = ""
        if form in _OPENING or (new and form in "-–—"):
            count += 1
            voice = f"speech {count}"
        voices.append(voice)
        if form in _CLOSING:
            voice = ""
    return voices
