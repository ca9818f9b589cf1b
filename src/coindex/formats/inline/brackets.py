"""The brackets of one annotated text: their content, and the text without them."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from coindex.core.remedies import Remedy

_MARK = re.compile(
    r"\\(?P<plain>[{}*+\\])|\{(?P<open>[^\s{}]*)[ \n]?|(?P<close>\})|(?P<core>[*+])|(?P<zero>∅)"
)

Report = Callable[[str, int, str, Remedy | str], None]
"""Receives a problem: what, at which character of the notation, which culprit, what can be done."""


@dataclass(slots=True)
class Bracket:
    """`{label:attribute,attribute words}`; `core` is what `*` or `+`
    enclose, `sign` which of them.
    """

    label: str
    attributes: list[str]
    at: int
    start: int
    end: int = -1
    core: tuple[int, int] | None = None
    sign: str = ""
    zero: bool = False
    outer: Bracket | None = field(default=None, repr=False)


def stripped(notation: str, report: Report) -> tuple[str, list[Bracket]]:
    """The text without brackets and signs, and the brackets in the order in which they open."""
    pieces: list[str] = []
    length = last = 0
    innermost: Bracket | None = None
    brackets: list[Bracket] = []
    for match in _MARK.finditer(notation):
        kept = notation[last : match.start()] + (match["plain"] or "")
        # Outside of brackets, the signs of cores and zeros are characters of the text.
        if innermost is None:
            kept += match["core"] or match["zero"] or ""
        pieces.append(kept)
        length += len(kept)
        last = match.end()
        if match["open"] is not None:
            label, _, rest = match["open"].partition(":")
            attributes = [word for word in rest.split(",") if word]
            innermost = Bracket(label, attributes, match.start(), length, outer=innermost)
            brackets.append(innermost)
        elif match["close"]:
            if innermost is None:
                report(
                    "closing bracket without an opening one",
                    match.start(),
                    "}",
                    r"write \} for the character itself",
                )
                continue
            innermost.end = length
            _check_core(innermost, match.start(), report)
            # A zero has no width, so that one of the two blanks around it must go.
            last += innermost.zero and notation.startswith(" ", last)
            innermost = innermost.outer
        elif match["zero"] and innermost is not None:
            innermost.zero = True
        elif match["core"] and innermost is not None:
            _core(innermost, match["core"], length, match.start(), report)
    while innermost is not None:
        report("bracket is not closed", innermost.at, innermost.label, "close it with }")
        brackets.remove(innermost)
        innermost = innermost.outer
    pieces.append(notation[last:])
    return "".join(pieces), brackets


def _core(bracket: Bracket, sign: str, place: int, at: int, report: Report) -> None:
    if not bracket.sign:
        bracket.sign, bracket.core = sign, (place, -1)
    elif bracket.core is not None and bracket.core[1] < 0 and bracket.sign == sign:
        bracket.core = (bracket.core[0], place)
    else:
        report(
            "second core in one bracket",
            at,
            bracket.label,
            rf"mark one; write \{sign} for the character itself",
        )


def _check_core(bracket: Bracket, at: int, report: Report) -> None:
    if bracket.core is not None and bracket.core[1] <= bracket.core[0]:
        report("core is not closed", at, bracket.label, f"close it with {bracket.sign}")
        bracket.core, bracket.sign = None, ""
