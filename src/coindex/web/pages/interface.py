"""The API on a page, as its OpenAPI description has it."""

from __future__ import annotations

from typing import Any, NamedTuple

from fastapi import APIRouter, Request
from fastapi.responses import HTMLResponse

from coindex.web.pages.shell import Page, Shell
from coindex.web.security.visitor import Me

router = APIRouter(route_class=Page)


class Operation(NamedTuple):
    """What can be asked; `fields` are those of the body."""

    method: str
    path: str
    told: str
    parameters: list[dict[str, Any]]
    fields: list[str]


@router.get("/api")
def show_interface(shell: Shell, request: Request, me: Me) -> HTMLResponse:
    described: dict[str, Any] = request.app.openapi()
    groups: dict[str, list[Operation]] = {}
    for path, methods in described["paths"].items():
        for method, said in methods.items():
            tag = next(iter(said.get("tags", [])), "others")
            groups.setdefault(tag, []).append(_operation(described, method, path, said))
    return shell.page("interface.html", groups=groups, about=described["info"]["description"].split("\n\n"))


def _operation(described: dict[str, Any], method: str, path: str, said: dict[str, Any]) -> Operation:
    parameters = [one for one in said.get("parameters", []) if one["in"] != "path"]
    told = said.get("description", "") or said.get("summary", "")
    return Operation(method.upper(), path, told, parameters, _fields(described, said))


def _fields(described: dict[str, Any], said: dict[str, Any]) -> list[str]:
    content: dict[str, dict[str, Any]] = said.get("requestBody", {}).get("content", {})
    schema: dict[str, Any] = next((kind.get("schema", {}) for kind in content.values()), {})
    name = schema.get("$ref", "").rpartition("/")[2]
    found = described["components"]["schemas"].get(name, schema)
    return list(found.get("properties", {}))
