"""Which errors `neural` and `hybrid` remove from each other, by kind of
mention and by what forbade the link.
"""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from pathlib import Path

from benchmarks.learned.material import Text, first_mentions, gum
from benchmarks.results import record
from coindex.core import registry
from coindex.core.annotation import Kind
from coindex.core.decision import Decision
from coindex.report.table import Cell, Table

SORTS = {Kind.NAME: "names", Kind.NOMINAL: "nouns"}


def run(corpora: Path, chosen: Namespace) -> None:
    """A decision is right if its antecedent is in the key entity, or if there is
    none and the entity begins here.
    """
    counts: Counter[tuple[str, str, str]] = Counter()
    for text in gum(corpora, gold=chosen.gold):
        plain, filtered = (decided(name, text) for name in ("neural", "hybrid"))
        first = first_mentions(text)
        for number, one in plain.items():
            other = filtered[number]
            before, after = right(text, number, one, first), right(text, number, other, first)
            if before != after:
                expression = text.discourse.expressions[number]
                sort = "pronouns" if expression.pronominal else SORTS.get(expression.kind, "others")
                counts[sort, _reason(one, other), "removed" if after else "made"] += 1
    rows: list[list[Cell]] = [
        [sort, reason, counts[sort, reason, "removed"], counts[sort, reason, "made"]]
        for sort, reason in sorted({key[:2] for key in counts})
    ]
    title = "Errors of neural that hybrid removes, and those it makes; GUM dev"
    record(
        "differences",
        [Table(("mentions", "because of", "removed", "made"), rows, title)],
        command="python -m benchmarks.neural --corpora FOLDER differences",
        components=["neural", "hybrid", "auto"],
        learned_from="The model has learned from the training part of GUM.",
    )


def decided(name: str, text: Text) -> dict[int, Decision]:
    found = registry.build("resolvers", name).resolve(text.document, text.mentions)
    return {text.discourse.by_mention[decision.anaphor].number: decision for decision in found}


def right(text: Text, number: int, decision: Decision, first: set[int]) -> bool:
    if decision.antecedent is None:
        return number in first
    name = text.entity.get(number)
    antecedent = text.discourse.by_mention.get(decision.antecedent)
    # An event is none of the mentions.
    return (
        antecedent is not None and name is not None and text.entity.get(antecedent.number) == name
    )


def _reason(plain: Decision, filtered: Decision) -> str:
    """What forbade the antecedent that `neural` chose; else something before has changed."""
    vetoes = {candidate.mention: candidate.rejected for candidate in filtered.candidates}
    return (
        vetoes.get(plain.antecedent) if plain.antecedent is not None else ""
    ) or "earlier decisions"
