"""Actions that annotating a text from nothing takes, by keyboard and by mouse, and in other tools.

    python benchmarks/effort.py [--document NAME]

Every mention of the gold annotation of a document of the embedded corpus is marked and put into its
chain, in textual order, with the ways that docs/tagging.md describes. The ways of SACR and of Coref
Annotator are those of their manuals: SACR's user guide (2018-09-09), sections *Creating mentions*
and *Creating sets*; Coref Annotator's user guide. They were counted, not tried.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import NamedTuple

from coindex import formats
from coindex.core.annotation import Annotated, Mention
from coindex.corpora.embedded import folder

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
    nested: bool
    """It begins inside the mention before it."""


def steps(item: Annotated) -> Iterator[Step]:
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
        yield Step(mention, cursor, next(before, 0), ranks[own.id], nested)
        done.append(mention)
        cursor = mention.start


def words(mention: Mention) -> int:
    return sum(end - start for start, end in mention.parts)


def walk(item: Annotated, start: int, target: int) -> int:
    """Keys from one word to another: sentence by sentence, then word by word."""
    firsts = [sentence.span.start for sentence in item.document.sentences]
    here = max(place for place, first in enumerate(firsts) if first <= start)
    there = max(place for place, first in enumerate(firsts) if first <= target)
    direct = abs(target - start)
    return min(direct, there - here + target - firsts[there]) if there >= here else direct


def typed(item: Annotated, step: Step, marked: int) -> int:
    """Keys: walk, select, mark; then the number of the antecedent, or a new entity."""
    link = 1
    if step.nearest:
        digits = len(str(step.nearest))
        link = 1 + digits + (step.nearest * 10 <= min(HINTS, marked))
    return walk(item, step.cursor, step.mention.start) + words(step.mention) - 1 + 1 + link


def pinned(item: Annotated, step: Step, marked: int) -> int:
    """As `typed`, but the nine longest chains have a number key."""
    if step.rank >= PINNED:
        return typed(item, step, marked)
    selecting = walk(item, step.cursor, step.mention.start) + words(step.mention) - 1
    return selecting + _numbered(step)


def _numbered(step: Step) -> int:
    """Keys after the words are selected: the number marks and moves them; inside the mention before
    it they are marked first. The first mention is marked, begins an entity, and is pinned.
    """
    return (2 if step.nested else 1) if step.nearest else 3


def clicked_and_numbered(item: Annotated, step: Step, marked: int) -> int:
    """Drag over the words, then the number key of the entity, for the nine longest chains."""
    return 1 + _numbered(step) if step.rank < PINNED else clicked(item, step, marked)


def clicked(item: Annotated, step: Step, marked: int) -> int:
    """Drag over the words (a double click for one), *Mark*, and Alt+click on the antecedent."""
    return 2 + bool(step.nearest)


def sacr(item: Annotated, step: Step, marked: int) -> int:
    """A double click, or clicks on the first and the last word; drag onto the antecedent."""
    return (1 if words(step.mention) == 1 else 2) + bool(step.nearest)


def sacr_batch(item: Annotated, step: Step, marked: int) -> int:
    """Chain by chain: select its first mention, then create the others while holding Ctrl."""
    creating = 1 if words(step.mention) == 1 else 2
    return creating + (0 if step.nearest else 1)


def coref_annotator(item: Annotated, step: Step, marked: int) -> int:
    """Select the words, then drag them onto the entity, or type its letter; a new one likewise."""
    return 2


WAYS = {
    "Coindex, keyboard": typed,
    "Coindex, keyboard, nine entities pinned": pinned,
    "Coindex, mouse": clicked,
    "Coindex, mouse and nine number keys": clicked_and_numbered,
    "SACR, mouse, in textual order": sacr,
    "SACR, mouse, chain by chain (Ctrl)": sacr_batch,
    "Coref Annotator, mouse, or mouse and letters": coref_annotator,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--document", default="drover", help="of the embedded corpus")
    parser.add_argument("--corpora", help="not needed: the corpus is in the package")
    name = parser.parse_args().document
    files = (path for path in sorted((folder() / "gold").rglob("*")) if path.is_file())
    items = (item for path in files for item in formats.read(path))
    item = next(item for item in items if item.document.id == name)
    taken = list(steps(item))
    links = sum(step.nearest > 0 for step in taken)
    text = item.document.text
    count = sum(any(map(str.isalnum, text[t.start : t.end])) for t in item.document.tokens)
    print(f"{name}: {count} words, {len(taken)} mentions, {links} links")
    for way, actions in WAYS.items():
        total = sum(actions(item, step, place) for place, step in enumerate(taken))
        print(f"{way:<46} {total:>5} actions, {total / len(taken):.1f} per mention")


if __name__ == "__main__":
    main()
