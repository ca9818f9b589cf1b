"""Grammatical functions of noun phrases, and the phrases and adjuncts around them."""

from __future__ import annotations

from enum import StrEnum

from coindex.language.lexicon import words
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE, Forest


class Function(StrEnum):
    SUBJECT = "subject"
    DIRECT_OBJECT = "direct object"
    INDIRECT_OBJECT = "indirect object"
    OBLIQUE = "oblique"
    AGENT = "agent"
    """The *by*-phrase of a passive."""
    POSSESSIVE = "possessive"
    ATTRIBUTE = "attribute"
    """Attached to a noun: *the owner of the telescope*."""
    EXISTENTIAL = "existential"
    """The subject of an existential clause, *there is ...*."""
    PREDICATE = "predicate"
    APPOSITION = "apposition"
    OTHER = "other"


_BY_ROLE = {
    Role.SUBJECT: Function.SUBJECT,
    Role.OUTER: Function.SUBJECT,
    Role.POSSESSOR: Function.POSSESSIVE,
    Role.ATTRIBUTE: Function.ATTRIBUTE,
    Role.APPOSITION: Function.APPOSITION,
    Role.OBLIQUE: Function.OBLIQUE,
}


def function(forest: Forest, token: int) -> Function:
    """The function of the noun phrase that a token heads; a conjunct has that of the first one."""
    token = first_conjunct(forest, token)
    if forest.nominal[token] and (forest.clausal[token] or forest.labels[token] == "xcomp"):
        return Function.PREDICATE
    role, label = forest.roles[token], forest.labels[token]
    if role == Role.OBJECT:
        return Function.INDIRECT_OBJECT if label.startswith("iobj") else Function.DIRECT_OBJECT
    if role == Role.SUBJECT and _existential(forest, token):
        return Function.EXISTENTIAL
    if role == Role.OBLIQUE and (label == "obl:agent" or _agent(forest, token)):
        return Function.AGENT
    return _BY_ROLE.get(role, Function.OTHER)


def first_conjunct(forest: Forest, token: int) -> int:
    """The first member of the coordination that contains a noun, or the noun itself."""
    while (
        forest.roles[token] == Role.CONJUNCT
        and not forest.clausal[token]
        and forest.heads[token] != NONE
    ):
        token = forest.heads[token]
    return token


def passive_subject(forest: Forest, token: int) -> bool:
    """Whether it is the subject of a passive, i.e. the logical object."""
    return forest.labels[first_conjunct(forest, token)].endswith(":pass")


def preposition(forest: Forest, token: int) -> str:
    """The preposition that governs the noun, in lower case, with all its words (*because of*);
    empty if there is none.

    A conjunct without one has that of the first conjunct. The genitive marker of a possessor does
    not count.
    """
    case = forest.cases[token]
    if case == NONE:
        token = first_conjunct(forest, token)
        case = forest.cases[token]
    if case == NONE or forest.roles[token] == Role.POSSESSOR:
        return ""
    fixed = [child for child in forest.children[case] if forest.labels[child] == "fixed"]
    return " ".join(forest.document.tokens[word].form.lower() for word in (case, *fixed))


def embedded(forest: Forest, token: int) -> bool:
    """Whether it is inside another noun phrase, through an attribute, a clause on a noun or an
    apposition; a possessor is not.
    """
    return container(forest, token) != NONE


def container(forest: Forest, token: int) -> int:
    """The head of the lowest noun phrase around this one, in the sense of `embedded`, or `NONE`."""
    roles, heads = forest.roles, forest.heads
    while token != NONE:
        if roles[token] in (Role.ATTRIBUTE, Role.ADNOMINAL, Role.APPOSITION):
            return heads[token]
        token = heads[token]
    return NONE


def adjunct(forest: Forest, token: int, *, clauses: bool = True) -> int:
    """The head of the lowest adverbial around or above it: a clause, or a PP that is set off by a
    comma or sentence-initial.

    `NONE` if it is in none; `clauses=False` ignores adverbial clauses.
    """
    roles, heads = forest.roles, forest.heads
    while token != NONE:
        if (clauses and roles[token] == Role.ADVERBIAL) or (
            roles[token] == Role.OBLIQUE and _set_off(forest, token)
        ):
            return token
        token = heads[token]
    return NONE


def _set_off(forest: Forest, token: int) -> bool:
    start = forest.span(token).start
    tokens = forest.document.tokens
    sentence = forest.document.sentence_of(token).span
    if any(tokens[child].form == "," for child in forest.children[token][:1]):
        return True
    return start == sentence.start or tokens[start - 1].form in (",", "—", "–", "(")


def _existential(forest: Forest, token: int) -> bool:
    head = forest.heads[token]
    if head == NONE:
        return False
    document = forest.document
    known = words(document.language, "syntax", "existential")
    return any(
        forest.roles[child] == Role.EXPLETIVE and document.tokens[child].form.lower() in known
        for child in forest.children[head]
    )


def _agent(forest: Forest, token: int) -> bool:
    """Whether it is an oblique with *by* under a passive that the parser does not label
    `obl:agent`.
    """
    case, head = forest.cases[token], forest.heads[token]
    if NONE in (case, head):
        return False
    document = forest.document
    return document.tokens[case].form.lower() in words(
        document.language, "syntax", "agent"
    ) and any(forest.labels[child].endswith(":pass") for child in forest.children[head])
