"""The JavaScript that reports and the workbench share; modules are joined into one script for pages
without external resources.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

READER = Path(__file__).parent / "reader"
"""Modules and the style sheet that show a text with its mentions; the
workbench serves them beside its own.
"""

_IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.MULTILINE)


def joined(entry: Path) -> str:
    """One script with the module `entry` and everything that it imports.

    Each module becomes a function that is called once and returns its exports, so that names of
    different modules cannot collide. `../reader/` in an import stands for `READER`, as in the
    workbench's addresses.
    """
    return "\n".join(_wrapped(path) for path in _in_order(entry, []))


def _in_order(path: Path, before: list[Path]) -> list[Path]:
    """Every module after those that it imports."""
    for other in _imports(path):
        if other not in before:
            before = _in_order(other, before)
    return [*before, path]


def _imports(path: Path) -> Iterator[Path]:
    for _, address in _IMPORT.findall(path.read_text(encoding="utf-8")):
        yield (
            READER / address.removeprefix("../reader/")
            if "/reader/" in address
            else path.parent / Path(address).name
        )


def _wrapped(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    exports = _EXPORT.findall(text)
    body = _EXPORT.sub("", _IMPORT.sub(lambda match: _constants(match[1], match[2]), text))
    return (
        f"const {_variable(path.name)} = (() => {{\n{body}return {{ {', '.join(exports)} "
        f"}};\n}})();"
    )


def _constants(names: str, address: str) -> str:
    return f"const {{{names.replace(' as ', ': ')}}} = {_variable(Path(address).name)};"


def _variable(name: str) -> str:
    return f"${name.removesuffix('.js')}"
