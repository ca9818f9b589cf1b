"""A text with its chains: brackets and indices, coloured where colours can be shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from coindex.core.annotation import Entity, Mention
from coindex.core.document import Document
from coindex.language.zero_names import chain_names, zero_words

if TYPE_CHECKING:
    from rich.text import Text

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#8c6d00", "#56b4e9", "#a0522d", "#7a5fc7")
"""Distinguishable for colour-blind readers (after Okabe & Ito 2008), dark
enough on white, light enough on black.
"""


class Edge(NamedTuple):
    """A place in the text where a mention begins or ends; `number` is its entity's, counted from 1.

    `zero` is what to show for a mention of no characters.
    """

    position: int
    opens: bool
    number: int
    length: int
    zero: str = ""
    mention: Mention | None = None


def edges(document: Document, entities: Sequence[Entity]) -> list[Edge]:
    """Beginnings and ends in the order in which brackets must stand to nest; a
    zero opens and closes at once.
    """
    edges = []
    for number, entity in enumerate(entities, 1):
        for mention in entity.mentions:
            for part in mention.parts:
                start, end = document.tokens[part.start].start, document.tokens[part.end - 1].end
                zero = zero_words(document, entity, part.start) if start == end else ""
                edges += [
                    Edge(start, True, number, end - start, zero, mention),
                    Edge(end, False, number, end - start),
                ]
    return sorted(edges, key=_order)


def _order(edge: Edge) -> tuple[int, int, int, bool]:
    """Ends first, then zeros, then beginnings; inner ends and outer beginnings first."""
    if not edge.length:
        return edge.position, 1, edge.number, not edge.opens
    return (
        (edge.position, 2, -edge.length, False)
        if edge.opens
        else (edge.position, 0, edge.length, False)
    )


def bracketed_text(document: Document, entities: Sequence[Entity]) -> str:
    """`[Ann]1 lost [[her]1 key]2.`; a zero pronoun is shown as `[∅ ella]1`."""
    pieces, last = [], 0
    for edge in edges(document, entities):
        pieces.append(document.text[last : edge.position])
        pieces.append(
            f"[{edge.zero}" if edge.opens else f"]{edge.number}{'' if edge.length else ' '}"
        )
        last = edge.position
    return "".join([*pieces, document.text[last:]])


def coloured_text(document: Document, entities: Sequence[Entity]) -> Text:
    """The same for a terminal, each chain in its colour."""
    from rich.text import Text

    shown, last = Text(), 0
    inside: list[int] = []
    for edge in edges(document, entities):
        shown.append(document.text[last : edge.position], style=_style(inside))
        if edge.opens:
            inside.append(edge.number)
            shown.append(f"[{edge.zero}", style=_style(inside))
        else:
            shown.append(f"]{edge.number}{'' if edge.length else ' '}", style=_style([edge.number]))
            if edge.number in inside:
                inside.reverse()
                inside.remove(edge.number)
                inside.reverse()
        last = edge.position
    shown.append(document.text[last:], style=_style(inside))
    return shown


def _style(inside: Sequence[int]) -> str:
    return f"bold {COLOURS[(inside[-1] - 1) % len(COLOURS)]}" if inside else ""


def chain_lines(document: Document, entities: Sequence[Entity]) -> Iterator[str]:
    """`1 (person): Ann ... her (2 mentions)`, one line a chain."""
    for number, entity in enumerate(entities, 1):
        names = chain_names(document, entity)
        kind = f" ({entity.type})" if entity.type else ""
        yield f"{number}{kind}: {', '.join(names)}"
