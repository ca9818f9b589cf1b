"""Bridging: definite descriptions and bare quantifiers that depend on another entity without being
the same, *the house ... the roof*, *three boats ... one*.

Clark (1975), Bridging; Poesio, Vieira and Teufel (1997), Resolving bridging references in
unrestricted text, whose classes these are: parts and roles by a list of nouns, members of a set by
form. Precision comes first: what neither list nor form supports is left alone. The second stage of
SUPAR (Muñoz, Palomar and Ferrández 2000, Processing of Spanish definite descriptions) relates
descriptions by their lexical relation in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import ClassVar, Final

from coindex.core import registry
from coindex.core.annotation import Annotation, Kind, Mention
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Document, Token
from coindex.core.glossary import Glossary
from coindex.core.parameters import component, ranged
from coindex.core.protocols import Correct, Resolver, Trained
from coindex.language.discourse.discourse import Discourse, Expression, discourse
from coindex.language.languages import get_language
from coindex.language.nominals.agreement import Number
from coindex.language.nominals.names import nation_of
from coindex.language.nominals.noun_phrases import Definiteness
from coindex.language.nominals.quantities import quantity
from coindex.language.syntax.functions import Function
from coindex.language.syntax.roles import Role
from coindex.resolvers.entities import Entities

BRIDGING_TERMS: Glossary = {
    "part of": "the list of bridging nouns names it as a part or role of what was mentioned before",
    "one of": "it is one or some of several that were mentioned just before",
    "another of its kind": "it is distinguished from others of its kind that were mentioned before",
}
_WINDOW: Final = 2
"""How many sentences back a whole is searched for."""
_PLACE: Final = "place"
"""The wholes that countries are."""
_NOUNS = frozenset({Kind.NOMINAL, Kind.NAME})
_SAID = frozenset({Role.ATTRIBUTE, Role.POSSESSOR, Role.ADNOMINAL, Role.APPOSITION})
"""Modifiers by which a noun phrase itself states what it belongs to: *the roof of the barn*."""


@component
class Bridging:
    """Relate what another resolver leaves open to the entity that it depends on."""

    languages: ClassVar[tuple[str, ...]] = ("en",)
    resolver: str = "sieve"
    """The component that resolves coreference first; what it links is left as it is."""
    window: int = ranged(_WINDOW, least=0)
    """How many sentences back a whole is looked for."""

    @property
    def glossary(self) -> Glossary:
        return {**registry.glossary(self.resolver), **BRIDGING_TERMS}

    def fingerprints(self, language: str) -> tuple[Path, ...]:
        """Of what the resolver of the chains learned from."""
        first: Resolver = registry.build("resolvers", self.resolver)
        return tuple(first.fingerprints(language)) if isinstance(first, Trained) else ()

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        first: Resolver = registry.build("resolvers", self.resolver)
        taken = list(first.resolve(document, mentions, correct=correct))
        bridges = _Bridges(discourse(document, mentions), taken, self.window)
        decided = {decision.anaphor for decision in taken}
        for decision in taken:
            yield bridges.bridged(decision)
        for expression in bridges.discourse.expressions:
            if expression.mention not in decided:
                decision = bridges.bridged(Decision(expression.mention))
                if decision.related is not None:
                    yield decision


class _Bridges:
    """The state of one document while open anaphors are related."""

    def __init__(self, view: Discourse, decisions: list[Decision], window: int) -> None:
        self.discourse, self._window = view, window
        self._language = view.document.language
        self._nouns = _nouns_of_chains(view, decisions)

    def bridged(self, decision: Decision) -> Decision:
        """The decision, with the related mention if its anaphor was left open."""
        expression = self.discourse.by_mention.get(decision.anaphor)
        if expression is None or decision.antecedents or expression.kind is Kind.NAME:
            return decision
        for rule, find in (
            ("one of", self._several),
            ("another of its kind", self._others),
            ("part of", self._whole),
        ):
            related = find(expression)
            if related is not None:
                return _related(decision, related.mention, rule)
        return decision

    # one of several

    def _several(self, expression: Expression) -> Expression | None:
        """Relate *one*, *some*, *the second* without a noun that says of what."""
        language = get_language(self._language)
        if expression.lemma not in language.words("bridging", "member") or self._says(expression):
            return None
        if expression.mention.span.length > 2 or not self._picks(expression):
            return None
        if expression.lemma in language.words("bridging", "contrasting"):
            single = language.words("bridging", "single")
            for candidate in self._before(expression, 0):
                if candidate.lemma in single or self._modifiers(candidate) & single:
                    return candidate
        for candidate in self._before(expression, 1):
            if (
                candidate.kind in _NOUNS
                and not quantity(candidate)
                and candidate.features.number == Number.PLURAL
                and candidate.clause is not expression.clause
            ):
                return candidate
        return None

    def _picks(self, expression: Expression) -> bool:
        """Whether it picks from a set: not *one sees*, *others*, *no one*, *ten seconds*."""
        words = {token.form.lower() for token in self._tokens(expression)}
        language = get_language(self._language)
        if expression.form in language.words("bridging", "generic"):
            copula = any(
                self.discourse.forest.labels[child] == "cop"
                for child in self.discourse.forest.children[expression.governor]
            )
            return len(words) == 1 and (copula or expression.function is not Function.SUBJECT)
        if expression.lemma in language.words("bridging", "definite"):
            return bool(words & language.words("grammar", "definite")) and (
                expression.features.number != Number.PLURAL
            )
        return len(words) == 1

    def _tokens(self, expression: Expression) -> Sequence[Token]:
        span = expression.mention.span
        return self.discourse.document.tokens[span.start : span.end]

    def _others(self, expression: Expression) -> Expression | None:
        """Relate ordinals to a preceding set: *two boats ... the first boat*."""
        words = self._modifiers(expression)
        if (
            expression.definiteness is not Definiteness.DEFINITE
            or expression.features.number & Number.PLURAL
            or self._says(expression)
            or not words & get_language(self._language).words("bridging", "distinguishing")
        ):
            return None
        same = self.discourse.by_lemma.get(expression.lemma, [])
        earlier = [e for e in same if e.number < expression.number and not _nested(e, expression)]
        near = [
            e
            for e in earlier
            if expression.sentence - e.sentence <= self._window
            and (
                e.features.number == Number.PLURAL
                or self._modifiers(e) & get_language(self._language).words("bridging", "single")
            )
        ]
        return near[-1] if near else None

    # parts and roles

    def _whole(self, expression: Expression) -> Expression | None:
        """Relate a part to a preceding whole: *the roof* of the house."""
        if (
            expression.kind is not Kind.NOMINAL
            or expression.definiteness is not Definiteness.DEFINITE
            or self._says(expression)
            or self._modified(expression)
            or any(map(self._elsewhere, self._modifiers(expression)))
        ):
            return None
        wholes = _wholes(self._language).get(expression.lemma)
        if not wholes or any(
            e.number < expression.number for e in self.discourse.by_lemma.get(expression.lemma, [])
        ):
            return None
        return next(
            (one for one in self._before(expression, self._window) if self._is_one(one, wholes)),
            None,
        )

    def _is_one(self, candidate: Expression, wholes: frozenset[str]) -> bool:
        """Whether it is one of these wholes, by its noun, by that of the chain of a pronoun, or by
        the type of a name.
        """
        if candidate.kind is Kind.NOMINAL:
            return candidate.lemma in wholes
        if candidate.kind is Kind.NAME:
            return candidate.type in wholes or (_PLACE in wholes and self._country(candidate))
        return candidate.pronominal and bool(self._nouns.get(candidate, frozenset()) & wholes)

    def _country(self, name: Expression) -> bool:
        words = self.discourse.document.surface(name.mention.minimum or name.mention.span)
        return nation_of(words, self._language) == words.removeprefix("the ")

    def _before(self, expression: Expression, back: int) -> Iterator[Expression]:
        """Preceding expressions, nearest first, without those that contain it."""
        sentences = self.discourse.sentences
        for sentence in range(expression.sentence, max(-1, expression.sentence - back - 1), -1):
            for candidate in reversed(sentences[sentence]):
                if candidate.head < expression.head and not _nested(candidate, expression):
                    yield candidate

    def _says(self, expression: Expression) -> bool:
        forest = self.discourse.forest
        return any(forest.roles[child] in _SAID for child in forest.children[expression.head])

    def _elsewhere(self, modifier: str) -> bool:
        """Whether it says already what a part belongs to: *local*, *Mexican*."""
        return modifier in get_language(self._language).words("bridging", "elsewhere") or bool(
            nation_of(modifier, self._language)
        )

    def _modified(self, expression: Expression) -> bool:
        forest = self.discourse.forest
        return any(
            forest.labels[child].startswith("compound")
            for child in forest.children[expression.head]
        )

    def _modifiers(self, expression: Expression) -> set[str]:
        forest = self.discourse.forest
        return {
            forest.document.tokens[child].form.lower()
            for child in forest.children[expression.head]
            if forest.roles[child] == Role.MODIFIER
        }


def _nouns_of_chains(
    view: Discourse, decisions: Sequence[Decision]
) -> dict[Expression, frozenset[str]]:
    """For each pronoun the nouns of its chain."""
    chains = Entities()
    for decision in decisions:
        if decision.antecedent is not None:
            one, other = map(view.by_mention.get, (decision.anaphor, decision.antecedent))
            if one is not None and other is not None:
                chains.join(one, other)
    return {
        pronoun: frozenset(one.lemma for one in chains.of(pronoun) if one.kind is Kind.NOMINAL)
        for pronoun in view.pronouns
    }


@cache
def _wholes(language: str) -> dict[str, frozenset[str]]:
    """For each part the nouns and types of which it may be a part."""
    lists = get_language(language).lists("bridging")
    wholes_of: dict[str, frozenset[str]] = {}
    for name, parts in lists.items():
        sort, _, group = name.partition(".")
        if sort == "part":
            wholes = frozenset(lists.get(f"wholes.{group}", ())) | {group}
            for part in parts:
                wholes_of[part] = wholes_of.get(part, frozenset()) | wholes
    return wholes_of


def _related(decision: Decision, related: Mention, rule: str) -> Decision:
    listed = {candidate.mention for candidate in decision.candidates}
    more = () if related in listed else (Candidate(related),)
    return replace(
        decision,
        related=related,
        rule=rule,
        candidates=(*more, *decision.candidates),
        considered=decision.considered + len(more),
        agreeing=decision.agreeing + len(more),
    )


def _nested(one: Expression, other: Expression) -> bool:
    return one.mention.span.covers(other.mention.span) or other.mention.span.covers(
        one.mention.span
    )
