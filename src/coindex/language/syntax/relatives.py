"""Relative pronouns and the clauses that they open, attached to a noun or not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coindex.core.annotation import Kind
from coindex.core.identity import by_identity
from coindex.language.languages import get_language
from coindex.language.nominals.pronouns import pronoun_kind
from coindex.language.syntax.tree import NONE, Forest

_OPEN = frozenset({"dep", "root", ""})
"""Labels of a clause without a known function."""


def relative_pronoun(forest: Forest, clause: int) -> int:
    """The relative pronoun that opens a clause, in it or in one of its
    phrases; `NONE` if it has none.
    """
    return next(_pronouns(forest, clause), NONE)


@by_identity(4)
def relative_antecedents(forest: Forest) -> Mapping[int, int]:
    """For each relative pronoun the head that its clause modifies."""
    known = get_language(forest.document.language).relative_clauses
    antecedents: dict[int, int] = {}
    for clause, label in enumerate(forest.labels):
        if label in known and forest.heads[clause] != NONE:
            for pronoun in _pronouns(forest, clause):
                antecedents.setdefault(pronoun, forest.heads[clause])
    return antecedents


def loose_relatives(forest: Forest) -> list[int]:
    """The relative pronouns of clauses that are fragments: they modify a noun, but it is not known
    which.

    A clause that opens its sentence does not count.
    """
    known = {*get_language(forest.document.language).relative_clauses, *_OPEN}
    return [
        pronoun
        for clause in forest.roots
        if forest.labels[clause] in known and forest.clausal[clause]
        if (pronoun := relative_pronoun(forest, clause)) != NONE and _follows_noun(forest, clause)
    ]


def _follows_noun(forest: Forest, clause: int) -> bool:
    start = forest.document.sentence_of(clause).span.start
    return any(forest.nominal[token] for token in range(start, forest.left[clause]))


def _pronouns(forest: Forest, clause: int) -> Iterator[int]:
    tokens, language = forest.document.tokens, forest.document.language
    for index in (clause, *forest.children[clause]):
        for inner in (index, *forest.children[index]):
            if inner < clause or inner == index:
                token = tokens[inner]
                if token.upos == "PRON" and pronoun_kind(token, language) is Kind.RELATIVE:
                    yield inner
