"""SUPAR: constraints, then preferences in an order of their own for each type
of anaphor, on partial parses.

Palomar, Ferrández, Moreno, Martínez-Barco, Peral, Saiz-Noeda & Muñoz, "An algorithm for anaphora
resolution in Spanish texts", Computational Linguistics 27(4), 2001; Ferrández, Palomar & Moreno
(COLING-ACL 1998); Ferrández & Peral (ACL 2000) for zero pronouns; Ferrández, Peral & Luján-Mora for
the evaluation.

In the paper, and here:

    slot structures                 slots.Slots; parameter `clauses` for heuristic H1
    types of anaphors, CPPR ... DD  profiles.Type, slots.type_of
    morphological agreement         _Run._agreement; parameter `certain`
    conditions of non-coreference   noncoreference.NonCoreference, "pronoun (a)" ...
    preferences and their order     preferences.TESTS, profiles.PROFILES; parameter `profile`
    choice among equals             preferences.Preferences.select
    search space                    parameters `window`, `description_window`
    definite descriptions           descriptions.Descriptions; parameters `descriptions`, `wordnet`
    zero pronouns, clitics          clitics.zero_subject, clitics.doubling
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, Literal

from coindex.core.annotation import Annotation, Kind
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Document
from coindex.core.errors import MissingLayer, SpecError, suggestion
from coindex.core.glossary import Glossary
from coindex.core.messages import Message
from coindex.core.parameters import component, ranged
from coindex.core.protocols import Correct
from coindex.language.discourse.discourse import Expression, third_person
from coindex.language.nominals import wordnet
from coindex.language.nominals.agreement import UNKNOWN, Animacy, Features, clash, merged
from coindex.resolvers.co_arguments import co_arguments
from coindex.resolvers.constraints import AGREEMENT_TERMS, CERTAIN, CO_ARGUMENT_TERMS, for_members
from coindex.resolvers.groups import GROUP_TERMS, with_groups
from coindex.resolvers.namesakes import NAMESAKE_TERMS, Namesakes
from coindex.resolvers.ranking import (
    LISTED,
    MOST,
    RANKING_TERMS,
    Choice,
    Constraint,
    Method,
    Ranked,
    Ranking,
    Select,
    preceding,
)
from coindex.resolvers.supar.clitics import doubling, in_turn, zero_subject
from coindex.resolvers.supar.descriptions import DESCRIPTION_TERMS, Descriptions, is_description
from coindex.resolvers.supar.events import EVENT_TERMS, events_before, takes_up_events
from coindex.resolvers.supar.fitted import (
    FITTED,
    FITTED_TERMS,
    NAMES,
    is_fitted,
    path_of,
    values,
    weights,
)
from coindex.resolvers.supar.noncoreference import NONCOREFERENCE_TERMS, NonCoreference
from coindex.resolvers.supar.preferences import PREFERENCE_TERMS, Memory, Preferences, Weights
from coindex.resolvers.supar.profiles import PROFILES, Type, profile
from coindex.resolvers.supar.restrictions import (
    RESTRICTION_TERMS,
    Restrictions,
    contrasted,
    is_far,
    is_near,
)
from coindex.resolvers.supar.slots import Slots, features, type_of
from coindex.resolvers.supar.structure import STRUCTURE_TERMS, told_subjects

_LOCAL = frozenset({Type.REFLEXIVE})


def _nearest_event(anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
    return Choice(
        ranked[0].expression if ranked else None, "nearest event" if ranked else "exophor"
    )


def _latter(anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
    """What was mentioned last."""
    if not ranked:
        return Choice(None, "exophor")
    return Choice(max((item.expression for item in ranked), key=_place), "latter")


def _former(anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
    """The first of those in the last sentence that has any."""
    if not ranked:
        return Choice(None, "exophor")
    last = max(item.expression.sentence for item in ranked)
    inside = (item.expression for item in ranked if item.expression.sentence == last)
    return Choice(min(inside, key=_place), "former")


def _place(expression: Expression) -> int:
    return expression.head


def unconstrained(anaphor: Expression, candidate: Expression) -> str:
    """No constraint: the structure has already determined the antecedent."""
    return ""


@component
class Supar:
    """Filter candidates by agreement and non-coreference, then apply the preferences of the
    anaphor's type in their order.
    """

    languages: ClassVar[tuple[str, ...]] = ("en", "es")
    log_linear: ClassVar[bool] = True
    glossary: ClassVar[Glossary] = {
        **RANKING_TERMS,
        **AGREEMENT_TERMS,
        **NAMESAKE_TERMS,
        **NONCOREFERENCE_TERMS,
        **DESCRIPTION_TERMS,
        **PREFERENCE_TERMS,
        **CO_ARGUMENT_TERMS,
        **RESTRICTION_TERMS,
        **STRUCTURE_TERMS,
        **EVENT_TERMS,
        **GROUP_TERMS,
        **FITTED_TERMS,
        "other sentence": "a reflexive has its antecedent in its own sentence",
        "apposition": "an apposition goes to what it explains",
        "latter": "éste goes to what was mentioned last",
        "former": "aquél, beside éste, goes to the first of those mentioned last",
        "clitic doubled": (
            "the clitic doubles a phrase of its own verb, as le and a Juan in a Juan le dije"
        ),
    }
    profile: str = ""
    """The preferences and their order: *english*, *palomar2001*, *zero2000* or *spanish*; empty for
    the one of the document's language. *fitted* has weights instead of an order, as has a TOML file
    with your own.
    """
    weights: tuple[tuple[str, float], ...] = ()
    """Weights that replace those of the profile *fitted*, by type of anaphor and preference:
    `{'zero: subject': 1.5}`.
    """
    window: int = ranged(4, least=0)
    """How many sentences back antecedents of pronouns are looked for."""
    description_window: int = ranged(4, least=0)
    """How many sentences back antecedents of definite descriptions are looked for."""
    clauses: Literal["parse", "segments"] = "parse"
    """Where clauses come from: the *parse*, or *segments* by parts
    of speech alone (heuristic H1).
    """
    demonstratives: bool = True
    """Whether demonstrative pronouns are resolved."""
    descriptions: bool = True
    """Whether definite descriptions are resolved."""
    constraints: bool = True
    """Spanish: whether clitics exclude the head of their relative clause and other clitics of
    their verb, possessives the subject whose predicate they are in, and clitics of infinitives
    only what these take as arguments.
    """
    persons: bool = True
    """Spanish: whether datives, strong pronouns and subjects of verbs of saying
    exclude entities that are things.
    """
    features: bool = True
    """Spanish: whether times, *nadie* and *nada* are excluded, and
    *algo*, *eso* as owners and persons.
    """
    structure: bool = True
    """Spanish: whether zeros refer to the subject of a joined or superordinate
    verb, or whom a verb influences.
    """
    speech: bool = True
    """Spanish: whether third persons in a quotation exclude its speaker, and
    its speaker what is said in it.
    """
    events: bool = True
    """Spanish: whether neuter pronouns refer to clauses, where these are
    mentions, and nothing else does.
    """
    parallel: bool = True
    """Spanish: whether clitics prefer clitics of their case, and zeros grammatical
    subjects to what precedes a verb.
    """
    names: bool = False
    """Whether decisions also list the links of names to earlier names and of
    appositions, which always take effect.
    """
    wordnet: bool = False
    """Whether a description may also refer to a noun that WordNet lists as a
    synonym or hyponym; needs WordNet.
    """
    certain: float = ranged(CERTAIN, least=0, most=1)
    """How certain both genders, or both animacies, must be to
    contradict each other.
    """
    groups: bool = True
    """Whether plural pronouns and zeros may refer to several entities together: *Ana se encontró
    con Luis. Salieron*.
    """
    most: int = ranged(MOST, least=1)
    """How many candidates of a pronoun are considered at most, nearest first."""
    listed: int = ranged(LISTED, least=0)
    """How many candidates that agree a decision names; 0 for all, with those that do not agree."""

    def __post_init__(self) -> None:
        if isinstance(self.weights, dict):
            object.__setattr__(self, "weights", tuple(sorted(self.weights.items())))
        if self.profile and self.profile not in PROFILES and not is_fitted(self.profile):
            known = (*PROFILES, FITTED)
            raise SpecError(
                Message(
                    "supar has no profile {profile!r}; {suggestion}",
                    profile=self.profile,
                    suggestion=suggestion(self.profile, known),
                )
            )
        self._weights()

    @property
    def published(self) -> dict[str, float]:
        """The fitted weights, including those that are 0."""
        known = values(self.profile if is_fitted(self.profile) else FITTED)
        return {name: known.get(name, 0.0) for name in NAMES}

    def _weights(self) -> Weights:
        """The weights by type of anaphor; empty if the profile is an order."""
        if not self.weights and not is_fitted(self.profile):
            return {}
        return weights(self.profile if is_fitted(self.profile) else FITTED, self.weights)

    def fingerprints(self, language: str) -> tuple[Path, ...]:
        """Of what its weights were fitted to; orders were not fitted."""
        from coindex.models.fingerprints import beside

        if not self.weights and not is_fitted(self.profile):
            return ()
        return (beside(path_of(self.profile)),)

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        if self.wordnet and not wordnet.available():
            raise MissingLayer(
                "supar(wordnet=True) needs WordNet: Debian's wordnet-base, or wn with its "
                "English data"
            )
        ranking = Ranking(document, mentions, correct, listed=self.listed)
        taken = _Run(self, ranking).decisions()
        return with_groups(taken, ranking.discourse.expressions) if self.groups else taken


_REPAIRS = ("constraints", "persons", "features", "structure", "speech", "events", "parallel")
_OFF: dict[str, Any] = dict.fromkeys(_REPAIRS, False)
_UNREPAIRED = replace(Supar(), **_OFF)
"""The algorithm as in the papers; languages other than Spanish use nothing else."""


class _Run:
    """A document while it is resolved."""

    def __init__(self, options: Supar, ranking: Ranking) -> None:
        self._options, self._ranking = options, ranking
        self._fitted = options._weights()
        self._profile = profile(
            "" if is_fitted(options.profile) else options.profile,
            ranking.discourse.document.language,
            parallel=options.parallel,
        )
        self._memory = Memory()
        self._slots = Slots(ranking.discourse, by_parse=options.clauses == "parse")
        spanish = bool(self._profile.clitics)
        self._repaired = options if spanish else _UNREPAIRED
        self._apart = NonCoreference(
            self._slots, self._profile, infinitives=self._repaired.constraints
        )
        self._restrictions = Restrictions(
            self._slots,
            self._profile,
            ranking.entities,
            grammar=self._repaired.constraints,
            features=self._repaired.features,
            speech=self._repaired.speech,
        )
        self._preferences = Preferences(
            self._slots, self._profile, self._memory, ranking, self._fitted
        )
        self._namesakes = Namesakes(ranking)
        self._descriptions = Descriptions(
            ranking, options.description_window, wordnet=options.wordnet
        )
        self._pronouns = frozenset(third_person(ranking.discourse.expressions))
        self._solutions: dict[Expression, Expression] = {}

    def decisions(self) -> Iterator[Decision]:
        for expression in in_turn(self._ranking.discourse.expressions):
            method = self._method(expression)
            known = len(self._ranking.links)
            if method is not None:
                yield self._ranking.decide(expression, method)
            else:
                decisions = list(self._namesakes.decisions((expression,))) or list(
                    self._apposition(expression)
                )
                yield from decisions if self._options.names else ()
            self._solutions.update(self._ranking.links[known:])
            self._memory.add(expression, self._solutions.get(expression))

    def _apposition(self, expression: Expression) -> Iterator[Decision]:
        outer = self._ranking.discourse.appositions.get(expression)
        if outer is not None and self._options.names and outer.number < expression.number:
            self._ranking.settle(expression, outer)
            yield Decision(
                expression.mention, outer.mention, "apposition", (Candidate(outer.mention),), 1, 1
            )

    def _method(self, expression: Expression) -> Method | None:
        """The method for an expression, or `None` if it is not an anaphor."""
        if is_description(expression):
            wanted = self._options.descriptions and not self._descriptions.new(expression)
            return self._descriptions.method if wanted else None
        kind = type_of(expression, self._profile)
        demonstrative = expression.kind is Kind.DEMONSTRATIVE and self._options.demonstratives
        if kind is None or not (expression in self._pronouns or demonstrative):
            return None
        if kind is Type.REFLEXIVE and (subject := zero_subject(expression)) is not None:
            return self._as_subject(subject)
        if (
            self._repaired.events
            and takes_up_events(expression)
            and any(True for _ in events_before(expression))
        ):
            return Method(events_before, (unconstrained,), select=_nearest_event)
        if kind is Type.CLITIC and (phrase := doubling(expression, self._profile)) is not None:
            return Method(
                lambda _: (phrase,),
                (unconstrained,),
                select=lambda *_: Choice(phrase, "clitic doubled"),
            )
        # The papers count the same candidates before constraints for all pronouns; a reflexive has
        # its antecedent in its own sentence.
        candidates = partial(preceding, back=self._options.window, most=self._options.most)
        return Method(
            candidates,
            (
                self._agreement(expression),
                self._excluded,
                self._apart_locally if kind in _LOCAL else self._apart_from_entity(expression),
                self._co_arguments,
            ),
            self._preferences.factors,
            self._selecting(kind, expression),
        )

    def _co_arguments(self, anaphor: Expression, candidate: Expression) -> str:
        if not self._repaired.constraints:
            return ""
        of = self._ranking.entities.of
        return co_arguments(of(anaphor), of(candidate), anaphor.discourse.document.language)

    def _apart_locally(self, anaphor: Expression, candidate: Expression) -> str:
        if candidate.sentence != anaphor.sentence:
            return "other sentence"
        return self._apart(anaphor, candidate)

    def _selecting(self, kind: Type, expression: Expression) -> Select:
        if kind is Type.CLITIC:
            return self._clitic
        if kind is Type.ZERO:
            return self._zero
        if self._repaired.structure and not self._fitted:
            if is_near(expression):
                return _latter
            if is_far(expression) and any(
                contrasted(expression, other)
                for other in self._ranking.discourse.sentences[expression.sentence]
            ):
                return _former
        return self._preferences.select

    def _excluded(self, anaphor: Expression, candidate: Expression) -> str:
        neuter = anaphor.form in self._profile.neuter_clitics
        if self._repaired.events and candidate.kind is Kind.VERBAL and not neuter:
            return "event"
        return self._restrictions.of_candidate(anaphor, candidate)

    def _zero(self, anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
        """The subject that syntax determines, if it is among the candidates or in the entity of
        one; else by preferences.
        """
        if self._repaired.structure and not self._fitted:
            of = self._ranking.entities.of
            for rule, subject in told_subjects(anaphor):
                for item in ranked:
                    if item.expression is subject or of(item.expression) is of(subject):
                        return Choice(item.expression, rule)
        return self._preferences.select(anaphor, ranked)

    def _as_subject(self, subject: Expression) -> Method:
        """A reflexive that directly precedes its omitted subject has the antecedent of that
        subject.
        """
        solution = self._solutions.get(subject)
        solutions = () if solution is None else (solution,)
        return Method(lambda _: solutions, (unconstrained,), select=self._preferences.select)

    def _apart_from_entity(self, anaphor: Expression) -> Constraint:
        """What excludes it from any preceding mention of the candidate's entity, or from its verb's
        zero subject.
        """
        subject, entities = zero_subject(anaphor), self._ranking.entities

        def near(anaphor: Expression, member: Expression) -> bool:
            return member is subject or member.head < anaphor.head

        return for_members(entities, self._apart_or_restricted, near)

    def _apart_or_restricted(self, anaphor: Expression, other: Expression) -> str:
        return self._restrictions.of_pair(anaphor, other) or self._apart(anaphor, other)

    def _clitic(self, anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
        """With a verb of the first or second person, what constraints leave in the clause is the
        solution.
        """
        if self._apart.addressed(anaphor):
            clause = self._slots[anaphor].clause
            for item in ranked:
                if self._slots[item.expression].clause == clause:
                    return Choice(item.expression, "clitic doubled")
        return self._preferences.select(anaphor, ranked)

    def _agreement(self, anaphor: Expression) -> Constraint:
        """Person, gender, animacy and number; for zero pronouns gender is only a preference."""
        own = features(anaphor)
        if anaphor.kind is Kind.ZERO:
            own = own._replace(gender=UNKNOWN)
        if anaphor.form in self._profile.things:
            own = own._replace(animacy=Animacy.INANIMATE, animacy_certainty=1.0)
        elif self._repaired.persons and self._slots[anaphor].personal:
            own = own._replace(animacy=Animacy.ANIMATE, animacy_certainty=1.0)
        certain = self._options.certain

        def agreement(anaphor: Expression, candidate: Expression) -> str:
            return clash(own, self._known(candidate), certain=certain)

        return agreement

    def _known(self, candidate: Expression) -> Features:
        known = self._ranking.entities.of(candidate).features
        if known.gender:
            return known
        own = features(candidate)
        return known if own is known else merged(known, own)
