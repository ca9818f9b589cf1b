"""What catalogues of the interface's languages have is right: fields, forms, no sentence taken for
another. What they lack is a report, `make translations`.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest

from coindex.interface.catalogues import catalogue
from coindex.interface.templates import same_fields
from release import translation_keys, translations

LANGUAGES = translations.translated_languages()


def test_there_are_languages() -> None:
    assert "es" in LANGUAGES


LEAST = {
    "pages": 200, "scripts": 300, "text": 20, "tables": 150, "help": 150, "summaries": 300,
    "explanations": 100, "meanings": 200, "names": 100, "messages": 800,
}  # fmt: skip
"""How many sentences the program says at the least, by section."""


ELSEWHERE = {"tables": "messages"}
"""Headings and notes of tables are messages; the report asks for a message wherever it is."""


@pytest.mark.parametrize("section", list(LEAST))
def test_the_report_names_what_a_catalogue_lacks(section: str) -> None:
    known = catalogue("es")
    empty = replace(known, sections={**known.sections, section: {}})
    lacking = translations.missing(empty)[ELSEWHERE.get(section, section)]
    assert len(lacking) > LEAST[section]
    reported = translations.missing(known)[ELSEWHERE.get(section, section)].keys()
    assert reported < lacking.keys(), "what it has is reported as missing"


def test_a_sentence_that_nothing_says_is_reported() -> None:
    known = catalogue("es")
    richer = known.section("pages") | {"Nobody says this.": "Nadie lo dice."}
    vain = translations.unused(replace(known, sections={**known.sections, "pages": richer}))
    assert "Nobody says this." in vain["pages"]


FROM_ELSEWHERE = {
    "No such file or directory",
    "Permission denied",
    "Is a directory",
    "No space left on device",
    "Not Found",
    "Method Not Allowed",
}
"""Messages of Python and of Starlette."""


@pytest.mark.parametrize("code", LANGUAGES)
def test_messages_are_those_of_the_program(code: str) -> None:
    known = catalogue(code).section("messages")
    assert len(known) > 200
    assert not sorted(set(known) - translation_keys.of_strings() - FROM_ELSEWHERE)


def test_sentences_of_the_scripts_are_marked() -> None:
    """A tagged template looks itself up: t`Saved.`, not "Saved."."""
    assert not translation_keys.unmarked()


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
