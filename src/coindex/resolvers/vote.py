"""Resolvers vote on the antecedent of each pronoun; how much a vote counts is fitted to annotated
documents.

Stacked generalisation: David H. Wolpert (1992). Stacked generalization. *Neural Networks* 5. The
candidates of a pronoun are the entities that the voters choose, and a log-linear model ranks them:
by who voted for an entity, how sure that voter was, and where the entity was mentioned. All other
decisions are those of the first voter, as are those on pronouns that it leaves open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from pathlib import Path
from typing import ClassVar, NamedTuple

from coindex.core import registry, spec
from coindex.core.annotation import Annotation, Kind, Mention
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Document
from coindex.core.errors import SpecError, suggestion
from coindex.core.glossary import Glossary
from coindex.core.messages import Message
from coindex.core.parameters import component
from coindex.core.protocols import Correct, LanguageBound, Trained
from coindex.resolvers.preferences import frozen

VOTERS = ("auto", "sieve", "rosana", "supar")
RULE = "vote"
NO_VOTE = "no vote"
SURE, LIKELY = 0.9, 0.6
"""From which probability on a voter counts as sure, or its choice as likely."""

_TYPES = {Kind.PERSONAL: "personal", Kind.POSSESSIVE: "possessive", Kind.ZERO: "zero"}
_OTHER = "other"
_CERTAINTIES = ("", " sure", " likely", " unsure")
_PLACES = ("same sentence", "previous sentence", "most mentioned")

VOTE_TERMS: Glossary = {
    RULE: "the entity with the highest sum of weights; among equals, that of the first voter",
    **{
        f"{kind}: *": f"who voted for the candidate's entity and where it was mentioned, for "
        f"{kind} pronouns"
        for kind in (*_TYPES.values(), _OTHER)
    },
}

Votes = Mapping[str, Mapping[Mention, Decision]]
"""The decisions of each voter, the first one first, by anaphor."""


class _Standing(NamedTuple):
    """An entity with votes: its candidate, and the names of the weights that count."""

    candidate: Mention
    names: list[str]


@component
class Vote:
    """Let several resolvers vote on pronouns; without fitted weights, the first voter decides."""

    voters: tuple[str, ...] = VOTERS
    """Resolvers that vote, the one that decides everything else first. Those that do not know the
    language of a document do not vote on it.
    """
    weights: tuple[tuple[str, float], ...] = ()
    """Weights that replace those with which the first voter decides, by type of pronoun:
    `{'personal: sieve': 1.5}`.
    """
    log_linear: ClassVar[bool] = True
    unlisted: ClassVar[bool] = True
    """Lists leave it out: it does nothing before it is fitted."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "voters", tuple(self.voters))
        if not self.voters:
            raise SpecError("vote needs voters: name at least one resolver")
        for voter in self.voters:
            name = spec.read(voter).name
            if name == RULE or name not in registry.names("resolvers"):
                known = [one for one in registry.names("resolvers") if one != RULE]
                raise SpecError(
                    Message(
                        "{name!r} cannot vote; {suggestion}",
                        name=name,
                        suggestion=suggestion(name, known),
                    )
                )
        object.__setattr__(self, "weights", frozen(self.weights, self.published))

    @property
    def published(self) -> dict[str, float]:
        """Weights with which the first voter decides."""
        names = {
            f"{voter}{certainty}": 1.0 if voter == self.voters[0] else 0.0
            for voter in reversed(self.voters)
            for certainty in _CERTAINTIES
        }
        every = {**names, **dict.fromkeys(_PLACES, 0.0), NO_VOTE: -1.0}
        kinds = (*_TYPES.values(), _OTHER)
        return {f"{kind}: {name}": weight for kind in kinds for name, weight in every.items()}

    @property
    def glossary(self) -> Glossary:
        return {**registry.glossary(self.voters[0]), **VOTE_TERMS}

    def recording(self) -> Vote:
        """The same resolver, which asks the voters once for each document: their decisions do not
        depend on weights.
        """
        return _Recording(self.voters, self.weights)

    def fingerprints(self, language: str) -> tuple[Path, ...]:
        """Of what the voters learned from."""
        built = [registry.build("resolvers", name) for name in self.voters]
        trained = [voter for voter in built if isinstance(voter, Trained)]
        return tuple(path for voter in trained for path in voter.fingerprints(language))

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        return _Count(self, document, correct).decisions(self.votes(document, mentions, correct))

    def votes(self, document: Document, mentions: Annotation, correct: Correct | None) -> Votes:
        """What each voter decides."""
        built = {name: registry.build("resolvers", name) for name in self.voters}
        return {
            name: {one.anaphor: one for one in voter.resolve(document, mentions, correct=correct)}
            for name, voter in built.items()
            if name == self.voters[0] or _knows_language(voter, document)
        }


@dataclass(frozen=True, slots=True)
class _Recording(Vote):
    _votes: dict[tuple[int, int], tuple[Document, Annotation, Votes]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def votes(self, document: Document, mentions: Annotation, correct: Correct | None) -> Votes:
        if correct is not None:
            return Vote.votes(self, document, mentions, correct)
        place = (id(document), id(mentions))  # both are held, so that their ids stay theirs
        if place not in self._votes:
            votes = Vote.votes(self, document, mentions, None)
            self._votes[place] = (document, mentions, votes)
        return self._votes[place][2]


def _knows_language(voter: object, document: Document) -> bool:
    spoken = document.language.partition("-")[0]
    return not (isinstance(voter, LanguageBound) and spoken and spoken not in voter.languages)


class _Count:
    """The votes on one document, counted from its beginning to its end; an entity consists of the
    mentions that were linked so far.
    """

    def __init__(self, options: Vote, document: Document, correct: Correct | None) -> None:
        self._document, self._correct = document, correct
        self._weights = {**options.published, **dict(options.weights)}
        self._fitted = bool(options.weights)
        self._root: dict[Mention, Mention] = {}
        self._size: dict[Mention, int] = {}

    def decisions(self, votes: Votes) -> Iterator[Decision]:
        first = next(iter(votes.values()))
        for own in sorted(first.values(), key=lambda one: (one.anaphor.start, one.anaphor.end)):
            decision = self._decided(own, votes) if self._open_to_votes(own) else own
            taken = decision.antecedent
            if self._correct is not None:
                taken = self._correct(decision.anaphor, taken)
            if taken is not None:
                self._join(taken, decision.anaphor)
            yield decision

    def _open_to_votes(self, own: Decision) -> bool:
        return own.anaphor.kind.pronominal and own.antecedent is not None

    def _decided(self, own: Decision, votes: Votes) -> Decision:
        anaphor = own.anaphor
        kind = _TYPES.get(anaphor.kind, _OTHER)
        voted: dict[Mention, _Standing] = {}
        for name, decisions in votes.items():
            vote = decisions.get(anaphor)
            if vote is None or vote.antecedent is None:
                continue
            standing = voted.setdefault(self._find(vote.antecedent), _Standing(vote.antecedent, []))
            standing.names.append(f"{kind}: {name}{_certainty(vote)}")
        self._note_places(anaphor, kind, voted)
        ranked = sorted(
            (self._candidate(one) for one in voted.values()), key=lambda one: -one.score
        )
        others = [
            self._candidate(_Standing(one.mention, [f"{kind}: {NO_VOTE}"]))
            for one in own.candidates
            if not one.rejected and self._find(one.mention) not in voted and one.mention != anaphor
        ]
        return Decision(
            anaphor,
            ranked[0].mention,
            RULE,
            (*ranked, *others, *(one for one in own.candidates if one.rejected)),
            own.considered,
            own.agreeing,
            own.dropped,
            confidence=self._confidence(own, ranked),
        )

    def _confidence(self, own: Decision, ranked: Sequence[Candidate]) -> float | None:
        """The share of the first candidate in the log-linear model, once that is fitted."""
        if not self._fitted:
            return own.confidence
        odds = [exp(one.score - ranked[0].score) for one in ranked]
        return odds[0] / sum(odds)

    def _note_places(self, anaphor: Mention, kind: str, voted: Mapping[Mention, _Standing]) -> None:
        sentence = self._sentence(anaphor)
        largest = max((self._size.get(root, 1) for root in voted), default=1)
        for root, standing in voted.items():
            back = sentence - self._sentence(standing.candidate)
            if back in (0, 1):
                standing.names.append(f"{kind}: {_PLACES[back]}")
            if self._size.get(root, 1) == largest > 1:
                standing.names.append(f"{kind}: {_PLACES[2]}")

    def _sentence(self, mention: Mention) -> int:
        return self._document.sentence_index(mention.start) if self._document.sentences else 0

    def _candidate(self, standing: _Standing) -> Candidate:
        factors = tuple((name, self._weights[name]) for name in standing.names)
        score = sum(weight for _, weight in factors)
        return Candidate(standing.candidate, factors=factors, score=score)

    def _find(self, mention: Mention) -> Mention:
        while (above := self._root.get(mention, mention)) != mention:
            mention = above
        return mention

    def _join(self, first: Mention, second: Mention) -> None:
        one, other = self._find(first), self._find(second)
        if one != other:
            self._root[other] = one
            self._size[one] = self._size.get(one, 1) + self._size.get(other, 1)


def _certainty(vote: Decision) -> str:
    if vote.confidence is None:
        return _CERTAINTIES[0]
    if vote.confidence >= SURE:
        return _CERTAINTIES[1]
    return _CERTAINTIES[2 if vote.confidence >= LIKELY else 3]
