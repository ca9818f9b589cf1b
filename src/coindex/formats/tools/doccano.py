"""doccano's JSON Lines: a text, entities with offsets, and relations between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from coindex.core.annotation import Annotated
from coindex.formats.records import Record
from coindex.formats.tools.marks import (
    COREFERENCE,
    Mark,
    Marks,
    from_marks,
    to_marks,
)
from coindex.formats.tools.spans import SpanTool


@dataclass(frozen=True, slots=True)
class Doccano(SpanTool):
    """`{"id", "text", "entities", "relations"}`, a document per line.

    Every relation is read as coreference; the label of an entity's spans is its type. Files of
    plain sequence labelling, with `label` as a list of start, end and label, are read, too.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".doccano.jsonl",)
    language: str = ""
    """Code of the language of the documents, which the files do not state."""

    def shows(self, sample: str) -> bool:
        return '"entities"' in sample and '"start_offset"' in sample

    def document(self, record: Record, default: str) -> Annotated:
        name = str(record.values.get("id") or default)
        return from_marks(record, name, record.string("text"), _marks(record), self.language)

    def values(self, item: Annotated, number: int) -> dict[str, Any]:
        return _values(item)


def _marks(record: Record) -> Marks:
    spans = []
    for one in record.records("entities"):
        start, end = one.integer("start_offset"), one.integer("end_offset")
        if start is not None and end is not None:
            label = one.string("label")
            spans.append(Mark(str(one.values.get("id")), start, end, label))
    for value in record.items("label"):
        match value:
            case [int(start), int(end), str(label)]:
                spans.append(Mark(f"{start}-{end}-{label}", start, end, label))
            case _:
                record.report("value of the wrong type", "label should hold start, end and label")
    links = [
        (str(one.values.get("from_id")), str(one.values.get("to_id")))
        for one in record.records("relations")
    ]
    return Marks(spans, links)


def _values(item: Annotated) -> dict[str, Any]:
    marks = to_marks(item)
    return {
        "id": item.document.id,
        "text": item.document.text,
        "entities": [
            {
                "id": int(mark.id),
                "label": mark.label,
                "start_offset": mark.start,
                "end_offset": mark.end,
            }
            for mark in marks.spans
        ],
        "relations": [
            {"id": number, "from_id": int(first), "to_id": int(second), "type": COREFERENCE}
            for number, (first, second) in enumerate(marks.links, 1)
        ],
    }
