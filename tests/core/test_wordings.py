"""Wordings are English for programs, and in the language in use for people."""

from __future__ import annotations

import json

from coindex.core.interface import speaking
from coindex.core.wordings import Amount, Notice, Series, Term, Wording, worded
from coindex.report.table import Share, Table, render

TABLE = Table(
    (Wording("resolver"), "MUC", Wording("documents")),
    [["first", Share(0.5), 1200], [Wording("total"), None, 7]],
    Wording("Workbench, {group}", group=Wording("gold mentions")),
    [Wording("anaphors: {measure}", measure="Success")],
)


def test_a_wording_is_its_english_text() -> None:
    title = Wording("Agreement of {number} annotators on {documents}", number=1200, documents="d")
    assert title == "Agreement of 1,200 annotators on d"
    assert title in {"Agreement of 1,200 annotators on d"}
    assert worded(title) == title
    assert Wording("{braces} are data") == "{braces} are data"
    assert (Amount(1, "document"), Amount(2000, "draw")) == ("1 document", "2,000 draws")


def test_it_is_worded_in_another_language_with_its_fields() -> None:
    with speaking("es"):
        assert worded(TABLE.title) == "Banco de evaluación, menciones de referencia"
        assert worded(Amount(1, "document")) == "1 documento"
        assert worded(Series(["d1", Wording("parser {name}", name="total")])) == (
            "d1, analizador total"
        )
        assert worded(Term("same verb")) == "mismo verbo"
        assert worded(Notice("no document to check")) == "ningún documento que comprobar"
        assert worded(Wording("sentence_distance")) == "distancia en oraciones"
        assert worded("total") == "total"
        assert worded(Wording("no catalogue has this")) == "no catalogue has this"


def test_tables_for_people_are_worded_and_those_for_programs_are_not() -> None:
    programs = [render([TABLE], style) for style in ("json", "csv")]
    with speaking("es"):
        assert [render([TABLE], style) for style in ("json", "csv")] == programs
        shown = render([TABLE])
        assert render([TABLE], "markdown").splitlines()[2] == "| resolutor | MUC | documentos |"
        assert "resolutor & MUC & documentos" in render([TABLE], "latex")
    assert shown.splitlines() == [
        "Banco de evaluación, menciones de referencia",
        "resolutor    MUC  documentos",
        "first      50.00       1\u202f200",
        "total      n. d.           7",
        "anáforas: Success",
    ]
    assert json.loads(programs[0])[0]["title"] == "Workbench, gold mentions"
