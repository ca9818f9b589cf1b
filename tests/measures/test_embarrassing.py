"""Errors that no reader would make, as the benchmark of mini-discourses counts them."""

from __future__ import annotations

import pytest

from benchmarks.accuracy.embarrassing import embarrassing
from coindex.core.annotation import Annotated, Annotation, Entity, Kind, Mention, Source
from coindex.core.document import Document, Sentence, Span, Token
from coindex.measures.pair import Pair
from coindex.measures.targets import Targets

WORDS = ("Ann", "met", "Bea", ".", "She", "gave", "him", "it", "and", "I", "left", ".")
NAMES = (0, 2)
PRONOUNS = (4, 6, 7, 9)


def mention(place: int) -> Mention:
    span = Span(place, place + 1)
    return Mention((span,), place, Kind.NAME if place in NAMES else Kind.PERSONAL, span)


def counted(targets: str, key: list[list[int]], chains: list[list[int]]) -> tuple[int, ...]:
    """Of a response with these chains, if *Ann*'s entity is the first of the key."""
    starts = [len(" ".join(WORDS[:place])) + bool(place) for place in range(len(WORDS))]
    tokens = tuple(
        Token(start, start + len(word), word) for word, start in zip(WORDS, starts, strict=True)
    )
    text = Document(
        "d",
        " ".join(WORDS),
        "en",
        tokens,
        (Sentence(Span(0, len(WORDS))),),
        {"targets": targets},
    )
    mentions = tuple(map(mention, sorted((*NAMES, *PRONOUNS))))

    def annotation(source: Source, groups: list[list[int]], label: str) -> Annotation:
        entities = (
            Entity(f"{label}{number}", tuple(map(mention, places)))
            for number, places in enumerate(groups)
        )
        return Annotation("d", source, mentions, tuple(entities))

    pair = Pair.of(
        Annotated(text, annotation(Source(), key, "e")),
        Annotated(text, annotation(Source("r", "system"), chains, "r")),
    )
    return tuple(embarrassing(pair, Targets(view="exact")))


@pytest.mark.parametrize(
    ("targets", "chains", "expected"),
    [
        ("She = e0", [[0, 4]], (0, 0, 0, 1)),
        ("She = e0", [], (0, 0, 0, 1)),
        ("She = e0", [[2, 4]], (0, 1, 1, 1)),
        ("She != e1", [[2, 4]], (0, 1, 1, 1)),
        ("it = none", [[2, 7]], (1, 1, 1, 1)),
        ("She = e0", [[0, 4], [2, 6]], (1, 0, 1, 1)),
        ("She = e0", [[0, 4, 6]], (1, 0, 1, 1)),
        ("She = e0", [[0, 4, 7]], (1, 0, 1, 1)),
        ("She = e0", [[0, 4, 9]], (1, 0, 1, 1)),
        ("She = e0", [[4, 6]], (1, 1, 1, 1)),
    ],
)
def test_contradictory_chains_and_wrong_links(
    targets: str, chains: list[list[int]], expected: tuple[int, ...]
) -> None:
    assert counted(targets, [[0, 4], [2], [6]], chains) == expected


def test_a_chain_of_the_key_contradicts_nothing() -> None:
    assert counted("She = e0", [[0, 4, 7], [2], [6]], [[0, 4, 7]]) == (0, 0, 0, 1)
