"""What may introduce the clause for which an *it* stands, and where that clause begins."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from coindex.language.pleonastic.sentence_words import NONE, SentenceWords, listed

REGION = 25
"""How many words to the right of *it* are examined."""

STOPS = frozenset({".", ";", "?", "!", ":", "...", "…"})
_NOUNS = frozenset({"NOUN", "PROPN", "NUM", "PRON", "SYM", "X"})
_IN_PHRASE = frozenset(
    {"DET", "ADJ", "NUM", "NOUN", "PROPN", "ADV", "PRON", "PART", "SYM", "X", ""}
)


class Marker(StrEnum):
    """What introduces a clause."""

    THAT = "that"
    TO = "to"
    WHETHER = "whether"
    WH = "wh"
    LIKE = "like"
    GERUND = "ing"
    BARE = "bare"
    """Nothing: it is good *he left*."""


class MarkedClause(NamedTuple):
    marker: Marker
    start: int


def clause_from(words: SentenceWords, rest: int, it: int) -> MarkedClause | None:
    """The first clause after a predicate that is introduced by one of the markers."""
    end = min(len(words), it + 1 + REGION)
    if rest < end and bare_clause(words, rest):
        return MarkedClause(Marker.BARE, rest)
    for position in range(rest, end):
        if _beyond(words, position):
            return None
        if (marker := _marker(words, position, rest)) is not None:
            return MarkedClause(marker, position)
    return None


def _beyond(words: SentenceWords, position: int) -> bool:
    """Whether another clause, not the predicate's, begins at this position."""
    form = words.forms[position]
    if form in STOPS or form in listed("boundary"):
        return True
    return form in ("as", "and") and words.form(position + 1) in listed("subject_pronoun")


def bare_clause(words: SentenceWords, start: int) -> bool:
    """Whether a subject and a finite verb begin at this position."""
    if words.form(start) in listed("subject_pronoun") and words.tag(start) in ("PRON", ""):
        verb = start + 1
    elif words.tag(start) in ("DET", "NOUN", "PROPN"):
        verb = last_noun(words, start) + 1
    else:
        return False
    while words.tag(verb) == "ADV":
        verb += 1
    if words.form(verb) == "to" or words.gerund(verb):
        return False
    return words.tag(verb) in ("VERB", "AUX") or words.is_a(verb, "auxiliary")


def _marker(words: SentenceWords, position: int, rest: int) -> Marker | None:
    form, tag = words.forms[position], words.tags[position]
    governed = words.form(position - 1) in listed("preposition")
    if (
        # Before a verb it cannot be a determiner, whatever the tagger says.
        form == "that"
        and not governed
        and (tag != "DET" or words.tag(position + 1) in ("VERB", "AUX"))
    ):
        return Marker.THAT
    if words.infinitive(position):
        return Marker.TO
    if form in ("whether", "if") and not governed:
        return Marker.WHETHER
    if position <= rest + 1 and _likened(words, position):
        return Marker.LIKE
    if form in listed("wh") and not governed:
        return Marker.WH
    if position <= rest + 1 and words.gerund(position) and not governed:
        return Marker.GERUND
    return None


def _likened(words: SentenceWords, position: int) -> bool:
    """Whether it is *as if*, *as though*, or *like* followed by a subject and a verb."""
    if words.forms[position] == "as":
        return words.form(position + 1) in ("if", "though")
    return (
        words.forms[position] == "like"
        and position + 1 < len(words)
        and bare_clause(words, position + 1)
    )


def last_noun(words: SentenceWords, start: int) -> int:
    """The last noun of the phrase that begins at this position."""
    head = NONE
    for position in range(start, min(start + 8, len(words))):
        tag, form = words.tags[position], words.forms[position]
        if (
            tag not in _IN_PHRASE
            or form in listed("complementiser")
            or form in listed("wh")
            or form in listed("preposition")
        ):
            break
        if not tag and words.is_a(position, "auxiliary", "subject_pronoun"):
            break
        if head != NONE and tag in ("DET", "PRON", "ADV"):
            break
        if form == "to":
            break
        if tag in _NOUNS or not tag:
            head = position
    return head
