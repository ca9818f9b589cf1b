"""The operations of an application, read from its OpenAPI description, for pages that list them."""

from __future__ import annotations

from typing import Any, NamedTuple


class Operation(NamedTuple):
    """One method of one path; `fields` are the fields of the request body."""

    method: str
    path: str
    description: str
    parameters: list[str]
    fields: list[str]


def operations(openapi: dict[str, Any]) -> dict[str, list[Operation]]:
    """Operations by tag."""
    groups: dict[str, list[Operation]] = {}
    for path, methods in openapi["paths"].items():
        for method, operation in methods.items():
            tag = next(iter(operation.get("tags", [])), "others")
            groups.setdefault(tag, []).append(_operation(openapi, method, path, operation))
    return groups


def _operation(
    openapi: dict[str, Any], method: str, path: str, operation: dict[str, Any]
) -> Operation:
    parameters = [one["name"] for one in operation.get("parameters", []) if one["in"] == "query"]
    # without a description, FastAPI makes a title of the function's name: Show Project
    text = operation.get("description", "") or f"{operation.get('summary', '').capitalize()}."
    return Operation(method.upper(), path, text, parameters, _fields(openapi, operation))


def _fields(openapi: dict[str, Any], operation: dict[str, Any]) -> list[str]:
    content: dict[str, dict[str, Any]] = operation.get("requestBody", {}).get("content", {})
    schema: dict[str, Any] = next((kind.get("schema", {}) for kind in content.values()), {})
    name = schema.get("$ref", "").rpartition("/")[2]
    resolved = openapi["components"]["schemas"].get(name, schema)
    return list(resolved.get("properties", {}))
