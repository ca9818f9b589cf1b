"""Papers whose tables can be made of files of one's own, with the settings that they print."""

from __future__ import annotations

import json
from typing import Annotated

from fastapi import APIRouter, File, Form, UploadFile
from pydantic import BaseModel

from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.experiment import plan_file
from coindex.experiment.plan_file import PlanFile
from coindex.interface.translation import say
from coindex.workbench.api.documents import stored_upload
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.api.runs import RunView, run_view, settings_of
from coindex.workbench.names import Name, OptionalComponent
from coindex.workbench.problems import Refused, documented
from coindex.workbench.security.visitor import (
    AdjudicatorDep,
    ProjectDep,
    ProtectedRoute,
    VisitorDep,
)
from coindex.workbench.services import ServicesDep
from coindex.workbench.standings import readable_sources
from coindex.workbench.uploads import plain_name

router = APIRouter(route_class=ProtectedRoute, tags=["runs"])


class PaperView(BaseModel):
    """`name` is that of the plan, `paper` that of the paper; everything else is what it sets."""

    name: str
    paper: str
    title: str
    note: str
    resolvers: list[str]
    detectors: list[str]
    measures: list[str]


@router.get("/papers")
def list_papers(_: VisitorDep) -> list[PaperView]:
    """List the papers whose tables can be made."""
    return [
        PaperView(
            name=name,
            paper=file.paper,
            title=say(file.plan.title),
            note=say(file.plan.note),
            resolvers=list(file.plan.resolvers),
            detectors=list(file.plan.detectors),
            measures=list(file.plan.measures),
        )
        for name, file in _files().items()
    ]


@router.post(
    "/projects/{project}/papers",
    status_code=202,
    responses=documented(404, 409, 413, 429),
    dependencies=LONG_WORK,
)
def run_paper(
    project: ProjectDep,
    visitor: AdjudicatorDep,
    services: ServicesDep,
    paper: Annotated[Name, Form(description="Name of the plan: `workbench`, `disclosure` ...")],
    files: Annotated[
        list[UploadFile] | None,
        File(description="Files of one format with the correct annotation, or one archive."),
    ] = None,
    source: Annotated[
        OptionalComponent,
        Form(description="Without a file: whose annotation of the project's documents is correct."),
    ] = "",
) -> RunView:
    """Make the tables of a paper of one's own file, which becomes documents of the project, or of
    the documents that a source has annotated.
    """
    known = _files()
    if paper not in known:
        raise CoindexError(
            Message(
                "no paper is called {name!r}; {suggestion}",
                name=paper,
                suggestion=suggestion(paper, known),
            )
        )
    given = [file for file in files or () if file.filename]
    documents: list[int] | None = None
    if given:
        uploaded = stored_upload(
            services,
            project.id,
            given,
            visitor,
            problems=Problems(),
            numbered_names=True,
            annotated=True,
        )
        source, documents = _key(uploaded.sources), [one.id for one in uploaded.documents]
        about = ", ".join(plain_name(file.filename) for file in given)
    elif source:
        readable_sources(services, project.id, [source], visitor)
        about = source
    else:
        raise Refused(422, "choose a file with the correct annotation")
    with services.queue.admitted(visitor.author):
        run = services.store.runs.add(
            project.id,
            json.dumps(_plan(known[paper], source, documents)),
            title=f"{known[paper].paper}: {about}"[:500],
            private=True,
            author=visitor.id,
        )
    return run_view(services, run, in_full=True)


def _files() -> dict[str, PlanFile]:
    files = {name: plan_file.read_file(path) for name, path in plan_file.plans_of_papers().items()}
    return dict(sorted(files.items(), key=lambda item: item[1].paper))


def _key(sources: list[str]) -> str:
    """The one annotation of a file."""
    if len(sources) > 1:
        raise Refused(
            409,
            Message(
                "the file has the annotations of {names}; its documents are in the project now, so "
                "choose one of these instead of the file",
                names=", ".join(sources),
            ),
        )
    return sources[0]


def _plan(file: PlanFile, source: str, documents: list[int] | None) -> dict[str, object]:
    """The plan as a worker reads it: everything as in the paper, but the texts."""
    settings = settings_of(file.plan) | {"title": file.paper, "note": file.plan.title}
    return {
        "corpora": [],
        "sources": [source],
        "documents": documents,
        "show": file.show,
        **settings,
    }
