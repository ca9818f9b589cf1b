"""The state of what a result measures: the weights that it uses, its answers on a small sample.

A component is a resolver as a component string, a parser (`parsers/NAME`), or a function for texts
(`texts/rewrite`). The sample is committed, so that all states can be computed again in minutes.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import coindex
from coindex import corpora, formats
from coindex.core import registry
from coindex.language.languages import get_language
from coindex.pipeline.pipeline import Pipeline

PROJECT = Path(__file__).resolve().parent.parent
LARGE = PROJECT / "distributions/large/coindex_large/model"
"""The model of another distribution, which need not be installed."""
WEIGHTS = {".onnx", ".npz", ".json", ".0", ".1"}
"""How the files of a model end, but for its card and licence."""
SAMPLES = {"en": "embedded/manual", "es": "embedded-es"}
"""Texts on which components are asked, by language: committed, short, and in several genres."""
STORIES = {"en": "embedded/plot", "es": "embedded-es"}
"""The same for functions of texts, which need people who do and say something."""
MOST_TEXTS = 4
SEED = 1
TOLERANCE = 0.02
"""Share of answers that may differ on another processor, whose arithmetic rounds differently."""
Event = tuple[int, str]
"""A word of an answer, and the character of the text to which it belongs."""


@dataclass(frozen=True)
class Fingerprint:
    """A component in one state: the weights it uses, and its answers on the sample."""

    weights: str
    answers: str
    """For each word of the sample: of a resolver, where the chain begins that has a mention ending
    there; of a parser, the part of speech and the head; of a function for texts, what it writes
    there. A dot stands for nothing.
    """

    @property
    def digest(self) -> str:
        return digest_of(self.weights.encode(), self.answers.encode())[:12]

    def differs(self, other: Fingerprint, *, same_processor: bool) -> bool:
        """Whether the two are of different states."""
        ours, theirs = self.answers.split(), other.answers.split()
        if self.weights != other.weights or len(ours) != len(theirs):
            return True
        changed = sum(one != another for one, another in zip(ours, theirs, strict=True))
        return changed > (0 if same_processor else TOLERANCE * len(ours))


def fingerprint(component: str, languages: Sequence[str]) -> Fingerprint:
    """The state of a component in some languages."""
    family, _, name = component.rpartition("/")
    ask = {"parsers": _parse, "texts": _written}.get(family)
    answers = (ask(name, one) if ask else _answers(component, one) for one in languages)
    return Fingerprint(weights(component, languages), " ".join(answers))


def weights(component: str, languages: Sequence[str]) -> str:
    """A digest of the models that a component uses in some languages."""
    large = [_contents(LARGE)] if is_large(component) else []
    return digest_of(*(_weights(one) for one in languages), *large)


@cache
def _parse(parser: str, language: str) -> str:
    """The head and the part of speech of each word of the sample."""
    build = registry.build("parsers", parser)
    return " ".join(
        f"{token.upos}:{'-' if token.head is None else token.head}"
        for parse in build.parse(_sample(SAMPLES[language]))
        for token in parse.tokens
    )


@cache
def _answers(component: str, language: str) -> str:
    """See `Fingerprint.answers`."""
    pipeline = Pipeline(resolver=component)
    answers: list[str] = []
    for parse in pipeline.parsed(_sample(SAMPLES[language])):
        result = pipeline.resolved(parse)
        ends = {
            mention.end: entity.mentions[0].start
            for entity in result.entities
            if len(entity.mentions) > 1
            for mention in entity.mentions
        }
        answers += [str(ends.get(place + 1, ".")) for place in range(len(result.document.tokens))]
    return " ".join(answers)


@cache
def _written(name: str, language: str) -> str:
    """What a function writes at each word of the sample."""
    documents = _sample(STORIES[language])
    written = list(WRITERS[name](documents))
    answers: list[str] = []
    for document, events in zip(documents, written, strict=True):
        words = list(re.finditer(r"\S+", document.text))
        ends = [word.end() for word in words]
        said: list[list[str]] = [[] for _ in words]
        for start, text in sorted(events):
            said[bisect_right(ends, start)].append("_".join(text.split()) or "-")
        answers += ["+".join(one) or "." for one in said]
    return " ".join(answers)


def _rewrite(documents: Sequence[coindex.Document]) -> Iterator[list[Event]]:
    for document in documents:
        yield [(one.start, one.new) for one in coindex.rewrite(document).changes]


def _chunks(documents: Sequence[coindex.Document]) -> Iterator[list[Event]]:
    for document in documents:
        passages = coindex.chunks(document, by="words", size=50)
        yield [
            (start, text)
            for one in passages
            for start, text in [
                (one.start, f"#{one.header}"),
                *((change.source_start, change.new) for change in one.changes),
            ]
        ]


def _graph(documents: Sequence[coindex.Document]) -> Iterator[list[Event]]:
    for document in documents:
        graph = coindex.resolve(document).graph()
        labels = {node.id: node.label for node in graph.nodes}
        yield [
            (
                int(str(one.attributes["start"])),
                f"{labels[one.source]}:{one.label}:{labels[one.target]}",
            )
            for one in graph.edges
        ]


def _pseudonymise(documents: Sequence[coindex.Document]) -> Iterator[list[Event]]:
    """What is replaced, and what is listed; not by which of the made-up names."""
    hidden = coindex.pseudonymise(documents, seed=SEED)
    for document, new in zip(documents, hidden.documents, strict=True):
        listed = [one for one in hidden.risks if one.document == document.id]
        yield [
            *((one.start, "replaced") for one in new.edits),
            *((one.start, str(one.kind)) for one in listed),
        ]


def _book(documents: Sequence[coindex.Document]) -> Iterator[list[Event]]:
    for document in documents:
        book = coindex.book(document)
        names = {one.id: one.name for one in book.characters}
        yield [
            *((one.start, names.get(one.speaker, "-")) for one in book.quotations),
            *((one.first, f"{one.name}:{one.mentions}") for one in book.characters),
        ]


Writer = Callable[[Sequence[coindex.Document]], Iterator[list[Event]]]
WRITERS: Mapping[str, Writer] = {
    "rewrite": _rewrite,
    "chunks": _chunks,
    "graph": _graph,
    "pseudonymise": _pseudonymise,
    "book": _book,
}


@cache
def _sample(name: str) -> tuple[coindex.Document, ...]:
    corpus = corpora.find(name)
    language = "es" if name.endswith("-es") else "en"
    texts = [
        coindex.Document(item.document.id, item.document.text, language=language)
        for item in formats.read(corpus.path, corpus.format)
    ]
    return tuple(texts[:MOST_TEXTS])


@cache
def _weights(language: str) -> bytes:
    """A digest of the models in the package of a language."""
    folder = Path(str(get_language(language).folder), "models")
    return _contents(folder)


@cache
def _contents(folder: Path) -> bytes:
    """A digest of all files of a folder but its texts."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    return digest_of(*(path.read_bytes() for path in files if path.suffix in WEIGHTS)).encode()


def digest_of(*parts: bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()[:16]


def is_large(component: str) -> bool:
    return "size='large'" in component
