"""Inserts empty tokens into a document and removes them; all indices of tokens are adjusted."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from coindex.core.annotation import Mention
from coindex.core.document import ROOT, Arc, Document, Fragment, Multiword, Sentence, Span, Token
from coindex.core.fast import new_tuple
from coindex.language.syntax.tree import NONE

_HEAD = Token._fields.index("head")


class Zero(NamedTuple):
    """A missing subject: it is inserted before `verb` and depends on `predicate`."""

    verb: int
    predicate: int
    feats: str


def without_zeros(document: Document) -> Document:
    """The document without its empty tokens; all indices of tokens are adjusted."""
    empty = [index for index, token in enumerate(document.tokens) if token.empty]
    if not empty:
        return document

    # Indices sink by the number of empty tokens before them; a head is never empty.
    def place(index: int) -> int:
        return index - bisect_left(empty, index)

    def span(old: Span) -> Span:
        return Span(place(old.start), place(old.end))

    tokens = (token for token in document.tokens if not token.empty)
    heads = (
        t if t.head is None or t.head == ROOT else t._replace(head=place(t.head)) for t in tokens
    )
    sentences = (
        sentence._replace(
            span=span(sentence.span),
            multiwords=tuple(one._replace(span=span(one.span)) for one in sentence.multiwords),
            fragments=tuple(
                one._replace(root=place(one.root), sites=tuple(map(place, one.sites)))
                for one in sentence.fragments
            ),
        )
        for sentence in document.sentences
    )
    arcs = (
        tuple(arc if arc.head == ROOT else arc._replace(head=place(arc.head)) for arc in heads_of)
        for heads_of, token in zip(document.arcs, document.tokens, strict=False)
        if not token.empty
    )
    return replace(document, tokens=tuple(heads), sentences=tuple(sentences), arcs=tuple(arcs))


def inserted(document: Document, zeros: Iterable[Zero]) -> Document:
    """The document with these empty tokens; all indices of tokens are adjusted."""
    ordered = sorted(zeros, key=lambda zero: zero.verb)
    if not ordered:
        return document
    moved = Moved([zero.verb for zero in ordered])
    numbers = _numbers(document)
    tokens: list[Token] = []
    waiting = iter(ordered)
    zero = next(waiting, None)
    for index, token in enumerate(document.tokens):
        while zero is not None and zero.verb == index:
            deps = f"{numbers[zero.predicate]}:nsubj" if zero.predicate != NONE else ""
            tokens.append(
                Token(
                    token.start,
                    token.start,
                    "",
                    "",
                    "PRON",
                    feats=zero.feats,
                    deps=deps,
                    empty=True,
                )
            )
            zero = next(waiting, None)
        head = token.head
        tokens.append(
            token if head is None or head == ROOT else _with_head(token, moved.token(head))
        )
    return replace(
        document,
        tokens=tuple(tokens),
        sentences=tuple(map(moved.sentence, document.sentences)),
        arcs=moved.arcs(document.arcs),
    )


def _with_head(token: Token, head: int) -> Token:
    """The token with another head; `_replace` takes twice as long, and every word has one."""
    moved: Token = new_tuple(Token, (*token[:_HEAD], head, *token[_HEAD + 1 :]))
    return moved


def _numbers(document: Document) -> list[int]:
    """The number of each word in its sentence."""
    numbers = [0] * len(document.tokens)
    for sentence in document.sentences:
        number = 0
        for index in range(*sentence.span):
            number += not document.tokens[index].empty
            numbers[index] = number
    return numbers


class Moved:
    """The new positions of tokens after others have been inserted before these positions."""

    def __init__(self, places: Sequence[int]) -> None:
        self._places = places

    def token(self, index: int) -> int:
        return index + bisect_left(self._places, index + 1)

    def mention(self, mention: Mention) -> Mention:
        """The mention on the new tokens; a token inserted before its first one does not belong to
        it.
        """
        minimum, head = mention.minimum, mention.head
        return mention._replace(
            parts=tuple(map(self._within, mention.parts)),
            head=None if head is None else self.token(head),
            minimum=None if minimum is None else self._within(minimum),
        )

    def _within(self, span: Span) -> Span:
        return Span(self.token(span.start), self.token(span.end - 1) + 1)

    def edge(self, index: int) -> int:
        """The edge of a span; a token inserted before its first one belongs to it."""
        return index + bisect_left(self._places, index)

    def sentence(self, sentence: Sentence) -> Sentence:
        return sentence._replace(
            span=Span(self.edge(sentence.span.start), self.edge(sentence.span.end)),
            multiwords=tuple(map(self._multiword, sentence.multiwords)),
            fragments=tuple(map(self._fragment, sentence.fragments)),
        )

    def _multiword(self, multiword: Multiword) -> Multiword:
        return multiword._replace(span=self._within(multiword.span))

    def _fragment(self, fragment: Fragment) -> Fragment:
        return fragment._replace(
            root=self.token(fragment.root), sites=tuple(map(self.token, fragment.sites))
        )

    def arcs(self, arcs: tuple[tuple[Arc, ...], ...]) -> tuple[tuple[Arc, ...], ...]:
        if not arcs:
            return ()
        shifted: list[tuple[Arc, ...]] = []
        for index, heads in enumerate(arcs):
            shifted += [()] * (self.token(index) - len(shifted))
            shifted.append(
                tuple(
                    [
                        arc
                        if arc.head == ROOT
                        else new_tuple(Arc, (self.token(arc.head), arc.probability))
                        for arc in heads
                    ]
                )
            )
        return tuple(shifted)
