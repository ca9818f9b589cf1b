"""Byron's standard disclosure: what an evaluation left out and why, with every sum checked (Byron
2001).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from coindex.core.document import Document, Span
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.language.speech.turns import turns_of
from coindex.measures.study import OUTSIDE

Row = Mapping[str, int]
"""Integers by column."""


class Portion(NamedTuple):
    """`right` of `possible`."""

    right: int
    possible: int


@dataclass(frozen=True, slots=True)
class System:
    """What a system got right, by column; `rates` and `totals` are percentages as printed, where
    they are to be checked.
    """

    name: str
    inter: Mapping[str, Portion] = field(default_factory=dict)
    intra: Mapping[str, Portion] = field(default_factory=dict)
    attempted: Row = field(default_factory=dict)
    referents: Row = field(default_factory=dict)
    chaining: Row = field(default_factory=dict)
    rates: Mapping[str, float] = field(default_factory=dict)
    totals: Mapping[str, float] = field(default_factory=dict)
    wrong: Mapping[str, Row] = field(default_factory=dict)
    """Wrong antecedents by category; those without a category are under the empty string."""
    rewarded: Mapping[str, Row] = field(default_factory=dict)
    """What was excluded, by reason, and is right nevertheless."""

    def right(self, column: str) -> int:
        """Correct antecedents."""
        return sum(cells[column].right for cells in (self.inter, self.intra) if column in cells)

    def correct(self, column: str, numerator: str = "referents") -> int:
        """Correct referents, or antecedents, of the evaluation set."""
        return self.referents.get(column, 0) if numerator == "referents" else self.right(column)

    def resolved(self, column: str, numerator: str = "referents") -> int:
        """The same, including those that are right although they were excluded."""
        return self.correct(column, numerator) + _down(self.rewarded, column)


@dataclass(slots=True)
class Extent:
    """The size of a corpus, summed over its documents."""

    genres: Counter[str] = field(default_factory=Counter)
    documents: int = 0
    turns: int = 0
    words: int = 0
    size: str = ""
    """The size as a study gives it, instead of the counts."""

    def add(self, document: Document) -> None:
        self.genres[document.genre or "unknown"] += 1
        self.documents += 1
        self.turns += sum(1 for _ in turns_of(document)) if document.sentences else 0
        self.words += sum(
            not token.empty and any(map(str.isalnum, token.form)) for token in document.tokens
        )


@dataclass(frozen=True, slots=True)
class Disclosure:
    """A raw count, exclusions by reason, results; `printed` are the sums that a publication gives
    for the rows A to E.
    """

    columns: tuple[str, ...]
    raw: Row
    nonreferential: Mapping[str, Row] = field(default_factory=dict)
    excluded: Mapping[str, Row] = field(default_factory=dict)
    systems: Sequence[System] = ()
    corpus: str = ""
    extent: Extent = field(default_factory=Extent)
    printed: Mapping[str, Row] = field(default_factory=dict)
    attainable: Row = field(default_factory=dict)
    """How many of those that refer have an antecedent in the key: the maximum that a response can
    get right.
    """
    numerator: str = "referents"

    def row(self, name: str) -> dict[str, int]:
        """One of the rows A to E, with its total."""
        values = {column: self._cell(name, column) for column in self.columns}
        return values | {"total": sum(values.values())}

    def _cell(self, name: str, column: str) -> int:
        raw, out = self.raw.get(column, 0), _down(self.nonreferential, column)
        more = _down(self.excluded, column)
        return {"A": raw, "B": out, "C": raw - out, "D": more, "E": raw - out - more}[name]


def _down(rows: Mapping[str, Row], column: str) -> int:
    return sum(row.get(column, 0) for row in rows.values())


class Inconsistency(NamedTuple):
    """A cell that does not follow from the others."""

    system: str
    row: str
    column: str
    says: str
    should: str


def violations(table: Disclosure) -> list[Inconsistency]:
    """The invariants of the disclosure that do not hold."""
    violated = list(_of_sums(table))
    for system in table.systems:
        violated += _of_parts(table, system)
        violated += _of_referents(table, system)
        violated += _of_shares(table, system)
    return violated


def _of_sums(table: Disclosure) -> Iterator[Inconsistency]:
    for name, printed in table.printed.items():
        row = table.row(name)
        for column, says in printed.items():
            if says != row[column]:
                yield Inconsistency("", name, column, str(says), str(row[column]))
    if table.row("E").get(OUTSIDE):
        yield Inconsistency("", "E", OUTSIDE, str(table.row("E")[OUTSIDE]), "0")


def _of_parts(table: Disclosure, system: System) -> Iterator[Inconsistency]:
    evaluated = table.row("E")
    for row, cells in (("inter", system.inter), ("intra", system.intra)):
        for column, part in cells.items():
            if part.right > part.possible:
                yield Inconsistency(
                    system.name, row, column, f"{part.right}/{part.possible}", "a part of the whole"
                )
    for column in system.inter.keys() & system.intra.keys():
        possible = system.inter[column].possible + system.intra[column].possible
        if possible != evaluated.get(column):
            yield Inconsistency(
                system.name, "inter + intra", column, str(possible), str(evaluated.get(column))
            )


def _of_referents(table: Disclosure, system: System) -> Iterator[Inconsistency]:
    for column, says in system.referents.items():
        if column in system.chaining and (column in system.inter or column in system.intra):
            should = system.right(column) - system.chaining[column]
            if says != should:
                yield Inconsistency(
                    system.name, "correct referents", column, str(says), str(should)
                )


def _of_shares(table: Disclosure, system: System) -> Iterator[Inconsistency]:
    referential = table.row("C")
    for column, says in system.rates.items():
        known = system.referents.get(column)
        if (
            column == "total"
            and known is None
            and set(system.referents) >= {c for c in table.columns if c != OUTSIDE}
        ):
            known = sum(system.referents.values())
        if known is not None and referential.get(column):
            yield from _share(
                system.name, "resolution rate", column, says, Portion(known, referential[column])
            )
    for row, cells in (("inter", system.inter), ("intra", system.intra)):
        if row in system.totals and cells:
            whole = cells.get("total") or Portion(*map(sum, zip(*cells.values(), strict=True)))
            yield from _share(system.name, row, "total", system.totals[row], whole)


def _share(
    system: str, row: str, column: str, says: float, part: Portion
) -> Iterator[Inconsistency]:
    should = 100 * part.right / part.possible
    if abs(says - should) > 0.5:
        yield Inconsistency(
            system, row, column, f"{says:g}%", f"{part.right}/{part.possible} = {should:.1f}%"
        )


class Case(NamedTuple):
    """One pronoun, or another expression, with what is needed to build a table."""

    column: str
    reason: str = ""
    referential: bool = True
    intrasentential: bool = False
    outcomes: Mapping[str, str] = {}
    """By system: `right`, `chaining` (right antecedent, wrong referent), `wrong`, or `none`."""
    sort: str = ""
    """The category by which errors are itemised, whether excluded or not."""
    attainable: bool = True
    parts: tuple[Span, ...] = ()


def tabulated(
    cases: Iterable[Case],
    systems: Sequence[str],
    *,
    corpus: str = "",
    extent: Extent | None = None,
    numerator: str = "referents",
) -> Disclosure:
    """The disclosure of pronouns; columns by frequency, those out of scope last. Sums that do not
    hold raise an error.
    """
    cases = list(cases)
    raw = Counter(case.column for case in cases)
    columns = tuple(sorted(raw, key=lambda column: (column == OUTSIDE, -raw[column], column)))
    left_out = [case for case in cases if case.reason]
    table = Disclosure(
        columns,
        raw,
        _by(lambda case: case.reason, [case for case in left_out if not case.referential]),
        _by(lambda case: case.reason, [case for case in left_out if case.referential]),
        [_system(name, cases, columns, numerator) for name in systems],
        corpus=corpus,
        extent=extent or Extent(),
        attainable=Counter(case.column for case in cases if case.referential and case.attainable),
        numerator=numerator,
    )
    broken = violations(table)
    if broken:
        raise CoindexError(Message("the disclosure does not add up: {broken}", broken=broken[0]))
    return table


def _by(name_of: Callable[[Case], str], cases: Iterable[Case]) -> dict[str, Row]:
    """The number of cases of each sort, by column."""
    rows: dict[str, Counter[str]] = {}
    for case in cases:
        rows.setdefault(name_of(case), Counter())[case.column] += 1
    return dict(sorted(rows.items()))


def _system(name: str, cases: Sequence[Case], columns: Sequence[str], numerator: str) -> System:
    judged = [case for case in cases if not case.reason]
    # What is rewarded is counted as in the numerator of the rate.
    correct = ("right",) if numerator == "referents" else ("right", "chaining")
    rewarded = [
        case
        for case in cases
        if case.reason and case.referential and case.outcomes[name] in correct
    ]
    inside = [column for column in columns if column != OUTSIDE]

    def parts(intrasentential: bool) -> dict[str, Portion]:
        chosen = [case for case in judged if case.intrasentential == intrasentential]
        right = Counter(
            case.column for case in chosen if case.outcomes[name] in ("right", "chaining")
        )
        possible = Counter(case.column for case in chosen)
        return {column: Portion(right[column], possible[column]) for column in inside}

    def count(*outcomes: str) -> dict[str, int]:
        counted = Counter(case.column for case in judged if case.outcomes[name] in outcomes)
        return {column: counted[column] for column in inside}

    return System(
        name,
        parts(False),
        parts(True),
        count("right", "chaining", "wrong"),
        count("right"),
        count("chaining"),
        wrong=_by(
            lambda case: case.sort, [case for case in judged if case.outcomes[name] == "wrong"]
        ),
        rewarded=_by(lambda case: case.reason, rewarded),
    )
