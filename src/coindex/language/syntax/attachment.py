"""Attachment of phrases: the order of a verb's dependents, possible sites of a phrase, and its
position at a site.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from coindex.language.lexicon import words
from coindex.language.syntax.clauses import relative_pronoun
from coindex.language.syntax.roles import VERBAL, Role
from coindex.language.syntax.structure import Attachment, Label, Structure
from coindex.language.syntax.tree import NONE, Forest


class Rank(IntEnum):
    """The order of VP shells from the top."""

    PREDICATE = 0
    BARE = 1
    DATIVE = 2
    ARGUMENT = 3
    OTHER = 4


_ABOVE_THE_CORE = frozenset({Role.ADNOMINAL, Role.APPOSITION, Role.ADVERBIAL, Role.PARATAXIS})


def determines(forest: Forest, token: int) -> bool:
    """Whether a pronoun that is attached as `dep` directly precedes its noun, as a determiner: *you
    guys*.
    """
    tokens, head = forest.document.tokens, forest.heads[token]
    if forest.labels[token] != "dep" or tokens[token].upos != "PRON":
        return False
    return head == token + 1 and tokens[head].upos in ("NOUN", "PROPN")


def likely_role(forest: Forest, root: int) -> Role:
    """The role of a phrase; for one that the parser attached as `dep`, the role that its kind
    suggests.

    A clause with a relative pronoun modifies a noun, another clause a verb, a PP is an adjunct. For
    a bare noun phrase nothing is known.
    """
    if forest.labels[root] != "dep":
        return forest.roles[root]
    if forest.clausal[root]:
        return Role.ADNOMINAL if relative_pronoun(forest, root) != NONE else Role.ADVERBIAL
    return Role.OBLIQUE if forest.cases[root] != NONE else Role.OUTSIDE


def left_edge(forest: Forest, predicate: int) -> int:
    """Where the clause proper begins: at its subject, or at the predicate if that comes first or
    there is no subject.

    An adjunct before it is preposed.
    """
    for child in forest.dependents[predicate]:
        if child > predicate:
            break
        if forest.roles[child] in (Role.SUBJECT, Role.EXPLETIVE):
            return child
    return predicate


def rank(forest: Forest, dependent: int) -> Rank:
    """The position of a dependent of a verb among the VP shells."""
    if forest.roles[dependent] == Role.OBJECT:
        return Rank.BARE
    label = forest.labels[dependent]
    if label in ("obl:arg", "obl:agent"):
        return Rank.ARGUMENT
    case = forest.cases[dependent]
    if case != NONE and label != "orphan":
        language = forest.document.language
        if forest.document.tokens[case].form.lower() in words(language, "syntax", "dative"):
            return Rank.DATIVE
    return Rank.OTHER


def attachment(structure: Structure, site: int, root: int) -> Attachment:
    """Where a fragment with this root would be attached if its head were `site`, by the rules that
    build structures.
    """
    at = site - structure.span.start
    if structure.clauses[at] != NONE and not (
        structure.phrases[at] != NONE and _of_noun(structure.forest, root)
    ):
        return Attachment(_in_clause(structure, structure.clauses[at], site, root))
    if structure.cores[at] != NONE:
        return _in_noun_phrase(structure, site, root)
    return Attachment(structure.node(site))


def _of_noun(forest: Forest, root: int) -> bool:
    """Whether a phrase belongs to the noun and not to the clause if its site is a
    predicate noun.
    """
    return likely_role(forest, root) in (
        Role.ATTRIBUTE,
        Role.ADNOMINAL,
        Role.APPOSITION,
        Role.POSSESSOR,
    )


def _in_clause(structure: Structure, clause: int, site: int, root: int) -> int:
    forest, role = structure.forest, likely_role(structure.forest, root)
    shells = structure.shells.get(site, ())
    adjunct = role not in (Role.SUBJECT, Role.OBJECT, Role.COMPLEMENT)
    # What is fronted stands above the clause, so that its subject does not c-command it.
    if adjunct and structure.tokens[clause] == site and root < left_edge(forest, site):
        return structure.parents[clause]
    if role == Role.OUTSIDE or (role == Role.PARATAXIS and not forest.clausal[root]):
        return structure.parents[clause]
    if role == Role.SUBJECT or (adjunct and forest.clausal[root]):
        return clause
    if role == Role.COMPLEMENT:
        return shells[-1].node if shells else clause
    place = (rank(forest, root), root)
    before = [shell.node for shell in shells if (shell.rank, shell.dependent) < place]
    return before[-1] if before else clause


def _in_noun_phrase(structure: Structure, site: int, root: int) -> Attachment:
    """The attachment in a noun phrase: an adjunct is attached above the core, which is then a node
    below the present NP.
    """
    at = site - structure.span.start
    phrase, core = structure.phrases[at], structure.cores[at]
    if likely_role(structure.forest, root) in _ABOVE_THE_CORE or structure.forest.clausal[root]:
        return (
            Attachment(phrase) if phrase != core else Attachment(structure.parents[phrase], phrase)
        )
    inner = next(
        (child for child in structure.children[core] if structure.labels[child] == Label.N_BAR),
        NONE,
    )
    return Attachment(inner if inner != NONE else core)


def frontier(forest: Forest, root: int) -> list[int]:
    """The tokens to which a phrase could attach without crossing another arc, lowest first,
    including its own head.

    They lie upwards from its neighbour on the side of its head, ignoring punctuation; on the left,
    if it has no head.
    """
    head = forest.heads[root]
    neighbour = _neighbour(forest, root, 1 if head > root else -1)
    sites = [neighbour, *forest.ancestors(neighbour)] if neighbour != NONE else []
    return sites if head == NONE or head in sites else [*sites, head]


def _neighbour(forest: Forest, root: int, step: int) -> int:
    """The nearest word in the same sentence outside the phrase that is not punctuation."""
    sentence = forest.document.sentence_of(root).span
    span = forest.span(root)
    token = span.end if step > 0 else span.start - 1
    while token in sentence:
        word = forest.document.tokens[token]
        if word.upos != "PUNCT" and not word.empty:
            return token
        token += step
    return NONE


def sites(forest: Forest, root: int, heads: Sequence[int]) -> tuple[int, ...]:
    """Which of `heads` the phrase could attach to, given its kind.

    A PP: verbs, and preceding nouns. A relative clause: preceding nouns. Another clause: verbs. A
    bare NP: verbs that do not have its role yet.
    """
    role = likely_role(forest, root)
    adnominal = role in (Role.ADNOMINAL, Role.APPOSITION)
    nouns = adnominal or (forest.cases[root] != NONE and not forest.clausal[root])
    unique = role in (Role.SUBJECT, Role.OBJECT) and not forest.clausal[root]
    return tuple(
        sorted(
            head
            for head in heads
            if (nouns and forest.nominal[head] and head < root and forest.roles[head] != Role.WORD)
            or (
                not adnominal
                and is_verb(forest, head)
                and not (unique and _fills(forest, head, root))
            )
        )
    )


def is_verb(forest: Forest, token: int) -> bool:
    """Whether a token is a verb or another predicate of a clause."""
    upos = forest.document.tokens[token].upos
    return forest.clausal[token] or (upos in VERBAL and forest.roles[token] != Role.WORD)


def _fills(forest: Forest, verb: int, root: int) -> bool:
    label = forest.labels[root]
    return any(forest.labels[child] == label and child != root for child in forest.children[verb])


def possible_sites(forest: Forest, root: int, tops: Sequence[int]) -> tuple[int, ...]:
    """Every site for the phrase's kind in the trees with these roots."""
    return sites(forest, root, [token for top in tops for token in forest.subtree(top)])
