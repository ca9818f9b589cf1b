"""Two or more sources of one document, aligned, including the zero pronouns of all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from coindex.core.annotation import Annotated, Source
from coindex.core.document import Document
from coindex.measures.pair import Pair
from coindex.measures.panel import AnnotatorPanel
from coindex.workbench.editing.layout import Layout, layout_of
from coindex.workbench.editing.states import State
from coindex.workbench.store.revisions import StoredSource

_ROLES = {
    "resolver": "system",
    "import": "gold",
    "adjudication": "gold",
    "annotator": "human",
    "person": "human",
}


class PairInLayout(NamedTuple):
    """A pair, and the layout that maps its tokens to the stored document."""

    layout: Layout
    pair: Pair


def origin(stored: StoredSource) -> Source:
    return Source(stored.name, _ROLES[stored.kind])


def align_pair(
    document: Document, first: tuple[StoredSource, State], second: tuple[StoredSource, State]
) -> PairInLayout:
    """Pair two states of a document; the first is the key."""
    layout = layout_of(document, [first[1], second[1]])
    key, response = (layout.annotation(state, origin(stored)) for stored, state in (first, second))
    return PairInLayout(layout, Pair(layout.document, key, response))


class PanelInLayout(NamedTuple):
    """The same for any number of sources."""

    layout: Layout
    panel: AnnotatorPanel


def align_panel(
    document: Document, sources: Sequence[StoredSource], states: Sequence[State]
) -> PanelInLayout:
    """The states of several sources of a document, in their order."""
    layout = layout_of(document, states)
    annotations = {
        stored.name: layout.annotation(state, origin(stored))
        for stored, state in zip(sources, states, strict=True)
    }
    return PanelInLayout(layout, AnnotatorPanel(layout.document, annotations))


def annotated(document: Document, stored: StoredSource, state: State) -> Annotated:
    layout = layout_of(document, [state])
    return Annotated(layout.document, layout.annotation(state, origin(stored)))
