"""Error analysis as tables: how many errors of which shape and cause, for which kind of mention, with examples."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from coindex.measures.errors import Error, errors
from coindex.measures.pair import Pair
from coindex.measures.success import indicators
from coindex.report.tables import Cell, Share, Table


def analysed(pairs: Iterable[Pair], *, view: str = "exact", examples: int = 5) -> list[Table]:
    """Shapes by kind, causes by kind, and some examples of each cause (or shape, where no cause is known)."""
    shapes: Counter[tuple[str, str]] = Counter()
    causes: Counter[tuple[str, str]] = Counter()
    shown: dict[str, list[list[Cell]]] = {}
    for pair in pairs:
        for error in errors(pair, view):
            shapes[str(error.shape), error.kind] += 1
            if error.cause:
                causes[error.cause, error.kind] += 1
            kept = shown.setdefault(error.cause or str(error.shape), [])
            if len(kept) < examples:
                kept.append(_example(error, pair))
    tables = [_crossed("shape", shapes)]
    tables += [_crossed("cause", causes)] if causes else []
    rows = [row for name in sorted(shown) for row in shown[name]]
    return [*tables, Table(("error", "document", "proposed", "expected", "context"), rows, "Examples")]


def preferences(pairs: Iterable[Pair], *, view: str = "exact") -> Table:
    """How far each preference tells right from wrong antecedents of pronouns, and how often it applies."""
    rows: list[list[Cell]] = [
        [one.name, one.fired, None if one.power is None else Share(one.power), one.use]
        for one in indicators(pairs, view=view)
    ]
    return Table(("preference", "fired", "power", "use per anaphor"), rows, "Preferences")


def _example(error: Error, pair: Pair) -> list[Cell]:
    phrases = ("" if m is None else m.text(pair.document) for m in (error.proposed, error.expected))
    proposed, expected = (" ".join(phrase.split()) for phrase in phrases)
    return [error.cause or str(error.shape), error.document, proposed, expected, error.context(pair.document)]


def _crossed(name: str, counts: Counter[tuple[str, str]]) -> Table:
    kinds = sorted({kind for _, kind in counts})
    sums = Counter[str]()
    for (row, _), count in counts.items():
        sums[row] += count
    rows: list[list[Cell]] = [[row, *(counts[row, kind] for kind in kinds), sum_] for row, sum_ in sums.most_common()]
    return Table((name, *kinds, "all"), rows, f"Errors by {name}")
