"""Turns of plays, interviews and chats: given speakers, or lines that begin with a name and a
colon.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from coindex.core.document import Document, Sentence, Span
from coindex.core.identity import by_identity
from coindex.language import lexicon
from coindex.language.speech.labels import labels
from coindex.language.syntax.tree import NONE

_UTTERANCES = "utterances"
"""Where a document keeps the utterances of the version that its speakers are from."""
LONGEST_NAME = 4
"""The maximum number of words in a speaker's name."""


class Turn(NamedTuple):
    """A turn; `span` does not include the name at the beginning of a line, which begins with the
    token `cue`.
    """

    span: Span
    name: str
    cue: int = NONE


@by_identity(4)
def spoken(document: Document) -> Document:
    """The document with the speakers of its sentences, if lines begin with names and no speakers
    are given otherwise.
    """
    if _has_speakers(document) or not labels(document.text, document.language):
        return document
    names: dict[int, str] = {}
    for turn in _written(document):
        # The name may be a sentence of its own, *[10:03] Ben:*, and belongs to what is said.
        first = document.sentence_index(turn.span.start if turn.cue == NONE else turn.cue)
        last = document.sentence_index(turn.span.end - 1)
        names |= dict.fromkeys(range(first, last + 1), turn.name)
    if not names:
        return document
    sentences = (
        sentence._replace(speaker=names.get(at, ""))
        for at, sentence in enumerate(document.sentences)
    )
    return replace(document, sentences=tuple(sentences))


def with_cue_lines(document: Document) -> Document:
    """The document of a play with the speakers of its sentences, if their names stand in lines of
    their own above what they say; else the document itself.

    There must be at least two names, most cues must come back, and a fifth of all paragraphs must
    be cues: a heading does not speak.
    """
    if _has_speakers(document) or next(_written(document), None) is not None:
        return document
    paragraphs = [
        list(group) for _, group in groupby(document.sentences, lambda one: one.paragraph)
    ]
    cues = {at: name for at, group in enumerate(paragraphs) if (name := _lone(document, group))}
    counts = Counter(cues.values())
    returning = sum(count for count in counts.values() if count > 1)
    if len(counts) < 2 or 2 * returning < len(cues) or 5 * len(cues) < len(paragraphs):
        return document
    sentences: list[Sentence] = []
    speaker = ""
    for at, group in enumerate(paragraphs):
        if at in cues:
            speaker = cues[at]
        # A new scene or chapter has no speaker until the next cue.
        elif group[0].heading:
            speaker = ""
        sentences += (
            one._replace(speaker=speaker, heading=one.heading and not speaker) for one in group
        )
    return replace(document, sentences=tuple(sentences))


def _lone(document: Document, paragraph: list[Sentence]) -> str:
    """The name that a paragraph consists of; one with a word such as *act* is a heading."""
    span = Span(paragraph[0].span.start, paragraph[-1].span.end)
    words = [token for token in document.words(span) if token.upos != "PUNCT"]
    heading = lexicon.words(document.language, "books", "heading")
    if not 0 < len(words) <= LONGEST_NAME or document.tokens[span.end - 1].form in "!?,;":
        return ""
    if any(not one.form[:1].isupper() or one.form.lower() in heading for one in words):
        return ""
    return document.surface(span).rstrip(".: ")


def utterances(document: Document) -> list[Span]:
    """The sentences that have a speaker, as they were given where a parse has joined them."""
    given = document.extra.get(_UTTERANCES)
    if not isinstance(given, tuple):
        return [sentence.span for sentence in spoken(document).sentences if sentence.speaker]
    starts = [token.start for token in document.tokens]
    return [Span(bisect_left(starts, start), bisect_left(starts, end)) for start, end in given]


def with_speakers_of(document: Document, source: Document) -> Document:
    """The document with the speakers from another version of the same text."""
    if not _has_speakers(source) or not document.sentences:
        return document
    starts = [source.tokens[sentence.span.start].start for sentence in source.sentences]
    places = (document.tokens[sentence.span.start].start for sentence in document.sentences)
    names = (source.sentences[max(bisect_right(starts, place) - 1, 0)].speaker for place in places)
    sentences = (
        one._replace(speaker=name) for one, name in zip(document.sentences, names, strict=True)
    )
    said = tuple(
        (source.tokens[sentence.span.start].start, source.tokens[sentence.span.end - 1].end)
        for sentence in source.sentences
        if sentence.speaker
    )
    return replace(
        document, sentences=tuple(sentences), extra={**document.extra, _UTTERANCES: said}
    )


def _has_speakers(document: Document) -> bool:
    return any(sentence.speaker for sentence in document.sentences)


def turns_of(document: Document) -> Iterator[Turn]:
    if _has_speakers(document):
        yield from _given(document)
    else:
        yield from _written(document)


def _given(document: Document) -> Iterator[Turn]:
    """Consecutive sentences of one speaker; a name in a line of its own is not said."""
    start, name = 0, ""
    for sentence in document.sentences:
        cue = bool(sentence.speaker) and (
            document.surface(sentence.span).rstrip(".: ") == sentence.speaker
        )
        if sentence.speaker != name or cue:
            if name and start < sentence.span.start:
                yield Turn(Span(start, sentence.span.start), name)
            start = sentence.span.end if cue else sentence.span.start
            name = sentence.speaker
    if name and start < len(document.tokens):
        yield Turn(Span(start, len(document.tokens)), name)


def _written(document: Document) -> Iterator[Turn]:
    """The turns that labels begin."""
    if not (cues := labels(document.text, document.language)):
        return
    starts = [token.start for token in document.tokens]
    places = [
        [bisect_left(starts, place) for place in (cue.start, cue.own, cue.end)] for cue in cues
    ]
    ends = [begin for begin, _, _ in places[1:]] + [len(document.tokens)]
    for cue, (_, name, start), end in zip(cues, places, ends, strict=True):
        if start < end:
            yield Turn(Span(start, end), cue.name, name)
