"""Resolvers explain every rule, constraint and preference that their decisions name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from inspect import getdoc
from pathlib import Path
from sys import modules
from typing import ClassVar, Literal

import pytest

from coindex import corpora, formats, resolvers
from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary, explanation, unexplained
from coindex.core.protocols import Correct, Glossed, LanguageBound, Tunable
from coindex.pipeline.pipeline import Pipeline, decided
from coindex.testing import check_resolver

NAMES = registry.installed("resolvers")
VARIANTS = (
    "bfp(carter=True)",
    "cogniac(mode='resolve_all', quoted_speech=True, same_clause_subject=True, widening=(3, 8))",
    "hobbs(trees='partial')",
    "kennedy_boguraev(syntax='tags')",
    "mars(version='2000')",
    "mitkov(terms=('boat', 'key'))",
    "rosana(reasons=True, gender='require', link_predicate_nominals=True)",
    "rosana(description='hybrid', b1=True)",
    "sieve(pronouns='first', also='demonym')",
    "slist(status='shallow', limit=5)",
    "supar(names=True)",
)
ENGLISH = ("dialogue/goat", "manual/canoe")
FRAGMENTERS = ("none", "ambiguity")


@cache
def items(language: Literal["en", "es"]) -> list[Annotated]:
    """A few texts of the embedded corpora with the bundled parse and detected
    mentions, whole and in fragments.
    """
    folder = corpora.find("embedded" if language == "en" else f"embedded-{language}").path
    paths = (
        [folder / f"{name}.inline" for name in ENGLISH]
        if language == "en"
        else sorted(folder.rglob("*.inline"))[:1]
    )
    bare = [
        Document(path.stem, item.document.text, language)
        for path in paths
        for item in formats.read(path, "inline")
    ]
    pipeline = Pipeline()
    parsed = [
        registry.build("fragmenters", fragmenter).fragment(document)
        for document in pipeline.parsed(bare)
        for fragmenter in FRAGMENTERS
    ]
    return [Annotated(document, pipeline.mentions(document)) for document in parsed]


def decisions(spec: str) -> list[Decision]:
    resolver = registry.build("resolvers", spec)
    languages = resolver.languages if isinstance(resolver, LanguageBound) else ("en", "es")
    return [
        decision
        for language in ("en", "es")
        if language in languages
        for document, mentions in items(language)
        for decision in decided(resolver, document, mentions, mentions)
    ]


@pytest.mark.parametrize("spec", [*NAMES, *VARIANTS])
def test_every_name_in_a_decision_is_explained(spec: str) -> None:
    found = decisions(spec)
    assert unexplained(registry.glossary(spec), found) == []
    assert found or spec == "singletons"


@pytest.mark.parametrize("name", NAMES)
def test_an_explanation_is_one_line_of_plain_text(name: str) -> None:
    for term, text in registry.glossary(name).items():
        assert text and "\n" not in text and text == text.strip(), term
        assert len(text) <= 180, term
        assert text.endswith("...") or not text.endswith("."), term


def test_every_weight_has_an_explanation() -> None:
    tunable = [
        kind for name in NAMES if isinstance(kind := registry.build("resolvers", name), Tunable)
    ]
    assert len(tunable) >= 5
    for resolver in tunable:
        assert isinstance(resolver, Glossed)
        assert [
            name for name in resolver.published if not explanation(resolver.glossary, name)
        ] == []


def test_families_of_names_are_explained_by_a_pattern() -> None:
    glossary = {"utterance -*": "an earlier utterance", "utterance -1": "the one before"}
    assert explanation(glossary, "utterance -1") == "the one before"
    assert explanation(glossary, "utterance -27") == "an earlier utterance"
    assert explanation(glossary, "utterance") == ""
    assert explanation({"a.b*": "text"}, "axb") == ""


@dataclass(frozen=True)
class _Recent:
    """Decisions of the baseline `recent`, with another glossary."""

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        return registry.build("resolvers", "recent").resolve(document, mentions, correct=correct)


@dataclass(frozen=True)
class _Explaining(_Recent):
    glossary: ClassVar[Glossary] = {"*": "whatever it is called"}


def test_the_contract_asks_for_explanations() -> None:
    registry.register("resolvers", "unexplaining", _Recent)
    registry.register("resolvers", "explaining", _Explaining)
    check_resolver(_Explaining(), parses=5)
    with pytest.raises(AssertionError, match=r"the glossary does not explain: .*'no candidate'"):
        check_resolver(_Recent(), parses=5)
    assert registry.glossary("explaining") == _Explaining.glossary
    assert registry.glossary("unexplaining") == registry.glossary("no such resolver") == {}


PAPERS = (
    "bfp", "cogniac", "hobbs", "kennedy_boguraev", "lrc", "mars", "mitkov", "neural", "rap", "rosana", "sieve", "slist",
    "supar",
)  # fmt: skip


@pytest.mark.parametrize("name", PAPERS)
def test_the_map_from_paper_to_code_names_what_is_there(name: str) -> None:
    kind = registry.component("resolvers", name)
    _, _, found = (getdoc(modules[kind.__module__]) or "").partition(", and here:\n\n")
    rows = found.splitlines()
    assert len(rows) >= 6
    parameters = [
        one
        for listed in re.findall(r"parameters? ((?:`\w+`(?:, )?)+)", found)
        for one in listed.split("`")[1::2]
    ]
    assert set(parameters) <= {field.name for field in fields(kind)}
    package = Path(resolvers.__file__).parent
    source = "\n".join(
        path.read_text(encoding="utf-8")
        for room in (package, package.parent / "language")
        for path in room.rglob("*.py")
    )
    for path in re.findall(
        r"[A-Za-z]\w*(?:\.[A-Za-z_]\w+)+|\b_\w+",
        "\n".join(row.strip().partition("  ")[2] for row in rows),
    ):
        last = path.rpartition(".")[2]
        assert re.search(rf"^\s*(?:def |class )?{last}\b[(:= ]", source, re.MULTILINE), path
