"""Label Studio's JSON: tasks with a text, labelled spans, and relations between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from coindex.core.annotation import Annotated
from coindex.core.protocols import Chunk
from coindex.formats.records import Record, dumped
from coindex.formats.tools.marks import (
    COREFERENCE,
    Mark,
    Marks,
    from_marks,
    to_marks,
)
from coindex.formats.tools.spans import SpanTool


@dataclass(frozen=True, slots=True)
class LabelStudio(SpanTool):
    """A list of tasks, as Label Studio exports them; of several annotations of a task the first is
    read, or its prediction.

    Every relation is read as coreference; the label of a span is the type of its entity. Written
    are the names `label` and `text` of Label Studio's template for relations.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".labelstudio.json",)
    language: str = ""
    """Code of the language of the documents, which the files do not state."""

    def shows(self, sample: str) -> bool:
        return all(key in sample for key in ('"data"', '"result"', '"from_name"'))

    def document(self, record: Record, default: str) -> Annotated:
        data = record.within(record.object("data"), "data")
        name = data.string("id") or str(record.values.get("id") or default)
        return from_marks(record, name, data.string("text"), _marks(record), self.language)

    def values(self, item: Annotated, number: int) -> dict[str, Any]:
        return _task(item, number)

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        number = 0
        for number, item in enumerate(items, 1):
            task = dumped(self.values(item, number)).rstrip("\n")
            yield Chunk(f"[\n{task}" if number == 1 else f",\n{task}")
        yield Chunk("\n]\n" if number else "[]\n")


def _marks(record: Record) -> Marks:
    annotation = next(
        (one for key in ("annotations", "predictions") for one in record.records(key)), None
    )
    spans, links = [], []
    for one in annotation.records("result") if annotation is not None else ():
        if one.string("type") == "relation":
            links.append((one.string("from_id"), one.string("to_id")))
            continue
        value = one.within(one.object("value"), one.inside)
        start, end = value.integer("start"), value.integer("end")
        if start is None or end is None:
            continue
        labels = [
            label for key in ("labels", "hypertextlabels") for label in value.items(key) if label
        ]
        label = str(labels[0]) if labels else ""
        spans.append(Mark(one.string("id") or f"{start}-{end}-{label}", start, end, label))
    return Marks(spans, links)


def _task(item: Annotated, number: int) -> dict[str, Any]:
    document, marks = item.document, to_marks(item)
    result: list[dict[str, Any]] = [
        {
            "id": mark.id,
            "from_name": "label",
            "to_name": "text",
            "type": "labels",
            "value": {
                "start": mark.start,
                "end": mark.end,
                "text": document.text[mark.start : mark.end],
                "labels": [mark.label],
            },
        }
        for mark in marks.spans
    ]
    result += [
        {
            "from_id": anaphor,
            "to_id": antecedent,
            "type": "relation",
            "direction": "right",
            "labels": [COREFERENCE],
        }
        for anaphor, antecedent in marks.links
    ]
    return {
        "id": number,
        "data": {"id": document.id, "text": document.text},
        "annotations": [{"result": result}],
    }
