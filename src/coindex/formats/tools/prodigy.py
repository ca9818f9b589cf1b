"""Prodigy's JSON Lines: a text with its tokens, spans, and relations between them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from coindex.core.annotation import Annotated
from coindex.formats.records import Record
from coindex.formats.tools.marks import Mark, Marks, from_marks, to_marks
from coindex.formats.tools.spans import SpanTool


@dataclass(frozen=True, slots=True)
class Prodigy(SpanTool):
    """A task per line, as the recipes `coref.manual` and `rel.manual` store it.

    Every relation is read as coreference; the label of an entity's spans is its type. The name of a
    document is `meta.id`; `answer` does not matter.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".prodigy.jsonl",)
    language: str = ""
    """Code of the language of the documents, which the files do not state."""

    def shows(self, sample: str) -> bool:
        spans = '"spans"' in sample and ('"token_start"' in sample or '"head_span"' in sample)
        return spans and '"text"' in sample

    def document(self, record: Record, default: str) -> Annotated:
        name = str(record.object("meta").get("id") or default)
        return from_marks(record, name, record.string("text"), _marks(record), self.language)

    def values(self, item: Annotated, number: int) -> dict[str, Any]:
        return _values(item)


def _marks(record: Record) -> Marks:
    marks: dict[str, Mark] = {}
    for one in record.records("spans"):
        _add(marks, one)
    links = []
    for relation in record.records("relations"):
        ends = [
            _add(marks, relation.within(relation.object(key), f"{relation.inside}.{key}"))
            for key in ("child_span", "head_span")
        ]
        if ends[0] and ends[1]:
            links.append((ends[0], ends[1]))
        else:
            relation.report("relation of a span that is missing", "head_span and child_span")
    return Marks(list(marks.values()), links)


def _add(marks: dict[str, Mark], record: Record) -> str:
    """The id of a span, which is added if it is new; empty if it has no place."""
    start, end = record.integer("start"), record.integer("end")
    if start is None or end is None:
        return ""
    id, label = f"{start}-{end}", record.string("label")
    known = marks.get(id)
    marks[id] = Mark(id, start, end, (known.label if known else "") or label)
    return id


def _values(item: Annotated) -> dict[str, Any]:
    document, marks = item.document, to_marks(item)
    words = [token for token in document.tokens if not token.empty]
    starts = {token.start: number for number, token in enumerate(words)}
    ends = {token.end: number for number, token in enumerate(words)}
    spans = {
        mark.id: {
            "start": mark.start,
            "end": mark.end,
            "token_start": starts[mark.start],
            "token_end": ends[mark.end],
            "label": mark.label,
        }
        for mark in marks.spans
    }
    return {
        "text": document.text,
        "meta": {"id": document.id},
        "tokens": [
            {"text": token.form, "start": token.start, "end": token.end, "id": number}
            for number, token in enumerate(words)
        ],
        "spans": list(spans.values()),
        "relations": [
            {
                "head": spans[antecedent]["token_end"],
                "child": spans[anaphor]["token_end"],
                "head_span": spans[antecedent],
                "child_span": spans[anaphor],
                "label": "COREF",
            }
            for anaphor, antecedent in marks.links
        ],
        "answer": "accept",
    }
