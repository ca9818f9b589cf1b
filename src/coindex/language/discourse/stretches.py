"""Cuts overlong sentences, so that work done sentence by sentence stays cheap in any text.

Transcripts without full stops, lists and scanned pages have "sentences" of thousands of words.
Binding, clauses and windows counted in sentences mean little there, and their cost grows at least
with the square of the sentence length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from coindex.core.document import ROOT, Document, Sentence, Span, Token
from coindex.core.identity import by_identity
from coindex.language.syntax.tree import NONE, attachments

LONGEST = 300
"""The number of tokens up to which a sentence is not cut."""
_IN_A_ROW = frozenset({"conj", "list", "parataxis"})


@by_identity(4)
def stretched(document: Document, *, longest: int = LONGEST) -> Document:
    """The document itself, or a view in which each longer sentence is split into several of at most
    `longest` tokens.

    A sentence is cut where the fewest dependencies cross, if possible after a punctuation mark. Of
    words with a common head that is now in another part, the first becomes the head of the others;
    everything else that is cut off has no head. Sentences that are cut have no fragments.
    """
    if all(sentence.span.length <= longest for sentence in document.sentences):
        return document
    heads, labels = attachments(document)
    tokens = list(document.tokens)
    sentences: list[Sentence] = []
    for sentence in document.sentences:
        if sentence.span.length <= longest:
            sentences.append(sentence)
            continue
        for span in _stretches(tokens, heads, sentence.span, longest):
            sentences.append(
                Sentence(span, sentence.id, sentence.paragraph, sentence.speaker, sentence.heading)
            )
            _attach(tokens, heads, labels, span)
    return replace(document, tokens=tuple(tokens), sentences=tuple(sentences), arcs=())


def _stretches(
    tokens: list[Token], heads: list[int], sentence: Span, longest: int
) -> Iterator[Span]:
    """Parts of more than half the maximum length, except for the last."""
    crossing = _crossing(heads, sentence, longest // 2)
    start, end = sentence
    while end - start > longest:
        places = range(start + longest // 2 + 1, start + longest + 1)
        best = min(
            places,
            key=lambda place: (
                crossing[place - sentence.start],
                tokens[place - 1].upos != "PUNCT",
                -place,
            ),
        )
        yield Span(start, best)
        start = best
    yield Span(start, end)


def _crossing(heads: list[int], sentence: Span, far: int) -> list[int]:
    """How many dependencies cross the position before each token, without those too long to be kept
    whole.
    """
    steps = [0] * (sentence.length + 1)
    for token in range(*sentence):
        left, right = sorted((token, heads[token]))
        if left != NONE and right - left < far:
            steps[left + 1 - sentence.start] += 1
            steps[right + 1 - sentence.start] -= 1
    return list(accumulate(steps))


def _attach(tokens: list[Token], heads: list[int], labels: list[str], span: Span) -> None:
    firsts: dict[int, int] = {}
    for index in range(*span):
        token, head, label = tokens[index], heads[index], labels[index]
        if token.empty and token.deps:
            tokens[index] = token = token._replace(
                head=None if head == NONE else head, deprel=label, deps=""
            )
        if head == NONE or head in span:
            continue
        if label.partition(":")[0] not in _IN_A_ROW:
            tokens[index] = token._replace(head=None)
        elif (first := firsts.setdefault(head, index)) == index:
            tokens[index] = token._replace(head=ROOT, deprel="root")
        else:
            tokens[index] = token._replace(head=first)
