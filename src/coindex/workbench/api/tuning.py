"""Proposals that learn: resolvers are tuned to what is finished in a project, and propose there
once they are switched on.
"""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from coindex.core import registry
from coindex.training.tuning import weights_of
from coindex.training.validation import FOLDS
from coindex.workbench.api.runs import RunView, run_view
from coindex.workbench.editing.parses import without_files
from coindex.workbench.jobs import TUNED
from coindex.workbench.jobs.finished import finished
from coindex.workbench.names import Component, Id
from coindex.workbench.problems import Refused, documented
from coindex.workbench.security.visitor import (
    AdjudicatorDep,
    ProjectDep,
    ProtectedRoute,
    VisitorDep,
)
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.store.runs import TUNING
from coindex.workbench.strict import Strict

router = APIRouter(route_class=ProtectedRoute, prefix="/projects/{project}", tags=["tuning"])

LEARNER = "vote"
"""The resolver that is tuned if none is named."""


class NewTuning(Strict):
    """The resolver whose weights are fitted, and in how many parts the documents are held out."""

    resolver: Component = LEARNER
    folds: Annotated[int, Field(ge=2, le=20)] = FOLDS
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 12345


class Gain(BaseModel):
    """Success on documents that were held out, before and after; the interval of the difference is
    a bootstrap over documents.
    """

    before: float
    after: float
    difference: float
    interval: tuple[float, float]
    p: float


class TuningOutcome(BaseModel):
    """`gain` is over the resolver's own weights; `over_present` over what proposed when the tuning
    began, which `present` names. `weights` are names with the values before and after.
    """

    name: str
    resolver: str
    present: str
    measure: str
    documents: int
    folds: int
    gain: Gain
    over_present: Gain
    weights: list[tuple[str, float, float]]
    signature: str


class TuningView(BaseModel):
    run: RunView
    outcome: TuningOutcome | None = None


class ProposerView(BaseModel):
    run: int
    resolver: str
    since: str
    author: str = ""


class Tunings(BaseModel):
    """`finished` is the number of documents to learn from, `resolvers` what can be tuned; the
    newest tuning comes first.
    """

    finished: int
    resolvers: list[str]
    proposer: ProposerView | None = None
    tunings: list[TuningView]


class Switching(Strict):
    """The run of the tuning to switch on."""

    run: Id


@router.get("/tuning", responses=documented(404))
def show_tunings(project: ProjectDep, visitor: AdjudicatorDep, services: ServicesDep) -> Tunings:
    """Show what resolvers can learn from, what was learned, and what proposes now."""
    return Tunings(
        finished=len(finished(services.store, services.shelf, project.id)),
        resolvers=tunable_resolvers(),
        proposer=_proposer(services, project.id),
        tunings=[
            TuningView(run=run_view(services, run), outcome=_outcome(services, run.id, run.state))
            for run in services.store.runs.all(project.id)
            if run.task == TUNING
        ],
    )


def tunable_resolvers() -> list[str]:
    """The names of resolvers whose weights can be fitted, the usual one first."""
    names = [
        name
        for name in registry.installed("resolvers")
        if {"published", "weights"} <= set(dir(registry.component("resolvers", name)))
    ]
    return sorted(names, key=lambda name: (name != LEARNER, name))


def _proposer(services: Services, project: int) -> ProposerView | None:
    proposer = services.store.proposers.find(project)
    return None if proposer is None else ProposerView(**proposer._asdict())


def _outcome(services: Services, run: int, state: str) -> TuningOutcome | None:
    if state != "finished":
        return None
    return TuningOutcome(**services.store.runs.file(run, TUNED).value())


@router.post("/tuning", status_code=202, responses=documented(404, 409, 429))
def start_tuning(
    project: ProjectDep, new: NewTuning, visitor: AdjudicatorDep, services: ServicesDep
) -> RunView:
    """Tune a resolver to what is finished in the project; it waits in the queue of comparisons, and
    is followed and cancelled like a comparison.
    """
    without_files(new.resolver)
    weights_of(registry.build("resolvers", new.resolver))
    if len(finished(services.store, services.shelf, project.id)) < 2:
        raise Refused(409, "fewer than two documents are finished: finish more documents first")
    plan = {"task": TUNING, **new.model_dump()}
    with services.queue.admitted(visitor.author):
        run = services.store.runs.add(
            project.id,
            json.dumps(plan),
            title=f"tuning of {new.resolver}"[:500],
            private=True,
            author=visitor.id,
        )
    return run_view(services, run, in_full=True)


@router.put("/proposer", responses=documented(404, 409))
def switch_on(
    project: ProjectDep, chosen: Switching, visitor: AdjudicatorDep, services: ServicesDep
) -> ProposerView:
    """Let a tuned resolver propose in this project; refused unless it was better than what proposed
    before, on documents that were held out.
    """
    run = services.store.runs.find(project.id, chosen.run)
    outcome = _outcome(services, run.id, run.state) if run.task == TUNING else None
    if outcome is None:
        raise Refused(409, f"run {run.id} is not a finished tuning")
    if outcome.over_present.difference <= 0:
        raise Refused(
            409,
            f"run {run.id} did not resolve more pronouns of the documents that were held out: "
            "finish more documents and tune again",
        )
    services.store.proposers.switch_on(project.id, run.id, outcome.resolver, author=visitor.id)
    proposer = _proposer(services, project.id)
    assert proposer is not None
    return proposer


@router.delete("/proposer", status_code=204, responses=documented(404))
def switch_off(project: ProjectDep, _: AdjudicatorDep, services: ServicesDep) -> None:
    """Let the usual resolver propose again."""
    services.store.proposers.switch_off(project.id)


@router.get("/proposer", responses=documented(404))
def show_proposer(project: ProjectDep, _: VisitorDep, services: ServicesDep) -> ProposerView | None:
    """Show the tuned resolver that proposes in this project, or `null`."""
    return _proposer(services, project.id)
