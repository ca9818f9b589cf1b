"""What an expression can be under the schemes."""

from __future__ import annotations

TYPES = (
    *(
        "",
        "abstract",
        "animal",
        "event",
        "object",
        "organization",
        "person",
        "place",
        "plant",
        "substance",
        "time",
    ),
    *("PER", "LOC", "FAC", "GPE", "ORG", "VEH", "mention"),
)
"""What a span is: no mention, one of GUM's types, one of LitBank's, or a
mention of a scheme without types.
"""
