"""Short texts, parsed once, and what becomes of them when they are rewritten."""

from __future__ import annotations

from functools import cache
from typing import Unpack

from coindex.core.annotation import Annotation, Link
from coindex.core.document import Document
from coindex.pipeline.pipeline import Pipeline, key_on
from coindex.testing import bracketed
from coindex.texts.rewriting.choices import ChoiceOptions, Choices
from coindex.texts.rewriting.rewriting import Rewriting, rewriting


@cache
def parsed(text: str, language: str) -> Document:
    parser = f"bundled(language={language!r})"
    return next(Pipeline(parser).parsed([Document("test", text, language)]))


def rewritten(
    marked: str, language: str = "en", *, groups: bool = False, **choices: Unpack[ChoiceOptions]
) -> Rewriting:
    """What becomes of a text whose chains are marked; with `groups`, the mention with the index 9
    stands for all others together.
    """
    item = bracketed(marked)
    document = parsed(item.document.text, language)
    key = key_on(document, item)
    links: tuple[Link, ...] = ()
    if groups:
        (they,) = next(one.mentions for one in key.entities if one.id == "9")
        links = (Link(they, tuple(one.mentions[0] for one in key.entities if one.id != "9")),)
    asked: ChoiceOptions = {"min_confidence": 0.0, **choices}
    annotation = Annotation(document.id, key.source, key.mentions, key.entities, links)
    return rewriting(document, annotation, (), Choices(**asked))
