"""A measure from another package, with only what the protocol asks for:
mentions that the response links, too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from coindex.core.protocols import AlignedPair, Counts


class Share(NamedTuple):
    share: float | None


@dataclass(frozen=True, slots=True)
class Linked:
    view: str = "exact"
    headline: ClassVar[str] = "share"

    def counts(self, pair: AlignedPair) -> Counts:
        table = pair.overlap(self.view, singletons=False)
        return table.shared, table.key_mentions

    def score(self, counts: Counts) -> Share:
        linked, mentions = counts
        return Share(linked / mentions if mentions else None)
