"""spaCy's English labels into Universal Dependencies, construction by construction."""

from __future__ import annotations

from coindex.parsers.clear_to_ud import ROOT, ClearWord, universal


def tree(sentence: str) -> list[ClearWord]:
    """`form/lemma/upos/head/label`, heads counted from 1, 0 for the root."""
    fields = (word.split("/") for word in sentence.split())
    return [
        ClearWord(form, lemma, upos, int(head) - 1, label)
        for form, lemma, upos, head, label in fields
    ]


def converted(sentence: str, people: tuple[tuple[int, int], ...] = ()) -> str:
    words = tree(sentence)
    arcs = universal(words, people)
    return " ".join(
        f"{word.form}/{arc.head + 1}/{arc.label}" for word, arc in zip(words, arcs, strict=True)
    )


def test_prepositions_become_case_and_what_they_govern_oblique_or_nominal_modifier() -> None:
    sentence = (
        "Cups/cup/NOUN/5/nsubj of/of/ADP/1/prep tea/tea/NOUN/2/pobj ,/,/PUNCT/5/punct "
        "stand/stand/VERB/0/ROOT on/on/ADP/5/prep it/it/PRON/6/pobj"
    )
    assert (
        converted(sentence)
        == "Cups/5/nsubj of/3/case tea/1/nmod ,/1/punct stand/0/root on/7/case it/5/obl"
    )


def test_prepositions_with_clauses_become_marks() -> None:
    sentence = "We/we/PRON/2/nsubj won/win/VERB/0/ROOT by/by/ADP/2/prep waiting/wait/VERB/3/pcomp"
    assert converted(sentence) == "We/2/nsubj won/0/root by/4/mark waiting/2/advcl"


def test_agents_and_datives() -> None:
    sentence = (
        "It/it/PRON/3/nsubjpass was/be/AUX/3/auxpass given/give/VERB/0/ROOT to/to/ADP/3/dative "
        "us/we/PRON/4/pobj by/by/ADP/3/agent Ann/Ann/PROPN/6/pobj"
    )
    expected = (
        "It/3/nsubj:pass was/3/aux:pass given/0/root to/5/case us/3/obl by/7/case Ann/3/obl:agent"
    )
    assert converted(sentence) == expected
    assert (
        converted("Give/give/VERB/0/ROOT me/I/PRON/1/dative tea/tea/NOUN/1/dobj")
        == "Give/0/root me/1/iobj tea/1/obj"
    )


def test_predicates_take_the_place_of_copulas() -> None:
    sentence = (
        "The/the/DET/2/det disk/disk/NOUN/4/nsubj now/now/ADV/4/advmod is/be/AUX/0/ROOT "
        "full/full/ADJ/4/acomp ././PUNCT/4/punct"
    )
    assert (
        converted(sentence) == "The/2/det disk/5/nsubj now/5/advmod is/5/cop full/0/root ./5/punct"
    )
    place = "It/it/PRON/2/nsubj is/be/AUX/0/ROOT in/in/ADP/2/prep town/town/NOUN/3/pobj"
    assert converted(place) == "It/4/nsubj is/4/cop in/4/case town/0/root"


def test_clausal_predicates_have_outer_subjects() -> None:
    sentence = (
        "Fact/fact/NOUN/2/nsubj is/be/AUX/0/ROOT that/that/SCONJ/5/mark he/he/PRON/5/nsubj "
        "left/leave/VERB/2/ccomp"
    )
    assert converted(sentence) == "Fact/5/nsubj:outer is/5/cop that/5/mark he/5/nsubj left/0/root"


def test_there_is_keeps_its_verb() -> None:
    sentence = "There/there/PRON/2/expl is/be/VERB/0/ROOT tea/tea/NOUN/2/attr"
    assert converted(sentence) == "There/2/expl is/0/root tea/2/nsubj"


def test_conjuncts_hang_on_the_first_and_conjunctions_on_their_own() -> None:
    sentence = (
        "Ann/Ann/PROPN/0/ROOT ,/,/PUNCT/1/punct Bob/Bob/PROPN/1/conj and/and/CCONJ/3/cc "
        "Cy/Cy/PROPN/3/conj"
    )
    assert converted(sentence) == "Ann/0/root ,/3/punct Bob/1/conj and/5/cc Cy/1/conj"


def test_infinitives_and_relative_clauses() -> None:
    sentence = (
        "Wants/want/VERB/0/ROOT to/to/PART/3/aux buy/buy/VERB/1/xcomp what/what/PRON/5/dobj "
        "sells/sell/VERB/3/relcl"
    )
    assert converted(sentence) == "Wants/0/root to/3/mark buy/1/xcomp what/5/obj sells/3/acl:relcl"


def test_names_of_people_are_headed_by_their_first_word() -> None:
    sentence = (
        "Old/old/ADJ/3/amod Ann/Ann/PROPN/3/compound Smith/Smith/PROPN/4/nsubj "
        "left/leave/VERB/0/ROOT"
    )
    assert converted(sentence, ((1, 3),)) == "Old/2/amod Ann/4/nsubj Smith/2/flat left/0/root"
    assert converted(sentence) == "Old/3/amod Ann/3/compound Smith/4/nsubj left/0/root"


def test_brackets_hang_on_what_they_hold() -> None:
    sentence = "Ann/Ann/PROPN/4/nsubj (/(/PUNCT/1/punct Smith/Smith/PROPN/1/appos )/)/PUNCT/1/punct"
    words = [*tree(sentence), ClearWord("left", "leave", "VERB", ROOT, "ROOT")]
    words[0] = words[0]._replace(head=4)
    assert [arc.head for arc in universal(words)] == [4, 2, 0, 2, ROOT]


def test_nothing_depends_on_punctuation_and_there_is_one_root() -> None:
    words = [
        ClearWord("-", "-", "PUNCT", ROOT, "punct"),
        ClearWord("a", "a", "NOUN", 0, "dep"),
        ClearWord("b", "b", "NOUN", 0, "dep"),
    ]
    arcs = universal(words)
    assert sum(arc.head == ROOT for arc in arcs) == 1
    assert all(arc.head == ROOT or words[arc.head].label != "punct" for arc in arcs)
    assert universal([ClearWord(".", ".", "PUNCT", ROOT, "ROOT")])[0].head == ROOT
    assert universal([]) == []
