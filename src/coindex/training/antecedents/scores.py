"""Scores of a model that chooses mentions under a scheme: chains with and without singletons, exact
spans, GAP.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray

from coindex.core.chains import connected
from coindex.measures.coreference import B3, MUC, CEAFe
from coindex.measures.overlap import Overlap
from coindex.training.antecedents.model import IMPOSSIBLE, LEFT, RIGHT, SCHEMES, AntecedentNetwork
from coindex.training.antecedents.readings import Device, DocumentArrays, TrainingReading

BUDGET = 16384
"""Pieces of a batch when documents are answered."""
PERSONAL = frozenset({"he", "him", "his", "she", "her"})
LIKELY = 0.5
"""A mention by itself is one whose probability exceeds this."""
LINKED = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5)
"""How probable a mention must be to be linked."""
MEASURED = (
    *(("gum", "gum"), ("gum", "ontonotes"), ("litbank", "litbank"), ("craft", "craft")),
    *(("composed", "gum"), ("discourses", "gum"), ("everyday", "gum")),
)
TEMPERATURES = tuple(np.arange(0.6, 2.51, 0.05).tolist())


class Prediction(NamedTuple):
    """For one document: probabilities of no antecedent and of candidates, candidates, probability
    of being a mention; spans, heads.
    """

    chances: NDArray[np.float32]
    candidates: NDArray[np.int64]
    mention: NDArray[np.float32]
    spans: list[tuple[int, int]]
    heads: list[int]


@torch.inference_mode()
def predicted(
    model: AntecedentNetwork,
    documents: DocumentArrays,
    device: Device,
    views: Sequence[int],
    scheme: str,
    degree: float = 1.0,
) -> list[Prediction]:
    segments = sorted((documents.segment(view) for view in views), key=documents.pieces)
    by_view: dict[int, Prediction] = {}
    for group in documents.grouped(segments, BUDGET):
        readings = [
            TrainingReading(place, SCHEMES.index(scheme), -1, False) for place in range(len(group))
        ]
        on = device.moved(documents.host(group, readings))
        scores = model(device.batch(on))
        chances = (scores.logits / degree).softmax(1).cpu().numpy()
        candidates, allowed = scores.candidates.cpu().numpy(), scores.allowed.cpu().numpy()
        mention = 1 - scores.spans.types.softmax(1)[:, 0].cpu().numpy()
        left, right = (
            scores.spans.left.argmax(1).cpu().numpy(),
            scores.spans.right.argmax(1).cpu().numpy(),
        )
        start = 0
        for segment in group:
            rows = slice(start, start + len(segment.mentions))
            # A missing candidate points to the mention itself; its probability is zero.
            own = np.where(
                allowed[rows], candidates[rows] - start, np.arange(len(segment.mentions))[:, None]
            )
            spans = documents.spans[segment.mentions] - segment.start
            firsts = np.where(left[rows] < LEFT, spans[:, 2] - left[rows], spans[:, 0])
            lasts = np.where(right[rows] < RIGHT, spans[:, 2] + right[rows], spans[:, 1])
            edges = list(zip(firsts.tolist(), lasts.tolist(), strict=True))
            by_view[segment.view] = Prediction(
                chances[rows], own, mention[rows], edges, spans[:, 2].tolist()
            )
            start = rows.stop
    return [by_view[view] for view in views]


def evaluate(
    model: AntecedentNetwork,
    documents: DocumentArrays,
    device: Device,
    parts: Sequence[str] = ("held",),
) -> dict[str, dict[str, float]]:
    """The scores by part, corpus and scheme."""
    scores: dict[str, dict[str, float]] = {}
    for part in parts:
        for corpus, scheme in MEASURED:
            views = [
                view for view in documents.chosen(part, corpus) if scheme in documents.key(view)
            ]
            if views:
                predictions = predicted(model, documents, device, views, scheme)
                scores[f"{part} {corpus} as {scheme}"] = chain_scores(
                    documents, views, predictions, scheme
                )
        if views := documents.chosen(part, "gap"):
            scores[f"{part} gap"] = gap_scores(
                documents, views, predicted(model, documents, device, views, "gum")
            )
        if views := documents.chosen(part, "invented"):
            scores[f"{part} invented"] = invented_scores(
                documents, views, predicted(model, documents, device, views, "gum")
            )
    return scores


def decoded(
    probabilities: NDArray[np.float32], candidates: NDArray[np.int64], *, by_entity: bool = True
) -> list[int]:
    """The antecedent of each mention, or -1: in the most probable entity so far, or the most
    probable one by itself.
    """
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
            link = (
                int(others[np.where(groups == best, links, -1.0).argmax()])
                if sums[best] > row[0]
                else -1
            )
        else:
            link = int(others[links.argmax()]) if links.max() > row[0] else -1
        if link == number:
            link = -1
        if link >= 0:
            entity[number] = entity[link]
        chosen.append(link)
    return chosen


def chain_scores(
    documents: DocumentArrays, views: Sequence[int], predictions: Sequence[Prediction], scheme: str
) -> dict[str, float]:
    """`best` is the CoNLL score without singletons at the best threshold for linked mentions, `at`
    that threshold.
    """
    scores: dict[str, float] = {}
    best, at = -1.0, 0.0
    for least in LINKED:
        value = _totals(documents, views, predictions, scheme, least)
        if value["CoNLL"] > best:
            best, at, scores = value["CoNLL"], least, value
    return {"best": round(best, 2), "at": at} | {
        name: round(value, 2 if value > 1 else 3) for name, value in scores.items()
    }


def _totals(
    documents: DocumentArrays,
    views: Sequence[int],
    predictions: Sequence[Prediction],
    scheme: str,
    least: float,
) -> dict[str, float]:
    totals: dict[str, list[float]] = {}
    counts: Counter[str] = Counter()
    measures: dict[str, Any] = {"MUC": MUC(), "B3": B3(), "CEAFe": CEAFe()}
    for view, one in zip(views, predictions, strict=True):
        key = documents.key(view)[scheme]
        numbers = {tuple(span): number for number, span in enumerate(key["spans"]) if span[0] >= 0}
        groups = entities(one, least)
        # Mentions that the key lacks get labels of their own below zero, so that no two are equal.
        labels = [numbers.get(span, -1 - row) for row, span in enumerate(one.spans)]
        for name, singletons in (("", False), ("singletons ", True)):
            table = Overlap.of(
                key["groups"],
                [[labels[m] for m in group] for group in groups],
                singletons=singletons,
            )
            for title, measure in measures.items():
                new = measure.table_counts(table)
                old = totals.get(name + title, [0.0] * len(new))
                totals[name + title] = [a + b for a, b in zip(old, new, strict=True)]
        system = {labels[m] for group in groups for m in group}
        counts.update(
            system=len(system), key=len(key["spans"]), right=sum(label >= 0 for label in system)
        )
        chained = {labels[m] for group in groups if len(group) > 1 for m in group}
        counts.update(
            {"chained system": len(chained), "chained right": sum(label >= 0 for label in chained)}
        )
        _count_pronouns(key["pronouns"], one, groups, counts)
    f1 = {
        name: 100 * (measures[name.split()[-1]].score(tuple(total)).f1 or 0.0)
        for name, total in totals.items()
    }
    rates = {
        what: counts[f"{what} right"] / max(1, counts[what])
        for what in ("pronouns", "he/she", "it", "they")
    }
    return {
        "CoNLL": sum(f1[name] for name in measures) / 3,
        "singletons": sum(f1[f"singletons {name}"] for name in measures) / 3,
        "spans": 200 * counts["right"] / max(1, counts["system"] + counts["key"]),
        "chained spans": 200
        * counts["chained right"]
        / max(1, counts["chained system"] + counts["key"]),
        **rates,
    }


def entities(prediction: Prediction, least: float) -> list[list[int]]:
    """Chains of mentions that are at least this probable, and probable mentions by themselves."""
    kept = prediction.mention >= least
    chances = prediction.chances.copy()
    allowed = kept[prediction.candidates] & kept[:, None]
    chances[:, 1:] = np.where(allowed, chances[:, 1:], 0.0)
    links = decoded(chances, prediction.candidates)
    pairs = [(row, link) for row, link in enumerate(links) if link >= 0]
    chains = [sorted(group) for group in connected(range(len(links)), pairs)]
    return [group for group in chains if len(group) > 1 or prediction.mention[group[0]] >= LIKELY]


def _count_pronouns(
    pronouns: list[Any], prediction: Prediction, groups: list[list[int]], counts: Counter[str]
) -> None:
    """A pronoun is right if the nearest earlier mention of its entity has the head of a mention of
    the key entity.
    """
    at = {
        prediction.spans[m][0]: group
        for group in groups
        for m in group
        if prediction.spans[m][0] == prediction.spans[m][1]
    }
    for start, heads, form in pronouns:
        earlier = [m for m in at.get(start, ()) if prediction.spans[m][0] < start]
        nearest = (
            max(earlier, key=lambda m: (prediction.spans[m][0], -prediction.spans[m][1]))
            if earlier
            else -1
        )
        sort = "he/she" if form in PERSONAL else "it" if form.startswith("it") else "they"
        right = nearest >= 0 and prediction.heads[nearest] in heads
        for what in ("pronouns", sort):
            counts.update({what: 1, f"{what} right": right})


def gap_scores(
    documents: DocumentArrays, views: Sequence[int], predictions: Sequence[Prediction]
) -> dict[str, float]:
    """F1 of all, feminine and masculine."""
    counts: Counter[str] = Counter()
    for view, one in zip(views, predictions, strict=True):
        pronoun, names, right, feminine = documents.key(view)["question"]
        members = next((set(group) for group in entities(one, 0.0) if pronoun in group), set())
        for name, true in zip(names, right, strict=True):
            answered = bool(members & set(name))
            for sort in ("all", "F" if feminine else "M"):
                counts.update(
                    {
                        f"{sort} key": true,
                        f"{sort} said": answered,
                        f"{sort} right": true and answered,
                    }
                )
    return {
        sort: round(
            200 * counts[f"{sort} right"] / max(1, counts[f"{sort} key"] + counts[f"{sort} said"]),
            2,
        )
        for sort in ("all", "F", "M")
    }


def invented_scores(
    documents: DocumentArrays, views: Sequence[int], predictions: Sequence[Prediction]
) -> dict[str, float]:
    """The proportion of marked later mentions that are with their own entity and with no other."""
    right = count = 0
    for view, one in zip(views, predictions, strict=True):
        rows = slice(documents.mention_starts[view], documents.mention_starts[view + 1])
        entity = documents.arrays["entity"][rows, 0]
        group_of = {m: set(group) for group in entities(one, 0.0) for m in group}
        for row in np.flatnonzero(entity >= 0).tolist():
            own = {int(m) for m in np.flatnonzero(entity == entity[row]) if m < row}
            others = {int(m) for m in np.flatnonzero((entity >= 0) & (entity != entity[row]))}
            if own:
                count += 1
                right += (
                    bool(group_of.get(row, set()) & own) and not group_of.get(row, set()) & others
                )
    return {"links": round(right / max(1, count), 3), "count": count}


@torch.inference_mode()
def temperature(model: AntecedentNetwork, documents: DocumentArrays, device: Device) -> float:
    """The temperature by the likelihood of the right antecedents in held-out documents; 1 if there
    are none.
    """
    totals = torch.zeros(len(TEMPERATURES), device=device.device)
    for corpus in SCHEMES[1:]:
        segments = [documents.segment(view) for view in documents.chosen("held", corpus)]
        for group in documents.grouped(segments, BUDGET):
            readings = [
                TrainingReading(place, SCHEMES.index(corpus), 0, False)
                for place in range(len(group))
            ]
            on = device.moved(documents.host(group, readings))
            scores = model(device.batch(on))
            entity = device.gold(on).entity
            right = (
                (entity[:, None] == entity[scores.candidates])
                & (entity[:, None] >= 0)
                & scores.allowed
            )
            target = torch.cat([~right.any(1, keepdim=True), right], 1)
            for place, value in enumerate(TEMPERATURES):
                logs = (scores.logits / value).log_softmax(1)
                totals[place] -= logs.masked_fill(~target, IMPOSSIBLE).logsumexp(1).sum()
    return float(TEMPERATURES[int(totals.argmin())]) if totals.any() else 1.0
