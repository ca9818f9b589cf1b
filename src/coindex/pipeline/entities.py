"""Documents with entities: their own, or else those that a resolver finds."""

from __future__ import annotations

from collections.abc import Callable

from coindex.core.annotation import Annotated
from coindex.pipeline.pipeline import Pipeline, resolved_item, with_parse
from coindex.pipeline.result import Result


def with_entities(
    pipeline: Pipeline, item: Annotated, progress: Callable[[int], None] | None = None
) -> Result:
    """The parsed document with the entities that it has, or else with those of the resolver."""
    if item.annotation.entities:
        own = with_parse(item, parser=pipeline.parser)
        return Result(own.document, own.annotation)
    document = next(pipeline.parsed([item.document], progress))
    return resolved_item(pipeline, document, item)
