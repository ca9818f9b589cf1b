"""An exported parser can be trained on: as it was restored, it says what it said before."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra coindex[train]")
pytest.importorskip("onnx", reason="training needs the extra coindex[train]")

import torch

from coindex.models.antecedents import bundled_folder
from coindex.models.session import Model, WordWindow
from training.parser.checkpoint import Checkpoint
from training.parser.model import Parser, Shape, Words
from training.parser.restore import deepened, restored

SENTENCE = "Ann , who had met Bob in Dunmarsh , gave him the unopened letters ."


class Watched:
    """A session that keeps what it is given."""

    def __init__(self, session: Any) -> None:
        self.session = session
        self.inputs: dict[str, np.ndarray[Any, Any]] = {}

    def run(self, outputs: list[str], inputs: dict[str, Any]) -> Any:
        self.inputs = inputs
        return self.session.run(outputs, inputs)


def test_a_restored_parser_says_what_the_exported_one_says() -> None:
    running = Model(bundled_folder().parent, 1)
    watched = Watched(running._session)
    running._session = watched
    words = running.looks(SENTENCE.split())
    first = [number == 0 for number in range(len(words))]
    before = running.analyse(WordWindow(words, [True] * len(words), first))
    given = {name: torch.from_numpy(array) for name, array in watched.inputs.items()}
    rows = {name: array if name == "treebank" else array[None] for name, array in given.items()}
    with torch.inference_mode():
        after = restored(bundled_folder().parent).model(Words(**rows))
    assert np.array_equal(after.tags["upos"][0].argmax(1).numpy(), before.upos)
    assert np.array_equal(after.tags["feats"][0].argmax(1).numpy(), before.feats)
    assert np.array_equal(after.arcs[0].argmax(1).numpy(), before.arcs.argmax(1))
    assert np.array_equal(after.start[0].numpy() > 0, before.start > 0)


def test_a_deeper_parser_begins_with_a_weak_copy_of_the_last_layer() -> None:
    torch.manual_seed(6)
    shape = Shape(9, {"upos": 3, "deprel": 4}, 12, 1, layers=2, expletive=False)
    before = Parser(shape).eval()
    after = deepened(Checkpoint(before, {}, 1.0, {}), 4).model
    assert after.shape.layers == 4
    last, *copies = (after.encoder.layers[number] for number in (1, 2, 3))
    for copy in copies:
        assert torch.equal(copy.attend.weight, last.attend.weight)
        assert torch.allclose(copy.contract.weight, last.contract.weight / 4)
    assert torch.equal(last.contract.weight, before.encoder.layers[1].contract.weight)


@pytest.mark.parametrize("merged", [0, 1])
def test_a_parser_that_merges_pieces_reads_padded_windows_as_single_ones(merged: int) -> None:
    torch.manual_seed(5)
    labels = {"upos": 3, "deprel": 4}
    shape = Shape(9, labels, 12, 1, layers=2, merged=merged, activation="relu", expletive=False)
    model = Parser(shape).eval()
    alone = [_window([1, 2, 1]), _window([3])]
    both = Words(*(_padded(one, other) for one, other in zip(*alone, strict=True)))
    with torch.inference_mode():
        together = model(both).states
        for row, window in enumerate(alone):
            single = model(window._replace(present=None)).states[0]
            assert torch.allclose(together[row, : len(single)], single, atol=1e-5)


def _window(counts: list[int]) -> Words:
    """Words of so many pieces each, after the root."""
    total = sum(counts)
    ends = torch.tensor([0, *counts]).cumsum(0)
    owner = [number for number, count in enumerate(counts, 1) for _ in range(count)]
    ones = torch.ones(1, len(counts) + 1, dtype=torch.long)
    return Words(
        pieces=torch.arange(total + 2)[None] % 9,
        owner=torch.tensor([[0, *owner, 0]]),
        first=torch.cat([torch.zeros(1, dtype=torch.long), ends[:-1] + 1])[None],
        last=ends[None],
        characters=torch.ones(1, len(counts) + 1, 16, dtype=torch.long),
        case=ones,
        space=ones,
        paragraph=ones,
        treebank=torch.zeros(1, dtype=torch.long),
        present=torch.ones(1, total + 2, dtype=torch.bool),
    )


def _padded(one: torch.Tensor | None, other: torch.Tensor | None) -> torch.Tensor | None:
    if one is None or other is None:
        return None
    if one.dim() == 1:
        return torch.cat([one, other])
    wide = torch.zeros(1, *one.shape[1:], dtype=other.dtype)
    wide[:, : other.shape[1]] = other
    return torch.cat([one, wide])
