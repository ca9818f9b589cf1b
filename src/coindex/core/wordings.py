"""Text of tables and reports that is put into the language in use where people read it.

A `Wording` is its English text, so programs, files and comparisons see the same in every language.
"""

from __future__ import annotations

from collections.abc import Sequence

from coindex.core.interface import counted, current, grouped, message, term


class Wording(str):
    """English text with its fields filled in; fields may be wordings themselves, and integers are
    written with their digits in groups.
    """

    sentence: str
    fields: dict[str, str | int]

    def __new__(cls, sentence: str, /, **fields: str | int) -> Wording:
        shown = {
            name: f"{value:,}" if isinstance(value, int) else value
            for name, value in fields.items()
        }
        text = super().__new__(cls, sentence.format(**shown) if fields else sentence)
        text.sentence, text.fields = sentence, fields
        return text

    def worded(self) -> str:
        """The text in the language in use."""
        known = current()
        if known is None:
            return str(self)
        words = known.table_words
        text = words.get(self.sentence) or words.get(self.sentence.replace("_", " "), self.sentence)
        if not self.fields:
            return text
        return text.format(
            **{
                name: grouped(value) if isinstance(value, int) else worded(value)
                for name, value in self.fields.items()
            }
        )


class Amount(Wording):
    """A number with its noun: `1 document`, `1,200 documents`."""

    def __new__(cls, count: int, noun: str, /) -> Amount:
        text = str.__new__(cls, f"{count:,} {noun if count == 1 else f'{noun}s'}")
        text.sentence, text.fields = noun, {"count": count}
        return text

    def worded(self) -> str:
        return counted(int(self.fields["count"]), self.sentence)


class Term(Wording):
    """The name of a rule, constraint or preference."""

    def worded(self) -> str:
        return term(str(self))


class Notice(Wording):
    """A complete message, whose fields are found by its pattern."""

    def worded(self) -> str:
        return message(str(self))


class Series(Wording):
    """Several texts with commas between them."""

    parts: Sequence[str]

    def __new__(cls, parts: Sequence[str], /) -> Series:
        text = str.__new__(cls, ", ".join(parts))
        text.sentence, text.fields, text.parts = str(text), {}, parts
        return text

    def worded(self) -> str:
        return ", ".join(map(worded, self.parts))


def wordings(*words: str) -> tuple[Wording, ...]:
    """Several headings or other texts without fields."""
    return tuple(map(Wording, words))


def worded(text: str) -> str:
    """A text in the language in use, if it is a wording; data stay as they are."""
    return text.worded() if isinstance(text, Wording) else text
