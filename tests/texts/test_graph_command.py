"""`coindex graph`: one file for all documents, or one each, in the style of its name."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from xml.etree import ElementTree as ET

from tests.checking.material import ANN, SOUND, key
from tests.cli.calling import coindex

TEXT = "Ann met Bob in York. She likes him."
SPACE = {"g": "http://graphml.graphdrawing.org/xmlns"}


def rows(text: str) -> list[tuple[str, str, str]]:
    table = csv.DictReader(io.StringIO(text))
    return [(row["source_label"], row["label"], row["target_label"]) for row in table]


def test_standard_output_is_graphml(tmp_path: Path) -> None:
    ended = coindex("graph", "-", given=TEXT.encode())
    assert ended.returncode == 0, ended.stderr
    assert len(ET.fromstring(ended.stdout).findall("g:graph/g:node", SPACE)) == 3


def test_edges_nodes_types_and_sums() -> None:
    edges = [("Ann", "meet", "Bob"), ("Ann", "meet in", "York"), ("Ann", "like", "Bob")]
    assert rows(coindex("graph", TEXT, "--as", "csv").stdout) == edges
    people = coindex("graph", TEXT, "--as", "csv", "--types", "person").stdout
    assert rows(people) == [edges[0], edges[2]]
    nodes = coindex("graph", TEXT, "--as", "nodes", "--types", "place, person").stdout
    assert [line.split(",")[1] for line in nodes.splitlines()] == ["label", "Ann", "Bob", "York"]
    twice = coindex("graph", TEXT, TEXT, "--as", "csv", "--merge", "--sum").stdout
    assert rows(twice) == edges
    assert {row["weight"] for row in csv.DictReader(io.StringIO(twice))} == {"2.0"}


def test_files_and_folders(tmp_path: Path) -> None:
    texts = tmp_path / "texts"
    texts.mkdir()
    (texts / "a.txt").write_text(TEXT, encoding="utf-8")
    (texts / "b.txt").write_text("Carl saw Dora there.", encoding="utf-8")
    assert coindex("graph", texts, "-o", tmp_path / "all.csv").returncode == 0
    edges = rows((tmp_path / "all.csv").read_text(encoding="utf-8"))
    assert len(edges) == 4
    assert coindex("graph", texts, "-o", tmp_path / "each", "--as", "gexf").returncode == 0
    names = sorted(path.name for path in (tmp_path / "each").iterdir())
    assert names == ["a.gexf", "b.gexf"]


def test_types_are_those_that_coindex_or_the_documents_have(tmp_path: Path) -> None:
    typed = tmp_path / "key.conllu"
    typed.write_text(key(ANN.replace("person", "animal"), SOUND), encoding="utf-8")
    targets: tuple[tuple[Path | str, ...], ...] = ((), ("-o", tmp_path / "a.csv"))
    for target in targets:
        ended = coindex("graph", typed, "--types", "person,foo", *target)
        assert (ended.returncode, ended.stdout) == (2, "")
        known = "known: animal, organization, person, place"
        assert f"no type is called 'foo'; {known}" in ended.stderr
        assert not (tmp_path / "a.csv").exists()
    assert coindex("graph", typed, "--types", "foo", "-o", tmp_path / "each").returncode == 2
    for wanted in ("animal", "place"):
        ended = coindex("graph", typed, "--types", wanted, "--as", "nodes")
        assert ended.returncode == 0, ended.stderr


def test_bad_styles_and_files_are_refused(tmp_path: Path) -> None:
    for arguments in (
        ("graph", TEXT, "--as", "dot"),
        ("graph", TEXT, "-o", tmp_path / "a.doc"),
        ("graph", tmp_path / "missing.txt"),
    ):
        ended = coindex(*arguments)
        assert ended.returncode == 2
        assert "Traceback" not in ended.stderr
    assert not list(tmp_path.iterdir())
