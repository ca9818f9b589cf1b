"""The command line: light to start, clear when something is wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

SAMPLE = (
    "# newdoc id = demo\n"
    "1\tAna\tAna\tPROPN\t_\t_\t2\tnsubj\t_\tEntity=(e1-person-1-)\n"
    "2\tsings\tsing\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)
HEAVY = ("numpy", "scipy", "onnxruntime", "tokenizers", "lxml", "torch", "fastapi", "spacy", "rich")


def coindex(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "coindex", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


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
    assert "language: str, default ''" in done.stdout


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


def test_convert_counts_and_names_what_is_lost(tmp_path: Path) -> None:
    source, target = tmp_path / "a.conllu", tmp_path / "a.jsonl"
    source.write_text(SAMPLE)
    done = coindex("convert", source, target)
    assert done.returncode == 0, done.stderr
    assert "1 documents, 2 tokens, 1 mentions, 1 entities" in done.stderr
    assert "not carried over" not in done.stderr
    back = coindex("convert", target, "-", "--to", "conllu")
    assert back.stdout.splitlines()[-3:-1] == SAMPLE.splitlines()[-3:-1]
    plain = coindex("convert", source, tmp_path / "a.txt", "--to", "text")
    assert "not carried over: singleton entities: 1" in plain.stderr


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
    assert "problem, 1 times: not ten columns" in lenient.stderr


def test_components_of_one_module_are_told_apart() -> None:
    lines = coindex("list", "measures").stdout.splitlines()[1:]
    said = [line.split(maxsplit=1)[1] for line in lines]
    assert len(set(said)) == len(said)
