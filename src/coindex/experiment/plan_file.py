"""Plans in TOML files, those of papers among them; an error names file, key, and allowed
values.
"""

from __future__ import annotations

import tomllib
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

from coindex.core.errors import CoindexError, FormatError, suggestion
from coindex.core.messages import Message
from coindex.experiment.plan import Plan, Response

PLANS = Path(__file__).with_name("plans")
_KINDS = {
    "int": (int, "a whole number"),
    "bool": (bool, "true or false"),
    "str": (str, "a string in quotes"),
}


class PlanFile(NamedTuple):
    """A plan; `show` has the parts of the report that show what it is for, separated by commas,
    `paper` the paper whose tables these are.
    """

    plan: Plan
    show: str = ""
    paper: str = ""


def plans_of_papers() -> dict[str, Path]:
    """The plans that come with Coindex, by name: one for each paper whose tables it makes."""
    return {path.stem: path for path in sorted(PLANS.glob("*.toml"))}


def plan_path(name: str) -> Path:
    """The file of a plan: a path, or the name of one that comes with Coindex."""
    path, known = Path(name), plans_of_papers()
    if name not in known or path.exists():
        if path.suffix != ".toml" and not path.exists():
            raise FormatError("no such file or plan", path=name, remedy=suggestion(name, known))
        return path
    return known[name]


def read(path: Path | str) -> Plan:
    """An executable plan; paths in it are relative to its folder. Slices are those it names."""
    return read_file(path).plan


def read_file(path: Path | str) -> PlanFile:
    """As `read`, with what else the file says."""
    path = Path(path)
    try:
        value = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise FormatError(
            "no such file", path=str(path), remedy="name a plan: a TOML file"
        ) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise FormatError(
            Message("not TOML: {error}", error=error),
            path=str(path),
            remedy="a plan has lines such as seed = 1",
        ) from error
    types = {field.name: str(field.type) for field in fields(Plan)}
    show, paper = (_checked(key, value.pop(key, ""), "str", path) for key in ("show", "paper"))
    settings: dict[str, Any] = {"slices": ()}
    for key, given in value.items():
        if key not in types:
            raise FormatError(
                Message("unknown key {key!r}", key=key),
                path=str(path),
                remedy=suggestion(key, types),
            )
        settings[key] = (
            _responses(given, path)
            if key == "responses"
            else _checked(key, given, types[key], path)
        )
    if "corpora" in settings:
        settings["corpora"] = tuple(_near(name, path) for name in settings["corpora"])
    if "seen" in settings:
        settings["seen"] = tuple(_declared(text, path) for text in settings["seen"])
    try:
        return PlanFile(Plan(**settings).checked(), show, paper)
    except FormatError as error:
        raise FormatError(error.message, path=str(path), remedy=error.remedy) from error
    except CoindexError as error:
        raise CoindexError(
            Message("{path}: {what}", path=path, what=error.what()), remedy=error.remedy
        ) from error


def _checked(key: str, given: Any, type: str, path: Path) -> Any:
    if type in _KINDS:
        kind, wanted = _KINDS[type]
        if isinstance(given, kind) and isinstance(given, bool) == (kind is bool):
            return given
        raise FormatError(
            Message("{key}: {given!r}", key=key, given=given),
            path=str(path),
            remedy=Message("write {wanted}", wanted=wanted),
        )
    if isinstance(given, list) and all(isinstance(item, str) for item in given):
        return tuple(given)
    raise FormatError(
        Message("{key}: {given!r}", key=key, given=given),
        path=str(path),
        remedy=Message('write a list of strings: {key} = ["..."]', key=key),
    )


def _responses(given: Any, path: Path) -> tuple[Response, ...]:
    known = Response._fields
    remedy = "write [[responses]] with name, path, and perhaps corpus"
    if not isinstance(given, list) or not all(isinstance(item, dict) for item in given):
        raise FormatError(
            Message("responses: {given!r}", given=given), path=str(path), remedy=remedy
        )
    for item in given:
        wrong = [name for name in item if name not in known or not isinstance(item[name], str)]
        if wrong or "name" not in item or "path" not in item:
            raise FormatError(
                Message("responses: {wrong!r}", wrong=wrong[0] if wrong else item),
                path=str(path),
                remedy=remedy,
            )
    return tuple(
        Response(item["name"], _near(item["path"], path), _near(item.get("corpus", ""), path))
        for item in given
    )


def _declared(text: str, plan: Path) -> str:
    name, equals, data = text.rpartition("=")
    return f"{name}{equals}{_near(data, plan)}"


def _near(name: str, plan: Path) -> str:
    """A path relative to the plan's folder; what does not exist is left as it is: a name, or a path
    of its own.
    """
    place = plan.parent / name
    return str(place) if name and place.exists() else name
