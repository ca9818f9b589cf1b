"""Reads spans of entities directly from CoNLL-2012 files, without building documents: enough for
most scoring.

Anything irregular raises `Unusual`; the regular reader then takes over and reports what is wrong.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from coindex.io.files import File

BLOCK = 1 << 20
SHIFT = 32
"""Bits of the last word in the number of a mention: enough for any document."""
_BEGIN = re.compile(r"#begin document \(([^()\n]*)\); part (\d+)\n")
_END = "\n#end document"
_ODD = "\r\0\ufeff"


class Unusual(Exception):  # noqa: N818 - a signal between reader and caller
    """Raised for irregular input, which the regular reader must read."""


class SpanDocument(NamedTuple):
    """A document: all columns but the last of each word, and the mentions of each entity.

    A mention is one number, its first word shifted by `SHIFT` plus its last, because numbers are
    compared fastest.
    """

    id: str
    words: list[str]
    entities: list[list[int]]
    crossing: int = 0
    """How many mentions end inside another one that began later."""


def looks_plain(path: Path) -> bool:
    """Whether it is worth trying to read a file this way."""
    if not path.is_file():
        return False
    return _BEGIN.match(File(path, path.name, str(path)).sample()) is not None


def spans(path: Path) -> Iterator[SpanDocument]:
    """The documents of a file."""
    text = ""
    try:
        with TextIOWrapper(
            File(path, path.name, str(path)).open(), encoding="utf-8", newline="\n"
        ) as stream:
            while block := stream.read(BLOCK):
                if any(character in block for character in _ODD):
                    raise Unusual
                text += block
                position = 0
                while (end := text.find(_END, position)) >= 0:
                    yield _document(text[position:end])
                    position = end + len(_END)
                text = text[position:]
    except (OSError, EOFError, UnicodeDecodeError) as error:
        raise Unusual from error
    if text.strip():
        raise Unusual


def _document(text: str) -> SpanDocument:
    begin = _BEGIN.search(text)
    # Any surprise is left to the full reader, which says what is wrong and where.
    if begin is None or text[: begin.start()].strip() or text.find("\n#", begin.end()) >= 0:
        raise Unusual
    lines = [line for line in text[begin.end() :].split("\n") if line]
    if not lines or "\t" not in lines[0]:
        cells = [line.rsplit(None, 1) for line in lines]
        if any(len(pair) != 2 for pair in cells):
            raise Unusual
        words, column = [pair[0] for pair in cells], [pair[1] for pair in cells]
    else:
        parts = [line.rpartition("\t") for line in lines]
        words, column = [part[0] for part in parts], [part[2] for part in parts]
        if "" in words:
            raise Unusual
    name, part = begin.groups()
    return SpanDocument(f"{name}#{part}" if int(part) else name, words, *_entities(column))


def _entities(column: list[str]) -> tuple[list[list[int]], int]:
    """The mentions of each entity, and how many cross; of the brackets of one entity, the last one
    opened closes first.
    """
    mentions: defaultdict[str, list[int]] = defaultdict(list)
    opened: defaultdict[str, list[int]] = defaultdict(list)
    inside: list[int] = []
    crossing = 0
    try:
        for index, cell in [pair for pair in enumerate(column) if pair[1] != "-"]:
            for item in cell.split("|") if "|" in cell else (cell,):
                if item[0] == "(":
                    if item[-1] == ")":
                        mentions[item[1:-1]].append(index << SHIFT | index)
                    else:
                        opened[item[1:]].append(index)
                        inside.append(index)
                elif item[-1] == ")":
                    start = opened[item[:-1]].pop()
                    mentions[item[:-1]].append(start << SHIFT | index)
                    if inside[-1] == start:
                        inside.pop()
                    else:
                        inside.remove(start)
                        crossing += 1
                else:
                    raise Unusual
    except IndexError as error:
        raise Unusual from error
    groups = list(mentions.values())
    # Unclosed brackets, and mentions of two entities, are left to the reader that reports them.
    odd = inside or not all(mentions) or any("(" in name or ")" in name for name in mentions)
    if odd or len(set(chain.from_iterable(groups))) != sum(map(len, groups)):
        raise Unusual
    return groups, crossing
