"""Mentions that were found and missed, ROSANA's restricted classes, and measures of zeros and of
named entities.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotation, Entity, Kind, Mention
from coindex.core.protocols import AlignedPair, Counts
from coindex.measures import chains
from coindex.measures.alignment import distinct
from coindex.measures.overlap import Overlap
from coindex.measures.pair import all_mentions, occurrences, shared_occurrences
from coindex.measures.scores import Score, open_prf, prf, ratio, total
from coindex.measures.selection import check_selection, kind_of, selected


@dataclass(frozen=True, slots=True)
class Occurrences:
    """All mentions that both sides have, including those in no entity, without those marked as not
    referring (Stuckardt 2001).
    """

    of: str = "all"
    """Which mentions count: a type (*PER3*, *NAME* ...), a group (*pronouns*, *nominals*, *third*,
    *all*), a kind, a word form, or several joined by a plus sign (*third+RELA*).
    """
    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*,
    *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "f1"
    needs_chains: ClassVar[bool] = False

    def __post_init__(self) -> None:
        check_selection(self.of)

    def counts(self, pair: AlignedPair) -> Counts:
        """The selection applies to the mentions of each side; a shared mention is classified by the
        response's. Mentions with the same words are one.
        """
        partner = shared_occurrences(pair, self.view)
        response, key = (
            [m for m in distinct(occurrences(side)) if selected(self.of, pair.document, m)]
            for side in (pair.response, pair.key)
        )
        return sum(mention in partner for mention in response), len(response), len(key)

    @staticmethod
    def score(counts: Counts) -> Score:
        return open_prf(*counts)


@dataclass(frozen=True, slots=True)
class MOR:
    """Mention overlap ratio: the number of words that mentions share in the alignment that
    maximises it.
    """

    view: str = "overlap"
    """How mentions of key and response are aligned: *exact*, *head*,
    *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "f1"
    needs_chains: ClassVar[bool] = False

    def counts(self, pair: AlignedPair) -> Counts:
        shared = sum(
            len(set(response.tokens) & set(key.tokens))
            for response, key in pair.counterparts(self.view).items()
        )
        return shared, _words(pair.response), _words(pair.key)

    @staticmethod
    def score(counts: Counts) -> Score:
        return open_prf(*counts)


def _words(annotation: Annotation) -> int:
    return sum(len(parts) for parts in {mention.tokens for mention in all_mentions(annotation)})


@dataclass(frozen=True, slots=True)
class Classes:
    """MUC over the mentions that both sides have, so that spurious mentions cannot raise the score
    (Stuckardt 2001).

    A mention that is optional in the key and unlinked in the response does not count.
    """

    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*,
    *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "f1"

    def counts(self, pair: AlignedPair) -> Counts:
        """Links that are kept, possible in the response, possible in the key."""
        table = self._table(pair)
        kept = table.shared - len(table.cells)
        possible = (
            table.shared - len(table.shared_by_column),
            table.shared - len(table.shared_by_row),
        )
        return kept, *possible

    def _table(self, pair: AlignedPair) -> Overlap:
        partner = shared_occurrences(pair, self.view)
        ours, theirs = _classes(pair.response), _classes(pair.key)
        linked = {
            partner[m] for m, entity in ours.items() if m in partner and isinstance(entity, Entity)
        }
        unlinked = chains.optional_anaphors(pair.key) - linked
        response = _groups(
            {partner.get(mention, mention): owner for mention, owner in ours.items()}
        )
        key = _groups(
            {mention: owner for mention, owner in theirs.items() if mention not in unlinked}
        )
        return Overlap.of(key, response)

    @staticmethod
    def score(counts: Counts) -> Score:
        return open_prf(*counts)


def _classes(annotation: Annotation) -> Mapping[Mention, Entity | Mention]:
    """Map mentions to their entities; a mention in no entity, or alone in one, is a class of its
    own.
    """
    owner: dict[Mention, Entity | Mention] = {
        mention: mention for mention in occurrences(annotation)
    }
    owner.update(
        {
            m: entity
            for entity in annotation.entities
            if not entity.singleton
            for m in entity.mentions
        }
    )
    return owner


def _groups(owners: Mapping[Mention, Entity | Mention]) -> list[list[Hashable]]:
    groups: dict[int, list[Hashable]] = {}
    for mention, owner in owners.items():
        groups.setdefault(id(owner), []).append(mention)
    return list(groups.values())


@dataclass(frozen=True, slots=True)
class Zeros:
    """The anaphor-decomposable score: zeros linked to something of their own entity (CorefUD)."""

    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*,
    *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "f1"

    def counts(self, pair: AlignedPair) -> Counts:
        """Right, spurious, missing, and wrongly linked zeros."""
        partner = pair.counterparts(self.view)
        counterpart = {key: response for response, key in partner.items()}
        owner = pair.response.entity_of()
        cells = [0, 0, 0, 0]
        for entity in pair.key.entities:
            for place, mention in enumerate(entity.mentions):
                if place and kind_of(pair.document, mention) is Kind.ZERO:
                    cells[_outcome(counterpart, owner, entity.mentions[:place], mention)] += 1
        for entity in pair.response.entities:
            for mention in entity.mentions[1:]:
                cells[1] += kind_of(pair.document, mention) is Kind.ZERO and mention not in partner
        return tuple(cells)

    @staticmethod
    def score(counts: Counts) -> Score:
        right, spurious, missing, wrong = counts
        return open_prf(right, right + spurious + wrong, right + missing + wrong)


def _outcome(
    counterpart: Mapping[Mention, Mention],
    owner: Mapping[Mention, Entity],
    earlier: tuple[Mention, ...],
    zero: Mention,
) -> int:
    """0 right, 2 missing, 3 wrongly linked."""
    response = counterpart.get(zero)
    entity = owner.get(response) if response is not None else None
    if entity is None or entity.mentions[0] == response:
        return 2
    return (
        0
        if any(
            owner.get(counterpart[mention]) is entity
            for mention in earlier
            if mention in counterpart
        )
        else 3
    )


@dataclass(frozen=True, slots=True)
class NEC:
    """Entities with a name: how well the response entity that shares a name and the most mentions
    fits each.

    After Agarwal et al. 2019; precision, recall and F1 are means over the key's named entities.
    """

    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*,
    *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "f1"

    def counts(self, pair: AlignedPair) -> Counts:
        """Sums of precision, recall and F1, and the number of named entities."""
        counterpart = {key: response for response, key in pair.counterparts(self.view).items()}
        owner = pair.response.entity_of()
        rows: list[Counts] = []
        for entity in pair.key.entities:
            names = [m for m in entity.mentions if kind_of(pair.document, m) is Kind.NAME]
            if names:
                rows.append((*_fit(entity, names, counterpart, owner), 1))
        return total(rows, 4)

    @staticmethod
    def score(counts: Counts) -> Score:
        *sums, entities = counts
        return Score(*(ratio(value, entities) for value in sums))


def _fit(
    entity: Entity,
    names: list[Mention],
    counterpart: Mapping[Mention, Mention],
    owner: Mapping[Mention, Entity],
) -> Counts:
    shared: dict[str, int] = {}
    sizes: dict[str, int] = {}
    for mention in entity.mentions:
        other = owner.get(counterpart[mention]) if mention in counterpart else None
        if other is not None:
            shared[other.id] = shared.get(other.id, 0) + 1
            sizes[other.id] = len(other.mentions)
    named = {
        owner[counterpart[name]].id
        for name in names
        if name in counterpart and counterpart[name] in owner
    }
    if not named:
        return 0, 0, 0
    best = max(sorted(named), key=lambda name: (shared[name], -sizes[name]))
    score = prf(shared[best], sizes[best], shared[best], len(entity.mentions))
    return tuple(value or 0.0 for value in score)
