"""The routes of the service. They pass bytes through; workers read documents and write answers."""

from __future__ import annotations

import asyncio
import hmac
import json
import logging
from collections.abc import AsyncIterator
from contextlib import ExitStack
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse

from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.formats.jsonl.rows import ROW
from coindex.pipeline.pipeline import Pipeline
from coindex.texts.rewriting.choices import KINDS, SURE, Choices
from coindex.texts.rewriting.passages import WORDS, Cutting
from coindex.workbench.presence import while_wanted
from coindex.workbench.problems import Refused, documented
from coindex.workbench.service.desk import Desk
from coindex.workbench.service.metrics import MEDIA_TYPE
from coindex.workbench.service.processing import Answer, Asked, Style, Wanted
from coindex.workbench.strict import unknown

_log = logging.getLogger("uvicorn.error")
LINES = "application/x-ndjson"
ERROR = "coindex-error/1"
OPTIONS = ("resolver", "as", "decisions")
REWRITING = ("resolver", "kinds", "min_confidence", "only", "style", "quotations", "repeat")
CUTTING = ("resolver", "by", "size", "overlap", "min_confidence")
_DOCUMENT = {
    "application/json": {
        "schema": {
            "type": "object",
            "required": ["text"],
            "properties": {name: {"type": "string"} for name in ROW},
        }
    },
    "text/plain": {"schema": {"type": "string"}},
}
_BODY: dict[str, Any] = {"requestBody": {"required": True, "content": _DOCUMENT}}
_LINES: dict[str, Any] = {
    "requestBody": {"required": True, "content": {LINES: {"schema": {"type": "string"}}}}
}


async def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


DeskDep = Annotated[Desk, Depends(_desk)]


async def _allowed(request: Request, desk: DeskDep) -> None:
    token = desk.settings.token
    sent = request.headers.get("authorization", "").removeprefix("Bearer ")
    if token and not hmac.compare_digest(sent.encode("latin-1", "replace"), token.encode()):
        raise Refused(
            401,
            "send the service's token: Authorization: Bearer ...",
            headers={"WWW-Authenticate": "Bearer"},
        )


async def _wanted(
    request: Request,
    desk: DeskDep,
    resolver: Annotated[
        str, Query(max_length=500, description="One of the service's resolvers.")
    ] = "",
    as_: Annotated[
        Style,
        Query(
            alias="as",
            description="`document`: coindex-doc/1; `chains`: entities with character offsets.",
        ),
    ] = "document",
    decisions: Annotated[
        bool, Query(description="Also the decisions behind the entities.")
    ] = False,
) -> Wanted:
    wrong = unknown(request.query_params, OPTIONS)
    if wrong:
        raise Refused(422, f"query: {wrong}")
    return Wanted(_pipeline(desk, resolver), as_, decisions)


def _pipeline(desk: Desk, resolver: str) -> Pipeline:
    resolvers = desk.settings.resolvers
    if resolver and resolver not in resolvers:
        raise Refused(
            422, f"resolver: {resolver!r} is not offered here; {suggestion(resolver, resolvers)}"
        )
    return desk.settings.pipeline(resolver or resolvers[0])


WantedDep = Annotated[Wanted, Depends(_wanted)]


async def _choices(
    kinds: Annotated[
        str, Query(max_length=100, description="With commas: `pronouns`, `nominals`, `zeros`.")
    ] = "pronouns,zeros",
    min_confidence: Annotated[
        float, Query(ge=0, le=1, description="Mentions that are less certain stay.")
    ] = SURE,
    only: Annotated[Literal["all", "ambiguous", "far"], Query()] = "all",
    style: Annotated[Literal["name", "description"], Query()] = "name",
    quotations: Annotated[bool, Query(description="Rewrite quotations, too.")] = False,
    repeat: Annotated[
        Literal["sentence", "clause", "any"],
        Query(description="A mention stays if its sentence, or clause, has the name already."),
    ] = "sentence",
) -> Choices:
    asked = tuple(filter(None, (kind.strip() for kind in kinds.split(","))))
    try:
        return Choices(asked, min_confidence, only, style, quotations, repeat)
    except CoindexError as error:
        raise Refused(422, f"query: {error}") from error


ChoicesDep = Annotated[Choices, Depends(_choices)]


async def _rewriting(
    request: Request,
    desk: DeskDep,
    choices: ChoicesDep,
    resolver: Annotated[
        str, Query(max_length=500, description="One of the service's resolvers.")
    ] = "",
) -> Wanted:
    wrong = unknown(request.query_params, REWRITING)
    if wrong:
        raise Refused(422, f"query: {wrong}")
    return Wanted(_pipeline(desk, resolver), rewriting=choices)


async def _cutting(
    request: Request,
    desk: DeskDep,
    by: Annotated[Literal["words", "sentences", "paragraph"], Query()] = "words",
    size: Annotated[
        int, Query(ge=1, le=100_000, description="Words, or sentences, of a passage at most.")
    ] = WORDS,
    overlap: Annotated[
        int, Query(ge=0, le=1000, description="Sentences that a passage repeats.")
    ] = 0,
    min_confidence: Annotated[
        float, Query(ge=0, le=1, description="Mentions that are less certain stay.")
    ] = SURE,
    resolver: Annotated[
        str, Query(max_length=500, description="One of the service's resolvers.")
    ] = "",
) -> Wanted:
    wrong = unknown(request.query_params, CUTTING)
    if wrong:
        raise Refused(422, f"query: {wrong}")
    try:
        cutting = Cutting(by, size, overlap)
    except CoindexError as error:
        raise Refused(422, f"query: {error}") from error
    choices = Choices(KINDS, min_confidence)
    return Wanted(_pipeline(desk, resolver), rewriting=choices, cutting=cutting)


CuttingDep = Annotated[Wanted, Depends(_cutting)]
RewritingDep = Annotated[Wanted, Depends(_rewriting)]
work = APIRouter(
    prefix="/v1",
    tags=["documents"],
    dependencies=[Depends(_allowed)],
    responses=documented(401, 413, 422, 429, 503),
)
state = APIRouter(tags=["state"])


@work.post("/resolve", openapi_extra=_BODY)
async def resolve(request: Request, desk: DeskDep, wanted: WantedDep) -> Response:
    """Resolve one document: plain text, `{"id", "text", "lang"}`, or a whole `coindex-doc/1`."""
    return await _answered(request, desk, wanted)


@work.post("/rewrite", openapi_extra=_BODY)
async def rewrite(request: Request, desk: DeskDep, wanted: RewritingDep) -> Response:
    """Rewrite one document so that it stands on its own: the new text, every change with its
    reason and its offsets in both texts, and every mention that stays, with the reason.
    """
    return await _answered(request, desk, wanted)


@work.post("/chunks", openapi_extra=_BODY)
async def chunks(request: Request, desk: DeskDep, wanted: CuttingDep) -> Response:
    """Cut one document into passages for retrieval, each with its header, its entities and where
    it stands in the document.
    """
    return await _answered(request, desk, wanted)


async def _answered(request: Request, desk: Desk, wanted: Wanted) -> Response:
    with desk.accepted(_size(request, desk)):
        asked = Asked(await _line(request, desk), wanted)
        answer = await while_wanted(request, desk.answer(asked))
    if answer.reason:
        raise Refused(422 if answer.mistaken else 500, answer.reason)
    return Response(answer.line, media_type="application/json")


@work.post("/stream", openapi_extra=_BODY)
async def stream(request: Request, desk: DeskDep, wanted: WantedDep) -> Response:
    """Resolve one long document, and stream the answer in pieces.

    Each line is an event: `parsed` (progress of the parser), `decision`, `entity`, and `end` or
    `error`.
    """
    with ExitStack() as held:
        held.enter_context(desk.accepted(_size(request, desk)))
        asked = Asked(await _line(request, desk), wanted._replace(pieces=True))
        pieces = desk.pieces(asked)
        first = await while_wanted(request, anext(pieces))
        if isinstance(first, Answer) and first.reason:
            raise Refused(422 if first.mistaken else 500, first.reason)
        return StreamingResponse(_events(first, pieces, held.pop_all()), media_type=LINES)
    raise AssertionError  # for mypy: an ExitStack may swallow exceptions; this one does not


async def _events(
    first: str | Answer, rest: AsyncIterator[str | Answer], held: ExitStack
) -> AsyncIterator[str]:
    with held:
        yield _event(first)
        async for piece in rest:
            yield _event(piece)


def _event(piece: str | Answer) -> str:
    if isinstance(piece, str):
        return piece
    return (
        piece.line
        if not piece.reason
        else json.dumps({"event": "error", "reason": piece.reason}) + "\n"
    )


@work.post("/batch", openapi_extra=_LINES)
async def batch(request: Request, desk: DeskDep, wanted: WantedDep) -> Response:
    """Resolve many documents, one per line; the answers come in the same
    order, each as soon as it is ready.

    A document that cannot be resolved gets a line `{"schema": "coindex-error/1", "id", "number",
    "reason"}`.
    """
    with ExitStack() as held:
        held.enter_context(desk.accepted(_size(request, desk)))
        lines = enumerate((await body_of(request, desk.settings.limits.sending)).split(b"\n"), 1)
        asked = [
            Asked(line.decode("utf-8", "replace"), wanted, number)
            for number, line in lines
            if line.strip()
        ]
        most = desk.settings.limits.batch
        if len(asked) > most:
            raise Refused(413, f"a batch may have at most {most:,} documents")
        return StreamingResponse(_lines(desk, asked, held.pop_all()), media_type=LINES)
    raise AssertionError  # for mypy, as above


async def _lines(desk: Desk, asked: list[Asked], held: ExitStack) -> AsyncIterator[str]:
    with held:
        numbers = iter(asked)
        async for answer in desk.answers(asked):
            number = next(numbers).number
            error = {"schema": ERROR, "id": answer.id, "number": number, "reason": answer.reason}
            yield json.dumps(error, ensure_ascii=False) + "\n" if answer.reason else answer.line


@state.get("/health", responses=documented(503))
async def health(desk: DeskDep) -> JSONResponse:
    """Whether the server is alive; it is not, and must be restarted, if
    its workers cannot be started.
    """
    if desk.failure:
        _log.error(desk.failure)
        raise Refused(503, desk.failure)
    return JSONResponse({"status": "alive"})


@state.get("/health/ready", responses=documented(503))
async def ready(desk: DeskDep) -> JSONResponse:
    """Whether the server is ready: at least one worker has loaded its model."""
    if not desk.ready:
        raise Refused(503, "no worker is ready yet", headers={"Retry-After": "1"})
    return JSONResponse({"status": "ready", "resolvers": list(desk.settings.resolvers)})


@state.get("/metrics", response_class=PlainTextResponse)
async def metrics(desk: DeskDep) -> Response:
    """Metrics for Prometheus."""
    return Response(desk.metrics_text(), media_type=MEDIA_TYPE)


def _size(request: Request, desk: Desk) -> int:
    """The size of a request as it declares it, else the largest size allowed."""
    declared = request.headers.get("content-length", "")
    return int(declared) if declared.isdecimal() else desk.settings.limits.upload


async def body_of(request: Request, seconds: float) -> bytes:
    """The body of a request; an error if it does not arrive in
    time, because it occupies a place.
    """
    try:
        return await asyncio.wait_for(request.body(), seconds)
    except TimeoutError as error:
        raise Refused(
            408, f"the request was not received within {seconds:g} seconds", title="Too slow"
        ) from error


async def _line(request: Request, desk: Desk) -> str:
    try:
        body = (await body_of(request, desk.settings.limits.sending)).decode()
    except UnicodeDecodeError as error:
        raise Refused(422, Message("not UTF-8: byte {start:,}", start=error.start)) from error
    kind = request.headers.get("content-type", "application/json").partition(";")[0].strip().lower()
    if kind == "text/plain":
        return json.dumps({"id": "text", "text": body})
    if kind != "application/json":
        raise Refused(415, f"send application/json or text/plain, not {kind[:100]}")
    return body
