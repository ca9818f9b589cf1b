"""`coindex resolve`: what goes in, what comes out, and under which names."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from coindex import formats
from coindex.cli import app
from coindex.core import registry
from coindex.core.errors import CoindexError

TEXT = "Ann lost her key. She found it."
MARKED = "[Ann]1 lost [[her]1 key]2. [She]1 found [it]2."

PARSED = """\
# newdoc id = visit
# global.Entity = eid-etype-head-other
# sent_id = visit-1
# speaker = Cleo
# text = Ann don't like Bob.
1\tAnn\tAnn\tPROPN\tNNP\tNumber=Sing\t4\tnsubj\t4:nsubj\tEntity=(a-person-1-)
2-3\tdon't\t_\t_\t_\t_\t_\t_\t_\tOdd=Yes
2\tdo\tdo\tAUX\tVBP\t_\t4\taux\t4:aux\t_
3\tn't\tnot\tPART\tRB\t_\t4\tadvmod\t4:advmod\t_
4\tlike\tlike\tVERB\tVB\tVerbForm=Inf\t0\troot\t0:root\tGloss=agrada|Note=1
4.1\t_\t_\tPRON\t_\t_\t_\t_\t4:obl\t_
5\tBob\tBob\tPROPN\tNNP\tNumber=Sing\t4\tobj\t4:obj\tEntity=(b-person-1-)|SpaceAfter=No
6\t.\t.\tPUNCT\t.\t_\t4\tpunct\t4:punct\t_

# newpar
# sent_id = visit-2
# a comment of no known kind
# text = He left.
1\tHe\the\tPRON\tPRP\tGender=Masc|Number=Sing|Person=3|PronType=Prs\t2\tnsubj\t2:nsubj\tEntity=(b-person-1-)
2\tleft\tleave\tVERB\tVBD\tTense=Past|VerbForm=Fin\t0\troot\t0:root\tSpaceAfter=No
3\t.\t.\tPUNCT\t.\t_\t2\tpunct\t2:punct\tSpaceAfter=No

"""


def resolve(*arguments: str | Path, input: str = "") -> Result:
    return CliRunner().invoke(app, ["resolve", *map(str, arguments)], input=input)


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    (folder / "more").mkdir(parents=True)
    (folder / "key.txt").write_text(TEXT)
    (folder / "more" / "wave.txt").write_text("Bob saw Mary. He waved at her.")
    return folder


@pytest.fixture
def visit(tmp_path: Path) -> Path:
    path = tmp_path / "visit.conllu"
    path.write_text(PARSED)
    return path


def test_one_output_file_for_each_input_with_its_name(
    texts: Path, tmp_path: Path, visit: Path
) -> None:
    done = resolve(texts, visit, "-o", tmp_path / "out")
    assert done.exit_code == 0, done.stderr
    found = {
        path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.*")
    }
    assert found == {"key.txt", "more/wave.txt", "visit.txt"}
    assert (tmp_path / "out" / "key.txt").read_text().startswith(MARKED)


def test_formats_of_several_files_have_names_of_their_own(texts: Path, tmp_path: Path) -> None:
    assert resolve(texts, "-o", tmp_path / "out", "--as", "brat").exit_code == 0
    assert {path.name for path in (tmp_path / "out").rglob("*.*")} == {
        "key.ann",
        "key.txt",
        "wave.ann",
        "wave.txt",
    }
    again = resolve(tmp_path / "out", "--as", "json", "--mentions", "gold")
    assert [json.loads(line)["document"] for line in again.stdout.splitlines()] == ["key", "wave"]


@pytest.mark.parametrize("resolver", ["supar", "rap", "mitkov"])
def test_candidate_files_hold_what_the_resolver_considered(resolver: str, tmp_path: Path) -> None:
    text = "Peter met Ann and saw the boy with the telescope. He liked it."
    assert (
        resolve(
            "--text", text, "--resolver", resolver, "--as", "supar", "-o", tmp_path / "out"
        ).exit_code
        == 0
    )
    he, it = (
        (tmp_path / "out" / "text" / f"a_2_{place}.www").read_text() for place in ("0_1", "2_3")
    )
    assert he.startswith("ANTECEDENTS\n1 8 10\n1 5 7\n1 2 3\n1 0 1\n"), "Ann and the telescope, too"
    assert he.endswith("CONSTRAINTS\n1 5 7\n1 0 1\nSOLUTION\n1 0 1\n")
    assert it.endswith("CONSTRAINTS\n1 8 10\nSOLUTION\n1 8 10\n")
    assert (
        tmp_path / "out" / "text" / "anaphors.txt"
    ).read_text() == "2 0 1 persNoRefl <\n2 2 3 persIt <\n"
    assert (
        (tmp_path / "out" / "text" / "segmented.txt")
        .read_text()
        .startswith("<@000,1,>\n<@CCC>\n<@SNS,suj,propio,")
    )


def test_nothing_is_replaced_unasked(texts: Path, tmp_path: Path) -> None:
    done = resolve(texts, "-o", texts)
    assert isinstance(done.exception, CoindexError)
    assert "would replace the input itself" in str(done.exception)
    assert (texts / "key.txt").read_text() == TEXT
    done = resolve(texts / "key.txt", texts / "key.txt", "-o", tmp_path / "out")
    assert "would replace another input" in str(done.exception)
    assert (tmp_path / "out" / "key.txt").read_text().startswith(MARKED)


def test_several_inputs_into_one_file(texts: Path, tmp_path: Path) -> None:
    target = tmp_path / "all.conllu"
    assert resolve(texts, TEXT, "-o", target).exit_code == 0
    assert [item.document.id for item in formats.read(target)] == ["key", "wave", "text2"]


def test_several_documents_are_told_apart(texts: Path, tmp_path: Path) -> None:
    shown = resolve(texts).stdout
    assert re.findall("^== (.*)", shown, re.MULTILINE) == ["key", "wave"]
    assert resolve(texts, "-o", tmp_path / "all.txt").exit_code == 0
    assert (tmp_path / "all.txt").read_text() == shown
    assert "==" not in resolve(texts / "key.txt").stdout
    assert resolve("--text", "Fine.").stdout == "Fine.\n\nno chains\n(resolved by hybrid)\n"


def test_a_word_that_is_not_a_path_is_an_error_and_not_a_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for command in ("resolve", "parse", "mentions"):
        done = CliRunner().invoke(app, [command, "letters"])
        assert isinstance(done.exception, CoindexError)
        assert str(done.exception).startswith(
            "letters: no such file, folder or corpus (check the path; "
        )
        done = CliRunner().invoke(app, [command, "--text", "letters"])
        assert done.exit_code == 0 and "letters" in done.stdout
    both = resolve("Ann left.", "--text", "She", "--as", "json")
    assert [json.loads(line)["document"] for line in both.stdout.splitlines()] == ["text1", "text2"]
    assert "not --text" in str(
        resolve("--text", "She", "--jobs", "1", "-o", tmp_path / "out").exception
    )


@pytest.mark.parametrize("target", ["x.conll", "out", ""])
def test_what_a_format_cannot_carry_is_said(target: str, tmp_path: Path) -> None:
    where: list[str | Path] = ["-o", tmp_path / target] if target else []
    done = resolve(TEXT, "--as", "conll", *where)
    assert done.exit_code == 0, done.output
    assert "not carried over: dependencies: 9" in done.stderr
    assert "not carried over" not in resolve(TEXT, "--as", "jsonl", *where).stderr


def test_replacing_is_a_style_of_its_own() -> None:
    assert resolve(TEXT, "--replace").stdout == resolve(TEXT, "--as", "replaced").stdout
    assert "--replace is short for --as replaced" in str(
        resolve(TEXT, "--replace", "--as", "json").exception
    )


def test_standard_input() -> None:
    assert resolve(input=TEXT).stdout.startswith(MARKED)
    parsed = resolve(
        "-", "--from", "conllu", "--parser", "given", "--resolver", "recent", input=PARSED
    )
    assert "[Bob]1" in parsed.stdout
    assert "[He]1" in parsed.stdout
    broken = resolve("-", "--from", "conllu", input="1\tAnn\n\n")
    assert str(broken.exception).startswith("standard input:1:")


TIMED = {"subrip", "webvtt"}
"""Only what was read from a transcript can be written as one."""


@pytest.mark.parametrize("style", ["html", *sorted({*formats.writers()} - TIMED)])
def test_every_style_of_output(style: str, tmp_path: Path) -> None:
    done = resolve(TEXT, "--as", style, "-o", tmp_path / "out")
    assert done.exit_code == 0, done.exception
    assert any("her" in path.read_text() for path in (tmp_path / "out").rglob("*.*"))


def test_text_json_csv_and_logic() -> None:
    assert resolve(TEXT, "--resolver", "rosana").stdout == (
        f"{MARKED}\n\n1 (person): Ann, her, She\n2 (object): her key, it\n(resolved by rosana)\n"
    )
    chains = json.loads(resolve(TEXT, "--as", "json").stdout)["entities"]
    assert [[mention["text"] for mention in chain["mentions"]] for chain in chains] == [
        ["Ann", "her", "She"],
        ["her key", "it"],
    ]
    assert [mention["start"] for mention in chains[0]["mentions"]] == [0, 9, 18]
    header, *rows = resolve(TEXT, "Bob hurt himself.", "--as", "csv").stdout.splitlines()
    assert header.startswith("document,entity,name")
    assert [row.split(",")[2] for row in rows] == ["Ann", "her key", "Bob"]
    assert resolve(TEXT, "--as", "logic").stdout.splitlines() == [
        "lose(e1, x1:Ann, x2:key)",
        "poss(x1, x2)",
        "find(e2, x1, x2)",
    ]


def test_reasons() -> None:
    said = resolve(TEXT, "--why", "--resolver", "rosana").stdout
    assert "“She” (sentence 2): refers to “Ann” (sentence 1)" in said
    decisions = json.loads(resolve(TEXT, "--why", "--as", "json", "--resolver", "mitkov").stdout)[
        "decisions"
    ]
    assert [decision["anaphor"]["text"] for decision in decisions] == ["her", "She", "it"]
    assert decisions[0]["antecedent"]["text"] == "Ann"
    refused = resolve(TEXT, "--why", "--as", "csv")
    assert str(refused.exception) == "--why needs --as text or json, not csv"


def test_probabilities_are_asked_of_resolvers_that_have_some() -> None:
    refused = resolve(TEXT, "--min-confidence", "0.9", "--resolver", "sieve")
    assert "with probabilities, auto, neural and hybrid, not sieve" in str(refused.exception)
    assert resolve(TEXT, "--min-confidence", "0.5", "--resolver", "neural").exit_code == 0


def test_auto_passes_the_least_probability_on() -> None:
    sure = resolve(TEXT, "--min-confidence", "1", "--as", "json")
    assert json.loads(sure.stdout)["resolver"] == "hybrid(min_confidence=1.0)"
    quick = resolve(TEXT, "--min-confidence", "0.5", "--fast")
    assert quick.exit_code == 2
    assert "sieve, which auto chooses for text, has no probabilities" in quick.stderr


def test_pronouns_replaced_and_possessives_as_genitives() -> None:
    text = "Ann lost her key. She found it. The girls sold their books. They saw Bob and hurt him."
    assert resolve(text, "--replace").stdout == (
        "Ann lost Ann’s key. Ann found the key. The girls sold the girls’ books. The girls saw "
        "Bob and hurt Bob.\n"
    )


def test_a_given_parse_is_kept_to_the_byte(visit: Path) -> None:
    """Only Entity= is written anew; comments, words, empty words
    and all columns are the input's.
    """
    done = resolve(visit, "--parser", "given", "--as", "conllu")
    assert done.exit_code == 0, done.exception
    assert re.search(r"^1\tHe.*\tEntity=\(", done.stdout, re.MULTILINE)
    assert without_entities(done.stdout) == without_entities(PARSED)
    bare = visit.with_name("bare.conllu")
    bare.write_text(without_entities(PARSED))
    assert (
        without_entities(resolve(bare, "--parser", "given", "--as", "conllu").stdout)
        == bare.read_text()
    )


def without_entities(text: str) -> str:
    lines = [
        line for line in text.splitlines(keepends=True) if not line.startswith("# global.Entity")
    ]
    misc = (re.sub(r"\tEntity=[^|\n]*\|", "\t", line) for line in lines)
    return "".join(re.sub(r"\tEntity=[^|\n]*\n", "\t_\n", line) for line in misc)


@pytest.mark.parametrize("parser", ["given", "bundled"])
@pytest.mark.parametrize("resolver", registry.installed("resolvers"))
def test_both_modes_of_the_workbench(resolver: str, parser: str, visit: Path) -> None:
    """On human-annotated input mentions are its own, whatever the parse;
    automatically they are detected.
    """
    target = visit.with_name("out.conllu")
    found = {}
    for how in ("gold", "detected"):
        done = resolve(
            visit, "--parser", parser, "--resolver", resolver, "--mentions", how, "-o", target
        )
        assert done.exit_code == 0, done.exception
        document, annotation = next(formats.read(target))
        found[how] = [mention.text(document) for mention in annotation.mentions]
    assert found["gold"] == ["Ann", "Bob", "He"]
    assert set(found["gold"]) <= set(found["detected"])


@pytest.mark.parametrize("resolver", ["mitkov", "rosana", "kennedy_boguraev", "recent"])
def test_what_the_key_marks_as_pleonastic_is_not_resolved(resolver: str, tmp_path: Path) -> None:
    path = tmp_path / "rain.inline"
    path.write_text(
        "{j +John+} met {b +Bill+} at {h the *house*}. {-ambient It} rained. {j He} left.\n"
    )
    done = resolve(path, "--mentions", "gold", "--resolver", resolver)
    assert done.exit_code == 0, done.exception
    chains = [line for line in done.stdout.splitlines() if re.match(r"\d+\b.*:", line)]
    assert [chain.endswith(", He") for chain in chains] == [True]
    assert "It" not in chains[0]


def test_what_the_input_lacks_is_not_available(texts: Path, visit: Path) -> None:
    lacking = resolve(texts / "key.txt", "--mentions", "gold")
    assert lacking.exit_code == 2
    assert (
        lacking.stderr
        == "coindex: key has no mentions of its own (--mentions detected finds some)\n"
    )
    lacking = resolve(texts / "key.txt", "--parser", "given")
    assert lacking.exit_code == 2
    assert lacking.stderr.startswith("coindex: key has no parse of its own")
    lacking = resolve(TEXT, "--resolver", "oracle")
    assert lacking.stderr.startswith("coindex: oracle needs the key")
    some = resolve(texts / "key.txt", visit, "--mentions", "gold", "--as", "json")
    assert some.exit_code == 0
    assert [json.loads(line)["document"] for line in some.stdout.splitlines()] == ["visit"]


def test_paths_are_checked_before_anything_is_resolved(texts: Path, tmp_path: Path) -> None:
    target = tmp_path / "mix"
    done = resolve(texts / "key.txt", tmp_path / "nofile.txt", "-o", f"{target}/")
    assert "nofile.txt: no such file, folder or corpus" in str(done.exception)
    assert not target.exists()
