"""Disagreements of several sources: who says what, and what most say."""

from __future__ import annotations

from dataclasses import replace

from coindex.core.annotation import Annotation
from coindex.measures.disagreements import Disagreement, SharedReading, disagreements
from coindex.testing import bracketed

ANN = "[Ann]1 met [Bob]2 and [his]2 dog.\n[She]1 gave [it]3 to [him]2.\n"
BOB = "[Ann]1 met [Bob]2 and [his]2 dog.\n[She]2 gave [it]3 to [him]2.\n"
CLEO = "[Ann]1 met [Bob]2 and [his]1 dog.\n[She]1 gave it to [him]2.\n"


def _listed(**texts: str) -> list[Disagreement]:
    items = {name: bracketed(text) for name, text in texts.items()}
    document = next(iter(items.values())).document
    return disagreements(document, {name: item.annotation for name, item in items.items()})


def test_majorities() -> None:
    listed = {(one.words, one.aspect): one for one in _listed(ann=ANN, bob=BOB, cleo=CLEO)}
    assert set(listed) == {("his", "entity"), ("She", "entity"), ("it", "mention")}
    assert listed["his", "entity"].readings == (
        SharedReading("Bob @2", ("ann", "bob")),
        SharedReading("Ann @0", ("cleo",)),
    )
    # Bob's and Cleo's nearest antecedent is the same word, but in different chains.
    assert listed["She", "entity"].majority == SharedReading("Ann @0", ("ann", "cleo"))
    assert listed["it", "mention"].readings[1] == SharedReading("-", ("cleo",))


def test_no_majority() -> None:
    texts = (
        "[Ann]1 saw [Bob]2 and [Cy]3. [They]1 left.",
        "[Ann]1 saw [Bob]2 and [Cy]3. [They]2 left.",
    )
    [one] = _listed(a=texts[0], b=texts[1])
    assert one.majority is None
    assert [reading.saying for reading in one.readings] == ["Ann @0", "Bob @2"]
    assert _listed(a=texts[0], b=texts[0], c=texts[0]) == []


def test_bounds_of_the_same_core_are_one_disagreement() -> None:
    item = bracketed("[the old man]1 slept")
    document, annotation = item.document, item.annotation
    wide = annotation.mentions[0]
    readings = {}
    for name, end in (("a", 3), ("b", 3), ("c", 2)):
        mention = wide._replace(parts=(wide.parts[0]._replace(end=end),), head=None)
        mention = mention._replace(minimum=wide.parts[0]._replace(end=2))
        entity = annotation.entities[0]._replace(mentions=(mention,))
        readings[name] = Annotation(document.id, mentions=(mention,), entities=(entity,))
    [one] = disagreements(document, readings)
    assert one.aspect == "span"
    assert one.majority == SharedReading("the old man", ("a", "b"))


def test_types_of_entities() -> None:
    item = bracketed("[Ann]1 left")
    entity = item.annotation.entities[0]
    person, place = (
        replace(item.annotation, entities=(entity._replace(type=type),)) for type in ("PER", "LOC")
    )
    [one] = disagreements(item.document, {"a": person, "b": place, "c": person})
    assert (one.aspect, one.majority) == ("description", SharedReading("PER", ("a", "c")))
