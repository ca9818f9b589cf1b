"""Messages are English for programs, and in the language in use for people."""

from __future__ import annotations

import json

from coindex.core.messages import Amount, Message, Term, replaced, series
from coindex.interface.catalogues import speaking
from coindex.interface.translation import worded
from coindex.report.table import Share, Table, render

TABLE = Table(
    (Message("resolver"), "MUC", Message("documents")),
    [["first", Share(0.5), 1200], [Message("total"), None, 7]],
    Message("Workbench, {group}", group=Message("gold mentions")),
    [Message("anaphors: {measure}", measure="Success")],
)


def test_a_message_is_its_english_text() -> None:
    title = Message("Agreement of {number:,} annotators on {documents}", number=1200, documents="d")
    assert title == "Agreement of 1,200 annotators on d"
    assert title in {"Agreement of 1,200 annotators on d"}
    assert worded(title) == title
    assert Message("{braces} are data") == "{braces} are data"
    assert (Amount(1, "document"), Amount(2000, "draw")) == ("1 document", "2,000 draws")


def test_it_is_worded_in_another_language_with_its_fields() -> None:
    with speaking("es"):
        assert worded(TABLE.title) == "Banco de evaluación, menciones de referencia"
        assert worded(Amount(1, "document")) == "1 documento"
        assert worded(series(["d1", Message("parser {name}", name="total")])) == (
            "d1, analizador total"
        )
        assert worded(Term("same verb")) == "mismo verbo"
        assert worded(Message("no document to check")) == "ningún documento que comprobar"
        assert worded(Message("sentence_distance")) == "distancia en oraciones"
        assert worded("total") == "total"
        assert worded(Message("no catalogue has this")) == "no catalogue has this"


def test_a_message_in_which_something_is_replaced_is_still_translated() -> None:
    message = Message("cannot be read: {strerror}", strerror="/tmp/x: gone")
    renamed = replaced(message, "/tmp/x", "a.txt")
    assert renamed == "cannot be read: a.txt: gone"
    with speaking("es"):
        assert worded(renamed) == worded(message).replace("/tmp/x", "a.txt")
        assert worded(renamed) != renamed


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
        "first      50,00       1\u202f200",
        "total      n. d.           7",
        "anáforas: Success",
    ]
    assert json.loads(programs[0])[0]["title"] == "Workbench, gold mentions"
