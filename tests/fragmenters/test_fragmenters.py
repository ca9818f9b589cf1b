"""Fragmenters: what they cut, which sites they name, what they say of embedding."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from coindex.core import registry
from coindex.core.document import ROOT, Arc, Document, Fragment, Sentence, Span, Token
from coindex.core.errors import MissingLayer, SpecError
from coindex.fragmenters.ambiguity import Ambiguity
from coindex.fragmenters.cutting import cut, embedding
from coindex.fragmenters.parser import ParserTrees, Whole
from coindex.fragmenters.uncertain import Uncertain
from coindex.language.syntax.tree import forest


def tree(text: str, language: str = "en") -> Document:
    tokens: list[Token] = []
    at = 0
    for word in text.split():
        form, upos, head, label, *feats = word.split("/")
        number = None if head == "_" else int(head) - 1
        tokens.append(
            Token(at, at + len(form), form, form.lower(), upos, "", "".join(feats), number, label)
        )
        at += len(form) + 1
    plain = " ".join(token.form for token in tokens)
    return Document("tree", plain, language, tuple(tokens), (Sentence(Span(0, len(tokens))),))


TELESCOPE = tree(
    "Peter/PROPN/2/nsubj observed/VERB/0/root the/DET/4/det man/NOUN/2/obj with/ADP/7/case "
    "the/DET/7/det telescope/NOUN/2/obl"
)
OWNER = tree(
    "Peter/PROPN/2/nsubj observed/VERB/0/root the/DET/4/det owner/NOUN/2/obj of/ADP/7/case "
    "the/DET/7/det telescope/NOUN/4/nmod with/ADP/9/case it/PRON/7/nmod"
)
GERMAN = tree(
    "Der/DET/2/det Mann/NOUN/6/nsubj/Gender=Masc|Number=Sing hat/AUX/6/aux den/DET/5/det "
    "Präsidenten/NOUN/6/obj/Gender=Masc|Number=Sing besucht/VERB/0/root ,/PUNCT/12/punct "
    "der/PRON/12/nsubj ihn/PRON/12/obj von/ADP/11/case sich/PRON/12/obl überzeugte/VERB/5/acl:relcl",
    "de",
)
TIRED = tree(
    "The/DET/2/det president/NOUN/3/nsubj left/VERB/0/root after/SCONJ/7/mark he/PRON/7/nsubj "
    "had/AUX/7/aux spoken/VERB/3/advcl because/SCONJ/11/mark he/PRON/11/nsubj was/AUX/11/cop "
    "tired/ADJ/3/advcl"
)


def test_example_1_pp_after_verb_and_noun() -> None:
    found = Ambiguity().fragment(TELESCOPE)
    assert found.sentences[0].fragments == (Fragment(1), Fragment(6, 0, (1, 3)))
    assert found.tokens[6].head is None
    assert found.tokens[6].deprel == "obl"
    assert [token.head for token in found.tokens[:6]] == [
        token.head for token in TELESCOPE.tokens[:6]
    ]


def test_example_4_genitive_stays_and_its_noun_is_a_site() -> None:
    assert Ambiguity().fragment(OWNER).sentences[0].fragments == (
        Fragment(1),
        Fragment(8, 0, (1, 3, 6)),
    )
    with_genitives = Ambiguity(genitives=True).fragment(OWNER).sentences[0].fragments
    assert with_genitives == (Fragment(1), Fragment(6, 0, (1, 3)), Fragment(8, 0, (1, 3, 6)))


def test_example_5_relative_clause_with_two_agreeing_nouns() -> None:
    assert Ambiguity().fragment(GERMAN).sentences[0].fragments == (
        Fragment(5),
        Fragment(11, 0, (1, 4)),
    )


def test_example_6_adverbial_clause_with_two_verbs() -> None:
    assert Ambiguity().fragment(TIRED).sentences[0].fragments == (
        Fragment(2),
        Fragment(10, 0, (2, 6)),
    )


def test_clear_attachments_stay() -> None:
    clear = tree("Ann/PROPN/2/nsubj slept/VERB/0/root in/ADP/4/case Rome/PROPN/2/obl")
    assert Ambiguity().fragment(clear) == clear


def test_whole_cuts_nothing_and_joins_nothing() -> None:
    apart = tree(
        "Ann/PROPN/2/nsubj slept/VERB/0/root in/ADP/4/case Rome/PROPN/_/obl Bob/PROPN/0/root"
    )
    found = Whole().fragment(apart)
    assert found.tokens == apart.tokens
    assert found.sentences[0].fragments == (Fragment(1), Fragment(3), Fragment(4))
    assert Whole().fragment(TELESCOPE) is TELESCOPE


def test_whole_keeps_the_fragments_that_a_document_lists() -> None:
    listed = Ambiguity().fragment(TELESCOPE)
    assert Whole().fragment(listed) is listed
    attached = replace(listed, tokens=TELESCOPE.tokens)
    assert Whole().fragment(attached) == listed


def test_tagged_text_without_a_parse_has_no_fragments() -> None:
    tagged = replace(
        TELESCOPE, tokens=tuple(token._replace(head=None, deprel="") for token in TELESCOPE.tokens)
    )
    assert Whole().fragment(tagged) is tagged


def test_a_relative_clause_labelled_dep_could_modify_any_noun_before_it() -> None:
    tokens = list(GERMAN.tokens)
    tokens[7] = tokens[7]._replace(xpos="PRELS", feats="PronType=Rel")
    tokens[11] = tokens[11]._replace(head=5, deprel="dep")
    found = Whole().fragment(replace(GERMAN, tokens=tuple(tokens)))
    assert found.sentences[0].fragments == (Fragment(5), Fragment(11, 0, (1, 4)))


def test_other_labels_may_be_left_open_too() -> None:
    apart = tree("Ann/PROPN/2/nsubj slept/VERB/0/root Bob/PROPN/4/nsubj read/VERB/2/parataxis")
    assert ParserTrees().fragment(apart) is apart
    assert ParserTrees(labels=("parataxis",)).fragment(apart).sentences[0].fragments == (
        Fragment(1),
        Fragment(3, 0, (1,)),
    )


def test_parser_trees_and_unspecified_dependencies() -> None:
    apart = tree("Ann/PROPN/2/nsubj slept/VERB/0/root Rome/PROPN/2/dep Bob/PROPN/0/root")
    found = ParserTrees().fragment(apart)
    assert found.sentences[0].fragments == (Fragment(1), Fragment(2, 0, (1,)), Fragment(3))


def test_uncertain_cuts_below_the_threshold_with_competing_heads() -> None:
    arcs = ((),) * 6 + ((Arc(1, 0.5), Arc(3, 0.45), Arc(0, 0.05)),)
    document = replace(TELESCOPE, arcs=arcs)
    assert Uncertain(threshold=0.6).fragment(document).sentences[0].fragments == (
        Fragment(1),
        Fragment(6, 0, (1, 3)),
    )
    assert Uncertain(threshold=0.6, mass=1.0).fragment(document).sentences[0].fragments[
        1
    ].sites == (0, 1, 3)
    assert Uncertain(threshold=0.4).fragment(document).sentences[0].fragments == ()


def test_uncertain_without_probabilities_needs_a_share() -> None:
    with pytest.raises(MissingLayer, match="share"):
        Uncertain().fragment(OWNER)
    assert Uncertain(share=0.0).fragment(OWNER) == OWNER
    half = Uncertain(share=0.5).fragment(OWNER).sentences[0].fragments
    assert half == (Fragment(1), Fragment(8, 0, (1, 3, 6)))
    everything = Uncertain(share=1.0).fragment(OWNER).sentences[0].fragments
    assert [fragment.root for fragment in everything] == [1, 6, 8]
    roles = Uncertain(share=1.0, roles=True).fragment(OWNER).sentences[0].fragments
    assert [fragment.root for fragment in roles] == [0, 1, 3, 6, 8]


@pytest.mark.parametrize(
    "wrong", ["uncertain(share=2)", "uncertain(threshold=-0.1)", "uncertain(mass='much')"]
)
def test_uncertain_refuses_what_is_no_probability(wrong: str) -> None:
    with pytest.raises(SpecError):
        registry.build("fragmenters", wrong)


def test_embedding_is_what_all_choices_have_in_common() -> None:
    assert embedding([set(), {0}, {0, 1}, {2}, {1}]) == [None, 0, 0, 2, 1]
    assert embedding([set(), {2}, {1}]) == [None, None, None]
    assert embedding([set(), set(), {0, 1}]) == [None, None, None]


def test_what_is_known_of_fragments_survives_further_cutting() -> None:
    once = Ambiguity().fragment(OWNER)
    again = cut(forest(once), {3: (1,)})
    assert again.sentences[0].fragments == (
        Fragment(1),
        Fragment(3, 0, (1,)),
        Fragment(8, 0, (1, 3, 6)),
    )


@pytest.mark.parametrize(
    "spec", ["none", "parser", "ambiguity", "ambiguity(genitives=True)", "uncertain(share=0.3)"]
)
def test_components_are_values(spec: str) -> None:
    component = registry.build("fragmenters", spec)
    assert registry.spec_of(component) == spec
    assert pickle.loads(pickle.dumps(component)) == component
    assert component.fragment(Document("empty", "")) == Document("empty", "")


LABELS = [
    "obl",
    "nmod",
    "case",
    "acl:relcl",
    "advcl",
    "nsubj",
    "obj",
    "dep",
    "root",
    "punct",
    "conj",
    "",
]
SPECS = [
    "none",
    "parser",
    "ambiguity",
    "ambiguity(genitives=True)",
    "uncertain(share=0.5)",
    "uncertain(share=1.0,roles=True)",
]


@given(
    st.lists(
        st.tuples(
            st.one_of(st.none(), st.integers(ROOT, 10)),
            st.sampled_from(LABELS),
            st.sampled_from(["NOUN", "VERB", "ADP", "PUNCT", "PRON"]),
        ),
        max_size=11,
    ),
    st.sampled_from(SPECS),
)
@example(
    [
        (None, "obl", "NOUN"),
        (None, "obl", "NOUN"),
        (4, "obl", "NOUN"),
        (None, "obl", "NOUN"),
        (2, "dep", "NOUN"),
    ],
    "parser",
)
def test_any_parse_gives_fragments_that_are_its_trees(
    words: list[tuple[int | None, str, str]], spec: str
) -> None:
    tokens = tuple(
        Token(at, at + 1, "w", "w", upos, "", "", head, label)
        for at, (head, label, upos) in enumerate(words)
    )
    document = Document("d", "w" * len(words), "en", tokens, (Sentence(Span(0, len(words))),))
    found = registry.build("fragmenters", spec).fragment(document)
    if spec in ("none", "parser") and all(token.head is None for token in tokens):
        assert found is document, "text without a parse"
        return
    roots = forest(found).roots
    listed = found.sentences[0].fragments
    assert [fragment.root for fragment in listed] == (roots if len(roots) > 1 else [])
    index = forest(found)
    for number, fragment in enumerate(listed):
        assert fragment.parent != number
        assert all(index.root(site) != fragment.root for site in fragment.sites)
