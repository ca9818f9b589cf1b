"""Parts of a document as documents of their own: sentences that follow each other, with what an
annotation says about them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from coindex.core.annotation import Annotated, Annotation, Mention
from coindex.core.document import ROOT, Arc, Document, Multiword, Sentence, Span, Token


def windows(item: Annotated, words: int) -> Iterator[Annotated]:
    """A document in windows of at most this many words, which end with a sentence; a longer
    sentence is a window of its own. They are called after the document: `ID/1`, `ID/2` ...
    """
    spans = list(_spans(item.document, words))
    if len(spans) < 2:
        yield item
        return
    for number, span in enumerate(spans, 1):
        yield excerpt(item, span, f"{item.document.id}/{number}")


def _spans(document: Document, words: int) -> Iterator[Span]:
    start = count = 0
    for sentence in document.sentences:
        own = sum(1 for _ in document.words(sentence.span))
        if count and count + own > words:
            yield Span(start, sentence.span.start)
            start, count = sentence.span.start, 0
        count += own
    if document.tokens:
        yield Span(start, len(document.tokens))


def excerpt(item: Annotated, span: Span, id: str) -> Annotated:
    """The sentences of a span of tokens as a document; mentions that reach beyond it are left
    out.
    """
    document, annotation = item
    tokens = document.tokens[span.start : span.end]
    begin, end = tokens[0].start, tokens[-1].end
    part = replace(
        document,
        id=id,
        text=document.text[begin:end],
        tokens=tuple(_token(token, span.start, begin) for token in tokens),
        sentences=tuple(
            _sentence(one, span.start, id) for one in document.sentences if span.covers(one.span)
        ),
        arcs=tuple(
            tuple(arc._replace(head=_head(arc.head, span.start)) for arc in arcs)
            for arcs in document.arcs[span.start : span.end]
        ),
        blocks=tuple(
            block._replace(start=max(0, block.start - begin), end=min(end, block.end) - begin)
            for block in document.blocks
            if block.start < end and block.end > begin
        ),
    )
    return Annotated(part, _annotation(annotation, span, id))


def _token(token: Token, first: int, begin: int) -> Token:
    head = token.head if token.head is None else _head(token.head, first)
    return token._replace(start=token.start - begin, end=token.end - begin, head=head)


def _head(head: int, first: int) -> int:
    return head if head == ROOT else head - first


def _shifted(span: Span, first: int) -> Span:
    return Span(span.start - first, span.end - first)


def _sentence(sentence: Sentence, first: int, id: str) -> Sentence:
    return sentence._replace(
        span=_shifted(sentence.span, first),
        comments=_comments(sentence, id) if sentence.span.start == first else sentence.comments,
        multiwords=tuple(
            Multiword(_shifted(one.span, first), one.form, one.feats, one.misc)
            for one in sentence.multiwords
        ),
        fragments=tuple(
            one._replace(root=one.root - first, sites=tuple(at - first for at in one.sites))
            for one in sentence.fragments
        ),
    )


def _comments(sentence: Sentence, id: str) -> tuple[str, ...]:
    """Those of a first sentence: where a file of CoNLL-U had comments, one names the document."""
    others = (one for one in sentence.comments if not one[1:].lstrip().startswith("newdoc"))
    return (f"# newdoc id = {id}", *others) if sentence.comments else ()


def _annotation(annotation: Annotation, span: Span, id: str) -> Annotation:
    moved = {old: _mention(old, span.start) for old in annotation.mentions if span.covers(old.span)}
    entities = (
        entity._replace(mentions=tuple(moved[one] for one in entity.mentions if one in moved))
        for entity in annotation.entities
    )
    return replace(
        annotation,
        document=id,
        mentions=tuple(moved[one] for one in annotation.mentions if one in moved),
        entities=tuple(entity for entity in entities if entity.mentions),
        links=tuple(
            link._replace(
                anaphor=moved[link.anaphor],
                antecedents=tuple(moved[one] for one in link.antecedents),
            )
            for link in annotation.links
            if all(one in moved for one in (link.anaphor, *link.antecedents))
        ),
    )


def _mention(mention: Mention, first: int) -> Mention:
    return mention._replace(
        parts=tuple(_shifted(part, first) for part in mention.parts),
        head=None if mention.head is None else mention.head - first,
        minimum=None if mention.minimum is None else _shifted(mention.minimum, first),
    )


def joined(parts: Sequence[Document], id: str) -> Document:
    """Parsed documents of one language as one, each on lines of its own: the reverse of `excerpt`,
    so that what did not change need not be parsed again.
    """
    texts, tokens, sentences = list[str](), list[Token](), list[Sentence]()
    arcs: list[tuple[Arc, ...]] = []
    begin = paragraph = 0
    for part in parts:
        first = len(tokens)
        tokens += [_token(token, -first, -begin) for token in part.tokens]
        for one in part.sentences:
            moved = _sentence(one, -first, id)
            sentences.append(moved._replace(paragraph=paragraph + one.paragraph))
        arcs += [
            tuple(arc._replace(head=_head(arc.head, -first)) for arc in row) for row in part.arcs
        ]
        begin += len(part.text) + 1
        paragraph = sentences[-1].paragraph + 1 if sentences else 0
        texts.append(part.text)
    whole = tuple(arcs) if len(arcs) == len(tokens) else ()
    language = parts[-1].language if parts else ""
    return Document(id, "\n".join(texts), language, tuple(tokens), tuple(sentences), arcs=whole)
