"""States of words and scores of pairs are computed once for a document that is resolved again and
again.
"""

from __future__ import annotations

import numpy as np
import pytest

from coindex.core.document import Document
from coindex.models.antecedents import AntecedentModel, antecedents, keeping_states
from coindex.pipeline.pipeline import Pipeline

WORDS = [(10,), (11, 12), (13,)]


def test_states_are_cached_where_that_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    model, columns = antecedents(), np.zeros((3, 7), np.uint8)
    computed: list[int] = []
    compute = AntecedentModel._computed_states

    def counted(*given: object) -> object:
        computed.append(1)
        return compute(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(AntecedentModel, "_computed_states", counted)
    plain = model.states(WORDS, columns)
    model.states(WORDS, columns)
    assert len(computed) == 2
    with keeping_states():
        first, again = (model.states(WORDS, columns) for _ in range(2))
        other = model.states(WORDS, columns + np.uint8(1))
    assert len(computed) == 4
    assert np.array_equal(first, plain)
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_scores_of_pairs_are_cached_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    document = Document("text", "Ann met Bob. She gave him a key. He thanked her.", "en")
    pipeline = Pipeline(resolver="neural")
    parsed = next(pipeline.parsed([document]))
    plain = pipeline.resolved(parsed).decisions
    with keeping_states():
        first = pipeline.resolved(parsed).decisions
        monkeypatch.setattr(AntecedentModel, "_computed_pairs", None)
        again = pipeline.resolved(parsed).decisions
    assert plain == first == again
