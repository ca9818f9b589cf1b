"""Differences between two annotations, one by one."""

from __future__ import annotations

from pathlib import Path

from coindex import formats
from coindex.measures.differences import ABSENT, NEW, differences
from coindex.measures.pair import Pair

FIRST = """{ann +Ann+} found {key {ann her} *key* on {step the *step*}}. {-ambient It} rained. {ann She} ran.
---
ann: person singular feminine
"""


def between(folder: Path, second: str) -> list[tuple[str, str, str, str]]:
    for name, content in (("a", FIRST), ("b", second)):
        (folder / f"{name}.inline").write_text(f"# id: x\n# language: en\n\n{content}")
    one, other = (next(iter(formats.read(folder / f"{name}.inline", "inline"))) for name in "ab")
    return [
        (found.words, found.aspect, found.first, found.second)
        for found in differences(Pair.of(one, other))
    ]


def test_equal_annotations_do_not_differ(tmp_path: Path) -> None:
    assert between(tmp_path, FIRST) == []


def test_labels_are_only_names(tmp_path: Path) -> None:
    assert between(tmp_path, FIRST.replace("{ann", "{x").replace("ann:", "x:")) == []


def test_a_mention_of_one_side(tmp_path: Path) -> None:
    second = FIRST.replace("{step the *step*}", "the step")
    assert between(tmp_path, second) == [("the step", "mention", "step", ABSENT)]


def test_another_span_around_the_same_core(tmp_path: Path) -> None:
    second = FIRST.replace("*key* on {step the *step*}}", "*key*} on {step the *step*}")
    assert between(tmp_path, second) == [
        ("her key on the step", "span", "her key on the step", "her key")
    ]


def test_another_antecedent(tmp_path: Path) -> None:
    second = FIRST.replace("{ann She}", "{eve She}")
    assert between(tmp_path, second) == [("She", "entity", "her @2", NEW)]


def test_reference_link_and_description(tmp_path: Path) -> None:
    second = (
        FIRST.replace("-ambient", "-idiom")
        .replace("{ann She}", "{ann:optional She}")
        .replace("feminine", "open")
    )
    assert between(tmp_path, second) == [
        ("Ann", "description", "person singular feminine", "person singular open"),
        ("It", "reference", "nonreferential ambient", "nonreferential idiom"),
        ("She", "link", ABSENT, "optional"),
    ]
