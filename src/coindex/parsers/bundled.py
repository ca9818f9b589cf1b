"""The bundled parser: small joint models, one per language, that are part of Coindex and need no
network.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from coindex.core.document import Document
from coindex.core.errors import MissingLayer
from coindex.core.messages import Message
from coindex.core.parameters import component, ranged
from coindex.core.remedies import Action, doing
from coindex.language.identify import language_of, name_of_language
from coindex.language.languages import (
    DEFAULT,
    get_language,
    known_languages,
    missing_package,
)
from coindex.language.zeros.zeros import with_zeros, with_zeros_of
from coindex.parsers.model_words import given_begins, given_words, own_words
from coindex.parsers.word_rules import word_rules

AUTO = "auto"

if TYPE_CHECKING:
    from coindex.models.session import Analysis, Model
    from coindex.parsers.sections import Section


@cache
def bundled_languages() -> tuple[str, ...]:
    """The codes of the languages that name this parser, the default one first."""
    codes = sorted(known_languages(), key=lambda code: (code != DEFAULT, code))
    return tuple(code for code in codes if get_language(code).parser == "bundled")


@component
class Bundled:
    """Tokens, sentences, parts of speech, features, lemmas, dependencies,
    entity types, arc probabilities.

    Each nominal head carries `EntityType=` in MISC, each *it* its probability of being
    non-referential as `Expletive=`, each Spanish verb that of a subject left out as `NullSubject=`,
    an English word of which it is in doubt that of heading a mention as `Mention=`.
    `least` is the smallest arc probability kept in `Document.arcs`. With `tokens="given"` a
    document's own words are kept, with `sentences="given"` its own sentences. Where a language
    leaves subjects out, they are `found` and put in as empty tokens; with `zeros="given"` the
    document's own are. Model card: `coindex_en/models/CARD.md`.

    `language="auto"` takes the model of the language that a document says it is in, or seems to be
    in; a text in a language without a model is refused. `folder` has another model to be used in
    the place of the bundled one.

    Text of any length is cut into windows that begin at sentence starts. With several `threads`,
    `batch` windows, of one long document or of several, are under way at a time, which changes
    nothing in the result; with `batch=1` the threads share the work on each window, and a
    probability may differ in its last digit.
    """

    language: str = AUTO
    """The language of the texts; *auto* recognises it for each document."""
    threads: int = ranged(1, least=1)
    """Threads that the model uses."""
    batch: int = ranged(8, least=1)
    """Windows of text that are processed at a time when there are several threads."""
    least: float = ranged(0.02, least=0, most=1)
    """The smallest arc probability kept in `Document.arcs`."""
    tokens: Literal["own", "given"] = "own"
    """Whose words are used: the parser's *own*, or those *given* with the document."""
    sentences: Literal["own", "given"] = "own"
    """Whose sentences are used: the parser's *own*, or those *given* with the document."""
    conjugation: bool = True
    """Whether rules correct the model: person, number and mood of verbs
    (Spanish), reciprocals (English).
    """
    zeros: Literal["found", "given", "none"] = "found"
    """Which zero subjects there are: those *found* by the parser, those
    *given* with the document, or *none*.
    """
    treebank: str = ""
    """Whose conventions are followed where the treebanks that the model learnt from differ:
    *ewt* or *gum* (English), *ancora*, *gsd* or *coser* (Spanish).
    """
    folder: str = ""
    """A folder with another model, to be used instead of the bundled one."""

    def fingerprints(self, language: str) -> tuple[Path, ...]:
        """Of what the model of a language learned from."""
        from coindex.models.fingerprints import FILE
        from coindex.models.session import folder_of

        return ((Path(self.folder) if self.folder else folder_of(language)) / FILE,)

    def parse(self, documents: Iterable[Document]) -> Iterator[Document]:
        return self.parse_with_progress(documents, lambda characters: None)

    def parse_with_progress(
        self, documents: Iterable[Document], progress: Callable[[int], None]
    ) -> Iterator[Document]:
        """As `parse`; `progress` is called after each window with the number of
        characters parsed.
        """
        from coindex.models.session import model

        together = self.threads > 1 and self.batch > 1
        threads = 1 if together else self.threads
        spoken = ((document, self.language_for(document)) for document in documents)
        parses = (
            _Parse(document, language, model(language, threads, self.folder), self)
            for document, language in spoken
        )
        return self._together(parses, progress) if together else _in_turn(parses, progress)

    def language_for(self, document: Document) -> str:
        """The language in which a document is parsed: what it says it is in, or seems to be in.

        Raise `MissingLayer` if that language has no model: in another one, every word of its parse
        would be wrong.
        """
        if self.language != AUTO:
            return self.language
        stated = document.language.partition("-")[0]
        language = stated or language_of(document.text) or DEFAULT
        # What is bundled but not installed is named where its model is loaded.
        if language in bundled_languages() or missing_package(language) or language == DEFAULT:
            return language
        raise MissingLayer(
            Message(
                "{document} is in {language}, which the bundled parser does not know"
                if stated
                else "{document} seems to be in {language}, which the bundled parser does not know",
                document=document.id,
                language=Message(name_of_language(language)),
            ),
            remedy=doing(Action.NAME_LANGUAGE, "give it a parse in Universal Dependencies"),
        )

    def _together(
        self, parses: Iterator[_Parse], progress: Callable[[int], None]
    ) -> Iterator[Document]:
        """Parse windows of `batch` sections at a time; documents come out in their order."""
        opened: deque[_Parse] = deque()
        waiting = _opening(parses, opened)
        flying: deque[tuple[Section, Future[Analysis]]] = deque()
        with ThreadPoolExecutor(self.threads) as pool:
            while True:
                while len(flying) < self.batch and (section := next(waiting, None)):
                    flying.append((section, pool.submit(section.model.analyse, section.window())))
                while opened and opened[0].finished:
                    progress(opened[0].rest)
                    yield opened.popleft().document()
                if not flying:
                    return
                section, future = flying.popleft()
                progress(section.take(future.result()))
                if not section.finished:
                    flying.append((section, pool.submit(section.model.analyse, section.window())))


def _in_turn(parses: Iterator[_Parse], progress: Callable[[int], None]) -> Iterator[Document]:
    for parse in parses:
        for section in parse.sections():
            while not section.finished:
                progress(section.take(section.model.analyse(section.window())))
        progress(parse.rest)
        yield parse.document()


def _opening(parses: Iterator[_Parse], opened: deque[_Parse]) -> Iterator[Section]:
    """The sections of all documents; a document is added to `opened` when its first section is
    requested.
    """
    for parse in parses:
        opened.append(parse)
        yield from parse.sections()


class _Parse:
    """The state of one document while it is parsed."""

    def __init__(self, document: Document, language: str, model: Model, settings: Bundled) -> None:
        self._source, self._language, self._model, self._settings = (
            document,
            language,
            model,
            settings,
        )
        self._words = (
            given_words(document) if settings.tokens == "given" else own_words(document, language)
        )
        self._spans = deque(self._words.sections())
        self._sections: list[Section] = []

    @property
    def finished(self) -> bool:
        return not self._spans and all(section.finished for section in self._sections)

    @property
    def rest(self) -> int:
        """How many characters follow the last word: no section reports them as parsed."""
        return len(self._source.text) - (self._words.ends[-1] if self._words.ends else 0)

    def sections(self) -> Iterator[Section]:
        from coindex.parsers.sections import Section, SectionedText

        settings = self._settings
        begins = given_begins(self._source, self._words) if settings.sentences == "given" else None
        treebank = self._model.treebank_number(settings.treebank)
        text = SectionedText(
            self._words, self._language, self._model, settings.least, begins, treebank
        )
        while self._spans:
            self._sections.append(Section(text, self._spans.popleft()))
            yield self._sections[-1]

    def document(self) -> Document:
        begins = [begin for section in self._sections for begin in section.begins]
        parsed = replace(
            self._source,
            language=self._language,
            tokens=tuple(chain.from_iterable(section.tokens for section in self._sections)),
            sentences=tuple(self._words.sentences(self._source, begins)) if begins else (),
            arcs=tuple(chain.from_iterable(section.arcs for section in self._sections)),
        )
        rules = word_rules(self._language).corrected
        if rules is not None and self._settings.conjugation:
            parsed = rules(parsed)
        if self._settings.zeros == "given":
            return with_zeros_of(parsed, self._source)
        return with_zeros(parsed) if self._settings.zeros == "found" else parsed
