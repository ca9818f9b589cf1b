"""What a check objects to, where it is, and what to do about it."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, NamedTuple


class Severity(StrEnum):
    """`ERROR`: cannot be right; `WARNING`: seldom right; `NOTE`: worth a second look."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Issue(NamedTuple):
    """One thing that a check objects to.

    `sentence` is counted from 1, and 0 where the whole document is meant; `start` and `end` are
    characters of the document's text. `line` and `column` are those of the file, where they are
    known. `confidence` is that of a resolver which disagrees.
    """

    check: str
    severity: Severity
    message: str
    remedy: str
    document: str = ""
    sentence: int = 0
    sentence_id: str = ""
    start: int = 0
    end: int = 0
    text: str = ""
    entities: tuple[str, ...] = ()
    confidence: float | None = None
    fixable: bool = False
    path: str = ""
    line: int = 0
    column: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON values; those that are not known are left out."""
        values = self._asdict() | {"severity": str(self.severity), "entities": list(self.entities)}
        kept = ("check", "severity", "message", "remedy", "document", "fixable")
        placed = ("start", "end") if self.sentence else ()
        return {
            name: value
            for name, value in values.items()
            if name in kept or name in placed or (value not in ("", 0, None) and value != [])
        }
