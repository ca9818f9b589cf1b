"""Zero pronouns: omitted subjects are inserted as empty tokens before their verbs (Ferrández &
Peral, ACL 2000, on Spanish), found by their verb wherever annotators place them, and written out.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection

from coindex.core.annotation import Entity
from coindex.core.document import Document, Token, features
from coindex.core.identity import by_identity
from coindex.language.languages import get_language
from coindex.language.lexicon import table, words
from coindex.language.nominals.agreement import Gender
from coindex.language.nominals.features import features_of
from coindex.language.syntax.roles import VERBAL, Role
from coindex.language.syntax.tree import Forest, forest
from coindex.language.zeros.empty_tokens import Zero, inserted
from coindex.language.zeros.subjects import (
    Finite,
    SubjectKind,
    drops_subjects,
    finite_verbs,
    predicate_of,
)

_SKIPPED_TAGS = frozenset({"ADV", "PART"})
_PERSONAL = frozenset({"aux", "cop"})


def verb_from(document: Document, index: int) -> int:
    """The first word from `index` on after negation, clitics and adverbs; `index` itself if the
    sentence has none.

    Parts of speech decide if the document has them; otherwise the word lists of its language.
    """
    end = document.sentence_of(index).span.end if document.sentences else len(document.tokens)
    place = index
    while place < end and (
        document.tokens[place].empty or _skipped(document.tokens[place], document.language)
    ):
        place += 1
    return place if place < end else index


def _skipped(token: Token, language: str) -> bool:
    form = token.form.lower()
    if token.upos in VERBAL:
        return False
    lists = (("grammar", "clitic"), ("verbs", "clitic"), ("grammar", "preverbal"))
    return token.upos in _SKIPPED_TAGS or any(form in words(language, *name) for name in lists)


def verb_of_zero(document: Document, zero: int) -> int | None:
    """The finite verb on which an empty token depends, by its enhanced dependencies and the parse,
    or `None`.
    """
    number = document.tokens[zero].deps.partition(":")[0]
    if not number.isdecimal() or not document.sentences:
        return None
    span = document.sentence_of(zero).span
    numbered = [index for index in range(*span) if not document.tokens[index].empty]
    if not 0 < int(number) <= len(numbered):
        return None
    head = numbered[int(number) - 1]
    tokens = document.tokens
    group = [
        i
        for i in numbered
        if i == head or (tokens[i].head == head and tokens[i].relation in _PERSONAL)
    ]
    return next((index for index in group if is_finite_form(tokens[index])), None)


def is_finite_form(token: Token) -> bool:
    """Whether the parse analyses it as a verb with a personal ending."""
    return token.upos in VERBAL and (
        token.feature("VerbForm") == "Fin" or bool(token.feature("Mood"))
    )


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


def zero_words(document: Document, entity: Entity, zero: int) -> str:
    """`∅ ella`: a zero pronoun and the pronoun that could replace it, by its form and
    its entity.
    """
    genders = (
        features_of(document, mention).gender
        for mention in entity.mentions
        if not document.tokens[mention.start].empty
    )
    gender = next(filter(None, genders), 0)
    spelled = pronoun_for(
        document.tokens[zero], document.language, feminine=gender == Gender.FEMININE
    )
    return f"∅ {spelled}".rstrip()


def chain_names(document: Document, entity: Entity) -> list[str]:
    """The mentions of an entity in words."""
    return [
        " ".join(mention.text(document).split()) or zero_words(document, entity, mention.start)
        for mention in entity.mentions
    ]


def subject_place(document: Document, zero: int) -> int:
    """The first token of the verb's clitics and negation, before which its subject would be
    said: *no la ∅ ha visto* is *ella no la ha visto*.
    """
    if not document.language or not document.sentences:
        return zero
    language, tokens = get_language(document.language), document.tokens
    clitics = language.words("grammar", "clitic") | language.words("verbs", "clitic")
    passed = clitics | language.words("rewriting", "behind_subject")
    first, start = zero, document.sentence_of(zero).span.start
    while first > start and _passes(tokens[first - 1], passed):
        first -= 1
    return first


def _passes(token: Token, passed: frozenset[str]) -> bool:
    return token.empty or (
        token.form.lower() in passed and token.upos in ("PRON", "ADV", "PART", "INTJ")
    )
