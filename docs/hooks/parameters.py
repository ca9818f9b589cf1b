"""Called by MkDocs: `<!-- parameters of FAMILY -->` in a page becomes tables made
from the fields of components.
"""

from __future__ import annotations

import re
from typing import Any

from coindex.core import registry
from coindex.core.parameters import REQUIRED, Parameter, parameters

PLACE = re.compile(r"<!-- parameters of (\w+) -->")


def on_page_markdown(markdown: str, **_: Any) -> str:
    return PLACE.sub(lambda place: tables(place[1]), markdown)


def tables(family: str) -> str:
    """A table for each component of a family that has parameters."""
    described = {
        name: parameters(registry.component(family, name)) for name in registry.names(family)
    }
    return "\n\n".join(_table(name, listed) for name, listed in described.items() if listed)


def _table(name: str, listed: tuple[Parameter, ...]) -> str:
    rows = [
        f"| `{one.name}` | {_cell(one.values)} | {_default(one.default)} | "
        f"{' '.join(one.description.split())} |"
        for one in listed
    ]
    return "\n".join(
        [
            f"### {name}",
            "",
            "| parameter | values | default | meaning |",
            "|---|---|---|---|",
            *rows,
        ]
    )


def _default(value: str) -> str:
    return value if value == REQUIRED else _cell(value)


def _cell(code: str) -> str:
    """Code in a cell of a table, where a bar would end the cell."""
    return "`" + code.replace("|", "\\|") + "`"
