"""Maverick's models (Martinelli, Barba & Navigli 2024)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from coindex.core.document import Document
from coindex.resolvers.outside.clusters import Clustering, Place, imported, words_and_places


@dataclass(frozen=True, slots=True)
class Maverick(Clustering):
    """The clusters of a Maverick model, each mention linked to the one before it.

    The model is given the words of the document, not its text.
    """

    model: str = "sapienzanlp/maverick-mes-ontonotes"
    """Name or folder of a model, as the library takes it."""
    device: str = "cpu"
    """Where the model runs: *cpu*, *cuda* ..."""
    library: ClassVar[str] = "maverick"

    def clusters(self, document: Document) -> Iterable[Iterable[Place]]:
        words, places = words_and_places(document)
        predicted = _loaded(self.model, self.device).predict(words)["clusters_token_offsets"]
        # Its last token is inside the mention.
        return (
            [(places[start], places[last] + 1) for start, last in cluster] for cluster in predicted
        )


@lru_cache(maxsize=2)
def _loaded(model: str, device: str) -> Any:
    return imported("maverick", "maverick-coref").Maverick(hf_name_or_path=model, device=device)
