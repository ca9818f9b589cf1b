"""SUPAR's slot structures: what partial parsing determines about a noun phrase or pronoun."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from coindex.core.annotation import Kind
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.lexicon import words
from coindex.language.nominals.agreement import Features, Gender
from coindex.language.nominals.grammatical import is_grammatical
from coindex.language.nominals.names import normalised
from coindex.language.syntax.clauses import ClauseKind, segments
from coindex.language.syntax.functions import Function, container, first_conjunct
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE
from coindex.resolvers.supar.profiles import Profile, Type

_INCLUDING = frozenset({Role.ATTRIBUTE, Role.APPOSITION, Role.POSSESSOR, Role.MODIFIER})
_GENDERS = {"Masc": Gender.MASCULINE, "Fem": Gender.FEMININE}
_ABSTRACT = ("abstract", "direction", "quantity", "time")


class Slot(NamedTuple):
    """`clause` numbers the clauses of the document. `before_verb` is false of clitics. `included`:
    in another NP of its clause; `in_noun_phrase`: also through a clause on the noun. `modified` is
    the noun that its clause, a relative one, is on, or `NONE`. `personal`: the sort of pronoun, or
    the verb that it is the subject of, tells a person.
    """

    clause: int
    verb: int
    before_verb: bool
    included: bool
    in_noun_phrase: bool
    preposition: str
    modified: int
    concrete: bool
    company: bool
    personal: bool


class Slots(dict[Expression, Slot]):
    """Slots, computed on first use. `by_parse=False` finds clauses from parts of speech (heuristic
    H1).
    """

    def __init__(self, discourse: Discourse, *, by_parse: bool) -> None:
        super().__init__()
        self._discourse, self._by_parse = discourse, by_parse
        self._starts: dict[int, list[int]] = {}

    def __missing__(self, expression: Expression) -> Slot:
        slot = self[expression] = self._slot(expression)
        return slot

    def _slot(self, expression: Expression) -> Slot:
        forest, clauses = self._discourse.forest, self._discourse.clauses
        number = clauses.number[expression.head]
        clause = clauses.clauses[number]
        included = self._included(expression.head, clause.head)
        return Slot(
            number if self._by_parse else self._segment(expression),
            clause.verb,
            expression.head < clause.verb and not _is_clitic(expression),
            included,
            included or container(forest, expression.head) != NONE,
            expression.preposition,
            forest.heads[clause.head] if clause.kind is ClauseKind.RELATIVE else NONE,
            _concrete(expression),
            _company(expression),
            _personal(expression),
        )

    def _included(self, token: int, top: int) -> bool:
        forest = self._discourse.forest
        token = first_conjunct(forest, token)
        while token not in (top, NONE):
            if forest.roles[token] in _INCLUDING:
                return True
            token = forest.heads[token]
        return False

    def _segment(self, expression: Expression) -> int:
        """The first token of its clause, which serves as the clause's number."""
        starts = self._starts.get(expression.sentence)
        if starts is None:
            span = self._discourse.document.sentences[expression.sentence].span
            parts = segments(self._discourse.document, span)
            starts = self._starts[expression.sentence] = [part.start for part in parts]
        return max(start for start in starts if start <= expression.head)


def _is_clitic(expression: Expression) -> bool:
    """Whether it is part of the verb: it is on neither side of it, and its position says nothing
    about the subject.
    """
    language = expression.discourse.document.language
    return expression.pronominal and expression.form in words(language, "grammar", "clitic")


def _concrete(expression: Expression) -> bool:
    """Whether it is not known to be a time, direction, quantity or abstraction."""
    if expression.type and expression.type != "other":
        return expression.type not in _ABSTRACT
    language = expression.discourse.document.language
    upos = expression.discourse.document.tokens[expression.head].upos
    return upos != "NUM" and not any(
        expression.lemma in words(language, "nouns", name) for name in _ABSTRACT
    )


def _company(expression: Expression) -> bool:
    """Whether it is a company, by its type; in languages whose parser distinguishes only persons,
    by its first word.
    """
    if expression.type and expression.type != "other":
        return expression.type == "organization"
    language = expression.discourse.document.language
    if not is_grammatical(language):
        return False
    first = expression.name.words[:1] or (expression.lemma,)
    return first[0] in _plain(language)


def _personal(expression: Expression) -> bool:
    discourse = expression.discourse
    language, form = discourse.document.language, expression.form
    if form in words(language, "grammar", "strong") or form in words(language, "grammar", "dative"):
        return expression.kind is Kind.PERSONAL
    if expression.kind is Kind.POSSESSIVE:
        owned = discourse.forest.heads[expression.head]
        kin = words(language, "people", "kin")
        return owned != NONE and discourse.document.tokens[owned].lemma.lower() in kin
    if expression.function is not Function.SUBJECT or expression.governor == NONE:
        return False
    lemma = discourse.document.tokens[expression.governor].lemma.lower()
    return lemma in words(language, "grammar", "report") | words(language, "verbs", "of_persons")


@cache
def _plain(language: str) -> frozenset[str]:
    """Heads of names of organisations, without accents as in names."""
    return frozenset(map(normalised, words(language, "grammar", "organization.head")))


def features(expression: Expression) -> Features:
    """Its features, with the grammatical gender of the word if its meaning implies none."""
    own = expression.features
    if not own.gender:
        token = expression.discourse.document.tokens[expression.head]
        if (
            gender := _GENDERS.get(token.feature("Gender"), 0)
        ) and expression.kind is not Kind.COORDINATION:
            return own._replace(gender=gender, gender_certainty=1.0)
    return own


def type_of(expression: Expression, profile: Profile) -> Type | None:
    """The type of an anaphor; `None` for expressions that SUPAR does not resolve, or treats as
    descriptions.
    """
    kind = expression.kind
    if kind is Kind.ZERO:
        return Type.ZERO
    if kind in (Kind.REFLEXIVE, Kind.RECIPROCAL):
        return Type.REFLEXIVE
    if kind is Kind.DEMONSTRATIVE:
        return Type.DEMONSTRATIVE_IN_PP if expression.preposition else Type.DEMONSTRATIVE
    if kind in (Kind.PERSONAL, Kind.POSSESSIVE):
        if expression.form in profile.clitics:
            return Type.CLITIC
        return Type.PERSONAL_IN_PP if expression.preposition else Type.PERSONAL
    return None
