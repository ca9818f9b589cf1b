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
from pathlib import Path
from typing import Any

CATALOGUES = Path(__file__).parent / "catalogues"
ENGLISH = "en"
VARIABLE = "COINDEX_INTERFACE"
"""The environment variable that chooses the language; `auto` asks the system's locale."""
_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
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
    def patterns(self) -> list[tuple[re.Pattern[str], str]]:
        """Messages with fields; those with most words of their own first."""
        fielded = [(key, text) for key, text in self.section("messages").items() if "{" in key]
        fielded.sort(key=lambda entry: -len(_FIELD.sub("", entry[0])))
        return [(_pattern(key), text) for key, text in fielded]

    def message(self, english: str) -> str:
        """A message in this language; its fields, too, if they are messages of several words."""
        exact = self.sections.get("messages", {}).get(english)
        if exact is not None:
            return exact
        for pattern, text in self.patterns:
            if match := pattern.fullmatch(english):
                fields = {
                    name.removeprefix("_"): self.message(part) if " " in part else part
                    for name, part in match.groupdict().items()
                }
                return _filled(text, fields)
        return english


def _filled(text: str, fields: Mapping[str, str]) -> str:
    return _FIELD.sub(lambda field: fields[field[1]], text)


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

    path = CATALOGUES / f"{code}.toml"
    if code not in interfaces() or code == ENGLISH:
        raise KeyError(code)
    content: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    name, thousands = str(content.pop("name")), str(content.pop("thousands", ","))
    counts = content.pop("counts", {})
    return Catalogue(code, name, thousands, content, counts)


@cache
def interfaces() -> tuple[str, ...]:
    """Codes of the languages that can be chosen, English first."""
    return (ENGLISH, *sorted(path.stem for path in CATALOGUES.glob("*.toml")))


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
    return f"{number(count)} {forms.get(form, english)}"


def number(value: float) -> str:
    """A whole number with its digits in groups, as the language in use writes it."""
    known = current()
    grouped = f"{value:,.0f}"
    return grouped if known is None else grouped.replace(",", known.thousands)


def message(english: str) -> str:
    """An error or warning, with its fields already filled in, in the language in use."""
    known = current()
    return english if known is None or not english else known.message(english)
