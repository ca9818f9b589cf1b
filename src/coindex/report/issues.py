"""The list of issues as text, JSON or SARIF.

SARIF is the Static Analysis Results Interchange Format, version 2.1.0 (OASIS 2020), which code
hosts and editors show beside the lines of a file.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from coindex import __version__
from coindex.checking.catalogue import CHECKS
from coindex.checking.files import EXPLANATION, UNREADABLE
from coindex.checking.issue import Issue, Severity
from coindex.interface.translation import counted as numbered
from coindex.interface.translation import fixed, say, translate

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def issue_report(issues: Sequence[Issue], style: str) -> str:
    """The issues in a style of `STYLES`."""
    return STYLES[style](issues)


def counted(issues: Sequence[Issue]) -> dict[str, int]:
    """How many issues each check has, in the order of the checks."""
    counts = Counter(issue.check for issue in issues)
    return {name: counts[name] for name in (*CHECKS, UNREADABLE) if counts[name]}


def text_of(issue: Issue) -> str:
    """One line in the language of the interface: where, how severe, what, and what to do."""
    file = ":".join(str(part) for part in (issue.path, issue.line, issue.column) if part)
    fixable = f" ({say('fixable')})" if issue.fixable else ""
    sure = ""
    if issue.confidence is not None:
        sure = say(", confidence {confidence}", confidence=fixed(issue.confidence, 2))
    place = ""
    if issue.sentence:
        words = say(
            "{document}, sentence {sentence}, characters {start}-{end}, “{text}”",
            document=issue.document,
            sentence=issue.sentence,
            start=issue.start,
            end=issue.end,
            text=_shortened(issue.text),
        )
        place = f"{words}: "
    where = f"{file}: " if file else ""
    return (
        f"{where}{say(issue.severity)}: {issue.check}{fixable}: {place}{translate(issue.message)}"
        f"{sure}; {translate(issue.remedy)}"
    )


def _text(issues: Sequence[Issue]) -> str:
    lines = [text_of(issue) for issue in issues]
    if not lines:
        return say("no issues") + "\n"
    counts = ", ".join(f"{name} {count:,}" for name, count in counted(issues).items())
    return "\n".join([*lines, f"{numbered(len(issues), 'issue')}: {counts}", ""])


def _json(issues: Sequence[Issue]) -> str:
    value = {"counts": counted(issues), "issues": [issue.to_dict() for issue in issues]}
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _sarif(issues: Sequence[Issue]) -> str:
    driver = {
        "name": "coindex",
        "version": __version__,
        "rules": [_rule(*one) for one in _RULES],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(issue) for issue in issues],
    }
    return (
        json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False)
        + "\n"
    )


_RULES = (
    *((one.name, one.explanation, one.remedy, one.severity) for one in CHECKS.values()),
    (UNREADABLE, EXPLANATION, "correct the file", Severity.ERROR),
)


def _rule(name: str, explanation: str, remedy: str, severity: Severity) -> dict[str, Any]:
    return {
        "id": name,
        "shortDescription": {"text": explanation},
        "help": {"text": f"To do: {remedy}."},
        "defaultConfiguration": {"level": str(severity)},
    }


def _result(issue: Issue) -> dict[str, Any]:
    place: dict[str, Any] = {}
    if issue.path:
        place["physicalLocation"] = {
            "artifactLocation": {"uri": quote(PurePath(issue.path).as_posix())}
        }
        if issue.line:
            region = {"startLine": issue.line, "startColumn": max(1, issue.column)}
            place["physicalLocation"]["region"] = region
    if issue.document:
        sentence = f"/{issue.sentence_id or issue.sentence}" if issue.sentence else ""
        place["logicalLocations"] = [{"fullyQualifiedName": f"{issue.document}{sentence}"}]
    words = f"“{issue.text}”: " if issue.text else ""
    value: dict[str, Any] = {
        "ruleId": issue.check,
        "level": str(issue.severity),
        "message": {"text": f"{words}{issue.message}; {issue.remedy}"},
        "properties": issue.to_dict(),
    }
    if place:
        value["locations"] = [place]
    return value


STYLES: Mapping[str, Callable[[Sequence[Issue]], str]] = {
    "text": _text,
    "json": _json,
    "sarif": _sarif,
}


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:57]}..."
