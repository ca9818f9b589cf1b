"""The mini-discourses: fifteen phenomena, ten each, minimal pairs, keys and
targets that agree with each other.
"""

from __future__ import annotations

import csv
import hashlib
import re
from collections.abc import Iterator
from dataclasses import replace
from difflib import SequenceMatcher

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Kind, Reference, Relation
from coindex.core.errors import FormatError
from coindex.measures.targets import targets
from coindex_en.corpora import MiniDiscourses

PHENOMENA = (
    "animacy",
    "binding",
    "cataphora",
    "collectives",
    "descriptions",
    "events",
    "gender",
    "neopronouns",
    "number",
    "pleonastic",
    "plurals",
    "quotations",
    "reciprocals",
    "singular-they",
    "titles",
)
PARTNERS = {1: 3, 2: 4, 5: 7, 6: 8, 9: 10}


@pytest.fixture(scope="module")
def minis() -> dict[str, Annotated]:
    return {item.document.id: item for item in formats.read(MiniDiscourses.folder, "inline")}


def pairs() -> Iterator[tuple[str, str]]:
    for phenomenon in PHENOMENA:
        for first, second in PARTNERS.items():
            yield f"{phenomenon}-{first:02}", f"{phenomenon}-{second:02}"


def number(name: str) -> int:
    return int(name.rpartition("-")[2])


def words(item: Annotated) -> list[str]:
    return [token.form.lower() for token in item.document.tokens]


def with_targets(item: Annotated, notation: str) -> Annotated:
    meta = {**item.document.meta, "targets": notation}
    return item._replace(document=replace(item.document, meta=meta))


def test_ten_discourses_of_each_phenomenon_numbered_without_gaps(
    minis: dict[str, Annotated],
) -> None:
    assert sorted(minis) == [
        f"{phenomenon}-{n:02}" for phenomenon in PHENOMENA for n in range(1, 11)
    ]
    for path in MiniDiscourses.folder.rglob("*.inline"):
        item = minis[f"{path.parent.name}-{path.stem}"]
        assert item.document.meta["phenomenon"] == path.parent.name
        assert item.document.language == "en"
        assert item.document.genre
        assert item.document.meta["contrast"]


def test_two_to_five_sentences(minis: dict[str, Annotated]) -> None:
    for name, item in minis.items():
        ends = re.findall(r"[.?!][\"”)]*(?=\s|$)", item.document.text)
        assert 2 <= len(ends) <= 5, name


def test_every_entity_has_type_and_number(minis: dict[str, Annotated]) -> None:
    for name, item in minis.items():
        for entity in item.annotation.entities:
            described = dict(entity.attributes)
            assert entity.type, (name, entity.id)
            assert "number" in described, (name, entity.id)
            assert "gender" in described or entity.type not in ("person", "animal"), (
                name,
                entity.id,
            )


def test_targets_agree_with_the_key(minis: dict[str, Annotated]) -> None:
    for name, item in minis.items():
        tested = targets(item)
        assert 1 <= len(tested) <= 3, name
        assert any(target.same for target in tested), name
        entity_of = item.annotation.entity_of()
        split = {
            link.anaphor: link.antecedents
            for link in item.annotation.links
            if link.subtype == "split"
        }
        for mention, entities, same in tested:
            own = entity_of.get(mention)
            if not same:
                assert len(entities) == 1, name
                assert own is not None and own.id != entities[0].id, name
            elif not entities:
                assert mention.reference is Reference.NONREFERENTIAL, name
            elif len(entities) > 1:
                assert {entity_of[end].id for end in split[mention]} == {
                    entity.id for entity in entities
                }, name
            else:
                assert own is not None and own.id == entities[0].id, name
                assert not own.singleton, name


def test_event_targets_take_up_a_verb(minis: dict[str, Annotated]) -> None:
    events = 0
    for name, item in minis.items():
        taken_up = {
            link.anaphor for link in item.annotation.links if link.relation is Relation.DISCOURSE
        }
        for mention, entities, same in targets(item):
            verbal = same and any(
                m.kind is Kind.VERBAL for entity in entities for m in entity.mentions
            )
            assert verbal == (same and mention in taken_up), name
            events += verbal
    assert events == 5


def test_members_of_a_pair_name_each_other_and_have_different_answers(
    minis: dict[str, Annotated],
) -> None:
    for first, second in pairs():
        one, other = minis[first], minis[second]
        assert (one.document.meta["pair"], other.document.meta["pair"]) == (second, first)
        assert one.document.meta["contrast"] == other.document.meta["contrast"]
        answers = [
            {tuple(entity.id for entity in entities) for _, entities, same in targets(item) if same}
            for item in (one, other)
        ]
        assert answers[0] != answers[1], first


def test_members_of_a_pair_in_one_half_differ_in_a_few_words(minis: dict[str, Annotated]) -> None:
    for first, second in pairs():
        if number(first) % 2 != number(second) % 2:
            continue
        one, other = words(minis[first]), words(minis[second])
        changes = [
            c
            for c in SequenceMatcher(None, one, other, autojunk=False).get_opcodes()
            if c[0] != "equal"
        ]
        assert changes, first
        assert sum(max(end - begin, stop - start) for _, begin, end, start, stop in changes) <= 6, (
            first
        )


def test_the_halves_share_no_wording(minis: dict[str, Annotated]) -> None:
    runs: tuple[set[tuple[str, ...]], set[tuple[str, ...]]] = (set(), set())
    for name, item in minis.items():
        forms = words(item)
        runs[number(name) % 2].update(tuple(forms[i : i + 5]) for i in range(len(forms) - 4))
    assert not runs[0] & runs[1]


def test_only_listed_corrections_change_a_discourse() -> None:
    listed = [
        line.split("  ")
        for line in (MiniDiscourses.folder / "checksums.txt")
        .read_text(encoding="utf-8")
        .splitlines()
    ]
    with (MiniDiscourses.folder / "corrections.tsv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t"))
    assert all(row["date"] and row["change"] and row["reason"] for row in rows)
    assert len(listed) == 150
    changed = {
        path.removesuffix(".inline").partition("/")[2].replace("/", "-")
        for checksum, path in listed
        if hashlib.sha256(
            (MiniDiscourses.folder / path).read_text(encoding="utf-8").encode()
        ).hexdigest()
        != checksum
    }
    assert changed == {row["discourse"] for row in rows}


@pytest.mark.parametrize(
    ("notation", "message"),
    [
        ("she", "is not a target"),
        ("they = laura", "no mention reads 'they'"),
        ("her/2 = laura", "no mention reads 'her/2'"),
        ("she = lara", "did you mean 'laura'"),
    ],
)
def test_targets_that_name_nothing_are_refused(
    minis: dict[str, Annotated], notation: str, message: str
) -> None:
    with pytest.raises(FormatError, match=message):
        targets(with_targets(minis["gender-01"], notation))


def test_a_target_of_several_mentions_needs_a_number(minis: dict[str, Annotated]) -> None:
    with pytest.raises(FormatError, match="3 mentions read 'it'"):
        targets(with_targets(minis["pleonastic-09"], "it = none"))
