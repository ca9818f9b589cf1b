"""`coindex disclose`: the study's choices, one number for one pair of files,
resolvers, corpora, and Spanish.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from coindex.cli import app
from coindex.cli.inputs import documents
from coindex.core.errors import CoindexError
from tests.experiment.material import corpus

BROKEN_OFF = """\
#begin document (talk); part 000
talk 0 0 The DT * - - - A * (0
talk 0 1 boxcar NN * - - - A * 0)
talk 0 2 came VBD * - - - A * -
talk 0 3 . . * - - - A * -

talk 0 0 So RB * - - - B * -
talk 0 1 that DT * - - - B * -
talk 0 2 'll MD * - - - B * -
talk 0 3 have VB * - - - B * -
talk 0 4 -- : * - - - B * -

talk 0 0 It PRP * - - - A * (0)
talk 0 1 left VBD * - - - A * -
talk 0 2 . . * - - - A * -

#end document
"""


def output(*arguments: str) -> str:
    result = CliRunner().invoke(app, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def table(*arguments: str) -> Any:
    [shown] = json.loads(output("disclose", *arguments, "--as", "json"))
    return shown


def rows(*arguments: str) -> dict[str, Any]:
    return {row.pop("", ""): row for row in table(*arguments)["rows"]}


@pytest.fixture
def key(tmp_path: Path) -> str:
    path = tmp_path / "key.inline"
    path.write_text(
        "# genre: tale\n\n{a +Ann+} told {b +Bob+} that {-ambient it} rained. {c:split=a+b They} "
        "ran, and {b he} fell. "
        "{d Two *boys*} saw {c them}; {d they} laughed. {a She} kept {this this *coat*}.\n"
    )
    return str(path)


def test_forms_that_nothing_has_are_refused(key: str) -> None:
    with pytest.raises(CoindexError, match=r"no expression has the form 'foo'; known: .*they"):
        output("disclose", key, "--forms", "they,foo")
    for form in ("They", "mine", "zero", "this coat"):
        output("disclose", key, "--forms", form)


def test_the_study_chooses_what_is_covered(key: str) -> None:
    usual = rows(key)
    assert usual["- plural"] == {"he": 0, "it": 0, "she": 0, "out of scope": 2, "total": 2}
    assert usual["- split antecedent"]["total"] == 1
    assert usual["- determiner"]["total"] == 1
    covered = rows(key, "--include", "plural, split antecedent")
    assert "- plural" not in covered
    assert {name: covered["E evaluation set"][name] for name in ("they", "them", "total")} == {
        "they": 2,
        "them": 1,
        "total": 5,
    }
    assert rows(key, "--forms", "they,them")["E evaluation set"]["total"] == 2
    assert rows(key, "--merge", "he+she")["A raw count"]["he/she"] == 2
    assert rows(key, "--also", "name")["- first mention"]["name"] == 2
    assert table(key)["title"] == "key, tale, 1 document, 21 words"


def test_one_number_for_one_pair_of_files(key: str, tmp_path: Path) -> None:
    response = tmp_path / "response.conllu"
    output("resolve", key, "--resolver", "recent", "-o", str(response))
    for choice, measure in (
        ((), "Resolution"),
        (
            ("--exclude", "long distance", "--longest", "0"),
            "Resolution(exclude='long distance', longest=0)",
        ),
        (("--include", "plural", "--view", "head"), "Resolution(include='plural')@head"),
    ):
        scored = json.loads(output("score", key, str(response), measure, "--as", "json"))[0][
            "rows"
        ][0]
        found = rows(key, str(response), *choice)
        for name, row in (("precision",) * 2, ("recall",) * 2, ("resolution", "resolution rate")):
            assert scored[name] == found[f"response: {row}"].get("total"), (measure, name)
    assert 0 < scored["resolution"] < 1


def test_the_parse_is_for_the_measures_that_need_it(key: str, tmp_path: Path) -> None:
    """The others judge the tokens that the key came with, and print what they print alone."""
    response = str(tmp_path / "response.conllu")
    output("resolve", key, "--resolver", "recent", "-o", response)
    alone = json.loads(output("score", key, response, "CoNLL", "--as", "json"))[0]["rows"]
    beside = json.loads(output("score", key, response, "CoNLL", "Resolution", "--as", "json"))[0][
        "rows"
    ]
    assert alone[0]["f1"] == beside[0]["f1"]
    assert [row["measure"] for row in beside] == ["CoNLL", "Resolution"]


def test_rates_by_form(key: str) -> None:
    found = json.loads(output("score", key, key, "Resolution", "--by", "form", "--as", "json"))[0][
        "rows"
    ]
    assert {row["slice"]: row["resolution"] for row in found} == dict.fromkeys(
        ("all", "he", "she", "them", "they"), 1
    )


def test_a_resolver_is_disclosed_in_one_go(key: str) -> None:
    found = rows(key, "--resolver", "recent,subject", "--detector", "gold")
    assert found["recent: resolution rate"]["total"] > 0
    assert "subject: precision" in found


def test_corpora_have_names_everywhere(tmp_path: Path) -> None:
    target = tmp_path / "manual.jsonl"
    output("convert", "embedded-es/manual", str(target))
    assert len(target.read_text().splitlines()) == 4
    assert {item.document.language for item in documents(["embedded-es/manual"])} == {"es"}
    wrong = CliRunner().invoke(app, ["convert", "embedded/plots", str(target)])
    assert "embedded has no part 'plots'; did you mean 'plot'?" in str(wrong.exception)


def test_an_utterance_that_breaks_off(tmp_path: Path) -> None:
    """Byron's *So that'll have —*: the speaker is still known when the key has been parsed."""
    path = tmp_path / "talk.v4_gold_conll"
    path.write_text(BROKEN_OFF)
    found = rows(str(path))
    assert found["- abandoned utterance"]["total"] == 1
    assert "- demonstrative" not in found
    assert table(str(path))["title"] == "talk, unknown, 1 document, 3 turns, 9 words"


def test_an_utterance_without_a_mark_that_the_parser_joins_to_the_next(tmp_path: Path) -> None:
    """Byron's example as she prints it: *So that'll have / ok so you want all three boxcars?*"""
    lines = [
        ["So", "that", "'ll", "have"],
        ["ok", "so", "you", "want", "all", "three", "boxcars", "from", "Dansville", "?"],
        ["Yes", ",", "send", "them", "."],
    ]
    chains = {"boxcars": "(1)", "them": "(1)"}
    sentences = [
        "".join(
            f"d93 0 {place} {word} - * - - - {speaker} * {chains.get(word, '-')}\n"
            for place, word in enumerate(words)
        )
        for words, speaker in zip(lines, "uus", strict=True)
    ]
    path = tmp_path / "ab.v4_gold_conll"
    path.write_text(f"#begin document (d93); part 000\n{chr(10).join(sentences)}\n#end document\n")
    for arguments in ((), ("--resolver", "recent")):
        found = rows(str(path), *arguments)
        assert found["- abandoned utterance"]["total"] == 1
        assert "- demonstrative" not in found


def test_pleonastic_pronouns_that_the_key_does_not_mark(tmp_path: Path) -> None:
    """The types of Table 1, found in the parse; what the key puts
    into a chain refers all the same.
    """
    path = tmp_path / "it.inline"
    path.write_text(
        "{a +Ann+} has {c a *car*}. {c It} is red. It rains. It is clear that {a she} left. It "
        "was Bob who called. "
        "They hit it off.\n"
    )
    found = rows(str(path))
    types = {
        name.removeprefix("- pleonastic: "): row["it"]
        for name, row in found.items()
        if "pleonastic" in name
    }
    assert types == {"cleft": 1, "extraposition": 1, "idiom": 1, "prop-it": 1}
    assert found["E evaluation set"]["it"] == 1


def test_a_resolver_is_not_given_the_zeros_of_the_key(tmp_path: Path) -> None:
    """A detector finds what the parser finds; a zero of the key that it misses
    stays in the table, and is open.
    """
    path = tmp_path / "ana.inline"
    path.write_text("# language: es\n\n{a +Ana+} llegó. {a ∅} La vio {b +Eva+}.\n")
    detected, gold = (
        rows(str(path), "--resolver", "recent", "--detector", one) for one in ("nominals", "gold")
    )
    assert detected["A raw count"]["zero"] == gold["A raw count"]["zero"] == 1
    assert detected["recent: left open"]["zero"] == 1
    assert gold["recent: left open"]["zero"] == 0


def test_a_resolver_and_an_utterance_that_breaks_off(tmp_path: Path) -> None:
    path = tmp_path / "talk.v4_gold_conll"
    path.write_text(BROKEN_OFF)
    assert rows(str(path), "--resolver", "recent")["- abandoned utterance"]["total"] == 1


def test_spanish_zeros_clitics_and_se(tmp_path: Path) -> None:
    """The key's chains count before the parser's labels: *se* in a chain refers."""
    path = tmp_path / "ana.inline"
    path.write_text(
        "# language: es\n\n{a +Ana+} llegó tarde. {a ∅} Buscó {l el *libro*} y {a ∅} {l lo} "
        "perdió. {a Se} fue a "
        "{c {a su} *casa*}. {a Este *libro*} era suyo.\n".replace(
            "{a Este *libro*}", "{l Este *libro*}"
        )
    )
    found = rows(str(path))
    assert found["A raw count"]["zero"] == found["E evaluation set"]["zero"] == 2
    assert (
        found["E evaluation set"]["se"]
        == found["E evaluation set"]["lo"]
        == found["E evaluation set"]["su"]
        == 1
    )
    assert not any(name.startswith("- pleonastic") for name in found)
    assert found["- determiner"]["total"] == 1
    without = rows(str(path), "--exclude", "zero,clitic,possessive")
    assert {name: without[f"- {name}"]["total"] for name in ("zero", "clitic")} == {
        "zero": 2,
        "clitic": 2,
    }
    assert without["- possessive"]["total"] >= 1


def test_a_plan_gives_the_same_table(tmp_path: Path) -> None:
    """What the study chooses stands in the plan's measure; the report's
    table is that of the command line.
    """
    (tmp_path / "plan.toml").write_text(
        f'corpora = ["{corpus(tmp_path)}"]\nparsers = ["given"]\ndetectors = ["gold"]\n'
        'resolvers = ["recent", "oracle"]\n'
        "measures = [\"Resolution(include='event', exclude='long distance', merge='he+she', "
        'longest=0)@head"]\n'
    )
    output("run", str(tmp_path / "plan.toml"), "-o", str(tmp_path / "report"))
    choices = (
        "--include",
        "event",
        "--exclude",
        "long distance",
        "--merge",
        "he+she",
        "--longest",
        "0",
    )
    systems = ("--resolver", "recent,oracle", "--detector", "gold", "--view", "head")
    printed = output("disclose", corpus(tmp_path), *choices, *systems, "--as", "markdown")
    written = (tmp_path / "report/disclosure.md").read_text()
    assert rows_of(printed) == rows_of(written)
    assert "| he/she |" in printed and "| - long distance |" in printed


def rows_of(markdown: str) -> list[str]:
    return [line for line in markdown.splitlines() if line.startswith("|")]


def test_notes_do_not_say_that_split_antecedents_are_ignored(key: str) -> None:
    result = CliRunner().invoke(app, ["score", key, key, "Resolution"])
    assert (
        "note: split antecedents (only SplitAntecedents and Resolution score them) in the key: 1"
        in result.stderr
    )


def test_pronouns_that_are_spoken_of_are_named(tmp_path: Path) -> None:
    """Whatever the parser takes a neopronoun for: *a xe*, *xyr pronouns are xe, xem and xyr*."""
    marked = "{w +Wren+} (xe/xem) is a xe. {w Xyr} pronouns are xe, xem and xyr. {w Xe} laughed."
    key = tmp_path / "key.inline"
    key.write_text(f"# id: wren\n# language: en\n\n{marked}\n---\nw: person\n", encoding="utf-8")
    printed = CliRunner().invoke(app, ["disclose", str(key)]).stdout
    (named,) = (line.split() for line in printed.splitlines() if line.startswith("- named"))
    assert named[2:] == ["3", "2", "1", "6"]


@pytest.mark.parametrize("arguments", [(), ("--resolver", "recent")])
def test_plain_text_discloses_nothing(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    path = tmp_path / "plain.txt"
    path.write_text("Ann lost her key.", encoding="utf-8")
    with pytest.raises(CoindexError, match=r"plain\.txt: text without annotation, so nothing to"):
        output("disclose", str(path), *arguments)


def test_the_rate_is_also_printed_as_byron_does(key: str) -> None:
    shown = rows(key, "--resolver", "oracle", "--detector", "gold")
    ours = next(name for name in shown if name.endswith("resolution rate"))
    printed = next((name for name in shown if name.endswith("resolution rate, G / C")), None)
    excluded = [name for name in shown if "excluded, but right" in name]
    assert bool(excluded) == (printed is not None)
    if printed:
        assert shown[printed]["total"] < shown[ours]["total"]


def test_the_header_can_be_given_by_hand(key: str) -> None:
    given = ("--name", "Mine", "--citation", "Byron 2001", "--genre", "news", "--size", "3 texts")
    shown = table(key, *given)
    assert shown["title"] == "Mine, news, 3 texts"
    assert "texts: Byron 2001" in shown["notes"]


def test_words_are_words(tmp_path: Path) -> None:
    path = tmp_path / "key.inline"
    path.write_text("# language: en\n\n{a +Ann+} left. {a She} ran.\n")
    assert table(str(path))["title"].endswith("4 words")
