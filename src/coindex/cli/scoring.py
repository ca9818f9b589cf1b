"""Responses and measures from command-line arguments, and notes about them on standard error."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from coindex.cli.inputs import exists, like_a_path
from coindex.cli.notes import tell_oddities, tell_problems
from coindex.cli.wording import WORDS
from coindex.core import registry
from coindex.core.errors import CoindexError, FormatError, UnknownComponent
from coindex.core.messages import Message
from coindex.experiment.response_pairs import Observations


def split_arguments(arguments: Sequence[str]) -> tuple[dict[str, Path], tuple[str, ...]]:
    """Responses by name, and measures: an argument that exists as a path is a
    response, any other must be a measure.
    """
    paths = [Path(argument) for argument in arguments if exists(argument)]
    measures = tuple(_measure(argument) for argument in arguments if not exists(argument))
    if not paths:
        raise CoindexError(
            Message("no response: {arguments!r} is not a file or folder", arguments=arguments[0])
        )
    return response_names(paths), measures


def response_names(paths: Iterable[Path]) -> dict[str, Path]:
    """Responses by the names of their files; by their paths, if two have the same name."""
    given = list(dict.fromkeys(paths))
    stems = [path.stem for path in given]
    return {
        stem if stems.count(stem) == 1 else str(path): path
        for stem, path in zip(stems, given, strict=True)
    }


def _measure(text: str) -> str:
    if like_a_path(text):
        raise FormatError("no such file or folder", path=text, remedy="check the path")
    try:
        return registry.spec_of(registry.build("measures", text))
    except UnknownComponent as error:
        raise CoindexError(
            Message(
                "{text!r} is neither a file or folder nor a measure: {reason}",
                text=text,
                reason=error.worded(WORDS),
            )
        ) from error


def tell_observations(seen: dict[str, Observations]) -> None:
    """Print what is unusual about the key and about each response,
    which is named if there are several.
    """
    first = next(iter(seen.values()))
    tell_problems(first.key)
    tell_oddities(first.notes.key)
    for name, one in seen.items():
        tell_problems(one.response)
        tell_oddities(one.notes.response, of=name if len(seen) > 1 else "")
