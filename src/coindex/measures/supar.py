"""SUPAR's evaluation (Ferrández et al. 2002): solutions by head or span, candidates before and
after constraints.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from coindex.core.annotation import Annotation, Mention, Reference
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.protocols import AlignedPair, Case, Counts, SolutionLine
from coindex.language.nominals.anaphor_kinds import supar_kind
from coindex.measures import chains
from coindex.measures.alignment import known_head
from coindex.measures.pair import all_mentions
from coindex.measures.scores import ratio, total
from coindex.measures.selection import check_selection, kind_of, selected
from coindex.measures.success import proposals

SIGNS = {Reference.CATAPHORIC: ">", Reference.EXOPHORIC: "!", Reference.OTHER: "$"}
WIDTH = 8
"""How many numbers count a document."""


class SuparScore(NamedTuple):
    """Right of those solved; candidates per anaphor before and after constraints; solved by
    constraints alone.

    Without decisions, nothing is known about candidates.
    """

    success: float | None
    before: float | None
    after: float | None
    by_constraints: float | None


@dataclass(frozen=True, slots=True)
class Supar:
    """SUPAR's counts: solutions, and candidates before and after constraints.

    A solution is right if it is the key's antecedent or anything that one goes back to.
    """

    of: str = "all"
    """Which mentions count: a type (*PER3*, *NAME* ...), a group (*pronouns*, *nominals*, *third*,
    *all*), a kind, a word form, or several joined by a plus sign (*third+RELA*).
    """
    match: str = "head"
    """When a solution is the key's antecedent: *head* (same head word) or *whole* (same span)."""
    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*,
    *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "success"
    means: ClassVar[tuple[str, ...]] = ("before", "after")

    def __post_init__(self) -> None:
        check_selection(self.of)
        if self.match not in ("head", "whole"):
            raise ValueError(f"match must be head or whole, not {self.match!r}")

    def lines(self, pairs: Iterable[AlignedPair]) -> list[SolutionLine]:
        """All anaphors of a corpus by kind, reference and outcome."""
        sums: dict[tuple[str, str, str], Counts] = {}
        for pair in pairs:
            antecedents = chains.antecedents(pair.key)
            for mention, counts in self.cases(pair):
                right = counts[0] == 1
                group = (
                    supar_kind(pair.document, mention, kind_of(pair.document, mention)),
                    sign(mention, antecedents.get(mention)),
                    "exit" if right else "failure",
                )
                part = counts[:4] if right else counts[4:]
                sums[group] = total([sums[group], part]) if group in sums else part
        return [SolutionLine(*group, *map(int, counts)) for group, counts in sorted(sums.items())]

    def cases(self, pair: AlignedPair) -> Iterator[Case]:
        """Anaphors of the key that the response solves, and its exophors: solving one is wrong."""
        partner = {key: response for response, key in pair.counterparts(self.view).items()}
        proposed = proposals(pair)
        decisions = {decision.anaphor: decision for decision in pair.decisions}
        right = Solutions(pair.document, pair.key, match=self.match)
        antecedents = chains.antecedents(pair.key)
        exophors = [
            mention
            for mention in all_mentions(pair.key)
            if mention.reference is Reference.EXOPHORIC and mention not in antecedents
        ]
        for mention in (*antecedents, *exophors):
            response = partner.get(mention)
            solution = proposed.get(response) if response is not None else None
            if solution is None or not selected(self.of, pair.document, mention):
                continue
            before, after = candidates(decisions.get(response)) if response is not None else (0, 0)
            cell = (1, before, after, int(after == 1))
            nothing = (0,) * 4
            yield (
                mention,
                (*cell, *nothing) if right.accepts(mention, solution) else (*nothing, *cell),
            )

    def counts(self, pair: AlignedPair) -> Counts:
        """For right solutions, then for wrong ones: number, candidates before, candidates after,
        solved by constraints alone.
        """
        return total((counts for _, counts in self.cases(pair)), WIDTH)

    @staticmethod
    def score(counts: Counts) -> SuparScore:
        n, before, after, alone = (
            right + wrong for right, wrong in zip(counts[:4], counts[4:], strict=True)
        )
        decided = n if before else 0
        return SuparScore(
            ratio(counts[0], n), *(ratio(part, decided) for part in (before, after, alone))
        )


class Solutions:
    """The right solutions of each anaphor of the key."""

    def __init__(self, document: Document, key: Annotation, *, match: str = "head") -> None:
        self._document, self._match = document, match
        self._antecedents: Mapping[Mention, Mention] = chains.antecedents(key)

    def accepts(self, anaphor: Mention, solution: Mention) -> bool:
        """Whether a solution is the antecedent, the antecedent's antecedent, and so on."""
        seen = {anaphor}
        known = self._antecedents.get(anaphor)
        while known is not None and known not in seen:
            if self._same(known, solution):
                return True
            seen.add(known)
            known = self._antecedents.get(known)
        return False

    def _same(self, left: Mention, right: Mention) -> bool:
        if self._match == "whole" or left.parts == right.parts:
            return left.parts == right.parts
        head = known_head(self._document, left)
        return head is not None and head == known_head(self._document, right)


def candidates(decision: Decision | None) -> tuple[int, int]:
    """The number of candidates before and after constraints."""
    if decision is None:
        return 0, 0
    return decision.considered or len(decision.candidates), decision.remaining


def sign(mention: Mention, antecedent: Mention | None) -> str:
    """`<` anaphor, `>` cataphor, `!` exophor, `$` other: as marked, or else by whether the
    antecedent comes later.
    """
    if mention.reference in SIGNS:
        return SIGNS[mention.reference]
    ahead = antecedent is not None and antecedent.start > mention.start
    return ">" if ahead else "<"
