"""What the parse adds to a mention that says little."""

from __future__ import annotations

from coindex.core.annotation import Kind, Mention
from coindex.core.document import Span
from coindex.language.nominals.mentions import completed
from coindex.language.syntax.tree import forest
from tests.detectors.parses import parsed
from tests.detectors.spanish import FEM, FIN, PRON, SE, bare

NAME = parsed(
    "John/John/PROPN/4/nsubj/ ,/,/PUNCT/1/punct/ Smith/Smith/PROPN/1/flat/ left/leave/VERB/0/root/"
)


def test_head_kind_and_minimum() -> None:
    whole = completed(forest(NAME), Mention((Span(0, 3),)))
    assert (whole.head, whole.kind, whole.minimum) == (0, Kind.NAME, Span(0, 3))


def test_the_minimum_lies_inside_the_mention() -> None:
    for parts in ((Span(0, 1),), (Span(0, 1), Span(2, 3))):
        assert completed(forest(NAME), Mention(parts)).minimum == Span(0, 1)


def test_se_before_another_clitic_is_no_reflexive() -> None:
    given = bare(f"Se/él/PRON/3/obj/{SE} la/él/PRON/3/obj/{FEM}|{PRON} dio/dar/VERB/0/root/{FIN}")
    assert completed(forest(given), Mention((Span(0, 1),))).kind is Kind.PERSONAL
    looked = bare(f"Se/él/PRON/2/obj/{SE} miró/mirar/VERB/0/root/{FIN}")
    assert completed(forest(looked), Mention((Span(0, 1),))).kind is Kind.REFLEXIVE
