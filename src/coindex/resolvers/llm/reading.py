"""Interprets a model's answer about the mentions of a window, and counts what is wrong with it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from coindex.core.annotation import Mention
from coindex.core.document import Span
from coindex.resolvers.llm.alignment import aligned
from coindex.resolvers.llm.marks import read, without_wrapping
from coindex.resolvers.llm.shown import ShownText

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
