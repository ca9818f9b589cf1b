"""Rewrites documents, resolved by the resolver that their language names for it, with the large
model if it is installed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields, is_dataclass, replace
from functools import lru_cache
from typing import Unpack

from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.core.registry import component
from coindex.core.spec import read
from coindex.language.languages import get_language
from coindex.pipeline.pipeline import (
    AUTO,
    NO_CUTS,
    PARSER,
    RESOLVER,
    Pipeline,
    as_document,
    resolved_item,
)
from coindex.pipeline.result import Result
from coindex.texts.rewriting.certainty import Opinion
from coindex.texts.rewriting.choices import KINDS, ChoiceOptions, Choices, choices_of
from coindex.texts.rewriting.judging import Judge
from coindex.texts.rewriting.passages import EXPLICIT, WORDS, Cutting, Passage, passages
from coindex.texts.rewriting.rewriting import Rewriting, rewriting


@dataclass(frozen=True, slots=True)
class Rewriter:
    """Resolves documents and rewrites them; can be sent to another process."""

    pipeline: Pipeline = field(default_factory=Pipeline)
    choices: Choices = field(default_factory=Choices)

    def __call__(self, item: Annotated, progress: Callable[[int], None] | None = None) -> Rewriting:
        resolved, others = self.opinions(item, progress)
        return rewriting(
            resolved.document, resolved.annotation, resolved.decisions, self.choices, others
        )

    def judge(self, item: Annotated, progress: Callable[[int], None] | None = None) -> Judge:
        """The judge of the mentions of a document."""
        resolved, others = self.opinions(item, progress)
        return Judge(
            resolved.document, resolved.annotation, resolved.decisions, self.choices, others
        )

    def opinions(
        self, item: Annotated, progress: Callable[[int], None] | None = None
    ) -> tuple[Result, list[Opinion]]:
        """The resolved document, and, where its resolver gives no probabilities, the results of the
        other resolvers that its language names.
        """
        pipeline = self.pipeline
        document = next(pipeline.parsed([item.document], progress))
        language = get_language(document.language)
        if pipeline.resolver == RESOLVER:
            usual = language.rewriter or language.resolver
            large = with_large_model(usual) if language.opinions else ""
            pipeline = _with_resolver(pipeline, large or usual)
        resolved = resolved_item(pipeline, document, item)
        if any(decision.confidence is not None for decision in resolved.decisions):
            return resolved, []
        asked = (_with_resolver(Pipeline(self.pipeline.parser), name) for name in language.opinions)
        others = [Opinion(other.resolved(resolved.document).annotation) for other in asked]
        return resolved, others


@lru_cache(maxsize=16)
def with_large_model(resolver: str) -> str:
    """The same resolver with the large model, *hybrid(size='large')* for *hybrid*; empty if it
    knows no sizes or already names one, or if the model is not installed.
    """
    from coindex.models.antecedents import installed_sizes

    spec = read(resolver)
    named = dict(spec.named)
    if spec.positional or "size" in named or "model" in named or "large" not in installed_sizes():
        return ""
    kind = component("resolvers", spec.name)
    sized = is_dataclass(kind) and any(one.name == "size" for one in fields(kind))
    return str(spec._replace(named=(*spec.named, ("size", "large")))) if sized else ""


@dataclass(frozen=True, slots=True)
class Cutter:
    """Resolves documents and cuts them into passages; can be sent to another process."""

    rewriter: Rewriter = field(default_factory=lambda: Rewriter(choices=EXPLICIT))
    cutting: Cutting = field(default_factory=Cutting)

    def __call__(
        self, item: Annotated, progress: Callable[[int], None] | None = None
    ) -> list[Passage]:
        return list(passages(self.rewriter.judge(item, progress), self.cutting))


@lru_cache(maxsize=16)
def _with_resolver(pipeline: Pipeline, resolver: str) -> Pipeline:
    """The same pipeline with another resolver, built once in a process."""
    return replace(pipeline, resolver=resolver)


def rewrite(
    text: str | Document,
    *,
    resolver: str = RESOLVER,
    parser: str = PARSER,
    detector: str = AUTO,
    **choices: Unpack[ChoiceOptions],
) -> Rewriting:
    """Rewrite a text so that it stands on its own: `rewrite("Ann lost her key. She ...").text`.

    The keywords are those of `Result.rewritten`.
    """
    pipeline = Pipeline(parser, NO_CUTS, detector, resolver)
    document = as_document(text, pipeline)
    rewriter = Rewriter(pipeline, choices_of(rewrite, choices))
    return rewriter(Annotated(document, Annotation(document.id)))


def chunks(
    text: str | Document,
    *,
    by: str = "words",
    size: int = WORDS,
    overlap: int = 0,
    tokenizer: str = "",
    resolver: str = RESOLVER,
    parser: str = PARSER,
    **choices: Unpack[ChoiceOptions],
) -> list[Passage]:
    """Cut a text into passages that stand on their own: `[one.text for one in chunks(text)]`.

    `by` is *words*, *sentences*, *paragraph* or *tokens*, `size` how many words, sentences or
    tokens of the file `tokenizer` a passage has at most, `overlap` how many sentences it repeats
    from the one before. The other keywords are those of `Result.rewritten`.
    """
    asked: ChoiceOptions = {"kinds": KINDS, **choices}
    pipeline = Pipeline(parser, resolver=resolver)
    document = as_document(text, pipeline)
    rewriter = Rewriter(pipeline, choices_of(chunks, asked))
    return Cutter(rewriter, Cutting(by, size, overlap, tokenizer))(
        Annotated(document, Annotation(document.id))
    )
