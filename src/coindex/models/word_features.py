"""The features of a word that the bundled models read: its characters and case class; and lemmas as
edit scripts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import TypeVar

Item = TypeVar("Item")

CHARACTERS = 16
"""How many characters of a word are kept: half of them from its start, half from its end."""

PIECES = 8
"""How many pieces of a word are kept: half of them from its start, half from its end."""

PAD, UNKNOWN_UPPER, UNKNOWN_LETTER, UNKNOWN_DIGIT, UNKNOWN_OTHER, ROOT = range(6)
"""Ids of what is not a character of the alphabet; unknown characters are distinguished by class."""
FIRST_KNOWN = 6
"""Character ids below this one are not characters of the alphabet."""


class LetterCase(IntEnum):
    """Case class of a word."""

    ROOT = 0
    LOWER = 1
    TITLE = 2
    UPPER = 3
    SINGLE_UPPER = 4
    MIXED = 5
    DIGITS = 6
    ALPHANUMERIC = 7
    SYMBOL = 8
    UNCASED = 9


@lru_cache(maxsize=1 << 16)
def case_class(form: str) -> LetterCase:
    """The case class of a word, by its letters; ALPHANUMERIC has digits and letters, UNCASED
    letters without case.
    """
    # Most words are plain letters; the rest of the function would take several times as long.
    if form.isascii() and form.isalpha():
        if form.islower():
            return LetterCase.LOWER
        if form.isupper():
            return LetterCase.SINGLE_UPPER if len(form) == 1 else LetterCase.UPPER
        return LetterCase.TITLE if form.istitle() else LetterCase.MIXED
    has_digit = any(character.isdigit() for character in form)
    if not any(character.isalpha() for character in form):
        return LetterCase.DIGITS if has_digit else LetterCase.SYMBOL
    if has_digit:
        return LetterCase.ALPHANUMERIC
    upper = sum(character.isupper() for character in form)
    lower = sum(character.islower() for character in form)
    if not upper:
        return LetterCase.LOWER if lower else LetterCase.UNCASED
    if not lower:
        return LetterCase.SINGLE_UPPER if upper == 1 else LetterCase.UPPER
    return (
        LetterCase.TITLE
        if upper == 1 and form.lstrip("'’\"“-(")[:1].isupper()
        else LetterCase.MIXED
    )


def clipped(items: Sequence[Item], limit: int) -> Sequence[Item]:
    """The first and last items if there are more than ``limit``."""
    half = limit // 2
    return items if len(items) <= limit else [*items[:half], *items[-half:]]


def character_id(character: str, alphabet: Mapping[str, int]) -> int:
    """Id in the alphabet, or the id of its kind."""
    known = alphabet.get(character)
    if known is not None:
        return known
    if character.isupper():
        return UNKNOWN_UPPER
    if character.isalpha():
        return UNKNOWN_LETTER
    return UNKNOWN_DIGIT if character.isdigit() else UNKNOWN_OTHER


def character_ids(form: str, alphabet: Mapping[str, int]) -> list[int]:
    """Exactly CHARACTERS ids, padded at the end."""
    known = alphabet.get
    ids = [
        known(character) or character_id(character, alphabet)
        for character in clipped(form, CHARACTERS)
    ]
    return ids + [PAD] * (CHARACTERS - len(ids))


def alphabet_ids(alphabet: str) -> dict[str, int]:
    """Ids of the alphabet's characters, in its order."""
    return {character: FIRST_KNOWN + index for index, character in enumerate(alphabet)}


_PLAINER = {"—": "-", "–": "-", "“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "…": "..."}
"""Typographic marks, and their equivalents in treebanks that do not use them."""


def plainer(alphabet: Mapping[str, int]) -> dict[int, str]:
    """A table for `str.translate`: typographic marks that the alphabet lacks become plain ones."""
    return {ord(mark): plain for mark, plain in _PLAINER.items() if mark not in alphabet}


def cluster_number(form: str, numbers: Mapping[str, int]) -> int:
    """The cluster of a form as written, or else in lower case, or capitalised; 0 if it
    is unknown.
    """
    return numbers.get(form) or numbers.get(form.lower()) or numbers.get(form.capitalize()) or 0


def cased(form: str, case: str) -> str:
    """The form in another case: l lower, c capital, u upper, k as it is."""
    if case == "l":
        return form.lower()
    if case == "c":
        return form[:1].upper() + form[1:].lower()
    return form.upper() if case == "u" else form


def apply_script(form: str, script: str) -> str:
    """The lemma that a script gives; the form itself if the script does not fit it.

    ``case|n+prefix|m+suffix``: change case, replace the first n and the last m characters; or
    ``=lemma``.
    """
    if script.startswith("="):
        return script[1:]
    case, start, prefix, drop, suffix = _steps(script)
    changed = cased(form, case)
    end = len(changed) - drop
    return f"{prefix}{changed[start:end]}{suffix}" if start < end else form


@lru_cache(maxsize=4096)
def _steps(script: str) -> tuple[str, int, str, int, str]:
    case, _, edits = script.partition("|")
    head, _, tail = edits.partition("|")
    cut, _, prefix = head.partition("+")
    drop, _, suffix = tail.partition("+")
    return case, int(cut), prefix, int(drop), suffix
