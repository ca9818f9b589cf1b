"""Sentences of everyday texts: surnames that are first names, things as plural antecedents,
possessives without a noun, things that speak.
"""

from __future__ import annotations

import pytest

import coindex
from coindex.core.annotation import Mention
from coindex.language.nominals.names import Name
from coindex.language.nominals.nouns import of_name
from coindex.resolvers.entity_constraints import SURE


def chains(text: str, resolver: str) -> list[list[str]]:
    result = coindex.resolve(text, resolver=resolver)
    return [
        [mention.text(result.document) for mention in entity.mentions] for entity in result.entities
    ]


def together(text: str, resolver: str, *mentions: str) -> bool:
    return any(set(mentions) <= set(chain) for chain in chains(text, resolver))


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("Professor Anna Thomas", "Professor Thomas"),
        ("Senator Elizabeth Warren", "Senator Warren"),
        ("Judge Rosa Martin", "Judge Martin"),
        ("Dr. Susan Howard", "Dr. Howard"),
        ("Inspector Laura Craig", "Inspector Craig"),
    ],
)
@pytest.mark.parametrize("resolver", ["sieve", "hybrid"])
def test_a_word_after_a_title_is_a_surname(resolver: str, full: str, short: str) -> None:
    text = f"{full} retired in May. {short} said that she was tired."
    assert together(text, resolver, full, short, "she"), text


def test_the_last_word_of_a_name_is_a_surname() -> None:
    text = "Dr. Amara Obi was born in Lagos. In 2011 Obi founded a company. She is its director."
    assert together(text, "hybrid", "Dr. Amara Obi", "Obi", "She")
    lone = Name(("martha",))
    assert of_name(lone, "person", "en").gender_certainty >= SURE
    assert of_name(lone, "person", "en", surname=True).gender_certainty < SURE


def _called(result: coindex.Result, name: str) -> list[Mention]:
    return [
        mention for mention in result.annotation.mentions if mention.text(result.document) == name
    ]


def test_the_king_is_a_rank_not_a_first_name() -> None:
    text = "Charles was crowned in 1661. The King did not speak to his brother James."
    result = coindex.resolve(text, resolver="hybrid")
    [king] = _called(result, "The King")
    [decision] = [one for one in result.decisions if one.anaphor == king]
    charles = [one for one in decision.candidates if one.mention.text(result.document) == "Charles"]
    assert all(one.rejected != "other person" for one in charles)


@pytest.mark.parametrize(
    ("text", "pronoun"),
    [
        ("The tickets were expensive. Tom told Anna that they cost ninety pounds.", "they"),
        ("The keys were lost. Tom asked Anna where she had put them.", "them"),
    ],
)
def test_things_that_the_model_is_sure_of_are_not_a_group(text: str, pronoun: str) -> None:
    assert together(text, "hybrid", text.partition(" were")[0], pronoun)
    assert not coindex.resolve(text, resolver="hybrid").groups


def test_people_still_make_a_group() -> None:
    text = "Tom met Anna. They went to the cinema."
    assert coindex.resolve(text, resolver="hybrid").text() == (
        "[Tom]1 met [Anna]2. [They]1+2 went to the cinema."
    )


@pytest.mark.parametrize("resolver", ["sieve", "hybrid"])
def test_a_possessive_without_a_noun_may_be_the_subject_s(resolver: str) -> None:
    text = "Ann brought her laptop, but Mary forgot hers."
    assert together(text, resolver, "Mary", "hers")


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ('The boy asked the tree a question. "I am old," it answered.', "the tree"),
        ('Ann asked the robot for help. "I cannot help you," it replied.', "the robot"),
    ],
)
def test_it_speaks_beside_a_quotation(text: str, thing: str) -> None:
    assert together(text, "hybrid", thing, "I")


def test_what_follows_is_found_although_the_model_knows_only_what_came_before() -> None:
    text = "Despite their prices, the hotels are full."
    assert together(text, "hybrid", "their", "the hotels")


def test_what_is_improbable_is_no_antecedent() -> None:
    # The one who runs the pump is *it* here by mistake, so nothing but the time is left for *she*.
    text = (
        "The pump stopped at 03:40 after the controller lost its connection to the sensor. When "
        "the operator restarted it, it reported an overheated bearing. She replaced the bearing."
    )
    result = coindex.resolve(text, resolver="hybrid")
    (decision,) = (one for one in result.decisions if one.anaphor.text(result.document) == "She")
    assert decision.antecedent is None
    assert decision.rule == "improbable"
