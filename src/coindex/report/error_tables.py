"""Error analysis as tables: the number of errors by shape, cause and kind of mention, with
examples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from coindex.core.messages import Message, Term, messages
from coindex.measures.errors import ZERO, Error, errors
from coindex.measures.pair import Pair
from coindex.measures.success import Indicator, indicators
from coindex.report.causes import cause_wording
from coindex.report.table import Cell, Share, Table


class ErrorAnalysis:
    """Errors counted by shape and kind, and by cause and kind, with some examples of each, pair by
    pair.
    """

    def __init__(self, examples: int = 5) -> None:
        self._most = examples
        self.shapes: Counter[tuple[str, str]] = Counter()
        self.causes: Counter[tuple[str, str]] = Counter()
        self._shown: dict[str, list[list[Cell]]] = {}

    def add(self, pair: Pair, errors: Iterable[Error]) -> None:
        for error in errors:
            self.shapes[str(error.shape), error.kind] += 1
            if error.cause:
                self.causes[error.cause, error.kind] += 1
            kept = self._shown.setdefault(error.cause or str(error.shape), [])
            if len(kept) < self._most:
                kept.append(_example(error, pair))

    def tables(self) -> list[Table]:
        """Shapes by kind, causes by kind, and examples of each cause (or shape, if no cause is
        known).
        """
        tables = [crossed(Message("shape"), Message("Errors by shape"), self.shapes)]
        tables += (
            [crossed(Message("cause"), Message("Errors by cause"), self.causes)]
            if self.causes
            else []
        )
        rows = [row for name in sorted(self._shown) for row in self._shown[name]]
        columns = messages("error", "document", "proposed", "expected", "context")
        return [*tables, Table(columns, rows, Message("Examples"))]


def analysed(pairs: Iterable[Pair], *, view: str = "exact", examples: int = 5) -> list[Table]:
    """The analysis of all pairs together."""
    analysis = ErrorAnalysis(examples)
    for pair in pairs:
        analysis.add(pair, errors(pair, view))
    return analysis.tables()


def preferences(pairs: Iterable[Pair], *, view: str = "exact") -> Table:
    """How well each preference distinguishes right from wrong antecedents of
    pronouns, and how often it applies.
    """
    return preference_table(indicators(pairs, view=view))


def preference_table(preferences: Iterable[Indicator]) -> Table:
    rows: list[list[Cell]] = [
        [Term(one.name), one.fired, None if one.power is None else Share(one.power), one.use]
        for one in preferences
    ]
    columns = messages("preference", "fired", "power", "use per anaphor")
    return Table(columns, rows, Message("Preferences"))


def _example(error: Error, pair: Pair) -> list[Cell]:
    phrases = (
        "" if m is None else m.text(pair.document) or ZERO for m in (error.proposed, error.expected)
    )
    proposed, expected = (" ".join(phrase.split()) for phrase in phrases)
    return [
        cause_wording(error.cause or str(error.shape)),
        error.document,
        proposed,
        expected,
        error.context(pair.document),
    ]


def crossed(name: str, title: str, counts: Counter[tuple[str, str]]) -> Table:
    kinds = sorted({kind for _, kind in counts})
    sums = Counter[str]()
    for (row, _), count in counts.items():
        sums[row] += count
    rows: list[list[Cell]] = [
        [cause_wording(row), *(counts[row, kind] for kind in kinds), sum_]
        for row, sum_ in sums.most_common()
    ]
    return Table((name, *messages(*kinds, "all")), rows, title)
