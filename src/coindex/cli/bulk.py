"""The options that turn a command into a job over many documents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coindex.cli.options import Engine, Jobs, Part, Resume
from coindex.experiment.bulk.storage import has_magic, is_url


@dataclass(frozen=True)
class Bulk:
    """A group of options: engine, resuming, and the size of parts."""

    engine: Engine = ""
    jobs: Jobs = None
    resume: Resume = False
    part: Part = None

    def is_job(self, texts: Sequence[str] | None, style: str, output: str | None) -> bool:
        """Whether the command runs as a job: an option, an input, the style or the output asks
        for it.
        """
        far = any(_far(text) for text in texts or [])
        return (
            self != Bulk() or far or style == "parquet" or (output is not None and is_url(output))
        )


def _far(text: str) -> bool:
    """Whether a text is a URL or a pattern; text with white space never is."""
    return (is_url(text) or has_magic(text)) and not any(character.isspace() for character in text)
