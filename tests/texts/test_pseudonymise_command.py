"""`coindex pseudonymise`: texts and key file are written, and restored byte for byte."""

from __future__ import annotations

import json
import os
import stat
from contextlib import AbstractContextManager
from errno import ENOSPC
from pathlib import Path
from typing import IO

import pytest

from coindex.io.output import replacing
from coindex.texts.pseudonyms import command as pseudonymise_command
from tests.cli.calling import coindex

FAST = ("--resolver", "sieve")


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "windows.txt").write_bytes(b"\xef\xbb\xbfAnn Lee met Bob.\r\nShe likes him.\r\n")
    (folder / "bare.txt").write_bytes("Lee left Zoë. ".encode())
    (folder / "mac.txt").write_bytes(b"Ann left.\rBob stayed 42 days.\r")
    (folder / "lines.txt").write_bytes(b"\n\nAnn Lee.\n\n\nBob.\n\n")
    return folder


def test_files_come_back_byte_for_byte(texts: Path, tmp_path: Path) -> None:
    key, out, back = tmp_path / "key.json", tmp_path / "out", tmp_path / "back"
    ended = coindex("pseudonymise", texts, "--key", key, "-o", out, *FAST)
    assert ended.returncode == 0, ended.stderr
    assert "words replaced in 4 documents" in ended.stderr
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    for path in out.iterdir():
        assert not {b"Ann", b"Lee", b"Bob"} & set(path.read_bytes().replace(b".", b" ").split())
    ended = coindex("pseudonymise", out, "--restore", "--key", key, "-o", back)
    assert ended.returncode == 0, ended.stderr
    originals = {path.name: path.read_bytes() for path in texts.iterdir()}
    assert {path.name: path.read_bytes() for path in back.iterdir()} == originals


def test_json_lines_and_the_report(texts: Path, tmp_path: Path) -> None:
    key, out, report = tmp_path / "key.json", tmp_path / "out.jsonl", tmp_path / "report.jsonl"
    ended = coindex(
        "pseudonymise", texts, "--key", key, "-o", out, "--report", report, "--seed", "3", *FAST
    )
    assert ended.returncode == 0, ended.stderr
    assert len(out.read_text(encoding="utf-8").splitlines()) == 4
    assert {"kind", "text", "document", "start", "end"} <= set(
        json.loads(report.read_text(encoding="utf-8").splitlines()[0])
    )
    ended = coindex("pseudonymise", out, "--restore", "--key", key, "--as", "json")
    restored = {one["id"]: one["text"] for one in map(json.loads, ended.stdout.splitlines())}
    assert restored["bare"] == "Lee left Zoë. "


def test_standard_input_and_output(tmp_path: Path) -> None:
    key = tmp_path / "key.json"
    ended = coindex("pseudonymise", "-", "--key", key, *FAST, given=b"Ann Lee left.\n")
    assert ended.returncode == 0, ended.stderr
    assert "Lee" not in ended.stdout
    back = coindex("pseudonymise", "--restore", "--key", key, given=ended.stdout.encode())
    assert back.stdout == "Ann Lee left.\n"


def test_names_are_the_same_in_later_texts(tmp_path: Path) -> None:
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    one = coindex("pseudonymise", "Ann Lee left.", "--key", first, *FAST).stdout
    two = coindex(
        "pseudonymise", "Bob met Ann Lee.", "--key", second, "--like", first, *FAST
    ).stdout
    assert two.split()[2:] == [one.split()[0], f"{one.split()[1]}."]


def test_nothing_is_written_where_something_is_wrong(texts: Path, tmp_path: Path) -> None:
    key = tmp_path / "key.json"
    for arguments in (
        (texts, "--key", key),
        (texts, "--key", key, "-o", tmp_path / "all.txt"),
        (texts, "--key", key, "--types", "city"),
        (texts, "--key", key, "--as", "xml"),
        (tmp_path / "missing", "--key", key),
        (texts, "--key", key, "--restore"),
    ):
        ended = coindex("pseudonymise", *arguments, *FAST)
        assert ended.returncode == 2, arguments
        assert "Traceback" not in ended.stderr
        assert not key.exists()
    key.write_text("mine", encoding="utf-8")
    ended = coindex("pseudonymise", "Ann left.", "--key", key, *FAST)
    assert ended.returncode == 2
    assert key.read_text(encoding="utf-8") == "mine"


def test_a_key_without_texts_is_not_left_behind(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    key = tmp_path / "key.json"
    target = tmp_path / "file" / "out.txt"
    ended = coindex("pseudonymise", "Ann Lee left.", "--key", key, "-o", target, *FAST)
    assert ended.returncode != 0
    assert not key.exists()


def test_no_text_is_written_without_its_report(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    key, out, report = tmp_path / "key.json", tmp_path / "out.txt", tmp_path / "file" / "report"
    ended = coindex(
        "pseudonymise", "Ann Lee left.", "--key", key, "-o", out, "--report", report, *FAST
    )
    assert ended.returncode != 0
    assert str(report) in ended.stderr
    assert not key.exists()
    assert not out.exists()


def test_the_key_stays_when_a_text_may_be_written(
    texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first text is in place when writing the second one fails."""
    key, out = tmp_path / "key.json", tmp_path / "out"
    opened: list[Path] = []

    def failing(path: Path) -> AbstractContextManager[IO[str]]:
        opened.append(path)
        if len(opened) > 1:
            raise OSError(ENOSPC, os.strerror(ENOSPC), str(path))
        return replacing(path)

    monkeypatch.setattr(pseudonymise_command, "replacing", failing)
    ended = coindex("pseudonymise", texts, "--key", key, "-o", out, *FAST)
    assert ended.returncode != 0
    monkeypatch.undo()
    (text,) = out.iterdir()
    back = coindex("pseudonymise", text, "--restore", "--key", key)
    assert back.stdout.encode() == (texts / text.name).read_bytes()


def test_no_file_has_two_uses(tmp_path: Path) -> None:
    (tmp_path / "in.txt").write_text("Ann Lee left.\n", encoding="utf-8")
    (tmp_path / "out").mkdir()
    (tmp_path / "link.txt").symlink_to("in.txt")
    old = coindex("pseudonymise", "Bob left.", "--key", "old.json", *FAST, folder=tmp_path)
    assert old.returncode == 0, old.stderr
    before = {path: path.read_bytes() for path in tmp_path.iterdir() if path.is_file()}
    for arguments, uses in (
        ("--key k.json -o k.json", "the key file and the output"),
        ("--key k.json -o out/../k.json", "the key file and the output"),
        ("--key out/in.txt -o out", "the key file and the output"),
        ("--key k.json --report k.json", "the key file and the report"),
        ("--key k.json --report r.txt -o r.txt", "the report and the output"),
        ("--key k.json --like old.json -o old.json", "the key file of other texts and the output"),
        ("--key k.json --like old.json --report old.json", "of other texts and the report"),
        ("--key k.json -o in.txt", "the input and the output"),
        ("--key k.json -o link.txt", "the input and the output"),
        ("--key k.json --report in.txt", "the input and the report"),
        ("--restore --key old.json -o old.json", "the key file and the output"),
    ):
        ended = coindex("pseudonymise", "in.txt", *arguments.split(), *FAST, folder=tmp_path)
        assert (ended.returncode, ended.stdout) == (2, ""), arguments
        assert uses in ended.stderr, arguments
        after = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
        assert after == before, arguments


def test_restored_texts_do_not_replace_their_key(tmp_path: Path) -> None:
    key = tmp_path / "text.txt"
    hidden = coindex("pseudonymise", "Ann Lee left.", "--key", key, *FAST)
    before = key.read_bytes()
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "text.txt").write_text(hidden.stdout, encoding="utf-8")
    ended = coindex("pseudonymise", tmp_path / "in", "--restore", "--key", key, "-o", tmp_path)
    assert ended.returncode == 2
    assert "the key file and the output" in ended.stderr
    assert key.read_bytes() == before


def test_texts_that_were_changed_are_not_restored(tmp_path: Path) -> None:
    key, out = tmp_path / "key.json", tmp_path / "out.txt"
    assert coindex("pseudonymise", "Ann Lee left.", "--key", key, "-o", out, *FAST).returncode == 0
    out.write_text("Something else.\n", encoding="utf-8")
    ended = coindex("pseudonymise", out, "--restore", "--key", key)
    assert ended.returncode == 2
    assert "not in the key file" in ended.stderr
