"""The Keystroke-Level Model (Card, Moran & Newell, Communications of the ACM 23, 1980): how long a
person who knows a program needs for a task, from the actions that it takes.

K is a key, of an average skilled typist, and the press and release of a button of the mouse; P
points with the mouse; H moves a hand between keyboard and mouse; M prepares for what comes next.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

SECONDS = {"K": 0.20, "P": 1.10, "H": 0.40, "M": 1.35}
"""Of each operator, from table I of the paper."""

Action = str
"""The operators of one action, in order."""

KEY: Action = "K"
CHORD: Action = "KK"
"""A key together with Shift, Ctrl or Alt."""
CLICK: Action = "PK"
DOUBLE_CLICK: Action = "PKK"
KEY_AND_CLICK: Action = "KPK"
DRAG: Action = "PPK"
"""Point, press, point, release."""
HOLD: Action = "K"
"""A key that is held during the actions that follow."""


class Effort(NamedTuple):
    """What a task takes."""

    actions: int
    operators: Counter[str]

    @property
    def minutes(self) -> float:
        return sum(SECONDS[one] * count for one, count in self.operators.items()) / 60

    def seconds(self, operator: str) -> float:
        return SECONDS[operator] * self.operators[operator]


def effort(actions: list[Action], prepared: int) -> Effort:
    """The effort of actions, with preparation in so many places."""
    operators = Counter("".join(actions))
    operators["M"] += prepared
    return Effort(len(actions), operators)
