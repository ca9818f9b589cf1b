"""xCoRe's models (Martinelli, Gatti & Navigli 2025): Maverick's, and beyond for long documents."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar, Literal

from coindex.core.document import Document
from coindex.core.parameters import component, ranged
from coindex.resolvers.outside.clusters import Clustering, Place, imported, words_and_places


@component
class XCore(Clustering):
    """The clusters of an xCoRe model, each mention linked to the one before it.

    The model is given the words of the document, not its text.
    """

    model: str = "sapienzanlp/xcore-litbank"
    """Name or folder of a model, as the library takes it."""
    device: str = "cpu"
    """Where the model runs: *cpu*, *cuda* ..."""
    mode: Literal["short", "long"] = "long"
    """How documents are read: *short* at once, *long* in windows whose clusters are merged."""
    window: int = ranged(4000, least=1)
    """Words of a window."""
    library: ClassVar[str] = "xcore"

    def clusters(self, document: Document) -> Iterable[Iterable[Place]]:
        words, places = words_and_places(document)
        predicted = _loaded(self.model, self.device).predict(
            words, self.mode, max_length=self.window
        )
        # Its last token is inside the mention.
        return (
            [(places[start], places[last] + 1) for start, last in cluster]
            for cluster in predicted["clusters_token_offsets"]
        )


@lru_cache(maxsize=2)
def _loaded(model: str, device: str) -> Any:
    return imported("xcore", "xcore-coref").xCoRe(hf_name_or_path=model, device=device)
