"""Figures of papers stand beside ours only where the row is theirs."""

from __future__ import annotations

import pytest

from coindex.report.published import WORKBENCH, table3_row, workbench_row


@pytest.mark.parametrize(
    ("resolver", "success"),
    [
        ("mitkov", 56.9),
        ("cogniac(mode='resolve_all')", 49.72),
        ("kennedy_boguraev", 61.6),
        ("cogniac", None),
        ("mitkov(window=3)", None),
        ("theirs (2)", None),
    ],
)
def test_the_workbench(resolver: str, success: float | None) -> None:
    row = workbench_row(resolver)
    assert (row and round(100 * row[0], 2)) == success


@pytest.mark.parametrize(
    ("resolver", "corpus", "per3"),
    [
        ("rosana(profile='2001')", "embedded/press", 0.71),
        ("rosana(profile='2001')", "embedded/plot", 0.79),
        ("rosana(without=('KAM',), profile='2001')", "embedded/press", 0.65),
        ("rosana(without=('IOP', 'SUP', 'DOP', 'APP'), profile='2001')", "embedded/plot", 0.74),
        ("rosana(without=('WDM',), profile='2001')", "embedded/press", None),
        ("rosana(profile='2001', window=5)", "embedded/press", None),
        ("rosana", "embedded/press", None),
        ("rosana(profile='2001')", "letters", None),
    ],
)
def test_table_3(resolver: str, corpus: str, per3: float | None) -> None:
    row = table3_row(resolver, corpus)
    assert (row and row[4]) == per3


def test_totals_are_those_of_the_files() -> None:
    *files, whole = WORKBENCH
    assert sum(one.words for one in files) == whole.words
    assert sum(one.pronouns for one in files) == whole.pronouns
    assert sum(one.anaphors for one in files) == whole.anaphors
