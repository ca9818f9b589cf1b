"""The stages before a resolver in a request: parser, fragmenter and detector."""

from __future__ import annotations

from typing import NamedTuple

from coindex.core import registry
from coindex.core.annotation import Annotation
from coindex.core.document import Document
from coindex.core.errors import SpecError
from coindex.core.messages import Message
from coindex.core.protocols import InformedDetector
from coindex.language.languages import DEFAULT
from coindex.pipeline.pipeline import AUTO, PARSER, Pipeline
from coindex.workbench.editing.parses import HEAVY, without_files

FRAGMENTER = "none"


class Stages(NamedTuple):
    """Components by their strings. Without a parser, a document keeps its own
    parse, else it gets the bundled one.
    """

    parser: str = ""
    fragmenter: str = FRAGMENTER
    detector: str = AUTO

    @property
    def changed(self) -> str:
        """The stages that are not defaults, for the name of a source; empty if all are."""
        return ", ".join(own for own, usual in zip(self, Stages(), strict=True) if own != usual)

    def fragmented(self, document: Document) -> Document:
        return Pipeline(fragmenter=self.fragmenter).fragmented(document)

    def mentions(self, document: Document, resolver: str) -> Annotation:
        return Pipeline(detector=self.detector, resolver=resolver).mentions(document)

    def parsed(self, document: Document) -> Document:
        """The document with the parse of the stage's parser, on its own tokens if
        it has any and the parser can.
        """
        parser = self.parser
        if parser == PARSER:
            options = ", tokens='given', sentences='given'" if document.tokens else ""
            parser = f"{PARSER}(language={document.language or DEFAULT!r}{options})"
        with HEAVY:
            return next(Pipeline(parser).parsed([document]))


USUAL = Stages()


def checked_stages(parser: str = "", fragmenter: str = "", detector: str = "") -> Stages:
    """The shortest spelling of each component; empty ones are defaults."""
    chosen = Stages(
        _checked("parsers", parser) if parser else "",
        _checked("fragmenters", fragmenter or FRAGMENTER),
        _checked("detectors", detector or AUTO),
    )
    if isinstance(registry.build("detectors", chosen.detector), InformedDetector):
        raise SpecError(
            Message(
                "{detector} takes mentions from an annotation: choose that annotation instead",
                detector=chosen.detector,
            )
        )
    return chosen


def _checked(family: str, text: str) -> str:
    without_files(text)
    return registry.spec_of(registry.build(family, text))
