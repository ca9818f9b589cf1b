"""Search in documents and runs, and statistics of corpora."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel

from coindex.core.document import Document, Span
from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.measures.statistics import Statistics, described
from coindex.report.tables.statistics import AVERAGES, COUNTS
from coindex.workbench.api.dependencies import RunDep
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.editing.concordance import (
    Hit,
    Wanted,
    of_mentions,
    of_pair,
    of_tokens,
    weight,
)
from coindex.workbench.editing.layout import Layout, layout_of
from coindex.workbench.editing.pairs import align_pair, annotated, origin
from coindex.workbench.names import Line, Name
from coindex.workbench.problems import Refused, documented
from coindex.workbench.security.visitor import ProjectDep, ProtectedRoute, Visitor, VisitorDep
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.standings import Standing, readable_sources, standings
from coindex.workbench.store.revisions import StoredSource
from coindex.workbench.visibility import visible_documents

router = APIRouter(route_class=ProtectedRoute, prefix="/projects/{project}", tags=["search"])

OutcomeWord = Literal["", "right", "wrong", "open", "undetected", "spurious", "none"]


class HitView(BaseModel):
    """A line of the concordance; `document` is a number in a project and `None` in a run."""

    document: int | None = None
    name: str
    parts: list[tuple[int, int]] = []
    zero: int | None = None
    before: str
    words: str
    after: str
    type: str = ""
    kind: str = ""
    outcome: str = ""
    antecedent: str = ""
    expected: str = ""


class Hits(BaseModel):
    """`more`: there are more hits; ask for them with `offset`."""

    hits: list[HitView]
    more: bool = False


class StatisticsView(BaseModel):
    """Counts, and averages per anaphor; `candidates` are nominal mentions up to two sentences back.

    No parse is needed; averages are `null` if there are no anaphors.
    """

    documents: list[str]
    counts: dict[str, int]
    averages: dict[str, float | None]


def wanted_hits(
    form: Annotated[Line, Query(description="Words to find, in upper or lower case.")] = "",
    type: Annotated[
        Line, Query(description="A kind of mention, or one of ROSANA's types: PER3, POS3 ...")
    ] = "",
    outcome: Annotated[OutcomeWord, Query(description="Outcome of the anaphor.")] = "",
) -> Wanted:
    return Wanted(form, type, outcome)


WantedDep = Annotated[Wanted, Depends(wanted_hits)]


class Stretch(NamedTuple):
    """The hits to return: `limit` of them, after the first `offset`."""

    limit: int
    offset: int


def wanted_stretch(
    limit: Annotated[int, Query(ge=1, le=1_000)] = 200,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> Stretch:
    return Stretch(limit, offset)


StretchDep = Annotated[Stretch, Depends(wanted_stretch)]


@router.get("/search", responses=documented(404), dependencies=LONG_WORK)
def search(
    project: ProjectDep,
    wanted: WantedDep,
    visitor: VisitorDep,
    services: ServicesDep,
    resolver: Annotated[
        Name | None, Query(description="Source of the mentions or decisions.")
    ] = None,
    key: Annotated[Name | None, Query(description="Source of the correct annotation.")] = None,
    *,
    stretch: StretchDep,
) -> Hits:
    """Search anaphors by outcome (with resolver and key), mentions (with one of
    them), or words (with neither).
    """
    if wanted.outcome and not (resolver and key):
        raise Refused(422, "outcomes need a resolver and a key")
    if wanted.type and not (resolver or key):
        raise Refused(422, "a type needs a source; name a resolver or a key")
    if not (resolver or key) and not wanted.form.strip():
        raise Refused(422, "give a form to search for, or name a source")
    return _answer(
        _hits(services, project.id, wanted, [name for name in (key, resolver) if name], visitor),
        stretch,
    )


def _answer(views: Iterator[HitView], stretch: Stretch) -> Hits:
    hits = list(islice(views, stretch.offset, stretch.offset + stretch.limit + 1))
    return Hits(hits=hits[: stretch.limit], more=len(hits) > stretch.limit)


def _hits(
    services: Services, project: int, wanted: Wanted, names: list[str], visitor: Visitor
) -> Iterator[HitView]:
    sources = readable_sources(services, project, names, visitor)
    documents = visible_documents(services, project, visitor)
    for standing in standings(services.store, services.shelf, project, sources, documents):
        matching: Iterable[Hit]
        if sources:
            cached = services.cache.of(
                ("hits", *standing.key), partial(_hits_in, standing, sources), weight
            )
            matching = filter(wanted.fits, cached)
        else:
            matching = of_tokens(standing.document, wanted.form)
        for hit in matching:
            yield _view(hit, standing.stored.name, standing.stored.id)


def _hits_in(standing: Standing, sources: Sequence[StoredSource]) -> tuple[Hit, ...]:
    """All hits in a document, in terms of its stored tokens."""
    document, states = standing.document, standing.states
    if len(sources) == 2:
        layout, pair = align_pair(document, (sources[0], states[0]), (sources[1], states[1]))
        hits = of_pair(pair, "head" if _parsed(document) else "exact")
    else:
        layout = layout_of(document, states)
        hits = of_mentions(layout.document, layout.annotation(states[0], origin(sources[0])))
    return tuple(_stored(hit, layout) for hit in hits)


def _stored(hit: Hit, layout: Layout) -> Hit:
    zero = layout.zero_at(hit.parts)
    parts = (
        () if zero is not None else tuple(Span(*part) for part in layout.stored_parts(hit.parts))
    )
    return hit._replace(parts=parts, zero=zero)


def _parsed(document: Document) -> bool:
    return any(token.upos for token in document.tokens)


def _view(hit: Hit, name: str, id: int | None = None) -> HitView:
    parts = [(part.start, part.end) for part in hit.parts]
    return HitView(document=id, name=name, **hit._asdict() | {"parts": parts})


@router.get("/runs/{run}/search", responses=documented(404), dependencies=LONG_WORK)
def search_run(
    run: RunDep,
    wanted: WantedDep,
    services: ServicesDep,
    resolver: Annotated[Line, Query(description="A resolver or response of the run.")],
    given: Annotated[
        Literal["gold", "detected"], Query(description="Mentions that it was given.")
    ] = "gold",
    *,
    stretch: StretchDep,
) -> Hits:
    """Search anaphors of the run's corpora by the outcome of one resolver."""
    answered = services.concordances.of(run.id, resolver, given)
    if answered is None:
        raise Refused(
            404,
            Message(
                "the run has no {resolver!r} with {given} mentions", resolver=resolver, given=given
            ),
        )
    try:
        return _answer(
            (_view(hit, one.document) for one in answered for hit in one.hits if wanted.fits(hit)),
            stretch,
        )
    except CoindexError as error:
        raise Refused(
            409, Message("{error}: run the comparison again", error=error.worded({}))
        ) from error


@router.get("/statistics", responses=documented(404), dependencies=LONG_WORK)
def show_statistics(
    project: ProjectDep,
    source: Annotated[Name, Query()],
    visitor: VisitorDep,
    services: ServicesDep,
) -> StatisticsView:
    """Show statistics of the project's documents as annotated by one source."""
    sources = readable_sources(services, project.id, [source], visitor)
    names, whole, characters = [], Statistics(0), 0
    documents = visible_documents(services, project.id, visitor)
    for standing in standings(services.store, services.shelf, project.id, sources, documents):
        names.append(standing.stored.name)
        length, counted = services.cache.of(
            ("statistics", *standing.key), partial(_described, standing, sources[0]), _small
        )
        characters += length
        whole += counted
    counts = {"characters": characters, **{name: getattr(whole, name) for name in COUNTS}}
    averages = dict(zip(AVERAGES, whole.averages(), strict=True))
    return StatisticsView(documents=names, counts=counts, averages=averages)


def _described(standing: Standing, source: StoredSource) -> tuple[int, Statistics]:
    """Number of characters of a document, and its statistics as annotated by a source."""
    return len(standing.document.text), described(
        *annotated(standing.document, source, standing.states[0])
    )


def _small(_: object) -> int:
    return 1_000
