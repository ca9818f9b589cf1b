"""The properties and difficulty of a corpus: pronouns, distances, candidates (Barbu & Mitkov 2001,
Table 2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Mention, Relation
from coindex.core.document import Document
from coindex.measures.competition import WINDOW, Competitions
from coindex.measures.scores import ratio
from coindex.measures.selection import person_of, type_of

PRONOUNS = {"PER3": "personal", "POS3": "possessive", "REFL": "reflexive"}
"""The types of pronouns in the statistics, and their names there."""
OTHER_PERSONS = "first_second"
"""Pronouns of the first and second person, which are counted but are not anaphors."""


@dataclass(frozen=True, slots=True)
class Statistics:
    """Sums over one document or several; they add up."""

    documents: int = 1
    words: int = 0
    sentences: int = 0
    mentions: int = 0
    entities: int = 0
    singletons: int = 0
    personal: int = 0
    possessive: int = 0
    reflexive: int = 0
    first_second: int = 0
    anaphors: int = 0
    intrasentential: int = 0
    sentence_distance: int = 0
    mention_distance: int = 0
    candidates: int = 0
    nontrivial: int = 0
    critical: int = 0
    split_antecedents: int = 0
    bridging: int = 0

    def __add__(self, other: Statistics) -> Statistics:
        return Statistics(*(getattr(self, name) + getattr(other, name) for name in self.__slots__))

    @property
    def pronouns(self) -> int:
        """The number of pronouns of the third person."""
        return self.personal + self.possessive + self.reflexive

    def averages(self) -> Averages:
        """Averages per anaphor."""
        return Averages(
            ratio(self.sentence_distance, self.anaphors),
            ratio(self.mention_distance, self.anaphors),
            ratio(self.candidates, self.anaphors),
            ratio(self.intrasentential, self.anaphors),
            ratio(self.critical, self.anaphors),
        )


class Averages(NamedTuple):
    """Distance to the nearest earlier antecedent in sentences and mentions, candidates, and
    proportions of anaphors.
    """

    sentence_distance: float | None
    mention_distance: float | None
    candidates: float | None
    intrasentential: float | None
    critical: float | None


def described(
    document: Document,
    annotation: Annotation,
    *,
    window: int = WINDOW,
    count_same_as_one: bool = True,
) -> Statistics:
    """The statistics of one document.

    Anaphors are personal, possessive and reflexive pronouns of the third person with an earlier
    mention of their entity. Candidates are noun phrases in the same sentence and the `window`
    preceding ones; critical anaphors agree with more than one of them. A distance within the
    sentence counts 0, or 1 as the published averages suggest.
    """
    # Every average is a sum here, divided where it is printed, so that documents add up.
    entity_of = annotation.entity_of()
    mentions = annotation.mentions
    place = {mention: number for number, mention in enumerate(mentions)}
    kinds = [_kind(document, mention) for mention in mentions]
    anaphors = [
        (mention, antecedent)
        for mention, kind in zip(mentions, kinds, strict=True)
        if kind not in ("", OTHER_PERSONS)
        and (antecedent := _nearest(entity_of, mention)) is not None
    ]
    sentence = document.sentence_index
    gaps = [
        sentence(mention.start) - sentence(antecedent.start) for mention, antecedent in anaphors
    ]
    competitions = Competitions(document, annotation, window)
    around = [competitions.of(mention) for mention, _ in anaphors]
    return Statistics(
        words=sum(not token.empty for token in document.tokens),
        sentences=len(document.sentences),
        mentions=len(mentions),
        entities=len(annotation.entities),
        singletons=sum(entity.singleton for entity in annotation.entities),
        personal=kinds.count("personal"),
        possessive=kinds.count("possessive"),
        reflexive=kinds.count("reflexive"),
        first_second=kinds.count(OTHER_PERSONS),
        anaphors=len(anaphors),
        intrasentential=gaps.count(0),
        sentence_distance=sum(gap + count_same_as_one for gap in gaps),
        mention_distance=sum(
            place[mention] - place[antecedent] - 1 for mention, antecedent in anaphors
        ),
        candidates=sum(competition.candidates for competition in around),
        nontrivial=sum(competition.nontrivial for competition in around),
        critical=sum(competition.critical for competition in around),
        split_antecedents=sum(
            len(k.antecedents) > 1 and k.relation is not Relation.BRIDGING for k in annotation.links
        ),
        bridging=sum(link.relation is Relation.BRIDGING for link in annotation.links),
    )


def _nearest(entity_of: Mapping[Mention, Entity], mention: Mention) -> Mention | None:
    entity = entity_of.get(mention)
    earlier = [other for other in entity.mentions if other.start < mention.start] if entity else []
    return earlier[-1] if earlier else None


def _kind(document: Document, mention: Mention) -> str:
    """The name under which a pronoun is counted, or the empty string."""
    type = type_of(document, mention)
    if type in ("PE12", "PO12"):
        return OTHER_PERSONS
    if type == "REFL" and person_of(document.tokens[mention.start], document.language) != "3":
        return OTHER_PERSONS
    return PRONOUNS.get(type, "")


class Means(NamedTuple):
    """A mean over files, and a mean over anaphors: publications print the former
    without saying so.
    """

    of_files: float | None
    of_anaphors: float | None


def means(parts: Sequence[Statistics], name: str) -> Means:
    """Both means of one of the averages."""
    values = [value for part in parts if (value := getattr(part.averages(), name)) is not None]
    whole = sum(parts[1:], parts[0]) if parts else Statistics(0)
    return Means(fmean(values) if values else None, getattr(whole.averages(), name))
