"""Marks what systems have seen in training: in tables of results, and in notes below them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from coindex.core.messages import Message, series
from coindex.report.table import FOR_PROGRAMS, Cell, Chance, Count, Estimate, Name, Table, text

if TYPE_CHECKING:  # scoring files starts with this module, and needs no experiments
    from coindex.experiment.conditions import ConditionGroup
    from coindex.experiment.results import Results

MARK = "§"


class Exposed:
    """The systems of a table that have seen documents in training: by name, which ones."""

    def __init__(self, seen: Mapping[str, Sequence[str]], documents: int) -> None:
        self.seen = {name: ids for name, ids in seen.items() if ids}
        self.documents = documents

    @classmethod
    def of(cls, results: Results, group: ConditionGroup) -> Exposed:
        corpus = results.corpus(group.corpus)
        runs = results.runs_of(group)
        seen = {run.condition.resolver: corpus.seen_by(run.condition) or () for run in runs}
        return cls(seen, corpus.documents)

    def marked(self, table: Table, style: str = "table", *, ranked: bool = True) -> Table:
        """The table with a mark at systems that have seen documents, and at their p values; for
        programs, with a column that says how many. In a `ranked` table systems are in the first
        column, and p values compare them with the first row.
        """
        if not self.seen:
            return table
        if style in FOR_PROGRAMS:
            rows = [[*row, self._counted(row)] for row in table.rows]
            return replace(table, columns=[*table.columns, Message("seen")], rows=rows)
        first = ranked and bool(table.rows) and table.rows[0][0] in self.seen
        rows = [self._row(row, exposed=first) for row in table.rows]
        return replace(table, rows=rows, notes=[*table.notes, *self.notes()])

    def _counted(self, row: Sequence[Cell]) -> str:
        seen = {id for cell in row for id in self.seen.get(str(cell), ())}
        return f"{len(seen)}/{self.documents}"

    def _row(self, row: Sequence[Cell], *, exposed: bool) -> list[Cell]:
        exposed = exposed or any(cell in self.seen for cell in row)
        return [
            (cell.marked(MARK) if isinstance(cell, Name) else f"{cell} {MARK}")
            if cell in self.seen
            else Count(f"{text(cell)}{MARK}")
            if exposed and isinstance(cell, Chance)
            else cell.marked(MARK)
            if exposed and isinstance(cell, Estimate) and cell.mark
            else cell
            for cell in row
        ]

    def noted(self, table: Table) -> Table:
        """The table with the notes alone."""
        return replace(table, notes=[*table.notes, *self.notes()])

    def notes(self) -> Iterator[str]:
        """What the mark means."""
        if not self.seen:
            return
        from coindex.experiment.seen import warnings

        for one in warnings(self.seen, self.documents):
            yield Message("{mark} {warning}", mark=MARK, warning=one)

    def reservation(self, *names: str) -> Message | None:
        """What to add to a claim about systems some of which have seen documents."""
        seen = {id for name in names for id in self.seen.get(name, ())}
        if not seen:
            return None
        return Message(
            "{names}: {seen} of these {documents} documents were seen in training, so that the "
            "difference says little about unseen texts.",
            names=series([name for name in names if name in self.seen], " and "),
            seen=str(len(seen)),
            documents=str(self.documents),
        )


def exposure_warnings(results: Results) -> Iterator[str]:
    """Which systems and parsers have seen documents of the corpora, and which."""
    from coindex.experiment.seen import warnings

    said: dict[str, None] = {}
    for group in results.groups:
        corpus = results.corpus(group.corpus)
        parser = Message("the parser {name}", name=group.parser)
        condition = results.runs_of(group)[0].condition
        seen = {**Exposed.of(results, group).seen, parser: corpus.seen_by_parser(condition)}
        said |= dict.fromkeys(warnings(seen, corpus.documents))
    yield from said
