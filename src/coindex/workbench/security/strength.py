"""Refuses passwords that are easy to guess."""

from __future__ import annotations

import re
import unicodedata

SHORTEST = 10
"""Characters of a password."""
FEWEST = 8
"""Number of characters that must remain when each easily guessed part counts as one."""

_COMMON = """
    password passwort contraseña contrasena motdepasse passw0rd p@ssw0rd p@ssword pa55word pass
    letmein welcome admin administrator root user guest login master secret default changeme
    change-me test tester testing demo iloveyou monkey dragon sunshine princess football baseball
    basketball superman batman pokemon starwars computer internet samsung google facebook microsoft
    linux hello goodbye whatever trustno1 shadow michael jordan jessica charlie ashley daniel
    jennifer thomas flower cheese killer soccer hockey summer winter spring autumn january february
    march april june july august september october november december monday tuesday wednesday
    thursday friday saturday sunday freedom matrix mustang access hunter ninja
    correcthorsebatterystaple coindex annotator annotation adjudicator adjudication corpus corpora
    coreference anaphora linguistics university
"""
_ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890",
    "qwertyuiop",
    "qwertzuiop",
    "azertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "yxcvbnm",
    "1q2w3e4r5t6z7u8i9o0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
)
_SEQUENCES = tuple(text for row in _ROWS for text in (row, row[::-1]))
_KNOWN = re.compile(
    "|".join(re.escape(word) for word in sorted(_COMMON.split(), key=len, reverse=True))
)
_REPEATED = re.compile(r"(.+?)\1+", re.DOTALL)
_MARK = "\0"


def weakness(password: str, name: str) -> str:
    """Why a password is too weak, as the end of a sentence; empty if it is strong enough."""
    if len(password) < SHORTEST:
        return f"it has fewer than {SHORTEST} characters"
    plain = unicodedata.normalize("NFKC", password).casefold()
    for find, reason in (
        (_without_name(name), "it is little more than the name of the account"),
        (_KNOWN, "it is little more than words that are guessed first"),
        (None, "it is little more than a sequence of keys"),
        (_REPEATED, "it is little more than a repetition"),
    ):
        plain = _without_sequences(plain) if find is None else find.sub(_MARK, plain)
        if len(plain) < FEWEST:
            return reason
    return ""


def _without_name(name: str) -> re.Pattern[str]:
    parts = {
        part
        for part in re.split(r"\W+", unicodedata.normalize("NFKC", name).casefold())
        if len(part) > 2
    }
    return re.compile(
        "|".join(re.escape(part) for part in sorted(parts, key=len, reverse=True)) or "(?!)"
    )


def _without_sequences(text: str) -> str:
    """Replace runs of three or more neighbours on a keyboard, in the alphabet or
    among the digits by one character.
    """
    left, position = "", 0
    while position < len(text):
        length = _sequence(text, position)
        left += _MARK if length else text[position]
        position += length or 1
    return left


def _sequence(text: str, position: int) -> int:
    length = 0
    while (end := position + max(3, length + 1)) <= len(text) and any(
        text[position:end] in row for row in _SEQUENCES
    ):
        length = end - position
    return length
