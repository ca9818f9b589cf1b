"""The mentions that a resolver is best with: its own where it finds them
itself, else those of the rules.
"""

from __future__ import annotations

from dataclasses import dataclass

from coindex.core.annotation import Annotation
from coindex.core.document import Document
from coindex.detectors.nominals import Nominals


@dataclass(frozen=True, slots=True)
class Auto:
    """With a resolver that names a detector of its own, that one; with
    any other, and alone, `nominals`.
    """

    def detect(self, document: Document) -> Annotation:
        return Nominals().detect(document)
