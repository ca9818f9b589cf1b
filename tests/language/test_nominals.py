from __future__ import annotations

from collections.abc import Callable

import pytest

from coindex.core.annotation import Kind
from coindex.core.document import Document, Span
from coindex.language.nominals.noun_phrases import (
    Definiteness,
    appositions,
    conjunction,
    conjuncts,
    coordinated,
    copulas,
    definiteness,
    head_kind,
    maximal,
    minimal,
)
from coindex.language.syntax.clauses import relative_antecedents
from coindex.language.syntax.tree import forest

Parsed = Callable[..., Document]


@pytest.mark.parametrize(
    ("phrase", "expected"),
    [
        ("the/DET/2/det tower/NOUN/0/root", Definiteness.DEFINITE),
        ("a/DET/2/det tower/NOUN/0/root", Definiteness.INDEFINITE),
        ("that/DET/2/det tower/NOUN/0/root", Definiteness.DEMONSTRATIVE),
        ("my/PRON/2/nmod:poss tower/NOUN/0/root", Definiteness.POSSESSIVE),
        ("every/DET/2/det tower/NOUN/0/root", Definiteness.QUANTIFIED),
        ("three/NUM/2/nummod towers/NOUN/0/root", Definiteness.QUANTIFIED),
        ("many/ADJ/2/amod towers/NOUN/0/root", Definiteness.QUANTIFIED),
        ("tall/ADJ/2/amod towers/NOUN/0/root", Definiteness.BARE),
        ("old/ADJ/2/amod Berg/PROPN/0/root", Definiteness.NAME),
        ("so/ADV/2/advmod it/PRON/0/root/PronType=Prs", Definiteness.PRONOUN),
    ],
)
def test_definiteness(parsed: Parsed, phrase: str, expected: Definiteness) -> None:
    assert definiteness(forest(parsed(phrase)), 1) is expected


def test_spans_leave_out_preposition_apposition_and_conjuncts(parsed: Parsed) -> None:
    parse = forest(
        parsed(
            "with/ADP/3/case my/PRON/3/nmod:poss uncle/NOUN/0/root ,/PUNCT/6/punct the/DET/6/det "
            "baker/NOUN/3/appos ,/PUNCT/6/punct and/CCONJ/9/cc Ann/PROPN/3/conj"
        )
    )
    assert maximal(parse, 2) == Span(1, 3)
    assert maximal(parse, 5) == Span(4, 6)
    assert list(appositions(parse)) == [(2, 5)]
    assert conjuncts(parse, 2) == (2, 8)
    assert conjunction(parse, 2) == "and"
    assert coordinated(parse, (2, 8)) == Span(1, 9)


def test_an_extraposed_clause_does_not_stretch_the_span(parsed: Parsed) -> None:
    parse = forest(
        parsed(
            "A/DET/2/det man/NOUN/3/nsubj came/VERB/0/root who/PRON/5/nsubj/PronType=Rel "
            "sang/VERB/2/acl:relcl"
        )
    )
    assert maximal(parse, 1) == Span(0, 2)
    assert relative_antecedents(parse) == {3: 1}


def test_quotation_marks_are_closed(parsed: Parsed) -> None:
    parse = forest(
        parsed(
            "the/DET/3/det “/PUNCT/3/punct laws/NOUN/0/root of/ADP/5/case tea/NOUN/3/nmod "
            "”/PUNCT/3/punct"
        )
    )
    assert maximal(parse, 2) == Span(0, 6)


def test_relative_pronouns_inside_phrases_of_the_clause(parsed: Parsed) -> None:
    parse = forest(
        parsed(
            "the/DET/2/det house/NOUN/0/root in/ADP/4/case which/PRON/6/obl/PronType=Rel "
            "I/PRON/6/nsubj/PronType=Prs live/VERB/2/acl:relcl",
            "a/DET/2/det girl/NOUN/0/root whose/PRON/4/nmod:poss/PronType=Rel dog/NOUN/5/nsubj "
            "barks/VERB/2/acl:relcl",
        )
    )
    assert relative_antecedents(parse) == {3: 1, 8: 7}


def test_copulas(parsed: Parsed) -> None:
    parse = forest(
        parsed(
            "actress/NOUN/2/nmod:desc Ann/PROPN/6/nsubj Berg/PROPN/2/flat is/AUX/6/cop "
            "a/DET/6/det doctor/NOUN/0/root",
            "She/PRON/4/nsubj is/AUX/4/cop in/ADP/4/case Rome/PROPN/0/root",
        )
    )
    assert list(copulas(parse)) == [(1, 5)]
    assert minimal(parse, 1) == Span(1, 3)


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("her/PRON/0/nmod:poss/PronType=Prs", Kind.POSSESSIVE),
        ("her/PRON/0/obj/PronType=Prs", Kind.PERSONAL),
        ("that/PRON/0/nsubj/PronType=Rel", Kind.RELATIVE),
        ("that/PRON/0/nsubj/PronType=Dem", Kind.DEMONSTRATIVE),
        ("who/PRON/0/nsubj/PronType=Int", Kind.INTERROGATIVE),
        ("whose/PRON/0/nmod:poss", Kind.RELATIVE),
        ("each/DET/0/obj/PronType=Rcp", Kind.RECIPROCAL),
        ("themselves/PRON/0/obj/PronType=Prs", Kind.REFLEXIVE),
        ("someone/PRON/0/obj/PronType=Ind", Kind.INDEFINITE),
        ("one/PRON/0/nsubj/PronType=Neg", Kind.INDEFINITE),
        ("the/DET/0/det/PronType=Art", Kind.NOMINAL),
        ("run/VERB/0/root", Kind.VERBAL),
    ],
)
def test_kinds(parsed: Parsed, word: str, expected: Kind) -> None:
    assert head_kind(forest(parsed(word)), 0) is expected
