"""`coindex list`: the components there are."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from coindex.core import registry


def run(
    family: Annotated[str, typer.Argument(help="One family only, such as formats or resolvers.")] = "",
) -> None:
    for group in [family] if family else registry.FAMILIES:
        names = registry.names(group)
        if not names:
            continue
        typer.echo(f"{group}")
        width = max(map(len, names))
        for name in names:
            typer.echo(f"  {name:<{width}}  {_summary(group, name)}".rstrip())


def _summary(family: str, name: str) -> str:
    """The first sentence of the module that declares a component, read from its source: nothing is imported."""
    point = registry.declaration(family, name)
    if point is None:
        return ""
    package, *rest = point.module.split(".")
    found = find_spec(package)
    if found is None or not found.submodule_search_locations:
        return ""
    place = Path(next(iter(found.submodule_search_locations))).joinpath(*rest)
    source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    try:
        with source.open(encoding="utf-8") as lines:
            return lines.readline().strip().removeprefix('"""').removesuffix('"""')
    except OSError:
        return ""
