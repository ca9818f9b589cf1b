"""The fields of an opening bracket of CorefUD's `Entity=` other than the entity's id."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import getitem
from typing import NamedTuple
from urllib.parse import unquote

from coindex.core.annotation import Attributes
from coindex.core.document import Span

HEADER = ("eid", "etype", "head", "other")
ID_FIELDS = ("eid", "GRP")
OWN = ("kind", "min", "ref", "sub", "opt", "ante", "rel", "markable")
"""What our writer adds to `other`: `kind:name`, `min:2..3`, `ante:7` (the
number of the antecedent), `opt:1` ...
"""

_MOST_KEPT = 100_000
"""How many different values are remembered. Most values recur; a file in which none do must not
fill the memory.
"""
_NONE: tuple[int, ...] = ()
_NO_VALUES: dict[str, str] = {}


class Fields(NamedTuple):
    """`head` and `minimum` count the words of the mention from 1; a head of 0 means that none is
    given.
    """

    type: str
    head: int
    minimum: tuple[int, ...]
    attributes: Attributes
    ours: dict[str, str]
    kept_empty: bool


class _Attribute(dict[str, tuple[str, str] | None]):
    """The values of a field, each with its name, so that mentions share them; none for an empty
    value.
    """

    def __init__(self, name: str) -> None:
        super().__init__({"": None})
        self._name = name

    def __missing__(self, value: str) -> tuple[str, str]:
        if len(self) >= _MOST_KEPT:
            self.clear()
            self[""] = None
        self[value] = named = (self._name, value)
        return named


class Header(dict[str, Fields]):
    """Reads fields as a file's `# global.Entity` names them; values recur, so they are cached."""

    def __init__(self, names: Sequence[str] = HEADER) -> None:
        super().__init__()
        self.names = list(names)
        named = self.names[1:] or list(HEADER[1:])
        self._attributes = [_Attribute(name) for name in named]
        self._last = len(named) - 1
        self._padding = [""] * (len(named) + 1)
        places = {name: at for at, name in enumerate(named)}
        self._type, self._head, self._minimum, self._other = (
            places.get(name, len(named)) for name in ("etype", "head", "minspan", "other")
        )

    def __missing__(self, text: str) -> Fields:
        values = text.split("-", self._last)
        kept_empty = len(values) > self._last and not values[-1] and bool(text)
        values += self._padding[len(values) :]
        kind, values[self._type] = values[self._type], ""
        head, minimum, ours = 0, _NONE, _NO_VALUES
        if values[self._head].isdecimal():
            head, values[self._head] = int(values[self._head][:6]), ""
        if values[self._minimum]:
            minimum, values[self._minimum] = _numbers(values[self._minimum])
        if values[self._other]:
            ours, values[self._other] = _own_values(values[self._other])
        attributes = tuple(filter(None, map(getitem, self._attributes, values)))
        kind = unquote(kind) if "%" in kind else kind
        fields = Fields(kind, head, minimum, attributes, ours, kept_empty)
        if len(self) < _MOST_KEPT:
            self[text] = fields
        return fields


@lru_cache(maxsize=4096)
def _numbers(value: str) -> tuple[tuple[int, ...], str]:
    """The numbers of a minimal span, and the whole value if the numbers alone would
    lose something.
    """
    numbers = tuple(int(number[:6]) for number in value.split(",") if number.isdecimal())
    contiguous = bool(numbers) and value == ",".join(map(str, range(numbers[0], numbers[-1] + 1)))
    return numbers, "" if contiguous else value


def _own_values(other: str) -> tuple[dict[str, str], str]:
    """The values that our own writer put into `other`, and the rest of it."""
    ours: dict[str, str] = {}
    rest = []
    for item in other.split(","):
        key, _, value = item.partition(":")
        if key in OWN:
            ours[key] = unquote(value)
        else:
            rest.append(item)
    return ours, ",".join(rest)


def numbers_in(minimum: Span, inside: Sequence[int]) -> str:
    """A minimal span as word numbers inside its mention."""
    return ",".join([str(number) for number, place in enumerate(inside, 1) if place in minimum])


_RESERVED = str.maketrans({sign: f"%{ord(sign):02X}" for sign in "%|-(),: \t"})


def escaped(value: str) -> str:
    """A value that is safe inside an Entity item."""
    return value.translate(_RESERVED)
