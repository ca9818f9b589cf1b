"""A cache of results by the identity of objects."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Any, ParamSpec, TypeVar

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


_caches: list[Callable[[], None]] = []


class _Same:
    """A key that is equal only for the same objects, which it keeps alive."""

    __slots__ = ("objects",)

    def __init__(self, objects: tuple[Any, ...]) -> None:
        self.objects = objects

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.objects)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Same) or len(other.objects) != len(self.objects):
            return False
        return all(mine is theirs for mine, theirs in zip(self.objects, other.objects, strict=True))


def by_identity(
    size: int,
) -> Callable[[Callable[Parameters, Result]], Callable[Parameters, Result]]:
    """Cache the last few results of a function: positional arguments are compared by identity,
    named ones by value.

    The results are shared; do not change them.
    """

    def decorate(function: Callable[Parameters, Result]) -> Callable[Parameters, Result]:
        @lru_cache(maxsize=size)
        def remembered(same: _Same, **named: Any) -> Result:
            call: Callable[..., Result] = function
            return call(*same.objects, **named)

        _caches.append(remembered.cache_clear)

        @wraps(function)
        def wrapper(*objects: Parameters.args, **named: Parameters.kwargs) -> Result:
            values: dict[str, Any] = dict(named)
            return remembered(_Same(objects), **values)

        return wrapper

    return decorate


def forget() -> None:
    """Drop all results, and with them the objects they belong to: those of a long document take
    hundreds of megabytes.
    """
    for clear in _caches:
        clear()
