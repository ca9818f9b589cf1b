"""The state that the passes of the sieve read and change: expressions, entities so
far, decisions with their passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from coindex.core.annotation import Kind, Mention
from coindex.core.decision import Candidate
from coindex.core.errors import SpecError
from coindex.core.protocols import Correct
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.agreement import UNKNOWN, Number, Person, clash
from coindex.language.nominals.names import Name
from coindex.language.nominals.noun_phrases import determiner
from coindex.language.nominals.pronouns import pronoun
from coindex.language.syntax.tree import NONE
from coindex.resolvers.co_arguments import co_arguments
from coindex.resolvers.entities import Entities, Group, contradiction
from coindex.resolvers.grammar import Grammar, grammar_of
from coindex.resolvers.name_clustering import Bearer
from coindex.resolvers.ranking import MOST

CONSTRUCTIONS = frozenset({"apposition", "close apposition", "copula", "predicate", "relative"})
"""The passes whose anaphors some schemes leave out of the entity."""
_PHRASES = frozenset({Kind.NAME, Kind.NOMINAL, Kind.COORDINATION})
_ANAPHORIC = frozenset(
    {Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.DEMONSTRATIVE, Kind.ZERO}
)


_THIRD = (Person.THIRD, UNKNOWN)
"""Pronouns whose form implies no person: *este* and *aquello*."""


class JoinProposal(NamedTuple):
    """A pass proposes to join two expressions; without an antecedent, it tried the anaphor and
    found none.
    """

    anaphor: Expression
    antecedent: Expression | None
    candidates: tuple[Candidate, ...] = ()
    considered: int = 0
    agreeing: int = 0
    dropped: tuple[tuple[str, int], ...] = ()


Find = Callable[["State"], Iterator[JoinProposal]]


@dataclass(frozen=True, slots=True)
class Pass:
    """A pass: what it finds, and which checks its proposals undergo.

    With `agreement`, the entities of both expressions must be compatible; with `nesting`, neither
    expression may be inside the other. `gloss` explains the name where decisions are explained.
    """

    name: str
    find: Find
    gloss: str
    agreement: bool = True
    nesting: bool = True
    after: str = ""
    """The pass that it follows, where a sieve has it besides those of the package."""


def sieve_pass(
    name: str, *, gloss: str, agreement: bool = True, nesting: bool = True, after: str = ""
) -> Callable[[Find], Pass]:
    """Make a function that proposes joins a pass of the sieve.

    Its proposals are refused where the two disagree or one is inside the other, unless it does
    without the check.
    """
    return lambda find: Pass(name, find, gloss, agreement, nesting, after)


class State:
    """What the passes read and change: expressions, entities so far, and decisions.

    `choices` holds, for each anaphor, the pass that decided it and its proposal; `most` limits
    candidates.
    """

    def __init__(
        self,
        discourse: Discourse,
        correct: Correct | None = None,
        *,
        most: int = MOST,
        bearers: Mapping[Expression, Bearer] | None = None,
    ) -> None:
        self.discourse, self.most = discourse, most
        self.entities = Entities(bearers)
        self.group = self.entities.of
        self.choices: dict[Expression, tuple[str, JoinProposal]] = {}
        self.constructed: set[Expression] = set()
        """Appositions, predicates and relative pronouns, even if an earlier pass decided them."""
        self.speaking: dict[tuple[str, int], Expression] = {}
        """The latest *I*, by voice."""
        self.looked: dict[Expression, dict[str, None]] = {}
        """The passes that looked at an expression, in their order."""
        self.refused: dict[Expression, list[tuple[Mention, str]]] = {}
        """The antecedents that passes proposed for an anaphor and the checks refused."""
        self._running = ""
        self._correct = correct

    def run(self, one: Pass) -> None:
        """Run a pass with its checks; each proposal takes effect before the pass
        continues, so that it sees the result.
        """
        self._running = one.name
        proposals = one.find(self)
        if proposals is None:  # a function without `yield`
            raise SpecError(f"the pass {one.name!r} returns nothing: it has to yield proposals")
        for proposal in proposals:
            anaphor, antecedent = proposal.anaphor, proposal.antecedent
            self.looked.setdefault(anaphor, {})[one.name] = None
            reason = "" if antecedent is None else self._objection(one, anaphor, antecedent)
            if antecedent is not None and reason:
                self.refused.setdefault(anaphor, []).append((antecedent.mention, reason))
            else:
                self._carry_out(one.name, proposal)

    def _objection(self, one: Pass, anaphor: Expression, antecedent: Expression) -> str:
        """What forbids a proposal, unless its pass does without the check."""
        if reason := self.co_arguments(self.group(anaphor), self.group(antecedent)):
            return reason
        if one.nesting and nested(anaphor, antecedent):
            return "i-within-i"
        return self.clash(anaphor, antecedent, persons=False) if one.agreement else ""

    def _carry_out(self, name: str, proposal: JoinProposal) -> None:
        anaphor, antecedent = proposal.anaphor, proposal.antecedent
        if antecedent is None:
            self.choices.setdefault(anaphor, (name, proposal))
            return
        if name in CONSTRUCTIONS:
            self.constructed.add(anaphor)
        decided = self.choices.get(anaphor)
        if decided is None or decided[1].antecedent is None:
            self.choices[anaphor] = name, proposal
        if self._correct is not None:
            antecedent = self._corrected(anaphor.mention, antecedent.mention)
        if antecedent is not None:
            self.entities.join(antecedent, anaphor)

    def _corrected(self, anaphor: Mention, antecedent: Mention) -> Expression | None:
        if self._correct is None:
            return None
        mention = self._correct(anaphor, antecedent)
        return None if mention is None else self.discourse.by_mention.get(mention)

    # questions that passes ask

    def open(self, expression: Expression) -> bool:
        """Whether nothing earlier has been found for it: only the first mention of an entity is
        resolved.
        """
        self.looked.setdefault(expression, {})[self._running] = None
        decided = self.choices.get(expression)
        return decided is None or decided[1].antecedent is None

    def joined(self, one: Expression, other: Expression) -> bool:
        return self.entities.of(one) is self.entities.of(other)

    def clash(self, one: Expression, other: Expression, *, persons: bool = True) -> str:
        """The feature in which the entities of two expressions are incompatible, if any."""
        left, right = self.entities.of(one), self.entities.of(other)
        return clash(left.features, right.features, persons=persons) or self.contradiction(
            left, right
        )

    def contradiction(self, one: Group, other: Group) -> str:
        """Why the words of two entities cannot describe one; empty if they can."""
        return contradiction(one, other, self.discourse.document.language)

    def co_arguments(self, one: Group, other: Group) -> str:
        """Why two entities would be subject and object clitic of one verb; empty if not."""
        return co_arguments(one, other, self.discourse.document.language)

    def voice(self, expression: Expression) -> tuple[str, int]:
        """The voice of an expression; if a narrator quotes, the speaker of a sentence is that of
        the quotation.
        """
        speaker, utterance = expression.voice
        if not (speaker and self._narrated and expression.sentence in self._quoting):
            return speaker, utterance
        return ("", NONE) if utterance == NONE else (speaker, NONE)

    @cached_property
    def _narrated(self) -> bool:
        """Whether some sentences have a speaker and others have none."""
        return not all(sentence.speaker for sentence in self.discourse.document.sentences)

    @cached_property
    def _quoting(self) -> frozenset[int]:
        """The sentences that contain a quotation."""
        document = self.discourse.document
        spans = (quotation.span for quotation in self.discourse.quotations)
        return frozenset(document.sentence_index(token) for span in spans for token in range(*span))

    @cached_property
    def grammar(self) -> Grammar | None:
        """Further rules for pronouns, if the language has clitics."""
        return grammar_of(self.discourse, self.entities)

    def possessor(self, expression: Expression) -> Expression | None:
        """Its possessor, if that is a mention."""
        forest = self.discourse.forest
        token = determiner(forest, expression.head)
        if token == NONE or not forest.labels[token].startswith("nmod"):
            return None
        return self.discourse.by_head.get(token)

    @cached_property
    def phrases(self) -> list[Expression]:
        """Names, common nouns and coordinations."""
        return [e for e in self.discourse.expressions if e.kind in _PHRASES]

    @cached_property
    def names(self) -> list[Expression]:
        """Names, and nouns that are given a name: *un sastre llamado Blas*."""
        return [e for e in self.discourse.expressions if self.name(e).words]

    def name(self, expression: Expression) -> Name:
        """Its name, or the one that it gives to what it introduces; usually empty."""
        return expression.name if expression.kind is Kind.NAME else expression.called

    @cached_property
    def anaphoric(self) -> list[Expression]:
        """Pronouns of the third person: personal, possessive, reflexive and demonstrative ones."""
        third = (
            e
            for e in self.discourse.pronouns
            if e.kind in _ANAPHORIC and e.features.person in _THIRD
        )
        return [e for e in third if not _unspecific(e)]


def _unspecific(expression: Expression) -> bool:
    """Whether it is *one*, or a possessive of *everybody* and the like, which refer to nothing
    earlier.
    """
    features, document = expression.features, expression.discourse.document
    row = pronoun(document.tokens[expression.head], document.language)
    listed = row is not None and row.kind is Kind.INDEFINITE
    return listed or (features.number == Number.SINGULAR | Number.EPICENE and not features.gender)


def nested(one: Expression, other: Expression) -> bool:
    """Whether one is inside the other."""
    left, right = one.mention.parts, other.mention.parts
    start, end = left[0].start - right[0].start, left[-1].end - right[-1].end
    return start <= 0 <= end or end <= 0 <= start
