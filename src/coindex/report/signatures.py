"""Signatures of a whole table in a few lines: what all numbers share is said once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from coindex.core.messages import Message, series

_NAMING = ("resolver", "response")
"""The parts of a signature that repeat the name of a row."""


def shared_signatures(signatures: Mapping[tuple[str, str], str]) -> list[Message]:
    """Notes that together have the signatures of a table, given by row and column: what is common
    to all, what each column adds, and what each row adds.

    Several columns, or rows, that add the same are named together.
    """
    parts = {
        place: [_anonymous(part, place[0]) for part in signature.split("|")]
        for place, signature in signatures.items()
    }
    if not parts:
        return []
    common = _common(list(parts.values()))
    rest = {place: [part for part in own if part not in common] for place, own in parts.items()}
    # Columns go before rows, and rows share only what is left: nothing is said twice.
    by_column = _shares(rest, 1)
    rest = {
        place: [part for part in own if part not in by_column[place[1]]]
        for place, own in rest.items()
    }
    by_row = _shares(rest, 0)
    single: dict[str, list[str]] = {
        " ".join(place): left
        for place, own in rest.items()
        if (left := [part for part in own if part not in by_row[place[0]]])
    }
    whole = [Message("signature of all numbers: {parts}", parts="|".join(common))]
    return [
        *(whole if common else []),
        *(
            Message("of {names}: {parts}", names=series(names), parts=added)
            for shares in (by_column, by_row, single)
            for added, names in _together(shares)
        ),
    ]


def _anonymous(part: str, row: str) -> str:
    """A part of a signature with `NAME` for the name of its row."""
    name, _, value = part.partition(":")
    return f"{name}:NAME" if name in _NAMING and value == row else part


def _common(signatures: Sequence[Sequence[str]]) -> list[str]:
    return [part for part in signatures[0] if all(part in other for other in signatures)]


def _shares(rest: Mapping[tuple[str, str], list[str]], side: int) -> dict[str, list[str]]:
    """What all signatures of a row, or of a column, have in common."""
    names = dict.fromkeys(place[side] for place in rest)
    return {
        name: _common([own for place, own in rest.items() if place[side] == name]) for name in names
    }


def _together(shares: Mapping[str, list[str]]) -> Iterator[tuple[str, list[str]]]:
    grouped: dict[str, list[str]] = {}
    for name, parts in shares.items():
        if parts:
            grouped.setdefault("|".join(parts), []).append(name)
    yield from grouped.items()
