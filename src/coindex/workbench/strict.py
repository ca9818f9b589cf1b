"""Bodies of requests that refuse unknown keys, so that misspelt ones are not ignored silently."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator
from pydantic_core import PydanticCustomError

from coindex.core.errors import suggestion
from coindex.core.messages import Message

LONGEST = 80
"""Characters of an unknown key that are quoted."""


def unknown(given: Iterable[str], known: Iterable[str]) -> str:
    """A message about the first unknown key; empty if all keys are known."""
    names = tuple(known)
    key = next((key for key in given if key not in names), None)
    return (
        ""
        if key is None
        else Message(
            "unknown key {key!r}; {suggestion}",
            key=key[:LONGEST],
            suggestion=suggestion(key[:LONGEST], names),
        )
    )


class Strict(BaseModel):
    """A body, or a part of one, without unknown keys."""

    model_config = ConfigDict(extra="forbid")

    @model_validator(mode="before")
    @classmethod
    def _known_keys(cls, values: Any) -> Any:
        wrong = unknown(map(str, values), cls.model_fields) if isinstance(values, dict) else ""
        if wrong:
            raise PydanticCustomError("unknown_key", "{wrong}", {"wrong": wrong})
        return values
