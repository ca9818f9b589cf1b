"""Problems of a file as issues: what its reader could not read."""

from __future__ import annotations

from coindex.checking.issue import Issue, Severity
from coindex.checking.structure import broken_references
from coindex.core.errors import FormatError
from coindex.core.problems import Problems

UNREADABLE = "unreadable"
EXPLANATION = "The file does not follow its format."
BROKEN = frozenset(
    {
        "Bridge names an unknown entity",
        "SplitAnte names an unknown entity",
        "dangling reference",
        "unknown mention",
        "link to a missing element",
        "REF to an unknown ID",
        "chain continues with a link that does not exist",
        "mention of an entity that does not exist",
    }
)
"""What readers call a relation that leads nowhere."""


class IssueProblems(Problems):
    """Lists every problem of the files that are read, and lets their readers continue."""

    def __init__(self) -> None:
        super().__init__(lenient=True)
        self.issues: list[Issue] = []

    def add(self, error: FormatError, kind: str) -> None:
        broken = kind in BROKEN
        issue = Issue(
            broken_references.name if broken else UNREADABLE,
            Severity.ERROR,
            error.message,
            broken_references.remedy if broken else error.remedy.advice or "correct the file",
            path=error.path,
            line=error.line,
            column=error.column,
        )
        self.issues.append(issue)

    def taken(self) -> list[Issue]:
        """The issues since this was asked last."""
        issues, self.issues = self.issues, []
        return issues
