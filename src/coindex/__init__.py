"""Coindex resolves anaphora and coreference, explains each decision, and compares resolvers fairly.

What this module lists in `__all__` is public; every other module is private and may change at any
time.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from coindex.checking.issue import Issue
    from coindex.core.annotation import (
        Annotated,
        Annotation,
        Entity,
        Kind,
        Link,
        Mention,
        Reference,
        Relation,
        Source,
    )
    from coindex.core.decision import Candidate, Decision
    from coindex.core.document import Document, Sentence, Span, Token
    from coindex.core.errors import (
        AlignmentError,
        CoindexError,
        FormatError,
        LanguageDoubt,
        MissingExtra,
        MissingLayer,
        SpecError,
        UnknownComponent,
    )
    from coindex.core.layers import Layer
    from coindex.core.outcome import Outcome
    from coindex.core.plugins import load_plugin
    from coindex.core.problems import Problems
    from coindex.core.protocols import (
        AlignedPair,
        Chunk,
        Correct,
        Counts,
        Measure,
        OverlapTable,
        Reader,
        Resolver,
        Writer,
    )
    from coindex.core.registry import build, register
    from coindex.experiment import correction
    from coindex.experiment.annotators import agree
    from coindex.experiment.checking import check
    from coindex.experiment.execution import Experiment
    from coindex.experiment.plan import Plan
    from coindex.experiment.results import Results
    from coindex.experiment.scoring import score
    from coindex.experiment.seen import write_fingerprints
    from coindex.formats import convert, read, write
    from coindex.formats.building import Builder
    from coindex.formats.markup import one_file_each
    from coindex.io.files import File, Files
    from coindex.language.languages import Language, get_language, register_language
    from coindex.pipeline.many_texts import resolve_all
    from coindex.pipeline.pipeline import Pipeline, parse, resolve
    from coindex.pipeline.result import Result
    from coindex.texts.books.actions import Deeds
    from coindex.texts.books.book import Book
    from coindex.texts.books.characters import Character
    from coindex.texts.books.files import write_book
    from coindex.texts.books.meetings import Meeting, Meetings
    from coindex.texts.books.reading import book
    from coindex.texts.books.speaking import Quotation
    from coindex.texts.coherence.coherence import Coherence, cohere
    from coindex.texts.graphs.graph import Graph
    from coindex.texts.graphs.network import Edge, Node
    from coindex.texts.pseudonyms.codebook import Codebook
    from coindex.texts.pseudonyms.pseudonymising import Pseudonymised, pseudonymise
    from coindex.texts.rewriting.dialogue import Dialogue
    from coindex.texts.rewriting.passages import Passage
    from coindex.texts.rewriting.rewriter import chunks, rewrite
    from coindex.texts.rewriting.rewriting import Rewriting

__version__ = "0.3.0"
__all__ = [
    "AlignedPair",
    "AlignmentError",
    "Annotated",
    "Annotation",
    "Book",
    "Builder",
    "Candidate",
    "Character",
    "Chunk",
    "Codebook",
    "Coherence",
    "CoindexError",
    "Correct",
    "Counts",
    "Decision",
    "Deeds",
    "Dialogue",
    "Document",
    "Edge",
    "Entity",
    "Experiment",
    "File",
    "Files",
    "FormatError",
    "Graph",
    "Issue",
    "Kind",
    "Language",
    "LanguageDoubt",
    "Layer",
    "Link",
    "Measure",
    "Meeting",
    "Meetings",
    "Mention",
    "MissingExtra",
    "MissingLayer",
    "Node",
    "Outcome",
    "OverlapTable",
    "Passage",
    "Pipeline",
    "Plan",
    "Problems",
    "Pseudonymised",
    "Quotation",
    "Reader",
    "Reference",
    "Relation",
    "Resolver",
    "Result",
    "Results",
    "Rewriting",
    "Sentence",
    "Source",
    "Span",
    "SpecError",
    "Token",
    "UnknownComponent",
    "Writer",
    "__version__",
    "agree",
    "book",
    "build",
    "check",
    "chunks",
    "cohere",
    "convert",
    "corpora",
    "correction",
    "get_language",
    "load_plugin",
    "one_file_each",
    "parse",
    "pseudonymise",
    "ranking",
    "read",
    "register",
    "register_language",
    "resolve",
    "resolve_all",
    "rewrite",
    "score",
    "testing",
    "write",
    "write_book",
    "write_fingerprints",
]

_MODULES = {
    "corpora": "coindex.corpora",
    "correction": "coindex.experiment.correction",
    "ranking": "coindex.ranking",
    "testing": "coindex.testing",
}
_HOMES = {
    "coindex.checking.issue": "Issue",
    "coindex.core.annotation": (
        "Annotated Annotation Entity Kind Link Mention Reference Relation Source"
    ),
    "coindex.core.decision": "Candidate Decision",
    "coindex.core.document": "Document Sentence Span Token",
    "coindex.core.errors": (
        "AlignmentError CoindexError FormatError LanguageDoubt MissingExtra MissingLayer "
        "SpecError UnknownComponent"
    ),
    "coindex.io.files": "File Files",
    "coindex.core.layers": "Layer",
    "coindex.core.outcome": "Outcome",
    "coindex.core.problems": "Problems",
    "coindex.core.protocols": (
        "AlignedPair Chunk Correct Counts Measure OverlapTable Reader Resolver Writer"
    ),
    "coindex.core.plugins": "load_plugin",
    "coindex.core.registry": "build register",
    "coindex.experiment.annotators": "agree",
    "coindex.experiment.execution": "Experiment",
    "coindex.pipeline.many_texts": "resolve_all",
    "coindex.pipeline.pipeline": "Pipeline parse resolve",
    "coindex.experiment.plan": "Plan",
    "coindex.texts.pseudonyms.pseudonymising": "Pseudonymised pseudonymise",
    "coindex.pipeline.result": "Result",
    "coindex.experiment.results": "Results",
    "coindex.experiment.checking": "check",
    "coindex.texts.books.reading": "book",
    "coindex.texts.coherence.coherence": "Coherence cohere",
    "coindex.texts.rewriting.dialogue": "Dialogue",
    "coindex.texts.rewriting.rewriter": "chunks rewrite",
    "coindex.experiment.scoring": "score",
    "coindex.experiment.seen": "write_fingerprints",
    "coindex.formats": "convert read write",
    "coindex.formats.building": "Builder",
    "coindex.formats.markup": "one_file_each",
    "coindex.texts.graphs.graph": "Graph",
    "coindex.texts.graphs.network": "Edge Node",
    "coindex.texts.books.actions": "Deeds",
    "coindex.texts.books.book": "Book",
    "coindex.texts.books.characters": "Character",
    "coindex.texts.books.meetings": "Meeting Meetings",
    "coindex.texts.books.speaking": "Quotation",
    "coindex.texts.pseudonyms.codebook": "Codebook",
    "coindex.texts.rewriting.passages": "Passage",
    "coindex.texts.rewriting.rewriting": "Rewriting",
    "coindex.texts.books.files": "write_book",
    "coindex.language.languages": "Language get_language register_language",
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names.split()}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that `import coindex` stays light."""
    if name in _MODULES:
        return import_module(_MODULES[name])
    if name in _HOME_OF:
        return getattr(import_module(_HOME_OF[name]), name)
    raise AttributeError(f"module 'coindex' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
