"""What words claim of an entity, and which claims exclude each other."""

from __future__ import annotations

import pytest

from coindex.core.document import Document
from coindex.language.discourse.discourse import Discourse
from coindex.pipeline.pipeline import Pipeline
from coindex.resolvers.entity_constraints import (
    MAN,
    NARRATOR,
    OTHER,
    SENTIENT,
    SEVERAL,
    THING,
    THINGS,
    WOMAN,
    constraints_on,
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
        ("I left.", NARRATOR),
        ("Robin left.", 0),
    ],
)
def test_words_claim_by_themselves(text: str, claim: int) -> None:
    pipeline = Pipeline(resolver="sieve")
    document = next(pipeline.parsed([Document("d", text, language="en")]))
    found = Discourse(document, pipeline.mentions(document)).expressions
    assert constraints_on(found[1] if text.startswith("Her") else found[0]) == claim


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


@pytest.mark.parametrize(("one", "other", "expected"), [("Xe", "xem", False), ("Xe", "hir", True)])
def test_who_is_xe_is_not_ze(one: str, other: str, expected: bool) -> None:
    pipeline = Pipeline(resolver="sieve")
    document = next(pipeline.parsed([Document("d", f"{one} left. I saw {other}.", language="en")]))
    found = Discourse(document, pipeline.mentions(document)).expressions
    left, right = (constraints_on(e) for e in found if e.text in (one, other))
    assert left & OTHER and right & OTHER
    assert contradictory(left | right) is expected
