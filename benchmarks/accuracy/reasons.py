"""The reasons that the default resolver gives: how many links have one, and whether it counts what
it names.

For the second, the facts that are named for a link are withheld together: the columns of the pairs
that carry them are set to *unknown*, and the words of the antecedent are masked before the encoder
reads the text again. The facts matter if the probability falls by half or more, or another choice
becomes the best one.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from rich.table import Table

from benchmarks.accuracy import command
from benchmarks.accuracy.robust import EVERY
from benchmarks.everyday import READ, SEED, parsed, part
from benchmarks.results import record
from coindex.core.annotation import Mention
from coindex.core.decision import ReasonedDecision
from coindex.core.document import Document
from coindex.language.discourse.discourse import Discourse
from coindex.models.antecedents import AntecedentModel, antecedents
from coindex.models.session import UNKNOWN
from coindex.pipeline.explanation import reasoned
from coindex.pipeline.pipeline import Pipeline
from coindex.resolvers.neural.features import WORDS
from coindex.resolvers.neural.reading import own_reading, scheme_number
from coindex.resolvers.neural.reasons import withhold
from coindex.resolvers.neural.scoring import chances
from coindex.resolvers.neural.states import Rows, material, seen
from training.marks import EVERYDAY, marked_texts

RESOLVER = "hybrid"
READ_AGAIN = 200
"""How many links are scored again."""
BY_CHANCE = "probability"
_TYPE, _CASE = list(WORDS).index("type"), list(WORDS).index("case")
_PLACES = ("in the same sentence", "in the sentence before", "further back")


class Link(NamedTuple):
    """A link, the document that it is in, and the earlier mentions of the entity."""

    document: Document
    decision: ReasonedDecision
    chain: tuple[Mention, ...]


def run(corpora: Path) -> bool:
    learn = [text for _, text in marked_texts(EVERYDAY / "en")][::EVERY]
    texts = [*part("en", READ), *learn]
    pipeline = Pipeline(resolver=RESOLVER)
    links = [link for document in parsed(texts, "en") for link in _links(pipeline, document)]
    record(
        "reasons",
        [_given(links, len(texts)), _mattering(links)],
        command=command("reasons"),
        components=(RESOLVER,),
        learned_from="A third of the texts are of those that models learn from.",
    )
    return True


def _links(pipeline: Pipeline, document: Document) -> Iterator[Link]:
    result = pipeline.resolved(document)
    chains = {one: entity.mentions for entity in result.entities for one in entity.mentions}
    for decision in reasoned(document, result.decisions, RESOLVER):
        if isinstance(decision, ReasonedDecision) and decision.antecedents:
            chain = chains.get(decision.anaphor, ())
            before = tuple(one for one in chain if one.span < decision.anaphor.span)
            yield Link(document, decision, before)


def _given(links: Sequence[Link], texts: int) -> Table:
    """How many links have facts, and which are named most."""
    of = len(links)
    named = [[one for one in link.decision.facts if one.speaks_for] for link in links]
    has_fact = [bool(some) for some in named]
    more = [any(str(one.says) not in _PLACES for one in some) for some in named]
    ruled = [link.decision.rule != BY_CHANCE for link in links]
    table = Table("links", "number", "%", title=f"Links with reasons, {texts} everyday texts")
    for name, found in (
        ("all", [True] * of),
        ("decided by a rule that is named", ruled),
        ("with a fact for the antecedent", has_fact),
        ("with a fact other than distance", more),
        (
            "with a fact or a rule",
            [one or other for one, other in zip(has_fact, ruled, strict=True)],
        ),
        ("with a runner-up", [link.decision.runner_up is not None for link in links]),
    ):
        table.add_row(name, f"{sum(found):,}", f"{100 * sum(found) / of:.1f}")
    counts = Counter(one.says.key for some in named for one in some)
    for key, count in counts.most_common(12):
        table.add_row(f"named: {key}", f"{count:,}", f"{100 * count / of:.1f}")
    return table


def _mattering(links: Sequence[Link]) -> Table:
    """What becomes of links without the facts that are named for them."""
    model = antecedents()
    chosen = [link for link in links if link.decision.rule == BY_CHANCE and link.decision.facts]
    sample = random.Random(SEED).sample(chosen, min(READ_AGAIN, len(chosen)))
    found = [(_choice(link, model), _choice(link, model, withheld=True)) for link in sample]
    halved = [left.chance <= whole.chance / 2 for whole, left in found]
    other = [left.best != whole.best for whole, left in found]
    entity = [left.of_entity <= whole.of_entity / 2 for whole, left in found]
    either = [one or two for one, two in zip(halved, other, strict=True)]
    table = Table(
        *("without the named facts", "links", "%"), title=f"{len(sample)} links scored again"
    )
    for name, some in (
        ("the probability of the antecedent falls by half or more", halved),
        ("that of its entity does", entity),
        ("another choice becomes the best", other),
        ("the facts matter: the first or the last", either),
    ):
        table.add_row(name, str(sum(some)), f"{100 * sum(some) / len(sample):.1f}")
    return table


class _Choice(NamedTuple):
    """The probabilities of an antecedent and of its entity, and whether what is best is that
    entity, another mention or none.
    """

    chance: float
    of_entity: float
    best: int


def _choice(link: Link, model: AntecedentModel, *, withheld: bool = False) -> _Choice:
    document, decision, chain = link
    read = own_reading(document, model, scheme="")
    place = {mention: number for number, mention in enumerate(read.mentions)}
    antecedent = decision.antecedent
    assert antecedent is not None
    row, target = place[decision.anaphor], place[antecedent]
    rows = read.rows
    if withheld:
        rows = _masked(document, model, [one.number for one in read.expressions], antecedent)
    one = next(chance for number, chance in enumerate(chances(model, rows)) if number == row)
    scores = dict(zip(one.candidates.tolist(), one.scores.tolist(), strict=True))
    if withheld:
        for candidate in {fact.candidate for fact in decision.facts} & place.keys():
            columns = [
                name
                for fact in decision.facts
                if fact.candidate == candidate
                for name in fact.columns
            ]
            if place[candidate] in scores:
                scores[place[candidate]] -= _weight(model, rows, row, place[candidate], columns)
    amounts = {number: float(np.exp(score)) for number, score in scores.items()}
    everything = sum(amounts.values()) + float(np.exp(one.new))
    members = {place[mention] for mention in chain if mention in place} | {target}
    of_entity = sum(amounts.get(number, 0.0) for number in members)
    others = {number: amount for number, amount in amounts.items() if number not in members}
    rival = max(others, key=others.__getitem__, default=-1)
    best = max((of_entity, -2), (float(np.exp(one.new)), -1), (others.get(rival, 0.0), rival))
    return _Choice(amounts.get(target, 0.0) / everything, of_entity / everything, best[1])


def _masked(
    document: Document, model: AntecedentModel, numbers: Sequence[int], hidden: Mention
) -> Rows:
    """The rows of mentions when the words of one of them are not read."""
    spoken = own_reading(document, model, scheme="").discourse
    read = material(model, Discourse(document, spoken.mentions))
    pieces, words = [*read.pieces], read.words.copy()
    for token in hidden.tokens:
        pieces[token] = (UNKNOWN,)
        words[token, [_TYPE, _CASE]] = 0
    hidden_words = read._replace(pieces=pieces, words=words)
    vectors = seen(model, hidden_words, scheme_number(model, "")).vectors
    return Rows(
        type(vectors)._make(part[numbers] for part in vectors),
        read.classes[numbers],
        read.marks[numbers],
    )


def _weight(
    model: AntecedentModel, rows: Rows, row: int, candidate: int, columns: Sequence[str]
) -> float:
    """By how much the log-odds of a pair fall without some columns."""
    places = np.array([row, candidate, row, candidate])
    classes, marks = rows.classes[places].copy(), rows.marks[places].copy()
    withhold(classes[2:], marks[2:], columns)
    vectors = type(rows.vectors)._make(part[places] for part in rows.vectors)
    scores = model.pairs(vectors, classes, marks, np.array([0, 2]), np.array([[1], [3]]))[:, 0]
    return float(scores[0] - scores[1]) / model.temperature
