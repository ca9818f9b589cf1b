"""Targets of mini-discourses: right, wrong and open, in the cases that the notation has."""

from __future__ import annotations

import pytest

from coindex.core.annotation import Annotated, Annotation, Entity, Kind, Link, Mention, Source
from coindex.core.document import Document, Sentence, Span, Token
from coindex.measures.pair import Pair
from coindex.measures.targets import Targets

WORDS = ("Ann", "met", "Bea", ".", "She", "told", "him", ".", "They", "left", ".")
KINDS = {
    0: Kind.NAME,
    1: Kind.VERBAL,
    2: Kind.NAME,
    4: Kind.PERSONAL,
    6: Kind.PERSONAL,
    8: Kind.PERSONAL,
}


def mention(place: int) -> Mention:
    span = Span(place, place + 1)
    return Mention((span,), place, KINDS[place], span)


def document(targets: str) -> Document:
    starts = [len(" ".join(WORDS[:place])) + bool(place) for place in range(len(WORDS))]
    tokens = tuple(
        Token(start, start + len(word), word) for word, start in zip(WORDS, starts, strict=True)
    )
    meta = {"targets": targets}
    return Document("d", " ".join(WORDS), "en", tokens, (Sentence(Span(0, len(WORDS))),), meta)


def scores(
    targets: str, chains: list[list[int]], split: tuple[int, ...] = ()
) -> tuple[float | None, ...]:
    """Of a response with some chains, and with *they* referring to several mentions;
    she is Ann, the meeting is him.
    """
    text = document(targets)
    entities = (
        Entity("ann", (mention(0), mention(4))),
        Entity("bea", (mention(2),)),
        Entity("meeting", (mention(1), mention(6))),
    )
    loose = (mention(8),)
    key = Annotation("d", Source(), (*(m for e in entities for m in e.mentions), *loose), entities)
    found = tuple(Entity(str(n), tuple(map(mention, chain))) for n, chain in enumerate(chains))
    links = (Link(mention(8), tuple(map(mention, split))),) if split else ()
    all_ = tuple(mention(place) for place in KINDS)
    response = Annotation("d", Source("r", "system"), all_, found, links)
    measure = Targets(view="exact")
    return tuple(
        measure.score(measure.counts(Pair.of(Annotated(text, key), Annotated(text, response))))
    )


@pytest.mark.parametrize(
    ("targets", "chains", "right"),
    [
        ("She = ann", [[0, 4]], 1),
        ("She = ann", [[2, 4]], 0),
        ("She = ann", [], 0),
        ("She != bea", [[2, 4]], 0),
        ("She != bea", [], 1),
        ("They = none", [], 1),
        ("They = none", [[0, 8]], 0),
        ("him = meeting", [[1, 6]], 1),
    ],
)
def test_a_target_is_right_or_wrong(targets: str, chains: list[list[int]], right: int) -> None:
    assert scores(targets, chains) == (right, 0, right)


def test_a_text_is_right_if_all_its_targets_are() -> None:
    assert scores("She = ann; They = none", [[0, 4, 8]]) == (0.5, 0, 0)


def test_what_not_every_resolver_can_link_is_open_if_it_is_left_alone() -> None:
    assert scores("him = meeting", []) == (0, 1, 0)
    assert scores("They = ann+bea", []) == (0, 1, 0)
    assert scores("They = ann+bea", [[0, 8]]) == (0, 0, 0)


def test_split_antecedents_are_links_to_all_members() -> None:
    assert scores("They = ann+bea", [], split=(0, 2)) == (1, 0, 1)
    assert scores("They = ann+bea", [], split=(0, 1)) == (0, 0, 0)


def test_documents_without_targets_have_none() -> None:
    assert scores("", [[0, 4]]) == (None, None, None)


def test_mentions_with_the_same_words_are_the_same_whatever_their_heads() -> None:
    text = document("She = ann")
    pair = Span(0, 3)
    named = Mention((pair,), 2, Kind.NAME, pair)
    keyed = Entity("ann", (named, mention(4)))
    key = Annotation("d", Source(), keyed.mentions, (keyed,))
    chain = Entity("1", (named._replace(head=0), mention(4)))
    response = Annotation("d", Source("r", "system"), chain.mentions, (chain,))
    measure = Targets()
    counts = measure.counts(Pair.of(Annotated(text, key), Annotated(text, response)))
    assert measure.score(counts).right == 1
