"""The lines of an `.ann` file, one by one."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import quote, unquote

from coindex.core.problems import Problems
from coindex.core.remedies import LEFT_OUT, Remedy, leniently
from coindex.io.files import File

_BOUND = re.compile(r"(\S+) (\d{1,9} \d{1,9}(?:;\d{1,9} \d{1,9})*)")
_RELATION = re.compile(r"(\S+) \S+:(\S+) \S+:(\S+)\s*")
_NUMBERED = re.compile(r"[TREAMN#][\w-]*")


class Bound(NamedTuple):
    """A text-bound annotation."""

    id: str
    type: str
    places: tuple[tuple[int, int], ...]
    text: str
    line: int


class Related(NamedTuple):
    """A relation between two annotations."""

    id: str
    type: str
    source: str
    target: str
    line: int


class Equivalent(NamedTuple):
    """Annotations declared equivalent."""

    type: str
    members: tuple[str, ...]
    line: int


@dataclass
class LineScan:
    """The content of a file's lines; `rest` holds those that the model cannot
    represent, unchanged.
    """

    file: File
    problems: Problems
    bound: dict[str, Bound] = field(default_factory=dict)
    relations: dict[str, Related] = field(default_factory=dict)
    equivalences: list[Equivalent] = field(default_factory=list)
    attributes: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    rest: list[tuple[str, str]] = field(default_factory=list)
    ids: set[str] = field(default_factory=set)

    def report(
        self,
        message: str,
        line: int,
        detail: str = "",
        *,
        column: int = 1,
        remedy: Remedy | str = "",
    ) -> None:
        remedy = remedy or LEFT_OUT
        where = self.file.label
        self.problems.report(
            message, path=where, line=line, column=column, detail=detail[:100], remedy=remedy
        )


def scanned(file: File, problems: Problems) -> LineScan:
    """All lines of an `.ann` file, sorted by type."""
    scan = LineScan(file, problems)
    for number, line in enumerate(file.lines(problems), 1):
        if line.strip():
            _line(scan, line, number)
    return scan


def _line(scan: LineScan, line: str, number: int) -> None:
    name, _, rest = line.partition("\t")
    if name == "*":
        _equivalence(scan, rest, number)
        return
    if not rest or not _NUMBERED.fullmatch(name):
        scan.report("not a line of brat", number, line)
        return
    if name in scan.ids:
        scan.report(
            "id occurs twice", number, name, remedy=leniently("keeps the first", "rename one")
        )
        return
    scan.ids.add(name)
    readers = {"T": _bound, "R": _relation, "A": _attribute, "M": _attribute, "#": _note}
    readers.get(name[0], _other)(scan, name, rest, number)


def _bound(scan: LineScan, name: str, rest: str, number: int) -> None:
    what, _, text = rest.partition("\t")
    match = _BOUND.fullmatch(what)
    if match is None:
        scan.report("not a type with offsets", number, what, column=len(name) + 2)
        return
    pairs = [pair.split(" ") for pair in match[2].split(";")]
    places = tuple(sorted((int(start), int(end)) for start, end in pairs))
    scan.bound[name] = Bound(name, match[1], places, text, number)


def _relation(scan: LineScan, name: str, rest: str, number: int) -> None:
    match = _RELATION.fullmatch(rest)
    if match is None:
        scan.report("not a relation of two arguments", number, rest, column=len(name) + 2)
    else:
        scan.relations[name] = Related(name, match[1], match[2], match[3], number)


def _equivalence(scan: LineScan, rest: str, number: int) -> None:
    kind, *members = rest.split() or [""]
    if len(members) < 2:
        scan.report("equivalence of fewer than two annotations", number, rest, column=3)
    else:
        scan.equivalences.append(Equivalent(kind, tuple(members), number))


def _attribute(scan: LineScan, name: str, rest: str, number: int) -> None:
    kind, _, more = rest.partition(" ")
    target, _, value = more.partition(" ")
    if not target:
        scan.report("attribute without an annotation", number, rest, column=len(name) + 2)
    elif target[0] in "TR":
        scan.attributes.setdefault(target, []).append((decoded(kind), decoded(value)))
    else:
        scan.rest.append((name, rest))


def _note(scan: LineScan, name: str, rest: str, number: int) -> None:
    what, _, text = rest.partition("\t")
    kind, _, target = what.partition(" ")
    if target[:1] == "T":
        scan.attributes.setdefault(target, []).append((f"#{kind}", text))
    else:
        scan.rest.append((name, rest))


def _other(scan: LineScan, name: str, rest: str, number: int) -> None:
    scan.rest.append((name, rest))


def encoded(value: str) -> str:
    """A word of a line: white space, and what would be read as an escape, are percent-encoded as in
    `%20`.
    """
    return "".join(quote(c) if c.isspace() or c == "%" or not c.isprintable() else c for c in value)


def decoded(value: str) -> str:
    return unquote(value) if "%" in value else value
