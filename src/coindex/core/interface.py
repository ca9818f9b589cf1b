"""The language in which the program addresses people: English, or one that has a catalogue.

Sentences are written in English where they are used. A catalogue is a file with their
translations; what it lacks stays English. As long as the language is English, no file is read.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path
from typing import Any

CATALOGUE = "interface.toml"
"""The file in the package of a language."""
ENGLISH = "en"
VARIABLE = "COINDEX_INTERFACE"
"""The environment variable that chooses the language; `auto` asks the system's locale."""
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
_COMPLETE = ("messages", "names", "meanings", "help", "usage")
"""Sections for texts whose fields are filled in before they are looked up."""
_FIELD = re.compile(r"\{(\w+)\}")

_chosen: ContextVar[str | None] = ContextVar("interface", default=None)


@dataclass(frozen=True)
class Catalogue:
    """The translations of one language, by section.

    Keys are the English sentences, with their fields in braces.
    """

    code: str
    name: str
    """The language's name for itself."""
    thousands: str
    """What stands between groups of digits."""
    sections: Mapping[str, Mapping[str, str]]
    counts: Mapping[str, Mapping[str, str]]
    """By English noun, its forms: `one` and `other`."""

    def section(self, *names: str) -> dict[str, str]:
        """The entries of these sections together; later sections come first."""
        return {key: text for name in names for key, text in self.sections.get(name, {}).items()}

    @cached_property
    def sentences(self) -> dict[str, str]:
        return self.section("pages", "values", "text")

    @cached_property
    def table_words(self) -> dict[str, str]:
        """What tables and figures say."""
        return self.section("values", "tables")

    @cached_property
    def patterns(self) -> dict[str, list[tuple[re.Pattern[str], str]]]:
        """The entries with fields of the sections for texts that come complete; those with most
        words of their own first.
        """
        return {name: _patterns(self.section(name)) for name in _COMPLETE}

    def matched(self, section: str, english: str) -> str:
        """A complete text in this language, by the pattern that it follows. Fields are looked up
        in the same way; in a message, one of a single word is a name and stays.
        """
        exact = self.sections.get(section, {}).get(english)
        if exact is not None:
            return exact
        for pattern, text in self.patterns[section]:
            if match := pattern.fullmatch(english):
                fields = {
                    name.removeprefix("_"): self.matched(section, part)
                    if section == "names" or " " in part
                    else part
                    for name, part in match.groupdict().items()
                }
                return _FIELD.sub(lambda field: fields[field[1]], text)  # noqa: B023 - used at once
        return english


def _patterns(entries: Mapping[str, str]) -> list[tuple[re.Pattern[str], str]]:
    fielded = sorted(
        (key for key in entries if "{" in key), key=lambda key: -len(_FIELD.sub("", key))
    )
    return [(_pattern(key), entries[key]) for key in fielded]


def _pattern(key: str) -> re.Pattern[str]:
    parts = _FIELD.split(key)
    return re.compile(
        "".join(
            f"(?P<_{part}>.+?)" if place % 2 else re.escape(part)
            for place, part in enumerate(parts)
        ),
        re.DOTALL,
    )


@cache
def catalogue(code: str) -> Catalogue:
    """The catalogue of a language; `KeyError` if there is none."""
    import tomllib

    content: dict[str, Any] = tomllib.loads(_catalogues()[code].read_text(encoding="utf-8"))
    name, thousands = str(content.pop("name")), str(content.pop("thousands", ","))
    counts = content.pop("counts", {})
    return Catalogue(code, name, thousands, content, counts)


@cache
def interfaces() -> tuple[str, ...]:
    """Codes of the languages that can be chosen, English first."""
    return (ENGLISH, *sorted(_catalogues()))


@cache
def _catalogues() -> Mapping[str, Path]:
    """The catalogues that packages of languages bring, by code."""
    found: dict[str, Path] = {}
    for point in entry_points(group="coindex.languages"):
        package = find_spec(point.value)
        for folder in package.submodule_search_locations or () if package else ():
            if (path := Path(folder, CATALOGUE)).is_file():
                found[point.name] = path
    return found


def own_name(code: str) -> str:
    """What a language calls itself."""
    return "English" if code == ENGLISH else catalogue(code).name


def matching(tag: str) -> str | None:
    """The language that a tag such as `es-AR` or `es_ES.UTF-8` asks for, if it can be chosen."""
    code = re.split(r"[-_.@]", tag.strip().lower(), maxsplit=1)[0]
    return code if code in interfaces() else None


def language() -> str:
    """The code of the language that is in use."""
    return _chosen.get() or _of_environment()


def _of_environment() -> str:
    asked = os.environ.get(VARIABLE, "")
    if not asked:
        return ENGLISH
    if asked == "auto":
        asked = next((os.environ[name] for name in _LOCALE if os.environ.get(name)), ENGLISH)
    return matching(asked) or ENGLISH


def choose(code: str) -> None:
    """Use a language from now on, in this context."""
    _chosen.set(code)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Use a language for a while."""
    token = _chosen.set(code)
    try:
        yield
    finally:
        _chosen.reset(token)


def current() -> Catalogue | None:
    """The catalogue in use; `None` for English."""
    code = language()
    return None if code == ENGLISH else catalogue(code)


def say(english: str, **fields: object) -> str:
    """A sentence in the language in use, with its fields filled in."""
    known = current()
    text = english if known is None else known.sentences.get(english, english)
    return text.format(**fields) if fields else text


def counted(count: int, noun: str, plural: str = "") -> str:
    """A number with its noun: `1 mention`, `2 mentions`; `plural` is the English one, if it
    is irregular.
    """
    known = current()
    forms = {} if known is None else known.counts.get(noun, {})
    form = "one" if count == 1 else "other"
    english = noun if count == 1 else plural or f"{noun}s"
    return f"{grouped(count)} {forms.get(form, english)}"


def grouped(value: float) -> str:
    """A whole number with its digits in groups, as the language in use writes it."""
    known = current()
    digits = f"{value:,.0f}"
    return digits if known is None else digits.replace(",", known.thousands)


def message(english: str) -> str:
    """An error or warning, with its fields already filled in, in the language in use."""
    return _matched("messages", english)


def usage(english: str) -> str:
    """What the library of the command line says about a wrong call, in the language in use."""
    return _matched("usage", english)


def term(name: str) -> str:
    """The name of a rule, constraint or preference in the language in use."""
    return _matched("names", name)


def meaning(english: str) -> str:
    """What a glossary says about such a name, in the language in use."""
    return _matched("meanings", english)


def described(english: str) -> str:
    """What a component is or a parameter means, in the language in use."""
    known = current()
    return english if known is None else known.section("summaries").get(english, english)


def explained(english: str) -> str:
    """A paragraph about a component in the language in use."""
    known = current()
    if known is None:
        return english
    return known.section("summaries", "explanations").get(english, english)


def operation(english: str) -> str:
    """What a request of the API does, or a heading above such requests, in the language in use."""
    known = current()
    return english if known is None else known.section("operations").get(english, english)


def helped(english: str) -> str:
    """A line of the command line's help in the language in use."""
    return _matched("help", english)


def _matched(section: str, english: str) -> str:
    known = current()
    return english if known is None or not english else known.matched(section, english)
