"""Work that no worker process survives, in a module of its own: each of
them imports it when it starts.
"""

from __future__ import annotations

import os

from coindex.workbench.service.processing import Answering


class Broken(Answering):
    """Ends its worker before that is ready."""

    def prepare(self) -> None:
        os._exit(9)
