"""Scores on gold tokens, and the temperature that makes arc probabilities honest."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray

from coindex.models.word_features import apply_script
from training.parser.analyse import Predicted, RelationWeights, Runner, analyse
from training.parser.losses import masked_arcs
from training.parser.model import Parser
from training.parser.windows import Data

Scores = dict[str, float]


def evaluate(
    run: Runner, data: Data, relations: RelationWeights, *, quick: bool = False
) -> dict[str, Scores]:
    """Scores of each corpus's dev part; ``quick`` leaves out the run with gold sentences."""
    texts = {corpus: data.texts("dev", corpus) for corpus in data.dev_corpora()}
    parsed = {corpus: some for corpus, some in texts.items() if corpus != "craft"}
    own = analyse(run, data, [text for some in texts.values() for text in some], relations)
    result = {corpus: _scores(own, data, some) for corpus, some in parsed.items()}
    if not quick:
        given = analyse(
            run,
            data,
            [text for some in parsed.values() for text in some],
            relations,
            gold_sentences=True,
        )
        for corpus, scores in result.items():
            attachment = _attachment(given, data, _rows(data, texts[corpus]))
            scores |= {f"{name}_gold_sentences": score for name, score in attachment.items()}
    if "craft" in texts:
        for name, some in (("craft", texts["craft"]), ("gum+craft", texts["gum"] + texts["craft"])):
            result[name] = _expletive(own, data, _rows(data, some))
    return {
        corpus: {name: round(score, 2) for name, score in scores.items()}
        for corpus, scores in result.items()
    }


def _rows(data: Data, texts: Sequence[int]) -> NDArray[np.int64]:
    ranges = [np.arange(data.text_starts[text], data.text_ends[text]) for text in texts]
    return np.concatenate(ranges) if ranges else np.zeros(0, np.int64)


def _scores(predicted: Predicted, data: Data, texts: Sequence[int]) -> Scores:
    rows = _rows(data, texts)
    scores: Scores = {}
    for tag in ("upos", "xpos", "feats"):
        if tag in predicted.tags:
            scores[tag] = _percent(predicted.tags[tag][rows] == data.arrays[tag][rows])
    scripts = data.labels["script"]
    lemmas = [
        apply_script(data.forms[row], scripts[predicted.tags["script"][row]]) == data.lemmas[row]
        for row in rows
    ]
    scores["lemma"] = _percent(np.array(lemmas))
    scores |= _attachment(predicted, data, rows)
    scores["sentence_f1"] = _sentence_f1(predicted, data, texts)
    if (data.arrays["entity"][rows] >= 0).all():
        scores |= _entities(predicted, data, rows)
    if "subject" in predicted.tags:
        scores |= _null_subjects(predicted, data, rows)
    known = (data.arrays["expletive"][rows] >= 0).any()
    return scores | _expletive(predicted, data, rows) if known else scores


def _attachment(predicted: Predicted, data: Data, rows: NDArray[np.int64]) -> Scores:
    distance = data.arrays["heads"][rows].astype(np.int64)
    heads = np.where(distance == 0, -1, rows + distance)
    attached = predicted.heads[rows] == heads
    names = data.labels["deprel"]
    universal = np.array([names.index(name) for name in _universal_first(names)])
    gold, own = data.arrays["deprel"][rows], predicted.relations[rows]
    return {
        "uas": _percent(attached),
        "las": _percent(attached & (universal[gold] == universal[own]) & (gold >= 0)),
        "las_full": _percent(attached & (gold == own)),
    }


def _universal_first(names: list[str]) -> list[str]:
    """For each label the first label with the same universal part."""
    first: dict[str, str] = {}
    return [first.setdefault(name.partition(":")[0], name) for name in names]


def _sentence_f1(predicted: Predicted, data: Data, texts: Sequence[int]) -> float:
    def spans(starts: NDArray[Any]) -> set[tuple[int, int]]:
        found = set()
        for text in texts:
            begin, end = int(data.text_starts[text]), int(data.text_ends[text])
            edges = [begin + int(index) for index in np.flatnonzero(starts[begin:end])] + [end]
            found |= set(itertools.pairwise(edges))
        return found

    key, response = spans(data.arrays["starts"]), spans(predicted.starts)
    return 200 * len(key & response) / (len(key) + len(response))


def _entities(predicted: Predicted, data: Data, rows: NDArray[np.int64]) -> Scores:
    """Heads found, heads with type, and person against the rest on all heads of the key."""
    gold, scores = data.arrays["entity"][rows], predicted.entity_scores[rows]
    own, forced = scores.argmax(1), 1 + scores[:, 1:].argmax(1)
    person = data.labels["entity"].index("person")
    found, key = (own > 0) & (gold > 0), gold > 0
    size = int((own > 0).sum() + key.sum())
    return {
        "entity_head_f1": 200 * int(found.sum()) / size,
        "entity_type_f1": 200 * int((found & (own == gold)).sum()) / size,
        "person_found": _percent((own == person)[found] == (gold == person)[found]),
        "person_all": _percent((forced == person)[key] == (gold == person)[key]),
    }


def _expletive(predicted: Predicted, data: Data, rows: NDArray[np.int64]) -> Scores:
    """Precision, recall and F1 of expletive *it*."""
    gold = data.arrays["expletive"][rows]
    key, response = gold == 1, (predicted.expletive[rows] > 0) & (gold >= 0)
    right = int((key & response).sum())
    return {
        "expletive_p": 100 * right / max(int(response.sum()), 1),
        "expletive_r": 100 * right / max(int(key.sum()), 1),
        "expletive_f1": 200 * right / max(int(key.sum() + response.sum()), 1),
    }


def _null_subjects(predicted: Predicted, data: Data, rows: NDArray[np.int64]) -> Scores:
    """F1 of verbs whose subject is left out."""
    null = data.labels["subject"].index("null")
    key, response = data.arrays["subject"][rows] == null, predicted.tags["subject"][rows] == null
    return {"null_f1": 200 * int((key & response).sum()) / max(int(key.sum() + response.sum()), 1)}


def _percent(right: NDArray[np.bool_]) -> float:
    return 100 * float(right.mean()) if len(right) else 0.0


@torch.inference_mode()
def arc_temperature(model: Parser, data: Data, part: str = "held") -> float:
    """The temperature with the least loss of the arcs of texts that were not trained on."""
    windows = [
        window for text in data.texts(part) for window in data.chain(text, iter(lambda: 254, 0))
    ]
    kept, heads = [], []
    for batch in data.batches(windows, 8192):
        gold = data.gold(batch)
        known = gold.heads >= 0
        scores = masked_arcs(model(data.words(batch)).arcs, gold.sentence)[known]
        kept.append(torch.nn.functional.pad(scores, (0, 512 - scores.shape[1]), value=-1e4))
        heads.append(gold.heads[known])
    scores, labels = torch.cat(kept).cpu(), torch.cat(heads).cpu()
    grid = np.exp(np.linspace(np.log(0.3), np.log(5), 60))
    losses = [float(torch.nn.functional.cross_entropy(scores / value, labels)) for value in grid]
    return float(grid[int(np.argmin(losses))])
