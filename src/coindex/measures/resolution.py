"""Resolution rate, and the cases behind a disclosure: each pronoun, whether it counts, what became of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, NamedTuple

from coindex.core.annotation import Entity, Mention
from coindex.core.protocols import AlignedPair, Counts
from coindex.measures.disclosure import OUTSIDE, Case
from coindex.measures.exclusions import Pronoun, pronouns
from coindex.measures.scores import ratio, total
from coindex.measures.success import proposals


class Rates(NamedTuple):
    """Right of those attempted, of those evaluated, and of all that refer."""

    precision: float | None
    recall: float | None
    resolution: float | None


@dataclass(frozen=True, slots=True)
class Resolution:
    """Byron's resolution rate (2001): correct referents over all referential pronouns, those left out included."""

    numerator: str = "referents"
    """What must be right: *referents* (the system's own links lead to the right entity) or *antecedents* (the phrase
    proposed is in it)."""
    longest: int = 0
    """Pronouns whose antecedent is more sentences away are excluded as long distance; 0 excludes none."""
    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*, *min*, *partial* or *overlap*."""
    headline: ClassVar[str] = "resolution"
    reaches_one: ClassVar[bool] = False

    def __post_init__(self) -> None:
        if self.numerator not in ("referents", "antecedents"):
            raise ValueError(f"numerator is referents or antecedents, not {self.numerator!r}")

    def counts(self, pair: AlignedPair) -> Counts:
        """Right, attempted, evaluated, referential."""
        chosen = ("long distance",) if self.longest else ()
        right = {"right"} if self.numerator == "referents" else {"right", "chaining"}
        rows: list[Counts] = []
        judge = Judge(pair, self.view)
        for pronoun in pronouns(pair.document, pair.key, chosen=chosen, longest=self.longest):
            if pronoun.referential:
                outcome = judge.outcome(pronoun) if not pronoun.reason else "none"
                rows.append((int(outcome in right), int(outcome != "none"), int(not pronoun.reason), 1))
        return total(rows, 4)

    @staticmethod
    def score(counts: Counts) -> Rates:
        right, attempted, evaluated, referential = counts
        return Rates(ratio(right, attempted), ratio(right, evaluated), ratio(right, referential))


class Judge:
    """Determines how a response resolves a pronoun of the key."""

    def __init__(self, pair: AlignedPair, view: str = "exact") -> None:
        self._partner = pair.counterparts(view)
        self._response = {key: response for response, key in self._partner.items()}
        self._proposed: Mapping[Mention, Mention] = proposals(pair)
        self._entity_of: Mapping[Mention, Entity] = pair.key.entity_of()

    def outcome(self, pronoun: Pronoun) -> str:
        """`right`, `chaining`, `wrong` or `none`."""
        mention = self._response.get(pronoun.mention) if pronoun.mention is not None else None
        antecedent = self._proposed.get(mention) if mention is not None else None
        if antecedent is None:
            return "none"
        if pronoun.entity is None or self._entity(antecedent) != pronoun.entity:
            return "wrong"
        return "right" if self._entity(self._end(antecedent)) == pronoun.entity else "chaining"

    def _entity(self, mention: Mention) -> Entity | None:
        known = self._partner.get(mention)
        return self._entity_of.get(known) if known is not None else None

    def _end(self, mention: Mention) -> Mention:
        """Where the system's own links lead."""
        seen = {mention}
        while (further := self._proposed.get(mention)) is not None and further not in seen:
            seen.add(further)
            mention = further
        return mention


def cases(
    pairs: Mapping[str, AlignedPair],
    *,
    forms: tuple[str, ...] = (),
    chosen: tuple[str, ...] = (),
    longest: int = 0,
    view: str = "exact",
) -> Iterator[Case]:
    """The pronouns of one document for a disclosure; `pairs` holds the same key with each system's response.

    Without `forms`, every third person singular form that occurs is a column.
    """
    first = next(iter(pairs.values()))
    judges = {name: Judge(pair, view) for name, pair in pairs.items()}
    for pronoun in pronouns(first.document, first.key, chosen=chosen, longest=longest):
        outside = pronoun.form not in forms if forms else pronoun.outside
        reason = pronoun.reason or ("form not covered" if outside else "")
        yield Case(
            OUTSIDE if outside else pronoun.form,
            reason,
            pronoun.referential,
            _intrasentential(first, pronoun),
            {name: "none" if reason else judge.outcome(pronoun) for name, judge in judges.items()},
        )


def _intrasentential(pair: AlignedPair, pronoun: Pronoun) -> bool:
    """Whether the nearest earlier mention of the entity is in the pronoun's own sentence."""
    if pronoun.mention is None or pronoun.entity is None:
        return False
    earlier = [other for other in pronoun.entity.mentions if other.start < pronoun.token]
    sentence = pair.document.sentence_index
    return bool(earlier) and sentence(earlier[-1].start) == sentence(pronoun.token)
