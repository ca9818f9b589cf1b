"""What comes out of resolving one document: entities, decisions, and reasons on request."""

from __future__ import annotations

from dataclasses import dataclass

from coindex.core.annotation import Annotation, Entity
from coindex.core.decision import Decision
from coindex.core.document import Document


@dataclass(frozen=True, slots=True)
class Result:
    document: Document
    annotation: Annotation
    decisions: tuple[Decision, ...] = ()

    @property
    def entities(self) -> tuple[Entity, ...]:
        """Entities of two or more mentions, in order of first mention."""
        chains = (entity for entity in self.annotation.entities if not entity.singleton)
        return tuple(sorted(chains, key=lambda entity: entity.mentions[0].start))

    def _repr_html_(self) -> str:
        from html import escape

        chains = "".join(
            f"<li>{escape(', '.join(mention.text(self.document) for mention in entity.mentions))}</li>"
            for entity in self.entities
        )
        return f"<ol>{chains}</ol>"

    def why(self, words: str = "") -> str:
        """The reasons for each decision about an anaphor with these words; about every anaphor, if none are given."""
        from coindex.experiment.reasons import explained

        chosen = [
            decision
            for decision in self.decisions
            if not words or decision.anaphor.text(self.document).lower() == words.lower()
        ]
        return "\n\n".join(explained(self.document, decision) for decision in chosen)
