"""The ten rule patterns and B1 on their worked examples; attachment at a site
against building the attached tree.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from coindex.core.document import Document, Fragment, Sentence, Span, Token
from coindex.language.syntax.attachment import attachment, possible_sites, sites
from coindex.language.syntax.binding import Binding
from coindex.language.syntax.constituents import build
from coindex.language.syntax.fragments import Fragments, Place, Verdict
from coindex.language.syntax.tree import NONE, forest

Parsed = Callable[..., Document]
A, B, C = Binding.A, Binding.B, Binding.C

GERMAN = (
    "Der/DET/2/det Mann/NOUN/6/nsubj hat/AUX/6/aux den/DET/5/det Präsidenten/NOUN/6/obj "
    "besucht/VERB/0/root ,/PUNCT/12/punct der/PRON/12/nsubj/PronType=Rel ihn/PRON/12/obj "
    "von/ADP/11/case sich/PRON/12/obl überzeugte/VERB/_/acl:relcl"
)
MANN, PRESIDENT, VISITED, DER, IHN, SICH, CONVINCED = 1, 4, 5, 7, 8, 10, 11

TIRED = (
    "The/DET/2/det president/NOUN/3/nsubj left/VERB/0/root after/SCONJ/7/mark he/PRON/7/nsubj "
    "had/AUX/7/aux spoken/VERB/_/advcl because/SCONJ/11/mark he/PRON/11/nsubj was/AUX/11/cop "
    "tired/ADJ/_/advcl"
)
SPOKEN = (
    "He/PRON/2/nsubj left/VERB/0/root after/SCONJ/7/mark the/DET/5/det president/NOUN/7/nsubj "
    "had/AUX/7/aux spoken/VERB/_/advcl"
)
TELESCOPE = (
    "Peter/PROPN/2/nsubj observed/VERB/0/root the/DET/4/det owner/NOUN/2/obj of/ADP/7/case "
    "the/DET/7/det telescope/NOUN/4/nmod with/ADP/9/case it/PRON/_/obl"
)
OWNER = (
    "the/DET/2/det owner/NOUN/0/root of/ADP/5/case the/DET/5/det telescope/NOUN/2/nmod "
    "with/ADP/7/case it/PRON/_/nmod"
)


def fragments(document: Document, *listed: Fragment) -> Fragments:
    return Fragments(build(forest(document), document.sentences[0].span), listed)


def verdict(
    found: Fragments, anaphor: tuple[int, Binding], candidate: tuple[int, Binding], **options: Any
) -> Verdict | None:
    places = [
        Place(found.structure.node(token), binding) for token, binding in (anaphor, candidate)
    ]
    return found.pattern(places[0], places[1], **options)


def test_f1_two_clauses_of_which_nothing_is_known(parsed: Parsed) -> None:
    top = Fragment(2)
    found = fragments(parsed(TIRED), top, Fragment(6, 0, (2,)), Fragment(10, 0, (2, 6)))
    assert verdict(found, (8, B), (4, B)) == Verdict("F1", True)
    assert verdict(found, (8, B), (1, C)) == Verdict("E1a", True)
    assert verdict(found, (4, B), (1, C)) == Verdict("E1a", True)


@pytest.mark.parametrize("candidate", [MANN, PRESIDENT])
def test_f2_and_e2_reflexive_is_held_to_its_clause(parsed: Parsed, candidate: int) -> None:
    document = parsed(GERMAN, language="de")
    unknown = fragments(document, Fragment(VISITED), Fragment(CONVINCED))
    assert verdict(unknown, (SICH, A), (candidate, C)) == Verdict("F2", False)
    known = fragments(document, Fragment(VISITED), Fragment(CONVINCED, 0, (MANN, PRESIDENT)))
    assert verdict(known, (SICH, A), (candidate, C)) == Verdict("E2", False)
    assert verdict(known, (SICH, A), (candidate, C), strong=False) is None


@pytest.mark.parametrize("candidate", [MANN, PRESIDENT])
@pytest.mark.parametrize("anaphor", [DER, IHN])
def test_e1a_pronoun_bound_in_its_own_clause(parsed: Parsed, anaphor: int, candidate: int) -> None:
    known = fragments(
        parsed(GERMAN, language="de"), Fragment(VISITED), Fragment(CONVINCED, 0, (MANN, PRESIDENT))
    )
    assert verdict(known, (anaphor, B), (candidate, C)) == Verdict("E1a", True)


def test_e1b_cataphora_out_of_a_preposed_clause(parsed: Parsed) -> None:
    document = parsed(
        "When/ADV/3/advmod he/PRON/3/nsubj arrived/VERB/_/advcl we/PRON/5/nsubj told/VERB/0/root "
        "him/PRON/5/obj"
    )
    found = fragments(document, Fragment(2, 1, (4,)), Fragment(4))
    assert verdict(found, (5, B), (1, B)) == Verdict("E1b", True)
    assert verdict(found, (5, A), (1, B)) == Verdict("E4", False)


@pytest.mark.parametrize("listed", [Fragment(6, 0, (1,)), Fragment(6, 0)])
def test_e3_name_under_a_subject_however_it_attaches(parsed: Parsed, listed: Fragment) -> None:
    found = fragments(parsed(SPOKEN), Fragment(1), listed)
    assert verdict(found, (4, C), (0, B)) == Verdict("E3a", False)
    assert verdict(found, (0, B), (4, C)) == Verdict("E3b", False)
    assert verdict(found, (0, B), (4, C), strong=False) == Verdict("E3b", False)


def test_e3_does_not_hold_of_a_preposed_clause(parsed: Parsed) -> None:
    document = parsed(
        "After/SCONJ/4/mark the/DET/3/det president/NOUN/4/nsubj spoke/VERB/_/advcl "
        "he/PRON/6/nsubj left/VERB/0/root"
    )
    found = fragments(document, Fragment(3, 1, (5,)), Fragment(5))
    assert verdict(found, (4, B), (2, C)) is None


def test_e4_embedded_candidate_cannot_bind_a_reflexive(parsed: Parsed) -> None:
    document = parsed(
        "Peter/PROPN/2/nsubj hurt/VERB/0/root himself/PRON/2/obj after/SCONJ/8/mark the/DET/6/det "
        "boy/NOUN/8/nsubj had/AUX/8/aux left/VERB/_/advcl"
    )
    found = fragments(document, Fragment(1), Fragment(7, 0, (1,)))
    assert verdict(found, (2, A), (5, C)) == Verdict("E4", False)


def test_ie_fragment_whose_root_is_the_noun_phrase_itself(parsed: Parsed) -> None:
    found = fragments(parsed(OWNER), Fragment(1), Fragment(6, 0, (1, 4)))
    assert verdict(found, (6, B), (1, C)) == Verdict("IEa", False)
    assert verdict(found, (1, C), (6, B)) == Verdict("IEb", False)


def test_example_4_no_pattern_applies(parsed: Parsed) -> None:
    found = fragments(parsed(TELESCOPE), Fragment(1), Fragment(8, 0, (1, 3, 6)))
    assert verdict(found, (8, B), (6, C)) is None
    assert verdict(found, (8, B), (3, C)) is None


def test_b1_local_binder_at_every_site(parsed: Parsed) -> None:
    found = fragments(parsed(TELESCOPE), Fragment(1), Fragment(8, 0, (1, 3, 6)))
    assert verdict(found, (8, B), (0, C)) is None
    assert verdict(found, (8, B), (0, C), b1=True) == Verdict("B1", False)
    assert verdict(found, (8, B), (3, C), b1=True) is None


def test_a1_local_binder_at_every_site_satisfies_principle_a(parsed: Parsed) -> None:
    found = fragments(parsed(TELESCOPE), Fragment(1), Fragment(8, 0, (1, 3, 6)))
    assert verdict(found, (8, A), (0, C)) is None
    assert verdict(found, (8, A), (0, C), a1=True) == Verdict("A1", True)
    assert verdict(found, (8, A), (3, C), a1=True) is None
    assert verdict(found, (8, B), (0, C), a1=True) is None


def test_embedding_is_transitive_and_sites_in_third_fragments_count(parsed: Parsed) -> None:
    document = parsed(
        "He/PRON/2/nsubj left/VERB/0/root after/SCONJ/5/mark we/PRON/5/nsubj spoke/VERB/_/advcl "
        "with/ADP/8/case the/DET/8/det president/NOUN/_/obl"
    )
    found = fragments(document, Fragment(1), Fragment(4, 0, (1,)), Fragment(7, 1, (4,)))
    assert found.embedded(2, 0)
    assert not found.embedded(0, 2)
    assert verdict(found, (7, C), (0, B)) == Verdict("E3a", False)


def test_default_sites_follow_the_kind_of_the_phrase(parsed: Parsed) -> None:
    index = forest(parsed(TELESCOPE))
    assert possible_sites(index, 8, [1]) == (0, 1, 3, 6)
    index = forest(parsed(SPOKEN))
    assert possible_sites(index, 6, [1]) == (1,)
    index = forest(parsed(GERMAN, language="de"))
    assert possible_sites(index, CONVINCED, [VISITED]) == (MANN, PRESIDENT)


SHAPES = [
    "nsubj",
    "obj",
    "iobj",
    "obl",
    "obl",
    "advcl",
    "ccomp",
    "xcomp",
    "nmod",
    "nmod",
    "nmod:poss",
    "acl",
    "conj",
]
NOUN_LABELS = ["nmod", "nmod:poss", "acl", "appos", "conj", "case"]
VERB_LABELS = ["nsubj", "obj", "iobj", "obl", "obl", "advcl", "ccomp", "xcomp", "advmod"]
UPOS = {
    "advcl": "VERB",
    "ccomp": "VERB",
    "xcomp": "VERB",
    "acl": "VERB",
    "case": "ADP",
    "advmod": "ADV",
}


@st.composite
def trees(draw: st.DrawFn) -> Document:
    """A well-formed tree of verbs and nouns; words are heads of later or earlier ones."""
    count = draw(st.integers(3, 12))
    order = draw(st.permutations(range(count)))
    heads, labels, upos = [NONE] * count, ["root"] * count, ["VERB"] * count
    for rank, token in enumerate(order[1:], 1):
        head = order[draw(st.integers(0, rank - 1))]
        label = draw(st.sampled_from(VERB_LABELS if upos[head] == "VERB" else NOUN_LABELS))
        heads[token], labels[token], upos[token] = head, label, UPOS.get(label, "NOUN")
    tokens = tuple(
        Token(index, index + 1, "w", "w", upos[index], head=heads[index], deprel=labels[index])
        for index in range(count)
    )
    return Document("tree", "w" * count, "en", tokens, (Sentence(Span(0, count)),))


@settings(max_examples=300, deadline=None)
@given(trees(), st.data())
def test_c_command_after_attaching_is_what_the_attached_tree_says(
    document: Document, data: st.DataObject
) -> None:
    span = document.sentences[0].span
    whole = forest(document)
    cuttable = [
        token
        for token in range(*span)
        if whole.labels[token] in ("advcl", "acl")
        or (whole.labels[token] in ("obl", "nmod") and whole.cases[token] != NONE)
    ]
    assume(cuttable)
    root = data.draw(st.sampled_from(cuttable))
    cut = list(document.tokens)
    cut[root] = cut[root]._replace(head=None)
    index = forest(replace(document, tokens=tuple(cut)))
    structure = build(index, span)
    outside = [
        token for token in range(*span) if token != root and not whole.dominates(root, token)
    ]
    possible = sites(index, root, outside)
    assume(possible)
    site = data.draw(st.sampled_from(possible))
    nominal = whole.labels[root] in ("obl", "nmod")
    label = ("obl" if index.clausal[site] else "nmod") if nominal else whole.labels[root]
    cut[root] = cut[root]._replace(head=site, deprel=label)
    attached = build(forest(replace(document, tokens=tuple(cut))), span)
    place = attachment(structure, site, root)
    found = Fragments(structure)
    inner = [
        token for token in range(*span) if token not in outside and structure.phrases[token] != NONE
    ]
    for upper in outside:
        if structure.phrases[upper] == NONE:
            continue
        for lower in inner:
            expected = attached.c_commands(attached.node(upper), attached.node(lower))
            assert found._over(structure.node(upper), place) == expected
