"""Stanza's pipelines, which use Universal Dependencies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from coindex.core.document import ROOT, Document, Span, Token
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.language.discourse.prose import NOT_PROSE
from coindex.parsers.outside import assembled, imported, prose

PROCESSORS = "tokenize,mwt,pos,lemma,depparse"


@dataclass(frozen=True, slots=True)
class Stanza:
    """Stanza's pipeline; nothing is downloaded."""

    language: str = "en"
    """The language of the models."""
    package: str = "default"
    """A model package of Stanza's."""
    folder: str = ""
    """Where the models lie; nothing is downloaded."""
    leave_out: tuple[str, ...] = NOT_PROSE
    """Blocks of the text that are not parsed, by their role: tables, code, contents, references."""

    def parse(self, documents: Iterable[Document]) -> Iterator[Document]:
        pipeline = loaded(self.language, self.package, self.folder)
        for document in documents:
            sentences: list[list[Token]] = []
            multiwords: list[Span] = []
            count = 0
            for start, end in prose(document, self.leave_out):
                for sentence in pipeline(document.text[start:end]).sentences:
                    sentences.append(list(_words(sentence, start, count)))
                    multiwords.extend(_multiwords(sentence, count))
                    count += len(sentences[-1])
            yield assembled(document, sentences, self.language, multiwords)


@lru_cache(maxsize=4)
def loaded(language: str, package: str, folder: str) -> Any:
    library = imported("stanza")
    places = {"dir": folder} if folder else {}
    try:
        return library.Pipeline(
            language,
            package=package,
            processors=PROCESSORS,
            download_method=None,
            verbose=False,
            **places,
        )
    except (OSError, ValueError, RuntimeError) as error:
        raise CoindexError(
            Message(
                "Stanza has no model for {language!r} ({package}); download it with: "
                "python -c 'import stanza; stanza.download(\"{language_2}\")'",
                language=language,
                package=package,
                language_2=language,
            )
        ) from error


def _multiwords(sentence: Any, words: int) -> Iterator[Span]:
    for surface in sentence.tokens:
        if len(surface.words) > 1:
            yield Span(words, words + len(surface.words))
        words += len(surface.words)


def _words(sentence: Any, characters: int, words: int) -> Iterator[Token]:
    """Words; those of a multiword token share its characters, unless they have their own."""
    for surface in sentence.tokens:
        for word in surface.words:
            start = word.start_char if word.start_char is not None else surface.start_char
            end = word.end_char if word.end_char is not None else surface.end_char
            yield Token(
                characters + start,
                characters + end,
                word.text,
                word.lemma or "",
                word.upos or "",
                word.xpos or "",
                word.feats or "",
                ROOT if not word.head else words + word.head - 1,
                word.deprel or "",
            )
