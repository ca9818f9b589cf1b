"""Interprets a model's answer about the mentions of a window, and counts what is wrong with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex.core.annotation import Mention
from coindex.core.document import Span
from coindex.resolvers.llm.marks import read, without_wrapping
from coindex.resolvers.llm.shown import ShownText

DROPPED, ADDED, CHANGED = "words dropped", "words added", "words changed"
_MISSING = 2
_ALIKE, _DIFFERENT = 1, 3
"""The cost of dropping or adding a word, of a similar word, and of a different one: replacing a
word is cheaper than dropping one and adding one.
"""


class Alignment(NamedTuple):
    """For each word of the answer the corresponding word of the text, or -1."""

    places: list[int]
    damage: Counter[str]


def aligned(text: Sequence[str], answer: Sequence[str]) -> Alignment:
    """The cheapest way to derive the answer from the text."""
    before, behind = _shared(text, answer)
    rows, columns = text[before : len(text) - behind], answer[before : len(answer) - behind]
    inner, damage = _aligned(rows, columns)
    places = [
        *range(before),
        *(before + place if place >= 0 else -1 for place in inner),
        *range(len(text) - behind, len(text)),
    ]
    return Alignment(places, damage)


def _shared(text: Sequence[str], answer: Sequence[str]) -> tuple[int, int]:
    """How many words are the same at the beginning and at the end: usually almost all."""
    most = min(len(text), len(answer))
    before = 0
    while before < most and text[before] == answer[before]:
        before += 1
    behind = 0
    while behind < most - before and text[-1 - behind] == answer[-1 - behind]:
        behind += 1
    return before, behind


def _aligned(text: Sequence[str], answer: Sequence[str]) -> tuple[list[int], Counter[str]]:
    """The table, row by row: within a row the cost is a running minimum, so that numpy computes it
    at once. On 500 words against 2,000 that is 14 times faster than a loop over the cells.
    """
    steps = _MISSING * np.arange(len(answer) + 1)
    table = np.empty((len(text) + 1, len(answer) + 1), dtype=np.int64)
    table[0] = steps
    exact, begun, ended = (_compared(answer, form) for form in _FORMS)
    for row, word in enumerate(text, 1):
        alike = begun(word) | ended(word)
        same = np.where(exact(word), 0, np.where(alike, _ALIKE, _DIFFERENT))
        above = table[row - 1]
        table[row, 0] = _MISSING * row
        table[row, 1:] = np.minimum(above[:-1] + same, above[1:] + _MISSING)
        table[row] = np.minimum.accumulate(table[row] - steps) + steps
    return _path(table.tolist(), text, answer)


def _compared(
    answer: Sequence[str], form: Callable[[str], str]
) -> Callable[[str], NDArray[np.bool_]]:
    """Maps a word to the words of the answer that have the same form."""
    numbers: dict[str, int] = {}
    coded = np.array([numbers.setdefault(form(word), len(numbers)) for word in answer], dtype=int)
    return lambda word: coded == numbers.get(form(word), -1)


def _beginning(word: str) -> str:
    return word.casefold()[:3]


def _ending(word: str) -> str:
    """All letters but the first two; a shorter word is its own ending."""
    return word.casefold()[2:] or word.casefold()


_FORMS = (str, _beginning, _ending)
"""Words are the same, or similar: in their first three letters, or in all but the first two."""


def _path(
    table: list[list[int]], text: Sequence[str], answer: Sequence[str]
) -> tuple[list[int], Counter[str]]:
    """The path back through the table."""
    places, damage = [-1] * len(answer), Counter[str]()
    row, column = len(text), len(answer)
    while row or column:
        cost = table[row][column]
        if row and cost == table[row - 1][column] + _MISSING:
            row -= 1
            damage[DROPPED] += 1
        elif column and cost == table[row][column - 1] + _MISSING:
            column -= 1
            damage[ADDED] += 1
        else:
            row, column = row - 1, column - 1
            places[column] = row
            damage[CHANGED] += text[row] != answer[column]
    return places, +damage


_LINK = re.compile(r"#?\(?#?(\d+)\)?\s*(?:->|→|=>|=|:)\s*\(?#?(\d+)\)?")
_NOTHING = re.compile(r"#?\d+\s*(?:->|→|=>|=|:)\s*(?:-|none|new|nothing)\b.*", re.IGNORECASE)
_LONGEST = 60
"""Characters of an answer that a note quotes."""

EMPTY, CUT = "empty answers", "answers cut short"
UNPLACED, MOVED = "mentions without words of the text", "mentions moved"
NOT_GIVEN, REPEATED = "mentions that were not given", "mentions marked twice"
LEFT_OUT = "mentions left out"
NOT_READ, NO_NUMBER = "lines not understood", "numbers of no mention"
BACKWARDS, AGAIN = "links to itself or forwards", "second answers about a mention"


class MentionAnswer(NamedTuple):
    """The answer about a mention: its antecedent, if it has one, and the model's words."""

    mention: Mention
    antecedent: Mention | None
    words: str


class PlacedBracket(NamedTuple):
    """A bracket of an answer on tokens of the document."""

    span: Span
    name: str
    words: str


def placed(shown: ShownText, answer: str) -> tuple[list[PlacedBracket], Counter[str]]:
    """The brackets of an answer, mapped to the text by aligning the words."""
    answer, damage = without_wrapping(answer)
    marked = read(answer)
    damage += marked.damage
    if not marked.words:
        return [], damage + Counter([EMPTY])
    places, changes = aligned(shown.words, marked.words)
    damage += changes
    brackets = []
    for start, end, name, at in marked.brackets:
        inside = [place for place in places[start:end] if place >= 0]
        if inside:
            span = Span(shown.tokens[min(inside)][0], shown.tokens[max(inside)][1] + 1)
            brackets.append(PlacedBracket(span, name, _short(answer[slice(*at)])))
        else:
            damage[UNPLACED] += 1
    return sorted(brackets, key=lambda one: (one.span.start, -one.span.end)), damage


def numbered(
    shown: ShownText, given: tuple[Mention, ...], answer: str, *, all_marked: bool
) -> tuple[list[MentionAnswer], Counter[str]]:
    """Antecedents by number: mentions with the same number refer to the preceding one; with
    `all_marked`, each of those shown should have one.
    """
    brackets, damage = placed(shown, answer)
    by_span = {mention.span: mention for mention in reversed(given)}
    names: dict[Mention, tuple[str, str]] = {}
    for span, name, words in brackets:
        mention = by_span.get(span) or _nearest(span, given)
        if mention is None:
            damage[NOT_GIVEN] += 1
            continue
        damage[MOVED] += mention.span != span
        if mention in names:
            damage[REPEATED] += 1
        elif name:
            names[mention] = name, words
    if all_marked:
        damage[LEFT_OUT] += sum(mention not in names for mention in shown.mentions)
    return list(_chained(names)), +damage


def _chained(names: dict[Mention, tuple[str, str]]) -> Iterator[MentionAnswer]:
    last: dict[str, Mention] = {}
    for mention, (name, words) in sorted(
        names.items(), key=lambda pair: (pair[0].start, -pair[0].end)
    ):
        yield MentionAnswer(mention, last.get(name), words)
        last[name] = mention


def _nearest(span: Span, given: tuple[Mention, ...]) -> Mention | None:
    """The mention that shares at least half of the tokens of both."""
    best, most = None, 0.5
    for mention in given:
        shared = min(span.end, mention.end) - max(span.start, mention.start)
        if shared > 0:
            share = shared / (span.length + mention.span.length - shared)
            if share >= most and (best is None or share > most):
                best, most = mention, share
    return best


def linked(shown: ShownText, answer: str) -> tuple[list[MentionAnswer], Counter[str]]:
    """The antecedents that lines such as `7 -> 3` name."""
    answer, damage = without_wrapping(answer)
    answers: dict[Mention, MentionAnswer] = {}
    lines = [line.strip() for line in answer.splitlines() if line.strip()]
    damage[EMPTY] += not lines
    for line in lines:
        links = list(_LINK.finditer(line))
        if not links and _NOTHING.fullmatch(line) is None:
            damage[NOT_READ] += 1
        for match in links:
            numbers = [int(number) for number in match.groups()]
            if not all(0 < number <= len(shown.mentions) for number in numbers):
                damage[NO_NUMBER] += 1
                continue
            anaphor, antecedent = (shown.mentions[number - 1] for number in numbers)
            if numbers[1] >= numbers[0]:
                damage[BACKWARDS] += 1
            elif anaphor in answers:
                damage[AGAIN] += 1
            else:
                answers[anaphor] = MentionAnswer(anaphor, antecedent, _short(match[0]))
    return list(answers.values()), +damage


def _short(words: str) -> str:
    words = " ".join(words.split())
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 3]}..."
