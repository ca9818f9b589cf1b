"""The meaning of the cells of CoNLL-2012."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from coindex.formats.misc import escaped

NOTHING = frozenset(("-", "_", "*", ""))
COLUMNS = ("pos", "Parse", "lemma", "Frameset", "Sense", "speaker", "NE")
"""The columns between the word and the predicate arguments; capitalised ones are kept in
`Token.misc`.
"""

KEPT = frozenset((*(name for name in COLUMNS if name[0].isupper()), "Speaker", "Args"))
"""The attributes in `Token.misc` that are written."""


class Between(NamedTuple):
    """The content of the columns between word and coreference, and their number."""

    xpos: str
    lemma: str
    misc: str
    speaker: str
    width: int


@lru_cache(maxsize=65536)
def between_of(text: str, separator: str | None) -> Between:
    cells = text.split(separator) if text else []
    values = dict(zip(COLUMNS, cells, strict=False))
    kept = {
        name: escaped(value)
        for name, value in values.items()
        if name[0].isupper() and value not in NOTHING
    }
    arguments = cells[len(COLUMNS) :]
    if not NOTHING.issuperset(arguments):
        kept["Args"] = ",".join(
            "*" if argument in NOTHING else escaped(argument) for argument in arguments
        )
    misc = "|".join(f"{name}={value}" for name, value in kept.items())
    xpos, lemma, speaker = (value_of(values.get(name, "")) for name in ("pos", "lemma", "speaker"))
    return Between(xpos, lemma, misc, speaker, len(cells))


def value_of(cell: str) -> str:
    """The value of a cell; a value that looks like "nothing" is written after a backslash."""
    if cell in NOTHING:
        return ""
    return cell[1:] if cell[0] == "\\" and cell[1:] in NOTHING else cell


def cell_of(value: str, nothing: str = "-") -> str:
    if value in NOTHING:
        return f"\\{value}" if value else nothing
    return " ".join(value.split("\t"))
