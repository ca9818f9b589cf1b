"""The contract of measures."""

from __future__ import annotations

from collections.abc import Iterable

from coindex.core.annotation import Annotated, Annotation
from coindex.core.protocols import Anaphoric, Bounded, Measure
from coindex.measures.pair import Pair
from coindex.measures.scores import total
from coindex.testing.bracketed import bracketed
from coindex.testing.contracts.soundness import check_component


def check_measure(measure: Measure, items: Iterable[Annotated] = ()) -> None:
    """A perfect response has the perfect headline; an empty one scores no better; counts add up.

    A measure that no response can bring to 1 says so: `reaches_one = False`.
    """
    check_component(measure)
    known = [bracketed("[Ann]1 saw [her]1 dog. [She]1 liked [it]2."), *items]
    for document, key in known:
        counts = measure.counts(Pair(document, key, key))
        nothing = measure.counts(Pair(document, key, Annotation(document.id)))
        assert len(counts) == len(nothing), "counts of different lengths cannot be added"
        cases = [case for _, case in measure.cases(Pair(document, key, key))] if isinstance(measure, Anaphoric) else []
        assert not cases or total(cases) == counts, "the cases of anaphors do not add up to the counts"
        perfect, empty = (getattr(measure.score(found), measure.headline) for found in (counts, nothing))
        linked = any(not entity.singleton for entity in key.entities)
        if linked and not (isinstance(measure, Bounded) and not measure.reaches_one):
            assert perfect is None or perfect == 1, f"a perfect response scores {perfect}"
        assert perfect is None or empty is None or empty <= perfect, "an empty response beats a perfect one"
