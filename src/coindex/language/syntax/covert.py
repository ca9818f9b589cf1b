"""Covert subjects: which clauses have one, and what controls it."""

from __future__ import annotations

from collections.abc import Callable

from coindex.language.languages import get_language
from coindex.language.lexicon import words
from coindex.language.syntax.roles import Role
from coindex.language.syntax.structure import PRO, StructureOptions
from coindex.language.syntax.tree import NONE, Forest


def covert_subject(
    forest: Forest, token: int, options: StructureOptions, subject_of: Callable[[int], int]
) -> tuple[int, int]:
    """`PRO` and its controller (`NONE` if arbitrary), or `NONE` twice, for a predicate without a
    subject.

    Complements, adverbial and adnominal clauses, other infinitives and participles have one;
    imperatives have one of the second person; finite clauses only in pro-drop languages, where
    nothing controls it and objects do not control adverbial clauses: *lo trajo para leerlo*.
    """
    document = forest.document
    word = document.tokens[token]
    role = forest.roles[token]
    mood = word.feature("Mood")
    head = forest.heads[token]
    pro_drop = get_language(document.language).pro_drop
    if mood == "Imp" or (pro_drop and _finite(forest, token)):
        return PRO, NONE
    if forest.labels[token] == "xcomp" or role == Role.ADVERBIAL:
        return PRO, _controller(forest, token, head, options, subject_of)
    if role == Role.ADNOMINAL:
        return PRO, _adnominal(forest, token, head, subject_of)
    if mood:
        return NONE, NONE
    nonfinite = word.feature("VerbForm") in ("Inf", "Ger", "Part")
    return (PRO if nonfinite and role in (Role.COMPLEMENT, Role.SUBJECT) else NONE), NONE


def _finite(forest: Forest, token: int) -> bool:
    """Whether it is finite, by its own form or that of its auxiliary or copula."""
    tokens = forest.document.tokens
    return any(
        tokens[word].feature("Mood") and not tokens[word].empty
        for word in (token, *forest.children[token])
        if word == token or forest.labels[word].startswith(("aux", "cop"))
    )


def _controller(
    forest: Forest,
    token: int,
    head: int,
    options: StructureOptions,
    subject_of: Callable[[int], int],
) -> int:
    """The matrix object, if there is one and the verb does not have subject control; else the
    matrix subject.
    """
    if head == NONE:
        return NONE
    adjunct = forest.roles[token] == Role.ADVERBIAL
    document = forest.document
    by_subject = options.adjunct_control == "subject" or get_language(document.language).pro_drop
    if not (adjunct and by_subject):
        objects = [child for child in forest.children[head] if forest.roles[child] == Role.OBJECT]
        lemma = document.tokens[head].lemma.lower()
        if objects and lemma not in words(document.language, "syntax", "subject_control"):
            return next(
                (child for child in objects if forest.labels[child].startswith("iobj")), objects[0]
            )
    return subject_of(head)


def _adnominal(forest: Forest, token: int, head: int, subject_of: Callable[[int], int]) -> int:
    """The controller in a clause on a noun. A participle: its noun. An infinitive (*his attempt to
    leave*): the possessor, or else the matrix subject.
    """
    if head == NONE or forest.document.tokens[token].feature("VerbForm") != "Inf":
        return head
    owner = next(
        (child for child in forest.children[head] if forest.roles[child] == Role.POSSESSOR), NONE
    )
    return owner if owner != NONE else subject_of(head)
