"""The command line: light to start, clear when something is wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.calling import coindex

SAMPLE = (
    "# newdoc id = demo\n"
    "1\tAna\tAna\tPROPN\t_\t_\t2\tnsubj\t_\tEntity=(e1-person-1-)\n"
    "2\tsings\tsing\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)
HEAVY = ("numpy", "scipy", "onnxruntime", "tokenizers", "lxml", "torch", "fastapi", "spacy", "rich")


@pytest.mark.parametrize("arguments", [["--help"], ["list"], ["--version"]])
def test_starting_imports_nothing_heavy(arguments: list[str]) -> None:
    code = (
        "import sys, coindex.cli\n"
        f"sys.argv = ['coindex', *{arguments!r}]\n"
        "try:\n    coindex.cli.main()\nexcept SystemExit:\n    pass\n"
        f"print('HEAVY', [name for name in {HEAVY!r} if name in sys.modules])\n"
        "print('FORMATS', [name for name in sys.modules if name.startswith('coindex.formats')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "HEAVY []" in done.stdout
    assert "FORMATS []" in done.stdout


def test_list_names_every_family_with_a_sentence() -> None:
    done = coindex("list", "formats")
    assert done.returncode == 0
    assert all(len(line.split(maxsplit=1)) == 2 for line in done.stdout.splitlines()[1:])
    assert "conllu" in done.stdout


def test_show_prints_description_and_parameters() -> None:
    done = coindex("show", "conllu")
    assert "Universal Dependencies" in done.stdout
    assert "language: str, default ''\n      Code of the language" in done.stdout


def test_show_prints_choices_and_weights() -> None:
    shown = coindex("show", "rap").stdout
    assert (
        "emphasis: 'non-adverbial' or 'matrix', default 'non-adverbial'\n      Which phrases"
        in shown
    )
    assert "Weights, which the parameter `weights` replaces by name\n  recency: 100\n" in shown


@pytest.mark.parametrize(
    ("measure", "value"), [("Anchors", "precision"), ("CoNLL", "f1"), ("Success", "success")]
)
def test_show_says_which_value_of_a_measure_is_tested(measure: str, value: str) -> None:
    shown = coindex("show", measure).stdout
    assert f"Headline: {value}, the value that has an interval and is tested\n" in shown


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["show", "conlu"], "did you mean 'conllu'?"),
        (["list", "format"], "did you mean 'formats'?"),
        (["convert", "nothing.conllu", "x.conllu"], "nothing.conllu: no such file or folder"),
    ],
)
def test_errors_are_one_line_and_exit_code_2(arguments: list[str], said: str) -> None:
    done = coindex(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_mistyped_command_is_guessed_and_help_is_short() -> None:
    done = coindex("reslove", "Ann left.")
    assert done.returncode == 2
    assert "No such command 'reslove'. Did you mean 'resolve'?" in done.stderr
    assert "Compare and score:" in coindex("-h").stdout
    assert "--resolver" in coindex("resolve", "-h").stdout


def test_a_pipe_gets_utf_8_whatever_the_terminal_speaks() -> None:
    command = [sys.executable, "-m", "coindex", "show", "fdg"]
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run(command, capture_output=True, check=False, env=environment)
    assert done.returncode == 0, done.stderr
    assert "Järvinen" in done.stdout.decode()


def test_a_file_name_that_is_not_utf_8(tmp_path: Path) -> None:
    path = tmp_path / os.fsdecode(b"caf\xe9.txt")
    try:
        path.write_text("Ann left.")
    except OSError:
        pytest.skip("this file system takes only UTF-8")
    done = coindex("parse", path, "-o", tmp_path / "out.conllu")
    assert done.returncode == 2
    assert "is not UTF-8" in done.stderr
    assert done.stderr.count("\n") == 1


def test_show_takes_a_component_with_its_parameters() -> None:
    assert coindex("show", "LEA(singletons=False)@head").stdout == coindex("show", "LEA").stdout


def test_convert_counts_and_names_what_is_lost(tmp_path: Path) -> None:
    source, target = tmp_path / "a.conllu", tmp_path / "a.jsonl"
    source.write_text(SAMPLE)
    done = coindex("convert", source, target)
    assert done.returncode == 0, done.stderr
    assert "1 document, 2 tokens, 1 mention, 1 entity" in done.stderr
    assert "not carried over" not in done.stderr
    back = coindex("convert", target, "-", "--to", "conllu")
    assert back.stdout.splitlines()[-3:-1] == SAMPLE.splitlines()[-3:-1]
    plain = coindex("convert", source, tmp_path / "a.txt", "--to", "text")
    assert "not carried over: singleton entities: 1" in plain.stderr


def test_convert_from_standard_input(tmp_path: Path) -> None:
    command = ("convert", "-", "-", "--to", "conllu")
    refused = coindex(*command, given=SAMPLE.encode())
    assert "name the format with --from" in refused.stderr
    done = coindex(*command, "--from", "conllu", given=SAMPLE.encode())
    assert done.stdout.splitlines()[-3:-1] == SAMPLE.splitlines()[-3:-1]


def test_a_failed_conversion_leaves_the_target_alone(tmp_path: Path) -> None:
    source, target = tmp_path / "a.conllu", tmp_path / "b.conllu"
    source.write_text(SAMPLE + SAMPLE.replace("demo", "other").replace("sings\t", ""))
    target.write_text("precious")
    done = coindex("convert", source, target)
    assert done.returncode == 2
    assert f"{source}:7:" in done.stderr
    assert target.read_text() == "precious"
    assert sorted(item.name for item in tmp_path.iterdir()) == ["a.conllu", "b.conllu"]
    lenient = coindex("convert", source, target, "--lenient")
    assert lenient.returncode == 0
    assert "problem, once: not ten columns" in lenient.stderr


def test_components_of_one_module_are_told_apart() -> None:
    lines = coindex("list", "measures").stdout.splitlines()[1:]
    said = [line.split(maxsplit=1)[1] for line in lines]
    assert len(set(said)) == len(said)


def test_what_a_format_has_no_place_for_is_counted(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text(SAMPLE)
    done = coindex("convert", tmp_path / "a.conllu", tmp_path / "a.txt")
    assert "not carried over: singleton entities: 1\n" in done.stderr
    assert "not carried over: dependencies: 2\n" in done.stderr
    (tmp_path / "b.txt").write_text("Ana sings.\n")
    done = coindex("convert", tmp_path / "b.txt", tmp_path / "b.conllu")
    assert "1 document, 0 tokens" in done.stderr
    assert "not carried over: unparsed text: 1\n" in done.stderr
    assert "this format needs tokens; `coindex parse` adds them" in done.stderr


def test_plain_text_is_not_taken_for_columns(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("Ana sings.\n")
    done = coindex("convert", tmp_path / "a.txt", tmp_path / "a.jsonl", "--from", "conllu")
    assert done.returncode == 2
    assert "a.txt:1:1: not CoNLL-U" in done.stderr


@pytest.mark.parametrize("arguments", ["list", "show sieve", "--help", "corpora list"])
def test_whoever_stops_reading_is_no_error(arguments: str) -> None:
    command = f"{sys.executable} -m coindex {arguments} | true; exit ${{PIPESTATUS[0]}}"
    # Where LC_ALL names a locale that is not installed, bash itself would write a warning.
    done = subprocess.run(
        ["bash", "-c", command],
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_output_goes_into_a_device(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text(SAMPLE)
    done = coindex("convert", tmp_path / "a.conllu", "/dev/null", "--to", "jsonl")
    assert done.returncode == 0, done.stderr
    assert Path("/dev/null").is_char_device()


def test_what_few_need_is_listed_only_on_request() -> None:
    usage = coindex("--help").stdout
    assert not [name for name in ("cohere", "replay") if name in usage]
    assert "  vote" not in coindex("list", "resolvers").stdout
    every = coindex("list", "--all").stdout
    assert [name for name in ("cohere", "replay", "vote") if f"  {name}" not in every] == []
    assert coindex("cohere", "Ann called Bob. She told him.").returncode == 0


def test_parse_keeps_the_annotation_of_a_file_without_trees(tmp_path: Path) -> None:
    from coindex import formats
    from coindex.testing import bracketed

    key = bracketed("[Ann]1 lost [[her]1 key]2 . [She]1 found [it]2 .")
    formats.write([key], tmp_path / "key.conll")
    for name in ("key.conllu", "parsed/"):
        ended = coindex("parse", "key.conll", "-o", name, folder=tmp_path)
        assert ended.returncode == 0, ended.stderr
    for path in (tmp_path / "key.conllu", tmp_path / "parsed/key.conllu"):
        (parsed,) = formats.read(path)
        assert parsed.document.tokens[0].upos == "PROPN"
        assert [[(m.start, m.end) for m in e.mentions] for e in parsed.annotation.entities] == [
            [(m.start, m.end) for m in e.mentions] for e in key.annotation.entities
        ]
    same = coindex("score", "key.conllu", "key.conll", "LEA@head", folder=tmp_path)
    assert same.returncode == 0 and "100.00" in same.stdout
