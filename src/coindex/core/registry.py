"""Finds components by family and name, through entry points; Coindex's own are declared in the same
way as anyone else's.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint, PackageNotFoundError, distribution, entry_points
from importlib.util import find_spec
from threading import RLock
from typing import Any, Literal, overload

from coindex.core import spec as language
from coindex.core.document import Document
from coindex.core.errors import CoindexError, SpecError, UnknownComponent, closest, suggestion
from coindex.core.messages import Message
from coindex.core.protocols import (
    Collection,
    Combining,
    Delegating,
    Detector,
    Engine,
    Extending,
    Fragmenter,
    Glossed,
    Measure,
    Parser,
    Reader,
    Remote,
    Resolver,
    Wrapping,
    Writer,
)
from coindex.core.remedies import Action, doing

FAMILIES = (
    "formats",
    "parsers",
    "fragmenters",
    "detectors",
    "resolvers",
    "measures",
    "engines",
    "corpora",
)
GROUPS = (*FAMILIES, "commands", "languages")
"""The groups of entry points that packages can declare: `coindex.GROUP`."""

CONTRACTS: Mapping[str, tuple[type, ...]] = {
    "formats": (Reader, Writer),
    "parsers": (Parser,),
    "fragmenters": (Fragmenter,),
    "detectors": (Detector,),
    "resolvers": (Resolver,),
    "measures": (Measure,),
    "engines": (Engine,),
    "corpora": (Collection,),
}
"""The required protocols of each family; a component must implement at least one."""

_SINGULAR = {"corpora": "corpus"}

_added: dict[tuple[str, str], type] = {}
_incomplete: dict[tuple[str, str], Message] = {}

_LOADING = RLock()
# Two threads that import a package and a module of it at the same time can wait for each other;
# Python then gives one of them a module that is not complete. The workbench loads all components in
# a thread of its own while it answers the first requests.


def singular(family: str) -> str:
    """The word for one component of a family."""
    return _SINGULAR.get(family, family.removesuffix("s"))


def register(family: str, name: str, component: type) -> None:
    """Register a component for this process, as notebooks and tests do; packages use
    entry points.
    """
    _check_family(family)
    _added[family, name] = component


def remember_incomplete(family: str, name: str, shortcoming: Message) -> None:
    """Note why a class of a plug-in is no component, for whoever asks for it by name."""
    _incomplete[family, name] = shortcoming


def registered() -> tuple[tuple[str, str], ...]:
    """Family and name of each component registered in this process."""
    return tuple(_added)


def fulfilled(component: type) -> list[str]:
    """The families whose required protocol a class implements completely."""
    return [
        family
        for family in FAMILIES
        if any(not _lacking(kind, component) for kind in CONTRACTS[family])
    ]


def nearest(component: type) -> tuple[str, list[str]] | None:
    """The family that a class comes closest to, and the members that it lacks; `None` if it has no
    member of any required protocol.
    """
    shares: list[tuple[float, str, list[str]]] = []
    for family in FAMILIES:
        for kind in CONTRACTS[family]:
            lacking, required = _lacking(kind, component), _lacking(kind, object)
            if len(lacking) < len(required):
                shares.append((len(lacking) / len(required), singular(family), lacking))
    return min(shares)[1:] if shares else None


@cache
def _declared() -> Mapping[str, Mapping[str, EntryPoint]]:
    # One scan of the installed packages for all groups: each scan of 160 packages takes 15 ms of
    # CPU time.
    points = entry_points()
    return {
        group: {one.name: one for one in points.select(group=f"coindex.{group}")}
        for group in GROUPS
    }


@cache
def _own() -> Mapping[str, Mapping[str, EntryPoint]]:
    """The declarations of this package: read in 2 ms, without those of other packages, and
    preferred to them.
    """
    groups: dict[str, dict[str, EntryPoint]] = {group: {} for group in GROUPS}
    with suppress(PackageNotFoundError):  # sources that are not installed
        for point in distribution("coindex").entry_points:
            groups.setdefault(point.group.removeprefix("coindex."), {})[point.name] = point
    return groups


def bundled(group: str) -> Mapping[str, EntryPoint]:
    """The components of a family that Coindex itself brings, by name."""
    return _own()[group]


def declarations(group: str) -> Mapping[str, EntryPoint]:
    """The components of a family, or the languages, that installed packages declare, by name."""
    return {**_declared()[group], **_own()[group]}


def names(family: str) -> list[str]:
    """Every component of a family, without importing any."""
    _check_family(family)
    return sorted({*declarations(family), *(name for group, name in _added if group == family)})


def installed(family: str) -> list[str]:
    """The components of a family that can be imported, whose `library`, if they wrap one, is
    installed, and that run on this machine alone.
    """
    left_out = broken(family)
    usable = {name: component(family, name) for name in names(family) if name not in left_out}
    return [
        name
        for name, kind in usable.items()
        if not isinstance(kind, Remote)
        and (not isinstance(kind, Wrapping) or find_spec(kind.library))
    ]


def distinct(family: str) -> list[str]:
    """As `installed`, without those that ask others or add to their decisions: the components to
    compare.
    """
    return [
        name
        for name in installed(family)
        if not isinstance(component(family, name), Delegating | Combining | Extending)
    ]


def broken(family: str) -> dict[str, str]:
    """Components that cannot be imported, with the reason: a plug-in for another version, for
    instance.
    """
    reasons: dict[str, str] = {}
    for name in names(family):
        try:
            component(family, name)
        except CoindexError as error:
            reasons[name] = error.worded({})
    return reasons


def declaration(family: str, name: str) -> EntryPoint | None:
    """Where a component is declared; `None` for one registered in this process."""
    return _own()[family].get(name) or _declared()[family].get(name)


def component(family: str, name: str) -> type:
    """The class with this name."""
    _check_family(family)
    if (family, name) in _added:
        return _added[family, name]
    point = declaration(family, name)
    if point is None:
        if (family, name) in _incomplete:
            raise CoindexError(_incomplete[family, name])
        known = names(family)
        raise UnknownComponent(
            Message(
                "no {singular} is called {name!r}; {suggestion}",
                singular=singular(family),
                name=name,
                suggestion=suggestion(name, known),
            ),
            remedy="" if closest(name, known) else doing(Action.FIND_IN_PLUGIN),
        )
    try:
        with _LOADING:
            loaded: type = point.load()
    except Exception as error:  # a module may raise anything while it is imported
        reason = str(error) or type(error).__name__
        raise CoindexError(
            Message(
                "{singular} {name!r} ({point}) cannot be loaded: {reason}",
                singular=singular(family),
                name=name,
                point=point.value,
                reason=reason,
            )
        ) from error
    return loaded


@overload
def build(family: Literal["parsers"], text: str) -> Parser: ...
@overload
def build(family: Literal["fragmenters"], text: str) -> Fragmenter: ...
@overload
def build(family: Literal["detectors"], text: str) -> Detector: ...
@overload
def build(family: Literal["resolvers"], text: str) -> Resolver: ...
@overload
def build(family: Literal["measures"], text: str) -> Measure: ...
@overload
def build(family: Literal["engines"], text: str) -> Engine: ...
@overload
def build(family: Literal["corpora"], text: str) -> Collection: ...
@overload
def build(family: str, text: str) -> Any: ...
def build(family: str, text: str) -> Any:
    """Return the component that a string such as `mitkov(window=2)` describes."""
    spec = language.read(text)
    if spec.view and family != "measures":
        raise SpecError(
            Message("@{view} in {text!r}: only measures take a view", view=spec.view, text=text)
        )
    arguments = (
        spec if not spec.view else spec._replace(view="", named=(*spec.named, ("view", spec.view)))
    )
    built = language.build(component(family, spec.name), arguments)
    check_contract(family, spec.name, built)
    return built


def glossary(resolver: str, document: Document | None = None) -> Mapping[str, str]:
    """The meanings of the names in the decisions of a resolver, given by its component string.

    With a document, the glossary of a delegating resolver is that of the resolver it chooses.

    It is empty for a resolver without explanations, and for a source that is not a known resolver.
    """
    try:
        built = build("resolvers", resolver)
        if document is not None and isinstance(built, Delegating):
            built = build("resolvers", built.chosen(document))
    except CoindexError:
        return {}
    return built.glossary if isinstance(built, Glossed) else {}


def shares_module(family: str, name: str) -> bool:
    """Whether the docstring of a component's module also describes other components of
    the family.
    """
    points = {other: declaration(family, other) for other in names(family)}
    modules = [point.module for point in points.values() if point is not None]
    point = points.get(name)
    return point is None or modules.count(point.module) > 1


def summary(family: str, name: str) -> str:
    """A description of a component: the first paragraph of its module's docstring, or of its own if
    it shares the module.
    """
    kind = component(family, name)
    docstring = (
        inspect.getdoc(kind if shares_module(family, name) else sys.modules[kind.__module__]) or ""
    )
    return " ".join(docstring.partition("\n\n")[0].split())


def check_contract(family: str, name: str, built: object) -> None:
    """Raise a `CoindexError` that names the members of the family's protocol that a component
    lacks.
    """
    contracts = CONTRACTS[family]
    if isinstance(built, contracts):
        return
    lacking = [f"{kind.__name__}: {', '.join(_lacking(kind, built))}" for kind in contracts]
    raise CoindexError(
        Message(
            "{name!r} is not a complete {singular}; coindex.core.protocols asks for "
            "more ({lacking})",
            name=name,
            singular=singular(family),
            lacking=" or ".join(lacking),
        )
    )


def _lacking(protocol: type, built: object) -> list[str]:
    """The members of a protocol that a component lacks, in the order of the protocol."""
    bases = [base for base in reversed(protocol.__mro__) if base.__module__ == protocol.__module__]
    declared = dict.fromkeys(
        name for base in bases for name in (*base.__annotations__, *vars(base))
    )
    return [name for name in declared if not name.startswith("_") and not hasattr(built, name)]


def spec_of(value: Any) -> str:
    """The shortest string that builds a component."""
    family, name = name_of(value)
    named = language.parameters(value)
    view = ""
    if family == "measures":
        view = next((str(setting) for key, setting in named if key == "view"), "")
        named = tuple(pair for pair in named if pair[0] != "view")
    return str(language.Spec(name, named=named, view=view))


def name_of(value: Any) -> tuple[str, str]:
    """Family and name of a component or its class."""
    kind = value if isinstance(value, type) else type(value)
    for (family, name), registered in _added.items():
        if registered is kind:
            return family, name
    path = Message("{module}:{qualname}", module=kind.__module__, qualname=kind.__qualname__)
    for declared in (_own, _declared):
        for family in FAMILIES:
            for name, point in declared()[family].items():
                if point.value == path:
                    return family, name
    family = next(iter(fulfilled(kind)), "FAMILY")
    raise UnknownComponent(
        Message("{path} is not a registered component", path=path),
        remedy=doing(
            Action.NAME_PLUGIN,
            Message(
                'call coindex.register("{family}", "{name}", {name_2}) first; in a '
                "package, declare it as an entry point coindex.{family_2}",
                family=family,
                name=kind.__name__,
                name_2=kind.__name__,
                family_2=family,
            ),
        ),
    )


def find(name: str) -> Iterator[tuple[str, str]]:
    """The families that have a component of this name."""
    return ((family, name) for family in FAMILIES if name in names(family))


def _check_family(family: str) -> None:
    if family not in FAMILIES:
        raise UnknownComponent(
            Message(
                "no family is called {family!r}; {suggestion}",
                family=family,
                suggestion=suggestion(family, FAMILIES),
            )
        )
