"""Notebooks: one text as several resolvers see it, and an editor to correct chains."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coindex.core.document import Document
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.integrations.chain_editor import ChainEditor
from coindex.pipeline.notebook import switch_html
from coindex.pipeline.pipeline import AUTO, PARSER, RESOLVER, Pipeline, as_document
from coindex.pipeline.result import Result

__all__ = ["ChainEditor", "Views", "show"]


@dataclass(frozen=True)
class Views:
    """Results on one text; a notebook shows them with a switch between the resolvers."""

    results: tuple[Result, ...]

    def __getitem__(self, resolver: str) -> Result:
        for result in self.results:
            if result.annotation.source.name == resolver:
                return result
        names = ", ".join(result.annotation.source.name for result in self.results)
        raise CoindexError(
            Message("no result of {resolver!r}; there are {names}", resolver=resolver, names=names)
        )

    def _repr_html_(self) -> str:
        return switch_html([result._panel() for result in self.results])


def show(
    text: str | Document,
    resolvers: Sequence[str] = (RESOLVER,),
    *,
    parser: str = PARSER,
    detector: str = AUTO,
) -> Views:
    """Resolve a text with each of these resolvers, on the same parse."""
    if isinstance(resolvers, str) or not resolvers:
        raise CoindexError("resolvers is a list of one or more, such as ['hybrid', 'sieve']")
    parsing = Pipeline(parser)
    document = next(parsing.parsed([as_document(text, parsing)]))
    pipelines = (Pipeline(parser, detector=detector, resolver=name) for name in resolvers)
    return Views(tuple(pipeline.resolved(document) for pipeline in pipelines))
