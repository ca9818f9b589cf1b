"""When `coindex resolve` is a job over many documents rather than an answer to a few."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from coindex.experiment.bulk.storage import has_magic, is_url


class Bulk(NamedTuple):
    """Options that make resolving a job: engine, what to go on with, and the size of parts."""

    engine: str = ""
    jobs: int | None = None
    resume: bool = False
    part: int | None = None

    def asked_for(self, texts: Sequence[str], style: str, output: str | None) -> bool:
        far = any(_far(text) for text in texts)
        return self != Bulk() or far or style == "parquet" or (output is not None and is_url(output))


def _far(text: str) -> bool:
    """A URL or a pattern; sentences may look like either."""
    return (is_url(text) or has_magic(text)) and not any(character.isspace() for character in text)
