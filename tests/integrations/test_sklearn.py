"""The transformer for scikit-learn, where it is installed."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest

from coindex.core.errors import CoindexError, MissingExtra

NAME = "coindex.integrations.sklearn"
TEXT = "Ann Lee bought the old mill. She sold it in 1920."


def test_texts_in_a_pipeline() -> None:
    pytest.importorskip("sklearn")
    from sklearn.base import clone
    from sklearn.feature_extraction.text import CountVectorizer
    from sklearn.pipeline import make_pipeline

    transformer = import_module(NAME).CoindexTransformer
    pipeline = make_pipeline(transformer(), CountVectorizer())
    counts = pipeline.fit_transform([TEXT, "It rained."])
    mill = pipeline[-1].vocabulary_["mill"]
    assert counts[0, mill] == 2
    pipeline.set_params(coindextransformer__resolver="sieve", coindextransformer__output="replaced")
    assert clone(pipeline[0]).get_params()["resolver"] == "sieve"
    assert pipeline[0].transform([TEXT])[0].count("mill") == 2


def test_results_and_bad_settings() -> None:
    pytest.importorskip("sklearn")
    transformer = import_module(NAME).CoindexTransformer
    (result,) = transformer(output="result").fit_transform([TEXT])
    assert len(result.entities) == 2
    with pytest.raises(
        CoindexError, match="output must be one of rewritten, replaced, result, not 'spans'"
    ):
        transformer(output="spans").transform([TEXT])
    with pytest.raises(CoindexError, match="not one text"):
        transformer().transform(TEXT)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == "sklearn"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delitem(sys.modules, NAME, raising=False)
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(MissingExtra):
        import_module(NAME)
