"""fastcoref's models: F-coref and LingMess (Otmazgin, Cattan & Goldberg 2022, 2023)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar, Literal

from coindex.core.document import Document
from coindex.core.parameters import component
from coindex.resolvers.outside.clusters import Clustering, Place, from_characters, imported


@component
class FastCoref(Clustering):
    """The clusters of a fastcoref model, each mention linked to the one before it."""

    architecture: Literal["FCoref", "LingMessCoref"] = "FCoref"
    """Which of the two models: *FCoref*, which is faster, or
    *LingMessCoref*, which is more accurate.
    """
    model: str = ""
    """Name or folder of a model; empty for the library's default."""
    device: str = "cpu"
    """Where the model runs: *cpu*, *cuda* ..."""
    library: ClassVar[str] = "fastcoref"

    def clusters(self, document: Document) -> Iterable[Iterable[Place]]:
        (prediction,) = _loaded(self.architecture, self.model, self.device).predict(
            texts=[document.text]
        )
        clusters = prediction.get_clusters(as_strings=False)
        return from_characters(document, clusters)


@lru_cache(maxsize=2)
def _loaded(architecture: str, model: str, device: str) -> Any:
    named = {"model_name_or_path": model} if model else {}
    return getattr(imported("fastcoref", "fastcoref"), architecture)(device=device, **named)
