"""How work in a project went on: time and finished documents by day, agreement document by
document.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from fastapi import APIRouter
from pydantic import BaseModel

from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.api.panels import MOST, measure_several
from coindex.workbench.problems import documented
from coindex.workbench.security.visitor import AdjudicatorDep, ProjectDep, ProtectedRoute
from coindex.workbench.services import ServicesDep
from coindex.workbench.standings import readable_sources
from coindex.workbench.store.finishing import FirstFinished
from coindex.workbench.store.revisions import PEOPLE, Revision

router = APIRouter(route_class=ProtectedRoute, prefix="/projects/{project}/work", tags=["work"])

RECENT = 5
"""Documents whose agreement is averaged, so that one difficult document does not look like a
trend.
"""


class Day(BaseModel):
    """One person's work on one day; documents count on the day they were first finished."""

    day: str
    person: str
    minutes: float = 0
    finished: int = 0


class AgreementPoint(BaseModel):
    """Krippendorff's alpha of a document that two annotators or more have finished; `when` the
    second of them had. `recent` is the mean of this document and up to four before it.
    """

    document: str
    when: str
    alpha: float
    recent: float


class History(BaseModel):
    """Days from the first to the last, and documents in the order in which they could be
    compared.
    """

    days: list[Day]
    agreement: list[AgreementPoint]


@router.get("/history", responses=documented(404), dependencies=LONG_WORK)
def show_history(project: ProjectDep, visitor: AdjudicatorDep, services: ServicesDep) -> History:
    """Show time and finished documents by person and day, and how agreement develops."""
    store = services.store
    finished = store.assignments.first_finished(project.id)
    people = [one.name for one in store.revisions.sources(project.id) if one.kind in PEOPLE]
    documents = {one.id: one.name for one in store.documents.all(project.id)}
    # Unfinished work would show how far people are rather than how well they agree.
    heads = [
        head for head in store.revisions.heads(documents) if head.source in people and head.finished
    ]
    often = Counter(head.source for head in heads)
    compared = [name for name, _ in often.most_common(MOST)]
    alphas: dict[str, float] = {}
    if len(compared) > 1:
        sources = readable_sources(services, project.id, compared, visitor)
        several = measure_several(services, project, sources, finished=True)
        alphas = {
            one.slice: one.agreement
            for one in several.measures
            if one.by == "document" and one.measure == "Alpha" and one.agreement is not None
        }
    moments = {documents[id]: when for id, when in _moments(heads, finished).items()}
    return History(
        days=_days(store.assignments.seconds_by_day(project.id), finished, people),
        agreement=_points(alphas, moments),
    )


def _moments(
    heads: Sequence[Revision], finished: Mapping[tuple[int, str], FirstFinished]
) -> dict[int, str]:
    """When each document of two annotators or more could be compared."""
    times: dict[int, list[str]] = {}
    for head in heads:
        first = finished.get((head.document, head.source))
        times.setdefault(head.document, []).append(first.created if first else head.created)
    return {document: sorted(own)[1] for document, own in times.items() if len(own) > 1}


def _points(alphas: Mapping[str, float], moments: Mapping[str, str]) -> list[AgreementPoint]:
    ordered = sorted((when, name) for name, when in moments.items() if name in alphas)
    points = []
    for place, (when, name) in enumerate(ordered):
        near = [alphas[other] for _, other in ordered[max(0, place - RECENT + 1) : place + 1]]
        mean = sum(near) / len(near)
        points.append(AgreementPoint(document=name, when=when, alpha=alphas[name], recent=mean))
    return points


def _days(
    seconds: Mapping[tuple[str, str], float],
    finished: Mapping[tuple[int, str], FirstFinished],
    people: Sequence[str],
) -> list[Day]:
    counts = Counter((one.created[:10], one.source) for one in finished.values())
    places = {place for place in {*seconds, *counts} if place[1] in people}
    return [
        Day(
            day=day,
            person=person,
            minutes=round(seconds.get((day, person), 0) / 60, 1),
            finished=counts[day, person],
        )
        for day, person in sorted(places)
    ]
