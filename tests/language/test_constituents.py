"""Structures of hand-built trees, and c-command against its definition on random ones."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coindex.core.annotation import Kind, Mention
from coindex.core.document import Document, Sentence, Span, Token
from coindex.language.syntax.binding import Binding, binding_category, locally_binds
from coindex.language.syntax.constituents import Constituents, build
from coindex.language.syntax.roles import NOMINAL_ROLES, ROLES
from coindex.language.syntax.structure import PRO, Label, Structure, StructureOptions
from coindex.language.syntax.tree import NONE, forest

Parsed = Callable[..., Document]


def structure(document: Document, options: StructureOptions | None = None) -> Structure:
    return build(forest(document), document.sentences[0].span, options or StructureOptions())


def word(document: Document, form: str, nth: int = 1) -> int:
    return [index for index, token in enumerate(document.tokens) if token.form == form][nth - 1]


def np(document: Document, found: Structure, form: str, nth: int = 1) -> int:
    return found.node(word(document, form, nth))


def commands(
    document: Document, upper: str, lower: str, options: StructureOptions | None = None
) -> bool:
    found = structure(document, options)
    return found.c_commands(np(document, found, upper), np(document, found, lower))


def test_german_example_has_the_published_shape(parsed: Parsed) -> None:
    document = parsed(
        "Der/DET/2/det Mann/NOUN/6/nsubj hat/AUX/6/aux den/DET/5/det Präsidenten/NOUN/6/obj "
        "besucht/VERB/0/root",
        "der/PRON/5/nsubj ihn/PRON/5/obj von/ADP/4/case sich/PRON/5/obl überzeugte/VERB/0/root",
        language="de",
    )
    first, second = (Constituents(forest(document))[number] for number in (0, 1))
    assert first.bracketing(0) == "(S (NP Mann) (VP (NP Präsidenten)))"
    assert second.bracketing(0) == "(S (NP der) (VP (NP ihn) (VP (PP (NP sich)))))"


def test_subject_commands_object_and_not_the_reverse(parsed: Parsed) -> None:
    document = parsed("Ann/PROPN/2/nsubj saw/VERB/0/root Bob/PROPN/2/obj")
    assert commands(document, "Ann", "Bob")
    assert not commands(document, "Bob", "Ann")


def test_first_object_commands_second(parsed: Parsed) -> None:
    document = parsed("He/PRON/2/nsubj showed/VERB/0/root Mary/PROPN/2/iobj herself/PRON/2/obj")
    assert commands(document, "Mary", "herself")
    assert not commands(document, "herself", "Mary")


@pytest.mark.parametrize("transparent", [False, True])
def test_nothing_commands_out_of_a_pp_unless_argument_pps_are_transparent(
    parsed: Parsed, transparent: bool
) -> None:
    document = parsed(
        "John/PROPN/2/nsubj talked/VERB/0/root to/ADP/4/case Bill/PROPN/2/obl about/ADP/6/case "
        "himself/PRON/2/obl"
    )
    options = StructureOptions(argument_pp_transparent=transparent)
    assert commands(document, "Bill", "himself", options) is transparent
    assert commands(document, "John", "himself", options)


def test_preposed_adjuncts_are_outside_the_domain_of_the_subject(parsed: Parsed) -> None:
    document = parsed(
        "In/ADP/2/case Paris/PROPN/5/obl ,/PUNCT/5/punct she/PRON/5/nsubj saw/VERB/0/root "
        "Bob/PROPN/5/obj"
    )
    assert structure(document).bracketing(0) == "(S' (PP (NP Paris)) (S (NP she) (VP (NP Bob))))"
    assert not commands(document, "she", "Paris")


def test_postposed_clause_is_in_the_domain_of_the_subject_alone(parsed: Parsed) -> None:
    document = parsed(
        "Ann/PROPN/2/nsubj told/VERB/0/root Bob/PROPN/2/obj after/SCONJ/6/mark Eve/PROPN/6/nsubj "
        "left/VERB/2/advcl"
    )
    assert commands(document, "Ann", "Eve")
    assert not commands(document, "Bob", "Eve")


def test_complement_clause_is_in_the_domain_of_objects_too(parsed: Parsed) -> None:
    document = parsed(
        "Ann/PROPN/2/nsubj told/VERB/0/root Bob/PROPN/2/obj Eve/PROPN/5/nsubj left/VERB/2/ccomp"
    )
    assert commands(document, "Bob", "Eve")


def test_possessor_commands_into_n_bar_and_not_out_of_the_np(parsed: Parsed) -> None:
    document = parsed(
        "John/PROPN/3/nmod:poss 's/PART/1/case portrait/NOUN/6/nsubj of/ADP/5/case him/PRON/3/nmod "
        "pleases/VERB/0/root Mary/PROPN/6/obj"
    )
    assert commands(document, "John", "him")
    assert not commands(document, "John", "Mary")
    assert not commands(document, "him", "John")
    assert commands(document, "portrait", "Mary")


def test_relative_clause_is_adjoined(parsed: Parsed) -> None:
    document = parsed(
        "his/PRON/2/nmod:poss man/NOUN/5/nsubj who/PRON/4/nsubj/PronType=Rel "
        "slept/VERB/2/acl:relcl left/VERB/0/root"
    )
    found = structure(document)
    assert found.bracketing(0) == "(S (NP (NP (NP his)) (S (NP who))))"
    assert not commands(document, "his", "who")


def test_coordination_has_a_node_above_its_members(parsed: Parsed) -> None:
    document = parsed(
        "Ann/PROPN/4/nsubj and/CCONJ/3/cc Bob/PROPN/1/conj saw/VERB/0/root Eve/PROPN/4/obj"
    )
    found = structure(document)
    assert found.bracketing(0) == "(S (NP (NP Ann) (NP Bob)) (VP (NP Eve)))"
    both = found.of(Mention((Span(0, 3),), head=0, kind=Kind.COORDINATION))
    assert (
        both
        == found.of(Mention((Span(0, 3),), head=0))
        == found.whole(0)
        != found.of(Mention((Span(0, 1),), head=0))
    )
    eve = found.node(4)
    assert found.c_commands(both, eve)
    assert not found.c_commands(found.node(0), eve)


def test_shared_subject_commands_both_predicates(parsed: Parsed) -> None:
    document = parsed(
        "Ann/PROPN/2/nsubj came/VERB/0/root and/CCONJ/4/cc saw/VERB/2/conj Bob/PROPN/4/obj",
    )
    assert structure(document).bracketing(0) == "(S (NP Ann) (VP (NP Bob)))"
    assert commands(document, "Ann", "Bob")


def test_conjoined_clauses_with_subjects_stand_side_by_side(parsed: Parsed) -> None:
    document = parsed(
        "Ann/PROPN/2/nsubj came/VERB/0/root and/CCONJ/5/cc Bob/PROPN/5/nsubj left/VERB/2/conj"
    )
    assert structure(document).bracketing(0) == "(S (S (NP Ann)) (S (NP Bob)))"
    assert not commands(document, "Ann", "Bob")


def test_predicate_noun_has_its_own_np_and_the_clause_its_own_dependents(parsed: Parsed) -> None:
    document = parsed(
        "She/PRON/4/nsubj is/AUX/4/cop his/PRON/4/nmod:poss boss/NOUN/0/root in/ADP/6/case "
        "Rome/PROPN/4/obl"
    )
    assert (
        structure(document).bracketing(0) == "(S (NP She) (VP (NP (NP his)) (VP (PP (NP Rome)))))"
    )


def test_subject_of_a_copula_over_a_clause_is_not_local_to_that_clause(parsed: Parsed) -> None:
    document = parsed("Luck/NOUN/4/nsubj:outer is/AUX/4/cop she/PRON/4/nsubj left/VERB/0/root")
    found = structure(document)
    she, luck = np(document, found, "she"), np(document, found, "Luck")
    assert found.c_commands(luck, she)
    assert not locally_binds(found, luck, she, Binding.B)


@pytest.mark.parametrize(
    ("verb", "options", "controller"),
    [
        ("asked", StructureOptions(), "Bob"),
        ("promise", StructureOptions(), "Ann"),
        ("asked", StructureOptions(adjunct_control="subject"), "Bob"),
    ],
)
def test_object_control_but_for_verbs_of_promising(
    parsed: Parsed, verb: str, options: StructureOptions, controller: str
) -> None:
    document = parsed(
        f"Ann/PROPN/2/nsubj {verb}/VERB/0/root Bob/PROPN/2/obj to/PART/5/mark "
        "shave/VERB/2/xcomp/VerbForm=Inf him/PRON/5/obj"
    )
    found = structure(document, options)
    him = np(document, found, "him")
    category = binding_category(found, him, Binding.B)
    assert found.subjects[category] == PRO
    assert found.controller(category) == np(document, found, controller)
    assert locally_binds(found, np(document, found, controller), him, Binding.B)
    assert not locally_binds(
        found, np(document, found, controller), him, Binding.B, pro_control=False
    )


def test_control_passes_through_covert_subjects(parsed: Parsed) -> None:
    document = parsed(
        "Ann/PROPN/2/nsubj wants/VERB/0/root to/PART/4/mark try/VERB/2/xcomp to/PART/6/mark "
        "shave/VERB/4/xcomp herself/PRON/6/obj"
    )
    found = structure(document)
    assert locally_binds(
        found, np(document, found, "Ann"), np(document, found, "herself"), Binding.A
    )


def test_adjunct_control_is_an_option(parsed: Parsed) -> None:
    document = parsed(
        "Ann/PROPN/2/nsubj met/VERB/0/root Bob/PROPN/2/obj after/SCONJ/5/mark "
        "washing/VERB/2/advcl her/PRON/5/obj"
    )
    for setting, expected in (("object", "Bob"), ("subject", "Ann")):
        found = structure(document, StructureOptions(adjunct_control=setting))  # type: ignore[arg-type]
        category = binding_category(found, np(document, found, "her"), Binding.B)
        assert found.controller(category) == np(document, found, expected)


def test_imperative_has_a_covert_subject_without_controller(parsed: Parsed) -> None:
    document = parsed("Wash/VERB/0/root/Mood=Imp|VerbForm=Fin him/PRON/1/obj")
    found = structure(document)
    category = binding_category(found, np(document, found, "him"), Binding.B)
    assert (found.subjects[category], found.controller(category)) == (PRO, NONE)


def test_narrow_n_bar_keeps_only_genitives_inside(parsed: Parsed) -> None:
    shape = {}
    for case in ("in", "of"):
        document = parsed(
            f"Smith/PROPN/2/nsubj saw/VERB/0/root a/DET/4/det driver/NOUN/2/obj {case}/ADP/7/case "
            "his/PRON/7/nmod:poss truck/NOUN/4/nmod"
        )
        shape[case] = structure(document, StructureOptions(n_bar="narrow")).bracketing(0)
    assert shape["in"] == "(S (NP Smith) (VP (NP (PP (NP (NP his))))))"
    assert shape["of"] == "(S (NP Smith) (VP (NP (N' (PP (NP (NP his)))))))"


def test_breadth_first_visits_noun_phrases_level_by_level_in_surface_order(parsed: Parsed) -> None:
    document = parsed(
        "The/DET/2/det castle/NOUN/5/nsubj in/ADP/4/case Camelot/PROPN/2/nmod remained/VERB/0/root "
        "the/DET/7/det residence/NOUN/5/obj of/ADP/10/case the/DET/10/det king/NOUN/7/nmod"
    )
    found = structure(document, StructureOptions(n_bar="narrow"))
    visited = [
        found.tokens[node] for node in found.breadth_first(0) if found.labels[node] == Label.NP
    ]
    assert [document.tokens[token].form for token in visited] == [
        "castle",
        "residence",
        "Camelot",
        "king",
    ]


def test_clause_on_a_part_of_a_name_belongs_to_the_name(parsed: Parsed) -> None:
    document = parsed(
        "Ann/PROPN/0/root Lee/PROPN/1/flat who/PRON/4/nsubj/PronType=Rel left/VERB/2/acl:relcl"
    )
    assert structure(document).bracketing(0) == "(NP (NP Ann) (S (NP who)))"


def test_empty_token_takes_its_place_from_enhanced_dependencies() -> None:
    tokens = (
        Token(0, 0, "_", upos="PRON", deps="1:nsubj", empty=True),
        Token(0, 4, "vino", "venir", "VERB", head=-1, deprel="root"),
        Token(5, 8, "Ana", "Ana", "PROPN", head=1, deprel="obj"),
    )
    document = Document("zero", "vino Ana", "es", tokens, (Sentence(Span(0, 3)),))
    found = structure(document)
    assert found.c_commands(found.node(0), found.node(2))


LABELS = [
    *ROLES,
    "",
    "nsubj:pass",
    "acl:relcl",
    "conj",
    "conj",
    "obl",
    "nmod",
    "nsubj",
    "obj",
    "case",
    "advcl",
]
POS = ["NOUN", "PROPN", "PRON", "VERB", "AUX", "ADJ", "ADV", "ADP", "PUNCT", "DET", "CCONJ", ""]


@st.composite
def documents(draw: st.DrawFn, longest: int = 14) -> Document:
    """Any heads at all: cycles, several roots, unknown heads, heads
    outside the sentence, empty tokens.
    """
    lengths = draw(st.lists(st.integers(0, longest), min_size=1, max_size=2))
    total = sum(lengths)
    tokens = tuple(
        Token(
            index,
            index + 1,
            "w",
            "w",
            draw(st.sampled_from(POS)),
            "",
            draw(st.sampled_from(["", "Mood=Imp", "VerbForm=Inf", "Poss=Yes", "PronType=Rel"])),
            draw(st.one_of(st.none(), st.integers(-1, total))),
            draw(st.sampled_from(LABELS)),
            draw(st.sampled_from(["", "1:nsubj", "9:obj", "x"])),
            empty=draw(st.sampled_from([False] * 9 + [True])),
        )
        for index in range(total)
    )
    starts = [sum(lengths[:number]) for number in range(len(lengths))]
    sentences = tuple(
        Sentence(Span(start, start + n)) for start, n in zip(starts, lengths, strict=True)
    )
    return Document(
        "random", "w" * total, draw(st.sampled_from(["en", "es", "xx"])), tokens, sentences
    )


def slow_dominates(found: Structure, upper: int, lower: int) -> bool:
    return upper in found.ancestors(lower)


def branches(found: Structure, node: int) -> bool:
    """Two daughters with lexical content: the phrases below, and words that are in none of them."""
    below = found.children[node]
    token = found.tokens[node]
    if found.labels[node] not in (Label.S, Label.NP) or len(below) > 1:
        return True
    return found.clauses.count(node) > 1 or any(found.tokens[child] != token for child in below)


@settings(max_examples=150, deadline=None)
@given(documents(), st.booleans(), st.sampled_from(["wide", "narrow"]))
def test_random_forests_never_fail_and_c_command_keeps_its_definition(
    document: Document, transparent: bool, n_bar: str
) -> None:
    index = forest(document)
    assert sorted(index.order) == list(range(len(document.tokens)))
    options = StructureOptions(argument_pp_transparent=transparent, n_bar=n_bar)  # type: ignore[arg-type]
    for sentence in document.sentences:
        found = build(index, sentence.span, options)
        nodes = range(len(found.labels))
        assert [node for node in nodes if found.parents[node] >= node] == []
        for upper in nodes:
            above = found.branching[upper]
            if not transparent:
                assert above == next(
                    (node for node in found.ancestors(upper) if branches(found, node)), NONE
                )
            for lower in nodes:
                assert found.dominates(upper, lower) == slow_dominates(found, upper, lower)
                expected = (
                    above != NONE
                    and slow_dominates(found, above, lower)
                    and upper != lower
                    and not slow_dominates(found, upper, lower)
                    and not slow_dominates(found, lower, upper)
                )
                assert found.c_commands(upper, lower) == expected
        for token in range(*sentence.span):
            if found.node(token) != NONE:
                assert found.whole(token) in nodes


@settings(max_examples=100, deadline=None)
@given(documents())
def test_every_token_in_a_nominal_role_has_one_np_of_its_own(document: Document) -> None:
    index = forest(document)
    for sentence in document.sentences:
        found = build(index, sentence.span)
        for token in range(*sentence.span):
            lonely = (
                document.tokens[token].empty
                and index.heads[token] == NONE
                and not index.children[token]
            )
            if index.roles[token] in NOMINAL_ROLES and not index.clausal[token] and not lonely:
                assert found.phrases[token - sentence.span.start] != NONE
            if index.clausal[token] and not lonely:
                assert found.clauses[token - sentence.span.start] != NONE
        own = [node for node in found.phrases if node != NONE]
        assert len(own) == len(set(own))
        assert all(found.labels[node] == Label.NP for node in own)
        heads = [found.tokens[node] for node in own]
        assert len(heads) == len(set(heads))


def test_very_deep_tree_is_no_problem(parsed: Parsed) -> None:
    count = 3000
    words = " ".join(f"w/NOUN/{number}/nmod" for number in range(count))
    found = structure(parsed(words))
    assert len(found.labels) > count
    assert found.dominates(0, len(found.labels) - 1)
