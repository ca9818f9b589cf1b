"""A document from a line of JSON: `coindex-doc/1` in full, or any object with a text."""

from __future__ import annotations

import json
from typing import Any

from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.jsonl.annotations import annotated
from coindex.formats.jsonl.sketch import flattened, nested
from coindex.formats.records import Record
from coindex.formats.text import paragraphs

ROW = ("id", "text", "lang")
_FULL = ("schema", "tokens", "sentences", "mentions", "entities")
_BROKEN = (ValueError, RecursionError, MemoryError)


def document_of(line: str, source: str, number: int, *, lenient: bool = False, strict: bool = False) -> Annotated:
    """An object that is no more than a row of a crawl needs `text`, and may have `id`, `lang` and anything else.

    With `strict`, anything else is an error: whoever asks for one document has misspelt it.
    """
    try:
        values = json.loads(line)
    except _BROKEN as error:
        raise FormatError(f"not JSON: {error}", path=source, line=number) from error
    if not isinstance(values, dict):
        raise FormatError("not a JSON object", path=source, line=number)
    called = f"{source}:{number}"
    if any(key in values for key in _FULL):
        record = Record(values, Problems(lenient=lenient), source, number)
        return annotated(flattened(record) if nested(record) else record, called)
    if strict:
        Record(values, Problems(), source, number).only(ROW)
    return plain(values.get("text"), values.get("id"), values.get("lang"), called)


def plain(text: Any, id: Any, language: Any, called: str) -> Annotated:
    """From a row; `called` is its id if it has none."""
    if not isinstance(text, str):
        raise FormatError("no text", path=called, remedy="each row needs a string `text`")
    named = str(id) if isinstance(id, str | int) and not isinstance(id, bool) and id != "" else called
    document = Document(named, text, language if isinstance(language, str) else "", blocks=tuple(paragraphs(text)))
    return Annotated(document, Annotation(named))
