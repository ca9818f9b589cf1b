"""Plain text to learn from: words, and sentences as far as marks
tell them; teachers say the rest.
"""

from __future__ import annotations

import random
import re
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from coindex.core.document import Document
from coindex.parsers.model_words import own_words
from training.parser.texts import RAW, Sentence, Text, Word

PASSAGE = 4000
"""About how many characters of a book are taken at a time: a text of its own, whole paragraphs."""

_GAP = re.compile(r"\n\s*\n")
_ENDS = frozenset({".", "?", "!", "…", "..."})
_CLOSING = frozenset("\"'”’»)]")


def passages(archive: Path, count: int) -> Iterator[str]:
    """Passages of the plain texts in an archive, from places all
    over them; always the same ones.
    """
    with tarfile.open(archive) as files:
        streams = [files.extractfile(member) for member in files if member.name.endswith(".txt")]
        books = [stream.read().decode("utf-8") for stream in streams if stream]
    chosen = random.Random(len(books))
    for book in books:
        for start in sorted(
            chosen.sample(range(len(book)), min(len(book), -(-count // len(books))))
        ):
            first = _GAP.search(book, start)
            last = _GAP.search(book, min(start + PASSAGE, len(book)))
            if first and last and first.end() < last.start():
                yield book[first.end() : last.start()]


def unlabelled(texts: Iterable[str], language: str, corpus: str = RAW) -> list[Text]:
    """The texts in words and, as far as marks tell, sentences; nothing else is known of them."""
    found = (
        _marked(Document(f"{corpus}-{number}", text), language) for number, text in enumerate(texts)
    )
    return [
        Text(name, corpus, "train", sentences, known_starts=False)
        for name, sentences in found
        if sentences
    ]


def _marked(document: Document, language: str) -> tuple[str, list[Sentence]]:
    """A sentence ends at a full stop, question or exclamation mark and the
    marks that close what it is in.
    """
    sentences: list[Sentence] = []
    words = own_words(document, language)
    ended = True
    for form, space, paragraph in zip(words.forms, words.spaces, words.paragraphs, strict=True):
        if paragraph or (ended and space):
            sentences.append(Sentence([], paragraph=paragraph))
        sentences[-1].words.append(Word(form, space_before=space))
        ended = form in _ENDS or (ended and form in _CLOSING)
    return document.id, sentences


def as_text(document: Document, corpus: str) -> Text:
    """The words of a document, without what is said of them."""
    sentences: list[Sentence] = []
    last = paragraph = -1
    for sentence in document.sentences:
        words = []
        for token in document.words(sentence.span):
            words.append(Word(token.form, space_before=token.start > last))
            last = token.end
        sentences.append(Sentence(words, paragraph=sentence.paragraph != paragraph))
        paragraph = sentence.paragraph
    return Text(document.id, corpus, "train", sentences, known_starts=False)
