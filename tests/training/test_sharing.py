"""A model that shares the lower part of a parser's encoder runs as one that stores it itself."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs the extra coindex[train]")
pytest.importorskip("onnx", reason="training needs the extra coindex[train]")

import torch

from coindex.models.antecedents import FILE, antecedents, bundled_folder
from coindex.resolvers.neural.features import WORDS
from coindex.training.antecedents.checkpoint import Checkpoint
from coindex.training.antecedents.export import export
from coindex.training.antecedents.model import AntecedentNetwork, ModelShape
from training.resolver.sharing import SharedModel, lowest_layers

pytestmark = pytest.mark.filterwarnings("ignore")
PARSER = bundled_folder("es").parent
LAYER_BYTES = 1_700_000


def test_layers_of_a_parser_are_not_stored_again(tmp_path: Path) -> None:
    for name in (FILE, "tokenizer.json"):
        shutil.copy(PARSER / name, tmp_path)
    torch.manual_seed(3)
    model = AntecedentNetwork(ModelShape(9, layers=2, mention=16, coarse=8, hidden=16)).eval()
    shared = SharedModel(tmp_path, 1, scheme="mine", learnt="craft", least=0.0, rules=0.0)
    shared.put_into(model)
    checkpoint = Checkpoint(model, 1.0, {})
    tokenizer = tmp_path / "tokenizer.json"
    for name, one in (("sharing", shared), ("whole", shared._replace(layers=0))):
        export(checkpoint, tokenizer, tmp_path / name, shared=one)
    sizes = [(tmp_path / name / "words.onnx").stat().st_size for name in ("sharing", "whole")]
    assert sizes[1] - sizes[0] > LAYER_BYTES
    words, columns = [(7, 8), (9,), (10, 11, 12)], np.ones((3, len(WORDS)), np.uint8)
    sharing, whole = (
        antecedents(str(tmp_path / name)).states(words, columns) for name in ("sharing", "whole")
    )
    assert sharing.any()
    assert np.array_equal(sharing, whole)


def test_the_lowest_layers_are_complete() -> None:
    model = AntecedentNetwork(ModelShape(9, layers=2, mention=16, coarse=8, hidden=16))
    wanted = {
        name: tuple(array.shape)
        for name, array in model.state_dict().items()
        if name.startswith("encoder.layers.")
    }
    assert {name: array.shape for name, array in lowest_layers(PARSER / FILE, 2).items()} == wanted
