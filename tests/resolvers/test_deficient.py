"""Deficient parses as they come: several trees, `dep`, cut relative clauses,
tags alone; nothing is joined.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from coindex.core.document import Document, Sentence, Span
from coindex.pipeline.pipeline import Pipeline
from tests.language.conftest import tree
from tests.resolvers.worked import read

HE = "Case=Nom|Gender=Masc|Number=Sing|Person=3|PronType=Prs"
HIM = "Case=Acc|Gender=Masc|Number=Sing|Person=3|PronType=Prs"

ARRIVED = (
    f"When/SCONJ/3/mark he/PRON/3/nsubj/{HE} arrived/VERB/0/root ,/PUNCT/3/punct "
    "Peter/PROPN/6/nsubj smiled/VERB/0/root"
)
SPOKEN = (
    f"He/PRON/2/nsubj/{HE} left/VERB/0/root after/SCONJ/7/mark the/DET/5/det "
    "president/NOUN/7/nsubj/Number=Sing had/AUX/7/aux spoken/VERB/2/dep"
)
SEEN = f"Mary/PROPN/2/nsubj saw/VERB/0/root Ann/PROPN/2/obj with/ADP/5/case him/PRON/2/dep/{HIM}"


def chains(
    document: Document, detector: str = "nominals", resolver: str = "rosana"
) -> list[list[str]]:
    """As the default pipeline has them on the document's own parse."""
    pipeline = Pipeline("given", detector=detector, resolver=resolver)
    parsed = next(pipeline.parsed([document]))
    return [
        [mention.text(parsed) for mention in entity.mentions]
        for entity in pipeline.resolved(parsed).entities
    ]


def test_two_trees_are_not_joined() -> None:
    """As one tree, *he* would c-command *Peter*."""
    assert chains(tree(ARRIVED)) == [["he", "Peter"]]


def test_e3b_holds_of_a_clause_labelled_dep() -> None:
    assert chains(tree(SPOKEN)) == []


def test_a_pronoun_labelled_dep_is_a_mention() -> None:
    document = tree(SEEN)
    mentions = Pipeline("given", detector="nominals").mentions(document).mentions
    assert [mention.text(document) for mention in mentions] == ["Mary", "Ann", "him"]


def test_a_pronoun_right_before_its_noun_is_a_determiner() -> None:
    document = tree("You/PRON/2/dep/Person=2|PronType=Prs guys/NOUN/3/nsubj left/VERB/0/root")
    pipeline = Pipeline("given", detector="nominals")
    assert [mention.text(document) for mention in pipeline.mentions(document).mentions] == [
        "You guys"
    ]
    assert Pipeline("given", detector="pronouns").mentions(document).mentions == ()
    assert pipeline.component("fragmenters").fragment(document) is document


@pytest.mark.parametrize(
    "resolver", ["rosana", "kennedy_boguraev", "mitkov", "cogniac", "rap", "hobbs", "sieve"]
)
def test_tagged_text_is_read_by_its_parts_of_speech(resolver: str) -> None:
    words = tree(
        "John/PROPN/_/_ met/VERB/_/_ Bill/PROPN/_/_ He/PRON/_/_ saw/VERB/_/_ himself/PRON/_/_"
    )
    tokens = tuple(token._replace(deprel="") for token in words.tokens)
    tagged = replace(words, tokens=tokens, sentences=(Sentence(Span(0, 3)), Sentence(Span(3, 6))))
    assert ["He", "himself"] in [chain[-2:] for chain in chains(tagged, resolver=resolver)]


@pytest.mark.parametrize("profile", ["default", "2001"])
def test_example_5_with_and_without_relative_pronouns_as_mentions(profile: str) -> None:
    """The clause is cut off; *who* is the local subject whether or not the detector lists it."""
    document = read("The man visited the president yesterday who convinced him of himself.")
    for detector, expected in (
        ("nominals", [["The man", "him", "himself"]]),
        ("nominals(relatives=True)", [["The man", "him", "himself"], ["the president", "who"]]),
    ):
        pipeline = Pipeline(
            fragmenter="ambiguity",
            detector=detector,
            resolver=f"rosana(profile={profile!r}, relatives_first=True)",
        )
        found = pipeline.resolved(document).entities
        assert [
            [mention.text(document) for mention in entity.mentions] for entity in found
        ] == expected


def test_example_9_his_is_leporello_where_a_guess_does_not_contradict() -> None:
    document = read(
        "On a dark night in Seville, Leporello is keeping watch, grumbling, outside a house in "
        "which his master Don Giovanni is engaged in his latest amorous pursuit."
    )
    decisions = (
        Pipeline(detector="nominals", resolver="rosana(profile='2001')")
        .resolved(document)
        .decisions
    )
    first, second = (one for one in decisions if one.anaphor.text(document) == "his")
    assert first.antecedent is not None
    assert first.antecedent.text(document) == "Leporello"
    assert first.refused == ()
    assert first.candidates[0].factors == (("SUP", 15),)
    assert second.antecedent == first.anaphor
    assert second.candidates[0].factors == (("SYR", 20), ("AGR", 20))
