"""The same annotation as different tools store it; invented."""

from __future__ import annotations

import json
from typing import Any

from coindex.core.annotation import Annotated

TEXT = "Ann lost her key."
STUDIO: dict[str, Any] = {
    "id": 7,
    "data": {"text": TEXT},
    "annotations": [
        {
            "id": 1,
            "result": [
                {
                    "id": "aa",
                    "from_name": "label",
                    "to_name": "text",
                    "type": "labels",
                    "value": {"start": 0, "end": 3, "text": "Ann", "labels": ["person"]},
                },
                {
                    "id": "bb",
                    "from_name": "label",
                    "to_name": "text",
                    "type": "labels",
                    "value": {"start": 9, "end": 12, "text": "her", "labels": ["person"]},
                },
                {
                    "id": "cc",
                    "from_name": "label",
                    "to_name": "text",
                    "type": "labels",
                    "value": {"start": 9, "end": 16, "text": "her key", "labels": ["Mention"]},
                },
                {"from_id": "bb", "to_id": "aa", "type": "relation", "direction": "right"},
            ],
        }
    ],
}
DOCCANO: dict[str, Any] = {
    "id": 7,
    "text": TEXT,
    "entities": [
        {"id": 0, "label": "person", "start_offset": 0, "end_offset": 3},
        {"id": 1, "label": "person", "start_offset": 9, "end_offset": 12},
        {"id": 2, "label": "Mention", "start_offset": 9, "end_offset": 16},
    ],
    "relations": [{"id": 0, "from_id": 1, "to_id": 0, "type": "coref"}],
}
PRODIGY: dict[str, Any] = {
    "text": TEXT,
    "meta": {"id": "7"},
    "tokens": [{"text": "Ann", "start": 0, "end": 3, "id": 0, "ws": True}],
    "spans": [
        {"start": 0, "end": 3, "token_start": 0, "token_end": 0, "label": "person"},
        {"start": 9, "end": 16, "token_start": 2, "token_end": 3, "label": "MENTION"},
    ],
    "relations": [
        {
            "head": 0,
            "child": 2,
            "head_span": {"start": 0, "end": 3, "token_start": 0, "token_end": 0},
            "child_span": {"start": 9, "end": 12, "label": "person"},
            "label": "COREF",
        }
    ],
    "answer": "accept",
}
FILES = {
    "label_studio": {"export.json": json.dumps([STUDIO])},
    "doccano": {"all.jsonl": json.dumps(DOCCANO) + "\n"},
    "prodigy": {"coref.jsonl": json.dumps(PRODIGY) + "\n"},
}
CHAINS = [("person", ["Ann", "her"]), ("", ["her key"])]


def chains(item: Annotated) -> list[tuple[str, list[str]]]:
    return [
        (entity.type, [mention.text(item.document) for mention in entity.mentions])
        for entity in item.annotation.entities
    ]
