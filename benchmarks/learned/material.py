"""GUM dev, raw text parsed by the bundled parser, with the key on that parse."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from coindex import formats
from coindex.core.annotation import Annotation
from coindex.core.document import Document
from coindex.language.discourse.discourse import Discourse, discourse
from coindex.pipeline.pipeline import Pipeline, key_on
from coindex.resolvers.oracle import entities_of


class Text(NamedTuple):
    """`entity` is the key's, for the number of each expression that has one."""

    document: Document
    mentions: Annotation
    discourse: Discourse
    entity: dict[int, str]


def gum(corpora: Path, *, gold: bool = False) -> list[Text]:
    keys = list(formats.read(corpora / "en_gum/dep_conllu_dev.tar.gz", "conllu"))
    found = []
    for key in keys:
        document = (
            key.document
            if gold
            else next(Pipeline().parsed([Document(key.document.id, key.document.text)]))
        )
        mentions = Pipeline(resolver="neural").mentions(document)
        view = discourse(document, mentions)
        entity = entities_of(view, key.annotation if gold else key_on(document, key))
        found.append(
            Text(document, mentions, view, {one.number: name for one, name in entity.items()})
        )
    return found


def first_mentions(text: Text) -> set[int]:
    """Numbers of the expressions with which an entity of the key begins, or that are in none."""
    seen: set[str] = set()
    first = set()
    for one in text.discourse.expressions:
        name = text.entity.get(one.number)
        if name is None or name not in seen:
            first.add(one.number)
        if name is not None:
            seen.add(name)
    return first
