"""Which mentions and entities of a key those of a response are, and how many events are right."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

from coindex.core.annotation import Annotated, Entity, Kind, Mention
from coindex.core.decision import Decision
from coindex.language.nominals.mentions import completed
from coindex.language.syntax.tree import forest
from coindex.resolvers.sieve import EXTRAPOSED


class Matched:
    """The key, and which of its mentions and entities those of a response are."""

    def __init__(self, key: Annotated) -> None:
        self.key, self.forest = key.annotation, forest(key.document)
        self.entity_of = key.annotation.entity_of()
        self._by_parts = {mention.parts: mention for mention in key.annotation.mentions}
        self._by_head: dict[int | None, Mention] = {}
        for mention in key.annotation.mentions:
            self._by_head.setdefault(self.head(mention), mention)

    def head(self, mention: Mention) -> int | None:
        return completed(self.forest, mention).head if mention.head is None else mention.head

    def kind(self, mention: Mention) -> Kind:
        return mention.kind or completed(self.forest, mention).kind

    def pronominal(self, mention: Mention) -> bool:
        """Relative and interrogative pronouns are not meant."""
        kind = self.kind(mention)
        return kind.pronominal and kind not in (Kind.RELATIVE, Kind.INTERROGATIVE)

    def mention(self, mention: Mention) -> Mention | None:
        return self._by_parts.get(mention.parts) or self._by_head.get(self.head(mention))

    def entity(self, mention: Mention) -> Entity | None:
        known = self.mention(mention)
        return None if known is None else self.entity_of.get(known)

    def form(self, mention: Mention) -> str:
        return mention.text(self.forest.document).lower()


def event_counts(matched: Matched, decisions: Iterable[Decision]) -> Counter[str]:
    """How many pronouns that take up a clause are right, proposed and in the key; right if their
    antecedent has the head of that clause. *It* that announces a clause takes up none.

    The key marks the clause, with the link `disc`; the anaphor is the next mention of the entity.
    """
    counts: Counter[str] = Counter()
    wanted: dict[Mention, int | None] = {}
    for entity in matched.key.entities:
        for clause, anaphor in pairwise(entity.mentions):
            if clause.attribute("link") == "disc" and matched.pronominal(anaphor):
                wanted[anaphor] = matched.head(clause)
    counts["key"] += len(wanted)
    for decision in decisions:
        antecedent = decision.antecedent
        if (
            antecedent is not None
            and decision.rule != EXTRAPOSED
            and matched.pronominal(decision.anaphor)
            and matched.kind(antecedent) is Kind.VERBAL
        ):
            known = matched.mention(decision.anaphor) or decision.anaphor
            right = known in wanted and wanted[known] == matched.head(antecedent)
            counts.update({"proposed": 1, "right": int(right)})
    return counts
