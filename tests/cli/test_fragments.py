"""Fragments of a parse on the command line: as a list, and counted per sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.calling import coindex

TWO = (
    "# newdoc id = two\n"
    "1\tWhen\twhen\tSCONJ\t_\t_\t3\tmark\t_\t_\n"
    "2\the\the\tPRON\t_\tGender=Masc|Number=Sing|Person=3|PronType=Prs\t3\tnsubj\t_\tEntity=(e1)\n"
    "3\tarrived\tarrive\tVERB\t_\t_\t0\troot\t_\t_\n"
    "4\tPeter\tPeter\tPROPN\t_\tNumber=Sing\t5\tnsubj\t_\tEntity=(e1)\n"
    "5\tsmiled\tsmile\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)


@pytest.fixture
def two(tmp_path: Path) -> Path:
    path = tmp_path / "two.conllu"
    path.write_text(TWO)
    return path


def test_fragments_are_listed(two: Path) -> None:
    done = coindex("parse", two, "--parser", "given", "--fragments")
    assert (
        done.stdout == "# two\nsentence 1: 2 fragments\n  1: When he arrived\n  2: Peter smiled\n"
    )


def test_what_a_fragmenter_cuts_is_listed_with_its_sites() -> None:
    text = "Peter observed the man with the telescope."
    done = coindex("parse", "--text", text, "--fragments", "--fragmenter", "ambiguity")
    assert done.stdout.splitlines()[1:] == [
        "sentence 1: 2 fragments",
        "  1: Peter observed the man ... .",
        "  2: with the telescope (in 1; at observed or man)",
    ]


def test_fragments_per_sentence(two: Path) -> None:
    done = coindex("stats", two, "--fragments", "--as", "csv")
    assert done.stdout.splitlines()[:2] == [
        "document,sentences,fragments,per sentence",
        "two,1,2,2.0",
    ]


def test_separate_trees_are_resolved_as_such(two: Path) -> None:
    done = coindex("resolve", two, "--parser", "given", "--resolver", "rosana")
    assert "1 (person): he, Peter" in done.stdout


def test_tagged_text_is_resolved_without_a_parse(tmp_path: Path) -> None:
    rows = [("John", "PROPN"), ("saw", "VERB"), ("himself", "PRON")]
    lines = [
        f"{number}\t{form}\t{form}\t{upos}" + "\t_" * 6
        for number, (form, upos) in enumerate(rows, 1)
    ]
    path = tmp_path / "tags.conllu"
    path.write_text("\n".join(["# newdoc id = t", "# language = en", *lines, "", ""]))
    done = coindex("resolve", path, "--parser", "given", "--resolver", "kennedy_boguraev")
    assert done.returncode == 0, done.stderr
    assert "1 (person): John, himself" in done.stdout


def test_parts_of_the_report_are_printed_at_once(two: Path) -> None:
    arguments = (
        "compare",
        two,
        "--parser",
        "given",
        "--resolvers",
        "rosana",
        "--mentions",
        "gold",
        "--draws",
        "10",
    )
    shown = coindex(*arguments, "--show", "figure5,table3").stdout
    assert "PER3+POS3+REFL+RELA" in shown
    assert "Pco" in shown
    assert "did you mean 'table3'?" in coindex(*arguments, "--show", "table33").stderr
