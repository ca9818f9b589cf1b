"""The worked examples of binding: reflexives, pronouns, names, i-within-i
(ROSANA, examples 2 to 4 and 8).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from coindex.core.annotation import Kind
from coindex.core.document import Document
from coindex.language.syntax.binding import (
    Binding,
    binding_category,
    binding_type,
    i_within_i,
    violates,
)
from coindex.language.syntax.constituents import build
from coindex.language.syntax.structure import Label, Structure
from coindex.language.syntax.tree import NONE, forest

Parsed = Callable[..., Document]
A, B, C = Binding.A, Binding.B, Binding.C

BARBER = "The/DET/2/det barber/NOUN/4/nsubj is/AUX/4/aux shaving/VERB/0/root {}/PRON/4/obj"
CLIENT = (
    "The/DET/2/det client/NOUN/3/nsubj wants/VERB/0/root that/SCONJ/7/mark the/DET/6/det "
    "barber/NOUN/7/nsubj shaves/VERB/3/ccomp {}/PRON/7/obj"
)
TELESCOPE = (
    "Peter/PROPN/2/nsubj observed/VERB/0/root the/DET/4/det owner/NOUN/2/obj of/ADP/7/case "
    "the/DET/7/det telescope/NOUN/4/nmod with/ADP/9/case it/PRON/{}"
)


def structure(document: Document) -> Structure:
    return build(forest(document), document.sentences[0].span)


def refused(
    found: Structure, anaphor: int, binding: Binding, candidate: int, *, strong: bool = True
) -> bool:
    """Tokens in: whether the anaphor's own principle refuses the candidate."""
    return violates(found, found.node(anaphor), binding, found.node(candidate), strong=strong)


def test_binding_types() -> None:
    assert [binding_type(kind) for kind in (Kind.REFLEXIVE, Kind.RECIPROCAL)] == [A, A]
    assert {
        binding_type(kind)
        for kind in (Kind.PERSONAL, Kind.POSSESSIVE, Kind.RELATIVE, Kind.DEMONSTRATIVE)
    } == {B}
    assert {binding_type(kind) for kind in (Kind.NAME, Kind.NOMINAL, Kind.COORDINATION)} == {C}


def test_2a_one_clause(parsed: Parsed) -> None:
    himself, him = (
        structure(parsed(BARBER.format("himself"))),
        structure(parsed(BARBER.format("him"))),
    )
    assert not refused(himself, 4, A, 1)
    assert refused(him, 4, B, 1)


def test_2b_two_clauses(parsed: Parsed) -> None:
    himself, him = (
        structure(parsed(CLIENT.format("himself"))),
        structure(parsed(CLIENT.format("him"))),
    )
    assert not refused(himself, 7, A, 5)
    assert refused(himself, 7, A, 1)
    assert refused(him, 7, B, 5)
    assert not refused(him, 7, B, 1)


def test_2c_name_under_its_like(parsed: Parsed) -> None:
    found = structure(parsed(CLIENT.format("client")))
    assert refused(found, 7, C, 1)
    assert refused(found, 7, C, 5)


def test_3_possessive_in_the_np_it_would_refer_to(parsed: Parsed) -> None:
    found = structure(
        parsed(
            "Mary/PROPN/2/nsubj knows/VERB/0/root the/DET/4/det owner/NOUN/2/obj of/ADP/7/case "
            "his/PRON/7/nmod:poss boat/NOUN/4/nmod"
        )
    )
    assert i_within_i(found, found.node(5), found.node(3))
    assert i_within_i(found, found.node(3), found.node(5))
    assert not i_within_i(found, found.node(5), found.node(0))


def test_4_attachment_to_the_noun_and_to_the_verb(parsed: Parsed) -> None:
    low, high = (
        structure(parsed(TELESCOPE.format("7/nmod"))),
        structure(parsed(TELESCOPE.format("2/obl"))),
    )
    assert i_within_i(low, low.node(8), low.node(6))
    assert not i_within_i(high, high.node(8), high.node(6))
    assert not refused(high, 8, B, 6)
    assert refused(high, 8, B, 3)
    assert refused(high, 8, B, 0)


def test_8_induced_coindexing_asks_only_the_weak_test(parsed: Parsed) -> None:
    found = structure(
        parsed(
            "Gropius/PROPN/2/nsubj admits/VERB/0/root that/SCONJ/5/mark he/PRON/5/nsubj "
            "shaves/VERB/2/ccomp himself/PRON/5/obj"
        )
    )
    assert not refused(found, 5, A, 3)
    assert not refused(found, 3, B, 0)
    assert refused(found, 5, A, 0)
    assert not refused(found, 5, A, 0, strong=False)


def test_categories_of_subject_and_possessor(parsed: Parsed) -> None:
    found = structure(
        parsed("John/PROPN/2/nsubj likes/VERB/0/root his/PRON/4/nmod:poss mother/NOUN/2/obj")
    )
    assert found.labels[binding_category(found, found.node(2), B)] == Label.NP
    assert found.labels[binding_category(found, found.node(0), B)] == Label.S
    assert binding_category(found, found.node(0), A) == NONE


def test_reciprocal_possessor_is_bound_outside_its_np(parsed: Parsed) -> None:
    found = structure(
        parsed(
            "They/PRON/2/nsubj like/VERB/0/root each/DET/4/det other/PRON/6/nmod:poss "
            "'s/PART/4/case houses/NOUN/2/obj"
        )
    )
    assert not refused(found, 3, A, 0)


def test_a_possessive_that_is_its_own_phrase_may_be_bound(parsed: Parsed) -> None:
    text = "Tom/PROPN/3/nsubj had/AUX/3/aux forgotten/VERB/0/root {}"
    his = structure(parsed(text.format("his/PRON/3/obj/Poss=Yes")))
    him = structure(parsed(text.format("him/PRON/3/obj")))
    assert not refused(his, 3, B, 0)
    assert refused(him, 3, B, 0)


@pytest.mark.parametrize(
    ("pronoun", "forbidden"), [("who/PRON/5/nsubj/PronType=Rel", False), ("he/PRON/5/nsubj", True)]
)
def test_relative_pronoun_may_refer_to_the_np_it_is_in(
    parsed: Parsed, pronoun: str, forbidden: bool
) -> None:
    found = structure(
        parsed(
            f"a/DET/2/det man/NOUN/0/root ,/PUNCT/5/punct {pronoun} sleeps/VERB/2/acl:relcl "
            "near/ADP/7/case us/PRON/5/obl"
        )
    )
    assert i_within_i(found, found.node(3), found.node(1)) is forbidden
    assert i_within_i(found, found.node(6), found.node(1))


def test_apposition_may_corefer(parsed: Parsed) -> None:
    found = structure(
        parsed(
            "Ann/PROPN/6/nsubj ,/PUNCT/5/punct her/PRON/4/nmod:poss boss/NOUN/1/appos "
            ",/PUNCT/1/punct left/VERB/0/root"
        )
    )
    assert not i_within_i(found, found.node(0), found.node(3))
    assert i_within_i(found, found.node(0), found.node(2))
