"""Pseudonyms for the names of a collection: all documents are resolved before any is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.interface.catalogues import speaking
from coindex.interface.translation import counted, grouped, say, translate
from coindex.language.nominals.names import normalised
from coindex.pipeline.pipeline import (
    AUTO,
    NO_CUTS,
    PARSER,
    RESOLVER,
    Pipeline,
    as_document,
    with_entities,
)
from coindex.pipeline.result import Result
from coindex.texts.edits import Edit, edited
from coindex.texts.pseudonyms.cast import Votes
from coindex.texts.pseudonyms.codebook import Codebook, Entry
from coindex.texts.pseudonyms.identifiers import check_installed, identifiers
from coindex.texts.pseudonyms.pools import NamePool
from coindex.texts.pseudonyms.replacing import replacing
from coindex.texts.pseudonyms.risks import IN_ID, Risk, risk_table, risks
from coindex.texts.pseudonyms.sightings import TYPES, WORD, namings


class PseudonymisedText(NamedTuple):
    """A document with pseudonyms; `edits` are those of the old text."""

    document: str
    text: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Pseudonymised:
    """A collection with pseudonyms, the key to its originals, what may still identify people."""

    documents: tuple[PseudonymisedText, ...]
    codebook: Codebook = field(repr=False)
    risks: tuple[Risk, ...] = field(repr=False)

    @property
    def texts(self) -> list[str]:
        """The new texts, in the order of the documents."""
        return [one.text for one in self.documents]

    @property
    def replaced(self) -> int:
        """How many words were replaced."""
        return sum(len(one.edits) for one in self.documents)

    def report(self) -> str:
        """Return what was replaced, and what stays that may identify a person."""
        head = say(
            "{count} words replaced in {documents}",
            count=grouped(self.replaced),
            documents=counted(len(self.documents), "document"),
        )
        rest = risk_table(self.risks)
        return f"{head}\n{say('what may still identify a person:')}\n{rest}" if rest else head


@dataclass(frozen=True, slots=True)
class Pseudonymiser:
    """Gives the names of a collection pseudonyms: one for each word of a name, everywhere."""

    pipeline: Pipeline = field(default_factory=Pipeline)
    types: tuple[str, ...] = TYPES
    """Entities whose names are replaced; names of unknown type always are."""
    seed: int | None = None
    """Makes the choice of pseudonyms repeatable; without one, nobody can repeat it."""
    mask: bool = False
    """Hides addresses, telephone numbers, dates, and numbers of people and accounts as well."""

    def __post_init__(self) -> None:
        if self.mask:
            check_installed()
        for type in self.types:
            if type not in TYPES:
                raise CoindexError(
                    Message(
                        "no type is called {type!r}; {suggestion}",
                        type=type,
                        suggestion=suggestion(type, TYPES),
                    )
                )

    def resolved(self, item: Annotated, progress: Callable[[int], None] | None = None) -> Result:
        """One document, ready for `__call__`."""
        return with_entities(self.pipeline, item, progress)

    def __call__(self, results: Sequence[Result], known: Codebook | None = None) -> Pseudonymised:
        """Names that are `known` keep their pseudonyms."""
        votes, words = Votes(self.types), set[str]()
        common, capitals = set[str](), set[str]()
        listed = []
        for one in results:
            listed.append(namings(one.document, one.annotation))
            votes.add(listed[-1], one.document.language)
            for match in WORD.finditer(one.document.text):
                word = normalised(match[0])
                words.add(word)
                if match[0].islower():
                    common.add(word)
                elif match[0].isupper():
                    capitals.add(match[0])
        names = {} if known is None else dict(known.names)
        pool = NamePool(words | {normalised(name) for name in names.values()}, self.seed)
        cast = votes.cast(pool, names, capitals)
        documents, entries, dangers = [], [], []
        masks = Masks()
        for one, own in zip(results, listed, strict=True):
            done = replacing(one.document, own, cast, common)
            if self.mask:
                done = done.with_masks(masks.of(one.document))
            entry = Entry.of(one.document.id, one.document.text, done.edits)
            text = edited(one.document.text, done.edits)
            documents.append(PseudonymisedText(one.document.id, text, done.edits))
            entries.append(entry)
            dangers += risks(one.document, one.annotation, done, text)
            if any(map(cast.pseudonym, WORD.findall(one.document.id.replace("_", " ")))):
                dangers.append(Risk(IN_ID, one.document.id, one.document.id, 0, 0))
        return Pseudonymised(tuple(documents), Codebook(tuple(entries), cast.words), tuple(dangers))


class Masks:
    """Masks for a collection: what is the same has the same number, *[date 2]*."""

    def __init__(self) -> None:
        self._numbers: dict[str, dict[str, int]] = {}

    def of(self, document: Document) -> list[Edit]:
        """The masks of a document, in the words of its language."""
        edits = []
        for kind, start, end in identifiers(document.text, document.language):
            known = self._numbers.setdefault(kind, {})
            number = known.setdefault(normalised(document.text[start:end]), len(known) + 1)
            with speaking(document.language):
                edits.append(Edit(start, end, f"[{translate(Message(kind))} {number}]"))
        return edits


def pseudonymise(
    texts: str | Document | Iterable[str | Document],
    *,
    types: Sequence[str] = TYPES,
    seed: int | None = None,
    resolver: str = RESOLVER,
    parser: str = PARSER,
    known: Codebook | None = None,
    mask: bool = False,
) -> Pseudonymised:
    """Replace the names in all texts, or in one, with pseudonyms, the same ones everywhere.

    `types` are *person*, *place*, *organization*. The same `seed` gives the same pseudonyms; names
    in the codebook `known` keep theirs. `mask` hides addresses, telephone numbers, dates, and
    numbers of people and accounts as well (extra `mask`). Save `codebook`: without it, nothing can
    be restored.
    """
    pipeline = Pipeline(parser, NO_CUTS, AUTO, resolver)
    chosen = Pseudonymiser(pipeline, tuple(types), seed, mask)
    documents = _documents(texts, pipeline)
    results = [chosen.resolved(Annotated(one, Annotation(one.id))) for one in documents]
    return chosen(results, known)


def _documents(
    texts: str | Document | Iterable[str | Document], pipeline: Pipeline
) -> list[Document]:
    """The documents of a collection; a text is one of them, though Python iterates over it."""
    if isinstance(texts, str | bytes | Document) or not isinstance(texts, Iterable):
        return [as_document(texts, pipeline)]
    return [as_document(text, pipeline) for text in texts]
