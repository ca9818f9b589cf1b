"""Catalogues of the interface's languages have every sentence, with the same fields, and no other.

A sentence that is new in a template, a script or a module needs a line in each catalogue; the
failing test prints it.
"""

from __future__ import annotations

import re
from collections import Counter

import pytest

from coindex.checking.catalogue import CHECKS
from coindex.cli import COMMANDS
from coindex.cli.show_command import explanations
from coindex.cli.wording import WORDS as CLI_WORDS
from coindex.core import registry
from coindex.core.document import Document
from coindex.core.interface import ENGLISH, catalogue, interfaces
from coindex.core.parameters import parameters
from coindex.rendering.wording import same_fields
from coindex.web.wording import FORMS
from tests import catalogue_keys, error_keys

LANGUAGES = [code for code in interfaces() if code != ENGLISH]


ABBREVIATION = re.compile(r"[A-Z][A-Z0-9-]*[ab]?|WordNet")
"""Names of factors and rule patterns that are the same in every language."""


def test_there_are_languages() -> None:
    assert "es" in LANGUAGES


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_of_the_pages_is_translated(code: str) -> None:
    keys = catalogue_keys.of_templates()
    assert len(keys) > 200
    known = catalogue(code).section("pages")
    lacking = {key: place for key, place in keys.items() if key not in known}
    assert not lacking, f"[pages] of {code}.toml lacks:\n{catalogue_keys.listed(lacking)}"
    unused = sorted(set(known) - set(keys))
    assert not unused, f"[pages] of {code}.toml has what no page says: {unused}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_text_of_the_scripts_is_translated(code: str) -> None:
    keys = catalogue_keys.of_scripts()
    assert len(keys) > 300
    known = catalogue(code).section("scripts")
    lacking = {key: place for key, place in keys.items() if key not in known}
    assert not lacking, f"[scripts] of {code}.toml lacks:\n{catalogue_keys.listed(lacking)}"
    unused = sorted(set(known) - set(keys))
    assert not unused, f"[scripts] of {code}.toml has what no script says: {unused}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_of_the_modules_is_translated(code: str) -> None:
    keys = catalogue_keys.of_calls("say") | catalogue_keys.OF_HELP_PAGES
    assert len(keys) > 20
    known = catalogue(code).section("text")
    lacking = {key: place for key, place in keys.items() if key not in known}
    assert not lacking, f"[text] of {code}.toml lacks:\n{catalogue_keys.listed(lacking)}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_word_of_tables_is_translated(code: str) -> None:
    """Headings, titles, notes, and names of measures' values, slices, causes and the like."""
    written, named = catalogue_keys.of_wordings(), catalogue_keys.of_named_words()
    assert len(written) > 200
    assert len(named) > 100
    known = catalogue(code)
    lacking = {
        key: place
        for key, place in (written | named).items()
        if key not in known.table_words and re.search("[A-Za-z]", re.sub(r"\{\w+\}", "", key))
    }
    assert not lacking, f"[tables] of {code}.toml lacks:\n{catalogue_keys.listed(lacking)}"
    unused = sorted(set(known.section("tables")) - set(written) - set(named))
    assert not unused, f"[tables] of {code}.toml has what no table says: {unused}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_counted_nouns_are_translated(code: str) -> None:
    nouns = catalogue_keys.of_calls("Amount", 1) | catalogue_keys.of_calls("counted", 1)
    assert "document" in nouns
    lacking = {noun: place for noun, place in nouns.items() if noun not in catalogue(code).counts}
    assert not lacking, f"[counts] of {code}.toml lacks:\n{catalogue_keys.listed(lacking)}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_help_of_every_command_is_translated(code: str) -> None:
    known = catalogue(code)
    keys = {key: name for name in ("", *COMMANDS) for key in catalogue_keys.of_help(name)}
    assert len(keys) > 150
    lacking = {
        key: name
        for key, name in keys.items()
        if key not in known.section("help") and known.matched("help", key) == key
    }
    assert not lacking, f"[help] of {code}.toml lacks:\n{catalogue_keys.listed(lacking)}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_components_and_their_parameters_are_is_translated(code: str) -> None:
    components = [
        (family, name)
        for family in registry.FAMILIES
        for name in registry.names(family)
        if name not in registry.broken(family)
    ]
    said = {registry.summary(*one): "/".join(one) for one in components} | {
        parameter.description: "/".join(one)
        for one in components
        for parameter in parameters(registry.component(*one))
        if parameter.description
    }
    assert len(said) > 300
    known = catalogue(code).section("summaries")
    lacking = {key: place for key, place in said.items() if key not in known}
    assert not lacking, f"[summaries] of {code}.toml lacks:\n{catalogue_keys.listed(lacking)}"
    unused = sorted(set(known) - set(said))
    assert not unused, f"[summaries] of {code}.toml has what no component says: {unused}"


TABLE = re.compile(r"\S {2,}\S")
CITATION = re.compile(r'",\s+[A-Z0-9]')
"""Paragraphs that are the same in every language: tables of functions, and references."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_show_explains_is_translated(code: str) -> None:
    paragraphs = {
        " ".join(paragraph.split()): f"{family}/{name}"
        for family in registry.FAMILIES
        for name in registry.names(family)
        if name not in registry.broken(family)
        for text in explanations(registry.component(family, name))
        for paragraph in text.split("\n\n")
        if not TABLE.search(paragraph) and not CITATION.search(paragraph)
    }
    assert len(paragraphs) > 250
    known = catalogue(code)
    lacking = {
        key: place
        for key, place in paragraphs.items()
        if key not in known.section("summaries", "explanations")
    }
    assert not lacking, f"[explanations] of {code}.toml lacks:\n{catalogue_keys.listed(lacking)}"
    unused = sorted(set(known.section("explanations")) - set(paragraphs))
    assert not unused, f"[explanations] of {code}.toml has what no component says: {unused}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_names_and_their_meanings_are_translated(code: str) -> None:
    known = catalogue(code)
    glossaries = {
        name: registry.glossary(name, Document("d", "", language))
        for name in registry.names("resolvers")
        for language in ("en", code)
    }
    meanings = {text: name for name, glossary in glossaries.items() for text in glossary.values()}
    assert len(meanings) > 250
    lacking = {text: at for text, at in meanings.items() if known.matched("meanings", text) == text}
    assert not lacking, f"[meanings] of {code}.toml lacks:\n{catalogue_keys.listed(lacking)}"
    shown = {
        one.replace("*", "3"): name
        for name, glossary in glossaries.items()
        for one in glossary
        if ":" not in one and not ABBREVIATION.fullmatch(one)
    }
    names = known.section("names")
    lacking = {
        name: at
        for name, at in shown.items()
        if name not in names and known.matched("names", name) == name
    }
    assert not lacking, f"[names] of {code}.toml lacks:\n{catalogue_keys.listed(lacking)}"


FROM_ELSEWHERE = {
    "did you mean {1}? known: {2}",
    "No such file or directory",
    "Permission denied",
    "Is a directory",
    "No space left on device",
    "Not Found",
    "Method Not Allowed",
}
"""Messages of Python, of Starlette, and one that is put together from two."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_messages_are_those_of_the_program(code: str) -> None:
    known = catalogue(code).section("messages")
    assert len(known) > 200
    strings = catalogue_keys.of_strings()
    assert not sorted(set(known) - set(strings) - FROM_ELSEWHERE)


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_error_and_what_to_do_about_it_is_translated(code: str) -> None:
    known = catalogue(code).section("messages")
    keys = error_keys.of_errors()
    assert len(keys) > 800
    lacking = {key: place for key, place in keys.items() if key not in known}
    assert not lacking, f"[messages] of {code}.toml lacks:\n{catalogue_keys.listed(lacking)}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_errors_are_said_in_the_language(code: str) -> None:
    """No message is taken for another one: each is found by its own pattern."""
    known = catalogue(code)
    for key, text in known.section("messages").items():
        fields = {field[1:-1]: f"w{field[1:-1]}" for field in _fields(key) if field != "{}"}
        said = known.matched("messages", _filled(key, fields))
        assert said == _filled(text, fields), key


def _filled(text: str, fields: dict[str, str]) -> str:
    return re.sub(r"\{(\w+)\}", lambda field: fields[field[1]], text)


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_checks_say_is_translated(code: str) -> None:
    said = catalogue_keys.of_messages("checking") | dict.fromkeys(
        [text for one in CHECKS.values() for text in (one.explanation, one.remedy)], "checking"
    )
    assert len(said) > 2 * len(CHECKS)
    known = catalogue(code).section("messages")
    lacking = {key: place for key, place in said.items() if key not in known}
    assert not lacking, f"[messages] of {code}.toml lacks:\n{catalogue_keys.listed(lacking)}"


@pytest.mark.parametrize("code", LANGUAGES)
def test_remedies_are_translated(code: str) -> None:
    known = catalogue(code).section("text")
    words = {text for table in (CLI_WORDS, FORMS) for text in table.values() if text}
    assert len(words) > 15
    assert not sorted(words - set(known))


def test_sentences_of_the_scripts_are_marked() -> None:
    """A tagged template looks itself up: t`Saved.`, not "Saved."."""
    assert not catalogue_keys.unmarked()


@pytest.mark.parametrize("code", LANGUAGES)
def test_translations_have_the_fields_of_the_sentence(code: str) -> None:
    entries = {
        key: text for section in catalogue(code).sections.values() for key, text in section.items()
    }
    assert len(entries) > 200
    different = [
        key
        for key, text in entries.items()
        if not same_fields(key, text) or _fields(key) != _fields(text)
    ]
    assert not different
    assert not [key for key, text in entries.items() if not text or _edges(key) != _edges(text)]


def _edges(text: str) -> tuple[str, str]:
    """The spaces before and after; a phrase that is added to a sentence begins with one."""
    return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]


def _fields(text: str) -> Counter[str]:
    return Counter(re.findall(r"\{\w*\}", text))


@pytest.mark.parametrize("code", LANGUAGES)
def test_nouns_have_a_singular_and_a_plural(code: str) -> None:
    counts = catalogue(code).counts
    assert "mention" in counts
    assert not [noun for noun, forms in counts.items() if not {"one", "other"} <= set(forms)]
