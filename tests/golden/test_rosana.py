"""Figure 5 of Stuckardt (2001) and the examples around it."""

from __future__ import annotations

import pytest

from coindex.core.annotation import Annotation, Kind, Link, Mention
from coindex.core.document import Span
from coindex.core.protocols import Counts
from coindex.measures.antecedents import Anchors, Antecedents, cell_score
from coindex.measures.occurrences import Classes, Occurrences
from coindex.measures.pair import Pair
from coindex.measures.scores import total
from coindex.measures.selection import types_in
from coindex.testing import bracketed

IMMEDIATE: dict[str, tuple[Counts, float, float | None]] = {
    "PER3": ((145, 48, 10, 1, 0, 18, 0), 0.7143, 0.7108),
    "PE12": ((18, 1, 0, 7, 6, 0, 0), 0.9474, 0.6923),
    "POS3": ((100, 28, 3, 0, 0, 0, 0), 0.7634, 0.7634),
    "PO12": ((3, 0, 0, 1, 1, 0, 0), 1.0, 0.75),
    "REFL": ((3, 0, 0, 1, 0, 0, 0), 1.0, 0.75),
    "RELA": ((74, 18, 3, 6, 0, 7, 4), 0.7789, 0.7327),
    "DNOM": ((357, 136, 16, 1973, 43, 31, 133), 0.7014, None),
    "NAME": ((308, 15, 5, 368, 5, 5, 28), 0.9390, None),
}
ANCHORS: dict[str, tuple[Counts, float, float]] = {
    "PER3": ((136, 54, 11, 3, 0, 18, 0), 0.6766, 0.6667),
    "PE12": ((10, 1, 0, 15, 6, 0, 0), 0.9091, 0.3846),
    "POS3": ((87, 39, 5, 0, 0, 0, 0), 0.6641, 0.6641),
    "PO12": ((2, 0, 0, 2, 1, 0, 0), 1.0, 0.5),
    "REFL": ((3, 0, 0, 1, 0, 0, 0), 1.0, 0.75),
    "RELA": ((69, 18, 3, 11, 0, 7, 4), 0.7667, 0.6832),
}
PRONOUNS = ("PER3", "PE12", "POS3", "PO12", "REFL", "RELA")


@pytest.mark.parametrize("table", [IMMEDIATE, ANCHORS])
def test_printed_ratios_follow_from_the_cells(
    table: dict[str, tuple[Counts, float, float | None]],
) -> None:
    for counts, precision, recall in table.values():
        score = cell_score(counts)
        assert score.precision == pytest.approx(precision, abs=5e-5)
        assert recall is None or score.recall == pytest.approx(recall, abs=5e-5)


def test_rows_add_up() -> None:
    pronouns = total(IMMEDIATE[name][0] for name in PRONOUNS)
    assert pronouns == (343, 95, 16, 16, 7, 25, 4)
    assert [round(value or 0, 4) for value in cell_score(pronouns)[:2]] == [0.7555, 0.7298]
    nominals = total(IMMEDIATE[name][0] for name in ("DNOM", "NAME"))
    assert nominals == (665, 151, 21, 2341, 48, 36, 161)
    everything = total([pronouns, nominals])
    assert everything[:3] == (1008, 246, 37)
    assert cell_score(everything).precision == pytest.approx(0.7808, abs=5e-5)
    anchors = total(counts for counts, *_ in ANCHORS.values())
    assert anchors == (307, 112, 19, 32, 7, 25, 4)
    assert [round(value or 0, 4) for value in cell_score(anchors)[:2]] == [0.7009, 0.6532]
    third = cell_score(
        total(IMMEDIATE[name][0] for name in types_in("third+RELA") if name in IMMEDIATE)
    )
    assert third.precision == 322 / 432


def test_occurrences_and_classes_of_figure_5() -> None:
    assert Occurrences.score((3831, 4074, 3981))[:2] == (3831 / 4074, 3831 / 3981)
    assert Classes.score((1334 - 256, 1334, 1572)).precision == pytest.approx(0.8081, abs=5e-5)
    assert Classes.score((1572 - 496, 1334, 1572)).recall == pytest.approx(0.6845, abs=5e-5)


def test_spurious_mentions_do_not_raise_restricted_classes() -> None:
    key = bracketed("[1]a [2]a [3]a [4]b [5]b [6]c 7")
    response = bracketed("[1]a [2]a 3 [4]a [5]b [6]c [7]a").annotation
    assert Classes().score(Classes().counts(Pair(key.document, key.annotation, response)))[:2] == (
        1 / 2,
        1 / 2,
    )


def test_an_optional_mention_left_unlinked_does_not_count() -> None:
    document, key = bracketed("[Ann]a said [she]a left [her]a car")
    first, _, third = key.mentions
    optional = Annotation(
        key.document,
        mentions=key.mentions,
        entities=key.entities,
        links=(Link(third, (first,), optional=True),),
    )
    response = bracketed("[Ann]a said [she]a left [her] car").annotation
    assert Classes().counts(Pair(document, key, response)) == (1, 1, 2)
    assert Classes().counts(Pair(document, optional, response)) == (1, 1, 1)
    assert Antecedents().counts(Pair(document, key, response))[:7] == (1, 0, 0, 1, 0, 0, 0)
    assert Antecedents().counts(Pair(document, optional, response))[:7] == (1, 0, 0, 0, 1, 0, 0)


def test_one_wrong_link_at_the_head_of_a_chain_spoils_every_anchor() -> None:
    document, key = bracketed("[Behrens]b met [Gropius]g. [he]b and [he]b saw [him]b and [him]b")
    response = bracketed(
        "[Behrens]b met [Gropius]g. [he]g and [he]g saw [him]g and [him]g"
    ).annotation
    pair = Pair(document, key, response)
    assert Antecedents("PER3").score(Antecedents("PER3").counts(pair)).precision == 3 / 4
    assert Classes().score(Classes().counts(pair)).precision == 3 / 4
    assert Anchors("PER3").score(Anchors("PER3").counts(pair)).precision == 0


def test_every_cell() -> None:
    document, _ = bracketed("Ann saw Bob and he saw her and it and they and him")

    def mention(start: int, kind: Kind = Kind.PERSONAL) -> Mention:
        return Mention((Span(start, start + 1),), kind=kind)

    ann, bob = mention(0, Kind.NAME), mention(2, Kind.NAME)
    he, her, it, they, him = (mention(start) for start in (4, 6, 8, 10, 12))
    odd = mention(1, Kind.NOMINAL)
    from coindex.core.chains import entities

    key = Annotation(
        "d",
        mentions=(ann, bob, he, her, it),
        entities=entities([("a", ann), ("a", her), ("a", it), ("b", bob), ("b", he)]),
    )
    response = Annotation(
        "d",
        mentions=(ann, odd, bob, he, her, it, they, him),
        links=(Link(he, (bob,)), Link(her, (bob,)), Link(it, (odd,)), Link(they, (ann,))),
    )
    assert Antecedents().counts(Pair(document, key, response))[:7] == (1, 1, 1, 0, 0, 1, 1)
