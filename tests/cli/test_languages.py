"""Languages on the command line: recognised, named, refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from coindex.cli import app
from coindex.cli.options import parser_for
from coindex.cli.wording import explain
from coindex.core.document import Document, Token
from coindex.core.errors import CoindexError, MissingLayer
from coindex.language import languages
from coindex.models.session import available
from coindex.pipeline.pipeline import Pipeline

GATE = "Ana abre la verja y la cierra tras de sí."
GERMAN = "Der Hund lief über die Straße, und die Katze sah ihm nach."

spanish = pytest.mark.skipif(not available("es"), reason="there is no Spanish model")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), catch_exceptions=True)


@spanish
@pytest.mark.parametrize(
    "arguments", [[], ["--language", "es"], ["--parser", "bundled(language='es')"]]
)
def test_spanish_shows_zeros_in_place(arguments: list[str]) -> None:
    done = run("resolve", GATE, *arguments)
    assert done.exit_code == 0
    assert "[Ana]1 abre [la verja]2 y [∅ ella]1 [la]2 cierra tras de [sí]1." in done.stdout
    assert "resolved by hybrid" in done.stdout and not done.stderr


@spanish
def test_zeros_are_explained() -> None:
    assert (
        "“∅ cierra” (sentence 1): refers to “Ana” (sentence 1)"
        in run("resolve", GATE, "--why").stdout
    )


@spanish
def test_a_resolver_that_does_not_know_the_language_says_so() -> None:
    done = run("resolve", GATE, "--resolver", "mitkov")
    assert done.exit_code == 2
    assert "mitkov works on English, and text is in Spanish" in done.stderr


@spanish
def test_parses_and_mentions() -> None:
    assert (
        "6.1\t_\t_\tPRON\t_\tNumber=Sing|Person=3|PronType=Prs\t_\t_\t7:nsubj"
        in run("parse", GATE).stdout
    )
    assert "zero" in run("mentions", GATE, "--language", "es").stdout


FOREIGN = [
    ("Anne a perdu sa clé. Elle le cherche.", "French"),
    ("Анна потеряла ключ. Она нашла его.", "Russian"),
    ("安娜丢了钥匙。她找到了它。", "Chinese"),
    (GERMAN, "German"),
    ("Sabela perdeu a chave e non a atopou na súa casa.", "Galician"),
]


@pytest.mark.parametrize(("text", "language"), FOREIGN)
def test_a_text_in_a_language_without_a_package_is_refused(text: str, language: str) -> None:
    """A parse in another language would be wrong from the first word to the last."""
    for command in ("resolve", "parse", "mentions"):
        done = run(command, "--text", text)
        assert done.exit_code and not done.stdout
        reason = (
            explain(done.exception) if isinstance(done.exception, MissingLayer) else done.stderr
        )
        assert f"text seems to be in {language}, which the bundled parser does not know" in reason
        assert "give it a parse in Universal Dependencies" in reason
        assert "name it with --language if it is another" in reason


def test_a_named_language_overrides_what_a_text_seems_to_be_in() -> None:
    done = run("resolve", GERMAN, "--language", "en")
    assert done.exit_code == 0 and done.stdout and not done.stderr


def test_a_job_sets_documents_in_other_languages_aside(tmp_path: Path) -> None:
    lines = [
        {"id": "a", "text": "Marie a perdu sa clé. Elle la cherche partout dans la maison."},
        {"id": "b", "text": "Ann lost her key. She found it."},
        {"id": "c", "text": "Ann lost her key. She found it.", "lang": "fr"},
    ]
    source, out = tmp_path / "mix.jsonl", tmp_path / "out"
    source.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    done = run("resolve", str(source), "--jobs", "1", "-o", str(out))
    assert "2" in done.stderr
    errors = [json.loads(line) for line in (out / "errors.jsonl").read_text("utf-8").splitlines()]
    assert [error["id"] for error in errors] == ["a", "c"]
    assert "seems to be in French" in errors[0]["reason"]
    assert "c is in French" in errors[1]["reason"]


def test_a_few_words_are_resolved_in_the_likelier_language_with_a_note() -> None:
    done = run("resolve", "Ann left.")
    assert done.exit_code == 0
    assert "text: too short to be sure of its language; parsed as English" in done.stderr
    assert not run("resolve", "Ann left.", "--language", "en").stderr


def test_a_language_goes_with_the_bundled_parser() -> None:
    done = run("resolve", GATE, "--parser", "given", "--language", "es")
    assert isinstance(done.exception, CoindexError) and "--language needs --parser bundled" in str(
        done.exception
    )
    assert "# language = es" in str(done.exception)
    unknown = run("parse", GATE, "--language", "xx")
    assert isinstance(unknown.exception, CoindexError)
    assert "no bundled model for language 'xx', only for en" in str(unknown.exception)
    assert not unknown.stderr


def test_resolvers_are_listed_with_their_languages() -> None:
    lines = {line.split()[0]: line for line in run("list", "resolvers").stdout.splitlines()[1:]}
    assert lines["supar"].split(maxsplit=1)[1].startswith("en, es      SUPAR")
    assert lines["rosana"].split(maxsplit=1)[1].startswith("en, de, es  ROSANA")
    assert lines["sieve"].split(maxsplit=1)[1].startswith("en, es ")
    assert lines["rap"].split(maxsplit=1)[1].startswith("any ")


def test_languages_are_listed_with_what_they_have() -> None:
    lines = {
        line.split()[0]: " ".join(line.split()[1:])
        for line in run("list", "languages").stdout.splitlines()[1:]
    }
    assert lines["en"] == "English natural gender; parser bundled; resolver hybrid"
    assert lines["es"].startswith(
        "Spanish grammatical gender, subjects left out; parser bundled; resolver hybrid"
    )
    assert lines["fr"] == "French recognised only"


def test_a_language_is_shown_with_its_fields_and_lists() -> None:
    lines = run("show", "es").stdout.splitlines()
    assert lines[0] == "es (languages)"
    assert "  pro_drop = true" in lines
    assert any(line.startswith("  feminine = -a → -o, -a → -e") for line in lines)
    clitics = next(line for line in lines if line.startswith("  grammar clitic"))
    assert clitics.endswith("7  la, las, le, les, lo, los, se")
    assert any(line.startswith("  pronouns     ") for line in lines)
    nothing = run("show", "eo")
    assert str(nothing.exception).startswith("no component is called 'eo'; ")
    assert str(nothing.exception).endswith("; languages: ca, de, en, es, fr, it, nl, pl, pt, sv")
    unknown = run("show", "languages/xx")
    assert isinstance(unknown.exception, CoindexError) and "no language has the code 'xx'" in str(
        unknown.exception
    )


PORTUGUESE = """\
# text = Ele não viu a casa.
1\tEle\tele\tPRON\t_\tGender=Masc|Number=Sing|Person=3|PronType=Prs\t3\tnsubj\t_\t_
2\tnão\tnão\tADV\t_\tPolarity=Neg\t3\tadvmod\t_\t_
3\tviu\tver\tVERB\t_\tVerbForm=Fin\t0\troot\t_\t_
4\ta\to\tDET\t_\tDefinite=Def|PronType=Art\t5\tdet\t_\t_
5\tcasa\tcasa\tNOUN\t_\tGender=Fem|Number=Sing\t3\tobj\t_\tSpaceAfter=No
6\t.\t.\tPUNCT\t_\t_\t3\tpunct\t_\t_

"""


def test_a_parse_in_a_language_without_a_parser_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "casa.conllu"
    path.write_text(f"# language = pt\n{PORTUGUESE}", encoding="utf-8")
    for command in (["resolve", "--as", "conllu"], ["parse"]):
        done = run(*command, str(path))
        assert done.exit_code == 0 and "looks like" not in done.stderr
        assert "# language = pt" in done.stdout
        assert "3\tviu\tver\tVERB\t_\tVerbForm=Fin\t0\troot" in done.stdout


def test_a_parse_that_names_no_language_is_noted(tmp_path: Path) -> None:
    path = tmp_path / "casa.conllu"
    path.write_text(PORTUGUESE, encoding="utf-8")
    warning = "this looks like Portuguese, but is read as English; the document names no language"
    for command in ("resolve", "parse", "mentions"):
        assert warning in run(command, str(path), "--parser", "given").stderr
    path.write_text(f"# language = pt\n{PORTUGUESE}", encoding="utf-8")
    assert not run("resolve", str(path), "--parser", "given").stderr


def test_a_language_without_a_parser_says_what_to_do() -> None:
    done = run("resolve", GERMAN, "--language", "de")
    assert isinstance(done.exception, CoindexError)
    assert "German has no parser: use files with a parse and --parser given" in str(done.exception)


def test_a_language_may_name_its_own_parser(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "qz").mkdir()
    (tmp_path / "qz" / "language.toml").write_text('name = "Q"\nparser = "given(zeros=\'found\')"')
    monkeypatch.setattr(languages, "_registered", {})
    languages.register_language(tmp_path / "qz")
    assert parser_for("bundled", "qz") == "given(zeros='found')"
    document = Document("d", "Ka", "qz", (Token(0, 2, "Ka", upos="NOUN"),))
    assert Pipeline().parser_for(document) == "given(zeros='found')"
    assert Pipeline().parser_for(replace(document, tokens=())) == "bundled"
    assert Pipeline().parser_for(replace(document, language="")) == "bundled"
    assert Pipeline().parser_for(replace(document, language="es")) == "bundled"
