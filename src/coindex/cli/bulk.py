"""Decides whether `coindex resolve` runs as a job over many documents."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from coindex.experiment.bulk.storage import has_magic, is_url


class Bulk(NamedTuple):
    """Options that turn resolving into a job: engine, resuming, and the size of parts."""

    engine: str = ""
    jobs: int | None = None
    resume: bool = False
    part: int | None = None

    def is_job(self, texts: Sequence[str], style: str, output: str | None) -> bool:
        far = any(_far(text) for text in texts)
        return (
            self != Bulk() or far or style == "parquet" or (output is not None and is_url(output))
        )


def _far(text: str) -> bool:
    """Whether a text is a URL or a pattern; text with white space never is."""
    return (is_url(text) or has_magic(text)) and not any(character.isspace() for character in text)
