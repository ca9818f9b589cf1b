"""Inserts omitted subjects as empty tokens before their verbs (Ferrández & Peral, ACL 2000, on
Spanish).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection

from coindex.core.document import Document, Token, features
from coindex.core.identity import by_identity
from coindex.language.lexicon import table, words
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import Forest, forest
from coindex.language.zeros.empty_tokens import Zero, inserted
from coindex.language.zeros.subjects import (
    Finite,
    SubjectKind,
    drops_subjects,
    finite_verbs,
    predicate_of,
)
from coindex.language.zeros.zero_verbs import is_finite_form, verb_from, verb_of_zero

_ADJECTIVAL = frozenset({"Masc", "Fem"})


@by_identity(4)
def with_zeros(document: Document) -> Document:
    """The document with an empty token for each omitted subject, if its language can omit subjects.

    Each stands immediately before the word with the personal ending, and has person, number and, if
    the predicate agrees with it, gender. Imperatives get none. Applying it twice changes nothing.
    """
    if not drops_subjects(document.language):
        return document
    return inserted(document, missing_subjects(forest(document)))


def with_zeros_of(document: Document, source: Document) -> Document:
    """The document with the empty tokens of another version of the same text, each
    before its verb.
    """
    return inserted(document, zeros_of(document, source))


def zeros_of(
    document: Document, source: Document, only: Collection[int] | None = None
) -> list[Zero]:
    """The empty tokens of another version of the same text, or `only` those at these positions, on
    this document's verbs.

    A zero has the person and number of its verb unless the source says otherwise.
    """
    starts = [token.start for token in document.tokens]
    parse = forest(document)
    zeros = []
    for index, token in enumerate(source.tokens):
        if not token.empty or (only is not None and index not in only):
            continue
        place = bisect_left(starts, token.start)
        if place < len(starts):
            place = verb_from(document, place)
            known = None if is_finite_form(document.tokens[place]) else verb_of_zero(source, index)
            if known is not None:
                place = verb_from(document, bisect_left(starts, source.tokens[known].start))
            verb = Finite(place, predicate_of(parse, place), SubjectKind.NULL)
            marked = dict(features(_feats(parse, verb))) | {
                n: v for n, v in features(token.feats).items() if v
            }
            feats = "|".join(f"{name}={value}" for name, value in sorted(marked.items()) if value)
            zeros.append(Zero(place, verb.predicate, feats))
    return zeros


def missing_subjects(parse: Forest) -> list[Zero]:
    tokens = parse.document.tokens
    return [
        Zero(clause.verb, clause.predicate, _feats(parse, clause))
        for clause in finite_verbs(parse)
        if clause.subject is SubjectKind.NULL
        and tokens[clause.verb].feature("Mood") != "Imp"
        and not any(
            tokens[child].empty and parse.roles[child] == Role.SUBJECT
            for child in parse.children[clause.predicate]
        )
    ]


def _feats(parse: Forest, clause: Finite) -> str:
    verb = parse.document.tokens[clause.verb]
    marked = {
        "Gender": _gender(parse, clause),
        "Number": verb.feature("Number"),
        "Person": verb.feature("Person"),
        "PronType": "Prs",
    }
    return "|".join(f"{name}={value}" for name, value in marked.items() if value)


def _gender(parse: Forest, clause: Finite) -> str:
    """The gender of an adjective or passive participle that is predicated of the subject: *estaba
    cansada*, *fue vista*.

    A noun has a gender of its own, *es un genio*, and the participle after *haber* has none.
    """
    tokens = parse.document.tokens
    children = parse.children[clause.predicate]
    copulas = words(parse.document.language, "verbs", "copula")
    predicate = tokens[clause.predicate]
    linked = any(
        parse.labels[child] in ("cop", "aux:pass") or tokens[child].lemma in copulas
        for child in children
    )
    if predicate.upos == "ADJ" or (predicate.feature("VerbForm") == "Part" and linked):
        return _gender_of(predicate, parse.document.language)
    if any(parse.labels[child] in ("obj", "ccomp") for child in children):
        return ""
    secondary = (child for child in children if parse.labels[child] == "xcomp")
    return next(
        (
            _gender_of(tokens[child], parse.document.language)
            for child in secondary
            if _agrees(tokens[child])
        ),
        "",
    )


def _agrees(token: Token) -> bool:
    return token.upos == "ADJ" or token.feature("VerbForm") == "Part"


def _gender_of(token: Token, language: str) -> str:
    """The gender by the parse or, if that leaves it open, by the ending, unless it belongs to both
    genders.
    """
    gender = token.feature("Gender")
    if gender or token.upos != "ADJ":
        return gender if gender in _ADJECTIVAL else ""
    form = token.form.lower().removesuffix("s")
    if form.endswith(tuple(words(language, "grammar", "suffix.common"))):
        return ""
    endings = {
        end: gender
        for gender, name in (("Fem", "suffix.feminine"), ("Masc", "suffix.masculine"))
        for end in words(language, "grammar", name)
    }
    return next((gender for end, gender in endings.items() if form.endswith(end)), "")


def pronoun_for(zero: Token, language: str, *, feminine: bool) -> str:
    """The subject pronoun that could replace it, empty if none is known; its own gender takes
    precedence.
    """
    gender = zero.feature("Gender") or ("Fem" if feminine else "Masc")
    row_of_zero = (zero.feature("Person"), zero.feature("Number"), gender)
    return next((row[3] for row in table(language, "subjects") if row[:3] == row_of_zero), "")
