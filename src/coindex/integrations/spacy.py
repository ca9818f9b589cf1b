"""A component for spaCy: `nlp.add_pipe("coindex")` puts chains into
`doc.spans["coref_clusters_1"]` and so on.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, field
from typing import Any

from spacy.language import Language
from spacy.tokens import Doc

from coindex.core.document import Document, Token
from coindex.core.errors import CoindexError
from coindex.experiment.pipeline import AUTO, PARSER, RESOLVER, Pipeline
from coindex.experiment.result import Result
from coindex.language.identify import name_of_language
from coindex.parsers.bundled import bundled_languages
from coindex.parsers.outside import assembled
from coindex.parsers.spacy import converted

PREFIX = "coref_clusters"
OWN = "doc"
"""Not a parser: the parse of the spaCy pipeline before this component."""
ANY = "xx"
"""What spaCy calls pipelines for several languages."""


@dataclass
class Resolving:
    """Resolves a document; `doc._.coindex` is the whole result,
    with the reason for each decision.
    """

    resolver: str = RESOLVER
    parser: str = PARSER
    detector: str = AUTO
    prefix: str = PREFIX
    _pipeline: Pipeline = field(init=False, repr=False)

    def __post_init__(self) -> None:
        parser = "given" if self.parser == OWN else self.parser
        self._pipeline = Pipeline(parser, detector=self.detector, resolver=self.resolver)
        if not Doc.has_extension("coindex"):
            Doc.set_extension("coindex", default=None)

    def __call__(self, doc: Doc) -> Doc:
        document = _own(doc) if self.parser == OWN else next(self._pipeline.parsed([_bare(doc)]))
        result = self._pipeline.resolved(document)
        doc._.coindex = result
        for name in [name for name in doc.spans if name.startswith(f"{self.prefix}_")]:
            del doc.spans[name]
        for number, chain in enumerate(_chains(doc, result), 1):
            doc.spans[f"{self.prefix}_{number}"] = chain
        return doc


def _bare(doc: Doc) -> Document:
    return Document("doc", doc.text, doc.lang_)


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
    return assembled(_bare(doc), sentences, doc.lang_)


def _moved(token: Token, words: int) -> Token:
    return (
        token if token.head is None or token.head < 0 else token._replace(head=token.head + words)
    )


def _chains(doc: Doc, result: Result) -> list[list[Any]]:
    tokens = result.document.tokens
    chains = []
    for entity in result.annotation.entities:
        if not entity.singleton:
            places = [
                (tokens[mention.start].start, tokens[mention.end - 1].end)
                for mention in entity.mentions
            ]
            spans = [doc.char_span(start, end, alignment_mode="expand") for start, end in places]
            chains.append([span for span in spans if span is not None])
    return chains


def make(
    nlp: Language, name: str, resolver: str, parser: str, detector: str = AUTO, prefix: str = PREFIX
) -> Resolving:
    if parser == PARSER and nlp.lang not in (*bundled_languages(), ANY):
        known = " and ".join(map(name_of_language, bundled_languages()))
        warnings.warn(
            f"coindex: the bundled parser works on {known}, not on "
            f"{name_of_language(str(nlp.lang))}; with parser='doc', the parse of the pipeline "
            "before it is taken",
            stacklevel=2,
        )
    return Resolving(resolver, parser, detector, prefix)


_DEFAULTS = {"resolver": RESOLVER, "parser": PARSER, "detector": AUTO, "prefix": PREFIX}
Language.factory("coindex", assigns=["doc.spans"], default_config=_DEFAULTS, func=make)
