"""Agreement and differences of two sources, and the progress of each annotator."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Literal

from fastapi import APIRouter, Query
from pydantic import BaseModel

from coindex.core import spec
from coindex.core.annotation import Mention
from coindex.core.messages import Message
from coindex.experiment.response_pairs import Key
from coindex.experiment.rows import Row
from coindex.experiment.scoring import JudgedResponse, Scores, Scoring
from coindex.measures.differences import ABSENT, Difference, differences
from coindex.measures.judging import Judged
from coindex.measures.pair import Pair, with_singletons
from coindex.measures.purposes import agreement
from coindex.measures.significance import DRAWS
from coindex.report.mention_names import MentionNames
from coindex.workbench.api.dependencies import DocumentDep
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.api.views import RevisionView
from coindex.workbench.editing.layout import Layout
from coindex.workbench.editing.pairs import PairInLayout, align_pair
from coindex.workbench.editing.zeros import agreeing
from coindex.workbench.names import Name
from coindex.workbench.problems import Refused, documented
from coindex.workbench.security.visitor import (
    AdjudicatorDep,
    ProjectDep,
    ProtectedRoute,
    Visitor,
    VisitorDep,
)
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.standings import Standing, readable_sources, standings
from coindex.workbench.store.revisions import PEOPLE, StoredSource
from coindex.workbench.visibility import visible_documents

router = APIRouter(route_class=ProtectedRoute, prefix="/projects/{project}", tags=["agreement"])

View = Annotated[
    Literal["exact", "head", "min", "partial", "overlap"],
    Query(description="How mentions are matched."),
]
A_ROW = 500
"""Approximate bytes of a row in memory."""


class Measured(BaseModel):
    """`agreement` is corrected for chance, or F1; `interval` is a bootstrap over
    documents, if there are several.
    """

    measure: str
    agreement: float | None = None
    observed: float | None = None
    expected: float | None = None
    interval: tuple[float, float] | None = None


class Agreement(BaseModel):
    """`documents` are those that both sources have annotated. Without `chains`, nothing is linked
    yet, and only mentions are compared.
    """

    a: str
    b: str
    view: str
    documents: list[str]
    chains: bool
    measures: list[Measured]


class DifferenceView(BaseModel):
    """A difference between two sources about the tokens `parts`; `zero` for a zero pronoun."""

    parts: list[tuple[int, int]] = []
    zero: int | None = None
    words: str
    aspect: str
    a: str
    b: str


class Differences(BaseModel):
    """The differences in textual order, as an adjudicator visits them."""

    a: RevisionView
    b: RevisionView
    differences: list[DifferenceView]


class Progress(BaseModel):
    """The newest revision of one annotator on one document; none if
    the annotator has not started.
    """

    document: int
    name: str
    tokens: int
    source: str
    head: RevisionView | None = None


@router.get("/agreement", responses=documented(404), dependencies=LONG_WORK)
def show_agreement(
    project: ProjectDep,
    a: Annotated[Name, Query()],
    b: Annotated[Name, Query()],
    visitor: AdjudicatorDep,
    services: ServicesDep,
    view: View = "exact",
) -> Agreement:
    """Show agreement on mentions, links and chains over all documents
    that both sources have annotated.
    """
    first, second = readable_sources(services, project.id, [a, b], visitor)
    both = list(standings(services.store, services.shelf, project.id, [first, second]))

    def measured() -> list[Measured]:
        scores = Scores(Scoring(agreement(view), intervals=True, draws=DRAWS), Key(project.name))
        response = scores.begin(b)
        for one in both:
            _judge(services, response, one, (first, second), view, alone=len(both) == 1)
        rows = list(map(measured_row, scores.rows))
        return rows if any_chain(both) else [row for row in rows if row.measure == MENTIONS]

    key = ("agreement", view, *(one.key for one in both))
    measures = services.cache.of(key, measured, lambda rows: A_ROW * len(rows))
    return Agreement(
        a=a,
        b=b,
        view=view,
        documents=[one.stored.name for one in both],
        chains=any(row.measure != MENTIONS for row in measures) or not both,
        measures=measures,
    )


def _judge(
    services: Services,
    response: JudgedResponse,
    standing: Standing,
    sources: tuple[StoredSource, StoredSource],
    view: str,
    *,
    alone: bool,
) -> None:
    """Judge one document; its counts stay in the cache, so that only
    changed documents are judged again.
    """
    if alone:  # its intervals are drawn over anaphors, not documents, and need the whole document
        response.add(_complete_pair(standing, sources), standing.stored.name)
        return
    judged = services.cache.of(
        ("judged", view, *standing.key),
        lambda: response.judge(_complete_pair(standing, sources)),
        _judged_weight,
    )
    response.add_judged(judged, standing.stored.name)


def standing_pair(standing: Standing, sources: tuple[StoredSource, StoredSource]) -> PairInLayout:
    """The states of two sources of a document; the first source is the key."""
    (first, second), (one, other) = sources, standing.states
    return align_pair(standing.document, (first, one), (second, other))


def _complete_pair(standing: Standing, sources: tuple[StoredSource, StoredSource]) -> Pair:
    """The same, with mentions that are in no chain as chains of their own."""
    pair = standing_pair(standing, sources).pair
    return Pair(pair.document, with_singletons(pair.key), with_singletons(pair.response))


MENTIONS = "Mentions"
"""The measure that needs no chains."""


def any_chain(standings: Iterable[Standing]) -> bool:
    """Whether any of the sources has linked two mentions: if not, only mentions are compared."""
    return any(
        len(entity.mentions) > 1
        for standing in standings
        for state in standing.states
        for entity in state.entities
    )


def _judged_weight(judged: Judged) -> int:
    return A_ROW * (len(judged.counts) + sum(map(len, judged.outcomes or ())))


def measured_row(row: Row) -> Measured:
    """A scored number as the API shows it."""
    values = row.values
    return Measured(
        measure=spec.read(row.measure).name,
        agreement=values.get("agreement", values.get("f1")),
        observed=values.get("observed"),
        expected=values.get("expected"),
        interval=None if row.interval is None else (row.interval.low, row.interval.high),
    )


@router.get("/documents/{document}/differences", responses=documented(404), dependencies=LONG_WORK)
def show_differences(
    project: ProjectDep,
    document: DocumentDep,
    a: Annotated[Name, Query()],
    b: Annotated[Name, Query()],
    visitor: AdjudicatorDep,
    services: ServicesDep,
) -> Differences:
    sources = readable_sources(services, project.id, [a, b], visitor)
    standing = next(
        standings(services.store, services.shelf, project.id, sources, [document]), None
    )
    if standing is None:
        raise Refused(
            404, Message("{a!r} and {b!r} have not both annotated this document", a=a, b=b)
        )
    views = [
        RevisionView.of(services.store.revisions.find(document.id, id)) for id in standing.revisions
    ]
    rows_shown = services.cache.of(
        ("differences", *standing.key),
        lambda: listed_differences(standing, (sources[0], sources[1])),
        lambda rows: A_ROW * len(rows),
    )
    return Differences(a=views[0], b=views[1], differences=rows_shown)


def listed_differences(
    standing: Standing, sources: tuple[StoredSource, StoredSource]
) -> list[DifferenceView]:
    """The differences between two sources of a document, in textual order."""
    layout, pair = standing_pair(standing, sources)
    names = [MentionNames(agreeing(pair.document), side) for side in (pair.key, pair.response)]
    return [_difference(layout, one, names) for one in differences(pair)]


def _difference(
    layout: Layout, difference: Difference, names: Sequence[MentionNames]
) -> DifferenceView:
    zero = layout.zero_at(difference.parts)
    parts = [] if zero is not None else list(layout.stored_parts(difference.parts))
    words = names[difference.first == ABSENT][Mention(difference.parts)]
    return DifferenceView(
        parts=parts,
        zero=zero,
        words=words,
        aspect=difference.aspect,
        a=difference.first,
        b=difference.second,
    )


@router.get("/progress", responses=documented(404))
def show_progress(
    project: ProjectDep, visitor: VisitorDep, services: ServicesDep
) -> list[Progress]:
    """Show the progress of each annotator on each document; annotators see only their own."""
    return list(_progress(services, project.id, visitor))


def _expected(services: Services, project: int, visitor: Visitor) -> list[str]:
    """Members who are to annotate, of whom the visitor may know: annotators, and members with an
    assignment. Admins and adjudicators are listed once they have annotated something.
    """
    if visitor.member is None or not visitor.at_least("adjudicator"):
        return [visitor.name]
    inside = set(services.store.projects.members(project))
    assigned = {one.member for one in services.store.assignments.all(project)}
    roles = services.store.projects.roles(project)
    return [
        member.name
        for member in services.store.members.all()
        if member.name in inside
        and (roles.get(member.name, member.role) == "annotator" or member.name in assigned)
    ]


def _progress(services: Services, project: int, visitor: Visitor) -> Iterator[Progress]:
    sources = [
        s
        for s in services.store.revisions.sources(project)
        if s.kind in (*PEOPLE, "adjudication") and visitor.reads(s)
    ]
    names = [source.name for source in sources]
    names += [name for name in _expected(services, project, visitor) if name not in names]
    stored = visible_documents(services, project, visitor)
    heads = {
        (head.document, head.source): head
        for head in services.store.revisions.heads(one.id for one in stored)
    }
    for document in stored:
        for name in names:
            head = heads.get((document.id, name))
            yield Progress(
                document=document.id,
                name=document.name,
                tokens=document.tokens,
                source=name,
                head=None if head is None else RevisionView.of(head),
            )
