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
CONTEXTS = {
    "text": ("pages", "values", "text", "messages"),
    "tables": ("messages", "values", "tables"),
    "explanations": ("summaries", "explanations"),
}
"""For kinds of text that are looked up in several sections: which ones; later sections come first.
All other kinds have a section of their own.
"""
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
    decimal: str
    """What stands before the digits of a fraction."""
    sections: Mapping[str, Mapping[str, str]]
    counts: Mapping[str, Mapping[str, str]]
    """By English noun, its forms: `one` and `other`."""

    def section(self, *names: str) -> dict[str, str]:
        """The entries of these sections together; later sections come first."""
        return {key: text for name in names for key, text in self.sections.get(name, {}).items()}

    def texts(self, context: str) -> dict[str, str]:
        """The entries that a text of this kind is looked up among, with their fields numbered."""
        if context not in self._texts:
            texts: dict[str, str] = {}
            for name in CONTEXTS.get(context, (context,)):
                entries = self.section(name)
                texts |= entries | dict(map(_numbered, entries.items()))
            self._texts[context] = texts
        return self._texts[context]

    @cached_property
    def _texts(self) -> dict[str, dict[str, str]]:
        return {}

    def term(self, name: str) -> str:
        """The name of a rule, constraint or preference. Such names are data of decisions; some
        have an open part, as in `step 3` and `parallel subject`, which is looked up as well.
        """
        names = self.texts("names")
        if name in names:
            return names[name]
        for before, after, text in self._families:
            inner = name[len(before) : len(name) - len(after)]
            if inner and name == before + inner + after:
                return text.replace("{1}", self.term(inner))
        return str(name)

    @cached_property
    def _families(self) -> list[tuple[str, str, str]]:
        """Names with an open part: what stands before and after it, and the translation. Those
        with most letters of their own come first.
        """
        open_names = [(key, text) for key, text in self.section("names").items() if "{1}" in key]
        open_names.sort(key=lambda entry: -len(entry[0]))
        return [(*key.split("{1}"), text) for key, text in open_names]  # type: ignore[misc]  # one field


def _numbered(entry: tuple[str, str]) -> tuple[str, str]:
    """An entry whose fields have numbers instead of names."""
    key, text = entry
    names = list(dict.fromkeys(_FIELD.findall(key)))
    for number, name in enumerate(names, 1):
        key, text = (one.replace(f"{{{name}}}", f"{{{number}}}") for one in (key, text))
    return key, text


@cache
def catalogue(code: str) -> Catalogue:
    """The catalogue of a language; `KeyError` if there is none."""
    import tomllib

    content: dict[str, Any] = tomllib.loads(_catalogues()[code].read_text(encoding="utf-8"))
    name, thousands = str(content.pop("name")), str(content.pop("thousands", ","))
    decimal = str(content.pop("decimal", "."))
    counts = content.pop("counts", {})
    return Catalogue(code, name, thousands, decimal, content, counts)


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
