"""The structure of the package, drawn from its imports and definitions."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from release import sources

PACKAGE = sources.SOURCE
FACE = "coindex"
"""The public names are imported from here when they are first used, so
nothing is imported with this module.
"""
REPOSITORY = Path(__file__).parents[1]
LAYERS = ("benchmarks", "training", "coindex")
"""Each may import those after it, none of those before it."""


def _name(path: Path, root: Path = PACKAGE.parent) -> str:
    parts = path.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def modules() -> dict[str, ast.Module]:
    return {_name(path): tree for path, tree in sources.trees().items()}


@cache
def every_module() -> dict[str, ast.Module]:
    """The modules of the package, and of the folders beside it that import it."""
    paths = (path for layer in LAYERS for path in sorted((REPOSITORY / layer).rglob("*.py")))
    outside = {_name(path, REPOSITORY): path for path in paths}
    trees = {name: ast.parse(path.read_text(encoding="utf-8")) for name, path in outside.items()}
    return {**modules(), **trees}


def _imported(module: str, tree: ast.AST) -> Iterator[str]:
    """Modules that are imported anywhere in a module: late, and for types only, too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module}: imports name the whole module"
            for one in node.names:
                inner = f"{node.module}.{one.name}"
                yield inner if inner in every_module() else str(node.module)


def circle(imports: Mapping[str, set[str]]) -> list[str]:
    """Some modules that import each other in a circle; empty if no modules do."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_a_circle_is_found() -> None:
    assert circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})
    assert not circle({"a": {"b"}, "b": {"c"}, "d": {"a"}})


def test_no_modules_import_each_other_in_a_circle() -> None:
    imports = {
        name: {one for one in _imported(name, tree) if one in every_module()}
        for name, tree in every_module().items()
    }
    assert len(imports) > 500
    assert {_layer(name) for name in imports} == set(LAYERS)
    del imports[FACE]
    assert not circle({name: found - {name} for name, found in imports.items()})


def _layer(module: str) -> str:
    return module.partition(".")[0]


def test_benchmarks_import_training_and_both_the_package_never_the_reverse() -> None:
    wrong = [
        f"{name} imports {one}"
        for name, tree in every_module().items()
        for one in _imported(name, tree)
        if _layer(one) in LAYERS[: LAYERS.index(_layer(name))]
    ]
    assert not wrong


EXCEPTIONS = {
    "coindex.pipeline.result": "coindex.texts.",
    "coindex.core.protocols.formats": "coindex.io.files",
}
"""The convenience methods of a result import a slice when they are called; the contract of formats
names the files that readers get, for types only.
"""


def _room(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def test_no_rooms_import_each_other_in_a_circle() -> None:
    rooms: dict[str, set[str]] = {}
    for name, tree in modules().items():
        targets = {
            _room(one)
            for one in _imported(name, tree)
            if one in modules() and not one.startswith(EXCEPTIONS.get(name, "-"))
        }
        rooms.setdefault(_room(name), set()).update(targets - {_room(name), ""})
    del rooms[""]
    assert not circle(rooms)


def _classes(tree: ast.Module) -> set[str]:
    return {node.name for node in tree.body if isinstance(node, ast.ClassDef)}


def test_the_words_of_the_core_are_reserved() -> None:
    core = {name: _classes(tree) for name, tree in modules().items() if _room(name) == "core"}
    assert len(set.union(*core.values())) == sum(map(len, core.values())), (
        "the core has one meaning for each"
    )
    words = set.union(*core.values())
    others = {
        name: _classes(tree) & words for name, tree in modules().items() if _room(name) != "core"
    }
    assert not {name: found for name, found in others.items() if found}


def test_the_words_of_the_names_table_have_one_meaning() -> None:
    page = (PACKAGE.parents[1] / "CONTRIBUTING.md").read_text(encoding="utf-8")
    rows = [
        line.split("|")[1]
        for line in page.partition("## Names")[2].splitlines()
        if line.startswith("| `")
    ]
    words = [word for row in rows for word in re.findall(r"`([A-Z]\w+)`", row)]
    assert {"Document", "Row", "Run"} <= set(words)
    defined = Counter(name for tree in modules().values() for name in _classes(tree))
    assert not [word for word in words if defined[word] > 1]


def test_a_room_has_one_meaning_for_each_class() -> None:
    """The values of the web's API are named after what its callers ask for, whatever the route."""
    rooms: dict[str, list[str]] = {}
    for name, tree in modules().items():
        public = [one for one in _classes(tree) if not one.startswith("_")]
        rooms.setdefault(_room(name), []).extend(public)
    assert len(rooms.pop("workbench")) > 100
    twice = {
        room: [one for one, n in Counter(names).items() if n > 1] for room, names in rooms.items()
    }
    assert not {room: names for room, names in twice.items() if names}


def test_groups_are_not_repeated_possessively() -> None:
    """Python before 3.11.5 matches `(?:...)*+` wrongly; `(?>(?:...)*)` means the same."""
    repeated = re.compile(r"\)(?:[*+?]|\{[\d,{}]+\})\+")
    found = [
        f"{path}:{number}: {line.strip()}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if repeated.search(line)
    ]
    assert not found, "\n".join(found)


def _drawn_rooms() -> dict[str, int]:
    """The rooms of the drawing in docs/architecture.md, with their floors from the top."""
    page = (PACKAGE.parents[1] / "docs/architecture.md").read_text(encoding="utf-8")
    drawing = page.partition('```text title="rooms"\n')[2].partition("```")[0]
    floors = [re.match(r"\w+(?: \| \w+)*", line) for line in drawing.splitlines()]
    return {
        room: floor
        for floor, names in enumerate(floors)
        if names is not None
        for room in names[0].split(" | ")
    }


def test_the_drawing_of_the_rooms_is_that_of_the_imports() -> None:
    drawn = _drawn_rooms()
    folders = {path.parent.name for path in PACKAGE.glob("*/__init__.py")}
    assert drawn.keys() == folders
    upwards = {
        f"{name} -> {target}"
        for name, tree in modules().items()
        for target in _imported(name, tree)
        if {_room(name), _room(target)} <= drawn.keys()
        and _room(name) != _room(target)
        and drawn[_room(name)] >= drawn[_room(target)]
        and not target.startswith(EXCEPTIONS.get(name, "-"))
    }
    assert not upwards


def test_languages_are_named_only_as_defaults() -> None:
    """A rule asks a `Language` what it is like, never whether it is Spanish: outside the packages
    of languages their codes are defaults of fields, and what a resolver was made for.
    """
    codes = {"en", "es"}
    named = []
    for name, tree in modules().items():
        if _room(name) == "testing":  # its sample has a language
            continue
        defaults = {
            constant
            for node in ast.walk(tree)
            if isinstance(node, ast.AnnAssign | ast.Assign | ast.arguments)
            for constant in ast.walk(node)
        }
        named += [
            f"{name}:{node.lineno}"
            for node in ast.walk(tree)
            if isinstance(node, ast.Compare | ast.Dict | ast.Call | ast.Subscript | ast.Set)
            for constant in ast.iter_child_nodes(node)
            if isinstance(constant, ast.Constant) and constant.value in codes
            if constant not in defaults
        ]
    assert not named
