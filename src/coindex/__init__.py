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
        MissingExtra,
        MissingLayer,
        SpecError,
        UnknownComponent,
    )
    from coindex.core.files import File, Files
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
    from coindex.experiment.books import book
    from coindex.experiment.checking import check
    from coindex.experiment.coherence import Coherence, cohere
    from coindex.experiment.execution import Experiment
    from coindex.experiment.pipeline import Pipeline, parse, resolve
    from coindex.experiment.plan import Plan
    from coindex.experiment.pseudonyms import Pseudonymised, pseudonymise
    from coindex.experiment.result import Result
    from coindex.experiment.results import Results
    from coindex.experiment.rewriting import chunks, rewrite
    from coindex.experiment.scoring import score
    from coindex.formats import convert, read, write
    from coindex.formats.building import Builder
    from coindex.formats.markup import one_file_each
    from coindex.language.languages import Language, get_language, register_language
    from coindex.rendering.book.actions import Deeds
    from coindex.rendering.book.book import Book
    from coindex.rendering.book.characters import Character
    from coindex.rendering.book.meetings import Meeting, Meetings
    from coindex.rendering.book.speaking import Quotation
    from coindex.rendering.networks.graph import Graph
    from coindex.rendering.networks.network import Edge, Node
    from coindex.rendering.pseudonyms.codebook import Codebook
    from coindex.rendering.rewriting.passages import Passage
    from coindex.rendering.rewriting.rewriting import Rewriting
    from coindex.report.book.files import write_book

__version__ = "0.3.0.dev0"
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
    "rewrite",
    "score",
    "testing",
    "write",
    "write_book",
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
        "AlignmentError CoindexError FormatError MissingExtra MissingLayer SpecError "
        "UnknownComponent"
    ),
    "coindex.core.files": "File Files",
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
    "coindex.experiment.pipeline": "Pipeline parse resolve",
    "coindex.experiment.plan": "Plan",
    "coindex.experiment.pseudonyms": "Pseudonymised pseudonymise",
    "coindex.experiment.result": "Result",
    "coindex.experiment.results": "Results",
    "coindex.experiment.checking": "check",
    "coindex.experiment.books": "book",
    "coindex.experiment.coherence": "Coherence cohere",
    "coindex.experiment.rewriting": "chunks rewrite",
    "coindex.experiment.scoring": "score",
    "coindex.formats": "convert read write",
    "coindex.formats.building": "Builder",
    "coindex.formats.markup": "one_file_each",
    "coindex.rendering.networks.graph": "Graph",
    "coindex.rendering.networks.network": "Edge Node",
    "coindex.rendering.book.actions": "Deeds",
    "coindex.rendering.book.book": "Book",
    "coindex.rendering.book.characters": "Character",
    "coindex.rendering.book.meetings": "Meeting Meetings",
    "coindex.rendering.book.speaking": "Quotation",
    "coindex.rendering.pseudonyms.codebook": "Codebook",
    "coindex.rendering.rewriting.passages": "Passage",
    "coindex.rendering.rewriting.rewriting": "Rewriting",
    "coindex.report.book.files": "write_book",
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
