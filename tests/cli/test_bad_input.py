"""What the command line makes of bad words, files and streams: one line,
exit code 2, nothing half written.
"""

from __future__ import annotations

import io
import tarfile
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from coindex import formats
from coindex.testing import bracketed
from tests.cli.calling import coindex

PARSED = "1\tAnn\tAnn\tPROPN\t_\t_\t2\tnsubj\t_\t_\n2\tleft\tleave\tVERB\t_\t_\t0\troot\t_\t_\n\n"


def refused(done: CompletedProcess[str]) -> str:
    assert done.returncode == 2, done.stderr
    assert done.stderr.count("\n") == 1, done.stderr
    return done.stderr


def test_nothing_is_no_path(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text(PARSED)
    done = coindex("parse", "", "--parser", "bundled", folder=tmp_path)
    assert (done.returncode, done.stdout) == (0, "")


def test_a_text_longer_than_a_file_name(tmp_path: Path) -> None:
    done = coindex("mentions", "Ann saw her dog. " * 40, folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("her dog") == 40


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (b"caf\xe9 is here", "standard input:1:4: not UTF-8"),
        (b"a\nb\0c", "standard input:2:2: NUL character"),
    ],
)
def test_damaged_standard_input(given: bytes, said: str) -> None:
    assert said in refused(coindex("parse", "-", given=given))


@pytest.mark.parametrize("command", ["resolve", "parse", "mentions", "rewrite"])
@pytest.mark.parametrize("given", [b"", b" \n"])
def test_empty_standard_input(command: str, given: bytes) -> None:
    error = refused(coindex(command, given=given))
    assert error.startswith("coindex: standard input:1:1: no text")
    done = coindex(command, "--lenient", given=given)
    assert done.returncode == 0, done.stderr


def test_a_format_of_standard_input() -> None:
    done = coindex("parse", "-", "--from", "conllu", "--parser", "given", given=PARSED.encode())
    assert PARSED in done.stdout


def test_targets_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("precious")
    source = tmp_path / "a.conllu"
    source.write_text(PARSED)
    assert "file" in refused(coindex("convert", source, tmp_path / "file" / "b.jsonl"))
    assert (tmp_path / "file").read_text() == "precious"


def test_lenient_commands_count_what_they_overlooked(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_bytes(PARSED.replace("left", "le\0ft", 1).encode())
    for command, *rest in (
        ("stats",),
        ("agree", path),
        ("disclose",),
        ("mentions", "--parser", "given"),
    ):
        assert "NUL character" in refused(coindex(str(command), path, *rest))
        done = coindex(str(command), path, *rest, "--lenient")
        assert done.returncode == 0, done.stderr
        assert ": NUL character; first: " in done.stderr


def test_a_member_twice_in_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "twice.tar.gz"
    with tarfile.open(path, "w:gz") as archive:
        for _ in range(2):
            member = tarfile.TarInfo("a.conllu")
            member.size = len(PARSED)
            archive.addfile(member, io.BytesIO(PARSED.encode()))
    assert "holds 'a.conllu' twice" in refused(coindex("convert", path, tmp_path / "b.jsonl"))


def test_a_compressed_file_that_cannot_be_read(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(b"\x1f\x8b\x08\x00")
    assert "cannot be read" in refused(coindex("convert", tmp_path / "a.gz", tmp_path / "b.jsonl"))


def test_binary_text_files_say_what_is_wrong(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes("Ann left.".encode("utf-16"))
    assert "a.txt:1:1: not UTF-8" in refused(coindex("parse", tmp_path / "a.txt"))


@pytest.mark.parametrize("command", ["agree", "disclose", "errors", "score"])
def test_words_that_are_not_known(command: str, tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    formats.write([bracketed("[Ann]1 saw [her]1 dog", id="d")], path)
    known = "one of error, empty, skip, not" if command == "agree" else "error or empty"
    answer = refused(coindex(command, path, path, "--missing", "no"))
    assert f"missing must be {known}" in answer


def test_files_without_documents(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_text("\n")
    for command in (("score", path, path), ("disclose", path), ("stats", path)):
        assert "no sentence" in refused(coindex(*command))


@pytest.mark.parametrize("command", ["report", "plot"])
@pytest.mark.parametrize("content", [PARSED, "[]", '{"schema": "other/1"}'])
def test_a_file_without_results_is_named(tmp_path: Path, command: str, content: str) -> None:
    path = tmp_path / "key.conllu"
    path.write_text(content, encoding="utf-8")
    error = refused(coindex(command, path))
    assert error.startswith(f"coindex: {path}: ")
    assert "Error(" not in error


def test_another_encoding_can_be_named(tmp_path: Path) -> None:
    path = tmp_path / "carta.txt"
    path.write_bytes("La señora perdió su llave.".encode("latin-1"))
    error = refused(coindex("parse", path))
    assert "carta.txt:1:6: not UTF-8: byte 0xf1 at offset 5" in error
    assert "--encoding latin-1" in error
    for command in ("parse", "mentions", "resolve"):
        done = coindex(command, path, "--encoding", "latin-1", "--language", "es")
        assert done.returncode == 0 and "señora" in done.stdout, done.stderr
    target = tmp_path / "carta.jsonl"
    done = coindex("convert", path, target, "--encoding", "latin-1")
    assert done.returncode == 0 and "señora" in target.read_text(encoding="utf-8"), done.stderr
    given = path.read_bytes()
    done = coindex("parse", "-", "--encoding", "latin-1", "--language", "es", given=given)
    assert "señora" in done.stdout, done.stderr
    assert "unknown encoding 'klingon'" in refused(coindex("parse", path, "--encoding", "klingon"))


def test_a_job_reads_utf_8(tmp_path: Path) -> None:
    path = tmp_path / "cartas"
    path.mkdir()
    (path / "a.txt").write_bytes(b"Ana sali\xf3.")
    out = tmp_path / "out"
    error = refused(coindex("resolve", path, "--encoding", "latin-1", "-o", out, "--part", "2"))
    assert "convert the files first" in error
