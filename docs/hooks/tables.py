"""Called by MkDocs: `<!-- parameters of FAMILY -->` in a page becomes tables made from the fields
of components; `<!-- files of a language: fields, lists or tables -->` becomes a table of what the
package of a language may have.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import json
import re
from collections.abc import Iterator
from dataclasses import MISSING
from typing import Any

from coindex.core import registry
from coindex.core.parameters import REQUIRED, Parameter, parameters
from coindex.language import languages
from coindex.language.inventory import LISTS, TABLES

PLACE = re.compile(r"<!-- parameters of (\w+) -->")
FILES = re.compile(r"<!-- files of a language: (fields|lists|tables) -->")


def on_page_markdown(markdown: str, **_: Any) -> str:
    markdown = PLACE.sub(lambda place: tables(place[1]), markdown)
    return FILES.sub(lambda place: _files(place[1]), markdown)


def _files(of: str) -> str:
    """What the package of a language may have, as the code describes it."""
    columns, rows = {
        "fields": (("field", "default", "meaning"), fields()),
        "lists": (
            ("file", "list", "words"),
            (
                (f"`{file}.txt`", f"`{name}`", meaning)
                for file, names in LISTS.items()
                for name, meaning in names.items()
            ),
        ),
        "tables": (
            ("file", "columns", "rows"),
            (
                (f"`{file}.tsv`", ", ".join(columns), meaning)
                for file, (columns, meaning) in TABLES.items()
            ),
        ),
    }[of]
    lines = (columns, ("---",) * len(columns), *rows)
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def fields() -> Iterator[tuple[str, str, str]]:
    """The fields of `language.toml`, each with its default and the string under it in the code."""
    defaults = {one.name: one.default for one in dataclasses.fields(languages.Language)}
    body = ast.parse(inspect.getsource(languages.Language)).body[0]
    assert isinstance(body, ast.ClassDef)
    for field, text in zip(body.body, body.body[1:], strict=False):
        if not isinstance(field, ast.AnnAssign) or not isinstance(field.target, ast.Name):
            continue
        if field.target.id in {"code", "folder"} or not isinstance(text, ast.Expr):
            continue
        assert isinstance(text.value, ast.Constant)
        default = defaults[field.target.id]
        written = "required" if default is MISSING else f"`{_toml(default)}`"
        yield f"`{field.target.id}`", written, " ".join(str(text.value.value).split())


def _toml(value: Any) -> str:
    """A value as `language.toml` has it."""
    plain = list(value) if isinstance(value, tuple) else value
    return json.dumps(getattr(plain, "value", plain))


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
