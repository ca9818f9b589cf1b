"""The command line with one resolver more, which takes its time: `python -m tests.experiment.slowly compare ...`."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass

from coindex.cli import main
from coindex.core import registry
from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.protocols import Correct
from coindex.experiment import versions


@dataclass(frozen=True, slots=True)
class Slow:
    """The first mention is everything's antecedent, after some thought."""

    seconds: float = 0.1

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        time.sleep(self.seconds)
        first, *others = mentions.mentions
        yield from (Decision(mention, first, "first") for mention in others)


if __name__ == "__main__":
    registry.register("resolvers", "slow", Slow)
    versions._content = lambda module: module  # type: ignore[assignment]  # the code may be edited while tests run
    main()
