"""What the layered formats share: words with ids, and mentions that name them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from coindex.core.annotation import Annotated, Mention
from coindex.core.document import ROOT, Document, Sentence, Span
from coindex.core.remedies import LEFT_OUT
from coindex.formats.markup import Xml, quoted
from coindex.formats.standoff import places, runs
from coindex.formats.systems.layout import PlacedWord, chained, laid_out

if TYPE_CHECKING:
    from lxml.etree import _Element as Element


@dataclass
class Layers:
    """Collects the words, sentences and mentions of one file."""

    source: Xml
    name: str
    language: str = ""
    text: str = ""
    words: list[PlacedWord] = field(default_factory=list)
    keys: list[Any] = field(default_factory=list)
    """What each word has in common with the words of its sentence."""
    index: dict[str, int] = field(default_factory=dict)
    """The word of each id."""
    paragraphs: list[int] = field(default_factory=list)
    chains: dict[str, list[Mention]] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)

    def add_word(
        self, element: Element, id: str, form: str, *, key: Any, start: int | None = None
    ) -> None:
        self.source.enter(self.index, id, len(self.words), element)
        self.words.append(PlacedWord(form or "_", start, {}))
        self.keys.append(key)

    def describe(self, id: str, **fields: Any) -> None:
        """Add fields to the token of a word, if the word is there."""
        place = self.index.get(id)
        if place is not None:
            self.words[place].fields.update(fields)

    def depend(self, head: str, dependent: str, label: str) -> None:
        """Make a word depend on another one, or on none if the id of the head is empty."""
        governor = ROOT if not head else self.index.get(head)
        if governor is not None and dependent in self.index:
            self.describe(dependent, head=governor, deprel=label)

    def add_mention(
        self,
        element: Element,
        chain: str,
        ids: Iterable[str],
        *,
        head: str = "",
        minimum: Iterable[str] = (),
    ) -> None:
        """Add a mention of the words with these ids; one that names no word is reported."""
        listed = list(ids)
        unknown = [id for id in listed if id not in self.index]
        known = [self.index[id] for id in listed if id in self.index]
        if unknown or not known:
            detail = unknown[0] if unknown else chain
            message = "mention of a word that does not exist"
            self.source.report(message, element, detail=detail, remedy=LEFT_OUT)
            return
        inside = runs(self.index[id] for id in minimum if id in self.index)
        least = inside[0] if len(inside) == 1 else None
        mention = Mention(runs(known), self.index.get(head), minimum=least)
        self.chains.setdefault(chain, []).append(mention)

    def result(self) -> Annotated:
        """The document with its chains."""
        cuts = [at for at in range(len(self.keys)) if not at or self.keys[at] != self.keys[at - 1]]
        spans = [Span(*edge) for edge in pairwise([*cuts, len(self.keys)])]
        sentences = [self.words[span.start : span.end] for span in spans]
        about = [
            {"paragraph": self.paragraphs[span.start] if self.paragraphs else 0} for span in spans
        ]
        document = self._on_text(laid_out(self.name, self.language, sentences, about))
        return chained(document, self.chains, self.types)

    def _on_text(self, document: Document) -> Document:
        """With the text of the file, if its words are where they say, or spell it."""
        if not self.text:
            return document
        if not self.words:
            return Document(self.name, self.text, self.language)
        spots: list[tuple[int, int]] | None = [
            (word.start, word.start + len(word.form))
            for word in self.words
            if word.start is not None and self.text.startswith(word.form, word.start)
        ]
        if spots is None or len(spots) != len(self.words) or spots != sorted(spots):
            spots = places(self.text, [word.form for word in self.words])
        if spots is None:
            return document
        tokens = tuple(
            token._replace(start=start, end=end)
            for token, (start, end) in zip(document.tokens, spots, strict=True)
        )
        return replace(document, text=self.text, tokens=tokens)


def described_words(document: Document) -> Iterator[tuple[int, Sentence | None]]:
    """The words that are not empty, each with its sentence."""
    for index, token in enumerate(document.tokens):
        if not token.empty:
            place = document.sentence_index(index)
            inside = document.sentences[place] if place >= 0 else None
            yield index, inside if inside is not None and index in inside.span else None


def attributes(**values: str | int | None) -> str:
    """Attributes of an element; those without a value are left out."""
    return "".join(
        f" {name.replace('__', ':').rstrip('_')}={quoted(str(value))}"
        for name, value in values.items()
        if value is not None and value != ""
    )
