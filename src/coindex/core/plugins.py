"""Plug-ins: components in a Python file that the user names, without a package.

A file is code and runs with all rights of the process: only files that the user of this process
names are loaded. A plan states the plug-ins that it needs, with their checksums, and never loads
them.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import is_dataclass
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import NamedTuple

from coindex.core import registry
from coindex.core.errors import CoindexError, ComponentError, FormatError, UnknownComponent
from coindex.core.messages import Message
from coindex.core.remedies import Action, doing

OWN = "coindex"
_PARAMETERS = "__dataclass_params__"
_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_STATED = re.compile(r"(?P<name>\S.*) sha256:(?P<checksum>[0-9a-f]{64})")


class Plugin(NamedTuple):
    """A file as it was read: `source` is what runs, even if the file changes later."""

    path: str
    source: bytes

    @property
    def name(self) -> str:
        return Path(self.path).name

    @property
    def checksum(self) -> str:
        return sha256(self.source).hexdigest()

    @property
    def stated(self) -> str:
        """The form in which a plan names the plug-in."""
        return f"{self.name} sha256:{self.checksum}"


_loaded: dict[Plugin, tuple[tuple[str, str], ...]] = {}


def loaded() -> tuple[Plugin, ...]:
    return tuple(_loaded)


def load_plugin(path: Path | str, checksum: str = "") -> None:
    """Run a file and register its components; with a checksum, only if the file still has it.

    Loading the same file again has no effect.
    """
    try:
        source = Path(path).read_bytes()
    except OSError as error:
        reason = error.strerror or "cannot be read"
        raise FormatError(
            reason, path=str(path), remedy="name a Python file with components"
        ) from error
    plugin = Plugin(str(Path(path).resolve()), source)
    if checksum and plugin.checksum != checksum:
        raise FormatError(
            "the plug-in has changed since it was loaded", path=str(path), remedy="start again"
        )
    load(plugin)


def load_folder(folder: Path) -> None:
    """Load all Python files of a folder, but not those of its subfolders."""
    if not folder.is_dir():
        raise FormatError(
            "no such folder", path=str(folder), remedy="name a folder with Python files"
        )
    for path in sorted(folder.glob("*.py")):
        load_plugin(path)


def load(plugin: Plugin) -> None:
    """Register the components of a plug-in: those that it registers itself, and its complete
    classes by name.
    """
    if plugin in _loaded:
        return
    before = set(registry.registered())
    module = _run(plugin)
    for family, name, component in _components(module):
        if (family, name) not in registry.registered():
            if name in registry.names(family):
                raise CoindexError(
                    Message(
                        "{plugin}: a {singular} called {name!r} already exists, from {origin}",
                        plugin=plugin.name,
                        singular=registry.singular(family),
                        name=name,
                        origin=_origin(family, name),
                    ),
                    remedy=Message("give the class {name} another name", name=component.__name__),
                )
            registry.register(family, name, component)
    components = tuple(one for one in registry.registered() if one not in before)
    for family, name, shortcoming in _incomplete(module):
        registry.remember_incomplete(family, name, shortcoming)
    if not components:
        raise CoindexError(
            Message(
                "{plugin} has no component: {shortcoming}",
                plugin=plugin.name,
                shortcoming=_shortcoming(module),
            )
        )
    _loaded[plugin] = components


def behind(family: str, name: str) -> Plugin | None:
    """The plug-in that a component comes from."""
    return next(
        (plugin for plugin, components in _loaded.items() if (family, name) in components), None
    )


@contextmanager
def naming_plugin(component: object, document: str = "") -> Iterator[None]:
    """Turn an error in the code of a plug-in into one that says where it arose; others stay as they
    are.
    """
    try:
        yield
    except CoindexError:
        raise
    except Exception as error:  # a plug-in may raise anything
        place = _place_of(error, type(component))
        if not place:
            raise
        where = Message(" on {document}", document=document) if document else ""
        raise ComponentError(
            Message(
                "{place}: {called} failed{where}: {name}: {error}",
                place=place,
                called=_called(type(component)),
                where=where,
                name=type(error).__name__,
                error=error,
            )
        ) from error


def _called(kind: type) -> str:
    try:
        family, name = registry.name_of(kind)
    except UnknownComponent:
        return kind.__name__
    return f"{registry.singular(family)} {name}"


def _place_of(error: Exception, kind: type) -> str:
    """File and line in a plug-in, or in the package of the component, where an error arose; empty
    for Coindex's own components. Files of a package are named from the package on.
    """
    paths = {plugin.path for plugin in _loaded}
    package = kind.__module__.partition(".")[0]
    home = getattr(sys.modules.get(package), "__file__", None) or ""
    folder = str(Path(home).parent) if Path(home).name == "__init__.py" else home
    frames = [
        frame
        for frame in extract_tb(error.__traceback__)
        if frame.filename in paths
        or (package != OWN and folder and Path(frame.filename).is_relative_to(folder))
    ]
    if not frames:
        return ""
    name, line = frames[-1].filename, frames[-1].lineno
    if (
        name not in paths
    ):  # where packages are installed differs from one machine of a job to another
        name = Path(name).relative_to(Path(folder).parent).as_posix()
    return f"{name}:{line}"


def check_loaded(stated: Iterable[str]) -> None:
    """Raise an error that names the plug-ins that are not loaded, or were loaded from another file.

    A module of an installed package counts as loaded if it is the same file.
    """
    known = {plugin.checksum for plugin in _loaded}
    by_name = {plugin.name: plugin.checksum for plugin in _loaded}
    for one in stated:
        match = _STATED.fullmatch(one)
        if match is None:
            raise CoindexError(
                Message("{one!r} does not name a plug-in: write 'NAME sha256:CHECKSUM'", one=one)
            )
        if match["checksum"] not in known and match["checksum"] not in _installed():
            name, wanted = match["name"], match["checksum"]
            if name in by_name:
                raise FormatError(
                    Message(
                        "plug-in {name} was loaded from another version of the file: its sha256 is "
                        "{by_name}, and {wanted} is stated",
                        name=name,
                        by_name=by_name[name],
                        wanted=wanted,
                    ),
                    remedy="take the other file, or check what this one does and state its sha256",
                )
            raise FormatError(
                Message(
                    "plug-in {name} is needed but not loaded (sha256 {wanted}...)",
                    name=name,
                    wanted=wanted[:12],
                ),
                remedy=doing(
                    Action.NAME_PLUGIN,
                    "check what the file does; if a package has its components now, leave it out "
                    "of plugins",
                ),
            )


def other_versions(stated: Iterable[str]) -> list[str]:
    """The names of the plug-ins among these that are loaded from a file with other content."""
    by_name = {plugin.name: plugin.checksum for plugin in _loaded}
    named = (match for one in stated if (match := _STATED.fullmatch(one)))
    return [
        match["name"]
        for match in named
        if by_name.get(match["name"], match["checksum"]) != match["checksum"]
    ]


def _installed() -> set[str]:
    """The checksums of the modules in which installed packages have components."""
    modules = {
        point.module
        for family in registry.FAMILIES
        for point in registry.declarations(family).values()
        if point.module.partition(".")[0] != OWN
    }
    files = set()
    for module in modules:
        try:
            spec = find_spec(module)
        except ImportError:
            continue
        if spec is not None and spec.origin is not None and Path(spec.origin).is_file():
            files.add(sha256(Path(spec.origin).read_bytes()).hexdigest())
    return files


def _run(plugin: Plugin) -> ModuleType:
    stem = re.sub(r"\W", "_", Path(plugin.path).stem)
    module = ModuleType(f"coindex_plugin_{stem}_{plugin.checksum[:8]}")
    module.__file__ = plugin.path
    sys.modules[module.__name__] = module  # dataclasses look their module up there
    try:
        exec(compile(plugin.source, plugin.path, "exec"), module.__dict__)  # noqa: S102 - the user named the file
    except Exception as error:  # a file may raise anything while it runs
        del sys.modules[module.__name__]
        reason = str(error) or type(error).__name__
        raise CoindexError(
            Message("plug-in {path} cannot be loaded: {reason}", path=plugin.path, reason=reason)
        ) from error
    return module


def _origin(family: str, name: str) -> str:
    """The file or package that a component comes from."""
    if plugin := behind(family, name):
        return plugin.path
    point = registry.declaration(family, name)
    return point.value if point else "this process"


def _shortcoming(module: ModuleType) -> Message:
    """Why no class of a module is a component: what the most complete class lacks."""
    near = [(best, kind) for kind in _classes(module) if (best := registry.nearest(kind))]
    if not near:
        families = ", ".join(registry.FAMILIES)
        return Message(
            "none of its classes has a member that one of {families} needs; a resolver, for "
            "example, needs resolve",
            families=families,
        )
    (component, lacking), kind = min(near, key=lambda one: len(one[0][1]))
    return _lacking(kind, component, lacking)


def _lacking(kind: type, component: str, lacking: Sequence[str]) -> Message:
    if not lacking:
        return Message(
            "{name} is not a dataclass; write @dataclass(frozen=True) above it", name=kind.__name__
        )
    return Message(
        "{name} is not a complete {component}; it lacks {lacking}",
        name=kind.__name__,
        component=component,
        lacking=", ".join(lacking),
    )


def _classes(module: ModuleType) -> list[type]:
    return [
        value
        for value in vars(module).values()
        if isinstance(value, type)
        and value.__module__ == module.__name__
        and not value.__name__.startswith("_")
    ]


def _components(module: ModuleType) -> Iterator[tuple[str, str, type]]:
    """The classes of a module that are components; measures keep their names, others are registered
    in lower case.
    """
    for kind in filter(is_dataclass, _classes(module)):
        for family in registry.fulfilled(kind):
            if not getattr(kind, _PARAMETERS).frozen:
                raise CoindexError(
                    Message(
                        "{file}: {name} can be changed", file=module.__file__, name=kind.__name__
                    ),
                    remedy="write @dataclass(frozen=True) above it",
                )
            yield family, _name(family, kind), kind


def _incomplete(module: ModuleType) -> Iterator[tuple[str, str, Message]]:
    """The classes of a module that are meant as components and lack something."""
    families = {registry.singular(family): family for family in registry.FAMILIES}
    for kind in _classes(module):
        best = registry.nearest(kind)
        if best is not None and (best[1] or not is_dataclass(kind)):
            family = families[best[0]]
            yield family, _name(family, kind), _lacking(kind, *best)


def _name(family: str, kind: type) -> str:
    return kind.__name__ if family == "measures" else _CAPITAL.sub("_", kind.__name__).lower()
