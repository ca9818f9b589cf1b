"""fastcoref's models: F-coref and LingMess (Otmazgin, Cattan & Goldberg 2022, 2023)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, Literal

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary
from coindex.core.protocols import Correct
from coindex.resolvers.outside.clusters import CLUSTER_TERMS, decisions, from_characters, imported


@dataclass(frozen=True, slots=True)
class FastCoref:
    """The clusters of a fastcoref model, each mention linked to the one before it."""

    architecture: Literal["FCoref", "LingMessCoref"] = "FCoref"
    """Which of the two models: *FCoref*, which is faster, or *LingMessCoref*, which is more accurate."""
    model: str = ""
    """Name or folder of a model; empty for the library's default."""
    device: str = "cpu"
    """Where the model runs: *cpu*, *cuda* ..."""
    library: ClassVar[str] = "fastcoref"
    glossary: ClassVar[Glossary] = CLUSTER_TERMS

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        if not mentions.mentions:
            return
        (prediction,) = _loaded(self.architecture, self.model, self.device).predict(texts=[document.text])
        clusters = prediction.get_clusters(as_strings=False)
        yield from decisions(document, mentions, from_characters(document, clusters))


@lru_cache(maxsize=2)
def _loaded(architecture: str, model: str, device: str) -> Any:
    named = {"model_name_or_path": model} if model else {}
    return getattr(imported("fastcoref", "fastcoref"), architecture)(device=device, **named)
