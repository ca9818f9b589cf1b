"""Every resolver keeps to the contract of its family, on random parses too; the
contract catches those that do not.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pytest

from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation, Mention
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Document, Span
from coindex.core.protocols import Correct
from coindex.testing import bracketed, check_resolver, random_parses
from coindex.testing.contracts import check_annotated

NAMES = registry.installed("resolvers")
ITEMS = (
    bracketed(
        "[Ann]a met [Eve]e and [[her]e dog]d.\n[She]a said [it]d bit [her]a .\n\n[They]b left ."
    ),
    bracketed("“ [I]b saw [him]c , ” said [Bob]b .\n[He]c was [[his]b brother]c ."),
)


def decided(name: str, item: Annotated) -> Iterator[Decision]:
    resolver: Any = registry.build("resolvers", name)
    key = {"key": item.annotation} if getattr(resolver, "needs_key", False) else {}
    found: Iterator[Decision] = resolver.resolve(
        item.document, item.annotation.only_mentions(), **key
    )
    return found


@pytest.mark.parametrize("name", NAMES)
def test_contract(name: str) -> None:
    """On many more parses in `tests/faults`."""
    check_resolver(registry.build("resolvers", name), ITEMS, parses=15)


@pytest.mark.parametrize("name", NAMES)
def test_documents_in_turn_are_resolved_as_each_alone(name: str) -> None:
    found: tuple[list[Decision], ...] = ([], [])
    for pair in zip_longest(*(decided(name, item) for item in ITEMS)):
        for side, decision in zip(found, pair, strict=True):
            if decision is not None:
                side.append(decision)
    assert found == tuple(list(decided(name, item)) for item in ITEMS)


@pytest.mark.parametrize("name", NAMES)
def test_only_given_mentions_count(name: str) -> None:
    document, annotation = ITEMS[0]
    fewer = Annotated(document, Annotation(document.id, mentions=annotation.mentions[::2]))
    linked = {
        mention
        for decision in decided(name, fewer)
        for mention in (decision.anaphor, decision.antecedent)
    }
    assert linked <= {*annotation.mentions[::2], None}
    assert not list(decided(name, Annotated(document, Annotation(document.id))))


def test_every_resolver_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "resolvers.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)) == set(
        registry.names("resolvers")
    )


def test_random_parses_are_sound_and_varied() -> None:
    items = list(random_parses(500))
    for item in items:
        check_annotated(item)
    assert items == list(random_parses(500))
    assert items[0] != next(random_parses(1, seed=2))
    tokens = [token for document, _ in items for token in document.tokens]
    mentions = [mention for _, annotation in items for mention in annotation.mentions]
    assert any(not document.tokens for document, _ in items)
    assert {token.empty for token in tokens} == {True, False}
    assert any(token.head is None and not token.empty for token in tokens)
    assert any(len(mention.parts) > 1 for mention in mentions)
    assert len({token.deprel for token in tokens}) > 30


@dataclass(frozen=True)
class _Broken:
    """Resolves the last mention in a way that nobody may."""

    fault: str = ""

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        given = [mention for mention in mentions.mentions if not mention.reference]
        if len(given) > 1:
            yield from self._decisions(given, document)

    def _decisions(self, given: list[Mention], document: Document) -> Iterator[Decision]:
        last, first = given[-1], given[0]
        if self.fault == "itself":
            yield Decision(last, last)
        elif self.fault == "its own candidate":
            yield Decision(last, first, candidates=(Candidate(last),))
        elif self.fault == "not given":
            yield Decision(last, Mention((Span(0, len(document.tokens) + 1),)))
        elif self.fault == "twice":
            yield from (Decision(last, first), Decision(last))
        elif self.fault == "not deterministic":
            yield Decision(last, first, str(id(document)))
        elif self.fault == "changed":
            document.meta["resolved"] = "yes"  # type: ignore[index]


@pytest.mark.parametrize(
    "fault", ["itself", "its own candidate", "not given", "twice", "not deterministic", "changed"]
)
def test_a_broken_resolver_is_told(fault: str) -> None:
    registry.register("resolvers", "broken", _Broken)
    check_resolver(_Broken())
    with pytest.raises(AssertionError, match=fault):
        check_resolver(_Broken(fault))
