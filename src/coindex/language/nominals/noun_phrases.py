"""Nominal expressions: spans, words, determiner, definiteness and kind of a head, and structural
relations between heads.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from coindex.core.annotation import Kind
from coindex.core.document import Document, Span, Token
from coindex.language import lexicon
from coindex.language.nominals.names import normalised
from coindex.language.nominals.pronouns import POSSESSIVE_RELATIONS, pronoun_kind
from coindex.language.syntax.tree import NONE, Forest

_CONTENT = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "VERB", "ADV", "X", "SYM"})
_LONGEST = 40
"""How many tokens are compared: longer phrases are not repeated."""


class PhraseWords(NamedTuple):
    """`extent` is the whole phrase in normalised words, `core` the same without its determiner."""

    extent: tuple[str, ...]
    core: tuple[str, ...]
    modifiers: frozenset[str]


def phrase_words(document: Document, start: int, end: int, head: int) -> PhraseWords:
    """The words of a phrase from one token to another."""
    tokens = document.tokens[start : min(end, start + _LONGEST)]
    kept = [token for token in tokens if token.upos != "PUNCT" and not token.empty]
    if len(kept) > 1 and kept[-1].form in lexicon.words(
        document.language, "syntax", "genitive_marker"
    ):
        kept.pop()
    extent = tuple([normalised(token.form) for token in kept])
    noun = document.tokens[head]
    modifiers = [_lemma(token) for token in kept if token is not noun and token.upos in _CONTENT]
    stop = lexicon.words(document.language, "grammar", "stop")
    first = 1 if len(kept) > 1 and kept[0].upos == "DET" else 0
    return PhraseWords(extent, extent[first:], frozenset(modifiers) - stop)


def _lemma(token: Token) -> str:
    return (token.lemma or token.form).lower()


_SIDES = {
    "before": (
        "det det:predet det:poss nmod:poss nmod:desc nmod:unmarked amod nummod compound flat "
        "goeswith clf dep"
    ),
    "after": (
        "nmod nmod:poss nmod:desc nmod:unmarked acl acl:relcl flat fixed goeswith compound "
        "compound:prt amod"
    ),
    "closing": "nummod det case obj advmod obl:unmarked",
    "passed": "punct discourse appos parataxis",
    "name": "flat compound nmod:desc amod nmod:unmarked nmod fixed goeswith",
}
"""What belongs to a phrase before and after its head, what may stand
between, and what is part of a name.
"""
_BEFORE, _AFTER, _CLOSERS, _PASSED, _NAME_PARTS = (
    frozenset(labels.split()) for labels in _SIDES.values()
)
_NOT_NOMINAL = frozenset({"VERB", "AUX", "ADV", "ADJ", "INTJ"})
_DASHES = frozenset(["-", "–", "—"])
_CAPITALISED = frozenset({"PROPN", "X"})
_OPENING = frozenset(["(", "[", "“", "‘", "«", "``", '"'])
_CLOSING = frozenset([")", "]", "”", "’", "»", "''", '"'])


class Definiteness(StrEnum):
    """The definiteness of a nominal, by its determiner; names and pronouns are classes of their
    own.
    """

    DEFINITE = "definite"
    INDEFINITE = "indefinite"
    DEMONSTRATIVE = "demonstrative"
    POSSESSIVE = "possessive"
    QUANTIFIED = "quantified"
    BARE = "bare"
    NAME = "name"
    PRONOUN = "pronoun"


def maximal(forest: Forest, head: int) -> Span:
    """A head with its modifiers, without prepositions, conjuncts, appositions, or a clause whose
    predicate it is.
    """
    children = forest.children[head]
    if not children:
        return Span(head, head + 1)
    labels = forest.labels
    start, end, reach = head, head + 1, head + 1
    for child in children:
        label = labels[child]
        if child < head:
            if label in _BEFORE:
                start = min(start, forest.left[child])
        elif label in _AFTER or label in _CLOSERS:
            first = forest.left[child]
            if first > reach or _loose(forest, child, first):
                break
            end = reach = max(reach, forest.right[child] + 1)
        elif label in _PASSED:
            reach = max(reach, forest.right[child] + 1)
        else:
            break
    return _trimmed(forest.document.tokens, head, start, end)


def _loose(forest: Forest, child: int, start: int) -> bool:
    """Ends of ranges, and adverbs and participles after a comma, which modify the clause."""
    tokens, label = forest.document.tokens, forest.labels[child]
    if label == "nmod":
        return forest.cases[child] != NONE and tokens[forest.cases[child]].form in _DASHES
    if label not in ("advmod", "acl") or tokens[start].form != ",":
        return False
    return label == "advmod" or tokens[child].feature("VerbForm") in ("Ger", "")


def _trimmed(tokens: tuple[Token, ...], head: int, start: int, end: int) -> Span:
    """The span without punctuation at its edges, except a quotation mark or bracket whose partner
    is inside.
    """
    while end > head + 1 and tokens[end - 1].upos == "PUNCT":
        if tokens[end - 1].form in _CLOSING and any(
            token.form in _OPENING for token in tokens[start : end - 1]
        ):
            break
        end -= 1
    while start < head and tokens[start].upos == "PUNCT":
        if tokens[start].form in _OPENING and any(
            token.form in _CLOSING for token in tokens[start + 1 : end]
        ):
            break
        start += 1
    if (
        # What is opened inside takes the sign that closes it along.
        end < len(tokens)
        and tokens[end].form in _CLOSING
        and tokens[end].upos == "PUNCT"
        and _opened(tokens, start, end)
    ):
        end += 1
    return Span(start, end)


def _opened(tokens: tuple[Token, ...], start: int, end: int) -> bool:
    """Whether more quotation marks or brackets are opened than closed."""
    balance = 0
    for token in tokens[start:end]:
        if token.upos == "PUNCT":
            straight = token.form in _OPENING and token.form in _CLOSING
            balance += (
                (1 if balance <= 0 else -1)
                if straight
                else (token.form in _OPENING) - (token.form in _CLOSING)
            )
    return balance > 0


def minimal(forest: Forest, head: int) -> Span:
    """The minimal span: a common noun alone; a name with all its words."""
    children = forest.children[head]
    if not children:
        return Span(head, head + 1)
    tokens = forest.document.tokens
    start, end = head, head + 1
    name = tokens[head].upos in _CAPITALISED
    for child in children:
        token = tokens[child]
        if token.relation == "flat" or (name and _in_name(token)):
            start, end = min(start, forest.left[child]), max(end, forest.right[child] + 1)
    return Span(start, end)


def _in_name(token: Token) -> bool:
    return token.deprel in _NAME_PARTS and (token.upos in _CAPITALISED or token.form[:1].isupper())


def head_kind(forest: Forest, head: int) -> Kind:
    """The kind of the mention that a token heads; the caller recognises coordinations."""
    token = forest.document.tokens[head]
    if token.empty:
        return Kind.ZERO
    if token.upos in _CAPITALISED:
        pronoun = pronoun_kind(token, forest.document.language)
        return pronoun or Kind.NAME
    if token.upos in ("VERB", "AUX"):
        return Kind.VERBAL
    if token.upos == "NOUN" and _titled(forest, head):
        return Kind.NAME
    return pronoun_kind(token, forest.document.language) or Kind.NOMINAL


def _titled(forest: Forest, head: int) -> bool:
    """Whether a title and a name form one name, *Doña Carmen*, in languages that join them."""
    tokens, language = forest.document.tokens, forest.document.language
    if not lexicon.words(language, "grammar", "naming"):
        return False
    names = (c for c in forest.children[head] if forest.labels[c].startswith("flat"))
    return tokens[head].form.lower() in lexicon.words(language, "people", "title") and any(
        tokens[name].upos in _CAPITALISED for name in names
    )


def determiner(forest: Forest, head: int) -> int:
    """The first determiner or possessor of a head, or `NONE`."""
    labels, tokens = forest.labels, forest.document.tokens
    for child in forest.children[head]:
        label = labels[child]
        if (
            label.startswith("det")
            or label in POSSESSIVE_RELATIONS
            or (label == "amod" and tokens[child].upos == "DET")
        ):
            return child
    return NONE


def definiteness(forest: Forest, head: int) -> Definiteness:
    """The definiteness by kind and determiner; a number or a quantifying adjective quantifies
    unless a determiner says otherwise.
    """
    kind = head_kind(forest, head)
    if kind.pronominal:
        return Definiteness.PRONOUN
    article = determiner(forest, head)
    if article != NONE:
        token = forest.document.tokens[article]
        if forest.labels[article] in POSSESSIVE_RELATIONS or "Poss=Yes" in token.feats:
            return Definiteness.POSSESSIVE
        word = token.form.lower()
        return _determiners(forest.document.language).get(word, Definiteness.QUANTIFIED)
    if kind is Kind.NAME:
        return Definiteness.NAME
    quantifiers = lexicon.words(forest.document.language, "grammar", "quantifier")
    for child in forest.children[head]:
        if (
            forest.labels[child] == "nummod"
            or forest.document.tokens[child].form.lower() in quantifiers
        ):
            return Definiteness.QUANTIFIED
    return Definiteness.BARE


@cache
def _determiners(language: str) -> dict[str, Definiteness]:
    return {
        word: Definiteness(name)
        for name in ("demonstrative", "indefinite", "definite")
        for word in lexicon.words(language, "grammar", name)
    }


def name_given(forest: Forest, noun: int) -> int:
    """The name that a participle gives a noun, or `NONE`: *un sastre llamado Blas* is
    one mention.
    """
    tokens, naming = (
        forest.document.tokens,
        lexicon.words(forest.document.language, "grammar", "naming"),
    )
    if not naming:
        return NONE
    participles = (child for child in forest.children[noun] if tokens[child].form.lower() in naming)
    names = (name for child in participles for name in forest.children[child] if child < name)
    return next((name for name in names if tokens[name].upos in _CAPITALISED), NONE)


def name_behind(forest: Forest, noun: int) -> int:
    """The name that a verb of naming behind a noun gives somebody, or `NONE`: *a man called Omar*,
    which need not be one mention.
    """
    tokens = forest.document.tokens
    naming = lexicon.words(forest.document.language, "pseudonyms", "naming")
    verbs = (
        child
        for child in forest.children[noun]
        if forest.labels[child] == "acl" and tokens[child].lemma.lower() in naming
    )
    names = (name for verb in verbs for name in forest.children[verb] if verb < name)
    return next((name for name in names if tokens[name].upos == "PROPN"), NONE)


def conjuncts(forest: Forest, head: int) -> tuple[int, ...]:
    """The nominal heads coordinated with this first one, including itself; empty if
    there are none.
    """
    labels, tokens = forest.labels, forest.document.tokens
    others = [child for child in forest.children[head] if child > head and labels[child] == "conj"]
    nominal = [
        child
        for child in others
        if tokens[child].upos not in _NOT_NOMINAL and not forest.clausal[child]
    ]
    return (head, *nominal) if nominal else ()


def conjunction(forest: Forest, head: int) -> str:
    """The lemma that joins the last conjunct of a coordination, such as *and*."""
    tokens = forest.document.tokens
    for conjunct in reversed(conjuncts(forest, head)):
        joined = forest.first(conjunct, "cc")
        if joined != NONE:
            return tokens[joined].lemma.lower() or tokens[joined].form.lower()
    return ""


def coordinated(forest: Forest, members: tuple[int, ...]) -> Span:
    """The span from the beginning of the first conjunct to the end of the last."""
    spans = [maximal(forest, member) for member in members]
    return Span(min(span.start for span in spans), max(span.end for span in spans))


def appositions(forest: Forest) -> Iterator[tuple[int, int]]:
    """Pairs of heads: the noun phrase that is explained, and the apposition that explains it."""
    for index, label in enumerate(forest.labels):
        if label == "appos" and forest.heads[index] != NONE:
            yield forest.heads[index], index


def copulas(forest: Forest) -> Iterator[tuple[int, int]]:
    """Pairs of subject and predicate nominal: *Ann* is a *doctor*; predicates with a preposition do
    not count.
    """
    tokens, labels = forest.document.tokens, forest.labels
    for index, label in enumerate(labels):
        if label != "cop" or forest.heads[index] == NONE:
            continue
        predicate = forest.heads[index]
        if not forest.nominal[predicate] or any(
            labels[child] == "case" and child < predicate for child in forest.children[predicate]
        ):
            continue
        for child in forest.children[predicate]:
            if labels[child] in ("nsubj", "nsubj:outer") and tokens[child].upos not in (
                "VERB",
                "AUX",
            ):
                yield child, predicate
                break
