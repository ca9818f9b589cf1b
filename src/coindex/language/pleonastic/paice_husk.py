"""Paice & Husk (1987): an *it* opens a bracket, *that*, *to* and the like
close it, the words between decide.

The word lists are those of the paper; the limits are reconstructed.
"""

from __future__ import annotations

from coindex.language.pleonastic.markers import REGION
from coindex.language.pleonastic.sentence_words import SentenceWords, listed

_DELIMITERS = frozenset({"that", "to", "whether", "if", "which", "who"})
_RELATIVES = frozenset({"that", "which", "who"})
_STOPS = frozenset({".", ";", "?", "!", ":"})
LONGEST_CLEFT = 6
"""The maximum number of words between *it* and a relative pronoun."""


def match(words: SentenceWords, it: int) -> bool:
    if words.form(it - 1) in listed("preposition"):
        return False
    return _parenthetical(words, it) or _bracketed(words, it)


def _bracketed(words: SentenceWords, it: int) -> bool:
    for position in range(it + 1, min(len(words), it + 1 + REGION)):
        if words.forms[position] in _STOPS:
            return False
        if _delimits(words, position) and _constraint(words, it, position):
            return True
    return False


def _delimits(words: SentenceWords, position: int) -> bool:
    form = words.forms[position]
    if form not in _DELIMITERS or words.form(position - 1) in listed("preposition"):
        return False
    return form != "to" or words.infinitive(position)


def _constraint(words: SentenceWords, it: int, delimiter: int) -> bool:
    """What must stand between the brackets, which depends on the closing one."""
    form = words.forms[delimiter]
    between = range(it + 1, delimiter)
    status = any(words.is_a(place, "task_status") for place in between)
    knowledge = any(
        words.is_a(place, "knowledge_status", "reported", "raising_verb") for place in between
    )
    if form == "to":
        return status
    if form in ("whether", "if"):
        return knowledge
    if form == "that" and (status or knowledge):
        return True
    cleft = (
        words.lemma(it + 1) == "be"
        and len(between) <= LONGEST_CLEFT
        and "," not in words.forms[it:delimiter]
    )
    return form in _RELATIVES and cleft and words.form(it + 2) not in ("a", "an")


def _parenthetical(words: SentenceWords, it: int) -> bool:
    """Whether it stands between two commas: *, it seems,*."""
    if words.form(it - 1) != ",":
        return False
    closing = next((place for place in range(it + 1, it + 6) if words.form(place) in (",", ".")), 0)
    return bool(closing) and any(
        words.is_a(place, "raising_verb", "reported") for place in range(it + 1, closing)
    )
