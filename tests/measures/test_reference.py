"""Scores of random CONLL-UA pairs against a reference written from the definitions alone.

Vilain et al. (1995), Bagga & Baldwin (1998), Luo (2005), Recasens & Hovy (2011) with Luo et al.
(2014), Moosavi & Strube (2016), Yu et al. (2022), Paun et al. (2023). The reference works on sets
of pairs of numbers, tries every alignment of entities, and knows nothing of documents, columns or
tables.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from coindex import formats
from coindex.measures.anaphora import Bridging, DiscourseDeixis, NonReferring, SplitAntecedents
from coindex.measures.coreference import B3, BLANC, LEA, MUC, CEAFe, CEAFm
from coindex.measures.pairing import paired
from coindex.measures.scores import Score

WORDS = 40
Span = tuple[int, int]
Entity = frozenset[Span]
Scores = tuple[float, float]


class Side(NamedTuple):
    """What one annotator says: entities, what does not refer, bridging, discourse deixis, and which
    entities are groups of which others, by their places.
    """

    entities: list[Entity]
    pseudo: list[Span]
    bridging: dict[Span, Span]
    deixis: list[Entity]
    groups: dict[int, tuple[int, ...]]

    @property
    def mentions(self) -> list[Span]:
        return [span for entity in self.entities for span in entity]


def drawn(chance: random.Random, pool: list[Span]) -> Side:
    spans = chance.sample(pool, 14)
    entities = [frozenset(group) for group in grouped(spans[:11], 4, chance)]
    referring = [span for entity in entities for span in entity]
    anaphors = chance.sample(referring, 3)
    bridging = {one: chance.choice([m for m in referring if m != one]) for one in anaphors}
    deixis = [frozenset(group) for group in grouped(chance.sample(pool, 6), 3, chance)]
    return Side(entities, spans[11:], bridging, deixis, {})


def with_groups(side: Side, couples: list[list[Entity]], chance: random.Random) -> Side:
    """The side with entities that both annotators have, two and two of which may be what one of its
    own entities, a group, consists of.
    """
    whole = [*side.entities, *(one for couple in couples for one in couple)]
    chosen = chance.sample(range(len(side.entities)), min(len(couples), len(side.entities)))
    groups = {
        group: tuple(whole.index(one) for one in couple)
        for group, couple in zip(chosen, couples, strict=False)
        if chance.random() < 0.7
    }
    return side._replace(entities=whole, groups=groups)


def with_sets(side: Side) -> list[Entity]:
    """Entities in which the set that a group consists of is one more mention. No two of these sets
    overlap, so that two of them are the same or have nothing in common.
    """
    return [
        entity | {(~start, end) for at in parts[:1] for start, end in [min(side.entities[at])]}
        for place, entity in enumerate(side.entities)
        for parts in [side.groups.get(place, ())]
    ]


def grouped(spans: list[Span], most: int, chance: random.Random) -> list[list[Span]]:
    groups: list[list[Span]] = [[] for _ in range(most)]
    for span in spans:
        chance.choice(groups).append(span)
    return [group for group in groups if group]


def nested(chance: random.Random) -> list[Span]:
    """Spans of which none crosses another."""
    spans: list[Span] = []
    while len(spans) < 22:
        start = chance.randrange(WORDS)
        new = (start, min(WORDS, start + chance.choice((1, 1, 2, 3, 6))))
        if new not in spans and not any(
            a < new[0] < b < new[1] or new[0] < a < new[1] < b for a, b in spans
        ):
            spans.append(new)
    return spans


def written(side: Side) -> str:
    identity = {span: f"e{n}" for n, entity in enumerate(side.entities) for span in entity}
    elements = {
        min(side.entities[at]): f"|ElementOf=e{group}"
        for group, parts in side.groups.items()
        for at in parts
    }
    identity |= {span: f"p{n}-Pseudo" for n, span in enumerate(side.pseudo)}
    deixis = {span: f"e{n}" for n, entity in enumerate(side.deixis) for span in entity}
    columns = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING"
    lines = [f"# global.columns = {columns} DISCOURSE_DEIXIS REFERENCE NOM_SEM", "# newdoc id = d"]
    for word in range(WORDS):
        bridges = "".join(
            f"(MarkableID=m{one}_{two}|Rel=x|MentionAnchor=m{a}_{b}|EntityAnchor=x)"
            for (one, two), (a, b) in side.bridging.items()
            if one == word
        )
        cells = [
            brackets(identity, word, "m", elements),
            bridges or "_",
            brackets(deixis, word, "d"),
        ]
        lines.append("\t".join([str(word + 1), "w", *["_"] * 8, *cells, "_", "_"]))
    return "\n".join([*lines, "", ""])


def brackets(
    names: dict[Span, str], word: int, letter: str, elements: dict[Span, str] | None = None
) -> str:
    closed = ")" * sum(end == word + 1 and start < word for start, end in names)
    opened = "".join(
        f"(EntityID={names[start, end]}|MarkableID={letter}{start}_{end}"
        f"{(elements or {}).get((start, end), '')}|SemType=x" + (")" if end == start + 1 else "")
        for start, end in sorted(names, key=lambda span: (span[0], -span[1]))
        if start == word
    )
    return closed + opened or "_"


def ratio(numerator: float, denominator: float) -> float:
    return numerator / denominator if denominator else 0.0


def muc(one: list[Entity], other: list[Entity]) -> float:
    """How many links of `one` remain when its entities are cut by those of `other`."""
    kept = sum(
        len(entity) - sum(bool(entity & cut) for cut in other) - len(entity.difference(*other))
        for entity in one
    )
    return ratio(kept, sum(len(entity) - 1 for entity in one))


def b3(one: list[Entity], other: list[Entity]) -> float:
    values = [
        next((len(entity & cut) / len(entity) for cut in other if span in cut), 0.0)
        for entity in one
        for span in entity
    ]
    return ratio(sum(values), len(values))


def aligned(one: list[Entity], other: list[Entity], *, dice: bool) -> float:
    """The best of all one-to-one alignments."""
    few, many = sorted((one, other), key=len)
    return max(
        sum(
            2 * len(a & b) / (len(a) + len(b)) if dice else len(a & b)
            for a, b in zip(few, order, strict=False)
        )
        for order in permutations(many, len(few))
    )


def lea(one: list[Entity], other: list[Entity]) -> float:
    resolved = 0.0
    for entity in one:
        if len(entity) == 1:
            resolved += entity in other
            continue
        found = sum(any(set(pair) <= cut for cut in other) for pair in combinations(entity, 2))
        resolved += len(entity) * found / (len(entity) * (len(entity) - 1) / 2)
    return ratio(resolved, sum(map(len, one)))


def links(entities: list[Entity], *, coreferent: bool) -> set[frozenset[Span]]:
    spans = {span for entity in entities for span in entity}
    return {
        frozenset(pair)
        for pair in combinations(spans, 2)
        if any(set(pair) <= entity for entity in entities) is coreferent
    }


def blanc(one: list[Entity], other: list[Entity]) -> float:
    """The mean over both sorts of links; a sort that neither side has is left out."""
    values = []
    for coreferent in (True, False):
        ours, theirs = (links(side, coreferent=coreferent) for side in (one, other))
        if ours or theirs:
            values.append(ratio(len(ours & theirs), len(ours)))
    return sum(values) / len(values)


def both(value: float, precision: float, recall: float) -> Scores:
    return ratio(value, precision), ratio(value, recall)


def expected(key: list[Entity], response: list[Entity]) -> Iterator[tuple[str, Scores]]:
    """Precision and recall of each measure."""
    for name, half in {"MUC": muc, "B3": b3, "LEA": lea, "BLANC": blanc}.items():
        yield name, (half(response, key), half(key, response))
    shared = aligned(key, response, dice=False)
    yield "CEAFm", both(shared, sum(map(len, response)), sum(map(len, key)))
    yield "CEAFe", both(aligned(key, response, dice=True), len(response), len(key))


def bridges(side: Side, level: str, key: Side) -> set[object]:
    """What a bridging link says; an antecedent in the key's terms of entities."""
    entity = {span: number for number, own in enumerate(key.entities) for span in own}
    return {
        anaphor
        if level == "anaphor"
        else (anaphor, entity.get(antecedent, antecedent) if level == "entity" else antecedent)
        for anaphor, antecedent in side.bridging.items()
    }


def agreement(key: Iterable[object], response: Iterable[object]) -> Scores:
    ours, theirs = set(key), set(response)
    return both(len(ours & theirs), len(theirs), len(ours))


MEASURES = {
    "MUC": MUC(),
    "B3": B3(),
    "LEA": LEA(),
    "BLANC": BLANC(both_sides=True),
    "CEAFm": CEAFm(),
    "CEAFe": CEAFe(),
}


@pytest.mark.parametrize("seed", range(25))
def test_random_pairs_score_as_the_definitions_say(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    pool = nested(chance)
    key, response = drawn(chance, pool), drawn(chance, pool)
    for name, side in (("key", key), ("response", response)):
        (tmp_path / f"{name}.CONLLUA").write_text(written(side))
    (pair,) = paired(*(formats.read(tmp_path / f"{name}.CONLLUA") for name in ("key", "response")))

    def scored(measure: Any) -> Scores:
        score = measure.score(measure.counts(pair))
        return score.precision or 0.0, score.recall or 0.0

    for name, values in expected(key.entities, response.entities):
        assert scored(MEASURES[name]) == pytest.approx(values, abs=1e-12), name
    without = [[one for one in side.entities if len(one) > 1] for side in (key, response)]
    for name, values in expected(*without):
        if name != "BLANC":
            measure = type(MEASURES[name])(singletons=False)
            assert scored(measure) == pytest.approx(values, abs=1e-12), name
    for name, values in expected(key.deixis, response.deixis):
        assert scored(DiscourseDeixis(name, singletons=True)) == pytest.approx(values, abs=1e-12), (
            f"deixis, {name}"
        )
    for level in ("anaphor", "entity", "link"):
        values = agreement(bridges(key, level, key), bridges(response, level, key))
        assert scored(Bridging(level)) == pytest.approx(values, abs=1e-12), level
    assert scored(NonReferring()) == pytest.approx(agreement(key.pseudo, response.pseudo))


@pytest.mark.parametrize("seed", range(30, 50))
def test_split_antecedents_are_members_of_their_groups(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    pool = nested(chance)
    own = pool[:8]
    couples = [[frozenset(own[at : at + 2]), frozenset(own[at + 2 : at + 4])] for at in (0, 4)]
    sides: list[Side] = []
    for name in ("key", "response"):
        entities = [frozenset(group) for group in grouped(chance.sample(pool[8:], 9), 3, chance)]
        side = with_groups(Side(entities, [], {}, [], {}), couples, chance)
        (tmp_path / f"{name}.CONLLUA").write_text(written(side))
        sides.append(side)
    (pair,) = paired(*(formats.read(tmp_path / f"{name}.CONLLUA") for name in ("key", "response")))
    for name, values in expected(*map(with_sets, sides)):
        measure = SplitAntecedents(name)
        score = measure.score(measure.counts(pair))
        assert isinstance(score, Score)
        assert (score.precision, score.recall) == pytest.approx(values, abs=1e-12), name


@pytest.mark.parametrize("seed", range(25, 30))
def test_a_file_against_itself_has_all(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    path = tmp_path / "a.CONLLUA"
    path.write_text(written(drawn(chance, nested(chance))))
    (pair,) = paired(formats.read(path), formats.read(path))
    measures: list[Any] = [DiscourseDeixis(), Bridging("link"), NonReferring()]
    for measure in (*measures, *MEASURES.values()):
        score = measure.score(measure.counts(pair))
        assert score.f1 == pytest.approx(1), measure
