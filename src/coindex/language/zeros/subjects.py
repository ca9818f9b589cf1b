"""Whether a finite verb has an overt subject, omits it, or has none at all."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from coindex.core.document import Token, features
from coindex.language.languages import get_language
from coindex.language.lexicon import words
from coindex.language.syntax.clauses import NONFINITE, VerbClause
from coindex.language.syntax.roles import VERBAL, Role
from coindex.language.syntax.tree import NONE, Forest
from coindex.language.zeros.impersonal import (
    has_clausal_subject,
    is_existential,
    is_impersonal,
    tells_hour,
)


class SubjectKind(StrEnum):
    """`EXPLICIT` subjects may be clauses; `IMPERSONAL` verbs have none: *llueve*, *hay*, *se vive
    bien*.
    """

    EXPLICIT = "explicit"
    NULL = "null"
    IMPERSONAL = "impersonal"


class Finite(NamedTuple):
    """`verb` is the word with the personal ending, `predicate` the head of its clause: *ha* and
    *llegado*.
    """

    verb: int
    predicate: int
    subject: SubjectKind


SURELY_NULL, SURELY_NOT_NULL = 0.85, 0.05
"""The probabilities with which a parser must predict that a subject is omitted, or that it is not,
to overrule the tree.

Chosen on documents of AnCora that the model had not seen.
"""

_RELATIVE_CLAUSES = frozenset({"acl", "acl:relcl"})
_MISNAMED = frozenset({"obj", "obl", "dep", "dislocated"})


def drops_subjects(language: str) -> bool:
    """Whether finite clauses of the language can omit a subject pronoun."""
    return get_language(language).pro_drop


def finite_verbs(forest: Forest) -> Iterator[Finite]:
    """Every finite verb in textual order; an auxiliary represents its verb."""
    for index, token in enumerate(forest.document.tokens):
        if token.upos in VERBAL and not token.empty and is_personal(token):
            predicate = predicate_of(forest, index)
            yield Finite(index, predicate, _subject(VerbClause(forest, index, predicate)))


def is_personal(token: Token) -> bool:
    form = token.feature("VerbForm")
    return form == "Fin" if form else bool(token.feature("Mood"))


def predicate_of(forest: Forest, verb: int) -> int:
    """The predicate of an auxiliary or copula; otherwise the verb itself."""
    label, head = forest.labels[verb].partition(":")[0], forest.heads[verb]
    return head if label in ("aux", "cop") and head != NONE else verb


def null_chance(token: Token) -> float | None:
    """The probability, according to the parser, that a finite verb omits its subject; None if the
    parser gives none.
    """
    try:
        return float(features(token.misc)["NullSubject"])
    except (KeyError, ValueError):
        return None


def _subject(clause: VerbClause) -> SubjectKind:
    """The analysis of the tree, unless the parser is certain that it is wrong about an omitted
    subject.
    """
    analysis, chance = _in_tree(clause), null_chance(clause.tokens[clause.verb])
    if chance is None or analysis is SubjectKind.IMPERSONAL or _free_relative(clause):
        return analysis
    if chance > SURELY_NULL:
        return SubjectKind.NULL
    return SubjectKind.EXPLICIT if chance < SURELY_NOT_NULL else analysis


def _in_tree(clause: VerbClause) -> SubjectKind:
    if is_existential(clause) or tells_hour(clause):
        return SubjectKind.IMPERSONAL
    if clause.has_subject(clause.predicate) or _raised(clause) or _under_another_label(clause):
        return SubjectKind.EXPLICIT
    if _free_relative(clause):  # before *lo saben* counts as people in general
        return SubjectKind.EXPLICIT
    if is_impersonal(clause):
        return SubjectKind.IMPERSONAL
    return SubjectKind.EXPLICIT if has_clausal_subject(clause) else SubjectKind.NULL


def _raised(clause: VerbClause) -> bool:
    """Whether the subject is attached to an infinitive: *tiene que venir Ana*."""
    return any(
        clause.tokens[child].feature("VerbForm") in NONFINITE
        and not any(clause.label(other) == "aux" for other in clause.forest.children[child])
        and clause.has_subject(child)
        for child in clause.labelled("xcomp", "conj")
    )


def _under_another_label(clause: VerbClause) -> bool:
    """A noun phrase or relative pronoun that can only be the subject, although the parser labels it
    otherwise.
    """
    if not clause.third:
        return False
    if clause.forest.labels[clause.predicate] in _RELATIVE_CLAUSES and _relative(clause):
        return True
    return any(
        _misnamed(clause, child) for child in clause.children if _is_bare_noun(clause, child)
    )


def _relative(clause: VerbClause) -> bool:
    """Whether *que* is tagged as a conjunction, in a clause on a noun that agrees with the verb."""
    marks = [clause.form(child) for child in clause.labelled("mark")]
    return (
        len(marks) == 1
        and marks[0] in clause.words("conjunction.that")
        and _agrees(clause, clause.forest.heads[clause.predicate])
    )


def _free_relative(clause: VerbClause) -> bool:
    """Whether the subject is a clause that begins with its own subject *quien* or *quienes*:
    *quienes llegan tarde pierden el tren*, *lo saben quienes estaban*, *son ellas quienes ganan*.
    """
    return clause.third and any(
        _names_people(clause, child) and _can_be_subject(clause, child)
        for child in clause.labelled("advcl", "ccomp", "csubj", "acl")
    )


def _names_people(clause: VerbClause, child: int) -> bool:
    """Whether the clause begins with *quien* or *quienes*, as its subject, in the verb's number."""
    forest, first = clause.forest, clause.forest.left[child]
    return (
        clause.form(first) in clause.words("relative.free")
        and forest.heads[first] == child
        and forest.roles[first] in (Role.SUBJECT, Role.OUTER)
        and _agrees(clause, first)
    )


def _can_be_subject(clause: VerbClause, child: int) -> bool:
    """After a verb that takes an object and has none, the clause may be what is asked or known: *no
    saben quienes son*.
    """
    copular = clause.predicate != clause.verb and clause.label(clause.verb) == "cop"
    if clause.label(child) == "acl":
        return copular
    return (
        child < clause.verb
        or copular
        or bool(clause.labelled("obj"))
        or clause.lemma(clause.predicate) in clause.words("intransitive")
    )


def _is_bare_noun(clause: VerbClause, child: int) -> bool:
    """Whether it is a noun, name or demonstrative in the verb's number, without a preposition, and
    not a time.
    """
    token = clause.tokens[child]
    demonstrative = (
        token.upos == "PRON"
        and token.feature("PronType") == "Dem"
        and bool(token.feature("Number"))
    )
    if token.upos not in ("NOUN", "PROPN") and not demonstrative:
        return False
    if clause.label(child) not in _MISNAMED or clause.forest.cases[child] != NONE:
        return False
    return _agrees(clause, child) and clause.lemma(child) not in words(
        clause.language, "nouns", "time"
    )


def _agrees(clause: VerbClause, noun: int) -> bool:
    if noun == NONE:
        return False
    joined = any(clause.label(child) == "conj" for child in clause.forest.children[noun])
    number = clause.tokens[noun].feature("Number") or "Sing"
    return joined or number == clause.tokens[clause.verb].feature("Number")


def _misnamed(clause: VerbClause, noun: int) -> bool:
    """Whether it can be a mislabelled subject: before the verb; or after it, if the verb takes no
    object, has another one, or is passive.
    """
    accusative = clause.words("clitic.accusative") | clause.words("conjunction.that")
    taken = any(
        clause.form(child) in accusative for child in clause.labelled("obj") if child != noun
    )
    if noun < clause.verb:
        return not taken and not _asked_for(clause, noun)
    if clause.label(noun) != "obj":
        return False
    if clause.predicate == clause.verb and clause.lemma(clause.verb) in clause.words(
        "intransitive"
    ):
        return True
    own = clause.lemma(noun) in clause.words("body") or clause.lemma(
        clause.predicate
    ) in clause.words("reflexive")
    return taken or _passive(clause) or (bool(clause.reflexive) and not own)


def _asked_for(clause: VerbClause, noun: int) -> bool:
    """Whether it is questioned: *qué libro leyó*."""
    inside = (noun, *clause.forest.children[noun])
    asking = ("Int", "Exc")
    return any(clause.tokens[child].feature("PronType").startswith(asking) for child in inside)


def _passive(clause: VerbClause) -> bool:
    participle = clause.tokens[clause.predicate].feature("VerbForm") == "Part"
    return participle and any(
        clause.lemma(child) in clause.words("passive") for child in clause.labelled("aux")
    )
