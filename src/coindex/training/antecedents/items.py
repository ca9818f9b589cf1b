"""A document with proposed expressions and the labels of its keys, in the views from which training
chooses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from coindex.core.annotation import Annotated, Annotation, Source, in_order
from coindex.core.document import Document
from coindex.language.discourse.discourse import Discourse
from coindex.language.nominals.mentions import completed
from coindex.language.syntax.tree import forest
from coindex.resolvers.neural.features import mention_features, word_columns
from coindex.resolvers.neural.reading import proposals
from coindex.resolvers.neural.states import cores
from coindex.training.antecedents.spans import Labels, Span, key_spans, labels, own_pronouns
from coindex.training.antecedents.swap import swapped

THIRD_PERSON = frozenset(
    {
        *("he", "him", "his", "himself", "she", "her", "hers", "herself"),
        *("it", "its", "itself", "they", "them", "their", "theirs", "themselves"),
    }
)


@dataclass(slots=True)
class LabelledView:
    """`labels` are those of the expressions under each key."""

    sort: str
    discourse: Discourse
    labels: list[Labels]

    @property
    def rows(self) -> ViewRows:
        forms = [token.form for token in self.discourse.document.tokens]
        columns = word_columns(self.discourse)
        return ViewRows(forms, columns, *mention_features(self.discourse), cores(self.discourse))


class ViewRows(NamedTuple):
    """What the model sees of a view: words, and classes of each; classes and marks of expressions,
    and the words from the head of each to the edges of its smallest span.
    """

    forms: Sequence[str]
    words: NDArray[np.uint8]
    classes: NDArray[np.int32]
    marks: NDArray[np.int32]
    cores: Sequence[tuple[int, int]]


class View(Protocol):
    """A text as the model sees it, and the labels of its expressions under each key."""

    @property
    def sort(self) -> str: ...
    @property
    def rows(self) -> ViewRows: ...
    @property
    def labels(self) -> Sequence[Labels]: ...


class Item(Protocol):
    """A text to learn from, in its views; what a `TrainingItem` has, parsed or not."""

    @property
    def name(self) -> str: ...
    @property
    def corpus(self) -> str: ...
    @property
    def part(self) -> str: ...
    @property
    def views(self) -> Sequence[View]: ...
    @property
    def key(self) -> Mapping[str, Any]: ...


@dataclass(slots=True)
class TrainingItem:
    """`key` is the data for scoring: by scheme, entities, spans and pronouns; or GAP's question."""

    name: str
    corpus: str
    part: str
    views: list[LabelledView]
    key: dict[str, Any] = field(default_factory=dict)


def proposed(document: Document, scheme: str = "") -> Discourse:
    """The expressions that the model gets at run time, under a scheme or under none."""
    return Discourse(document, proposals(document, scheme))


def labelled_item(
    keys: Mapping[str, Annotated],
    document: Document,
    corpus: str,
    part: str,
    types: dict[Span, str] | None = None,
) -> TrainingItem:
    """A parsed document with its key under each scheme; `types` by
    first and last token of the key.
    """
    discourse = proposed(document, next(iter(keys)))
    view = LabelledView("own", discourse, [labels(key, discourse, types) for key in keys.values()])
    name = next(iter(keys.values())).document.id
    return TrainingItem(
        name, corpus, part, [view], _keyed(keys, document) if part != "train" else {}
    )


def given_view(keys: Mapping[str, Annotated], types: dict[Span, str] | None = None) -> LabelledView:
    """The document's own parse, with the mentions of the first key among the expressions."""
    key = next(iter(keys.values()))
    document, parse = key.document, forest(key.document)
    gold = [completed(parse, mention) for mention in key.annotation.mentions]
    seen = {mention.parts for mention in gold}
    more = [one.mention for one in proposed(document).expressions if one.mention.parts not in seen]
    discourse = Discourse(document, Annotation(document.id, Source(), in_order([*gold, *more])))
    return LabelledView(
        "given", discourse, [labels(one, discourse, types) for one in keys.values()]
    )


def swapped_view(view: LabelledView) -> LabelledView:
    other = swapped(view.discourse.document)
    return LabelledView("swapped", Discourse(other, view.discourse.mentions), view.labels)


def _keyed(keys: Mapping[str, Annotated], own: Document) -> dict[str, Any]:
    by_scheme: dict[str, Any] = {}
    for scheme, key in keys.items():
        groups, spans = key_spans(key, own)
        pronouns = own_pronouns(list(third_person_pronouns(key)), key.document, own)
        by_scheme[scheme] = {"groups": groups, "spans": spans, "pronouns": pronouns}
    return by_scheme


def third_person_pronouns(key: Annotated) -> Iterator[tuple[int, list[int], str]]:
    """Third-person pronouns with an earlier mention in their entity."""
    parse = forest(key.document)
    for entity in key.annotation.entities:
        heads = {completed(parse, mention).head for mention in entity.mentions}
        for mention in entity.mentions:
            form = key.document.tokens[mention.start].form.lower()
            earlier = any(other.start < mention.start for other in entity.mentions)
            if mention.span.length == 1 and form in THIRD_PERSON and earlier:
                yield mention.start, sorted(head for head in heads if head is not None), form
