"""Project archives of INCEpTION and WebAnno. Their layout is that of INCEpTION's documentation and of
the reports of its users; no archive was made by the program.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Source
from coindex.core.errors import FormatError, TooLarge
from coindex.core.problems import Problems
from coindex.formats.inception import Inception, Work, by_annotator, work
from coindex.io.expansion import Expansion, Limits
from coindex.io.files import opened
from coindex.testing import bracketed, check_format

ANNA, BO = "[Ann]1 lost [her]1 key .", "[Ann]1 lost her [key]2 ."
DESCRIPTION: dict[str, Any] = {
    "name": "keys",
    "source_documents": [{"name": "a.txt", "format": "text"}, {"name": "b.txt", "format": "text"}],
    "annotation_documents": [
        {"name": "a.txt", "user": "anna", "state": "FINISHED"},
        {"name": "a.txt", "user": "bo", "state": "IN_PROGRESS"},
        {"name": "b.txt", "user": "bo", "state": "NEW"},
    ],
}


def formatted(brackets: str, format: str) -> str:
    chunks = formats.writer_of(format).write([bracketed(brackets, id="other")])
    return "".join(chunk.text for chunk in chunks)


SAMPLES = {
    "exportedproject42.json": json.dumps(DESCRIPTION),
    "annotation/a.txt/anna.tsv": formatted(ANNA, "webanno"),
    "annotation/a.txt/bo.xmi": formatted(BO, "xmi"),
    "source/a.txt": "Ann lost her key .",
    "source/b.txt": "Nobody read this.",
    "event.log": "{}",
}


def packed(contents: Mapping[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return out.getvalue()


def project(**more: str | bytes) -> bytes:
    """An archive in which annotations are archives with a type system, as for UIMA CAS XMI."""
    types = "<typeSystemDescription/>"
    anna = {"TypeSystem.xml": types, "anna.xmi": formatted(ANNA, "xmi")}
    bo = {"TypeSystem.xml": types, "bo.xmi": formatted(BO, "xmi")}
    initial = {"TypeSystem.xml": types, "INITIAL_CAS.xmi": formatted("Ann lost her key .", "xmi")}
    curated = {"CURATION_USER.xmi": formatted(ANNA, "xmi"), "TypeSystem.xml": types}
    return packed(
        {
            "exportedproject.json": json.dumps(DESCRIPTION),
            "annotation/a.txt/INITIAL_CAS.zip": packed(initial),
            "annotation/a.txt/anna.zip": packed(anna),
            "annotation/a.txt/webanno6151388004753565972export.zip": packed(bo),
            "annotation_ser/a.txt/anna.ser": b"\xac\xed\0\5",
            "annotation_ser/a.txt/INITIAL_CAS.ser": b"\xac\xed\0\5",
            "curation/a.txt/CURATION_USER.zip": packed(curated),
            "source/a.txt": "Ann lost her key .",
            "source/b.txt": "Nobody read this.",
            **more,
        }
    )


def chains(item: Annotated) -> list[list[str]]:
    return [[m.text(item.document) for m in one.mentions] for one in item.annotation.entities]


def test_contract() -> None:
    first, second, third = check_format(Inception(), SAMPLES)
    assert (first.document.id, first.annotation.source) == ("anna/a", Source("anna", "human"))
    assert (second.document.id, chains(second)) == ("bo/a", [["Ann"], ["key"]])
    assert (third.document.id, third.annotation.mentions) == ("b", ())


def test_archives_in_the_archive_and_the_curated_annotation(tmp_path: Path) -> None:
    (tmp_path / "keys.zip").write_bytes(project())
    items = {item.document.id: item for item in formats.read(tmp_path / "keys.zip")}
    assert list(items) == ["anna/a", "bo/a", "curation/a", "b"]
    assert chains(items["anna/a"]) == [["Ann", "her"]]
    assert chains(items["bo/a"]) == [["Ann"], ["key"]]
    assert items["curation/a"].annotation.source == Source("curation", "gold")
    assert items["b"].document.text == "Nobody read this."
    assert {name: len(own) for name, own in by_annotator(items.values()).items()} == {
        "anna": 1,
        "bo": 1,
    }


def test_one_annotator(tmp_path: Path) -> None:
    (tmp_path / "keys.zip").write_bytes(project())
    [item] = formats.read(tmp_path / "keys.zip", 'inception("bo")')
    assert (item.document.id, chains(item)) == ("a", [["Ann"], ["key"]])
    with pytest.raises(FormatError, match=r"no annotation of 'cy'"):
        list(formats.read(tmp_path / "keys.zip", 'inception("cy")'))


def test_annotations_in_json(tmp_path: Path) -> None:
    path = tmp_path / "keys.zip"
    path.write_bytes(project(**{"annotation/a.txt/cy.json": formatted(BO, "cas_json")}))
    items = {item.document.id: item for item in formats.read(path)}
    assert chains(items["cy/a"]) == [["Ann"], ["key"]]
    assert items["cy/a"].annotation.source == Source("cy", "human")


def described(**states: str) -> dict[str, Any]:
    """A description of the project with other states of the two documents."""
    sources = [{**one, "state": states[one["name"][0]]} for one in DESCRIPTION["source_documents"]]
    return {**deepcopy(DESCRIPTION), "source_documents": sources}


@pytest.mark.parametrize("state", ["CURATION_IN_PROGRESS", "CURATION_INPROGRESS"])
def test_how_far_the_work_is(state: str, tmp_path: Path) -> None:
    path = tmp_path / "keys.zip"
    content = json.dumps(described(a="CURATION_FINISHED", b=state))
    path.write_bytes(project(**{"exportedproject.json": content}))
    with opened(path) as files:
        known = work(files, Problems())
    assert known == {
        "a": Work((), ("anna", "bo", "curation"), ("anna", "curation"), locked=True),
        "b": Work(("bo",), ("curation",), (), locked=True),
    }
    path.write_bytes(project())
    with opened(path) as files:
        assert work(files, Problems())["a"] == Work((), ("anna", "bo"), ("anna",))


def test_what_only_java_can_read(tmp_path: Path) -> None:
    path = tmp_path / "keys.zip"
    path.write_bytes(project(**{"annotation_ser/a.txt/cy.ser": b"\xac\xed\0\5"}))
    with pytest.raises(FormatError, match=r"cy\.ser: annotation is stored only in Java"):
        list(formats.read(path))
    problems = Problems(lenient=True)
    assert len(list(formats.read(path, problems=problems))) == 4
    assert problems.counts["annotation is stored only in Java's serialised form"] == 1


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("annotation/a.txt/cy.zip", b"no archive", "file cannot be read"),
        ("annotation/a.txt/cy.xmi", b"<xmi:XMI", "file cannot be read"),
        ("annotation/a.txt/cy.json", b'{"%TYPES": {}, "%FEATURE_', "not JSON"),
        ("annotation/a.txt/cy.rdf", b"", "annotation in a format that is not read"),
    ],
)
def test_one_bad_annotation_leaves_the_others(
    name: str, content: bytes, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "keys.zip"
    path.write_bytes(project(**{name: content}))
    with pytest.raises(FormatError, match=r"cy\."):
        list(formats.read(path))
    problems = Problems(lenient=True)
    assert len(list(formats.read(path, problems=problems))) == 4
    assert problems.counts[message] == 1


def test_archives_in_the_archive_count(tmp_path: Path) -> None:
    path = tmp_path / "keys.zip"
    bomb = packed({"cy.xmi": b" " * 300_000})
    path.write_bytes(project(**{"annotation/a.txt/cy.zip": bomb}))
    limits = Limits(total=200_000)
    with pytest.raises(TooLarge), opened(path, Expansion(limits)) as files:
        list(formats.read_files(files, problems=Problems(lenient=True)))


def test_an_unpacked_project_in_a_folder(tmp_path: Path) -> None:
    for name, content in SAMPLES.items():
        path = tmp_path / "export" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
    assert [item.document.id for item in formats.read(tmp_path)] == ["anna/a", "bo/a", "b"]
