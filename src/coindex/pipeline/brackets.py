"""A text with its chains: brackets and indices, in colour where colours can be shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from coindex.core.annotation import Entity, Mention
from coindex.core.document import Document
from coindex.interface.translation import translate
from coindex.language.zeros.zeros import chain_names, subject_place, zero_words
from coindex.pipeline.palette import ANY_GROUND, chain_colour, chain_line

if TYPE_CHECKING:
    from rich.text import Text

UNDERLINES = ("", " underline", " underline2")
"""What terminals can show of the lines of chains."""
Groups = Mapping[str, Sequence[str]]
"""The ids of entities that are groups, each with the ids of its members: `group_members`."""
NO_GROUPS: Groups = {}


class MentionEdge(NamedTuple):
    """A place in the text where a mention begins or ends; `number` is that of its entity, counted
    from 1.

    `zero` is the text to show for a mention without characters.
    """

    position: int
    opens: bool
    number: int
    length: int
    zero: str = ""
    mention: Mention | None = None
    label: str = ""


def labels(entities: Sequence[Entity], groups: Groups = NO_GROUPS) -> list[str]:
    """The index of each entity: its number counted from 1, and for a group the
    indices of its members, `1+2`.
    """
    numbers = {entity.id: str(number) for number, entity in enumerate(entities, 1)}

    def members(name: str, above: frozenset[str]) -> list[str]:
        inside = groups.get(name, ())
        if name in above or not inside or not all(part in numbers for part in inside):
            return [numbers[name]]
        return [number for part in inside for number in members(part, above | {name})]

    return ["+".join(sorted(set(members(entity.id, frozenset())), key=int)) for entity in entities]


def edges(
    document: Document, entities: Sequence[Entity], groups: Groups = NO_GROUPS
) -> list[MentionEdge]:
    """Beginnings and ends in the order in which brackets nest; a zero opens and closes at once."""
    edges, named = [], labels(entities, groups)
    for number, entity in enumerate(entities, 1):
        for mention in entity.mentions:
            for part in mention.parts:
                start, end = document.tokens[part.start].start, document.tokens[part.end - 1].end
                zero = ""
                if start == end:
                    zero = zero_words(document, entity, part.start)
                    start = end = _zero_position(document, part.start)
                edges += [
                    MentionEdge(start, True, number, end - start, zero, mention),
                    MentionEdge(end, False, number, end - start, label=named[number - 1]),
                ]
    return sorted(edges, key=_order)


def _zero_position(document: Document, zero: int) -> int:
    """Where a reader expects the subject: before the clitics and the negation of its verb."""
    tokens, first = document.tokens, subject_place(document, zero)
    return next(
        token.start
        for token in tokens[first : zero + 1]
        if not token.empty or token is tokens[zero]
    )


def _order(edge: MentionEdge) -> tuple[int, int, int, bool]:
    """Ends first, then zeros, then beginnings; inner ends and outer beginnings first."""
    if not edge.length:
        return edge.position, 1, edge.number, not edge.opens
    return (
        (edge.position, 2, -edge.length, False)
        if edge.opens
        else (edge.position, 0, edge.length, False)
    )


def bracketed_text(
    document: Document, entities: Sequence[Entity], groups: Groups = NO_GROUPS
) -> str:
    """`[Ann]1 lost [[her]1 key]2.`; a zero pronoun is shown as `[∅ ella]1`, a
    group as `[They]1+2`.
    """
    pieces, last = [], 0
    for edge in edges(document, entities, groups):
        pieces.append(document.text[last : edge.position])
        pieces.append(
            f"[{edge.zero}" if edge.opens else f"]{edge.label}{'' if edge.length else ' '}"
        )
        last = edge.position
    return "".join([*pieces, document.text[last:]])


def coloured_text(
    document: Document, entities: Sequence[Entity], groups: Groups = NO_GROUPS
) -> Text:
    """The same for a terminal, with each chain in its colour."""
    from rich.text import Text

    shown, last = Text(), 0
    inside: list[int] = []
    for edge in edges(document, entities, groups):
        shown.append(document.text[last : edge.position], style=_style(inside))
        if edge.opens:
            inside.append(edge.number)
            shown.append(f"[{edge.zero}", style=_style(inside))
        else:
            shown.append(f"]{edge.label}{'' if edge.length else ' '}", style=_style([edge.number]))
            if edge.number in inside:
                inside.reverse()
                inside.remove(edge.number)
                inside.reverse()
        last = edge.position
    shown.append(document.text[last:], style=_style(inside))
    return shown


def _style(inside: Sequence[int]) -> str:
    if not inside:
        return ""
    colour, line = ANY_GROUND[chain_colour(inside[-1]) - 1], UNDERLINES[chain_line(inside[-1]) - 1]
    return f"bold {colour}{line}"


def chain_lines(
    document: Document, entities: Sequence[Entity], groups: Groups = NO_GROUPS
) -> Iterator[str]:
    """`1 (person): Ann, her`, one line per chain; a group begins with the indices of its members:
    `1+2: They`.
    """
    for label, entity in zip(labels(entities, groups), entities, strict=True):
        names = chain_names(document, entity)
        kind = f" ({translate(entity.type, 'values')})" if entity.type else ""
        yield f"{label}{kind}: {', '.join(names)}"
