"""Which documents the systems of an evaluation have seen in training.

A component says by which files of fingerprints these documents are known again (`Trained`); for a
response, and for whatever does not say so itself, the user can name its training data.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from coindex import corpora, formats
from coindex.core import registry
from coindex.core.annotation import GOLD, Annotated, Source
from coindex.core.document import Document
from coindex.core.errors import CoindexError, FormatError
from coindex.core.messages import Amount, Message, series
from coindex.core.protocols import AlignedPair, Delegating, Trained
from coindex.language.identify import language_of
from coindex.language.languages import DEFAULT
from coindex.models.fingerprints import Fingerprints, Learned, Probe, fingerprints, probe

NAMED = 5
"""How many seen documents a warning names."""


def training_data(component: object, language: str) -> Fingerprints | None:
    """What a component learned from in a language; None if it does not say."""
    if not isinstance(component, Trained):
        return None
    found = [fingerprints(path) for path in component.fingerprints(language) if path.exists()]
    together = found[0] if found else None
    for one in found[1:]:
        together = one if together is None else together.together(one)
    return together


def write_fingerprints(source: Path | str, path: Path | str, *, raw: bool = False) -> None:
    """Write the fingerprints of the documents of a corpus, for a model that learned from them:
    hashes, no text.

    `source` is a path or the name of a corpus; `raw` text has fingerprints of whole documents
    alone.
    """
    corpus = corpora.find(source)
    texts = (item.document.text for item in formats.read(corpus.path, corpus.format))
    Fingerprints({corpus.name: Learned.of(texts, raw=raw)}).write(Path(path))


def declarations(given: Iterable[str]) -> dict[str, Fingerprints]:
    """Training data that a user names for a system: `NAME=PATH`, a corpus or its fingerprints."""
    declared: dict[str, Fingerprints] = {}
    for text in given:
        name, equals, path = text.rpartition("=")
        if not (name and equals and path):
            raise CoindexError(
                Message("training data are declared as NAME=PATH, not as {text!r}", text=text)
            )
        before = declared.get(name, Fingerprints({}))
        declared[name] = before.together(_read(path))
    return declared


def _read(path: str) -> Fingerprints:
    if not path.endswith(".npz"):
        corpus = corpora.find(path)
        texts = (item.document.text for item in formats.read(corpus.path, corpus.format))
        return Fingerprints({corpus.name: Learned.of(texts)})
    if not Path(path).is_file():
        raise FormatError("no such file", path=path, remedy="check the path")
    return fingerprints(Path(path))


@dataclass(slots=True)
class Exposure:
    """Asks who has seen a document; `declared` is the training data that the user named, by
    system.
    """

    declared: Mapping[str, Fingerprints] = field(default_factory=dict)
    _known: dict[tuple[str, str, str], Fingerprints | None] = field(default_factory=dict)

    def seen(
        self, family: str, system: str, document: Document, hashes: Probe | None = None
    ) -> bool | None:
        """Whether a component, or with an empty `family` a response of that name, has seen a
        document in training; None if it does not say what it learned from.
        """
        known = self._training(family, system, document)
        return None if known is None else known.has(hashes or probe(document.text))

    def seen_by_response(self, name: str, response: Annotated) -> bool | None:
        """Whether the system behind a response has seen its document; a resolver of ours is
        recognised by the source that it states.
        """
        document, source = response.document, response.annotation.source
        resolver = _resolver_of(source) if source.role != GOLD.role else ""
        known = [
            self._training("", name, document),
            self._training("resolvers", resolver, document) if resolver else None,
        ]
        stated = [one for one in known if one is not None]
        if not stated:
            return None
        hashes = probe(document.text)
        return any(one.has(hashes) for one in stated)

    def _training(self, family: str, system: str, document: Document) -> Fingerprints | None:
        language = document.language or language_of(document.text) or DEFAULT
        asked = family, system, language
        if family == "resolvers":
            asked = family, _chosen(system, document), language
        if asked not in self._known:
            self._known[asked] = self._found(*asked, named=system)
        return self._known[asked]

    def _found(self, family: str, system: str, language: str, *, named: str) -> Fingerprints | None:
        own = None
        if family and system:
            own = training_data(registry.build(family, system), language)
        declared = self.declared.get(named)
        if declared is None or own is None:
            return own if declared is None else declared
        return own.together(declared)


class SeenPairs:
    """Collects which documents systems have seen, pair by pair."""

    def __init__(self, declared: Iterable[str] = ()) -> None:
        self.seen: dict[str, list[str]] = {}
        self.documents: dict[str, None] = {}
        self._exposure = Exposure(declarations(declared))

    def add(self, system: str, pair: AlignedPair) -> bool:
        """Whether the system has seen the document of this pair."""
        id = pair.document.id
        self.documents[id] = None
        response = Annotated(pair.document, pair.response)
        answer = self._exposure.seen_by_response(system, response)
        if answer is not None:
            self.seen.setdefault(system, []).extend([id] if answer else [])
        return bool(answer)

    @property
    def signed(self) -> tuple[str, ...]:
        """The part of a signature about it; empty if no system says what it learned from."""
        if not self.seen:
            return ()
        seen = {id for ids in self.seen.values() for id in ids}
        return (f"seen:{len(seen)}/{len(self.documents)}",)


def _chosen(resolver: str, document: Document) -> str:
    built = registry.build("resolvers", resolver)
    return built.chosen(document) if isinstance(built, Delegating) else resolver


def _resolver_of(source: Source) -> str:
    """The resolver that made an annotation; empty if it is none that is known here."""
    try:
        registry.build("resolvers", source.name)
    except CoindexError:
        return ""
    return source.name


def warnings(seen: Mapping[str, Sequence[str]], documents: int) -> Iterator[Message]:
    """What to say about systems, by name, that have seen documents in training: a sentence for
    all that have seen the same ones.
    """
    systems: dict[tuple[str, ...], list[str]] = {}
    for system, ids in seen.items():
        if ids:
            systems.setdefault(tuple(ids), []).append(system)
    for ids, names in systems.items():
        named, more = ", ".join(ids[:NAMED]), len(ids) - NAMED
        yield Message(
            "seen in training by {systems}: {seen} of {documents} ({names})",
            systems=series(names),
            seen=str(len(ids)),
            documents=Amount(documents, "document"),
            names=Message("{names} and {more} more", names=named, more=str(more))
            if more > 0
            else named,
        )


def left_out(corpus: str, count: int) -> Message:
    """What to say about documents that were not evaluated."""
    return Message(
        "{corpus}: {documents} seen in training left out",
        corpus=corpus,
        documents=Amount(count, "document"),
    )
