"""Immediate antecedents and non-pronominal anchors by type of anaphor, in
all seven cells (Stuckardt 2001).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from coindex.core.annotation import Annotation, Mention
from coindex.core.document import Document
from coindex.core.protocols import AlignedPair, Case, Counts
from coindex.measures import chains
from coindex.measures.pair import all_mentions, refers, shared_occurrences
from coindex.measures.scores import Score, harmonic, ratio, total
from coindex.measures.selection import check_selection, selected
from coindex.measures.success import proposals

CELLS = ("++", "+-", "+?", "+_", "+*", "?+", "?_")
"""Before the sign: whether the anaphor is in the key. After it: the antecedent is right, wrong, not
in the key, missing, or missing although the key's link is optional; `?+` and `?_` are anaphors that
the key lacks, with and without an antecedent. A mention that the key marks as not referring counts
as lacking.
"""
WIDTH = len(CELLS) + 1
"""The number of counts: the cells, and how many in `+_` have no antecedent in the key either."""


@dataclass(frozen=True, slots=True)
class Cells(ABC):
    """The mentions of the response that `of` selects, each in one of the seven cells by its
    antecedent.
    """

    of: str = "pronouns"
    """Which mentions count: a type (*PER3*, *NAME* ...), a group (*pronouns*, *nominals*, *third*,
    *all*), a kind, a word form, or several joined by a plus sign (*third+RELA*).
    """
    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*,
    *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "precision"
    counted: ClassVar[tuple[str, ...]] = CELLS

    def __post_init__(self) -> None:
        check_selection(self.of)

    @staticmethod
    @abstractmethod
    def antecedents(pair: AlignedPair) -> Mapping[Mention, Mention]:
        """The antecedent that the response gives each mention."""

    @staticmethod
    @abstractmethod
    def wanted(document: Document, key: Annotation) -> Mapping[Mention, Mention]:
        """The antecedent that the key gives each mention."""

    def cases(self, pair: AlignedPair) -> Iterator[Case]:
        wanted = self.wanted(pair.document, pair.key)
        return _cases(pair, self.of, self.view, self.antecedents(pair), wanted)

    def counts(self, pair: AlignedPair) -> Counts:
        return total((counts for _, counts in self.cases(pair)), WIDTH)

    @staticmethod
    def score(counts: Counts) -> Score:
        return cell_score(counts)


@dataclass(frozen=True, slots=True)
class Antecedents(Cells):
    """Immediate antecedents of the response's mentions that `of` selects.

    The headline is precision: the proportion of the given antecedents that are right. Recall is
    over those to which the key gives an antecedent: first mentions need none.
    """

    @staticmethod
    def antecedents(pair: AlignedPair) -> Mapping[Mention, Mention]:
        return proposals(pair)

    @staticmethod
    def wanted(document: Document, key: Annotation) -> Mapping[Mention, Mention]:
        return chains.references(document, key)


@dataclass(frozen=True, slots=True)
class Anchors(Cells):
    """As `Antecedents`, with the nearest mention of the anaphor's entity that is not a pronoun as
    its antecedent. An anaphor that the response left open has no anchor.

    The headline is precision: the proportion of the given anchors that are right.
    """

    @staticmethod
    def antecedents(pair: AlignedPair) -> Mapping[Mention, Mention]:
        return _anchors(pair.document, pair.response, proposals(pair))

    @staticmethod
    def wanted(document: Document, key: Annotation) -> Mapping[Mention, Mention]:
        return _anchors(document, key, chains.references(document, key))


def _anchors(
    document: Document, annotation: Annotation, antecedents: Mapping[Mention, Mention]
) -> Mapping[Mention, Mention]:
    return {
        mention: anchor
        for entity in annotation.entities
        for mention, anchor in chains.anchors(document, entity).items()
        if mention in antecedents
    }


def cell_score(counts: Counts) -> Score:
    """Precision over the given antecedents, recall over the anaphors that need one."""
    right, wrong, unknown, empty = counts[:4]
    empty -= sum(counts[len(CELLS) :])
    precision = ratio(right, right + wrong + unknown)
    recall = ratio(right, right + wrong + unknown + empty)
    return Score(precision, recall, harmonic(precision, recall))


def _cases(
    pair: AlignedPair,
    of: str,
    view: str,
    antecedents: Mapping[Mention, Mention],
    wanted: Mapping[Mention, Mention],
) -> Iterator[Case]:
    partner = shared_occurrences(pair, view)
    entity = pair.key.entity_of()
    optional = chains.optional_anaphors(pair.key)
    for mention in all_mentions(pair.response):
        if not selected(of, pair.document, mention):
            continue
        known, antecedent = partner.get(mention), antecedents.get(mention)
        if not refers(mention):
            cell = ""  # the response marks it as not being an anaphor
        elif known is None:
            cell = "?_" if antecedent is None else "?+"
        elif antecedent is None:
            cell = "+*" if known in optional else "+_"
        elif antecedent not in partner:
            cell = "+?"
        else:
            owner = entity.get(partner[antecedent])
            cell = "++" if owner is not None and owner is entity.get(known) else "+-"
        needless = int(cell == "+_" and known not in wanted)
        yield mention, (*(int(cell == name) for name in CELLS), needless)
