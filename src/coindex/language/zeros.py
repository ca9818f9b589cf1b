"""Subjects that are left out, as empty tokens before their verbs (Ferrández & Peral, ACL 2000, on Spanish)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from coindex.core.document import ROOT, Arc, Document, Fragment, Multiword, Sentence, Span, Token, features
from coindex.core.identity import by_identity
from coindex.language.lexicon import table, words
from coindex.language.roles import Role
from coindex.language.subjects import Finite, Subject, drops_subjects, finite_verbs, predicate_of
from coindex.language.tree import NONE, Forest, forest

_ADJECTIVAL = frozenset({"Masc", "Fem"})


class Zero(NamedTuple):
    """A subject that is missing: it goes before `verb` and depends on `predicate`."""

    verb: int
    predicate: int
    feats: str


@by_identity(4)
def with_zeros(document: Document) -> Document:
    """The document with an empty token for each subject that is left out, where its language leaves subjects out.

    Each stands immediately before the word with the personal ending, and says person, number and, where the predicate
    agrees with it, gender. Imperatives get none. Done a second time, it changes nothing.
    """
    if not drops_subjects(document.language):
        return document
    return inserted(document, missing_subjects(forest(document)))


def with_zeros_of(document: Document, source: Document) -> Document:
    """The document with the empty tokens that another version of the same text has, each before the same character."""
    starts = [token.start for token in document.tokens]
    parse = forest(document)
    found = []
    for token in source.tokens:
        place = bisect_left(starts, token.start)
        if token.empty and place < len(starts):
            verb = Finite(place, predicate_of(parse, place), Subject.NULL)
            said = dict(features(_feats(parse, verb))) | {"Number": "", "Person": ""} | dict(features(token.feats))
            feats = "|".join(f"{name}={value}" for name, value in sorted(said.items()) if value)
            found.append(Zero(place, verb.predicate, feats))
    return inserted(document, found)


def missing_subjects(parse: Forest) -> list[Zero]:
    tokens = parse.document.tokens
    return [
        Zero(found.verb, found.predicate, _feats(parse, found))
        for found in finite_verbs(parse)
        if found.subject is Subject.NULL
        and tokens[found.verb].feature("Mood") != "Imp"
        and not any(
            tokens[child].empty and parse.roles[child] == Role.SUBJECT for child in parse.children[found.predicate]
        )
    ]


def _feats(parse: Forest, found: Finite) -> str:
    verb = parse.document.tokens[found.verb]
    said = {
        "Gender": _gender(parse, found),
        "Number": verb.feature("Number"),
        "Person": verb.feature("Person"),
        "PronType": "Prs",
    }
    return "|".join(f"{name}={value}" for name, value in said.items() if value)


def _gender(parse: Forest, found: Finite) -> str:
    """Of an adjective or passive participle that is predicated of the subject: *estaba cansada*, *fue vista*.

    A noun has a gender of its own, *es un genio*, and the participle after *haber* has none.
    """
    tokens = parse.document.tokens
    children = parse.children[found.predicate]
    copulas = words(parse.document.language, "verbs", "copula")
    predicate = tokens[found.predicate]
    linked = any(parse.labels[child] in ("cop", "aux:pass") or tokens[child].lemma in copulas for child in children)
    if predicate.upos == "ADJ" or (predicate.feature("VerbForm") == "Part" and linked):
        return _told(predicate)
    if any(parse.labels[child] in ("obj", "ccomp") for child in children):
        return ""
    secondary = (child for child in children if parse.labels[child] == "xcomp")
    return next((_told(tokens[child]) for child in secondary if _agrees(tokens[child])), "")


def _agrees(token: Token) -> bool:
    return token.upos == "ADJ" or token.feature("VerbForm") == "Part"


def _told(token: Token) -> str:
    gender = token.feature("Gender")
    return gender if gender in _ADJECTIVAL else ""


def pronoun_for(zero: Token, language: str, *, feminine: bool) -> str:
    """The subject pronoun that could stand in its place, empty if none is known; its own gender has the first say."""
    gender = zero.feature("Gender") or ("Fem" if feminine else "Masc")
    said = (zero.feature("Person"), zero.feature("Number"), gender)
    return next((row[3] for row in table(language, "subjects") if row[:3] == said), "")


def inserted(document: Document, zeros: Iterable[Zero]) -> Document:
    """The document with these empty tokens; all indices of tokens are adjusted."""
    ordered = sorted(zeros)
    if not ordered:
        return document
    moved = _Moved([zero.verb for zero in ordered])
    numbers = _numbers(document)
    tokens: list[Token] = []
    waiting = iter(ordered)
    zero = next(waiting, None)
    for index, token in enumerate(document.tokens):
        while zero is not None and zero.verb == index:
            deps = f"{numbers[zero.predicate]}:nsubj" if zero.predicate != NONE else ""
            tokens.append(Token(token.start, token.start, "", "", "PRON", feats=zero.feats, deps=deps, empty=True))
            zero = next(waiting, None)
        head = token.head
        tokens.append(token if head is None or head == ROOT else token._replace(head=moved.token(head)))
    return replace(
        document,
        tokens=tuple(tokens),
        sentences=tuple(map(moved.sentence, document.sentences)),
        arcs=moved.arcs(document.arcs),
    )


def _numbers(document: Document) -> list[int]:
    """The number of each word in its sentence."""
    found = [0] * len(document.tokens)
    for sentence in document.sentences:
        number = 0
        for index in range(*sentence.span):
            number += not document.tokens[index].empty
            found[index] = number
    return found


class _Moved:
    """Where tokens are once others have been put before the ones at these places."""

    def __init__(self, places: Sequence[int]) -> None:
        self._places = places

    def token(self, index: int) -> int:
        return index + bisect_left(self._places, index + 1)

    def edge(self, index: int) -> int:
        """Of a span: what is put before its first token belongs to it."""
        return index + bisect_left(self._places, index)

    def sentence(self, sentence: Sentence) -> Sentence:
        return sentence._replace(
            span=Span(self.edge(sentence.span.start), self.edge(sentence.span.end)),
            multiwords=tuple(map(self._multiword, sentence.multiwords)),
            fragments=tuple(map(self._fragment, sentence.fragments)),
        )

    def _multiword(self, multiword: Multiword) -> Multiword:
        start, end = multiword.span
        return multiword._replace(span=Span(self.token(start), self.token(end - 1) + 1))

    def _fragment(self, fragment: Fragment) -> Fragment:
        return fragment._replace(root=self.token(fragment.root), sites=tuple(map(self.token, fragment.sites)))

    def arcs(self, arcs: tuple[tuple[Arc, ...], ...]) -> tuple[tuple[Arc, ...], ...]:
        if not arcs:
            return ()
        found: list[tuple[Arc, ...]] = []
        for index, heads in enumerate(arcs):
            found += [()] * (self.token(index) - len(found))
            found.append(tuple(arc if arc.head == ROOT else arc._replace(head=self.token(arc.head)) for arc in heads))
        return tuple(found)
