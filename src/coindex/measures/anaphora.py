"""What Universal Anaphora scores beyond coreference: split antecedents, discourse deixis, bridging,
expressions that do not refer.

Yu, Khosla, Moosavi, Paun, Pradhan & Poesio (2022), The Universal Anaphora scorer; Paun, Yu,
Moosavi & Poesio (2023), Scoring coreference chains with split-antecedent anaphors. The measures
follow the papers.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from coindex.core.annotation import (
    DEIXIS,
    DEIXIS_PART,
    Annotation,
    Entity,
    Kind,
    Link,
    Mention,
    Reference,
    Relation,
)
from coindex.core.errors import SpecError, suggestion
from coindex.core.messages import Message
from coindex.core.parameters import component
from coindex.core.protocols import AlignedPair, Counts
from coindex.measures.accommodated import EntitySide, SharedSizes, table
from coindex.measures.coreference import BLANC, Mean
from coindex.measures.pair import Pair, all_mentions
from coindex.measures.scores import Score, harmonic, mean, open_prf, prf, ratio
from coindex.measures.weighted import AVERAGED, METRICS

_BLANC = BLANC(both_sides=True)


@dataclass(frozen=True, slots=True)
class SplitAntecedents:
    """A coreference measure in which the split antecedent of a group counts as a member of its
    entity (Paun et al. 2023).

    Two entities of a response that have the same split antecedent count as one.
    """

    metric: str = "CoNLL"
    """The coreference measure: *MUC*, *B3*, *CEAFm*, *CEAFe*, *LEA*, *BLANC* or *CoNLL*."""
    only: bool = False
    """Whether only the split antecedents are scored, as sets of entities."""
    singletons: bool = True
    """Whether entities of one mention count."""
    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*, *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "f1"

    def __post_init__(self) -> None:
        _check(self.metric, (*METRICS, *AVERAGED), "metric")
        if self.only and self.metric == "BLANC":
            raise SpecError("only=True: BLANC has no counts of sets alone; choose another metric")

    def counts(self, pair: AlignedPair) -> Counts:
        """Numerator and denominator of precision, then of recall, of each metric in turn."""
        key, response = sides(pair, self.view)
        tables = [
            (name, table(name, key, response, singletons=self.singletons))
            for name in _parts(self.metric)
        ]
        return tuple(n for name, one in tables for n in self._counted(name, one))

    def _counted(self, name: str, one: SharedSizes) -> Counts:
        return one.of_sets if self.only else METRICS[name](one)

    def score(self, counts: Counts) -> Score | Mean:
        """Sets alone are not defined where there are none; entities score 0 then, as elsewhere."""
        return _scored(counts, defined=not self.only)


@dataclass(frozen=True, slots=True)
class DiscourseDeixis:
    """A coreference measure on entities that a clause or more of the text introduces: *this*,
    *that* and *it* with what they refer to (Yu et al. 2022).

    They are the entities of CONLL-UA's column of discourse deixis; elsewhere those with a link of
    the relation *discourse*, with a mention that is headed by a verb, or with one that the
    attribute `link` calls *disc*, as in GUM. Split antecedents are members, as in
    `SplitAntecedents`.
    """

    metric: str = "CoNLL"
    """The coreference measure: *MUC*, *B3*, *CEAFm*, *CEAFe*, *LEA*, *BLANC* or *CoNLL*."""
    singletons: bool = False
    """Whether entities of one mention count."""
    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*, *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "f1"

    def __post_init__(self) -> None:
        _check(self.metric, (*METRICS, *AVERAGED), "metric")

    def counts(self, pair: AlignedPair) -> Counts:
        """Numerator and denominator of precision, then of recall, of each metric in turn."""
        pair = _with_own_entities(pair)
        key, response = sides(pair, self.view)
        key, response = key.kept(deictic(pair.key)), response.kept(deictic(pair.response))
        tables = [
            (name, table(name, key, response, singletons=self.singletons))
            for name in _parts(self.metric)
        ]
        return tuple(n for name, one in tables for n in METRICS[name](one))

    @staticmethod
    def score(counts: Counts) -> Score | Mean:
        return _scored(counts, defined=False)


def sides(pair: AlignedPair, view: str) -> tuple[EntitySide, EntitySide]:
    """Key and response with the same labels for aligned mentions."""
    ours, theirs = pair.groups(view)
    return EntitySide.of(pair.key, ours), EntitySide.of(pair.response, theirs)


def _with_own_entities(pair: AlignedPair) -> AlignedPair:
    """The pair with the entities of discourse deixis alone where these are annotated apart."""
    key, response = _own_entities(pair.key), _own_entities(pair.response)
    if key is pair.key and response is pair.response:
        return pair
    return Pair(pair.document, key, response)


def _own_entities(annotation: Annotation) -> Annotation:
    """Mentions say to which of these entities they belong."""
    mentions = [one for one in annotation.mentions if one.attribute(DEIXIS)]
    if not mentions:
        return annotation
    groups: dict[str, list[Mention]] = {}
    wholes: dict[str, list[Mention]] = {}
    for mention in mentions:
        groups.setdefault(mention.attribute(DEIXIS), []).append(mention)
    for mention in mentions:
        for whole in filter(None, mention.attribute(DEIXIS_PART).split(",")):
            wholes.setdefault(whole, []).append(mention)
    return replace(
        annotation,
        mentions=tuple(mentions),
        entities=tuple(Entity(name, tuple(group)) for name, group in groups.items()),
        links=tuple(
            Link(groups[whole][0], tuple(parts), Relation.DISCOURSE)
            for whole, parts in wholes.items()
            if whole in groups
        ),
    )


def deictic(annotation: Annotation) -> set[int]:
    """The places of the entities that refer to what was said."""
    linked = {
        end
        for link in annotation.links
        if link.relation is Relation.DISCOURSE
        for end in (link.anaphor, *link.antecedents)
    }
    return {
        place
        for place, entity in enumerate(annotation.entities)
        if any(
            one in linked
            or one.kind is Kind.VERBAL
            or one.attribute(DEIXIS)
            or one.attribute("link") == "disc"
            for one in entity.mentions
        )
    }


@component
class Bridging:
    """Bridging links found: the anaphor alone, with the entity that it is related to, or with the
    mention of that entity (Yu et al. 2022).
    """

    level: Literal["anaphor", "entity", "link"] = "entity"
    """What must be right: the *anaphor*; also the *entity* of its antecedent; or the whole *link*
    from mention to mention.
    """
    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*, *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "f1"
    needs_chains: ClassVar[bool] = False

    def counts(self, pair: AlignedPair) -> Counts:
        """Right, proposed, and in the key."""
        partner, owner = pair.counterparts(self.view), pair.key.entity_of()
        key = {
            self._unit(link.anaphor, antecedent, owner)
            for link in _bridges(pair.key)
            for antecedent in link.antecedents
        }
        response = {
            self._unit(_meant(link.anaphor, partner), _meant(antecedent, partner), owner)
            for link in _bridges(pair.response)
            for antecedent in link.antecedents
        }
        return len(key & response), len(response), len(key)

    def _unit(
        self, anaphor: Mention, antecedent: Mention, owner: Mapping[Mention, Entity]
    ) -> Hashable:
        """What is counted; an antecedent in no entity stands for itself."""
        if self.level == "anaphor":
            return anaphor
        entity = owner.get(antecedent) if self.level == "entity" else None
        return anaphor, antecedent if entity is None else entity.id

    @staticmethod
    def score(counts: Counts) -> Score:
        return open_prf(*counts)


def _bridges(annotation: Annotation) -> Iterator[Link]:
    return (link for link in annotation.links if link.relation is Relation.BRIDGING)


def _meant(mention: Mention, partner: Mapping[Mention, Mention]) -> Mention:
    """The mention of the key that one of the response is aligned with; else one that no key has."""
    return partner.get(mention) or mention._replace(id="of the response alone")


@dataclass(frozen=True, slots=True)
class NonReferring:
    """Expressions marked as not referring, such as pleonastic *it*, that are found (Yu et al.
    2022).
    """

    subtypes: bool = False
    """Whether the subtype must be right, too: extraposition, weather, cleft ..."""
    view: str = "exact"
    """How mentions of key and response are aligned: *exact*, *head*, *min*, *partial* or *overlap*.
    """
    headline: ClassVar[str] = "f1"
    needs_chains: ClassVar[bool] = False

    def counts(self, pair: AlignedPair) -> Counts:
        """Right, proposed, and in the key."""
        response, key = (
            [one for one in all_mentions(side) if one.reference is Reference.NONREFERENTIAL]
            for side in (pair.response, pair.key)
        )
        partner, wanted = pair.counterparts(self.view), {one.parts: one for one in key}
        parts = {one.parts: known.parts for one, known in partner.items()}
        right = sum(self._same(one, wanted.get(parts.get(one.parts, ()))) for one in response)
        return right, len(response), len(key)

    def _same(self, one: Mention, other: Mention | None) -> bool:
        return other is not None and (not self.subtypes or one.subtype == other.subtype)

    @staticmethod
    def score(counts: Counts) -> Score:
        return open_prf(*counts)


def _check(value: str, known: tuple[str, ...], name: str) -> None:
    if value not in known:
        raise SpecError(
            Message(
                "{name}={value!r}: {suggestion}",
                name=name,
                value=value,
                suggestion=suggestion(value, known),
            )
        )


def _parts(metric: str) -> tuple[str, ...]:
    return AVERAGED.get(metric, (metric,))


def _scored(counts: Counts, *, defined: bool) -> Score | Mean:
    """The score of four counts, of the six of BLANC, or the mean of the three scores of twelve."""
    if len(counts) == 6:
        return _BLANC.score(counts) if defined or any(counts) else Score(None, None, None)
    scores = [_prf(counts[at : at + 4], defined) for at in range(0, len(counts), 4)]
    if len(scores) == 1:
        return scores[0]
    muc, b3, ceafe = (one.f1 for one in scores)
    return Mean(muc, b3, ceafe, mean((muc, b3, ceafe)))


def _prf(counts: Counts, defined: bool) -> Score:
    if defined:
        return prf(*counts)
    precision, recall = ratio(counts[0], counts[1]), ratio(counts[2], counts[3])
    return Score(precision, recall, harmonic(precision, recall))
