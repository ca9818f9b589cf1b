"""A check: its name, what it means in one line, and the function that looks for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from coindex.checking.issue import Severity
from coindex.checking.subject import Subject
from coindex.core.annotation import Mention
from coindex.core.document import Document


class Remark(NamedTuple):
    """What is wrong with a mention; `others` are mentions that take part in it.

    Without a mention, the remark is about the document as a whole. What a safe check finds is
    repaired unless it is not `plain`. `remedy` is one other than the check's own.
    """

    mention: Mention | None
    message: str
    others: tuple[Mention, ...] = ()
    confidence: float | None = None
    plain: bool = True
    remedy: str = ""


Find = Callable[[Subject], Iterator[Remark]]


@dataclass(frozen=True, slots=True)
class Check:
    """`explanation` and `remedy` are one sentence each. `safe`: repairing it loses nothing that
    the annotation says. `parsed`: it looks at mentions of the parsed document.
    """

    name: str
    explanation: str
    remedy: str
    severity: Severity
    find: Find
    safe: bool = False
    parsed: bool = False


def check(
    name: str,
    explanation: str,
    *,
    remedy: str,
    severity: Severity,
    safe: bool = False,
    parsed: bool = False,
) -> Callable[[Find], Check]:
    """Make a function that looks for something the check of this name."""

    def described(find: Find) -> Check:
        return Check(name, explanation, remedy, severity, find, safe, parsed)

    return described


def quoted(document: Document, mention: Mention) -> str:
    """The words of a mention in quotation marks, for a message."""
    return f"“{' '.join(mention.text(document).split())}”"
