"""Turns of plays, interviews and chats: given speakers, or lines that begin with a name and a colon."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from coindex.core.document import Document, Sentence, Span
from coindex.language.names import name_words

LONGEST_NAME = 4
"""Words a speaker's name may have."""


class Turn(NamedTuple):
    """`span` leaves out the name a line begins with."""

    span: Span
    name: str


def turns_of(document: Document) -> Iterator[Turn]:
    if any(sentence.speaker for sentence in document.sentences):
        yield from _given(document)
    else:
        yield from _written(document)


def _given(document: Document) -> Iterator[Turn]:
    """Consecutive sentences of one speaker."""
    start, name = 0, ""
    for sentence in document.sentences:
        if sentence.speaker != name:
            if name:
                yield Turn(Span(start, sentence.span.start), name)
            start, name = sentence.span.start, sentence.speaker
    if name:
        yield Turn(Span(start, len(document.tokens)), name)


def _written(document: Document) -> Iterator[Turn]:
    """Names must come back, and there must be two: *Note:* alone makes no dialogue."""
    cues = [cue for sentence in document.sentences if (cue := _cue(document, sentence)) is not None]
    names = Counter(name for _, _, name in cues)
    if len(names) < 2 or max(names.values()) < 2:
        return
    ends = [(len(document.tokens), 0, "")]
    for (_, start, name), (end, _, _) in pairwise([*cues, *ends]):
        if start < end:
            yield Turn(Span(start, end), name)


def _cue(document: Document, sentence: Sentence) -> tuple[int, int, str] | None:
    """Where a line with a name begins, where its text begins, and the name."""
    begin = sentence.span.start
    line = begin == 0 or "\n" in document.text[document.tokens[begin - 1].end : document.tokens[begin].start]
    if not line:
        return None
    for index in range(begin, min(begin + LONGEST_NAME + 1, sentence.span.end)):
        form = document.tokens[index].form
        if form == ":":
            return (begin, index + 1, document.surface(Span(begin, index))) if index > begin else None
        if not form[:1].isupper() and form != "." and form not in name_words(document.language, "inside"):
            return None
    return None
