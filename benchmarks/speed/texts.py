"""Long texts made of many documents, and one document over and over."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, repeat
from pathlib import Path

from coindex import formats
from coindex.core.document import Document, Sentence, Span, Token

ALL = 400_000
"""About as many tokens as there are in the documents of `various`."""
_SOURCES = (
    "en_gum/dep_conllu_dev.tar.gz",
    "en_gum/dep_conllu_train.tar.gz",
    "ud_en_ewt/en_ewt-ud-train.conllu.gz",
)


def gum(corpora: Path, part: str = "dev") -> Iterator[Document]:
    return (
        item.document
        for item in formats.read(corpora / f"en_gum/dep_conllu_{part}.tar.gz", "conllu")
    )


def elsewhere(corpora: Path) -> Iterator[Document]:
    """Documents that are in none of the texts."""
    return (
        item.document
        for item in formats.read(corpora / "ud_en_ewt/en_ewt-ud-dev.conllu.gz", "conllu")
    )


def various(corpora: Path, size: int) -> Document:
    """Different documents, as they come but evenly from all the corpora,
    since genres differ in pronouns.
    """
    return joined(_evenly(_documents(corpora), size / ALL), size)


def repeated(corpora: Path, size: int) -> Document:
    """One document again and again, so that every name and noun recurs for ever."""
    return joined(repeat(next(gum(corpora))), size)


def _documents(corpora: Path) -> Iterator[Document]:
    read = (formats.read(corpora / source, "conllu") for source in _SOURCES)
    return (item.document for item in chain.from_iterable(read))


def _evenly(documents: Iterable[Document], share: float) -> Iterator[Document]:
    seen = kept = 0
    for document in documents:
        seen += len(document.tokens)
        if kept < seen * share:
            kept += len(document.tokens)
            yield document


def joined(documents: Iterable[Document], size: int) -> Document:
    """Whole documents one after the other, until there are enough tokens; blank lines part them."""
    tokens: list[Token] = []
    sentences: list[Sentence] = []
    texts: list[str] = []
    characters = paragraphs = 0
    for document in documents:
        offset = len(tokens)
        tokens += (_moved(token, offset, characters) for token in document.tokens)
        sentences += (_later(sentence, offset, paragraphs) for sentence in document.sentences)
        texts += (document.text, "\n\n")
        characters += len(document.text) + 2
        paragraphs = sentences[-1].paragraph + 1
        if len(tokens) >= size:
            break
    return Document(f"{size:,} tokens", "".join(texts), "en", tuple(tokens), tuple(sentences))


def _moved(token: Token, offset: int, characters: int) -> Token:
    head = token.head + offset if token.head is not None and token.head >= 0 else token.head
    return token._replace(start=token.start + characters, end=token.end + characters, head=head)


def _later(sentence: Sentence, offset: int, paragraphs: int) -> Sentence:
    span = Span(sentence.span.start + offset, sentence.span.end + offset)
    return sentence._replace(span=span, paragraph=sentence.paragraph + paragraphs, multiwords=())
