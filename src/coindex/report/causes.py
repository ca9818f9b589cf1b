"""Causes of errors in words that can be put into another language."""

from __future__ import annotations

from coindex.core.messages import Message, Term

_WITH_NAMES = {
    "outranked by ": "outranked by {name}",
    "dropped by ": "dropped by {name}",
    "dropped, mostly by ": "dropped, mostly by {name}",
    "refused: ": "refused: {name}",
    "not chosen: ": "not chosen: {name}",
}
"""Causes that end with the name of a rule, constraint or preference."""
CAUSES = (
    "not detected", "antecedent not detected", "not attempted", "not chosen", "out of window",
    "not a candidate", "outranked", "dropped", "refused", *_WITH_NAMES.values(),
)  # fmt: skip
"""All causes, with a field for a name."""


def cause_wording(cause: str) -> Message:
    """The wording of a cause, or of the shape of an error."""
    for start, sentence in _WITH_NAMES.items():
        if cause.startswith(start):
            return Message(sentence, name=Term(cause.removeprefix(start)))
    return Message(cause)
