"""UDPipe 1 models, as published for every treebank of Universal Dependencies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from coindex.core.document import ROOT, Document, Span, Token
from coindex.core.errors import CoindexError, SpecError
from coindex.core.messages import Message
from coindex.language.discourse.prose import NOT_PROSE
from coindex.parsers.outside import assembled, imported, prose


@dataclass(frozen=True, slots=True)
class Udpipe:
    """A model of UDPipe 1."""

    model: str = ""
    """The path of a `.udpipe` file."""
    language: str = ""
    """The language of the texts, if they do not say it."""
    leave_out: tuple[str, ...] = NOT_PROSE
    """Blocks of the text that are not parsed, by their role: tables, code, contents, references."""

    def parse(self, documents: Iterable[Document]) -> Iterator[Document]:
        if not self.model:
            raise SpecError('udpipe needs the path of a model: udpipe(model="english-ewt.udpipe")')
        library, model = loaded(self.model)
        for document in documents:
            sentences: list[list[Token]] = []
            count = 0
            for start, end in prose(document, self.leave_out):
                for words in analysed(library, model, document.text[start:end]):
                    sentences.append([_token(word, start, count) for word in words])
                    count += len(words)
            yield assembled(
                document, sentences, self.language or document.language, _multiwords(sentences)
            )


@lru_cache(maxsize=4)
def loaded(path: str) -> tuple[Any, Any]:
    library = imported("ufal.udpipe")
    model = library.Model.load(path)
    if not model:
        raise CoindexError(
            Message(
                "{path} is not a UDPipe model; models are at https://lindat.mff.cuni.cz/repository",
                path=path,
            )
        )
    return library, model


def analysed(library: Any, model: Any, text: str) -> Iterator[list[Any]]:
    """The words of each sentence, with offsets into the text."""
    tokenizer = model.newTokenizer(f"{model.TOKENIZER_RANGES}")
    if not tokenizer:
        raise CoindexError("the UDPipe model has no tokenizer; choose another one")
    tokenizer.setText(text)
    sentence, error = library.Sentence(), library.ProcessingError()
    while tokenizer.nextSentence(sentence, error):
        model.tag(sentence, model.DEFAULT)
        model.parse(sentence, model.DEFAULT)
        ranges = _ranges(sentence)
        yield [(word, *ranges[place]) for place, word in enumerate(list(sentence.words)[1:])]
        sentence = library.Sentence()
    if error.occurred():
        raise CoindexError(Message("UDPipe failed: {message}", message=error.message))


def _ranges(sentence: Any) -> list[tuple[int, int]]:
    """The characters of each word; those of a multiword token have its characters."""
    ranges = [
        (word.getTokenRangeStart(), word.getTokenRangeEnd()) if word.getTokenRange() else (0, 0)
        for word in list(sentence.words)[1:]
    ]
    for multiword in sentence.multiwordTokens:
        for place in range(multiword.idFirst - 1, multiword.idLast):
            ranges[place] = multiword.getTokenRangeStart(), multiword.getTokenRangeEnd()
    return ranges


def _multiwords(sentences: list[list[Token]]) -> Iterator[Span]:
    """Groups of words that have the same characters."""
    begin = 0
    for words in sentences:
        for _, shared in groupby(words, lambda token: token[:2]):
            end = begin + len(list(shared))
            if end - begin > 1:
                yield Span(begin, end)
            begin = end


def _token(item: Any, characters: int, words: int) -> Token:
    word, start, end = item
    return Token(
        characters + start,
        characters + end,
        word.form,
        word.lemma,
        word.upostag,
        word.xpostag,
        word.feats,
        ROOT if word.head <= 0 else words + word.head - 1,
        word.deprel,
    )
