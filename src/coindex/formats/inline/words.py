"""The words of a text with brackets, including zero pronouns as empty tokens."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace

from coindex.core.document import Document, Sentence, Span, Token
from coindex.formats.building import TokenOffsets, from_text
from coindex.formats.inline.brackets import Bracket


class Places:
    """Maps brackets to tokens."""

    def __init__(self, document: Document, zeros: Mapping[int, int]) -> None:
        self._offsets, self._zeros = TokenOffsets(document), zeros

    def whole(self, bracket: Bracket) -> Span | None:
        if bracket.zero:
            index = self._zeros[id(bracket)]
            return Span(index, index + 1)
        return self._offsets.span(bracket.start, bracket.end)

    def core(self, bracket: Bracket) -> Span | None:
        return None if bracket.core is None else self._offsets.span(*bracket.core)


def document_of(
    id_: str, text: str, brackets: Sequence[Bracket], *, language: str, meta: Mapping[str, str]
) -> tuple[Document, Places]:
    """The document; a zero pronoun depends on the word it precedes."""
    cuts = {place for b in brackets for place in (b.start, b.end, *(b.core or ()))}
    document = from_text(id_, text, cuts, language=language, meta=meta)
    starts = [token.start for token in document.tokens]
    zeros = [(bisect_left(starts, bracket.start), bracket) for bracket in brackets if bracket.zero]
    if not zeros:
        return document, Places(document, {})
    befores = [before for before, _ in zeros]
    tokens: list[Token] = []
    places: dict[int, int] = {}
    waiting = iter([*zeros, (len(starts) + 1, None)])
    before, bracket = next(waiting)
    for index, token in enumerate([*document.tokens, None]):
        while before == index and bracket is not None:
            places[id(bracket)] = len(tokens)
            tokens.append(
                Token(bracket.start, bracket.start, "", feats=_feats(bracket), empty=True)
            )
            before, bracket = next(waiting)
        if token is not None:
            tokens.append(token)
    sentences = tuple(_moved(sentence, befores) for sentence in document.sentences)
    whole = replace(document, tokens=tuple(tokens), sentences=sentences)
    return whole, Places(whole, places)


def _feats(bracket: Bracket) -> str:
    """Number and person, if the bracket states them: `{ana:3s ∅}`."""
    person = next(
        (
            word
            for word in bracket.attributes
            if len(word) == 2 and word[0] in "123" and word[1] in "sp"
        ),
        "",
    )
    return f"Number={'Sing' if person[1] == 's' else 'Plur'}|Person={person[0]}" if person else ""


def _moved(sentence: Sentence, befores: Sequence[int]) -> Sentence:
    start, end = sentence.span
    return sentence._replace(
        span=Span(start + bisect_left(befores, start), end + bisect_left(befores, end))
    )
