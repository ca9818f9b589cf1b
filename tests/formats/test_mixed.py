"""Folders and archives whose files are of several formats: read whole, or said what was not."""

from __future__ import annotations

import io
import re
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

import pytest
from typer.testing import CliRunner

import coindex
from coindex import formats
from coindex.cli import app
from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.experiment.bulk.sources import Sources
from coindex.io.files import shortest_names
from coindex.testing import bracketed
from tests.formats.samples import samples

CONLLU = "1\tAnn\tAnn\tPROPN\t_\t_\t2\tnsubj\t_\t_\n2\tleft\tleave\tVERB\t_\t_\t0\troot\t_\t_\n\n"
PAGE = "<!doctype html><html><body><p>Eve lost her hat.</p></body></html>"


def ids(items: Iterable[Annotated]) -> list[str]:
    return [item.document.id for item in items]


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    folder = tmp_path / "mixed"
    (folder / "deep").mkdir(parents=True)
    (folder / "1.txt").write_text("Tom lost his hat. He found it.")
    (folder / "2.txt").write_text("Eve lost her hat.")
    (folder / "3.html").write_text(PAGE)
    (folder / "4.conllu").write_text(CONLLU)
    formats.write([bracketed("[Ann]1 left. [She]1 waved.", id="notes")], folder / "deep", "brat")
    (folder / "deep" / "5.txt").write_text("It rained.")
    return folder


ALL = ["1", "2", "3", "4", "5", "notes"]


def packed(folder: Path, path: Path) -> Path:
    if path.suffix == ".zip":
        with zipfile.ZipFile(path, "w") as archive:
            for file in sorted(folder.rglob("*.*")):
                archive.write(file, file.relative_to(folder))
    else:
        with tarfile.open(path, "w:gz") as tar:
            tar.add(folder, ".")
    return path


def test_every_file_of_a_folder_is_read(mixed: Path) -> None:
    found = list(coindex.read(mixed))
    assert sorted(ids(found)) == ALL
    annotated = {item.document.id: len(item.annotation.mentions) for item in found}
    assert annotated["notes"] == 2 and not annotated["5"]


@pytest.mark.parametrize("name", ["mixed.zip", "mixed.tar.gz"])
def test_every_file_of_an_archive_is_read(mixed: Path, tmp_path: Path, name: str) -> None:
    assert sorted(ids(coindex.read(packed(mixed, tmp_path / name)))) == ALL


def test_every_command_reads_all(mixed: Path, tmp_path: Path) -> None:
    run = CliRunner().invoke
    converted = run(app, ["convert", str(mixed), str(tmp_path / "out.jsonl")])
    assert "6 documents" in converted.stderr
    assert sorted(ids(formats.read(tmp_path / "out.jsonl"))) == ALL
    parsed = run(app, ["parse", str(mixed)])
    assert sorted(re.findall("^# newdoc id = (.*)", parsed.stdout, re.MULTILINE)) == ALL
    shown = run(app, ["resolve", str(packed(mixed, tmp_path / "mixed.zip"))])
    assert sorted(re.findall("^== (.*)", shown.stdout, re.MULTILINE)) == ALL


def test_jobs_read_all_files_that_stand_alone(mixed: Path) -> None:
    read = ids(Sources.of([str(mixed)]).documents(Problems(lenient=True)))
    assert read == ["1", "2", "3", "4", "deep/5", "deep/notes.txt"]


def test_files_of_one_suffix_are_recognised_one_by_one_in_jobs(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ann left.")
    (tmp_path / "b.txt").write_bytes(next(iter(samples()["nullsubj"].values())))
    first, second = Sources.of([str(tmp_path)]).documents(Problems())
    assert not first.document.tokens and second.document.tokens


def test_a_file_of_no_known_format_is_a_problem(mixed: Path) -> None:
    (mixed / "x.bin").write_bytes(b"\x01\x02")
    (mixed / "y.bin").write_bytes(b"\x01\x02")
    with pytest.raises(FormatError, match=r"mixed/x\.bin: format not recognised: also of y\.bin"):
        list(coindex.read(mixed))
    problems = Problems(lenient=True)
    assert sorted(ids(formats.read(mixed, problems=problems))) == ALL
    assert problems.counts == {"format not recognised": 2}


def test_a_file_that_cannot_be_read_is_a_problem(mixed: Path) -> None:
    (mixed / "0.docx").write_bytes(b"PK\x03\x04 and then nothing")
    with pytest.raises(FormatError, match=r"0\.docx: not a zip archive"):
        list(coindex.read(mixed))
    problems = Problems(lenient=True)
    assert sorted(ids(formats.read(mixed, problems=problems))) == ALL
    assert [error.path for error in problems.examples["file cannot be read"]] == [
        str(mixed / "0.docx")
    ]
    done = CliRunner().invoke(
        app, ["convert", str(mixed), str(mixed.parent / "o.jsonl"), "--lenient"]
    )
    assert done.exit_code == 0 and "problem, once: file cannot be read; first: " in done.stderr


def test_a_single_file_that_cannot_be_read_is_an_error_however_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "0.docx").write_bytes(b"PK\x03\x04 and then nothing")
    with pytest.raises(FormatError, match="not a zip archive"):
        list(formats.read(tmp_path / "0.docx", problems=Problems(lenient=True)))


def test_descriptions_are_left_out_with_a_note(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text(CONLLU)
    (tmp_path / "README.md").write_text("About a corpus.")
    (tmp_path / "LICENSE").write_text("Free.")
    problems = Problems()
    assert ids(formats.read(tmp_path, problems=problems)) == ["a"]
    assert [Path(path).name for paths in problems.notes.values() for path in paths] == [
        "LICENSE",
        "README.md",
    ]
    done = CliRunner().invoke(app, ["convert", str(tmp_path), str(tmp_path.parent / "x.jsonl")])
    assert "LICENSE and 1 more: left out because it describes the other files" in done.stderr


def test_among_texts_a_description_is_a_text(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ann left.")
    (tmp_path / "README.md").write_text("She waved.")
    assert ids(coindex.read(tmp_path)) == ["README", "a"]
    assert ids(coindex.read(tmp_path / "README.md")) == ["README"]


def test_a_named_format_chooses_files_and_notes_the_others(mixed: Path) -> None:
    problems = Problems()
    assert ids(formats.read(mixed, "text", problems)) == ["1", "2", "5", "notes"]
    (left_out,) = problems.notes.values()
    assert [Path(path).name for path in left_out] == ["3.html", "4.conllu", "notes.ann"]
    assert ids(formats.read(mixed, "brat")) == ["notes"]
    with pytest.raises(FormatError, match="contains no file of the format xmi"):
        list(formats.read(mixed, "xmi"))


def test_archives_in_a_folder_are_folders(mixed: Path, tmp_path: Path) -> None:
    folder = tmp_path / "both"
    folder.mkdir()
    packed(mixed, folder / "one.zip")
    (folder / "1.txt").write_text("Bob left.")
    assert sorted(ids(coindex.read(folder))) == ["1", *(f"one/{name}" for name in ALL)]


def test_an_archive_in_an_archive_in_a_folder_is_not_opened(tmp_path: Path) -> None:
    inner = io.BytesIO()
    with zipfile.ZipFile(inner, "w") as archive:
        archive.writestr("a.txt", "Ann left.")
    for _ in range(2):
        outer = io.BytesIO()
        with zipfile.ZipFile(outer, "w") as archive:
            archive.writestr("inner.zip", inner.getvalue())
            archive.writestr("b.txt", "Bob left.")
        inner = outer
    (tmp_path / "outer.zip").write_bytes(outer.getvalue())
    with pytest.raises(FormatError, match=r"inner\.zip: format not recognised"):
        list(coindex.read(tmp_path))


def test_an_empty_folder_is_an_error(tmp_path: Path) -> None:
    (tmp_path / ".hidden").write_text("x")
    (tmp_path / "__MACOSX").mkdir()
    (tmp_path / "__MACOSX" / "a.txt").write_text("x")
    with pytest.raises(FormatError, match="contains no files"):
        list(coindex.read(tmp_path))


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (["a.txt"], ["a"]),
        (["x/a.txt", "y/a.txt", "y/b.txt"], ["x/a", "y/a", "b"]),
        (["r/x/a.txt", "r/y/a.txt.gz"], ["x/a", "y/a"]),
        (["a.txt", "x/a.txt"], ["a", "x/a"]),
        (["x/a.ann", "x/a.txt"], ["a", "a"]),
    ],
)
def test_shortest_names(names: list[str], called: list[str]) -> None:
    assert list(shortest_names(names).values()) == called


def test_files_of_the_same_name_make_different_documents(tmp_path: Path) -> None:
    for name in ("x/a.txt", "y/a.txt", "y/a.html", "b.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(PAGE if name.endswith("html") else "Ann left.")
    assert ids(coindex.read(tmp_path)) == ["b", "x/a", "y/a.html", "y/a.txt"]
    assert ids(Sources.of([str(tmp_path)]).documents(Problems())) == [
        "b",
        "x/a",
        "y/a.html",
        "y/a.txt",
    ]
    target = tmp_path / "out.conllu"
    arguments = [str(tmp_path / "x" / "a.txt"), str(tmp_path / "y" / "a.txt")]
    done = CliRunner().invoke(app, ["resolve", *arguments, "--as", "conllu", "-o", str(target)])
    assert done.exit_code == 0, done.stderr
    assert ids(formats.read(target)) == ["x/a", "y/a"]
    done = CliRunner().invoke(app, ["resolve", *arguments, "-o", str(tmp_path / "out")])
    assert {
        path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.txt")
    } == {
        "x/a.txt",
        "y/a.txt",
    }


def test_samples_of_every_format_are_recognised_whole(tmp_path: Path) -> None:
    for name, contents in samples().items():
        if name not in formats.readers():
            continue
        folder = tmp_path / name
        for path, content in contents.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(content)
        named = ids(formats.read(folder, name, Problems(lenient=True)))
        problems = Problems(lenient=True)
        assert sorted(ids(formats.read(folder, problems=problems))) == sorted(named), name
        assert not problems.counts["format not recognised"] and not problems.notes, name


def test_documents_are_numbered_across_files(tmp_path: Path) -> None:
    for name in "ab":
        (tmp_path / f"{name}.conllu").write_text(f"# newdoc id = same\n{CONLLU}")
    with pytest.raises(FormatError, match="document id occurs twice: 'same', of documents 1 and 2"):
        list(coindex.read(tmp_path))
