"""Looking into documents and runs: words in context by what became of them, and what a corpus is like."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel

from coindex.core.document import Document
from coindex.core.errors import CoindexError
from coindex.experiment.results import Results
from coindex.measures.statistics import Statistics, described
from coindex.report.statistics import AVERAGES, COUNTS
from coindex.web.api.heads import readable_sources, standings
from coindex.web.api.runs import Found
from coindex.web.editing.concordance import Hit, Wanted, of_mentions, of_pair, of_tokens
from coindex.web.editing.layout import Layout, laid_out
from coindex.web.editing.pairing import annotated, laid_over, origin
from coindex.web.names import Line, Name
from coindex.web.problems import Refused, documented
from coindex.web.security.visitor import In, Me, Visitor
from coindex.web.services import Here, Services

router = APIRouter(prefix="/projects/{project}", tags=["search"])

Outcome = Literal["", "right", "wrong", "open", "undetected", "spurious", "none"]
AGREEING = ("critical", "critical_share", "candidates")
"""Statistics that ask which mentions agree."""
Limit = Annotated[int, Query(ge=1, le=1_000)]


class HitView(BaseModel):
    """A line of the concordance; `document` is a number in a project, and `None` in a run."""

    document: int | None = None
    name: str
    parts: list[tuple[int, int]] = []
    zero: int | None = None
    before: str
    words: str
    after: str
    type: str = ""
    outcome: str = ""
    antecedent: str = ""
    expected: str = ""


class Hits(BaseModel):
    """`more`: there are others beyond the limit."""

    hits: list[HitView]
    more: bool = False


class StatisticsView(BaseModel):
    """Counts, and averages per anaphor; `candidates` are mentions that are no pronouns, two sentences back at most.

    What takes a parse is not told of documents without one.
    """

    documents: list[str]
    counts: dict[str, int | None]
    averages: dict[str, float | None]


def wanted(
    form: Annotated[Line, Query(description="The words, upper or lower case.")] = "",
    type: Annotated[Line, Query(description="A kind of mention, or one of ROSANA's types: PER3, POS3 ...")] = "",
    outcome: Annotated[Outcome, Query(description="What became of it.")] = "",
) -> Wanted:
    return Wanted(form, type, outcome)


Sought = Annotated[Wanted, Depends(wanted)]


@router.get("/search", responses=documented(404))
def search(
    project: In,
    sought: Sought,
    me: Me,
    here: Here,
    resolver: Annotated[Name | None, Query(description="A source: whose mentions, or whose answers.")] = None,
    key: Annotated[Name | None, Query(description="A source that says what is right.")] = None,
    limit: Limit = 200,
) -> Hits:
    """With resolver and key, anaphors by outcome; with one of them, mentions; with neither, words of the texts."""
    if sought.outcome and not (resolver and key):
        raise Refused(422, "outcomes need a resolver and a key")
    if not (resolver or key) and not sought.form.strip():
        raise Refused(422, "look for a form, or name a source")
    return _answer(_hits(here, project.id, sought, [name for name in (key, resolver) if name], me), limit)


def _answer(found: Iterator[HitView], limit: int) -> Hits:
    hits = list(islice(found, limit + 1))
    return Hits(hits=hits[:limit], more=len(hits) > limit)


def _hits(here: Services, project: int, sought: Wanted, names: list[str], me: Visitor) -> Iterator[HitView]:
    sources = readable_sources(here, project, names, me)
    for standing in standings(here.store, here.shelf, project, sources):
        document, layout = standing.document, Layout(standing.document)
        found: Iterator[Hit]
        if len(sources) == 2:
            layout, pair = laid_over(document, (sources[0], standing.states[0]), (sources[1], standing.states[1]))
            found = of_pair(pair, sought, "head" if _parsed(document) else "exact")
        elif sources:
            layout = laid_out(document, standing.states)
            found = of_mentions(layout.document, layout.annotation(standing.states[0], origin(sources[0])), sought)
        else:
            found = of_tokens(document, sought.form)
        for hit in found:
            yield _view(hit, standing.stored.name, standing.stored.id, layout)


def _parsed(document: Document) -> bool:
    return any(token.upos for token in document.tokens)


def _view(hit: Hit, name: str, id: int | None = None, layout: Layout | None = None) -> HitView:
    zero = None if layout is None else layout.zero_at(hit.parts)
    parts = [(part.start, part.end) for part in hit.parts] if layout is None else list(layout.stored_parts(hit.parts))
    rest = {key: value for key, value in hit._asdict().items() if key != "parts"}
    return HitView(document=id, name=name, parts=[] if zero is not None else parts, zero=zero, **rest)


@router.get("/runs/{run}/search", responses=documented(404))
def search_run(
    run: Found,
    sought: Sought,
    here: Here,
    resolver: Annotated[Line, Query(description="A resolver or response of the run.")],
    given: Annotated[Literal["gold", "detected"], Query(description="Whose mentions it was given.")] = "gold",
    limit: Limit = 200,
) -> Hits:
    """Anaphors of the run's corpora by what a resolver made of them."""
    results = Results.from_json(here.store.runs.file(run.id, "results.json").text())
    chosen = [
        one for one in results.runs if one.condition.resolver == resolver and one.condition.given in (given, "own")
    ]
    if not chosen:
        raise Refused(404, f"the run has no {resolver!r} with {given} mentions")
    pairs = (pair for one in chosen for pair in one.pairs())
    try:
        return _answer((_view(hit, pair.document.id) for pair in pairs for hit in of_pair(pair, sought)), limit)
    except CoindexError as error:
        raise Refused(409, f"{error}: run the comparison again") from error


@router.get("/statistics", responses=documented(404))
def show_statistics(project: In, source: Annotated[Name, Query()], me: Me, here: Here) -> StatisticsView:
    """What the project's documents are like, as one source has annotated them."""
    sources = readable_sources(here, project.id, [source], me)
    names, whole, parsed = [], Statistics(0), True
    for standing in standings(here.store, here.shelf, project.id, sources):
        names.append(standing.stored.name)
        parsed = parsed and _parsed(standing.document)
        whole += described(*annotated(standing.document, sources[0], standing.states[0]))
    known = [name for name in (*COUNTS, *AVERAGES) if parsed or name not in AGREEING]
    counts = {name: getattr(whole, name) if name in known else None for name in COUNTS}
    averages = {name: value if name in known else None for name, value in zip(AVERAGES, whole.averages(), strict=True)}
    return StatisticsView(documents=names, counts=counts, averages=averages)
