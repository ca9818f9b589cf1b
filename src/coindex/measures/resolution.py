"""Resolution rate, and the cases behind a disclosure: each pronoun, whether it counts, and its
outcome.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal, NamedTuple, Protocol, runtime_checkable

from coindex.core.annotation import Annotation, Entity, Mention
from coindex.core.parameters import component, ranged
from coindex.core.protocols import AlignedPair, Counts, Measure
from coindex.core.protocols import Case as Counted
from coindex.measures import chains
from coindex.measures.disclosure import Case
from coindex.measures.pair import all_mentions
from coindex.measures.scores import ratio, total
from coindex.measures.study import StudiedExpression, Study, intrasentential
from coindex.measures.success import proposals


class Rates(NamedTuple):
    """Right of those attempted, right of those evaluated; right of all that refer, including those
    left out.
    """

    precision: float | None
    recall: float | None
    resolution: float | None


@component
class Resolution:
    """Byron's resolution rate (2001): correct referents over all referential pronouns.

    Pronouns that the study leaves out stay in the denominator, and count as right where the
    response has them right. Precision and recall are over the evaluation set. A pronoun without an
    antecedent in the key is never right, so the key itself reaches less than 100 where there are
    such pronouns. Its parameters are the study: see the standard disclosure.
    """

    numerator: Literal["referents", "antecedents"] = "referents"
    """What must be right: *referents* (the system's own links lead to the right entity) or
    *antecedents* (the phrase proposed is in it).
    """
    forms: str = ""
    """Forms that the study covers, separated by commas: *he, she, they*; *zero* for subjects left
    out. If empty, the forms of the third person singular.
    """
    also: str = ""
    """Expressions that it covers besides pronouns: kinds (*relative, name, nominal*), types
    (*NAME*), groups (*nominals*).
    """
    include: str = ""
    """Categories that it covers though they are usually excluded: *plural, demonstrative, first or
    second person, other pronoun, split antecedent, exophoric, independent, noncoreferential,
    cataphora, event, pleonastic, abandoned utterance, determiner, named, first mention*.
    """
    exclude: str = ""
    """Categories that it excludes though they are usually covered: *reported speech, long distance,
    reflexive, possessive, zero, clitic*.
    """
    merge: str = ""
    """Forms that share a column of the disclosure: *he+she, him+her*."""
    longest: int = ranged(2, least=0)
    """An antecedent more sentences back than this is at a long distance."""
    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*,
    *min*, *partial* or *overlap*.
    """
    rewards: bool = True
    """Whether what the study leaves out counts where it is right; if not, the rate is G / C of
    Byron's table.
    """
    headline: ClassVar[str] = "resolution"
    reaches_one: ClassVar[bool] = False
    needs_parse: ClassVar[bool] = True

    def __post_init__(self) -> None:
        self.study  # noqa: B018 - wrong names of categories are reported at once

    @property
    def study(self) -> Study:
        return Study(self.forms, self.also, self.include, self.exclude, self.merge, self.longest)

    def cases(self, pair: AlignedPair) -> Iterator[Counted]:
        """Right, attempted and all of the evaluation set; right and all of those that refer."""
        judge, study = ResolutionJudge(pair, self.view), self.study
        for expression in _placed(pair, study).values():
            verdict = study.verdict(expression)
            if verdict.referential:
                outcome = judge.outcome(expression)
                right, inside = int(outcome in self.right), int(not verdict.reason)
                counted = right if self.rewards else right * inside
                yield (
                    expression.mention,
                    (right * inside, int(outcome != "none") * inside, inside, counted, 1),
                )

    @property
    def right(self) -> frozenset[str]:
        """The outcomes that count as right."""
        return frozenset({"right"} if self.numerator == "referents" else {"right", "chaining"})

    def counts(self, pair: AlignedPair) -> Counts:
        return total((counts for _, counts in self.cases(pair)), 5)

    @staticmethod
    def score(counts: Counts) -> Rates:
        right, attempted, evaluated, everywhere, referential = counts
        return Rates(
            ratio(right, attempted), ratio(right, evaluated), ratio(everywhere, referential)
        )


@runtime_checkable
class Disclosable(Measure, Protocol):
    """A measure from which a disclosure can be made: it says what a study covers, and what counts
    as right.
    """

    @property
    def study(self) -> Study: ...
    @property
    def numerator(self) -> Literal["referents", "antecedents"]: ...


class ResolutionJudge:
    """Determines how a response resolves an expression of the key."""

    def __init__(self, pair: AlignedPair, view: str = "exact") -> None:
        self._pair, self._partner = pair, pair.counterparts(view)
        self._response = {key: response for response, key in self._partner.items()}
        self._by_tokens = {mention.parts: mention for mention in all_mentions(pair.response)}
        self._proposed: Mapping[Mention, Mention] = proposals(pair)
        self._entity_of: Mapping[Mention, Entity] = pair.key.entity_of()
        self._chain_of = pair.response.entity_of()
        self._together = _together(pair.response)

    def outcome(self, expression: StudiedExpression) -> str:
        """`right`, `chaining` (right antecedent, wrong referent), `wrong` or `none`."""
        key = expression.mention
        mention = self._response.get(key) or self._by_tokens.get(key.parts)
        if mention is None:
            return "none"
        together = self._together.get(mention)
        if (
            together
            and expression.split
            and self._referents(together) == self._of_key(expression.split)
        ):
            return "right"
        antecedent = self._proposed.get(mention) or (
            self._forward(mention) if expression.pronominal else None
        )
        if antecedent is None:
            return "wrong" if together else "none"
        proposed = self._entity(antecedent)
        if not expression.attainable or proposed is None or proposed != expression.entity:
            return "wrong"
        return "right" if self._entity(self._end(antecedent)) == expression.entity else "chaining"

    def _forward(self, mention: Mention) -> Mention | None:
        """The next mention in the response's chain that is not a pronoun, if the mention comes
        first in it.
        """
        chain = self._chain_of.get(mention)
        if chain is None or chain.mentions[0] != mention:
            return None
        return chains.anchors(self._pair.document, chain).get(mention)

    def _referents(self, mentions: tuple[Mention, ...]) -> set[Entity | Mention | None]:
        """The entities of the key that mentions of the response refer to."""
        return {self._entity(mention) or self._partner.get(mention) for mention in mentions}

    def _of_key(self, mentions: tuple[Mention, ...]) -> set[Entity | Mention | None]:
        return {self._entity_of.get(mention) or mention for mention in mentions}

    def _entity(self, mention: Mention) -> Entity | None:
        known = self._partner.get(mention)
        return self._entity_of.get(known) if known is not None else None

    def _end(self, mention: Mention) -> Mention:
        """The mention to which the system's own links lead."""
        seen = {mention}
        while (further := self._proposed.get(mention)) is not None and further not in seen:
            seen.add(further)
            mention = further
        return mention


def _together(response: Annotation) -> Mapping[Mention, tuple[Mention, ...]]:
    """The antecedents of anaphors that have several."""
    return {link.anaphor: link.antecedents for link in response.links if len(link.antecedents) > 1}


Place = tuple[int, int, int]
"""The place of an expression in the text: its characters, and its number among those at the same
place.
"""


def cases(pairs: Mapping[str, AlignedPair], measure: Disclosable) -> Iterator[Case]:
    """The expressions of one document for a disclosure; `pairs` holds the same key with each
    system's response.

    Systems may have been given other zero pronouns, so that tokens differ: expressions are
    identified by their places.
    """
    first, study = next(iter(pairs.values())), measure.study
    outcomes = {name: _outcomes(pair, measure) for name, pair in pairs.items()}
    for place, expression in _placed(first, study).items():
        verdict = study.verdict(expression)
        yield Case(
            verdict.column,
            verdict.reason,
            verdict.referential,
            intrasentential(first, expression),
            {name: known.get(place, "none") for name, known in outcomes.items()},
            verdict.sort,
            expression.attainable,
            expression.mention.parts,
        )


def _outcomes(pair: AlignedPair, measure: Disclosable) -> dict[Place, str]:
    judge = ResolutionJudge(pair, measure.view)
    return {
        place: judge.outcome(expression)
        for place, expression in _placed(pair, measure.study).items()
    }


def _placed(pair: AlignedPair, study: Study) -> Mapping[Place, StudiedExpression]:
    def placed() -> Mapping[Place, StudiedExpression]:
        tokens, counted = pair.document.tokens, Counter[tuple[int, int]]()
        by_place: dict[Place, StudiedExpression] = {}
        for expression in study.expressions(pair.document, pair.key):
            mention = expression.mention
            edges = tokens[mention.start].start, tokens[mention.end - 1].end
            by_place[(*edges, counted[edges])] = expression
            counted[edges] += 1
        return by_place

    return pair.remembered(("expressions", study), placed)
