"""The labels of speakers in transcripts, plays and exports of chats, and the text that is read
without their times and marks.

`Ben:`, `[10:03] Ben:`, `Ben (10:03):`, `12/03/2024, 10:03 - Ben:`, `Ben  10:03 AM` above what he
says, `**Ben:**`, `<Ben>`, `ben_99:`, `SPEAKER_00:`, `{{speaker1}}:`, `MUM:` all are read as *Ben:*.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from coindex.language import lexicon
from coindex.language.languages import DEFAULT
from coindex.language.nominals.agreement import Animacy
from coindex.language.nominals.names import name_words
from coindex.language.nominals.nouns import of_noun
from coindex.language.plain_text import Edit, PlainText, plain_text

_TIME = r"\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\s?[APap]\.?[Mm]\b\.?)?"
_DATE = r"(?:\d{1,4}[./-]\d{1,2}[./-]\d{2,4},?\s+)?"
_NAME = r"[^\W\d][\w.'’-]*(?:\ [\w.'’&-]+){0,3}"
_LABEL = re.compile(
    rf"""
    (?:(?<![^\n])[ \t]*(?:[-•*>]\s+)?)?
    (?P<stamp>[\[(]{_DATE}{_TIME}[\])]:?\s+(?:[-–]\s+)?|(?<![^\n]){_DATE}{_TIME}\s+(?:[-–]\s+)?)?
    (?:
        <@?(?P<angle>{_NAME})>:?
        | \{{\{{@?(?P<braces>{_NAME})\}}\}}:?
        | (?<![^\n])@?(?P<above>{_NAME})\ {{1,3}}[\[(]?{_DATE}{_TIME}[\])]?:?(?=\n)
        | (?<![\w*@])(?P<at>@)?(?P<plain>{_NAME})
            (?:\ [\[(](?P<when>{_DATE}{_TIME})[\])]|\ \([^()\n]{{1,30}}\))?:(?=\s)
    )\s*
    """,
    re.VERBOSE,
)
SPARSE = 50
"""Lines for each label from which on the text is no dialogue: a novel has lines that happen to end
like *she went to her / mother:*.
"""
_HANDLE = re.compile(r"[\d_]")
"""What a name of the net has and no other."""


class SpeakerLabel(NamedTuple):
    """Where a label begins with its time and marks, where the name begins in it, where what is said
    begins, and the name.
    """

    start: int
    own: int
    end: int
    name: str


class _Found(NamedTuple):
    """A possible label. `is_marked`: its form alone says that somebody speaks; `is_low`: it is a
    word without a capital, as few names are.
    """

    label: SpeakerLabel
    is_marked: bool
    is_low: bool


class Reading(NamedTuple):
    """What is read of a text, and the labels of speakers in the text as given."""

    plain: PlainText
    labels: tuple[SpeakerLabel, ...]


@lru_cache(maxsize=8)
def reading(text: str, language: str = DEFAULT) -> Reading:
    """The text without markup, in which every label is a name and a colon."""
    plain = plain_text(text)
    found = _labels(plain.text, language or DEFAULT)
    given = tuple(
        SpeakerLabel(plain.start(one.start), plain.start(one.own), plain.start(one.end), one.name)
        for one in found
    )
    return Reading(plain.edited(_unmarked(plain.text, found)), given)


def labels(text: str, language: str = DEFAULT) -> tuple[SpeakerLabel, ...]:
    """The labels of the speakers of a dialogue, if the text is one."""
    return reading(text, language).labels


def _unmarked(text: str, found: Sequence[SpeakerLabel]) -> Iterator[Edit]:
    """What changes all labels into names with a colon."""
    for start, own, end, name in found:
        if start < own:
            yield Edit(start, own)
        behind = own + len(name)
        if text[behind:end].strip() != ":" or "\n" in text[behind:end]:
            yield Edit(behind, end, ": ")


def _labels(text: str, language: str) -> list[SpeakerLabel]:
    """The labels, if there are two names, and one comes back, or all are names of people or marked
    as exports of chats do: *Note:* does not make a dialogue.
    """
    found = [*_possible(text, language)]
    times = Counter(one.label.name for one in found)
    # A word without a capital is a name if it is known as one, or comes back as another one does.
    returning = sum(times[name] > 1 for name in {one.label.name for one in found if one.is_low})
    found = [
        one
        for one in found
        if not one.is_low
        or _is_person(one.label.name, language)
        or (returning > 1 and times[one.label.name] > 1)
    ]
    names = Counter(one.label.name for one in found)
    if len(names) < 2 or not (
        max(names.values()) > 1
        or all(one.is_marked or _is_person(one.label.name, language) for one in found)
    ):
        return []
    if not any(one.is_marked for one in found) and _lines(text) > SPARSE * len(found):
        return []
    return [one.label for one in found]


def _lines(text: str) -> int:
    """The number of lines that are not empty."""
    return sum(not line.isspace() for line in text.splitlines() if line)


def _possible(text: str, language: str) -> Iterator[_Found]:
    no_speakers = lexicon.words(language, "speech", "header")
    for found in _LABEL.finditer(text):
        form = next(one for one in ("angle", "braces", "above", "plain") if found[one])
        name = found[form].rstrip()
        is_stamped = bool(found["stamp"] or found["when"] or form == "above")
        line = text.rfind("\n", 0, found.start()) + 1
        begins_line = not text[line : found.start()].strip()
        if name.lower() in no_speakers or not (begins_line or found["stamp"]):
            continue
        is_marked = form != "plain" or is_stamped or bool(_HANDLE.search(name) or found["at"])
        is_name = _is_name(name, language)
        # Several words before a colon are a phrase (*What I need: time*) unless something marks
        # them.
        if is_marked or is_name or " " not in name:
            label = SpeakerLabel(found.start(), found.start(form), found.end(), name)
            yield _Found(label, is_marked, not is_marked and not is_name)


def _is_name(name: str, language: str) -> bool:
    """Whether its words are capitalised, as those of a name are."""
    inside = name_words(language, "inside")
    return all(word[:1].isupper() or word in inside for word in name.split())


def _is_person(name: str, language: str) -> bool:
    """Whether it is a name or a word for a person: *DAN*, *Dan Miller*, *Dr. Lee*, *Customer*, but
    not *Note*.
    """
    first = name.partition(" ")[0].lower()
    return (
        name.isupper()
        or first in lexicon.first_names(language)
        or first.rstrip(".") in lexicon.words(language, "people", "title")
        or of_noun(first, language).animacy == Animacy.ANIMATE
    )
