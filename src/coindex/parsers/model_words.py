"""The words of a document for a bundled model: tokenised from its text, or its own."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import accumulate, pairwise
from typing import NamedTuple

from coindex.core.document import Document, Multiword, Sentence, Span, spelled_by
from coindex.core.errors import MissingLayer
from coindex.core.messages import Message
from coindex.language.discourse.prose import NOT_PROSE
from coindex.language.speech.labels import reading
from coindex.parsers.tokens import Unit, paragraphs, tokenise
from coindex.parsers.word_rules import word_rules

SECTION = 4000
"""A section has at least this many words and continues to the end of a paragraph."""


SHOUTED = 4
"""Fewer words in capitals may be names or abbreviations in a heading."""


class ModelWords(NamedTuple):
    """Lists with an entry for each word; `inner` ones continue a multiword token, `turns` ones
    begin what another speaker says. `multiwords` are first word, end and form.
    """

    starts: list[int]
    ends: list[int]
    forms: list[str]
    spaces: list[bool]
    paragraphs: list[bool]
    inner: list[bool]
    turns: list[bool]
    multiwords: list[tuple[int, int, str]]

    def sections(self) -> Iterator[Span]:
        """Parts that are analysed independently; a text without paragraphs is one."""
        begin = 0
        for place in range(SECTION, len(self.forms)):
            if place - begin >= SECTION and self.paragraphs[place]:
                yield Span(begin, place)
                begin = place
        if begin < len(self.forms):
            yield Span(begin, len(self.forms))

    def shown(self, span: Span) -> Iterator[str]:
        """Forms for a model of cased words: a paragraph entirely in capitals becomes lower case."""
        first = [place for place in range(span.start + 1, span.end) if self.paragraphs[place]]
        for begin, end in pairwise([span.start, *first, span.end]):
            forms = self.forms[begin:end]
            lettered = [form for form in forms if form.upper() != form.lower()]
            shouted = len(lettered) >= SHOUTED and all(map(str.isupper, lettered))
            yield from map(str.lower, forms) if shouted else forms

    def sentences(self, document: Document, begins: list[int]) -> Iterator[Sentence]:
        """The sentences that begin at these words."""
        headings = sorted(block for block in document.blocks if block.role == "heading")
        edges = [block.start for block in headings]
        paragraph, multi = -1, 0
        for number, (begin, stop) in enumerate(pairwise([*begins, len(self.forms)]), 1):
            paragraph += self.paragraphs[begin]
            inside: list[Multiword] = []
            while multi < len(self.multiwords) and self.multiwords[multi][1] <= stop:
                first, end, form = self.multiwords[multi]
                inside.append(Multiword(Span(first, end), form))
                multi += 1
            start = self.starts[begin]
            last = bisect_right(edges, start) - 1
            heading = last >= 0 and start < headings[last].end
            yield Sentence(
                Span(begin, stop),
                str(number),
                max(paragraph, 0),
                "",
                heading,
                multiwords=tuple(inside),
            )


def own_words(document: Document, language: str) -> ModelWords:
    """Tokenise the text to be parsed: everything but markup and blocks that are not prose."""
    plain, labels = reading(document.text, language)
    text = plain.text
    left_out = [block for block in document.blocks if block.role in NOT_PROSE]
    begins = {block.start for block in document.blocks}
    begins |= {plain.start(start) for start, _ in paragraphs(text)}
    starts: list[int] = []
    ends: list[int] = []
    forms: list[str] = []
    # One string for each form: a long text has few forms and many words.
    known: dict[str, str] = {}
    opening, inner = set[int](), set[int]()
    multiwords: list[tuple[int, int, str]] = []
    edges = sorted(begins, reverse=True)
    skipped = iter([*left_out, None])
    skip = next(skipped)
    fused = word_rules(language).fused
    for unit in tokenise(text, language):
        first = plain.start(unit[0])
        while skip is not None and first >= skip.end:
            skip = next(skipped)
        if skip is not None and first >= skip.start:
            continue
        place = len(forms)
        while edges and edges[-1] <= first:
            edges.pop()
            opening.add(place)
        if fused is not None and (parts := _several(text, unit, fused)):
            starts += [plain.start(start) for start, _, _ in parts]
            ends += [plain.end(end) for _, end, _ in parts]
            forms += [known.setdefault(form, form) for _, _, form in parts]
        elif len(unit) == 2:
            starts.append(first)
            ends.append(plain.end(unit[1]))
            forms.append(known.setdefault(form := text[unit[0] : unit[1]], form))
            continue
        else:
            starts += map(plain.start, unit[:-1])
            ends += map(plain.end, unit[1:])
            forms += [
                known.setdefault(form := text[start:end], form) for start, end in pairwise(unit)
            ]
        if len(forms) > place + 1:
            multiwords.append((place, len(forms), text[unit[0] : unit[-1]]))
            inner.update(range(place + 1, len(forms)))
    places = range(len(forms))
    turns = {bisect_left(starts, one.own) for one in labels}
    return ModelWords(
        starts,
        ends,
        forms,
        [start > last for start, last in zip(starts, [-1, *ends[:-1]], strict=False)],
        [place == 0 or place in opening for place in places],
        [place in inner for place in places],
        [place in turns for place in places],
        multiwords,
    )


def _several(
    text: str, unit: Unit, fused: Callable[[str, str], tuple[str, ...]]
) -> list[tuple[int, int, str]]:
    """The words of a unit that has several; they share its characters unless they spell it."""
    start, end = unit
    following = text[end + 1 : end + 2] if text[end : end + 1].isspace() else ""
    forms = fused(surface := text[start:end], following)
    if not spelled_by(forms, surface):
        return [(start, end, form) for form in forms]
    bounds = accumulate(map(len, forms), initial=start)
    return [
        (begin, stop, form) for (begin, stop), form in zip(pairwise(bounds), forms, strict=True)
    ]


def given_words(document: Document) -> ModelWords:
    """The words that a document already has, without empty tokens."""
    if not document.tokens:
        raise MissingLayer(
            Message("document {document!r} has no tokens to keep", document=document.id)
        )
    words = ModelWords([], [], [], [], [], [], [], [])
    paragraph = last = -1
    for sentence in document.sentences:
        waiting = sentence.paragraph != paragraph
        paragraph = sentence.paragraph
        shared = {multiword.span.start: multiword for multiword in sentence.multiwords}
        inner_until = -1
        for index in range(sentence.span.start, sentence.span.end):
            token = document.tokens[index]
            if token.empty:
                continue
            words.inner.append(index < inner_until)
            if index in shared:
                inner_until = shared[index].span.end
                count = sum(not token.empty for token in document.tokens[index:inner_until])
                first = len(words.forms)
                words.multiwords.append((first, first + count, shared[index].form))
            words.starts.append(token.start)
            words.ends.append(token.end)
            words.forms.append(token.form)
            words.spaces.append(token.start > last)
            words.paragraphs.append(waiting)
            words.turns.append(False)
            waiting, last = False, token.end
    return words


def given_begins(document: Document, words: ModelWords) -> frozenset[int]:
    """The positions, among the words, at which the document's own sentences begin."""
    edges = {document.tokens[sentence.span.start].start for sentence in document.sentences}
    return frozenset(
        place
        for place, start in enumerate(words.starts)
        if start in edges and not words.inner[place]
    )
