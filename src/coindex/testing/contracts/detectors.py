"""The contracts of detectors and fragmenters: both get a parse, and may refuse one that lacks what
they need.
"""

from __future__ import annotations

import pickle
from collections.abc import Iterable

from coindex.core.annotation import Annotated, Annotation, in_order
from coindex.core.document import Document
from coindex.core.errors import MissingLayer
from coindex.core.protocols import Detector, Fragmenter, InformedDetector
from coindex.testing.bracketed import bracketed
from coindex.testing.contracts.soundness import check_annotated, check_component, check_document
from coindex.testing.parses import random_parses

TINY = ("", "Hm.", "[Hm]1", "[Ann]1 saw [her]1 dog. [She]1 liked [it]2.")


def check_detector(
    detector: Detector, items: Iterable[Annotated] = (), *, parses: int = 50
) -> None:
    """The detector is deterministic and pure; it finds each mention once, inside the document, in
    textual order, and adds no reference.

    It may raise `MissingLayer` on a document that lacks something it needs, such as a parse.
    """
    check_component(detector)
    for item in (*map(bracketed, TINY), *items, *random_parses(parses)):
        before = pickle.dumps(item)
        annotation = _detected(detector, item)
        assert pickle.dumps(item) == before, "the document or its key was changed"
        assert annotation == _detected(detector, pickle.loads(before)), "not deterministic"  # noqa: S301 - our own
        if annotation is not None:
            _check_mentions(Annotated(item.document, annotation))
            repeated = len(annotation.mentions) - len(set(annotation.mentions))
            # A key may have two mentions of the same tokens, and a detector that takes them from
            # there keeps both.
            assert not repeated or isinstance(detector, InformedDetector), (
                "a mention was found twice"
            )


def _detected(detector: Detector, item: Annotated) -> Annotation | None:
    try:
        if isinstance(detector, InformedDetector):
            return detector.detect_from_key(*item)
        return detector.detect(item.document)
    except MissingLayer:
        return None


def _check_mentions(item: Annotated) -> None:
    check_annotated(item)
    annotation = item.annotation
    assert not annotation.entities and not annotation.links, (
        "a detector says nothing about reference"
    )
    assert annotation.mentions == in_order(annotation.mentions), "mentions are not in textual order"


def check_fragmenter(
    fragmenter: Fragmenter, items: Iterable[Annotated] = (), *, parses: int = 50
) -> None:
    """The fragmenter is deterministic and pure; it keeps the text and its words, and its fragments
    have the roots it states.

    It may raise `MissingLayer` on a document that lacks something it needs, such as arc
    probabilities.
    """
    check_component(fragmenter)
    for item in (*map(bracketed, TINY), *items, *random_parses(parses)):
        before = pickle.dumps(item.document)
        fragmented = _fragmented(fragmenter, item.document)
        assert pickle.dumps(item.document) == before, "the document was changed"
        copy = pickle.loads(before)  # noqa: S301 - our own
        assert fragmented == _fragmented(fragmenter, copy), "not deterministic"
        if fragmented is not None:
            _check_fragments(item.document, fragmented)


def _fragmented(fragmenter: Fragmenter, document: Document) -> Document | None:
    try:
        return fragmenter.fragment(document)
    except MissingLayer:
        return None


def _check_fragments(before: Document, after: Document) -> None:
    check_document(after)
    assert (before.id, before.text) == (after.id, after.text), "the text was changed"
    words = [
        [(token.form, token.start, token.end) for token in one.tokens] for one in (before, after)
    ]
    assert words[0] == words[1], "words were changed"
    assert [s.span for s in before.sentences] == [s.span for s in after.sentences], (
        "sentences were changed"
    )
    for sentence in after.sentences:
        for number, fragment in enumerate(sentence.fragments):
            assert fragment.root in sentence.span, "the root of a fragment is outside its sentence"
            assert fragment.parent != number, "a fragment is its own parent"
            assert all(site in sentence.span for site in fragment.sites), (
                "a site is outside its sentence"
            )
