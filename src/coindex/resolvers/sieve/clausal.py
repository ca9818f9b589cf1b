"""Clauses as antecedents: whether *it*, *this* or *that* refers to one, and which.

Two log-linear models over marks, as in `salience`: one weighs the pronoun and its predicate
against a noun phrase, the other ranks the clauses before it. Eckert and Strube (2000), Dialogue
acts, synchronising units and anaphora resolution, and Byron (2002), Resolving pronominal reference
to abstract entities, separate the two questions in the same way. CARD.md says what the weights were
fitted to.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from coindex.core.annotation import Kind
from coindex.core.document import Token
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.agreement import Animacy, Number
from coindex.language.syntax.tree import NONE
from coindex.resolvers.sieve.tables import table

BACK: Final = 2
"""How many sentences back clauses are searched for."""
_TENTHS: Final = 10
"""Tables have weights in tenths of a logit."""
_HEADS = frozenset(
    {
        *("root", "ccomp", "advcl", "xcomp", "acl", "csubj"),
        *("conj", "parataxis", "dislocated", "appos"),
    }
)
_PREDICATION = ("cop", "nsubj", "csubj")
_SHORT, _LONG = 6, 25
"""Words of a sentence: below, it is short, above, long; a change needs new weights."""
_MOST = 3
"""Larger counts have the same mark."""
EVENT_WEIGHTS = "events.tsv"
WEIGHTS: Mapping[str, Mapping[str, float]] = table(EVENT_WEIGHTS)


class ClauseChoice(NamedTuple):
    """The clause that a pronoun may refer to, by its head, and how probable it is that the pronoun
    refers to a clause at all.
    """

    clause: int
    probability: float


def family(pronoun: Expression) -> str:
    return "this" if pronoun.kind is Kind.DEMONSTRATIVE else "it"


def taken_up(
    pronoun: Expression, weights: Mapping[str, Mapping[str, float]] = WEIGHTS
) -> ClauseChoice | None:
    """The likeliest clause for a pronoun; `None` if no clause precedes it."""
    clauses = dict(clauses_before(pronoun))
    if not clauses:
        return None
    of_clause, of_pronoun = (weights[f"{family(pronoun)} {name}"] for name in ("clause", "event"))
    best = max(clauses, key=lambda head: sum(of_clause.get(mark, 0.0) for mark in clauses[head]))
    score = sum(of_pronoun.get(mark, 0.0) for mark in pronoun_marks(pronoun)) / _TENTHS
    return ClauseChoice(best, 1 / (1 + math.exp(-score)))


def clauses_before(pronoun: Expression) -> Iterator[tuple[int, list[str]]]:
    """The heads of clauses before a pronoun, nearest first, with their marks."""
    view = pronoun.discourse
    above = set(view.forest.ancestors(pronoun.head))
    nearest = True
    for back in range(min(BACK, pronoun.sentence) + 1):
        for head in reversed(clause_heads(view, pronoun.sentence - back)):
            if back == 0 and (head >= pronoun.head or head == pronoun.governor):
                continue
            marks = [*_clause_marks(view, pronoun, head, back)]
            if back == 0:
                marks.append("above" if head in above else "beside")
            if nearest:
                marks.append("nearest")
                nearest = False
            yield head, marks


def clause_heads(view: Discourse, sentence: int) -> list[int]:
    """The heads of the clauses of a sentence that may be taken up."""
    forest, tokens = view.forest, view.document.tokens
    return [
        token
        for token in range(*view.document.sentences[sentence].span)
        if forest.labels[token].split(":")[0] in _HEADS
        and (
            tokens[token].upos in ("VERB", "AUX")
            or any(forest.labels[c].startswith(_PREDICATION) for c in forest.children[token])
        )
    ]


def _clause_marks(view: Discourse, pronoun: Expression, head: int, back: int) -> Iterator[str]:
    forest, tokens = view.forest, view.document.tokens
    sentence = view.document.sentences[pronoun.sentence - back]
    label = forest.labels[head].split(":")[0]
    yield f"{back} back {label}"
    given = view.by_head.get(head)
    if given is not None and given.kind is Kind.VERBAL:
        yield "given"
    if tokens[head].upos != "VERB":
        yield "no verb"
    labels = [forest.labels[child] for child in forest.children[head]]
    if "cop" in labels:
        yield "copular"
    if "mark" in labels:
        yield "marked"
    yield from _subject_marks(view, head)
    if sentence.speaker != view.document.sentences[pronoun.sentence].speaker:
        yield f"{back} back other speaker"
    if tokens[sentence.span.end - 1].form == "?":
        yield "question"
    if label == "root":
        length = sentence.span.length
        size = "short" if length < _SHORT else "long" if length > _LONG else "middle"
        yield f"{back} back {size}"


def _subject_marks(view: Discourse, head: int) -> Iterator[str]:
    forest, tokens = view.forest, view.document.tokens
    subject = next(
        (c for c in forest.children[head] if forest.labels[c].startswith(("nsubj", "csubj"))), NONE
    )
    if subject == NONE:
        yield "no subject"
    elif tokens[subject].upos == "PRON":
        third = tokens[subject].feature("Person") == "3"
        yield "pronoun subject" if third else "speaker subject"


def pronoun_marks(pronoun: Expression) -> Iterator[str]:
    """Marks that speak for or against a clause as the antecedent of a pronoun."""
    view = pronoun.discourse
    sentence = view.document.sentences[pronoun.sentence]
    yield "any"
    yield pronoun.function
    if pronoun.head == sentence.span.start:
        yield "begins"
    if sentence.span.length < _SHORT:
        yield "short"
    if pronoun.preposition:
        yield "preposition"
    if pronoun.governor != NONE:
        yield from _predicate_marks(pronoun, view.document.tokens[pronoun.governor])
    yield from _context_marks(pronoun)


def _predicate_marks(pronoun: Expression, governor: Token) -> Iterator[str]:
    view, language = pronoun.discourse, pronoun.discourse.document.language
    children = view.forest.children[pronoun.governor]
    labels = {view.forest.labels[child].split(":")[0] for child in children}
    yield f"{pronoun.function} of {governor.upos}"
    if governor.lemma in lexicon.words(language, "pleonastic", "event_subject"):
        yield f"{pronoun.function} of event"
    if governor.lemma in lexicon.words(language, "grammar", "do"):
        yield f"{pronoun.function} of do"
    if labels & {"csubj", "ccomp", "advcl"}:
        yield "clause below"
    if "cop" in labels:
        yield f"copula {governor.upos}"
    if governor.feature("Tense") == "Past":
        yield "past"


def _context_marks(pronoun: Expression) -> Iterator[str]:
    view = pronoun.discourse
    before = [e for e in view.sentences[pronoun.sentence] if e.head < pronoun.head]
    nouns = sum(e.kind in (Kind.NOMINAL, Kind.NAME) for e in before)
    yield f"nouns {min(_MOST, nouns)}"
    # Things compete with a clause for *it* and *this*, and those of the sentence before still do.
    if pronoun.sentence:
        before = [*view.sentences[pronoun.sentence - 1], *before]
    things = sum(
        e.kind is Kind.NOMINAL
        and e.features.animacy != Animacy.ANIMATE
        and not e.features.number & Number.PLURAL
        for e in before
    )
    yield f"things {min(_MOST, things)}"
    neutral = [e for e in before if e.pronominal and e.features.animacy == Animacy.INANIMATE]
    if any(e.kind is Kind.DEMONSTRATIVE for e in neutral):
        yield "demonstrative before"
    if any(e.kind is not Kind.DEMONSTRATIVE for e in neutral):
        yield "it before"
    # If no mention of the text is a clause, that none is near says nothing.
    if view.clauses_given:
        near = any(e.kind is Kind.VERBAL for e in before)
        yield "clause given" if near else "no clause given"
