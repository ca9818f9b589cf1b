"""Short names for figures: a component string without what all similar ones have in common, and
each name unique.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from coindex.core import spec
from coindex.core.errors import SpecError
from coindex.report.figures.svg import shortened

ROOM = 20


def short_names(names: Sequence[str], room: int = ROOM) -> Mapping[str, str]:
    """`rosana(profile='2001', without=('SYR',))` beside
    `rosana(profile='2001')` is `rosana without=SYR`.
    """
    read = {name: _read(name) for name in names}
    texts = {
        name: _distinctive(name, one, read.values()) if one else name for name, one in read.items()
    }
    shortened_names: dict[str, str] = {}
    for number, (name, text) in enumerate(texts.items(), 1):
        short = shortened(text, room, 1)
        if short in shortened_names.values():
            mark = f" #{number}"
            short = shortened(text, room - len(mark), 1) + mark
        shortened_names[name] = short
    return shortened_names


def _read(name: str) -> spec.Spec | None:
    """The parts of a name; names of responses need not be component strings."""
    try:
        return spec.read(name)
    except SpecError:
        return None


def _distinctive(name: str, one: spec.Spec, specs: Iterable[spec.Spec | None]) -> str:
    if len(name) <= ROOM:
        return name
    alike = [other for other in specs if other is not None and other.name == one.name]
    common = set.intersection(*({*other.named} for other in alike))
    rest = [f"{key}={_value(value)}" for key, value in one.named if (key, value) not in common]
    return " ".join([one.name, *map(_value, one.positional), *rest])


def _value(value: Any) -> str:
    return ",".join(map(_value, value)) if isinstance(value, tuple) else str(value)
