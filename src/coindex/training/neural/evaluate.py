"""Scores of a model on held-out and dev documents: chains, third-person pronouns, GAP's pairs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from coindex.core.chains import connected
from coindex.measures.coreference import B3, MUC, CEAFe
from coindex.measures.overlap import Overlap
from coindex.training.neural.data import MENTIONS, Data, scheme_of
from coindex.training.neural.model import Antecedents

BUDGET = 16384
PERSONAL = frozenset({"he", "him", "his", "she", "her"})
Chances = tuple[NDArray[np.float32], NDArray[np.int64]]
"""Of one document: probabilities of no antecedent and of each candidate, and the candidates' numbers."""


def evaluate(model: Antecedents, data: Data, *, parts: Sequence[str] = ("held", "dev")) -> dict[str, dict[str, float]]:
    """By part and corpus; LitBank under its own scheme too."""
    scores: dict[str, dict[str, float]] = {}
    for part in parts:
        for corpus in ("gum", "litbank", "craft"):
            for scheme in dict.fromkeys(("gum", corpus)):
                if views := data.chosen(part, corpus):
                    found = chances(model, data, views, scheme)
                    shown = f"{part} {corpus}" + (f" as {scheme}" if scheme != corpus else "")
                    scores[shown] = chain_scores(data, views, found)
        if views := data.chosen(part, "gap"):
            scores[f"{part} gap"] = gap_scores(data, views, chances(model, data, views, "gum"))
    return scores


def choice(scores: dict[str, dict[str, float]]) -> float:
    """What runs are chosen by: the mean of chains, pronouns and pairs on held-out training documents."""
    gum = scores["held gum"]
    return (gum["CoNLL"] + scores["held litbank"]["CoNLL"] + 100 * gum["pronouns"] + scores["held gap"]["all"]) / 4


@torch.inference_mode()
def chances(
    model: Antecedents, data: Data, views: Sequence[int], scheme: str, temperature: float = 1.0
) -> list[Chances]:
    """Probabilities of candidates in each document."""
    segments = sorted((data.segment(view) for view in views), key=data.pieces)
    found: dict[int, Chances] = {}
    for batch in data.batches(segments, BUDGET):
        scores = model(data.batch(batch, [scheme_of(scheme)] * len(batch)))
        probabilities = (scores.logits / temperature).softmax(1).cpu().numpy()
        candidates = scores.candidates.cpu().numpy()
        allowed = scores.allowed.cpu().numpy()
        start = 0
        for segment in batch:
            rows = slice(start, start + len(segment.mentions))
            # A candidate that is none points to the mention itself; its probability is zero.
            own = np.where(allowed[rows], candidates[rows] - start, np.arange(len(segment.mentions))[:, None])
            found[segment.view] = probabilities[rows], own
            start = rows.stop
    return [found[view] for view in views]


def decoded(probabilities: NDArray[np.float32], candidates: NDArray[np.int64], *, by_entity: bool = True) -> list[int]:
    """The antecedent of each mention, or -1: in the most probable entity so far, or the most probable by itself."""
    entity = np.arange(len(candidates))
    chosen: list[int] = []
    for number, (row, others) in enumerate(zip(probabilities, candidates, strict=True)):
        if not others.size:
            chosen.append(-1)
            continue
        links = row[1:]
        if by_entity:
            groups = entity[others]
            sums = np.bincount(groups, links)
            best = int(sums.argmax())
            link = int(others[np.where(groups == best, links, -1.0).argmax()]) if sums[best] > row[0] else -1
        else:
            link = int(others[links.argmax()]) if links.max() > row[0] else -1
        if link == number:
            link = -1
        if link >= 0:
            entity[number] = entity[link]
        chosen.append(link)
    return chosen


def chain_scores(data: Data, views: Sequence[int], found: Sequence[Chances]) -> dict[str, float]:
    scores: dict[str, float] = {}
    for label, by_entity in (("", True), (" pairwise", False)):
        links = [decoded(*one, by_entity=by_entity) for one in found]
        scores |= {f"{name}{label}": value for name, value in scored(data, views, links).items()}
    shares = {name: scores[name] for name in scores if "pairwise" not in name or "CoNLL" in name or "pronouns" in name}
    return {name: round(value, 2 if value > 1 else 3) for name, value in shares.items()}


def scored(data: Data, views: Sequence[int], links: Sequence[Sequence[int]]) -> dict[str, float]:
    """CoNLL and its parts (no singletons, exact spans) and accuracy of third-person pronouns."""
    measures: dict[str, MUC | B3 | CEAFe] = {"MUC": MUC(), "B3": B3(), "CEAFe": CEAFe()}
    totals: dict[str, list[float]] = {}
    counts: Counter[str] = Counter()
    for view, chosen in zip(views, links, strict=True):
        key = data.key(view)
        groups = _groups(chosen)
        labels = [number if number >= 0 else -1 - index for index, number in enumerate(key["exact"])]
        table = Overlap.of(key["groups"], [[labels[m] for m in group] for group in groups], singletons=False)
        for name, measure in measures.items():
            new = measure.table_counts(table)
            totals[name] = [a + b for a, b in zip(totals.get(name, [0.0] * len(new)), new, strict=True)]
        _count_pronouns(key, groups, counts)
    parts = {name: 100 * (measures[name].score(tuple(total)).f1 or 0.0) for name, total in totals.items()}
    rates = {what: counts[f"{what} right"] / max(1, counts[what]) for what in ("pronouns", "he/she", "it", "they")}
    return {"CoNLL": sum(parts.values()) / 3, **parts, **rates}


def _groups(chosen: Sequence[int]) -> list[list[int]]:
    return connected(range(len(chosen)), ((link, index) for index, link in enumerate(chosen) if link >= 0))


def _count_pronouns(key: dict[str, Any], groups: list[list[int]], counts: Counter[str]) -> None:
    """Right if the nearest earlier mention of the entity has the head of a mention of the key entity."""
    places = key["places"]
    group_at = {places[m][0]: group for group in groups for m in group if places[m][1] - places[m][0] == 1}
    for start, heads, form in key["pronouns"]:
        earlier = [places[m] for m in group_at.get(start, ()) if places[m][0] < start]
        nearest = max(earlier, key=lambda place: (place[0], -place[1]))[2] if earlier else -1
        sort = "he/she" if form in PERSONAL else "it" if form.startswith("it") else "they"
        for what in ("pronouns", sort):
            counts.update({what: 1, f"{what} right": nearest in heads})


def gap_scores(data: Data, views: Sequence[int], found: Sequence[Chances]) -> dict[str, float]:
    """F1 of all, feminine and masculine, and their ratio."""
    counts: Counter[str] = Counter()
    for view, one in zip(views, found, strict=True):
        pronoun, names, right, feminine = data.key(view)["question"]
        groups = _groups(decoded(*one))
        members = next((set(group) for group in groups if pronoun in group), set())
        for name, true in zip(names, right, strict=True):
            said = bool(members & set(name))
            for sort in ("all", "F" if feminine else "M"):
                counts.update({f"{sort} key": true, f"{sort} said": said, f"{sort} right": true and said})
    values = {
        sort: 200 * counts[f"{sort} right"] / max(1, counts[f"{sort} key"] + counts[f"{sort} said"])
        for sort in ("all", "F", "M")
    }
    return {name: round(value, 2) for name, value in values.items()} | {
        "F/M": round(values["F"] / max(1, values["M"]), 3)
    }


def oracle(data: Data, views: Sequence[int]) -> dict[str, float]:
    """What perfect decisions on these mentions would score."""
    links = []
    for view in views:
        rows = slice(data.mention_starts[view], data.mention_starts[view] + data.views[view, MENTIONS])
        latest: dict[int, int] = {}
        chosen = []
        for index, entity in enumerate(data.entity[rows].tolist()):
            chosen.append(latest.get(entity, -1) if entity >= 0 else -1)
            latest[entity] = index
        links.append(chosen)
    return scored(data, views, links)
