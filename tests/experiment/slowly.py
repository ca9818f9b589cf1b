"""The command line with one resolver more, which stops where a test wants it to.

`python -m tests.experiment.slowly compare ...`, with the name of a document in `COINDEX_TEST_HOLD`:
a process that is to resolve it waits until it is killed.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass

from coindex.cli import main
from coindex.core import registry
from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.protocols import Correct
from coindex.experiment import execution

HOLD = "COINDEX_TEST_HOLD"


@dataclass(frozen=True, slots=True)
class Slow:
    """The first mention is everything's antecedent, unless the
    process is to wait at this document.
    """

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        if document.id == os.environ.get(HOLD):
            threading.Event().wait()
        first, *others = mentions.mentions
        yield from (Decision(mention, first, "first") for mention in others)


if __name__ in ("__main__", "__mp_main__"):  # worker processes need it as well
    registry.register("resolvers", "slow", Slow)

if __name__ == "__main__":
    # A shell starts background jobs with Ctrl-C ignored, and so would this process, if the tests
    # run in one.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    execution._content = lambda module: module  # type: ignore[assignment]  # the code may be edited while tests run
    main()
