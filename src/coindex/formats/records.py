"""JSON objects from files, with the place of each value, so that error messages can name it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from typing import Any

from coindex.core.annotation import Attributes
from coindex.core.errors import suggestion
from coindex.core.problems import Problems
from coindex.core.remedies import LEFT_OUT, Remedy, leniently
from coindex.io.files import File

ALIKE = 0.75
"""The share of characters that two keys have in common if one is a misspelling of the other: `lnag`
and `lang`.
"""
LONGEST = 100_000_000
"""Characters of a line: a document with its annotation is one line, and much longer than lines of
other formats.
"""
LINED = (".jsonl", ".jsonlines", ".ndjson")
_NOTHING = object()
_HALF = re.compile("[\ud800-\udfff]")
_NUL = re.compile(r"(?<!\\)((?:\\\\)*)\\u0000")
_BROKEN = (ValueError, RecursionError, MemoryError)


class Record:
    """A JSON object. A value of the wrong type is reported and treated as missing, as is `null`."""

    def __init__(
        self,
        values: Mapping[str, Any],
        problems: Problems,
        path: str,
        line: int = 0,
        inside: str = "",
    ) -> None:
        self.values, self.problems, self.path, self.line, self.inside = (
            values,
            problems,
            path,
            line,
            inside,
        )

    def report(self, message: str, detail: str = "", remedy: Remedy | str = LEFT_OUT) -> None:
        at = f"{self.inside} {detail}".strip()
        self.problems.report(
            message, path=self.path, line=self.line, detail=at[:200], remedy=remedy
        )

    def within(self, values: Mapping[str, Any], inside: str) -> Record:
        """Another object of the same line."""
        return Record(values, self.problems, self.path, self.line, inside)

    def only(self, known: Iterable[str]) -> None:
        """Report any other keys of the object."""
        names = tuple(known)
        for key in sorted(self.values.keys() - set(names)):
            self.report("unknown key", repr(key), leniently("ignores it", suggestion(key, names)))

    def others(self, known: Iterable[str]) -> dict[str, Any]:
        """The other keys of the object; a key that resembles a known one that is missing is
        reported as misspelt.
        """
        names = set(known)
        missing = [name for name in names if self.values.get(name) is None]
        for key in sorted(self.values.keys() - names):
            if get_close_matches(key, missing, n=1, cutoff=ALIKE):
                self.report(
                    "unknown key",
                    repr(key),
                    leniently("accepts it as it is", suggestion(key, names)),
                )
        return {key: value for key, value in self.values.items() if key not in names}

    def string(self, key: str, default: str = "") -> str:
        value = self._typed(key, str, "a string")
        return default if value is None else str(value)

    def integer(self, key: str) -> int | None:
        value = self.values.get(key)
        if value is None or (isinstance(value, int) and not isinstance(value, bool)):
            return value
        self.report("value of the wrong type", f"{key} should be a whole number")
        return None

    def number(self, key: str) -> float | None:
        value = self.values.get(key)
        if value is None or (isinstance(value, int | float) and not isinstance(value, bool)):
            return value
        self.report("value of the wrong type", f"{key} should be a number")
        return None

    def truth(self, key: str) -> bool:
        return self._typed(key, bool, "true or false") is True

    def items(self, key: str) -> list[Any]:
        return self._typed(key, list, "a list") or []

    def mapping(self, key: str) -> dict[str, str]:
        """An object whose values are all strings."""
        mapping = self._typed(key, dict, "an object") or {}
        return {name: self._text(value, key) for name, value in mapping.items()}

    def object(self, key: str) -> dict[str, Any]:
        """An object with values of any kind."""
        return self._typed(key, dict, "an object") or {}

    def records(self, key: str) -> Iterator[Record]:
        """The objects of a list."""
        for number, value in enumerate(self.items(key)):
            if isinstance(value, dict):
                yield self.within(value, f"{self.inside}.{key}[{number}]".lstrip("."))
            else:
                self.report("value of the wrong type", f"{key}[{number}] should be an object")

    def pairs(self, key: str) -> Attributes:
        """Names with values: a list of pairs, or an object."""
        value = self.values.get(key)
        if isinstance(value, dict):
            return tuple((name, self._text(item, key)) for name, item in value.items())
        pairs = []
        for item in self.items(key):
            if isinstance(item, list) and len(item) == 2 and isinstance(item[0], str):
                pairs.append((item[0], self._text(item[1], key)))
            else:
                self.report("value of the wrong type", f"{key} should hold pairs of strings")
        return tuple(pairs)

    def _text(self, value: Any, key: str) -> str:
        if isinstance(value, str):
            return value
        self.report(
            "value of the wrong type",
            f"{key} should hold strings",
            leniently("treats it as a string"),
        )
        return json.dumps(value, ensure_ascii=False)

    def _typed(self, key: str, kind: type, called: str) -> Any:
        value = self.values.get(key)
        if value is None or isinstance(value, kind):
            return value
        self.report("value of the wrong type", f"{key} should be {called}")
        return None


def spans(values: Any, limit: int) -> tuple[int, int] | None:
    """A half-open pair of integers within a limit."""
    match values:
        case [int(start), int(end)] if 0 <= start <= end <= limit and not isinstance(start, bool):
            return start, end
    return None


def records(file: File, problems: Problems) -> Iterator[Record]:
    """The objects of a file: one per line, or in `.json` also one object or list over
    many lines.
    """
    lines = file.lines(problems, longest=LONGEST)
    any_record = False
    for record in (
        _lined(lines, file, problems) if file.suffix in LINED else _whole(lines, file, problems)
    ):
        any_record = True
        yield record
    if not any_record:
        problems.report(
            "no JSON object",
            path=file.label,
            line=1,
            column=1,
            remedy="the file is empty or truncated",
        )


def _lined(lines: Iterable[str], file: File, problems: Problems) -> Iterator[Record]:
    for number, line in enumerate(lines, 1):
        if line.strip():
            value = _parsed(line, file, problems, number)
            if value is not _NOTHING:
                yield from _objects(value, file, problems, number, "")


def _whole(lines: Iterable[str], file: File, problems: Problems) -> Iterator[Record]:
    text = list(lines)
    first = next((line.strip() for line in text if line.strip()), "")
    if first.startswith("{") and first.endswith("}"):
        yield from _lined(text, file, problems)
        return
    value = _parsed("\n".join(text), file, problems, 0)
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from _objects(item, file, problems, 0, f"[{number}]")
    elif value is not _NOTHING:
        yield from _objects(value, file, problems, 0, "")


def _objects(
    value: Any, file: File, problems: Problems, line: int, inside: str
) -> Iterator[Record]:
    if isinstance(value, dict):
        problems.begin(file.label, line)
        yield Record(value, problems, file.label, line, inside)
    else:
        problems.report(
            "not a JSON object",
            path=file.label,
            line=line,
            column=1,
            detail=inside,
            remedy=leniently("leaves it out"),
        )


def _parsed(text: str, file: File, problems: Problems, line: int) -> Any:
    """The parsed value; `line` is the number of a single line, or 0 for a whole file."""
    if not line or len(text) > file.expansion.limits.tags:
        file.expansion.count_tags(file.label, sum(map(text.count, ",[{")))
    if "\\u0000" in text and (nul := _NUL.search(text)):
        problems.report(
            "NUL character",
            path=file.label,
            line=line or text.count("\n", 0, nul.end()) + 1,
            column=nul.end() - 6 - text.rfind("\n", 0, nul.end()),
            remedy=leniently("drops such characters", "the text is damaged"),
        )
        text = _NUL.sub(r"\1", text)
    try:
        value = json.loads(text, parse_constant=_refused)
        if "\\u" in text:
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        remedy = leniently("replaces it with U+FFFD", "write characters beyond U+FFFF as pairs")
        problems.report("lone surrogate", path=file.label, line=line, remedy=remedy)
        return json.loads(_HALF.sub("\ufffd", json.dumps(value, ensure_ascii=False)))
    except json.JSONDecodeError as error:
        problems.report(
            "not JSON",
            path=file.label,
            line=line or error.lineno,
            column=error.colno,
            detail=error.msg,
            remedy=leniently("leaves the line out", "repair the file; it may be truncated"),
        )
    except _BROKEN as error:
        problems.report(
            "not JSON",
            path=file.label,
            line=line,
            detail=str(error)[:80],
            remedy=leniently("leaves it out"),
        )
    else:
        return value
    return _NOTHING


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is not a number of JSON")


def looks_like_json(sample: str) -> bool:
    return sample.lstrip()[:1] in ("{", "[")


def dumped(value: Mapping[str, Any]) -> str:
    """One line of JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")) + "\n"


def without_empty(**fields: Any) -> dict[str, Any]:
    """The fields that are not empty, false or missing. Zero is kept."""
    return {
        key: value for key, value in fields.items() if value or (value == 0 and value is not False)
    }
