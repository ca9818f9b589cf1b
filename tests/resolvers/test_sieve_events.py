"""Events: what *it*, *this* and *that* refer to if it is not a noun phrase."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coindex import resolve
from coindex.core import registry
from coindex.core.annotation import Kind, Mention, in_order
from coindex.core.document import Document, Span
from coindex.pipeline.pipeline import Pipeline

VERBAL = Kind.VERBAL


@pytest.mark.parametrize(
    ("text", "anaphor", "verb"),
    [
        ("The paper mill closed in March. It surprised half the town.", "It", "closed"),
        ("The mayor cancelled the parade. That cost the city a fortune.", "That", "cancelled"),
        ("Thabo swam across the lake in November. He did it for a bet.", "it", "swam"),
    ],
)
def test_the_verb_before_is_the_antecedent(text: str, anaphor: str, verb: str) -> None:
    result = resolve(text, resolver="sieve")
    decision = next(one for one in result.decisions if one.anaphor.text(result.document) == anaphor)
    antecedent = decision.antecedent
    assert antecedent is not None
    assert antecedent.kind is Kind.VERBAL
    assert antecedent.head is not None
    assert result.document.tokens[antecedent.head].form == verb
    assert antecedent in result.annotation.mentions
    assert any(antecedent in entity.mentions for entity in result.annotation.entities)


@pytest.mark.parametrize("resolver", ["sieve", "rosana", "hybrid"])
@pytest.mark.parametrize(
    ("text", "event"),
    [
        ("The boat sank in June. Nobody knew about that.", "The boat sank in June"),
        ("The boat sank in June. The owner says that this is typical.", "The boat sank in June"),
        ("The boat sank in June, and that ruined the owner.", "The boat sank in June"),
    ],
)
def test_this_and_that_take_up_the_clause_before(resolver: str, text: str, event: str) -> None:
    result = resolve(text, resolver=resolver)
    verbal = [one.text(result.document) for one in result.annotation.mentions if one.kind is VERBAL]
    assert verbal == [event]


def test_which_may_comment_on_a_clause() -> None:
    document = Document("d", "Ann failed the exam, which surprised Bob, and saw the man who left.")
    (parsed,) = Pipeline().parsed([document])
    mentions = registry.build("detectors", "nominals(relatives=True)").detect(parsed)
    chosen = {
        decision.anaphor.text(parsed): decision.antecedent
        for decision in registry.build("resolvers", "sieve").resolve(parsed, mentions)
        if decision.antecedent is not None
    }
    assert chosen["which"].text(parsed) == "Ann failed the exam"
    assert chosen["which"].kind is Kind.VERBAL
    assert chosen["who"].kind is Kind.NOMINAL


@pytest.mark.parametrize(
    ("text", "event"),
    [
        (
            "So, in May the council closed the mill of the town. That cost a fortune.",
            "the council closed the mill of the town",
        ),
        ("But to win, Ann trained daily. That cost a fortune.", "Ann trained daily"),
    ],
)
def test_a_clause_begins_after_what_connects_it(text: str, event: str) -> None:
    result = resolve(text, resolver="sieve")
    (verbal,) = (m for m in result.annotation.mentions if m.kind is Kind.VERBAL)
    assert verbal.text(result.document) == event


def test_what_is_done_again_is_what_was_done_before() -> None:
    result = resolve(
        "Thabo swam across the lake. He did it for a bet. Nobody else did it.", resolver="sieve"
    )
    first, second = (m for m in result.annotation.mentions if m.text(result.document) == "it")
    decision = next(one for one in result.decisions if one.anaphor == second)
    assert (decision.antecedent, decision.rule) == (first, "event")


def test_this_with_a_noun_for_its_predicate_is_no_event() -> None:
    result = resolve("The door opened. This is my brother.", resolver="sieve")
    assert all(mention.kind is not Kind.VERBAL for mention in result.annotation.mentions)


def test_they_may_be_somebody() -> None:
    result = resolve("If someone calls, tell them that the shop is closed.", resolver="sieve")
    decision = next(one for one in result.decisions if one.anaphor.text(result.document) == "them")
    assert decision.antecedent is not None
    assert decision.antecedent.text(result.document) == "someone"


def test_a_thing_stays_the_antecedent() -> None:
    result = resolve("Rosa bought a kettle. It boils in a minute.", resolver="sieve")
    assert [
        [m.text(result.document) for m in entity.mentions] for entity in result.annotation.entities
    ][1:] == [
        ["a kettle", "It"],
        ["a minute"],
    ]


def test_without_the_passes_nothing_is_made_of_verbs() -> None:
    text = "The mayor cancelled the parade. That cost the city a fortune."
    result = resolve(text, resolver="sieve(without=('event', 'open demonstrative'))")
    assert all(mention.kind is not Kind.VERBAL for mention in result.annotation.mentions)


def test_the_one_thing_of_its_kind_is_meant() -> None:
    result = resolve(
        "My uncle left me a violin and a tractor. The vehicle needed repairs.", resolver="sieve"
    )
    decision = next(
        one for one in result.decisions if one.anaphor.text(result.document) == "The vehicle"
    )
    assert decision.rule == "kind"
    assert decision.antecedent is not None
    assert decision.antecedent.text(result.document) == "a tractor"


def test_they_is_no_identified_person_beside_something_plural() -> None:
    result = resolve(
        "The mayor cancelled the fireworks. They cost eight thousand euros.", resolver="sieve"
    )
    decision = next(one for one in result.decisions if one.anaphor.text(result.document) == "They")
    assert decision.antecedent is not None
    assert decision.antecedent.text(result.document) == "the fireworks"


def test_a_clause_that_is_a_mention_is_preferred() -> None:
    """A key that marks clauses says which of them can be meant."""
    text = "Ann sold the mill before Bob bought the farm. That was in March."
    document = next(Pipeline().parsed([Document("d", text)]))
    nouns = Pipeline(resolver="sieve").mentions(document)
    sold = Mention((Span(0, 4),), 1, Kind.VERBAL)
    given = replace(nouns, mentions=in_order([*nouns.mentions, sold]))
    decisions = registry.build("resolvers", "sieve").resolve(document, given)
    chosen = {one.anaphor.text(document): one.antecedent for one in decisions}
    assert chosen["That"] == sold
