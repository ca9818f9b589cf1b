"""A document from one JSON object: `coindex-doc/1` in full, or a row with a text and any other
values.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.remedies import Action, doing
from coindex.formats.jsonl.annotations import annotated
from coindex.formats.records import Record
from coindex.formats.text import paragraphs

ROW = ("id", "text", "lang")
_FULL = ("schema", "tokens", "sentences", "mentions", "entities", "blocks")
_RESULT = ("document", "resolver", "entities")
_BROKEN = (ValueError, RecursionError, MemoryError)

_TEXT_NEEDED = doing(Action.NAME_TEXT_FIELD, "each row needs a string `text`")


def document_of(
    line: str, source: str, number: int, *, lenient: bool = False, strict: bool = False
) -> Annotated:
    """The document in a line of JSON; without an id it is named after its source and number.

    With `strict`, a key that looks misspelt is an error; when a crawl is read, it is not.
    """
    try:
        values = json.loads(
            line, parse_constant=lambda _: None
        )  # NaN, which some programs write, is not JSON
    except _BROKEN as error:
        raise FormatError(
            Message("not JSON: {error}", error=error), path=source, line=number
        ) from error
    if not isinstance(values, dict):
        raise FormatError("not a JSON object", path=source, line=number)
    record = Record(values, Problems(lenient=lenient), source, number)
    return from_record(record, f"{source}:{number}", strict=strict)


def from_record(
    record: Record, default_id: str, *, strict: bool = True, text_field: str = "text"
) -> Annotated:
    """A document from an object; a plain row needs a text, and may have `id`, `lang` and anything
    else.
    """
    _check_not_result(record)
    if any(key in record.values for key in _FULL):
        return annotated(record, default_id)
    known = ("id", text_field, "lang")
    if strict:
        record.others(known)
    others = {key: value for key, value in record.values.items() if key not in known}
    values = record.values
    if not isinstance(values.get(text_field), str):
        raise FormatError("no text", path=record.path, line=record.line, remedy=_TEXT_NEEDED)
    return row(values.get(text_field), values.get("id"), values.get("lang"), default_id, others)


def _check_not_result(record: Record) -> None:
    """Chains that were written to be shown have character offsets, but no text to apply them to."""
    values = record.values
    if all(key in values for key in _RESULT) and not {"schema", "text", "tokens"} & values.keys():
        raise FormatError(
            "the output of resolve as JSON, which has chains but no text",
            path=record.path,
            line=record.line,
            remedy=doing(Action.WRITE_JSON_LINES),
        )


def row(
    text: Any, id: Any, language: Any, default_id: str, others: Mapping[str, Any] | None = None
) -> Annotated:
    """A document from the values of a row; `meta` is the document's own if it contains only
    strings.
    """
    if not isinstance(text, str):
        raise FormatError("no text", path=default_id, remedy=_TEXT_NEEDED)
    name = (
        str(id)
        if isinstance(id, str | int) and not isinstance(id, bool) and id != ""
        else default_id
    )
    extra = dict(others or {})
    meta = extra.pop("meta") if _all_strings(extra.get("meta")) else {}
    spoken = language if isinstance(language, str) else ""
    document = Document(name, text, spoken, meta=meta, blocks=tuple(paragraphs(text)), extra=extra)
    return Annotated(document, Annotation(name))


def _all_strings(value: Any) -> bool:
    return isinstance(value, dict) and all(isinstance(item, str) for item in value.values())
