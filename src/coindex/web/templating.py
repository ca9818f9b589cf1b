"""The templates of all pages."""

from __future__ import annotations

from functools import cache
from typing import Any


def rendered(template: str, values: dict[str, Any]) -> str:
    return str(_templates().get_template(template).render(values))


@cache
def _templates() -> Any:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader("coindex.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
