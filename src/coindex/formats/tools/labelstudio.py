"""Label Studio's JSON: tasks with a text, labelled spans, and relations between them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from coindex.core.annotation import Annotated
from coindex.core.files import File, Files
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.formats.brat.writer import recut
from coindex.formats.records import Record, dumped, looks_like_json
from coindex.formats.tools.marks import (
    CARRIED,
    COREFERENCE,
    Mark,
    Marks,
    from_marks,
    tasks,
    to_marks,
)


@dataclass(frozen=True, slots=True)
class LabelStudio:
    """A list of tasks, as Label Studio exports them; of several annotations of a task the first is
    read, or its prediction.

    Every relation is read as coreference; the label of a span is the type of its entity. Written
    are the names `label` and `text` of Label Studio's template for relations.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".labelstudio.json",)
    carries: ClassVar[frozenset[Layer]] = CARRIED
    language: str = ""
    """Code of the language of the documents, which the files do not state."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        keys = ('"data"', '"result"', '"from_name"')
        if looks_like_json(sample) and all(key in sample for key in keys):
            return 0.95
        return 0.2 if file.name.lower().endswith(self.suffixes) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for record, default in tasks(files, problems, self.recognise):
            data = record.within(record.object("data"), "data")
            name = data.string("id") or str(record.values.get("id") or default)
            yield from_marks(record, name, data.string("text"), _marks(record), self.language)

    def losses(self, item: Annotated) -> Mapping[Layer, int]:
        return {Layer.TOKENS: recut(item)}

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        number = 0
        for number, item in enumerate(items, 1):
            task = dumped(_task(item, number)).rstrip("\n")
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
