"""Errors as `application/problem+json` (RFC 9457): what is wrong and
what to do, never a traceback.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, ValidationError
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.exceptions import HTTPException

from coindex.core.errors import (
    AlignmentError,
    CoindexError,
    ComponentError,
    FormatError,
    MissingExtra,
    MissingLayer,
    SpecError,
    TooLarge,
)
from coindex.core.messages import Message
from coindex.interface.translation import say, translate
from coindex.workbench.names import PLAIN
from coindex.workbench.store.errors import Damaged, NotStored, Taken
from coindex.workbench.wording import explain

_log = logging.getLogger("coindex.workbench")

TITLES = {
    400: "The request cannot be understood",
    401: "Sign in first",
    403: "Not allowed",
    404: "Not found",
    405: "Not possible here",
    409: "Conflict",
    413: "Too large",
    415: "Media type not supported",
    421: "Wrong host",
    422: "The request cannot be carried out as it is",
    429: "Too many requests",
    500: "Something went wrong on the server",
    503: "Not available",
}


class Problem(BaseModel):
    """What went wrong, after RFC 9457; `errors` says where in the request."""

    type: str = "about:blank"
    title: str
    status: int
    detail: str = ""
    errors: list[dict[str, Any]] = []


class Refused(CoindexError):  # noqa: N818 - the answer, not always an error
    """Raised to answer a request with an error status; `more` goes into the answer's body."""

    def __init__(
        self, status: int, detail: str, *, headers: dict[str, str] | None = None, **more: Any
    ) -> None:
        super().__init__(detail)
        self.status, self.detail, self.headers, self.more = status, detail, headers, more


class Gone(Exception):  # noqa: N818 - nobody is to blame
    """The client disconnected before its answer was ready. Handlers
    of `CoindexError` let it pass.
    """


_STATUS: tuple[tuple[type[CoindexError], int], ...] = (
    (NotStored, 404),
    (Taken, 409),
    (Damaged, 500),
    (ComponentError, 500),
    (MissingExtra, 503),
    (TooLarge, 413),
    (FormatError, 422),
    (SpecError, 422),
    (MissingLayer, 422),
    (AlignmentError, 422),
    (CoindexError, 422),
)


def status_of(error: CoindexError | HTTPException) -> int:
    if isinstance(error, Refused):
        return error.status
    if isinstance(error, HTTPException):
        return error.status_code
    return next(status for kind, status in _STATUS if isinstance(error, kind))


def answer(
    status: int, detail: str = "", *, headers: dict[str, str] | None = None, **more: Any
) -> JSONResponse:
    title, what = say(TITLES.get(status, "Error")), translate(detail)
    body = {"type": "about:blank", "title": title, "status": status, "detail": what, **more}
    return JSONResponse(body, status, headers=headers, media_type="application/problem+json")


def of_coindex(_: Request, error: Exception) -> JSONResponse:
    if isinstance(error, Refused):
        return answer(error.status, error.detail, headers=error.headers, **error.more)
    assert isinstance(error, CoindexError)
    return answer(status_of(error), _clean(explain(error)))


def _of_gone(_: Request, __: Exception) -> JSONResponse:
    """The client does not read this answer; the status is for the logs of proxies."""
    return answer(499, "the client disconnected before the answer was ready")


def of_http(_: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers) if error.headers else None
    return answer(error.status_code, _clean(str(error.detail)), headers=headers)


def of_validation(_: Request, error: Exception) -> JSONResponse:
    """Location and message of each validation error, without the input, which may be anything."""
    assert isinstance(error, RequestValidationError | ValidationError)
    errors = [
        {"where": ".".join(str(part) for part in one["loc"])[:200], "what": _what(one)[:500]}
        for one in error.errors()[:20]
    ]
    detail = "; ".join(
        f"{_clean(_field(one['where']))}: {_clean(one['what'])}" for one in errors[:3]
    )
    return answer(
        422, detail, errors=[{key: _clean(text) for key, text in one.items()} for one in errors]
    )


def _field(where: str) -> str:
    """A field of a form by its name alone; what is inside an annotation, with the way to it."""
    return where.removeprefix("body.") if where.count(".") == 1 else where


def _what(error: Any) -> str:
    """What is wrong with a value, without regular expressions."""
    context = error.get("ctx", {})
    if error["type"] == "string_pattern_mismatch" and context.get("pattern") in PLAIN:
        return PLAIN[context["pattern"]]
    if error["type"] == "string_too_short" and context.get("min_length") == 1:
        return "must not be empty"
    return str(error["msg"])


def _of_database(_: Request, error: Exception) -> JSONResponse:
    """A database that is temporarily not available; nothing was stored."""
    assert isinstance(error, SQLAlchemyError)
    if isinstance(error, OperationalError | InterfaceError | PoolTimeout):
        _log.error("database: %s", error)
        return answer(
            503,
            "the database cannot be reached at the moment; nothing was saved",
            headers={"Retry-After": "5"},
        )
    return _unexpected(_, error)


def _unexpected(_: Request, error: Exception) -> JSONResponse:
    """Write the error to the log under a number that the answer names."""
    number = secrets.token_hex(4)
    _log.error("error %s", number, exc_info=error)
    return answer(500, Message("see number {number} in the server's log", number=number))


def _clean(text: str) -> str:
    """Text that can be encoded as UTF-8."""
    return text.encode("utf-8", "replace").decode()


def install(app: FastAPI) -> None:
    app.add_exception_handler(CoindexError, of_coindex)
    app.add_exception_handler(Gone, _of_gone)
    app.add_exception_handler(HTTPException, of_http)
    app.add_exception_handler(RequestValidationError, of_validation)
    app.add_exception_handler(ValidationError, of_validation)
    app.add_exception_handler(SQLAlchemyError, _of_database)
    app.add_exception_handler(Exception, _unexpected)
    app.openapi = _described(app.openapi)  # type: ignore[method-assign]  # as FastAPI's documentation has it


def _described(plain: Callable[[], dict[str, Any]]) -> Callable[[], dict[str, Any]]:
    """An OpenAPI description that also has what `documented` refers to."""

    def described() -> dict[str, Any]:
        openapi = plain()
        openapi.setdefault("components", {}).setdefault("schemas", {})["Problem"] = (
            Problem.model_json_schema()
        )
        return openapi

    return described


def documented(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The problems a route may answer with, for OpenAPI."""
    content = {"application/problem+json": {"schema": {"$ref": "#/components/schemas/Problem"}}}
    return {status: {"description": TITLES[status], "content": content} for status in statuses}
