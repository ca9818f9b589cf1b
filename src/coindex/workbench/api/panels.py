"""Agreement and disagreements of any number of sources."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel

from coindex.core import spec
from coindex.experiment.annotator_agreement import Agreeing, Agreement, CountedPanel, count_panel
from coindex.experiment.rows import Row
from coindex.measures.disagreements import Disagreement, disagreements
from coindex.measures.significance import DRAWS
from coindex.workbench.api.agreement import A_ROW, MENTIONS, Measured, View, any_chain
from coindex.workbench.api.dependencies import DocumentDep
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.editing.layout import Layout
from coindex.workbench.editing.pairs import align_panel
from coindex.workbench.names import Name
from coindex.workbench.problems import Refused, documented
from coindex.workbench.security.visitor import AdjudicatorDep, ProjectDep, ProtectedRoute, Visitor
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.standings import Standing, readable_sources, standings
from coindex.workbench.store.projects import Project
from coindex.workbench.store.revisions import StoredSource

router = APIRouter(route_class=ProtectedRoute, prefix="/projects/{project}", tags=["agreement"])

MOST = 26
"""Sources that are compared at once."""
Compared = Annotated[
    list[Name], Query(min_length=2, max_length=MOST, description="Names of the sources.")
]
SLICES = ("kind", "entity", "document")


class MeasuredPart(Measured):
    """`by` says what the number is about: empty for all sources; a *pair*; an *annotator* with each
    of the others; all *without* one; the *kind* of the mentions, the type of the *entity*, or a
    *document*. `slice` is which.
    """

    by: str = ""
    slice: str = ""
    documents: int


class SeveralAgreement(BaseModel):
    """`documents` are those that two of the sources or more have annotated. Without `chains`,
    nothing is linked yet, and only mentions are compared.
    """

    sources: list[str]
    view: str
    documents: list[str]
    chains: bool
    measures: list[MeasuredPart]


class ReadingView(BaseModel):
    """What some of the sources say."""

    saying: str
    sources: list[str]


class DisagreementView(BaseModel):
    """A disagreement about the tokens `parts`, or about a zero pronoun; the reading of most sources
    is the first. `majority`: more than half of them share it.
    """

    parts: list[tuple[int, int]] = []
    zero: int | None = None
    words: str
    aspect: str
    readings: list[ReadingView]
    majority: bool


class Disagreements(BaseModel):
    """In textual order; `sources` are those that have annotated the document."""

    sources: list[str]
    disagreements: list[DisagreementView]


@router.get("/agreement/several", responses=documented(404, 409), dependencies=LONG_WORK)
def show_several(
    project: ProjectDep,
    source: Compared,
    visitor: AdjudicatorDep,
    services: ServicesDep,
    view: View = "exact",
) -> SeveralAgreement:
    """Show the agreement of any number of sources: of all, of every two, of each with the others,
    and by sorts of mentions.
    """
    sources = _sources(services, project.id, source, visitor)
    return measure_several(services, project, sources, view)


def measure_several(
    services: Services,
    project: Project,
    sources: Sequence[StoredSource],
    view: str = "exact",
    *,
    finished: bool = False,
) -> SeveralAgreement:
    """The agreement of sources; with `finished`, on documents that their annotators have
    finished.
    """
    compared = list(
        standings(services.store, services.shelf, project.id, sources, least=2, finished=finished)
    )
    agreeing = Agreeing(view, by=SLICES, intervals=True, missing="skip", draws=DRAWS)

    def measured() -> list[MeasuredPart]:
        names = tuple(one.name for one in sources)
        whole = Agreement(agreeing, names, lambda: project.name)
        whole.counted += [_counted(services, one, agreeing) for one in compared]
        rows = [_measured(row) for row in whole.rows] if compared else []
        return rows if any_chain(compared) else [row for row in rows if row.measure == MENTIONS]

    key = ("several", view, *(number for one in compared for number in one.key))
    measures = services.cache.of(key, measured, lambda rows: A_ROW * len(rows))
    return SeveralAgreement(
        sources=[one.name for one in sources],
        view=view,
        documents=[one.stored.name for one in compared],
        chains=any(row.measure != MENTIONS for row in measures) or not compared,
        measures=measures,
    )


@router.get(
    "/documents/{document}/disagreements", responses=documented(404, 409), dependencies=LONG_WORK
)
def show_disagreements(
    project: ProjectDep,
    document: DocumentDep,
    source: Compared,
    visitor: AdjudicatorDep,
    services: ServicesDep,
) -> Disagreements:
    """Show where the sources disagree about a document, and what most of them say."""
    sources = _sources(services, project.id, source, visitor)
    standing = next(
        standings(services.store, services.shelf, project.id, sources, [document], least=2), None
    )
    if standing is None:
        raise Refused(404, "fewer than two of these sources have annotated this document")
    listed = services.cache.of(
        ("disagreements", *standing.key),
        lambda: _disagreements(standing),
        lambda rows: A_ROW * len(rows),
    )
    return Disagreements(sources=[one.name for one in standing.sources], disagreements=listed)


def _sources(
    services: Services, project: int, names: Sequence[str], visitor: Visitor
) -> list[StoredSource]:
    if len(set(names)) < len(names):
        raise Refused(409, "a source cannot be compared with itself: name each source once")
    return readable_sources(services, project, names, visitor)


def _counted(services: Services, standing: Standing, agreeing: Agreeing) -> CountedPanel:
    """The counts of one document; they stay in the cache, so that only changed documents are
    counted again.
    """

    def counted() -> CountedPanel:
        panel = align_panel(standing.document, standing.sources, standing.states).panel
        return count_panel(panel, agreeing)

    weight = A_ROW * len(standing.sources) ** 2
    return services.cache.of(("panel", agreeing.view, *standing.key), counted, lambda _: weight)


def _measured(row: Row) -> MeasuredPart:
    values = row.values
    return MeasuredPart(
        measure=spec.read(row.measure).name,
        by=row.by,
        slice=row.slice,
        documents=row.documents,
        agreement=row.value,
        observed=values.get("observed"),
        expected=values.get("expected"),
        interval=None if row.interval is None else (row.interval.low, row.interval.high),
    )


def _disagreements(standing: Standing) -> list[DisagreementView]:
    layout, panel = align_panel(standing.document, standing.sources, standing.states)
    return [_view(layout, one) for one in disagreements(panel.document, panel.annotations)]


def _view(layout: Layout, one: Disagreement) -> DisagreementView:
    zero = layout.zero_at(one.parts)
    return DisagreementView(
        parts=[] if zero is not None else list(layout.stored_parts(one.parts)),
        zero=zero,
        words=one.words or "∅",
        aspect=one.aspect,
        readings=[ReadingView(saying=r.saying, sources=list(r.sources)) for r in one.readings],
        majority=one.majority is not None,
    )
