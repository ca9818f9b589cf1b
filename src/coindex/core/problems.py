"""What is wrong with an input: raised at once, or counted when reading leniently."""

from __future__ import annotations

from collections import Counter

from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.core.remedies import Remedy


class Problems:
    """Collects what readers find.

    Strict (the default): the first problem is raised. Lenient: problems are counted by message, the
    first few of each are kept, and the reader continues with the repair it describes in `remedy`.
    """

    KEPT = 5

    def __init__(self, *, lenient: bool = False) -> None:
        self.lenient = lenient
        self.counts: Counter[str] = Counter()
        self.examples: dict[str, list[FormatError]] = {}
        self.notes: dict[str, list[str]] = {}
        self.begun = ("", 0)

    def begin(self, path: str, line: int) -> None:
        """Record where the next document begins, for problems that concern it as a whole."""
        self.begun = path, line

    def report(
        self,
        message: str,
        *,
        path: str = "",
        line: int = 0,
        column: int = 0,
        remedy: Remedy | str = "",
        detail: str = "",
    ) -> None:
        """Report a problem; `message` is the same for all problems of a kind, `detail` names the
        culprit.
        """
        full = Message("{what}: {detail}", what=Message(message), detail=detail)
        full = full if detail else Message(message)
        self.add(FormatError(full, path=path, line=line, column=column, remedy=remedy), message)

    def add(self, error: FormatError, kind: str) -> None:
        """As `report`, for a complete error; it is counted with those of its `kind`."""
        if not self.lenient:
            try:
                raise error
            finally:
                del error  # it holds this frame, and a circle would keep the reader's file open
        self.counts[kind] += 1
        kept = self.examples.setdefault(kind, [])
        if len(kept) < self.KEPT:
            kept.append(error)

    def note(self, message: str, path: str) -> None:
        """Record something that a user should know about a file although nothing is
        wrong with it.
        """
        self.notes.setdefault(message, []).append(path)
