"""The contracts of mention detectors."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from coindex.core.annotation import Annotation
from coindex.core.document import Document


@runtime_checkable
class Detector(Protocol):
    """Finds the mentions of a parsed document."""

    def detect(self, document: Document) -> Annotation: ...


@runtime_checkable
class InformedDetector(Detector, Protocol):
    """A detector that takes the mentions from the key, if there is one."""

    def detect_from_key(self, document: Document, key: Annotation) -> Annotation: ...
