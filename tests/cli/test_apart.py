"""No command replaces a file that it reads."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.checking.material import ANN, SOUND, key
from tests.cli.calling import coindex

REFUSED = "would replace the input itself; choose another file"
GIVEN = ("--parser", "given")
SIEVE = (*GIVEN, "--resolver", "sieve")
COMMANDS = {
    "resolve": ("resolve", "key.conllu", *SIEVE, "--as", "conllu", "-o", "key.conllu"),
    "link": ("resolve", "key.conllu", *SIEVE, "--as", "conllu", "-o", "link.conllu"),
    "folder": ("resolve", ".", *SIEVE, "--as", "conllu", "-o", "key.conllu"),
    "packed": ("resolve", "key.conllu.gz", *SIEVE, "--as", "conllu", "-o", "key.conllu.gz"),
    "rewrite": ("rewrite", "key.conllu", *SIEVE, "-o", "key.conllu"),
    "chunks": ("chunks", "key.conllu", *SIEVE, "-o", "key.conllu"),
    "graph": ("graph", "key.conllu", *SIEVE, "--as", "csv", "-o", "key.conllu"),
    "mentions": ("mentions", "key.conllu", *GIVEN, "-o", "key.conllu"),
    "parse": ("parse", "key.conllu", *GIVEN, "-o", "key.conllu"),
    "cohere": ("cohere", "key.conllu", *SIEVE, "-o", "key.conllu"),
    "plot": ("cohere", "key.svg", "--from", "conllu", *SIEVE, "--plot", "key.svg"),
    "convert": ("convert", "key.conllu", "key.conllu"),
    "convert a folder": ("convert", ".", "key.conllu", "--from", "conllu"),
    "check": ("check", "key.conllu", "--resolver", "none", "-o", "key.conllu"),
    "fix": ("check", "key.conllu", "--resolver", "none", "--fix", "-o", "key.conllu"),
    "fix in a folder": ("check", "key.conllu", "--resolver", "none", "--fix", "-o", "."),
    "solutions": ("solutions", "key.conllu", "-o", "key.conllu"),
    "report": ("report", "key.conllu", "--as", "csv", "-o", "key.conllu"),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_an_output_that_is_the_input_is_refused(name: str, tmp_path: Path) -> None:
    content = key(ANN, SOUND).encode()
    given = "key.conllu" if "folder" in name else COMMANDS[name][1]
    (tmp_path / given).write_bytes(gzip.compress(content) if name == "packed" else content)
    if name == "link":
        (tmp_path / "link.conllu").symlink_to("key.conllu")
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    ended = coindex(*COMMANDS[name], folder=tmp_path)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert REFUSED in ended.stderr
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_file_of_the_folder_that_is_not_read_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "key.conllu").write_text(key(ANN, SOUND), encoding="utf-8")
    target = tmp_path / "all.json"
    target.write_text("old", encoding="utf-8")
    ended = coindex("convert", tmp_path, target, "--from", "conllu")
    assert ended.returncode == 0, ended.stderr
    assert target.read_text(encoding="utf-8") != "old"


def test_a_folder_is_not_taken_for_its_files(tmp_path: Path) -> None:
    (tmp_path / "key.conllu").write_text(key(ANN, SOUND), encoding="utf-8")
    ended = coindex("resolve", tmp_path, *SIEVE, "-o", tmp_path / "out")
    assert ended.returncode == 0, ended.stderr


def test_a_folder_that_is_parsed_into_itself_is_refused(tmp_path: Path) -> None:
    (tmp_path / "key.conllu").write_text(key(ANN, SOUND), encoding="utf-8")
    before = (tmp_path / "key.conllu").read_bytes()
    ended = coindex("parse", tmp_path, *GIVEN, "-o", tmp_path)
    assert ended.returncode == 2
    assert "would replace the input itself; choose another folder with -o" in ended.stderr
    assert (tmp_path / "key.conllu").read_bytes() == before


@pytest.mark.parametrize("command", ["resolve", "rewrite", "parse"])
def test_a_folder_that_stops_halfway_says_what_was_written(command: str, tmp_path: Path) -> None:
    for name, text in (("a", "Ann sang. She smiled."), ("c", "Bob sang.")):
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
    (tmp_path / "b.conllu").write_text("1\tAnn\n\n", encoding="utf-8")
    resolver = () if command == "parse" else ("--resolver", "recent")
    ended = coindex(command, "a.txt", "b.conllu", "c.txt", *resolver, "-o", "out", folder=tmp_path)
    (written,) = (tmp_path / "out").iterdir()
    assert ended.returncode == 2
    last = f"the last one {written.relative_to(tmp_path)}"
    assert f"stopped halfway; files already written: 1, {last}" in ended.stderr
