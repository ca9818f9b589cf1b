"""Ways to annotate a text from nothing: the actions that each mention takes in Coindex, SACR,
INCEpTION and Coref Annotator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from benchmarks.keystrokes import (
    CHORD,
    CLICK,
    DOUBLE_CLICK,
    DRAG,
    HOLD,
    KEY,
    KEY_AND_CLICK,
    Action,
)
from coindex.core.annotation import Annotated, Mention
from coindex.core.document import Document

HINTS = 200
"""Mentions that have a number while an antecedent is chosen."""
PINNED = 9
"""Entities that have a number key."""


class Step(NamedTuple):
    """A mention that is marked, from where the cursor is, and put into a chain."""

    mention: Mention
    cursor: int
    nearest: int
    """Its antecedent is the n-th mention before it; 0: none."""
    rank: int
    """The place of its entity among the longest, from 0 on."""
    size: int
    """The number of mentions of its entity."""
    nested: bool
    """It begins inside the mention before it."""
    marked: int
    """The number of mentions that are marked already."""


Way = Callable[[Document, Step], list[Action]]


def steps(item: Annotated) -> Iterator[Step]:
    """The mentions of entities, in textual order."""
    entity = item.annotation.entity_of()
    longest = sorted(item.annotation.entities, key=lambda one: -len(one.mentions))
    ranks = {one.id: rank for rank, one in enumerate(longest)}
    done: list[Mention] = []
    cursor = 0
    for mention in item.annotation.mentions:
        own = entity.get(mention)
        if own is None:
            continue
        before = (n for n, other in enumerate(reversed(done), 1) if entity[other].id == own.id)
        nested = bool(done) and mention.start < done[-1].end
        size = len(own.mentions)
        yield Step(mention, cursor, next(before, 0), ranks[own.id], size, nested, len(done))
        done.append(mention)
        cursor = mention.start


def words(mention: Mention) -> int:
    return sum(end - start for start, end in mention.parts)


def walk(document: Document, start: int, target: int) -> list[tuple[str, Action]]:
    """Keys from one word to another: word by word, or by sentences first where that is shorter."""
    firsts = [sentence.span.start for sentence in document.sentences]
    here = max(place for place, first in enumerate(firsts) if first <= start)
    there = max(place for place, first in enumerate(firsts) if first <= target)
    direct = abs(target - start)
    by_sentences = there - here + target - firsts[there]
    if there > here and by_sentences < direct:
        return [("Control+ArrowRight", CHORD)] * (there - here) + [("ArrowRight", KEY)] * (
            target - firsts[there]
        )
    return [("ArrowRight" if target > start else "ArrowLeft", KEY)] * direct


def selecting(document: Document, step: Step) -> list[tuple[str, Action]]:
    """Keys that select the words of a mention."""
    more = words(step.mention) - 1
    walked = walk(document, step.cursor, step.mention.start)
    return walked + [("Shift+ArrowRight", CHORD)] * more


def typing(document: Document, step: Step) -> list[tuple[str, Action]]:
    """Keys: walk, select, mark; then the number of the antecedent, or a new entity."""
    keys = [*selecting(document, step), ("m", KEY)]
    if not step.nearest:
        return [*keys, ("f", KEY)]
    keys += [(key, KEY) for key in ("l", *str(step.nearest))]
    return [*keys, ("Enter", KEY)] if step.nearest * 10 <= min(HINTS, step.marked) else keys


def typed(document: Document, step: Step) -> list[Action]:
    return [action for _, action in typing(document, step)]


def pinned(document: Document, step: Step) -> list[Action]:
    """As `typed`, but the nine longest chains have a number key."""
    if step.rank >= PINNED:
        return typed(document, step)
    return [action for _, action in selecting(document, step)] + _numbered(step)


def _numbered(step: Step) -> list[Action]:
    """Keys after the words are selected: the number marks and moves them; inside the mention before
    it they are marked first. The first mention is marked, begins an entity, and is pinned.
    """
    return [KEY] * ((2 if step.nested else 1) if step.nearest else 3)


def stands_alone(document: Document, mention: Mention) -> bool:
    """Whether a double click selects a mention: a single word that no other is attached to, as in
    *I’ll*, which browsers take as one.
    """
    token = document.tokens[mention.start]
    around = f"{document.text[: token.start][-1:]}{document.text[token.end :][:1]}"
    return words(mention) == 1 and not any(one.isalnum() or one in "'’" for one in around)


def _dragged(document: Document, step: Step) -> Action:
    return DOUBLE_CLICK if stands_alone(document, step.mention) else DRAG


def clicked_and_numbered(document: Document, step: Step) -> list[Action]:
    """Drag over the words, then the number key of the entity, for the nine longest chains; one hand
    stays on the keys.
    """
    if step.rank >= PINNED:
        return clicked(document, step)
    return [_dragged(document, step), *_numbered(step)]


def clicked(document: Document, step: Step) -> list[Action]:
    """Drag over the words (a double click for one), *Mark*, and Alt+click on the antecedent."""
    return [_dragged(document, step), CLICK, *([KEY_AND_CLICK] if step.nearest else [])]


def sacr(_: Document, step: Step) -> list[Action]:
    """A double click, or clicks on the first and the last word; drag onto the antecedent."""
    return _created(step) + ([DRAG] if step.nearest else [])


def _created(step: Step) -> list[Action]:
    return [DOUBLE_CLICK] if words(step.mention) == 1 else [CLICK, CLICK]


def sacr_batch(_: Document, step: Step) -> list[Action]:
    """Chain by chain: select its first mention, then create the others while holding Ctrl."""
    begun = not step.nearest and step.size > 1
    return _created(step) + ([CLICK, HOLD] if begun else [])


def dropped(document: Document, step: Step) -> list[Action]:
    """Select the words, then drag them onto the entity; onto the free room for a new one."""
    return [_dragged(document, step), DRAG]


def lettered(document: Document, step: Step) -> list[Action]:
    """Select the words, then type the letter of the entity; two keys together for a new one."""
    return [_dragged(document, step), KEY if step.nearest else CHORD]


def arcs(_: Document, step: Step) -> list[Action]:
    """Drag over the words, then from the mention onto its antecedent."""
    return [DRAG, DRAG] if step.nearest else [DRAG]


KEYBOARD, MOUSE = "Coindex, keyboard", "Coindex, mouse"
WAYS: dict[str, Way] = {
    KEYBOARD: typed,
    "Coindex, keyboard, nine entities pinned": pinned,
    MOUSE: clicked,
    "Coindex, mouse and nine number keys": clicked_and_numbered,
    "SACR (from its manual), mouse, in textual order": sacr,
    "SACR (from its manual), mouse, chain by chain (Ctrl)": sacr_batch,
    "INCEpTION (from its manual), mouse": arcs,
    "Coref Annotator (from its manual), mouse": dropped,
    "Coref Annotator (from its manual), mouse and letters": lettered,
}
