"""What goes into the store comes out the same, to the last attribute."""

from __future__ import annotations

import json

import pytest

from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Entity, Link, Mention, Relation
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Arc, Block, Document, Fragment, Multiword, Sentence, Span, Token
from coindex.experiment.cache import dumped
from coindex.experiment.codec import packed, packed_decisions, unpacked, unpacked_decisions
from coindex.testing.parses import random_parses


def again(item: Annotated) -> Annotated:
    return unpacked(json.loads(dumped(packed(item))))


@pytest.mark.parametrize("item", list(random_parses(30, seed=7)), ids=lambda item: item.document.id)
def test_documents_and_annotations(item: Annotated) -> None:
    assert again(item) == item


def test_what_is_rare() -> None:
    document = Document(
        "d",
        "don't 1",
        "en",
        (Token(0, 2, "do"), Token(2, 5, "n't", head=0, misc="A=b"), Token(6, 7, "1", empty=True)),
        (
            Sentence(
                Span(0, 3),
                "s",
                2,
                "Ann",
                True,
                ("# c",),
                (Multiword(Span(0, 2), "don't"),),
                (Fragment(0, 1, (2,)),),
            ),
        ),
        {"genre": "x"},
        ((Arc(1, 0.25),), (), ()),
        (Block(0, 5), Block(6, 7, "table")),
    )
    twice = Mention(
        (Span(0, 1), Span(2, 3)), 2, minimum=Span(2, 3), id="m", attributes=(("a", "b"),)
    )
    unlisted = Mention((Span(1, 2),))
    annotation = Annotation(
        "d",
        mentions=(twice, twice),
        entities=(Entity("e", (twice, unlisted), "person", (("k", "v"),)),),
        links=(Link(unlisted, (twice,), Relation.BRIDGING, "part", True),),
    )
    assert again(Annotated(document, annotation)) == Annotated(document, annotation)


@pytest.mark.parametrize("name", ["rosana", "mars", "sieve", "one"])
def test_decisions(name: str) -> None:
    resolver = registry.build("resolvers", name)
    for item in random_parses(10, seed=3):
        decisions = tuple(resolver.resolve(item.document, item.annotation.only_mentions()))
        value = json.loads(dumped(packed_decisions(decisions, item.annotation.mentions)))
        assert unpacked_decisions(value, item.annotation.mentions) == decisions


def test_a_decision_about_what_was_not_given() -> None:
    stranger = Mention((Span(4, 5),), 4)
    decision = Decision(
        stranger, None, candidates=(Candidate(stranger, factors=(("near", 1),), score=1.5),)
    )
    value = json.loads(dumped(packed_decisions([decision], [])))
    assert unpacked_decisions(value, []) == (decision,)
