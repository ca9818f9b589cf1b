"""Text for people that remembers how it was made, so that it can be shown in another language.

Programs, files and comparisons see its English text. `coindex.interface` translates it when it is
shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from string import Formatter
from typing import TypeVar

_FORMATTER = Formatter()
_Kind = TypeVar("_Kind", bound="Message")


class Message(str):
    """English text, made from a template and its fields.

    A field that is a message itself is translated with it; other fields are data and stay as they
    are. An integer written as `{count:,}` has its digits in groups, as each language groups them,
    and a number written as `{share:.1f}` has its decimal sign.
    """

    key: str
    """The template with its fields numbered, `{1} of {2}`, as catalogues name it."""
    fields: tuple[str | int, ...]
    """Messages, texts that are ready, and integers whose digits are grouped."""

    def __new__(cls, template: str, /, **fields: object) -> Message:
        if not fields:
            return template if isinstance(template, Message) else _message(cls, template, template)
        key, english, values = "", "", dict[object, str | int]()
        for literal, name, form, conversion in _FORMATTER.parse(template):
            key, english = key + literal, english + literal
            if name is not None:
                value = _field(fields[name], form or "", conversion)
                field = name, form, conversion
                values.setdefault(field, value)
                key += f"{{{1 + list(values).index(field)}}}"
                english += f"{value:,}" if isinstance(value, int) else value
        return _message(cls, english, key, *values.values())

    def __reduce__(self) -> tuple[object, ...]:
        return _message, (type(self), str(self), self.key, *self.fields)


class Written(str):
    """A number with decimals, as English writes it."""


class Amount(Message):
    """A number with its noun: `1 document`, `1,200 documents`. Its key is the noun."""

    def __new__(cls, count: int, noun: str, /) -> Amount:
        english = f"{count:,} {noun if count == 1 else f'{noun}s'}"
        return _message(cls, english, noun, count)


class Term(Message):
    """The name of a rule, constraint or preference."""

    def __new__(cls, name: str, /) -> Term:
        return _message(cls, name, name)


def series(parts: Sequence[str], between: str = ", ") -> Message:
    """Several texts, with commas between them or something else."""
    if len(parts) == 1:
        return Message(parts[0])
    key = between.join(f"{{{number}}}" for number in range(1, len(parts) + 1))
    return _message(Message, between.join(parts), key, *parts)


def messages(*texts: str) -> tuple[Message, ...]:
    """Several headings or other texts without fields."""
    return tuple(map(Message, texts))


def replaced(text: str, old: str, new: str) -> str:
    """Return the text with `new` for `old`; a message stays one and can still be translated."""
    if not isinstance(text, Message):
        return text.replace(old, new)
    fields = [replaced(one, old, new) if isinstance(one, str) else one for one in text.fields]
    return _message(type(text), text.replace(old, new), text.key.replace(old, new), *fields)


def _message(kind: type[_Kind], english: str, key: str, *fields: str | int) -> _Kind:
    message = str.__new__(kind, english)
    message.key, message.fields = key, fields
    return message


def _field(value: object, form: str, conversion: str | None) -> str | int:
    if form == "," and isinstance(value, int):
        return value
    if isinstance(value, Message) and not form and not conversion:
        return value
    text = format(_FORMATTER.convert_field(value, conversion), form)
    return Written(text) if isinstance(value, float) and form else text
