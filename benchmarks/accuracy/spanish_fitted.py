"""Fitted Spanish resolvers by cross-validation on their training corpus, beside those that are not
fitted: what `auto` is chosen by. `python -m benchmarks.accuracy.spanish_fitted`.

Each text is resolved with weights fitted to the texts of the other folds.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rich.progress import track
from rich.table import Table

from benchmarks.accuracy import spanish
from benchmarks.results import record
from coindex import corpora, formats
from coindex.core import registry
from coindex.core.annotation import Source
from coindex.core.chains import resolved
from coindex.core.protocols import Resolver
from coindex.pipeline.zero_alignment import judged
from coindex.resolvers.supar import Supar
from coindex.training.tuning import FITS, Example, fitted_weights, weights_of
from training import sieve
from training.embedded_spanish import PREPROCESSING, Case, Tally, add, prepared

FOLDS = 5
FITTED = ("sieve", "supar(profile='fitted', names=True)")
FIXED = ("supar(names=True)", "rosana", "rap", "recent")


def run() -> None:
    items = list(formats.read(corpora.find("embedded-es-train").path, "inline"))
    cases = {
        name: [prepared(item, pipeline) for item in items]
        for name, pipeline in PREPROCESSING.items()
    }
    found = {name: {one: Tally(Counter(), Counter(), []) for one in FITTED} for name in cases}
    for fold in track(range(FOLDS), "folds", transient=True):
        learnt = [
            case
            for pairs in zip(*cases.values(), strict=True)
            for case in pairs
            if _fold(items.index(case.item)) != fold
        ]
        for spec, resolver in _fitted(learnt):
            for name, listed in cases.items():
                for place, case in enumerate(listed):
                    if _fold(place) == fold:
                        _score(found[name][spec], resolver, case)
    tables: list[Table] = []
    for name, listed in cases.items():
        for spec in FIXED:
            tally = found[name][spec] = Tally(Counter(), Counter(), [])
            for case in listed:
                _score(tally, registry.build("resolvers", spec), case)
        plain = {spec: (tally, tally) for spec, tally in found[name].items()}
        tables.append(spanish.table_of(f"embedded-es-train, {name}, {FOLDS} folds", plain))
    record(
        "spanish-folds",
        tables,
        command="python -m benchmarks.accuracy.spanish_fitted",
        components=("auto", *FITTED, *FIXED),
        languages=["es"],
        learned_from="Rules were made on these texts; `sieve`, which `auto` takes for Spanish, and "
        "`fitted` have weights of the other folds.",
    )


def _fold(place: int) -> int:
    return place % FOLDS


def _fitted(cases: Sequence[Case]) -> Iterator[tuple[str, Resolver]]:
    judges = [
        (one.document, one.mentions, sieve.entity_judge(one.document, one.mentions, one.key))
        for one in cases
    ]
    sieve.fitted_spanish(judges)
    yield FITTED[0], registry.build("resolvers", FITTED[0])
    start = Supar(names=True)
    weights = weights_of(start)
    keys = [Example(one.item, one.document, one.mentions) for one in cases]
    for _ in range(FITS):
        weights = dict(fitted_weights(start, weights, keys))
    yield FITTED[1], replace(start, profile="fitted", weights=tuple(sorted(weights.items())))


def _score(tally: Tally, resolver: Resolver, case: Case) -> None:
    decisions = list(resolver.resolve(case.document, case.mentions))
    response = resolved(case.document, case.mentions, decisions, source=Source("es", "system"))
    add(tally, case.item, judged(case.document, case.item, response, decisions))


if __name__ == "__main__":
    run()
