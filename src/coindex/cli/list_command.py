"""`coindex list`: the components there are."""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from coindex.core import registry

_FIRST_LINE = r'^class {name}\b[^\n]*:\n\s+"""(.+?)(?:"""|$)'


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
    """The first line a component, or the module it has to itself, says of itself, read from the source.

    Nothing is imported.
    """
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
        text = source.read_text(encoding="utf-8")
    except OSError:
        return ""
    declared = (registry.declaration(family, other) for other in registry.names(family))
    if sum(other is not None and other.module == point.module for other in declared) > 1:
        own = re.search(_FIRST_LINE.format(name=point.attr), text, re.MULTILINE)
        if own is not None:
            return own[1]
    return text.partition("\n")[0].removeprefix('"""').removesuffix('"""')
