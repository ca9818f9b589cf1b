"""Whether what is saved or imported follows the scheme of its project."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.workbench.problems import Refused
from coindex.workbench.store.scheme.checking import Violation, violations
from coindex.workbench.store.scheme.values import Scheme

SHOWN = 5
"""Violations that an error lists; it counts the rest."""
INCOMPLETE = "urn:coindex:incomplete"


def check_against_scheme(
    scheme: Scheme | None, before: Mapping[str, Any], state: Mapping[str, Any], *, finished: bool
) -> None:
    """Refuse values that the scheme does not have, unless the state before had them; and a finished
    state that lacks something required.

    A scheme may be changed while people annotate: what they did before does not keep them from
    saving.
    """
    if scheme is None:
        return
    present = list(violations(scheme, state))
    wrong = [one for one in present if not one.missing]
    if wrong:
        known = set(violations(scheme, before))
        wrong = [one for one in wrong if one not in known]
    if wrong:
        raise Refused(422, _listed(wrong), type="urn:coindex:scheme")
    missing = [one for one in present if one.missing]
    if finished and missing:
        raise Refused(409, f"not finished yet: {_listed(missing)}", type=INCOMPLETE)


def report_violations(
    scheme: Scheme | None, state: Mapping[str, Any], problems: Problems, path: str
) -> None:
    """Report what an imported state has and the scheme has not; a lenient import keeps it."""
    for one in violations(scheme, state) if scheme is not None else ():
        if not one.missing:
            problems.report(
                "a value that the scheme of the project does not have",
                detail=f"{one.place}: {one.message}",
                path=path,
                remedy="add it to the scheme, or correct the file",
            )


def report_incomplete(
    scheme: Scheme | None, state: Mapping[str, Any], problems: Problems, path: str
) -> bool:
    """Whether an imported state that is called finished lacks something required, which is
    reported.
    """
    present = violations(scheme, state) if scheme is not None else ()
    missing = next((one for one in present if one.missing), None)
    if missing is not None:
        problems.report(
            "finished, but something that the scheme requires is missing",
            detail=f"{missing.place}: {missing.message}",
            path=path,
            remedy=leniently("keeps it as in work", "change the scheme, or complete the file"),
        )
    return missing is not None


def _listed(wrong: list[Violation]) -> str:
    shown = "; ".join(f"mention {one.place}: {one.message}" for one in wrong[:SHOWN])
    more = len(wrong) - SHOWN
    return f"{shown}; and {more:,} more" if more > 0 else shown
