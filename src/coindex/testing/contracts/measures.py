"""The contract of measures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Mention
from coindex.core.messages import Message
from coindex.core.outcome import Outcome
from coindex.core.protocols import (
    Anaphoric,
    Bounded,
    Categorical,
    Counted,
    Counts,
    Measure,
    SingletonAware,
    Tabular,
)
from coindex.experiment.scoring import score
from coindex.measures.pair import Pair
from coindex.measures.scores import total
from coindex.measures.slices import OF_ANAPHORS, OF_DOCUMENTS
from coindex.testing.bracketed import bracketed
from coindex.testing.contracts.soundness import check_component

Part = TypeVar("Part")


def check_measure(measure: Measure, items: Iterable[Annotated] = ()) -> None:
    """A perfect response has the perfect headline; an empty one scores no better; counts add up;
    rows can be made.

    A measure that no response can bring to 1 declares it: `reaches_one = False`.
    """
    check_component(measure)
    known = [bracketed("[Ann]1 saw [her]1 dog. [She]1 liked [it]2."), *items]
    for item in known:
        perfect, empty = Pair(*item, item.annotation), Pair(*item, Annotation(item.document.id))
        _check_headline(measure, perfect, empty)
        for pair in (perfect, empty):
            _check_parts(measure, pair, measure.counts(pair))
    _check_rows(measure, known)


def _check_headline(measure: Measure, perfect: Pair, empty: Pair) -> None:
    counts, nothing = measure.counts(perfect), measure.counts(empty)
    assert len(counts) == len(nothing), "counts of different lengths cannot be added"
    values = measure.score(counts)._asdict()
    assert measure.headline in values, (
        f"the headline {measure.headline!r} is not among the values: {', '.join(values)}"
    )
    if isinstance(measure, Counted):
        _check_counted(measure, values, counts)
    best, worst = values[measure.headline], measure.score(nothing)._asdict()[measure.headline]
    linked = any(not entity.singleton for entity in perfect.key.entities)
    if linked and not (isinstance(measure, Bounded) and not measure.reaches_one):
        assert best is None or best == 1, f"a perfect response scores {best}"
    assert best is None or worst is None or worst <= best, (
        "an empty response beats a perfect response"
    )


def _check_counted(measure: Counted, values: Collection[str], counts: Counts) -> None:
    """Values and counts are columns of one table."""
    twice = [name for name in measure.counted if name in values]
    assert not twice, f"`counted` hides the value of the same name: {', '.join(twice)}"
    assert len(set(measure.counted)) == len(measure.counted) <= len(counts), (
        f"`counted` has to name counts, each by a name of its own: {', '.join(measure.counted)}"
    )


def _check_parts(measure: Measure, pair: Pair, counts: Counts) -> None:
    """The optional protocols are consistent with the counts."""
    if isinstance(measure, Anaphoric):
        cases = list(_mentioned(measure.cases(pair), "cases", "what it adds to the counts"))
        assert not cases or total(cases) == counts, (
            "the cases of anaphors do not add up to the counts"
        )
    if isinstance(measure, Categorical):
        outcomes = list(_mentioned(measure.outcomes(pair), "outcomes", "its `Outcome`"))
        assert all(isinstance(outcome, Outcome) for outcome in outcomes), (
            "an outcome that is not an `Outcome`"
        )
        assert total((one.counts for one in outcomes), 4) == counts, (
            "the outcomes do not add up to the counts"
        )
    if isinstance(measure, Tabular):
        singletons = measure.singletons if isinstance(measure, SingletonAware) else True
        table = pair.overlap(measure.view, singletons=singletons)
        assert measure.table_counts(table) == counts, (
            "the overlap table gives other counts than the pair"
        )


def _mentioned(parts: Iterable[tuple[Mention, Part]], member: str, second: str) -> Iterator[Part]:
    """The second values of the results of `cases` and `outcomes`, which are pairs with
    a mention.
    """
    wanted = f"`{member}` has to give pairs of a `Mention` and {second}"
    assert not isinstance(parts, Mapping), f"{wanted}, not a {type(parts).__name__}; try .items()"
    for part in parts:
        assert isinstance(part, tuple), Message("{wanted}, not {part!r}", wanted=wanted, part=part)
        assert len(part) == 2 and isinstance(part[0], Mention), Message(
            "{wanted}, not {part!r}", wanted=wanted, part=part
        )
        yield part[1]


def _check_rows(measure: Measure, items: Sequence[Annotated]) -> None:
    """Rows as commands, experiments and pages show them, with slices and intervals."""
    by = (*OF_DOCUMENTS, *(OF_ANAPHORS if isinstance(measure, Anaphoric) else ()))
    numbered = [_numbered(item, f"d{number}") for number, item in enumerate(items)]
    rows = score(numbered, numbered, registry.spec_of(measure), by=by, intervals=True)
    whole = rows[0]
    assert (whole.by, whole.headline) == ("", measure.headline)
    genres = total(row.counts for row in rows if row.by == "genre")
    assert genres == whole.counts, "slices do not add up to the whole"


def _numbered(item: Annotated, id: str) -> Annotated:
    return Annotated(replace(item.document, id=id), replace(item.annotation, document=id))
