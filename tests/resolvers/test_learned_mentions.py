"""The detector `learned`, which under GUM's scheme asks model and parser alike."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coindex.core.document import Document
from coindex.language.nominals.mentions import DOUBT, has_chances, mention_chance
from coindex.pipeline.pipeline import Pipeline
from coindex.resolvers.neural.learned import Learned

TEXT = "We moved to Berlin two years ago. We have been very happy here, for example in the parks."


def document() -> Document:
    return next(Pipeline().parsed([Document("text", TEXT)]))


def detected(parse: Document, scheme: str = "") -> set[str]:
    mentions = Learned(scheme).detect(parse).mentions
    return {mention.text(parse) for mention in mentions}


def doubted(parse: Document, word: str, chance: str) -> Document:
    """The parse with another probability that a word heads a mention."""
    return replace(
        parse,
        tokens=tuple(
            token._replace(misc=f"EntityType=place|Mention={chance}")
            if token.form == word
            else token
            for token in parse.tokens
        ),
    )


def test_adverbs_are_mentions_under_gum_alone() -> None:
    parse = document()
    assert {"Berlin", "two years ago", "here", "the parks"} <= detected(parse)
    assert "here" not in detected(parse, "litbank")


@pytest.mark.parametrize(("chance", "kept"), [("0.99", True), ("0.00", False)])
def test_the_parser_has_a_say(chance: str, kept: bool) -> None:
    parse = doubted(document(), "here", chance)
    assert ("here" in detected(parse)) is kept


def test_what_the_parser_does_not_say_follows_from_the_type() -> None:
    parse = document()
    by_form = {token.form: token for token in parse.tokens}
    assert has_chances(parse)
    assert mention_chance(by_form["Berlin"]) > 1 - DOUBT
    assert mention_chance(by_form["moved"]) < DOUBT
    assert mention_chance(by_form["example"]) < DOUBT
    bare = replace(parse, tokens=tuple(token._replace(misc="") for token in parse.tokens))
    assert not has_chances(bare)


@pytest.mark.parametrize("misc", ["Mention=e12", "FirstMention=0.3"])
def test_what_is_no_probability_is_passed_over(misc: str) -> None:
    parse = document()
    strange = replace(
        parse, tokens=tuple(token._replace(misc=f"{misc}|Expletive=yes") for token in parse.tokens)
    )
    assert not has_chances(strange)
    assert "Berlin" in detected(strange)
