"""Split antecedents: which plural pronouns refer to several entities together, whatever resolver
they are left to.
"""

from __future__ import annotations

import pytest

import coindex
from coindex.core.annotation import Relation
from coindex.core.chains import group_members

RESOLVERS = ("sieve", "rosana", "supar", "neural", "hybrid")


@pytest.mark.parametrize("resolver", RESOLVERS)
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Ann met Bob. They left.", "[Ann]1 met [Bob]2. [They]1+2 left."),
        (
            "Mary went to the party with John. They danced. Their train was late.",
            "[Mary]1 went to the party with [John]2. [They]1+2 danced. [Their]1+2 train was late.",
        ),
        (
            "The senator argued with the journalist. Both looked tired.",
            "[The senator]1 argued with [the journalist]2. [Both]1+2 looked tired.",
        ),
        (
            "Peter married Susan in 1990. The couple moved to Paris.",
            "[Peter]1 married [Susan]2 in 1990. [The couple]1+2 moved to Paris.",
        ),
    ],
)
def test_persons_that_one_predicate_brings_together(resolver: str, text: str, shown: str) -> None:
    assert coindex.resolve(text, resolver=resolver).text() == shown


@pytest.mark.parametrize("resolver", ["sieve", "rosana"])
def test_we_are_who_speaks_and_the_other(resolver: str) -> None:
    result = coindex.resolve("Ann and I met Bob. We talked.", resolver=resolver)
    assert result.text() == "[Ann]1 and [I]2 met Bob. [We]1+2 talked."
    alone = coindex.resolve("Ann and Bob waited. We talked.", resolver=resolver)
    assert not alone.groups


@pytest.mark.parametrize("resolver", RESOLVERS)
@pytest.mark.parametrize(
    "text",
    [
        "Ann bought two books from Bob. They were expensive.",
        "The boys met the teacher. They laughed.",
        "The committee met Alice. They rejected her plan.",
        "Ann sold the house.",
    ],
)
def test_what_is_plural_or_alone_stays_as_it_was(resolver: str, text: str) -> None:
    grouped, before = (
        coindex.resolve(text, resolver=f"{resolver}(groups={asked})") for asked in (True, False)
    )
    assert grouped.decisions == before.decisions
    assert not grouped.groups


@pytest.mark.parametrize(
    "text",
    [
        "Ana se encontró con Luis en la plaza. Salieron juntos.",
        "Ana se encontró con Luis en la plaza. Ellos estaban contentos.",
    ],
)
def test_spanish_pronouns_and_zeros(text: str) -> None:
    resolution = coindex.resolve(text, resolver="supar")
    (members,) = resolution.groups.values()
    named = {
        entity.id: entity.mentions[0].text(resolution.document) for entity in resolution.entities
    }
    assert [named[member] for member in members] == ["Ana", "Luis"]


def test_the_literal_profile_of_rosana_has_no_groups() -> None:
    text = "Ann met Bob. They left."
    assert not coindex.resolve(text, resolver="rosana(profile='2001')").groups
    assert coindex.resolve(text, resolver="rosana(profile='2001', groups=True)").groups


def test_members_keep_their_own_chains() -> None:
    text = "Ann met Bob. They left. She smiled. He frowned. They had known each other for years."
    resolution = coindex.resolve(text, resolver="sieve")
    chains = [
        [mention.text(resolution.document) for mention in entity.mentions]
        for entity in resolution.entities
    ]
    assert ["Ann", "She"] in chains
    assert ["Bob", "He"] in chains
    assert group_members(resolution.annotation)
    split = [link for link in resolution.annotation.links if len(link.antecedents) > 1]
    assert [link.relation for link in split] == [Relation.IDENTITY]


def test_reasons_are_explained() -> None:
    why = coindex.resolve("Ann met Bob. They left.", resolver="sieve").why("they")
    assert "refers to “Ann” (sentence 1) and “Bob” (sentence 1) together, by group: meeting" in why
    assert "group: meeting: one verb brings the members of the group together" in why


def test_no_group_where_its_members_are_arguments_of_the_same_verb() -> None:
    """Principle B: *them* is not Ann and Bob."""
    assert not coindex.resolve("Ann showed them Bob.", resolver="sieve").groups


def test_everyone_is_not_a_group_of_others() -> None:
    text = "Judge Hoffman met Senator Mahady. Everyone knows what they want."
    result = coindex.resolve(text, resolver="sieve")
    they = next(d for d in result.decisions if d.anaphor.text(result.document) == "they")
    assert not they.together


@pytest.mark.parametrize("resolver", ["sieve", "rosana", "hybrid"])
@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "Carl waited. Ann sold the house. Eve slept. The two women laughed.",
            "Carl waited. [Ann]1 sold the house. [Eve]2 slept. [The two women]1+2 laughed.",
        ),
        (
            "Carl waited. Bob slept. Neither had eaten.",
            "[Carl]1 waited. [Bob]2 slept. [Neither]1+2 had eaten.",
        ),
    ],
)
def test_two_persons_without_a_reason_are_the_last_two(
    resolver: str, text: str, shown: str
) -> None:
    assert coindex.resolve(text, resolver=resolver).text() == shown
