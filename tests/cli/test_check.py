"""`coindex check`: list, styles, exit codes, repairs, bad input."""

from __future__ import annotations

import json
import re
import tarfile
from pathlib import Path

import pytest

from coindex.formats import write, writers
from coindex.testing import bracketed
from tests.checking.material import ANN, SOUND, key
from tests.cli.calling import coindex

TWICE = ANN.replace("Entity=(e1-person-1-\n", "Entity=(e1-person-1-(e1-person-1-\n").replace(
    "=e1)", "=e1)e1)"
)
HE = SOUND.replace("She\tshe", "He\the").replace("Fem", "Masc")
QUICK = ("--resolver", "none")


@pytest.fixture
def wrong(tmp_path: Path) -> Path:
    """A file with an error that can be repaired, and one that cannot."""
    path = tmp_path / "key.conllu"
    path.write_text(key(TWICE, HE), encoding="utf-8")
    return path


def test_the_list_names_place_class_and_remedy(wrong: Path) -> None:
    done = coindex("check", wrong, *QUICK)
    first, second, count = done.stdout.splitlines()
    assert first == (
        f"{wrong}:4:1: error: repeated-mention (fixable): talk, sentence 1, characters 0-9, "
        "“Ann Smith”: these words are twice in chain e1; remove one of the two mentions"
    )
    assert second.startswith(f"{wrong}:11:1: warning: gender-conflict: talk, sentence 2, ")
    assert count == "2 issues: repeated-mention 1, gender-conflict 1"
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ((), 1),
        (("--fail-on", "none"), 0),
        (("--fail-on", "gender-conflict"), 1),
        (("--fail-on", "divided-name"), 0),
        (("--fail-on", "divided-name", "--fail-on", "warning"), 1),
        (("--ignore", "repeated-mention"), 0),
        (("--ignore", "repeated-mention", "--fail-on", "warning"), 1),
        (("--only", "gender-conflict"), 0),
        (("--only", "gender-conflict,shared-mention", "--fail-on", "note"), 1),
    ],
)
def test_exit_codes(wrong: Path, arguments: tuple[str, ...], code: int) -> None:
    assert coindex("check", wrong, *QUICK, *arguments).returncode == code


def test_json_and_a_file_for_the_list(wrong: Path, tmp_path: Path) -> None:
    target = tmp_path / "issues.json"
    done = coindex("check", wrong, *QUICK, "--as", "json", "-o", target)
    assert (done.returncode, done.stdout) == (1, "")
    value = json.loads(target.read_text(encoding="utf-8"))
    assert value["counts"] == {"repeated-mention": 1, "gender-conflict": 1}
    first = value["issues"][0]
    assert (first["start"], first["end"], first["line"]) == (0, 9, 4)
    assert first["fixable"] is True and first["entities"] == ["e1"]


def test_sarif(wrong: Path) -> None:
    log = json.loads(coindex("check", wrong, *QUICK, "--as", "sarif").stdout)
    (run,) = log["runs"]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert len(rules) == 15
    for one in run["results"]:
        place = one["locations"][0]["physicalLocation"]
        assert one["ruleId"] in rules and one["level"] in ("error", "warning", "note")
        assert place["region"]["startLine"] in (4, 11)
        assert place["artifactLocation"]["uri"].endswith("key.conllu")
    assert log["version"] == "2.1.0"


def test_repairs_in_place_keep_the_file_as_it_was(wrong: Path) -> None:
    before = wrong.read_text(encoding="utf-8")
    (wrong.parent / "key.conllu.bak").write_text("precious", encoding="utf-8")
    done = coindex("check", wrong, *QUICK, "--fix")
    assert done.returncode == 0, "what is repaired is not counted"
    assert "fixed: repeated-mention: 1" in done.stderr and "gender-conflict" in done.stdout
    assert wrong.read_text(encoding="utf-8") == key(ANN, HE)
    assert (wrong.parent / "key.conllu.bak").read_text(encoding="utf-8") == "precious"
    assert (wrong.parent / "key.conllu.bak2").read_text(encoding="utf-8") == before
    again = coindex("check", wrong, *QUICK, "--fix")
    assert not (wrong.parent / "key.conllu.bak3").exists()
    assert "fixed" not in again.stderr


def test_repairs_into_another_file_or_folder(wrong: Path, tmp_path: Path) -> None:
    before = wrong.read_text(encoding="utf-8")
    coindex("check", wrong, *QUICK, "--fix", "-o", tmp_path / "better.conllu")
    coindex("check", wrong, *QUICK, "--fix", "-o", tmp_path / "better")
    assert (tmp_path / "better.conllu").read_text(encoding="utf-8") == key(ANN, HE)
    assert (tmp_path / "better/key.conllu").read_text(encoding="utf-8") == key(ANN, HE)
    assert wrong.read_text(encoding="utf-8") == before


def test_a_file_that_cannot_be_read_completely_is_not_repaired(wrong: Path) -> None:
    damaged = key(TWICE, HE.replace("Entity=(e2", "Bridge=e9<e2|Entity=(e2"))
    wrong.write_text(damaged, encoding="utf-8")
    done = coindex("check", wrong, *QUICK, "--fix")
    assert done.returncode == 1
    assert "broken-reference: Bridge names an unknown entity: e9<e2" in done.stdout
    assert "not fixed" in done.stderr
    coindex("check", wrong, *QUICK, "--fix", "-o", wrong.parent / "better.conllu")
    assert not (wrong.parent / "better.conllu").exists()
    assert wrong.read_text(encoding="utf-8") == damaged


def test_folders_and_standard_input(wrong: Path) -> None:
    (wrong.parent / "sound.conllu").write_text(
        key(ANN, SOUND).replace("id = talk", "id = sound"), encoding="utf-8"
    )
    whole = coindex("check", wrong.parent, *QUICK)
    assert whole.stdout.splitlines()[-1] == "2 issues: repeated-mention 1, gender-conflict 1"
    piped = coindex("check", "-", "--from", "conllu", *QUICK, given=wrong.read_bytes())
    assert piped.stdout.startswith("error: repeated-mention (fixable): talk, sentence 1")


def test_problems_of_a_format_are_issues(wrong: Path) -> None:
    wrong.write_text(key(ANN.replace("Entity=e1)", "_"), SOUND), encoding="utf-8")
    done = coindex("check", wrong, *QUICK)
    assert f"{wrong}:4:1: error: unreadable: a mention does not end" in done.stdout
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--as", "xml"), "no output is called 'xml'"),
        (("--only", "gender"), "no check is called 'gender'"),
        (("--fail-on", "fatal"), "no check is called 'fatal'"),
        (("--resolver", "oracel"), "oracle"),
    ],
)
def test_bad_options(wrong: Path, arguments: tuple[str, ...], message: str) -> None:
    done = coindex("check", wrong, *arguments)
    assert done.returncode == 2 and message in done.stderr


def test_what_cannot_be_changed_in_place(tmp_path: Path) -> None:
    piped = coindex("check", "-", "--fix", given=b"text")
    assert piped.returncode == 2 and "standard input cannot be changed in place" in piped.stderr
    missing = coindex("check", tmp_path / "missing.conllu")
    assert missing.returncode == 2 and "no such file, folder or corpus" in missing.stderr


def test_documents_without_mentions_are_counted(tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("He left.", encoding="utf-8")
    done = coindex("check", tmp_path / "plain.txt")
    assert (done.returncode, done.stdout) == (0, "no issues\n")
    assert "documents without mentions: 1 of 1" in done.stderr


def test_the_lines_for_hooks_and_workflows_run(wrong: Path) -> None:
    page = Path(__file__).parents[2] / "docs/checking.md"
    lines = re.findall(r"(?:entry|- run): coindex (check .+)", page.read_text(encoding="utf-8"))
    assert len(lines) == 3
    (wrong.parent / "keys").mkdir()
    wrong.rename(wrong.parent / "keys/key.conllu")
    codes = []
    for line in lines:
        words = line.split()
        files = [] if "keys" in words else ["keys/key.conllu"]
        codes.append(coindex(*words, *files, folder=wrong.parent).returncode)
    assert codes == [1, 0, 1]
    assert json.loads((wrong.parent / "issues.sarif").read_text(encoding="utf-8"))["runs"]


def test_files_of_an_archive_are_called_by_their_names(wrong: Path) -> None:
    archive = wrong.parent / "keys.tar.gz"
    with tarfile.open(archive, "w:gz") as packed:
        packed.add(wrong, "inside/key.conllu")
    done = coindex("check", archive, *QUICK)
    assert done.stdout.startswith(f"{archive}!/inside/key.conllu:4:1: error: repeated-mention")
    refused = coindex("check", archive, *QUICK, "--fix")
    assert refused.returncode == 2 and "an archive is not changed in place" in refused.stderr
    coindex("check", archive, *QUICK, "--fix", "-o", wrong.parent / "better")
    better = wrong.parent / "better/inside/key.conllu"
    assert better.read_text(encoding="utf-8") == key(ANN, HE)


SHARED = bracketed("[[Ann]1]2 saw [her]1 dog .")


TIMED = {"subrip", "webvtt"}
"""Only what was read from a transcript can be written as one."""


@pytest.mark.parametrize("format", sorted({*writers()} - TIMED))
def test_every_format_can_be_checked(format: str, tmp_path: Path) -> None:
    """What a format carries of a mention in two chains is found; nothing fails."""
    if format == "parquet":
        pytest.importorskip("pyarrow")
    write([SHARED], tmp_path / "keys", format)
    only = ("--only", "shared-mention,repeated-mention,unreadable")
    done = coindex("check", tmp_path / "keys", *QUICK, *only, "--from", format)
    assert done.returncode in (0, 1), done.stderr
    carried = {"jsonl", "conllu", "conll", "semeval", "tei", "webanno", "xmi", "brat", "clusters"}
    if format in carried:
        assert "shared-mention" in done.stdout, done.stdout


def test_formats_of_several_files_are_repaired_into_a_folder(tmp_path: Path) -> None:
    write([bracketed("[[Ann]1]1 saw [her]1 dog .")], tmp_path / "keys", "brat")
    only = ("--only", "repeated-mention")
    listed = coindex("check", tmp_path / "keys", *QUICK, *only)
    if "repeated-mention" not in listed.stdout:
        pytest.skip("the format cannot carry it")
    refused = coindex("check", tmp_path / "keys", *QUICK, *only, "--fix")
    assert refused.returncode == 2 and "several files" in refused.stderr
    done = coindex("check", tmp_path / "keys", *QUICK, *only, "--fix", "-o", tmp_path / "better")
    assert done.returncode == 0, done.stderr
    again = coindex("check", tmp_path / "better", *QUICK, *only)
    assert again.stdout == "no issues\n"


def test_a_file_of_which_nothing_can_be_read_has_issues(tmp_path: Path) -> None:
    spaced = tmp_path / "spaced.conllu"
    spaced.write_text(key(ANN, SOUND).replace("\t", " "), encoding="utf-8")
    done = coindex("check", spaced, *QUICK)
    assert done.returncode == 1
    assert f"{spaced}:4:" in done.stdout and "error: unreadable" in done.stdout
    assert "no document to check" not in done.stderr
    done = coindex("check", spaced, *QUICK, "--ignore", "unreadable")
    assert (done.returncode, done.stdout) == (2, "")
    assert "no document to check" in done.stderr


def test_advice_names_only_options_of_the_command(tmp_path: Path) -> None:
    binary = tmp_path / "bin.dat"
    binary.write_bytes(bytes(range(256)) * 4)
    done = coindex("check", binary, *QUICK)
    assert done.returncode == 2
    assert "format not recognised" in done.stderr and "--from" in done.stderr
    assert "--lenient" not in done.stderr
    done = coindex("check", tmp_path / "missing.conllu", *QUICK)
    assert done.returncode == 2
    assert "check the path" in done.stderr and "--text" not in done.stderr
