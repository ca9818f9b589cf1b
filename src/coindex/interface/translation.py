"""Text for people in the language of the interface.

There is one mechanism: a `Message` names its template, the catalogue in use translates the
template, and the fields are filled in. A plain string is a template without fields. What a
catalogue lacks stays English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from coindex.core.messages import Amount, Message, Term, Written
from coindex.interface.catalogues import current

_PLACE = re.compile(r"\{(\d+)\}")


def say(english: str, **fields: object) -> str:
    """A sentence in the language in use, with its fields filled in."""
    if current() is None:
        return english.format(**fields) if fields else str(english)
    return translate(Message(english, **fields))


def translate(text: str, context: str = "text") -> str:
    """A text in the language in use. `context` says what it is, because the same English word may
    have another translation in the head of a table: `tables`, or a section of the catalogue.
    """
    known = current()
    if known is None or not text:
        return str(text)
    if isinstance(text, Amount):
        return counted(int(text.fields[0]), text.key)
    if isinstance(text, Term):
        return known.term(text)
    key, fields = (text.key, text.fields) if isinstance(text, Message) else (text, ())
    texts = known.texts(context)
    other = texts.get(key)
    if other is None:
        # names in the program, such as `sentence_distance`
        other = texts.get(key.replace("_", " "), key) if context == "tables" else key
    if not fields:
        return other
    shown = [
        grouped(field)
        if isinstance(field, int)
        else translate(field, context)
        if isinstance(field, Message)
        else with_decimals(field)
        if isinstance(field, Written)
        else field
        for field in fields
    ]
    return _PLACE.sub(lambda place: shown[int(place[1]) - 1], other)


def worded(text: str) -> str:
    """A cell, heading, title or note of a table in the language in use; data, which are plain
    strings, stay as they are.
    """
    return translate(text, "tables") if isinstance(text, Message) else text


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


def fixed(value: float, digits: int = 1, sign: str = "") -> str:
    """A number with so many digits after the point, as the language in use writes it."""
    return with_decimals(f"{value:{sign}.{digits}f}")


def with_decimals(written: str) -> str:
    """A number that is written as in English, with the decimal sign of the language in use."""
    known = current()
    return written if known is None else written.replace(".", known.decimal)


def listed(numbers: Iterable[str]) -> str:
    """Numbers one after the other: `1.5, 2.5`, but `1,5; 2,5` where a comma begins decimals."""
    known = current()
    return ("; " if known is not None and known.decimal == "," else ", ").join(numbers)


def term(name: str) -> str:
    """The name of a rule, constraint or preference in the language in use."""
    known = current()
    return str(name) if known is None else known.term(name)
