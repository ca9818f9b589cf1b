"""From text to entities: parser, fragmenter, detector and resolver in sequence.

Analyses of language are imported where they are used: scoring, which needs none, starts about 10 %
faster (`python -m benchmarks.scoring`).
"""

from __future__ import annotations

import warnings
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import groupby
from typing import Any

from coindex.core import registry
from coindex.core import spec as component_string
from coindex.core.annotation import Annotated, Annotation, Source
from coindex.core.chains import resolved
from coindex.core.decision import Decision
from coindex.core.document import ROOT, Document
from coindex.core.errors import LanguageDoubt, MissingLayer, WrongType
from coindex.core.fast import pause_gc
from coindex.core.messages import Message, series
from coindex.core.plugins import naming_plugin
from coindex.core.protocols import (
    Combining,
    Correct,
    Delegating,
    Detecting,
    Detector,
    Fragmenter,
    Informed,
    InformedDetector,
    LanguageBound,
    Listing,
    Parser,
    ReportingProgress,
    Resolver,
)
from coindex.core.remedies import Action, doing
from coindex.language.languages import DEFAULT, get_language
from coindex.pipeline.result import Result

PARSER = "bundled"
GIVEN = "given"
"""The parser that keeps the parse of a document."""
NO_CUTS = "none"
"""The fragmenter that leaves the parse as it is."""
AUTO = "auto"
"""The detector that a resolver names as its own; `DETECTOR` for those that name none."""
DETECTOR = "nominals"
"""The rule-based detector, on whose mentions resolvers are compared."""
SERIAL = "serial"
"""The engine that runs in this process."""
RESOLVER = "auto"
"""The best resolver for each language: for English, `hybrid`."""


@dataclass(frozen=True, slots=True)
class Pipeline:
    """Components as strings; each is built on first use, and nothing is kept between documents."""

    parser: str = PARSER
    fragmenter: str = NO_CUTS
    detector: str = AUTO
    resolver: str = RESOLVER
    _built: dict[str, Any] = field(default_factory=dict, init=False, repr=False, compare=False)

    def component(self, family: str) -> Any:
        """Return the component of a family such as `resolvers`, built when it is first used."""
        if family not in self._built:
            self._built[family] = registry.build(family, getattr(self, family[:-1]))
        return self._built[family]

    def parsed(
        self, documents: Iterable[Document], progress: Callable[[int], None] | None = None
    ) -> Iterator[Document]:
        """Yield documents with tokens, sentences and universal dependencies; `progress` is called
        with the characters parsed.
        """
        for spec, together in groupby(map(_checked, documents), self.parser_for):
            own = spec == self.parser
            parser: Parser = self.component("parsers") if own else registry.build("parsers", spec)
            yield from _parsed_by(parser, together, progress)

    def mentions(self, document: Document, key: Annotation | None = None) -> Annotation:
        """Return the mentions that the detector finds, or those of the key if the detector is
        `gold`.
        """
        spec = self.detector_for(_checked(document))
        if spec not in self._built:
            self._built[spec] = registry.build("detectors", spec)
        detector: Detector = self._built[spec]
        check_language(detector, document)
        with pause_gc(), naming_plugin(detector, document.id):
            if key is not None and isinstance(detector, InformedDetector):
                return detector.detect_from_key(document, key)
            return detector.detect(document)

    def fragmented(self, document: Document) -> Document:
        """Return the document with the fragments of its parse."""
        if self.fragmenter == NO_CUTS and _is_whole(document):
            return document
        fragmenter: Fragmenter = self.component("fragmenters")
        with naming_plugin(fragmenter, document.id):
            return fragmenter.fragment(document)

    def resolved(
        self, document: Document, mentions: Annotation | None = None, key: Annotation | None = None
    ) -> Result:
        """Resolve a parsed document; `key` is for resolvers that need it."""
        whole = self.fragmented(_checked(document))
        given = mentions or self.mentions(whole)
        with pause_gc():
            decisions = decided(self.component("resolvers"), whole, given, key)
            annotation = resolved(
                whole, given, decisions, source=Source(self.resolver_for(document), "system")
            )
        return Result(document, annotation, decisions)

    def parser_for(self, document: Document) -> str:
        """Return the parser for a document; instead of the bundled one, its own parse, if it names
        a language without a parser.
        """
        if self.parser != PARSER or not document.language:
            return self.parser
        language = get_language(document.language)
        keeps = language.is_described and language.parser.partition("(")[0] == GIVEN
        has_parse = keeps and any(token.upos for token in document.tokens)
        return language.parser if has_parse else self.parser

    def language_doubt(self, document: Document) -> LanguageDoubt | None:
        """Return a doubt if a text is too short to be sure of its language, or if a document with a
        parse names no language and does not look like the one that is assumed.
        """
        if document.language:
            return None
        from coindex.language.identify import guess_language, name_of_language

        guess = guess_language(document.text)
        name = Message(name_of_language(guess.code))
        if self.parser_for(document).partition("(")[0] == GIVEN:
            if not guess.is_sure or guess.code in ("", DEFAULT):
                return None
            return LanguageDoubt(
                Message(
                    "{document}: this looks like {seems}, but is read as {taken}; the document "
                    "names no language",
                    document=document.id,
                    seems=name,
                    taken=Message(name_of_language(DEFAULT)),
                )
            )
        if guess.is_sure or not guess.code or self.parser != PARSER:
            return None
        return LanguageDoubt(
            Message(
                "{document}: too short to be sure of its language; parsed as {taken}",
                document=document.id,
                taken=name,
            ),
            remedy=doing(Action.NAME_LANGUAGE),
        )

    def detector_for(self, document: Document) -> str:
        """Return the detector for a document; with `auto`, the one that its resolver names."""
        resolver: Resolver = self.component("resolvers")
        if self.detector == AUTO and isinstance(resolver, Delegating):
            return replace(self, resolver=resolver.chosen(document)).stated_detector
        if self.detector == AUTO and isinstance(resolver, Combining):
            return replace(self, resolver=resolver.voters[0]).detector_for(document)
        return self.stated_detector

    @property
    def stated_detector(self) -> str:
        """The detector, as far as it does not depend on a document, for the settings of a job, also
        of one from 0.1.0.
        """
        if self.detector != AUTO:
            return self.detector
        resolver: Resolver = self.component("resolvers")
        return resolver.detector if isinstance(resolver, Detecting) else DETECTOR

    def resolver_for(self, document: Document) -> str:
        """Return the resolver for a document; with `auto`, the one chosen for its language."""
        resolver: Resolver = self.component("resolvers")
        return resolver.chosen(document) if isinstance(resolver, Delegating) else self.resolver

    def naming_all(self, document: Document) -> Pipeline:
        """Return the same pipeline with a resolver whose decisions name every candidate, if it has
        a parameter for that.
        """
        resolver = registry.build("resolvers", self.resolver_for(document))
        if not isinstance(resolver, Listing):
            return self
        spec = component_string.read(self.resolver_for(document))
        return replace(self, resolver=str(spec.with_named("listed", 0)))

    def __getstate__(self) -> tuple[str, ...]:
        return (self.parser, self.fragmenter, self.detector, self.resolver)

    def __setstate__(self, state: tuple[str, ...]) -> None:
        for name, value in zip(
            ("parser", "fragmenter", "detector", "resolver"), state, strict=True
        ):
            object.__setattr__(self, name, value)
        object.__setattr__(self, "_built", {})


def _checked(document: Document) -> Document:
    """The document; anything else is refused before it ends in an obscure error."""
    if not isinstance(document, Document):
        raise WrongType(
            Message("expected a Document, not {name}", name=type(document).__name__),
            remedy="coindex.parse makes one of a text; coindex.read gives those of a file",
        )
    return document


def _is_whole(document: Document) -> bool:
    """Whether each sentence is one tree without an attachment that the parser leaves open."""
    from coindex.language.syntax.tree import forest

    parse = forest(document)
    if "dep" in parse.labels or any(sentence.fragments for sentence in document.sentences):
        return False
    tokens = document.tokens
    roots = [root for root in parse.roots if not tokens[root].empty]
    starts = [sentence.span.start for sentence in document.sentences]
    trees = {bisect_right(starts, root) for root in roots}
    # A circle has a root that has a head; what it is attached to is not known.
    return len(trees) == len(roots) and all(tokens[root].head in (None, ROOT) for root in roots)


def _parsed_by(
    parser: Parser,
    documents: Iterable[Document],
    progress: Callable[[int], None] | None,
) -> Iterator[Document]:
    with naming_plugin(parser):
        if progress is not None and isinstance(parser, ReportingProgress):
            yield from map(interpreted, parser.parse_with_progress(documents, progress))
            return
        for document in parser.parse(documents):
            yield interpreted(document)
            if progress is not None:
                progress(len(document.text))


def interpreted(document: Document) -> Document:
    """The output of a parser, with universal relations and with headings."""
    from coindex.language.discourse.headings import with_headings
    from coindex.language.syntax.fdg import universal

    return with_headings(universal(document))


def decided(
    resolver: Resolver,
    document: Document,
    mentions: Annotation,
    key: Annotation | None = None,
    *,
    correct: Correct | None = None,
    watch: Callable[[Decision], None] | None = None,
) -> tuple[Decision, ...]:
    """All decisions on a document; a resolver that needs the key is given it.

    `watch` is called with each decision, and may raise an error to end the work.
    """
    check_language(resolver, document)
    with pause_gc(), naming_plugin(resolver, document.id):
        if isinstance(resolver, Informed) and resolver.needs_key:
            decisions = resolver.resolve(document, mentions, correct=correct, key=key)
        else:
            decisions = resolver.resolve(document, mentions, correct=correct)
        return tuple(decisions if watch is None else _watched(decisions, watch))


def _watched(
    decisions: Iterable[Decision], watch: Callable[[Decision], None]
) -> Iterator[Decision]:
    for decision in decisions:
        watch(decision)
        yield decision


def check_language(component: object, document: Document) -> None:
    """Raise `MissingLayer` if a resolver or detector is limited to languages other than the
    document's.
    """
    if not isinstance(component, LanguageBound):
        return
    spoken = document.language.partition("-")[0]
    if spoken and spoken not in component.languages:
        from coindex.language.identify import name_of_language

        names = [Message(name_of_language(code)) for code in component.languages]
        raise MissingLayer(
            Message(
                "{name_of} works on {names}, and {document} is in {name_of_language}",
                name_of=registry.name_of(component)[1],
                names=series(names, " and "),
                document=document.id,
                name_of_language=Message(name_of_language(spoken)),
            ),
            remedy=doing(Action.CHOOSE_RESOLVER),
        )


def given(pipeline: Pipeline, document: Document, item: Annotated) -> Annotated:
    """A parse and the key on it, for detector and resolver; with gold mentions, zero pronouns are
    the key's.
    """
    from coindex.pipeline.zero_alignment import with_key_zeros

    if pipeline.detector.partition("(")[0] == "gold":
        document = with_key_zeros(document, item)
    return Annotated(document, key_on(document, item))


def resolved_item(pipeline: Pipeline, parse: Document, item: Annotated) -> Result:
    """Resolve the parse of a document with what its file says: its mentions, if the detector is
    `gold`, and its entities, for a resolver that needs the key.
    """
    document, key = given(pipeline, parse, item)
    mentions = pipeline.mentions(document, key)
    return pipeline.resolved(document, mentions, key if key.entities else None)


def check_gold_mentions(pipeline: Pipeline, item: Annotated) -> None:
    """Raise `MissingLayer` if the detector is `gold` and the document has no mentions."""
    if pipeline.detector.partition("(")[0] == "gold" and not item.annotation.mentions:
        raise MissingLayer(
            Message("{id} has no mentions of its own", id=item.document.id),
            remedy=doing(Action.DETECT_MENTIONS),
        )


def key_on(document: Document, item: Annotated) -> Annotation:
    """The part of a key that a resolver may use: its annotation on the tokens of another parse of
    its text.

    Zero pronouns without a counterpart there are left out; `laying.judged` counts them as missed.
    """
    from coindex.measures.projection import project

    if not item.annotation.mentions:
        return item.annotation
    projection = project(item.annotation, item.document, document)
    if not projection.lost:
        return projection.annotation
    chains = (
        entity._replace(
            mentions=tuple(mention for mention in entity.mentions if mention.start >= 0)
        )
        for entity in projection.annotation.entities
    )
    links = (
        link
        for link in projection.annotation.links
        if all(mention.start >= 0 for mention in (link.anaphor, *link.antecedents))
    )
    return Annotation(
        document.id,
        item.annotation.source,
        tuple(mention for mention in projection.annotation.mentions if mention.start >= 0),
        tuple(entity for entity in chains if entity.mentions),
        tuple(links),
    )


def with_parse(item: Annotated, *, parser: str = PARSER) -> Annotated:
    """A document with its parse: its own if it has one, else the parser's, with the annotation
    mapped to it.

    The bundled parser keeps zero pronouns that the document has; any parser keeps the speakers of
    its sentences.
    """
    if any(token.upos for token in item.document.tokens):
        return item
    if parser == PARSER and any(token.empty for token in item.document.tokens):
        document = next(_with(f"{PARSER}(zeros='given')").parsed([item.document]))
    else:
        bare = replace(item.document, tokens=(), sentences=())
        document = next(_with(parser).parsed([bare]))
    from coindex.language.speech.turns import with_speakers_of

    document = with_speakers_of(document, item.document)
    return Annotated(document, key_on(document, item))


@cache
def _with(parser: str) -> Pipeline:
    return Pipeline(parser)


def as_document(given: str | Document, pipeline: Pipeline) -> Document:
    """The document, or that of a text, for a function of the Python interface; a warning says if
    its language is in doubt.
    """
    if isinstance(given, str):
        given = Document("text", given)
    if isinstance(given, Document):
        if doubt := pipeline.language_doubt(given):
            warnings.warn(doubt, stacklevel=3)
        return given
    hint = _HINTS.get(type(given).__name__, "take a str or a Document")
    raise WrongType(
        Message(
            "expected a text or a Document, not {name}: {hint}",
            name=type(given).__name__,
            hint=hint,
        )
    )


_HINTS = {
    "bytes": 'decode it, as in text.decode("utf-8")',
    "list": "call it for each text, or coindex.resolve_all",
    "tuple": "call it for each text, or coindex.resolve_all",
    "Annotated": "take its .document",
    "PosixPath": "coindex.read gives the documents of a file",
    "WindowsPath": "coindex.read gives the documents of a file",
    "NoneType": "there is nothing to work on",
}


def resolve(
    text: str | Document, *, resolver: str = RESOLVER, parser: str = PARSER, detector: str = AUTO
) -> Result:
    """Resolve a text: `resolve("Ann lost her key.").entities`."""
    pipeline = Pipeline(parser, detector=detector, resolver=resolver)
    document = as_document(text, pipeline)
    return pipeline.resolved(next(pipeline.parsed([document])))


def parse(text: str | Document, *, parser: str = PARSER) -> Document:
    """Parse a text."""
    pipeline = Pipeline(parser)
    return next(pipeline.parsed([as_document(text, pipeline)]))


def with_entities(
    pipeline: Pipeline, item: Annotated, progress: Callable[[int], None] | None = None
) -> Result:
    """The parsed document with the entities that it has, or else with those of the resolver."""
    if item.annotation.entities:
        own = with_parse(item, parser=pipeline.parser)
        return Result(own.document, own.annotation)
    document = next(pipeline.parsed([item.document], progress))
    return resolved_item(pipeline, document, item)
