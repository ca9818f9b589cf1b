"""Assembles the page: sections from findings, documents as data, with style and script inside."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from markupsafe import Markup

from coindex import __version__
from coindex.core import registry
from coindex.core.glossary import explanation
from coindex.core.outcome import NOT_RIGHT, Outcome
from coindex.experiment.cache import dumped
from coindex.experiment.results import Results
from coindex.interface.catalogues import ENGLISH, language
from coindex.interface.templates import script_words, templates
from coindex.interface.translation import say, translate, worded
from coindex.measures.antecedents import CELLS
from coindex.measures.selection import GROUPS
from coindex.report.causes import cause_wording
from coindex.report.figures.svg import style
from coindex.report.findings import Findings
from coindex.report.html.profiles import PagePlace, views
from coindex.report.html.reader_data import LINKED_TERMS, TYPES, SharedValues, packed
from coindex.report.html.sections import sections
from coindex.report.scripts import READER, joined
from coindex.report.survey import DocumentSurvey, surveyed
from coindex.report.titles import name_of

FOLDER = Path(__file__).parent
LARGEST = 40_000_000
"""Documents are added to the page until they have this many characters; the page says how many are
left out.
"""
MOST_REASONED = 100
"""Reasons of learned resolvers are in pages of at most this many answers. A learned resolver reads
a document again to give its reasons, which would take longer than a large comparison itself;
`Result.why` has them for any document. Chosen by eye.
"""


def page(results: Results, *, largest: int = LARGEST) -> str:
    """The page; the same results give the same page, byte by byte."""
    return Paper(results, largest=largest).text()


class Paper:
    """What the page says in any language, and its findings, from which other files are made
    without reading all documents again.
    """

    def __init__(self, results: Results, *, largest: int = LARGEST) -> None:
        self._shelf = PageShelf(results, largest)
        self.findings = Findings(results, surveyed(results, self._shelf.add))

    def text(self) -> str:
        """The page in the language in use."""
        findings, shelf, results = self.findings, self._shelf, self.findings.results
        rendered: str = _template().render(
            title=results.plan.title or _title(results),
            note=results.plan.note,
            version=__version__,
            style=Markup(_style()),  # noqa: S704 - our own files
            script=Markup(_script()),  # noqa: S704
            policy=_policy(),
            sections=sections(findings),
            profiles=views(findings, shelf.places),
            index=_embedded(_index(findings, shelf)),
            wording=_embedded(words) if (words := script_words()) else "",
            documents=shelf.texts,
            left_out=shelf.left_out,
        )
        return rendered.encode("utf-8", "replace").decode()  # a lone surrogate cannot be written


def _title(results: Results) -> str:
    resolvers = len({run.condition.resolver for run in results.runs})
    corpora = say(" and ").join(corpus.name for corpus in results.corpora)
    if resolvers > 1:
        return say("{count} resolvers on {corpora}", count=resolvers, corpora=corpora)
    first = name_of(results.runs[0].condition)
    return say("{resolver} on {corpora}", resolver=first, corpora=corpora)


class PageShelf:
    """Collects documents until the page has no room left."""

    def __init__(self, results: Results, largest: int) -> None:
        self.shared = SharedValues()
        self.texts: list[Markup] = []
        self.places: list[PagePlace] = []
        self.left_out = 0
        self._room = largest
        self._slices = results.plan.slices
        answers = sum(len(run.parts) for run in results.runs)
        self._with_reasons = answers <= MOST_REASONED

    def add(self, reading: DocumentSurvey) -> None:
        value = packed(reading, self.shared, self._slices, with_reasons=self._with_reasons)
        text = _embedded(value)
        if len(text) > self._room:
            self.left_out += 1
            return
        self._room -= len(text)
        self.texts.append(text)
        self.places.append(
            PagePlace(reading.edition, value["id"], value["genre"], tuple(reading.judgements))
        )


def _index(findings: Findings, shelf: PageShelf) -> dict[str, Any]:
    """The data that the scripts need before any document is shown."""
    results, words = findings.results, list(shelf.shared.words)
    groups = {group: number for number, group in enumerate(results.groups)}
    runs = [
        {
            "name": run.condition.resolver,
            "title": name_of(run.condition),
            "label": f"{name_of(run.condition)}, {worded(findings.group_title(run.condition))}",
            "group": groups.get(run.condition.group, -1),
        }
        for run in results.runs
    ]
    return {
        **shelf.shared.lists(),
        "glossaries": {
            run.condition.resolver: _glossary(run.condition.component, words)
            for run in results.runs
        },
        "runs": runs,
        "documents": [
            {"id": p.id, "genre": p.genre, "runs": p.runs, "corpus": p.edition.corpus}
            for p in shelf.places
        ],
        "types": TYPES,
        "groups": GROUPS,
        "cells": CELLS,
        "outcomes": {outcome.value: say(outcome.label) for outcome in Outcome},
        "letters": {outcome.word: outcome.value for outcome in Outcome},
        "not_right": "".join(NOT_RIGHT),
        "judged": findings.judge,
        "left_out": shelf.left_out,
        "said": {} if language() == ENGLISH else dict(_in_words([*words, *results.plan.slices])),
    }


def _in_words(words: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Causes, kinds and other words that documents share, as the page shows them."""
    for word in words:
        shown = worded(cause_wording(word))
        if shown != word:
            yield word, shown


def _glossary(resolver: str, words: Iterable[str]) -> dict[str, str]:
    """The meaning of the words on the page for a run's resolver, as far as it uses them."""
    glossary = {**registry.glossary(resolver), **LINKED_TERMS}
    return {
        word: text for word in words if (text := translate(explanation(glossary, word), "meanings"))
    }


def _embedded(value: Any) -> Markup:
    """JSON that cannot end the element that contains it."""
    return Markup(dumped(value).replace("<", "\\u003c"))  # noqa: S704


@cache
def _style() -> str:
    sheets = (READER / "text.css", FOLDER / "page.css")
    return style() + "".join(sheet.read_text(encoding="utf-8") for sheet in sheets)


@cache
def _script() -> str:
    return joined(FOLDER / "page.js")


def _policy() -> str:
    """The content security policy: nothing is fetched, and only our script runs."""
    ours = base64.b64encode(sha256(_script().encode()).digest()).decode()
    sources = f"default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-{ours}'"
    return f"{sources}; base-uri 'none'; form-action 'none'"


def _template() -> Any:
    return templates("coindex.report.html", language()).get_template("report.html")
