"""Maverick's models (Martinelli, Barba & Navigli 2024)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary
from coindex.core.protocols import Correct
from coindex.resolvers.outside.clusters import CLUSTER_TERMS, decisions, imported


@dataclass(frozen=True, slots=True)
class Maverick:
    """The clusters of a Maverick model, each mention linked to the one before it.

    The model is given the words of the document, not its text.
    """

    model: str = "sapienzanlp/maverick-mes-ontonotes"
    """Name or folder of a model, as the library takes it."""
    device: str = "cpu"
    """Where the model runs: *cpu*, *cuda* ..."""
    library: ClassVar[str] = "maverick"
    glossary: ClassVar[Glossary] = CLUSTER_TERMS

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        if not mentions.mentions:
            return
        words = [[token.form for token in document.tokens[slice(*sentence.span)]] for sentence in document.sentences]
        found = _loaded(self.model, self.device).predict(words)["clusters_token_offsets"]
        # Its last token is inside the mention.
        clusters = ([(start, last + 1) for start, last in cluster] for cluster in found)
        yield from decisions(document, mentions, clusters)


@lru_cache(maxsize=2)
def _loaded(model: str, device: str) -> Any:
    return imported("maverick", "maverick-coref").Maverick(hf_name_or_path=model, device=device)
