"""A component for spaCy: `nlp.add_pipe("coindex")` puts chains into
`doc.spans["coref_clusters_1"]` and so on, and into the attributes that other components have.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc
from spacy.util import raise_error

from coindex.core.document import Document, Token
from coindex.core.errors import CoindexError, MissingLayer
from coindex.core.messages import Message, series
from coindex.integrations.spacy.attributes import keep, register_attributes
from coindex.integrations.spacy.groups import PREFIX, Clusters, clusters_of, set_groups
from coindex.language.identify import guess_language, name_of_language
from coindex.parsers.bundled import bundled_languages
from coindex.parsers.outside import assembled
from coindex.parsers.spacy import converted
from coindex.pipeline.pipeline import AUTO, PARSER, RESOLVER, Pipeline, as_document
from coindex.pipeline.result import Result

OWN = "doc"
"""Not a parser: the parse of the spaCy pipeline before this component."""
ANY = "xx"
"""What spaCy calls pipelines for several languages."""
SETTINGS = "settings.json"
"""The file with the settings of a component that is saved on its own."""

OnError = Callable[[str, Any, list[Doc], Exception], None]
"""What spaCy calls with a component's name, the component, the documents and their error."""


@dataclass
class Resolving:
    """Resolves documents; `doc._.coindex` is the whole result,
    with the reason for each decision.
    """

    resolver: str = RESOLVER
    parser: str = PARSER
    detector: str = AUTO
    prefix: str = PREFIX
    name: str = "coindex"
    _pipeline: Pipeline = field(init=False, repr=False)
    _on_error: OnError = field(default_factory=lambda: raise_error, init=False, repr=False)

    def __post_init__(self) -> None:
        parser = "given" if self.parser == OWN else self.parser
        self._pipeline = Pipeline(parser, detector=self.detector, resolver=self.resolver)
        for family in ("parsers", "resolvers"):  # a misspelt name is an error here, not later
            self._pipeline.component(family)
        register_attributes()

    def __call__(self, doc: Doc, *, resolve_text: bool = False) -> Doc:
        """Resolve a document. `doc._.resolved_text` is made when it is asked for; with
        `resolve_text`, at once.
        """
        (result,) = self._results([doc])
        self._annotate(doc, result, resolve_text)
        return doc

    def pipe(
        self, stream: Iterable[Doc], *, batch_size: int = 128, resolve_text: bool = False
    ) -> Iterator[Doc]:
        """Resolve documents; those of a batch are parsed together."""
        waiting = iter(stream)
        while docs := list(islice(waiting, batch_size)):
            try:
                for doc, result in zip(docs, self._results(docs), strict=True):
                    self._annotate(doc, result, resolve_text)
            except Exception as error:  # spaCy's convention: one bad document is not a bad batch
                if self._on_error is raise_error:
                    self._on_error(self.name, self, docs, error)
                yield from self._one_by_one(docs, resolve_text)
            else:
                yield from docs

    def _one_by_one(self, docs: Sequence[Doc], resolve_text: bool) -> Iterator[Doc]:
        for doc in docs:
            try:
                yield self(doc, resolve_text=resolve_text)
            except Exception as error:
                self._on_error(self.name, self, [doc], error)

    def predict(self, docs: Iterable[Doc]) -> list[Clusters]:
        """The chains of each document as spans of tokens; the documents stay as they are."""
        listed = list(docs)
        return [
            [[place for place, _ in cluster.places] for cluster in clusters_of(doc, result)]
            for doc, result in zip(listed, self._results(listed), strict=True)
        ]

    def set_annotations(self, docs: Iterable[Doc], clusters: Iterable[Clusters]) -> None:
        """Put chains of token spans, as `predict` returns them, into `doc.spans`."""
        for doc, chains in zip(docs, clusters, strict=True):
            keep(doc, None)
            spans = [[doc[start:end] for start, end in chain] for chain in chains]
            set_groups(doc, self.prefix, [(chain, {}) for chain in spans])

    def set_error_handler(self, error_handler: OnError) -> None:
        """Call this function where a document cannot be resolved; spaCy's pipelines set it."""
        self._on_error = error_handler

    def get_error_handler(self) -> OnError:
        """The function that is called where a document cannot be resolved."""
        return self._on_error

    def to_bytes(self, *, exclude: Iterable[str] = ()) -> bytes:
        """The settings; a resolver's weights are not part of them."""
        settings = {name: getattr(self, name) for name in _DEFAULTS}
        return json.dumps(settings, ensure_ascii=False).encode()

    def from_bytes(self, bytes_data: bytes, *, exclude: Iterable[str] = ()) -> Resolving:
        """Take over the settings of another component."""
        settings = json.loads(bytes_data)
        for name in _DEFAULTS:
            setattr(self, name, str(settings[name]))
        self.__post_init__()
        return self

    def to_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> None:
        """Save the settings in a folder."""
        Path(path).mkdir(parents=True, exist_ok=True)
        (Path(path) / SETTINGS).write_bytes(self.to_bytes())

    def from_disk(self, path: str | Path, *, exclude: Iterable[str] = ()) -> Resolving:
        """Take over the settings that a folder has."""
        return self.from_bytes((Path(path) / SETTINGS).read_bytes())

    def _results(self, docs: Sequence[Doc]) -> list[Result]:
        own = self.parser == OWN
        documents = map(_own, docs) if own else self._pipeline.parsed(map(self._bare, docs))
        return [self._pipeline.resolved(document) for document in documents]

    def _bare(self, doc: Doc) -> Document:
        """The text, in the language that it is clearly in, else in that of the pipeline: a pipeline
        for English says nothing about the texts that pass through it.
        """
        if doc.lang_ != ANY and not (self.parser == PARSER and guess_language(doc.text).is_sure):
            return Document("doc", doc.text, doc.lang_)
        return as_document(Document("doc", doc.text), self._pipeline)

    def _annotate(self, doc: Doc, result: Result, resolve_text: bool) -> None:
        keep(doc, result)
        groups = [
            (cluster.spans(doc), asdict(cluster.about)) for cluster in clusters_of(doc, result)
        ]
        set_groups(doc, self.prefix, groups)
        if resolve_text:
            doc._.resolved_text = result.replaced()


def _own(doc: Doc) -> Document:
    if not doc.has_annotation("DEP"):
        raise CoindexError(
            "the pipeline has no parser before coindex; add one, or take parser='bundled'"
        )
    sentences: list[list[Token]] = []
    count = 0
    for sentence in converted(doc):
        sentences.append([_moved(token, count) for token in sentence])
        count += len(sentence)
    spoken = "" if doc.lang_ == ANY else doc.lang_
    return assembled(Document("doc", doc.text, spoken), sentences, doc.lang_)


def _moved(token: Token, words: int) -> Token:
    return (
        token if token.head is None or token.head < 0 else token._replace(head=token.head + words)
    )


def make(
    nlp: Language, name: str, resolver: str, parser: str, detector: str = AUTO, prefix: str = PREFIX
) -> Resolving:
    """The component for a pipeline."""
    if parser == PARSER and nlp.lang not in (*bundled_languages(), ANY):
        known = [Message(name_of_language(code)) for code in bundled_languages()]
        raise MissingLayer(
            Message(
                "coindex: the bundled parser works on {known}, not on {language}",
                known=series(known, " and "),
                language=Message(name_of_language(str(nlp.lang))),
            ),
            remedy="with parser='doc', the parse of the pipeline before it is taken",
        )
    return Resolving(resolver, parser, detector, prefix, name)


_DEFAULTS = {"resolver": RESOLVER, "parser": PARSER, "detector": AUTO, "prefix": PREFIX}
Language.factory(
    "coindex",
    assigns=["doc.spans", "doc._.coindex", "doc._.coref_clusters", "doc._.coref_chains"],
    default_config=_DEFAULTS,
    func=make,
)
