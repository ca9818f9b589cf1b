"""Reads keys and responses, by path, by the name of a corpus, or from memory, and pairs them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from coindex import corpora, formats
from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.core.errors import AlignmentError, CoindexError, FormatError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.remedies import Action, doing
from coindex.experiment.conditions import corpus_mark
from coindex.io.files import File
from coindex.measures.pair import Pair
from coindex.measures.pairing import MISSING, Notes, paired
from coindex.measures.projection import ZEROS, is_bare
from coindex.pipeline.pipeline import PARSER, Pipeline, given, with_parse

Given = Path | str | Iterable[Annotated]
"""A file, folder or archive, or documents in memory."""


def checksum(*paths: Path) -> str:
    """The checksum of the bytes of files, or of all visible files of a folder: the same for every
    command that reads them.
    """
    value = 0
    for file in (file for path in paths for file in (_visible(path) if path.is_dir() else [path])):
        with file.open("rb") as stream:
            while block := stream.read(1 << 20):
                value = crc32(block, value)
    return f"{value:08x}"


def _visible(folder: Path) -> list[Path]:
    """Files sorted by name, without hidden ones, which are not read either."""
    inside = (
        (path, path.relative_to(folder).parts) for path in folder.rglob("*") if path.is_file()
    )
    return sorted(path for path, parts in inside if not any(part.startswith(".") for part in parts))


class Key(NamedTuple):
    """The correct annotation: the documents of `path`, or those in memory; `version` is the
    corpus's own.
    """

    name: str
    path: Path | None = None
    format: str = ""
    version: str = ""
    documents: tuple[Annotated, ...] = ()

    @classmethod
    def of(cls, given: Given) -> Key:
        """The key; a path that does not exist may be the name of a corpus."""
        if not isinstance(given, Path | str):
            return cls("documents", documents=tuple(given))
        corpus = corpora.find(given)
        return cls(corpus.name, corpus.path, corpus.format, corpus.version)

    def read(self, format: str, problems: Problems) -> Iterable[Annotated]:
        items = (
            self.documents
            if self.path is None
            else formats.read(self.path, format or self.format, problems)
        )
        return with_annotation(items, str(self.path or ""))

    @property
    def mark(self) -> str:
        """Name, version and checksum, as in signatures."""
        sum_ = _checksum(self.documents) if self.path is None else checksum(self.path)
        return corpus_mark(self.name, self.version, sum_)


def with_annotation(items: Iterable[Annotated], path: str) -> Iterator[Annotated]:
    """The documents of a key; raises an error if all of them are plain text."""
    bare: list[Annotated] = []
    rest = iter(items)
    for item in rest:
        if not is_bare(item.document):
            yield from (*bare, item)
            yield from rest
            return
        bare.append(item)
    if bare:
        raise FormatError(
            "text without annotation, so nothing to compare with",
            path=path or bare[0].document.id,
            remedy=doing(Action.GIVE_ANNOTATION),
        )


def _checksum(documents: Iterable[Annotated]) -> str:
    value = 0
    for document, annotation in documents:
        chains = [[mention.parts for mention in entity.mentions] for entity in annotation.entities]
        for text in (document.id, document.text, repr(chains)):
            value = crc32(text.encode("utf-8", "surrogatepass"), value)
    return f"{value:08x}"


class Observations(NamedTuple):
    """Oddities of a key and a response that do not prevent scoring, counted while they are read."""

    key: Problems
    response: Problems
    notes: Notes

    @classmethod
    def empty(cls, *, lenient: bool = False) -> Observations:
        return cls(Problems(lenient=lenient), Problems(lenient=lenient), Notes.empty())


@dataclass(frozen=True, slots=True)
class Pairing:
    """How keys and responses are read and aligned.

    `missing` is `error`, or `empty`: a document on one side only counts as one in which nothing was
    found. Zero pronouns match by the word they depend on (`zeros="dependent"`) or by their position
    (`linear`). `lenient`: problems in files are counted instead of raised.
    """

    format: str = ""
    missing: str = "error"
    zeros: str = "dependent"
    lenient: bool = False

    def __post_init__(self) -> None:
        for name, value, known in (
            ("missing", self.missing, MISSING),
            ("zeros", self.zeros, ZEROS),
        ):
            if value not in known:
                raise CoindexError(
                    Message(
                        "{name} must be {known}, not {value!r}",
                        name=name,
                        known=" or ".join(known),
                        value=value,
                    )
                )

    @property
    def options(self) -> tuple[str, ...]:
        """The part of signatures about it: options that are not the default."""
        missing = (f"missing:{self.missing}",) if self.missing != "error" else ()
        return missing + ((f"zeros:{self.zeros}",) if self.zeros != "dependent" else ())

    def pairs(
        self,
        key: Key,
        response: Given,
        seen: Observations,
        *,
        decisions: Path | None = None,
        prepare: Callable[[Annotated], Annotated] | None = None,
    ) -> Iterator[Pair]:
        """Every document of the key with its response; `prepare` adds what a key lacks.

        `decisions` is a file with those of the resolver; they refer to mentions, so that all
        responses are kept in memory.
        """
        keys = key.read(self.format, seen.key)
        answers = (
            formats.read(response, self.format, seen.response)
            if isinstance(response, Path | str)
            else response
        )
        pairs = paired(
            map(prepare, keys) if prepare else keys,
            answers,
            missing=self.missing,
            zeros=self.zeros,
            notes=seen.notes,
            paths=(
                str(key.path or key.name),
                str(response) if isinstance(response, Path | str) else "response",
            ),
        )
        if decisions is not None:
            pairs = iter(_with_decisions(list(pairs), decisions, seen.response))
        first = next(pairs, None)
        if first is None:
            other = response if isinstance(response, Path | str) else Message("the response")
            raise AlignmentError(
                Message(
                    "neither {path} nor {other} has a document: nothing to compare",
                    path=key.path or key.name,
                    other=other,
                )
            )
        return chain((first,), pairs)


def _with_decisions(pairs: list[Pair], path: Path, problems: Problems) -> list[Pair]:
    from coindex.experiment import (
        decision_files,
    )  # most scoring needs none, and their reader takes 10 ms to import

    responses = {pair.document.id: Annotated(pair.document, pair.response) for pair in pairs}
    by_document = decision_files.read(File(path, path.name, str(path)), responses, problems)
    for pair in pairs:
        pair.decisions = by_document.get(pair.document.id, ())
    return pairs


def resolved_pairs(items: Iterable[Annotated], pipeline: Pipeline, *, own: bool) -> Iterator[Pair]:
    """Each document resolved by a pipeline, with its key; `own` parses only documents without a
    parse.
    """
    for item in items:
        yield resolved_pair(parse_for(item, "" if own else pipeline.parser), item, pipeline)


def parse_for(item: Annotated, parser: str = "") -> Document:
    """The parse of a key's text for a resolver: its own, unless a parser is named or it has none.

    Zero pronouns are those that the parser finds; speakers are kept.
    """
    if not parser and any(token.upos for token in item.document.tokens):
        return item.document
    from coindex.language.speech.turns import with_speakers_of  # late, as in the pipeline

    return with_speakers_of(next(Pipeline(parser or PARSER).parsed([item.document])), item.document)


def resolved_pair(parse: Document, item: Annotated, pipeline: Pipeline) -> Pair:
    """A parsed document resolved by a pipeline, with its whole key."""
    from coindex.pipeline.zero_alignment import judged  # late, as in the pipeline

    document, key = given(pipeline, parse, item)
    result = pipeline.resolved(document, pipeline.mentions(document, key), key)
    return judged(document, item, result.annotation, result.decisions)


def sentenced(item: Annotated) -> Annotated:
    """A document with sentences: the parser's, if every paragraph is one sentence, as in text that
    has not been split.
    """
    sentences = item.document.sentences
    cut = len({sentence.paragraph for sentence in sentences}) < len(sentences)
    return item if cut else with_parse(item)
