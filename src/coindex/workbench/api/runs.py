"""Runs: comparisons of resolvers and of other systems' responses."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Form, Query, UploadFile
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, Field
from starlette.types import Receive, Scope, Send

from coindex.core import registry, spec
from coindex.core.messages import Message
from coindex.experiment.plan import CORPUS, SLICES, Plan
from coindex.interface.catalogues import language
from coindex.interface.translation import say
from coindex.measures.purposes import COMPARISON
from coindex.measures.significance import DRAWS
from coindex.pipeline.pipeline import PARSER
from coindex.report.html import translated
from coindex.report.output_files import REPORT
from coindex.workbench.api.components import named_corpus
from coindex.workbench.api.dependencies import RunDep
from coindex.workbench.api.exchange import attached
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.editing.parses import without_files
from coindex.workbench.editing.stages import checked_stages
from coindex.workbench.jobs import RANKING
from coindex.workbench.names import Component, Line, Name, OptionalComponent
from coindex.workbench.problems import Refused, documented
from coindex.workbench.security.visitor import (
    ProjectDep,
    ProtectedRoute,
    Visitor,
    VisitorDep,
    require,
)
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.standings import readable_sources
from coindex.workbench.store.errors import NotStored
from coindex.workbench.store.runs import COMPARISON as OF_RESOLVERS
from coindex.workbench.store.runs import ENDED, StoredResponse, StoredRun
from coindex.workbench.strict import Strict
from coindex.workbench.uploads import plain_name, receive

router = APIRouter(route_class=ProtectedRoute, prefix="/projects/{project}/runs", tags=["runs"])

STREAMED = 600
"""Seconds after which a browser has to reconnect, and is authenticated again."""
BEAT = 15
"""Seconds between signs of life on a silent connection."""
REPORT_POLICY = (
    "sandbox allow-scripts allow-downloads; default-src 'none'; style-src 'unsafe-inline'; "
    "script-src 'unsafe-inline'; frame-ancestors 'self'"
)
"""The report has its own stricter policy, which also applies; pages show it in a frame."""

Listed = Annotated[list[Component], Field(max_length=100)]


class NewRun(Strict):
    """`corpora` are names of corpora; `sources` are sources of this project, each used as a key.

    Without `resolvers`, all that are installed are compared.
    """

    title: Line = ""
    corpora: Listed = [CORPUS]
    sources: Annotated[list[Name], Field(max_length=20)] = []
    resolvers: Listed = []
    measures: Listed = list(COMPARISON)
    mentions: Literal["gold", "detected", "both"] = "both"
    parser: Component = PARSER
    fragmenter: OptionalComponent = ""
    detector: OptionalComponent = ""
    slices: Listed = list(SLICES)
    corrected: bool = False
    draws: Annotated[int, Field(ge=1, le=DRAWS)] = DRAWS
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 12345


class RunView(BaseModel):
    """`state`: queued, running, finished, failed or cancelled;
    `lines` describe finished resolvers.
    """

    id: int
    title: str
    state: str
    message: str = ""
    created: str
    ended: str = ""
    author: str = ""
    parent: int | None = None
    done: int = 0
    total: int = 0
    lines: list[str] = []
    plan: dict[str, Any] = {}
    files: list[str] = []


class MeasureRow(BaseModel):
    measure: str
    value: float | None = None
    interval: tuple[float, float] | None = None
    signature: str


class Ranked(BaseModel):
    """A resolver or another system's response; `lacking` says why there are no numbers."""

    resolver: str
    response: bool = False
    lacking: str = ""
    problems: int = 0
    speed: float | None = None
    measures: list[MeasureRow] = []


class Ranking(BaseModel):
    """What was compared under the same conditions, best first."""

    corpus: str
    parser: str
    fragmenter: str
    detector: str
    given: str
    rows: list[Ranked]


def run_view(services: Services, run: StoredRun, *, in_full: bool = False) -> RunView:
    """A run with its live progress."""
    values = run._asdict()
    for name in ("project", "private", "attempts", "plan"):
        del values[name]
    live = None if run.state in ENDED else services.queue.live(run.id)
    if live is not None:
        values |= {
            "done": live.done,
            "total": live.total,
            "message": live.message,
            "lines": list(live.lines),
        }
    if in_full:
        values |= {"plan": json.loads(run.plan), "files": services.store.runs.files(run.id)}
    return RunView(**values)


@router.get("", responses=documented(404))
def list_runs(project: ProjectDep, visitor: VisitorDep, services: ServicesDep) -> list[RunView]:
    """List comparisons, newest first."""
    return [
        run_view(services, run)
        for run in services.store.runs.all(project.id)
        if run.task == OF_RESOLVERS and (not run.private or visitor.at_least("adjudicator"))
    ]


@router.post("", status_code=202, responses=documented(404, 429))
def start_run(
    project: ProjectDep, new: NewRun, visitor: VisitorDep, services: ServicesDep
) -> RunView:
    """Start a comparison; it waits in a queue and does not depend on the page."""
    plan = _plan(services, project.id, new, visitor)
    with services.queue.admitted(visitor.author):
        run = services.store.runs.add(
            project.id,
            json.dumps(plan),
            title=new.title or _title(plan),
            private=bool(new.sources),
            author=visitor.id,
        )
    return run_view(services, run, in_full=True)


def _plan(services: Services, project: int, new: NewRun, visitor: Visitor) -> dict[str, Any]:
    """The plan as a worker reads it; raises an error if it cannot be carried out."""
    if new.sources:
        require(visitor, "adjudicator")
        readable_sources(services, project, new.sources, visitor)
    if not new.corpora and not new.sources:
        raise Refused(422, "name a corpus, or a source of this project")
    for name in new.corpora:
        named_corpus(name)
    for component in (*new.resolvers, *new.measures):
        without_files(component)
    stages = checked_stages(new.parser, new.fragmenter, new.detector)
    detected = stages.detector
    detectors = {"gold": ("gold",), "detected": (detected,), "both": ("gold", detected)}[
        new.mentions
    ]
    plan = Plan(
        tuple(new.corpora) or (CORPUS,),
        parsers=(stages.parser,),
        fragmenters=(stages.fragmenter,),
        detectors=detectors,
        resolvers=tuple(new.resolvers) or tuple(registry.distinct("resolvers")),
        measures=tuple(new.measures),
        slices=tuple(new.slices),
        draws=new.draws,
        seed=new.seed,
        title=new.title,
        corrected=new.corrected,
    ).checked()
    return {"corpora": new.corpora, "sources": new.sources, **settings_of(plan)}


def settings_of(plan: Plan) -> dict[str, Any]:
    """What a plan says, without what it runs on."""
    lists = ("parsers", "fragmenters", "detectors", "resolvers", "measures", "slices")
    values = ("draws", "seed", "title", "note", "statistics", "corrected")
    return {
        **{name: list(getattr(plan, name)) for name in lists},
        **{name: getattr(plan, name) for name in values},
    }


def _title(plan: dict[str, Any]) -> str:
    count, corpora = len(plan["resolvers"]), ", ".join([*plan["corpora"], *plan["sources"]])
    title = (
        say("{resolver} on {corpora}", resolver=plan["resolvers"][0], corpora=corpora)
        if count == 1
        else say("{count} resolvers on {corpora}", count=count, corpora=corpora)
    )
    return title[:500]


@router.get("/{run}", responses=documented(404))
def show_run(run: RunDep, services: ServicesDep) -> RunView:
    return run_view(services, run, in_full=True)


@router.delete("/{run}", responses=documented(404, 409))
def cancel_run(run: RunDep, visitor: VisitorDep, services: ServicesDep) -> RunView:
    """Cancel a run; its finished parts are cached, and starting it again continues from there.

    Annotators can cancel only their own runs.
    """
    if run.author != visitor.name:
        require(visitor, "adjudicator")
    if not services.queue.cancel(run.id):
        raise Refused(409, Message("the run has already ended: {state}", state=run.state))
    return run_view(services, services.store.runs.find(run.project, run.id), in_full=True)


@router.post("/{run}/again", status_code=202, responses=documented(404, 429))
def run_again(run: RunDep, visitor: VisitorDep, services: ServicesDep) -> RunView:
    """Start the same comparison as a new run; finished parts are reused."""
    given = tuple(services.store.runs.responses(run.id))
    return _start(services, run, run.plan, given, visitor, title=run.title)


def _start(
    services: Services,
    run: StoredRun,
    plan: str,
    given: tuple[StoredResponse, ...],
    visitor: Visitor,
    *,
    title: str,
) -> RunView:
    with services.queue.admitted(visitor.author):
        new = services.store.runs.add(
            run.project,
            plan,
            title=title,
            private=run.private,
            parent=run.id,
            given=given,
            author=visitor.id,
        )
    return run_view(services, new, in_full=True)


@router.post(
    "/{run}/responses",
    status_code=202,
    responses=documented(404, 409, 413, 429),
    dependencies=LONG_WORK,
)
def add_response(
    run: RunDep,
    visitor: VisitorDep,
    services: ServicesDep,
    name: Annotated[Name, Form(description="Name of the system.")],
    files: Annotated[
        list[UploadFile], File(min_length=1, max_length=1, description="One file or archive.")
    ],
    all_measures: Annotated[
        bool, Form(description="Use all measures, not only those of the run.")
    ] = False,
) -> RunView:
    """Add another system's output on the run's corpora, in any format, and compare
    it with all others in a new run.
    """
    given = services.store.runs.responses(run.id)
    plan = json.loads(run.plan)
    if name in plan["resolvers"] or name in {one.name for one in given}:
        raise Refused(
            409, Message("the run already has {name!r}; give the response another name", name=name)
        )
    with receive(files, services.settings.expansion) as received_files:
        for file in received_files:  # checks that it can be unpacked and is not too large
            deque(file.pieces(), 0)
    files[0].file.seek(0)
    new = StoredResponse(name, plain_name(files[0].filename), files[0].file.read())
    if all_measures:
        known = {spec.read(measure).name for measure in plan["measures"]}
        plan["measures"] += [other for other in registry.names("measures") if other not in known]
    return _start(
        services, run, json.dumps(plan), (*given, new), visitor, title=f"{run.title}, {name}"[:500]
    )


@router.get("/{run}/ranking", responses=documented(404))
def show_ranking(run: RunDep, services: ServicesDep) -> list[Ranking]:
    """Show the ranking, each number with its interval and signature."""
    return [Ranking(**group) for group in services.store.runs.file(run.id, RANKING).value()]


_SUFFIXES = {"csv": ".csv", "markdown": ".md", "latex": ".tex"}
_TYPES = {
    "json": "application/json",
    "html": "text/html",
    "csv": "text/csv",
    "markdown": "text/markdown",
    "latex": "text/x-tex",
    "supar": "text/plain",
}


@router.get(
    "/{run}/results",
    responses={
        **documented(404),
        200: {"description": "The file.", "content": {kind: {} for kind in _TYPES.values()}},
    },
    response_class=Response,
)
def show_results(
    run: RunDep,
    services: ServicesDep,
    format: Annotated[
        Literal["json", "html", "csv", "markdown", "latex", "supar"], Query()
    ] = "json",
    table: Annotated[
        Literal["summary", "measures", "slices", "differences", "disclosure", "shown"], Query()
    ] = "summary",
    download: Annotated[bool, Query(description="Send it as a download.")] = False,
) -> Response:
    """Show all results as JSON, the report as HTML in the visitor's
    language, one table in another format, or SUPAR's evaluation file.
    """
    files = {"json": "results.json", "html": REPORT, "supar": "evaluation.txt"}
    name = files.get(format) or f"{table}{_SUFFIXES[format]}"
    if name == REPORT:
        name = _report(services, run)
    shown = {"Content-Security-Policy": REPORT_POLICY, "X-Frame-Options": "SAMEORIGIN"}
    headers = shown if format == "html" else {}
    if download:
        headers |= attached(name)
    return Response(
        services.store.runs.file(run.id, name).text(), media_type=_TYPES[format], headers=headers
    )


def _report(services: Services, run: StoredRun) -> str:
    """The file with the report in the visitor's language, if the run has one."""
    name = translated(REPORT, language())
    return name if name in services.store.runs.files(run.id) else REPORT


@router.get(
    "/{run}/events",
    response_class=StreamingResponse,
    responses={
        **documented(404),
        200: {"description": "Server-sent events.", "content": {"text/event-stream": {}}},
    },
)
def stream_events(run: RunDep, visitor: VisitorDep, services: ServicesDep) -> StreamingResponse:
    """Stream `progress` events with the run whenever it changes, and `end` when it has ended."""
    return _Events(services, run, visitor)


class _Events(StreamingResponse):
    """Counted among the visitor's open streams from its first byte until its client has gone."""

    def __init__(self, services: Services, run: StoredRun, visitor: Visitor) -> None:
        super().__init__(_events(services, run), media_type="text/event-stream")
        self._streams, self._who = services.streams, visitor.id

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._streams.stream(self._who):
            await super().__call__(scope, receive, send)


async def _events(services: Services, run: StoredRun) -> AsyncIterator[str]:
    loop = asyncio.get_running_loop()
    deadline, beaten, sent = loop.time() + STREAMED, loop.time(), ""
    poll = services.polls.poll(run.id, partial(run_in_threadpool, _current, services, run))
    while loop.time() < deadline:
        current = await poll.value()
        if current is None:
            return
        view = run_view(services, current)
        text = view.model_dump_json()
        if text != sent:
            yield f"event: progress\ndata: {text}\n\n"
            sent, beaten = text, loop.time()
        if view.state in ENDED:
            yield f"event: end\ndata: {text}\n\n"
            return
        if loop.time() > beaten + BEAT:
            yield ": still here\n\n"
            beaten = loop.time()
        await asyncio.sleep(0.25 if services.queue.live(run.id) is not None else 1.0)


def _current(services: Services, run: StoredRun) -> StoredRun | None:
    try:
        return services.store.runs.find(run.project, run.id)
    except NotStored:
        return None
