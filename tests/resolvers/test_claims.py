"""What words claim of an entity, and which claims exclude each other."""

from __future__ import annotations

import pytest

from coindex.core.document import Document
from coindex.experiment.pipeline import Pipeline
from coindex.language.discourse import Discourse
from coindex.resolvers.claims import (
    MAN,
    OTHER,
    SENTIENT,
    SEVERAL,
    THING,
    THINGS,
    WOMAN,
    claims,
    contradictory,
)


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("He left.", MAN),
        ("Her uncle left.", WOMAN),
        ("It broke.", THING),
        ("They left.", SEVERAL),
        ("They were exhausted by midnight.", SEVERAL | SENTIENT),
        ("They laughed.", SEVERAL | SENTIENT),
        ("Hand them the keys.", SEVERAL | SENTIENT),
        ("Hand them over.", SEVERAL),
        ("The keys fell.", SEVERAL | THINGS),
        ("The women left.", SEVERAL),
        ("Mrs. Roth left.", WOMAN),
        ("I left.", 0),
        ("Robin left.", 0),
        ("Xe left.", OTHER),
    ],
)
def test_words_claim_by_themselves(text: str, claim: int) -> None:
    pipeline = Pipeline(resolver="sieve")
    document = next(pipeline.parsed([Document("d", text, language="en")]))
    found = Discourse(document, pipeline.mentions(document)).expressions
    assert claims(found[1] if text.startswith("Her") else found[0]) == claim


@pytest.mark.parametrize(
    "pair",
    [
        (MAN, WOMAN),
        (MAN, THING),
        (WOMAN, SEVERAL),
        (OTHER, THING),
        (OTHER, MAN),
        (SENTIENT, THINGS),
    ],
)
def test_what_excludes_each_other(pair: tuple[int, int]) -> None:
    assert contradictory(pair[0] | pair[1])


@pytest.mark.parametrize(
    "alone", [0, MAN, WOMAN, THING, THING | SEVERAL, OTHER | SEVERAL, SENTIENT | THING]
)
def test_what_goes_together(alone: int) -> None:
    """A team may be *it* and *they*, and who declares it, one person *they*."""
    assert not contradictory(alone)
