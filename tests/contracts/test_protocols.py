"""What families ask of components is in the protocols, and is never looked up by name."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterable, Iterator

import pytest

from coindex.core import protocols, registry
from release import sources

PROTOCOLS = {
    name: kind
    for name, kind in vars(protocols).items()
    if inspect.isclass(kind)
    and kind.__module__.startswith(f"{protocols.__name__}.")
    and not issubclass(kind, tuple)
}


def members() -> set[str]:
    found = {name for kind in PROTOCOLS.values() for name in (*vars(kind), *kind.__annotations__)}
    return {name for name in found if not name.startswith("_")}


def looked_up(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """The names that `hasattr` and `getattr` are called with, where these are written out."""
    for node in nodes:
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("hasattr", "getattr")
        ):
            yield from (str(one.value) for one in node.args[1:2] if isinstance(one, ast.Constant))


def test_every_member_that_is_asked_for_is_in_a_protocol() -> None:
    measures = {"view", "cases", "outcomes", "means", "counted", "reaches_one", "singletons"}
    resolvers = {"needs_key", "chosen", "library", "published", "weights", "languages"}
    others = {"parse_with_progress", "detect_from_key", "parts", "prepare", "find"}
    assert measures | resolvers | others <= members()


def test_no_member_of_a_protocol_is_looked_up_by_name() -> None:
    known = members()
    assert not {
        path.name: found
        for path, nodes in sources.nodes().items()
        if (found := known & set(looked_up(nodes)))
    }


def checked_classes(nodes: tuple[ast.AST, ...]) -> Iterator[str]:
    """Classes that are imported and then stand in an `isinstance`, as entry points name them."""
    imported = {
        one.asname or one.name: f"{node.module}:{one.name}"
        for node in nodes
        if isinstance(node, ast.ImportFrom)
        for one in node.names
    }
    for node in nodes:
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "isinstance"
        ):
            yield from (
                imported.get(one.id, "")
                for one in ast.walk(node.args[1])
                if isinstance(one, ast.Name)
            )


def test_no_list_of_components_is_closed() -> None:
    """What a component can do is asked of protocols: a component from outside
    would not be in a list of classes.
    """
    components = {
        point.value
        for family in registry.FAMILIES
        for point in registry.declarations(family).values()
    }
    assert "coindex.measures.success:Success" in components
    example = "from coindex.measures.success import Success\nisinstance(measure, int | Success)"
    assert components & set(checked_classes(tuple(ast.walk(ast.parse(example)))))
    assert not {
        path.name: found
        for path, nodes in sources.nodes().items()
        if (found := components & set(checked_classes(nodes)))
    }


def test_every_family_has_a_contract_and_a_suite() -> None:
    import coindex.testing as suites

    assert set(registry.CONTRACTS) == set(registry.FAMILIES)
    for family in registry.FAMILIES:
        assert callable(vars(suites)[f"check_{registry.singular(family)}"]), family


@pytest.mark.parametrize("family", registry.FAMILIES)
def test_our_own_components_are_complete(family: str) -> None:
    for name in registry.installed(family):
        if (family, name) != ("parsers", "udpipe"):  # which cannot be built without a model
            assert isinstance(registry.build(family, name), registry.CONTRACTS[family]), name
