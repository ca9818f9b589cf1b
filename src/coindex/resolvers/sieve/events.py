"""The pass over anaphors that refer to events: *The mill closed. It surprised the town.*

The antecedent is a verb; detectors find only noun phrases, so that the pass creates a mention for
it. Byron (2002), Resolving pronominal reference to abstract entities, classifies anaphors by the
requirements of their predicates in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from coindex.core.annotation import Kind, Mention
from coindex.core.document import Span
from coindex.language import lexicon
from coindex.language.clauses import Clause, ClauseKind
from coindex.language.functions import Function
from coindex.language.tree import NONE
from coindex.resolvers.discourse import Discourse, Expression
from coindex.resolvers.sieve.scene import Proposal, Scene

_CONTINUING = frozenset({ClauseKind.COORDINATE, ClauseKind.PARENTHETICAL})


def events(scene: Scene) -> Iterator[Proposal]:
    """Resolve *it*, *this* and *that* whose predicate applies to events: *did it*, *that surprised
    her*.

    Neuter pronouns such as Spanish *eso* refer to the last clause that is a mention.
    """
    yield from _linked(scene, _eventive)
    if scene.grammar is None:
        return
    for pronoun in scene.anaphoric:
        if scene.open(pronoun) and (event := scene.grammar.event(pronoun)) is not None:
            yield Proposal(pronoun, event)


def open_demonstratives(scene: Scene) -> Iterator[Proposal]:
    """Resolve *this* or *that* that begins a sentence as its subject and for which no noun phrase
    was found.
    """
    return _linked(scene, _opening)


def _linked(scene: Scene, asked: Callable[[Expression], bool]) -> Iterator[Proposal]:
    language = scene.discourse.document.language
    neutral = lexicon.words(language, "grammar", "of events")
    for pronoun in scene.anaphoric:
        if pronoun.form in neutral and scene.open(pronoun) and asked(pronoun):
            event = _event_before(scene.discourse, pronoun)
            if event is not None:
                yield Proposal(pronoun, event)


def _eventive(pronoun: Expression) -> bool:
    tokens, language = pronoun.discourse.document.tokens, pronoun.discourse.document.language
    if pronoun.governor == NONE:
        return False
    verb = tokens[pronoun.governor].lemma
    if pronoun.function is Function.SUBJECT:
        return verb in lexicon.words(language, "pleonastic", "event_subject")
    return pronoun.function is Function.DIRECT_OBJECT and verb in lexicon.words(
        language, "grammar", "do"
    )


def _opening(pronoun: Expression) -> bool:
    begins = pronoun.head == pronoun.discourse.document.sentences[pronoun.sentence].span.start
    return begins and pronoun.kind is Kind.DEMONSTRATIVE and pronoun.function is Function.SUBJECT


def _event_before(discourse: Discourse, pronoun: Expression) -> Expression | None:
    """The predicate of the clause that the pronoun's clause continues, or of the preceding
    sentence.
    """
    verb = _continued(discourse, pronoun.clause)
    if verb == NONE and pronoun.sentence:
        before = discourse.document.sentences[pronoun.sentence - 1]
        verb = next((t for t in range(*before.span) if discourse.forest.heads[t] == NONE), NONE)
    if verb == NONE or verb > pronoun.head or discourse.document.tokens[verb].upos != "VERB":
        return None
    return Expression(discourse, NONE, Mention((_clause_span(discourse, verb),), verb, Kind.VERBAL))


def _clause_span(discourse: Discourse, verb: int) -> Span:
    """The clause with all dependents of its verb, without punctuation at its edges, as in the
    scheme of GUM.
    """
    span, tokens = discourse.forest.span(verb), discourse.document.tokens
    inside = [token for token in range(*span) if tokens[token].upos != "PUNCT"]
    return Span(inside[0], inside[-1] + 1)


def _continued(discourse: Discourse, clause: Clause) -> int:
    """The verb of the clause to which this one is added: *He sang, and that surprised us*."""
    while clause.parent != NONE:
        if clause.kind in _CONTINUING:
            return discourse.clauses.clauses[clause.parent].head
        clause = discourse.clauses.clauses[clause.parent]
    return NONE
