"""Measures of Universal Anaphora against cases that were computed without the implementation."""

import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

import coindex
from coindex.core.annotation import (
    Annotated,
    Annotation,
    Entity,
    Link,
    Mention,
    Reference,
    Relation,
)
from coindex.core.document import Document, Sentence, Span, Token

LETTERS = "abcdefghijklmnopqrstuvwxyz"
CASES = Path(__file__).with_name("independent.txt")


class Vector(NamedTuple):
    """A measure and its values on one key and response: recall and precision, or F1."""

    case: str
    key: str
    response: str
    measure: str
    values: tuple[Fraction, ...]


def vectors() -> Iterator[Vector]:
    case: dict[str, str] = {}
    for line in CASES.read_text(encoding="utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        word, rest = line.split(" ", 1)
        if word == "case":
            case = {"case": rest}
        elif word in {"key", "response"}:
            case[word] = rest
        else:
            yield Vector(**case, measure=word, values=tuple(map(Fraction, rest.split())))


VECTORS = list(vectors())


def annotated(notation: str) -> list[Annotated]:
    """The documents that the notation at the top of the file describes."""
    return [document(f"d{i}", part.split()) for i, part in enumerate(notation.split("|"))]


def document(name: str, groups: list[str]) -> Annotated:
    entities: list[Entity] = []
    links: list[Link] = []
    mentions = {letter: Mention((Span(i, i + 1),), head=i) for i, letter in enumerate(LETTERS)}
    for group in groups:
        if expletive := re.fullmatch(r"(\w)=(\w+)", group):
            letter, subtype = expletive.groups()
            mentions[letter] = mentions[letter]._replace(
                reference=Reference.NONREFERENTIAL, subtype=subtype
            )
    used: list[Mention] = []
    for group in groups:
        if "=" in group:
            used.append(mentions[group[0]])
            continue
        members = [mentions[letter] for letter in re.sub(r"\[.*\]|>.*|!", "", group)]
        used += members
        entities.append(Entity(f"e{len(entities)}", tuple(members)))
        if parts := re.match(r"\[(.*)\]", group):
            links.append(Link(members[0], tuple(mentions[a] for a in parts[1].split("+"))))
        elif ">" in group:
            links.append(Link(members[0], (mentions[group[-1]],), Relation.BRIDGING))
        elif "!" in group:
            links += [
                Link(later, (earlier,), Relation.DISCOURSE) for earlier, later in pairwise(members)
            ]
    tokens = tuple(Token(2 * i, 2 * i + 1, letter) for i, letter in enumerate(LETTERS))
    return Annotated(
        Document(name, " ".join(LETTERS), "en", tokens, (Sentence(Span(0, len(LETTERS))),)),
        Annotation(
            name, mentions=tuple(sorted(used)), entities=tuple(entities), links=tuple(links)
        ),
    )


@pytest.mark.parametrize("vector", VECTORS, ids=lambda v: f"{v.case}-{v.measure}")
def test_as_computed_by_hand(vector: Vector) -> None:
    row = coindex.score(annotated(vector.key), annotated(vector.response), vector.measure)[0]
    if len(vector.values) == 1:
        assert row.values["f1"] == pytest.approx(float(vector.values[0]))
        return
    recall, precision = vector.values
    mean = 2 * recall * precision / (recall + precision) if recall + precision else Fraction(0)
    assert [row.values[name] for name in ("recall", "precision", "f1")] == pytest.approx(
        [float(recall), float(precision), float(mean)]
    )


def test_no_case_is_lost() -> None:
    assert len({vector.case for vector in VECTORS}) == 26
