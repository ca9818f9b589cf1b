"""Groups, *Ann met Bob. They left*: made of decisions, shown, explained, replaced, written."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Kind, Mention, Relation, Source
from coindex.core.chains import group_members, resolved
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.problems import Problems
from coindex.experiment.cache import dumped
from coindex.experiment.codec import packed_decisions, unpacked_decisions
from coindex.formats.decisions import from_json, to_json
from coindex.formats.records import Record
from coindex.pipeline.brackets import chain_lines, labels
from coindex.pipeline.page import marked_html
from coindex.pipeline.result import Result
from coindex.testing import bracketed
from coindex.testing.contracts.resolvers import check_decisions

KINDS = {"They": Kind.PERSONAL, "Their": Kind.POSSESSIVE, "they": Kind.PERSONAL}


def mentions(text: str) -> tuple[Document, Annotation]:
    document, annotation = bracketed(text)
    known = tuple(
        mention._replace(kind=KINDS.get(mention.text(document), Kind.NAME), head=mention.start)
        for mention in annotation.mentions
    )
    return replace(document, language="en"), Annotation(document.id, mentions=known)


def result() -> Result:
    document, given = mentions("[Ann]1 met [Bob]2. [They]3 left. [Their]4 dog barked at [Eve]5.")
    ann, bob, they, their, _ = given.mentions
    taken = (Decision(they, rule="group", together=(ann, bob)), Decision(their, they))
    return Result(document, resolved(document, given, taken, source=Source("x", "system")), taken)


def test_the_members_of_a_group_stay_apart() -> None:
    annotation = result().annotation
    assert [len(entity.mentions) for entity in annotation.entities] == [1, 1, 2, 1]
    assert group_members(annotation) == {"3": ("1", "2")}
    split = annotation.links[0]
    assert [split.relation, len(split.antecedents)] == [Relation.IDENTITY, 2]


def test_a_group_is_shown_by_the_indices_of_its_members() -> None:
    shown = result()
    assert shown.text() == "[Ann]1 met [Bob]2. [They]1+2 left. [Their]1+2 dog barked at Eve."
    assert list(chain_lines(shown.document, shown.entities, shown.groups)) == [
        "1: Ann",
        "2: Bob",
        "1+2: They, Their",
    ]
    html = marked_html(shown.document, shown.entities, groups=shown.groups)
    assert html.count("<sub>1+2</sub>") == 2


def test_a_group_in_a_group_is_the_sum_of_both() -> None:
    document, given = mentions("[Ann]1 met [Bob]2. [They]3 saw [Eve]4. [they]5 left.")
    ann, bob, they, eve, all_three = given.mentions
    taken = [Decision(they, together=(ann, bob)), Decision(all_three, together=(they, eve))]
    annotation = resolved(document, given, taken, source=Source("x", "system"))
    assert labels(annotation.entities, group_members(annotation)) == [
        *("1", "2", "1+2", "4", "1+2+4")
    ]


def test_pronouns_for_a_group_become_the_names_of_its_members() -> None:
    assert result().replaced() == (
        "Ann met Bob. Ann and Bob left. Ann and Bob’s dog barked at Eve."
    )


def test_reasons_name_all_members() -> None:
    assert result().why("they") == (
        "“They” (sentence 1): refers to “Ann” (sentence 1) and “Bob” (sentence 1) together, "
        "by group"
    )


def test_json_has_members_and_antecedents() -> None:
    value = result().to_dict(why=True)
    assert [entity.get("members") for entity in value["entities"]] == [None, None, [1, 2]]
    assert [one["text"] for one in value["decisions"][0]["together"]] == ["Ann", "Bob"]
    json.dumps(value)


@pytest.mark.parametrize(("format", "suffix"), [("conllu", ".conllu"), ("jsonl", ".jsonl")])
def test_groups_are_read_back(format: str, suffix: str, tmp_path: Path) -> None:
    shown, path = result(), tmp_path / f"groups{suffix}"
    formats.write([Annotated(shown.document, shown.annotation)], path, format)
    if format == "conllu":
        assert "SplitAnte=1<3,2<3" in path.read_text(encoding="utf-8")
    (again,) = formats.read(path, format)
    assert group_members(again.annotation) == {"3": ("1", "2")}


def test_decisions_are_read_back() -> None:
    shown = result()
    ann, bob, *_ = given = shown.annotation.mentions
    related = Decision(bob, related=ann, rule="role")
    for decision in (shown.decisions[0], related):
        line = to_json(decision, given, document="d")
        record = Record(json.loads(line), Problems(), "x")
        assert from_json(record, given) == decision
        stored = json.loads(dumped(packed_decisions([decision], given)))
        assert unpacked_decisions(stored, given) == (decision,)
    assert json.loads(to_json(shown.decisions[0], given, document="d"))["attempted"] is True


def test_bridging_joins_no_entities() -> None:
    document, given = mentions("[Ann]1 met [Bob]2.")
    ann, bob = given.mentions
    taken = [Decision(bob, related=ann)]
    annotation = resolved(document, given, taken, source=Source("x", "system"))
    assert [len(entity.mentions) for entity in annotation.entities] == [1, 1]
    assert [(link.anaphor, link.antecedents, link.relation) for link in annotation.links] == [
        (bob, (ann,), Relation.BRIDGING)
    ]
    assert group_members(annotation) == {}


def unsound() -> list[Decision]:
    ann, bob, they, *_ = result().annotation.mentions
    stranger = Mention((bob.parts[0]._replace(start=0),))
    return [
        Decision(they, ann, together=(ann, bob)),
        Decision(they, together=(ann,)),
        Decision(they, together=(ann, ann)),
        Decision(they, together=(ann, they)),
        Decision(they, together=(ann, stranger)),
        Decision(they, related=they),
    ]


@pytest.mark.parametrize("decision", unsound(), ids=range(6))
def test_the_contract_refuses_unsound_groups(decision: Decision) -> None:
    with pytest.raises(AssertionError):
        check_decisions([decision], result().annotation)
