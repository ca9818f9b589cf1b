"""A profile: fitted weights with their provenance, as TOML."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

from coindex.core.errors import CoindexError
from coindex.core.messages import Message
from coindex.io.output import replacing
from coindex.training.tuning import Tuned


def check_name(path: Path) -> None:
    if path.suffix != ".toml":
        raise CoindexError(Message("a profile is a file NAME.toml, not {path!r}", path=path.name))


def write(path: Path, tuned: Tuned, facts: Mapping[str, str]) -> None:
    """Write a profile; `facts` is further information for readers: corpus, measure, seed."""
    check_name(path)
    with replacing(path) as stream:
        stream.writelines(f"{line}\n" for line in _lines(tuned, facts))


def _lines(tuned: Tuned, facts: Mapping[str, str]) -> Iterator[str]:
    yield "[weights]"
    for name, weight in tuned.after.items():
        yield f"{_key(name)} = {weight:g}"
    yield ""
    yield "[tuned]"
    for name, value in facts.items():
        yield f"{_key(name)} = {_string(value)}"
    yield f"rounds = {tuned.rounds}"
    for what, part in (("training", tuned.training), ("held-out", tuned.held_out)):
        yield ""
        yield f"[tuned.{what}]"
        yield f"documents = {part.documents}"
        yield f"before = {part.before:.4f}"
        yield f"after = {part.after:.4f}"
        yield f"difference-low = {part.difference.interval.low:.4f}"
        yield f"difference-high = {part.difference.interval.high:.4f}"


def _key(name: str) -> str:
    return name if name.isidentifier() and name.isascii() else _string(name)


def _string(text: str) -> str:
    """A TOML string; TOML reads JSON's escapes in the same way."""
    return json.dumps(text, ensure_ascii=False)
