"""Fragments from attachment ambiguity: PPs, relative clauses and adverbial clauses
with more than one possible site.
"""

from __future__ import annotations

from dataclasses import dataclass

from coindex.core.document import Document, Token
from coindex.fragmenters.cutting import cut
from coindex.language.lexicon import words
from coindex.language.syntax.attachment import frontier, is_verb, sites
from coindex.language.syntax.functions import preposition
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE, Forest, forest


@dataclass(frozen=True, slots=True)
class Ambiguity:
    """Cuts what a parser of the nineties left open (Stuckardt 2001).

    (a) a PP with a verb and a noun phrase to its left, (b) a relative clause that does not follow
    its antecedent at once or has several agreeing nouns before it in the clause, (c) an adverbial
    clause with several verbs to attach to. Sites of (a) and (c) are those that cross no other arc;
    genitive PPs (*of*) are left where they are by default.
    """

    genitives: bool = False
    """Whether genitive PPs (*of*) are cut, too."""

    def fragment(self, document: Document) -> Document:
        index = forest(document)
        phrases = (
            (token, self.possible(index, token))
            for token, head in enumerate(index.heads)
            if head != NONE
        )
        return cut(index, {token: possible for token, possible in phrases if possible})

    def possible(self, forest: Forest, token: int) -> tuple[int, ...]:
        """The sites of an ambiguous phrase; empty if its attachment is clear."""
        role = forest.roles[token]
        if role in (Role.OBLIQUE, Role.ATTRIBUTE) and forest.cases[token] != NONE:
            return self._of_preposition(forest, token)
        if forest.labels[token] == "acl:relcl":
            return _of_relative(forest, token)
        if role == Role.ADVERBIAL:
            places = sites(forest, token, frontier(forest, token))
            return places if len(places) > 1 else ()
        return ()

    def _of_preposition(self, forest: Forest, token: int) -> tuple[int, ...]:
        language = forest.document.language
        if not self.genitives and preposition(forest, token) in words(
            language, "syntax", "genitive"
        ):
            return ()
        places = sites(forest, token, frontier(forest, token))
        verbs = [site for site in places if site < token and is_verb(forest, site)]
        nouns = [site for site in places if site < token and not is_verb(forest, site)]
        return places if verbs and nouns and verbs[0] < nouns[-1] else ()


def _of_relative(forest: Forest, token: int) -> tuple[int, ...]:
    antecedent = forest.heads[token]
    nouns = {antecedent, *_agreeing(forest, token, antecedent)}
    return (
        tuple(sorted(nouns)) if len(nouns) > 1 or not _adjacent(forest, token, antecedent) else ()
    )


def _agreeing(forest: Forest, token: int, antecedent: int) -> list[int]:
    """The nouns before a relative clause, in the clause of its antecedent, that
    could be the antecedent as well.
    """
    top = _clause(forest, antecedent)
    start = forest.span(token).start
    tokens = forest.document.tokens
    return [
        noun
        for noun in range(forest.document.sentence_of(token).span.start, start)
        if tokens[noun].upos in ("NOUN", "PROPN")
        and forest.roles[noun] not in (Role.WORD, Role.MODIFIER)
        and _clause(forest, noun) == top
        and _agree(tokens[noun], tokens[antecedent])
    ]


def _clause(forest: Forest, token: int) -> int:
    while not forest.clausal[token] and forest.heads[token] != NONE:
        token = forest.heads[token]
    return token


def _agree(one: Token, other: Token) -> bool:
    values = [(one.feature(name), other.feature(name)) for name in ("Number", "Gender")]
    return all(not left or not right or left == right for left, right in values)


def _adjacent(forest: Forest, token: int, antecedent: int) -> bool:
    """Whether only punctuation stands between the rest of the antecedent and the clause."""
    inside = forest.subtree(antecedent)
    start = forest.span(token).start
    last = max((word for word in inside if word < start), default=antecedent)
    return all(forest.document.tokens[word].upos == "PUNCT" for word in range(last + 1, start))
