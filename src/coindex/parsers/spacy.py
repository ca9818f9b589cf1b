"""spaCy's pipelines; tags and labels of the English ones are converted to Universal
Dependencies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from coindex.core.document import ROOT, Document, Token
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.language.discourse.prose import NOT_PROSE
from coindex.language.languages import DEFAULT
from coindex.parsers.clear_to_ud import ClearWord, Dependency, universal
from coindex.parsers.outside import assembled, imported, prose

_PIECE = 900_000
"""spaCy refuses longer texts; they are split at white space."""

_PERSON = ("PERSON", "PER")
_ENTITY_TYPES = {
    **dict.fromkeys(_PERSON, "person"),
    "NORP": "person",
    "ORG": "organization",
    "GPE": "place",
    "LOC": "place",
    "FAC": "place",
    "PRODUCT": "object",
    "WORK_OF_ART": "abstract",
    "LAW": "abstract",
    "LANGUAGE": "abstract",
    "EVENT": "event",
    "DATE": "time",
    "TIME": "time",
}


@dataclass(frozen=True, slots=True)
class Spacy:
    """A pipeline of spaCy.

    Labels of ClearNLP dependencies, which all of spaCy's English models have, are converted; those
    of other languages are kept, and so are their words: the Spanish models leave *del* and
    *dárselo* whole. Named entities become `EntityType=` in MISC of their heads.
    """

    model: str = "en_core_web_sm"
    """The name of an installed pipeline, or the path of its folder."""
    leave_out: tuple[str, ...] = NOT_PROSE
    """Blocks of the text that are not parsed, by their role: tables, code, contents, references."""

    def parse(self, documents: Iterable[Document]) -> Iterator[Document]:
        pipeline = loaded(self.model)
        for document in documents:
            yield self._parsed(pipeline, document)

    def _parsed(self, pipeline: Any, document: Document) -> Document:
        sentences: list[list[Token]] = []
        count = 0
        for start, end in pieces(document.text, prose(document, self.leave_out)):
            for sentence in converted(pipeline(document.text[start:end])):
                sentences.append([_moved(token, start, count) for token in sentence])
                count += len(sentence)
        return assembled(document, sentences, pipeline.lang)


def _moved(token: Token, characters: int, words: int) -> Token:
    head = token.head if token.head in (None, ROOT) else token.head + words
    return token._replace(start=token.start + characters, end=token.end + characters, head=head)


def pieces(
    text: str, stretches: Iterable[tuple[int, int]], longest: int = _PIECE
) -> Iterator[tuple[int, int]]:
    """The parts of the text, split so that none is too long."""
    for begin, end in stretches:
        start = begin
        while end - start > longest:
            cut = max(
                text.rfind("\n", start, start + longest), text.rfind(" ", start, start + longest)
            )
            stop = cut + 1 if cut > start else start + longest
            yield start, stop
            start = stop
        yield start, end


@lru_cache(maxsize=4)
def loaded(model: str) -> Any:
    library = imported("spacy")
    try:
        return library.load(model)
    except OSError as error:
        raise CoindexError(
            Message(
                "spaCy has no model {model!r}; install it with: python -m spacy download "
                "{model_2}, or give the path of one",
                model=model,
                model_2=model,
            )
        ) from error


def converted(parsed: Any) -> Iterator[list[Token]]:
    """The sentences of a spaCy document as words whose heads count within the sentence."""
    if not len(parsed):
        return
    for sentence in parsed.sents:
        words = [token for token in sentence if not token.is_space]
        if words:
            yield _sentence(words, english=parsed.lang_ == DEFAULT)


def _sentence(words: list[Any], *, english: bool) -> list[Token]:
    places = {token.i: place for place, token in enumerate(words)}
    plain = [
        ClearWord(token.text, token.lemma_, token.pos_, _head(token, places), token.dep_ or "dep")
        for token in words
    ]
    arcs = (
        universal(plain, _people(words))
        if english
        else [Dependency(word.head, word.label) for word in plain]
    )
    return [
        Token(
            token.idx,
            token.idx + len(token.text),
            token.text,
            token.lemma_,
            token.pos_,
            token.tag_,
            str(token.morph),
            arc.head if arc.head >= 0 else ROOT,
            arc.label if arc.head >= 0 else "root",
            misc=_type(token),
        )
        for token, arc in zip(words, arcs, strict=True)
    ]


def _head(token: Any, places: dict[int, int]) -> int:
    """The position of the head, which cannot be white space."""
    head = token.head
    while head.is_space and head.head.i != head.i:
        head = head.head
    return ROOT if head.i == token.i else places.get(head.i, ROOT)


def _people(words: list[Any]) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(words):
        end = start + 1
        if words[start].ent_type_ in _PERSON:
            while (
                end < len(words) and words[end].ent_type_ in _PERSON and words[end].ent_iob_ == "I"
            ):
                end += 1
            yield start, end
        start = end


def _type(token: Any) -> str:
    outside = token.head.i == token.i or token.head.ent_type_ != token.ent_type_
    kind = _ENTITY_TYPES.get(token.ent_type_, "") if outside else ""
    return f"EntityType={kind}" if kind else ""
