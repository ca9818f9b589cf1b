"""What can be asked of an application, from its OpenAPI description, for pages that tell people."""

from __future__ import annotations

from typing import Any, NamedTuple


class Operation(NamedTuple):
    """`fields` are those of the body."""

    method: str
    path: str
    told: str
    parameters: list[str]
    fields: list[str]


def operations(described: dict[str, Any]) -> dict[str, list[Operation]]:
    """By tag."""
    groups: dict[str, list[Operation]] = {}
    for path, methods in described["paths"].items():
        for method, said in methods.items():
            tag = next(iter(said.get("tags", [])), "others")
            groups.setdefault(tag, []).append(_operation(described, method, path, said))
    return groups


def _operation(described: dict[str, Any], method: str, path: str, said: dict[str, Any]) -> Operation:
    parameters = [one["name"] for one in said.get("parameters", []) if one["in"] != "path"]
    told = said.get("description", "") or said.get("summary", "")
    return Operation(method.upper(), path, told, parameters, _fields(described, said))


def _fields(described: dict[str, Any], said: dict[str, Any]) -> list[str]:
    content: dict[str, dict[str, Any]] = said.get("requestBody", {}).get("content", {})
    schema: dict[str, Any] = next((kind.get("schema", {}) for kind in content.values()), {})
    name = schema.get("$ref", "").rpartition("/")[2]
    found = described["components"]["schemas"].get(name, schema)
    return list(found.get("properties", {}))
