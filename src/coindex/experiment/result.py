"""What comes out of resolving one document: entities, decisions, and reasons on request."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches

from coindex.core.annotation import Annotation, Entity
from coindex.core.decision import Decision
from coindex.core.document import Document

_NAMED = 12


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    document: Document
    annotation: Annotation
    decisions: tuple[Decision, ...] = ()

    @property
    def entities(self) -> tuple[Entity, ...]:
        """Entities of two or more mentions, in order of first mention."""
        chains = (entity for entity in self.annotation.entities if not entity.singleton)
        return tuple(sorted(chains, key=lambda entity: entity.mentions[0].start))

    def __repr__(self) -> str:
        tokens, mentions = len(self.document.tokens), len(self.annotation.mentions)
        counted = f"tokens {tokens}, mentions {mentions}, entities {len(self.entities)}"
        return f"<Result {self.document.id!r}: {counted}; resolved by {self.annotation.source.name}>"

    def _repr_html_(self) -> str:
        from html import escape

        from coindex.language.zero_names import chain_names

        chains = (", ".join(chain_names(self.document, entity)) for entity in self.entities)
        return f"<ol>{''.join(f'<li>{escape(chain)}</li>' for chain in chains)}</ol>"

    def why(self, words: str = "") -> str:
        """The reasons for each decision about an anaphor with these words; about every anaphor, if none are given."""
        from coindex.experiment.reasons import explained

        wanted = words.lower()
        chosen = [decision for decision in self.decisions if not words or self._anaphor(decision).lower() == wanted]
        if words and not chosen:
            return self._nothing_about(words)
        return "\n\n".join(explained(self.document, decision) for decision in chosen)

    def _anaphor(self, decision: Decision) -> str:
        return " ".join(decision.anaphor.text(self.document).split()) or "∅"

    def _nothing_about(self, words: str) -> str:
        known = list(dict.fromkeys(map(self._anaphor, self.decisions)))
        close = get_close_matches(words, known, n=3, cutoff=0.5)
        meant = f" Did you mean {' or '.join(f'“{name}”' for name in close)}?" if close else ""
        more = f" and {len(known) - _NAMED} more" if len(known) > _NAMED else ""
        anaphors = f"anaphors are {', '.join(known[:_NAMED])}{more}" if known else "there are no anaphors"
        return f"no decision is about “{words}”; {anaphors}.{meant}"
