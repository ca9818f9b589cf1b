"""Rows of numbers as cells and headings of tables."""

from __future__ import annotations

import re
from collections.abc import Sequence

from coindex.core import registry, spec
from coindex.core.annotation import Kind
from coindex.core.messages import Message
from coindex.experiment.rows import Row
from coindex.interface.translation import say
from coindex.report.table import Cell, Estimate, Share, ShareBounds

PARTIAL = ("precision", "recall")
"""Values that are misleading alone, so a heading names them."""


def labels(measures: Sequence[str]) -> dict[str, str]:
    """A short heading for each measure: its name and selection; the whole string if that is not
    enough.

    Precision and recall are named.
    """
    short = {measure: _label(measure) for measure in measures}
    return {
        measure: label if list(short.values()).count(label) == 1 else measure
        for measure, label in short.items()
    }


def _label(measure: str) -> str:
    read = spec.read(measure)
    of = dict(read.named).get("of") or next(
        (value for value in read.positional if isinstance(value, str)), ""
    )
    kind = registry.build("measures", measure).headline
    label = " ".join(filter(None, (read.name, str(of))))
    if of == "third":
        label = Message("{measure} (third person)", measure=Message(read.name))
    return valued(label, kind) if kind in PARTIAL else label


def valued(label: str, value: str) -> Message:
    """The heading of one value of a measure: `MUC recall`."""
    return Message("{label} {value}", label=label, value=Message(value))


def category_wording(name: str) -> Message:
    """A category such as `pleonastic`, with its type if it is known: `pleonastic: cleft`."""
    category, colon, type = name.partition(": ")
    if not colon:
        return Message(name)
    return Message("{category}: {type}", category=Message(category), type=Message(type))


def share(value: float | None) -> Cell:
    return None if value is None else Share(value)


def estimate(row: Row | None) -> Cell:
    """The headline with its interval."""
    return None if row is None or row.value is None else Estimate(row.value, row.interval)


def bounds_of(row: Row) -> tuple[Cell, Cell]:
    """The interval in two cells, empty if there is none."""
    return ("", "") if row.interval is None else (Share(row.interval.low), Share(row.interval.high))


def bounds(row: Row | None) -> str:
    if row is None or row.interval is None:
        return ""
    return ShareBounds(row.interval)


def headline(row: Row) -> str:
    """`CoNLL@head = 61.42 [59.80, 63.05]`: the number to which a signature belongs. It is quoted
    with the signature, and so is the same in all languages.
    """
    around = (
        f" [{', '.join(f'{100 * bound:.2f}' for bound in row.interval)}]" if row.interval else ""
    )
    number = f"{say('n/a') if row.value is None else f'{100 * row.value:.2f}'}{around}"
    if not row.by:
        return f"{row.measure} = {number}"
    return Message(
        "{measure} on {by} {slice} = {number}",
        measure=row.measure,
        by=Message(row.by),
        slice=slice_name(row.by, row.slice),
        number=number,
    )


def noted(row: Row) -> str:
    """The headline with its signature, for notes under a table."""
    return Message("{headline} {signature}", headline=headline(row), signature=row.signature)


_BAND = re.compile(r"([\d,]+)(?:-([\d,]+) words| words or more)")
_FROM_TEXTS = ("document", "form", "genre", "phenomenon")
"""Slices that are named by the documents or by their words."""


def slice_name(by: str, name: str) -> str:
    """The name of a slice, which is a word of the program unless it comes from the documents."""
    if by == "form":
        return Message(name) if name in set(Kind) else name
    if match := _BAND.fullmatch(name):
        low, high = (int(bound.replace(",", "")) if bound else 0 for bound in match.groups())
        return (
            Message("{low:,}-{high:,} words", low=low, high=high)
            if high
            else Message("{low:,} words or more", low=low)
        )
    return Message(name) if by not in _FROM_TEXTS or name == "unknown" else name
