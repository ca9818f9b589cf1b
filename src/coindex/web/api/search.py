"""Looking into documents and runs: words in context by what became of them, and what a corpus is like."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel

from coindex.annotation.revisions import Source
from coindex.core.document import Document, Span
from coindex.core.errors import CoindexError
from coindex.measures.statistics import Statistics, described
from coindex.report.statistics import AVERAGES, COUNTS
from coindex.web.api.heads import Standing, readable_sources, standings
from coindex.web.api.runs import Found
from coindex.web.api.working import LONG_WORK
from coindex.web.editing.concordance import Hit, Wanted, of_mentions, of_pair, of_tokens, weight
from coindex.web.editing.layout import Layout, laid_out
from coindex.web.editing.pairing import annotated, laid_over, origin
from coindex.web.names import Line, Name
from coindex.web.problems import Refused, documented
from coindex.web.security.visitor import In, Me, Visitor
from coindex.web.services import Here, Services

router = APIRouter(prefix="/projects/{project}", tags=["search"])

OutcomeWord = Literal["", "right", "wrong", "open", "undetected", "spurious", "none"]


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
    kind: str = ""
    outcome: str = ""
    antecedent: str = ""
    expected: str = ""


class Hits(BaseModel):
    """`more`: there are others after these; `offset` asks for them."""

    hits: list[HitView]
    more: bool = False


class StatisticsView(BaseModel):
    """Counts, and averages per anaphor; `candidates` are mentions that are no pronouns, two sentences back at most.

    None of it takes a parse; an average of no anaphors is not there.
    """

    documents: list[str]
    counts: dict[str, int]
    averages: dict[str, float | None]


def wanted(
    form: Annotated[Line, Query(description="The words, upper or lower case.")] = "",
    type: Annotated[Line, Query(description="A kind of mention, or one of ROSANA's types: PER3, POS3 ...")] = "",
    outcome: Annotated[OutcomeWord, Query(description="What became of it.")] = "",
) -> Wanted:
    return Wanted(form, type, outcome)


Sought = Annotated[Wanted, Depends(wanted)]


class Stretch(NamedTuple):
    """So many of the hits, after the first so many."""

    limit: int
    offset: int


def stretch(
    limit: Annotated[int, Query(ge=1, le=1_000)] = 200, offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0
) -> Stretch:
    return Stretch(limit, offset)


Shown = Annotated[Stretch, Depends(stretch)]


@router.get("/search", responses=documented(404), dependencies=LONG_WORK)
def search(
    project: In,
    sought: Sought,
    me: Me,
    here: Here,
    resolver: Annotated[Name | None, Query(description="A source: whose mentions, or whose answers.")] = None,
    key: Annotated[Name | None, Query(description="A source that says what is right.")] = None,
    *,
    shown: Shown,
) -> Hits:
    """With resolver and key, anaphors by outcome; with one of them, mentions; with neither, words of the texts."""
    if sought.outcome and not (resolver and key):
        raise Refused(422, "outcomes need a resolver and a key")
    if sought.type and not (resolver or key):
        raise Refused(422, "types are those of mentions: name a source")
    if not (resolver or key) and not sought.form.strip():
        raise Refused(422, "look for a form, or name a source")
    return _answer(_hits(here, project.id, sought, [name for name in (key, resolver) if name], me), shown)


def _answer(found: Iterator[HitView], shown: Stretch) -> Hits:
    hits = list(islice(found, shown.offset, shown.offset + shown.limit + 1))
    return Hits(hits=hits[: shown.limit], more=len(hits) > shown.limit)


def _hits(here: Services, project: int, sought: Wanted, names: list[str], me: Visitor) -> Iterator[HitView]:
    sources = readable_sources(here, project, names, me)
    for standing in standings(here.store, here.shelf, project, sources):
        found: Iterable[Hit]
        if sources:
            cached = here.cache.of(("hits", *standing.key), partial(_hits_in, standing, sources), weight)
            found = filter(sought.fits, cached)
        else:
            found = of_tokens(standing.document, sought.form)
        for hit in found:
            yield _view(hit, standing.stored.name, standing.stored.id)


def _hits_in(standing: Standing, sources: Sequence[Source]) -> tuple[Hit, ...]:
    """Everything that can be looked for in a document, said of the tokens that are stored."""
    document, states = standing.document, standing.states
    if len(sources) == 2:
        layout, pair = laid_over(document, (sources[0], states[0]), (sources[1], states[1]))
        found = of_pair(pair, "head" if _parsed(document) else "exact")
    else:
        layout = laid_out(document, states)
        found = of_mentions(layout.document, layout.annotation(states[0], origin(sources[0])))
    return tuple(_stored(hit, layout) for hit in found)


def _stored(hit: Hit, layout: Layout) -> Hit:
    zero = layout.zero_at(hit.parts)
    parts = () if zero is not None else tuple(Span(*part) for part in layout.stored_parts(hit.parts))
    return hit._replace(parts=parts, zero=zero)


def _parsed(document: Document) -> bool:
    return any(token.upos for token in document.tokens)


def _view(hit: Hit, name: str, id: int | None = None) -> HitView:
    parts = [(part.start, part.end) for part in hit.parts]
    return HitView(document=id, name=name, **hit._asdict() | {"parts": parts})


@router.get("/runs/{run}/search", responses=documented(404), dependencies=LONG_WORK)
def search_run(
    run: Found,
    sought: Sought,
    here: Here,
    resolver: Annotated[Line, Query(description="A resolver or response of the run.")],
    given: Annotated[Literal["gold", "detected"], Query(description="Whose mentions it was given.")] = "gold",
    *,
    shown: Shown,
) -> Hits:
    """Anaphors of the run's corpora by what a resolver made of them."""
    answered = here.concordances.of(run.id, resolver, given)
    if answered is None:
        raise Refused(404, f"the run has no {resolver!r} with {given} mentions")
    try:
        return _answer((_view(hit, one.document) for one in answered for hit in one.hits if sought.fits(hit)), shown)
    except CoindexError as error:
        raise Refused(409, f"{error}: run the comparison again") from error


@router.get("/statistics", responses=documented(404), dependencies=LONG_WORK)
def show_statistics(project: In, source: Annotated[Name, Query()], me: Me, here: Here) -> StatisticsView:
    """What the project's documents are like, as one source has annotated them."""
    sources = readable_sources(here, project.id, [source], me)
    names, whole, characters = [], Statistics(0), 0
    for standing in standings(here.store, here.shelf, project.id, sources):
        names.append(standing.stored.name)
        length, found = here.cache.of(("statistics", *standing.key), partial(_described, standing, sources[0]), _small)
        characters += length
        whole += found
    counts = {"characters": characters, **{name: getattr(whole, name) for name in COUNTS}}
    averages = dict(zip(AVERAGES, whole.averages(), strict=True))
    return StatisticsView(documents=names, counts=counts, averages=averages)


def _described(standing: Standing, source: Source) -> tuple[int, Statistics]:
    """Characters of a document, and what it is like as a source has annotated it."""
    return len(standing.document.text), described(*annotated(standing.document, source, standing.states[0]))


def _small(_: object) -> int:
    return 1_000
