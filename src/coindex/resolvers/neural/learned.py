"""The detector `learned`: mentions as the learned resolver finds
them, under the scheme of a corpus.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar, Literal

from coindex.core import registry
from coindex.core.annotation import Annotation, Source, in_order
from coindex.core.document import Document
from coindex.core.parameters import component, ranged
from coindex.language.languages import get_language
from coindex.models.antecedents import antecedents, model_folder
from coindex.models.fingerprints import FILE as SEEN
from coindex.resolvers.neural.reading import LEARNED, own_reading


@component
class Learned:
    """Mentions after the scheme of a corpus; under *gum* and *litbank* they
    carry the type of their entity.
    """

    scheme: str = ""
    """The annotation scheme to follow: for English *gum* (unless another is named), *litbank*,
    *ontonotes* or *craft*, for Spanish *embedded*.
    """
    size: Literal["small", "large"] = "small"
    """The model: *small* is bundled; *large*, better and slower, comes with
    the distribution `coindex-large`.
    """
    model: str = ""
    """Folder of a model of your own; empty for the bundled one."""
    threads: int = ranged(1, least=1)
    """Threads for running the model."""
    languages: ClassVar[tuple[str, ...]] = ("en", "es")

    def fingerprints(self, language: str) -> tuple[Path, ...]:
        """Of what the model learned from."""
        return (model_folder(self.model, self.size, language) / SEEN,)

    def detect(self, document: Document) -> Annotation:
        language = get_language(document.language).code
        model = antecedents(self.model, self.threads, self.size, language)
        read = own_reading(document, model, scheme=self.scheme)
        return Annotation(document.id, Source(LEARNED, "system"), in_order(read.mentions))


def detector(model: str, scheme: str, size: Literal["small", "large"], threads: int) -> str:
    """The component string of the detector that goes with a resolver of these options."""
    return registry.spec_of(Learned(scheme, size, model, threads))
