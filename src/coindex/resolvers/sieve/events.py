"""The pass over anaphors that refer to events: *The mill closed. It surprised the town.*

The antecedent is a verb; detectors find only noun phrases, so that the pass creates a mention for
it. The predicate of the pronoun decides, as in Byron (2002), Resolving pronominal reference to
abstract entities. Where clauses are among the mentions, as in a key that marks them, what it leaves
open is weighed in English (`clausal`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from coindex.core.annotation import Kind, Mention
from coindex.core.document import Span
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.agreement import Animacy
from coindex.language.pleonastic.extraposition import extrapositions
from coindex.language.syntax.clauses import Clause, ClauseKind, relative_pronoun, subject_of
from coindex.language.syntax.functions import Function
from coindex.language.syntax.tree import NONE
from coindex.resolvers.sieve.clausal import BACK, clause_heads, family, taken_up
from coindex.resolvers.sieve.state import JoinProposal, State, sieve_pass

_COMMENT: Final = "advcl:relcl"
"""The label of a relative clause that modifies a clause."""
_SUBJECTS = frozenset({"nsubj", "nsubj:pass", "nsubj:outer", "expl", "csubj"})
_CONNECTIVE = frozenset({"cc", "mark", "discourse", "reparandum"})
_FRONTED = frozenset({"advmod", "advcl", "obl", "obl:unmarked", "parataxis", "vocative"})
_ADDED = ("advcl", "parataxis")
_CONTINUING = frozenset({ClauseKind.COORDINATE, ClauseKind.PARENTHETICAL})
_CONTINUED = ("conj", "parataxis", "advcl", "list", "discourse")
"""Labels of clauses that are added to the one above them, and not a part of what it says."""


DONE_LATELY: Final = 3
"""How many sentences back *it* in *do it* refers to what was done before."""
SURE: Final = {"it": 0.7, "this": 0.5}
"""From which probability on a clause is preferred to any noun phrase."""
POSSIBLE: Final = {"it": 0.5, "this": 0.3}
"""The same for a pronoun for which no noun phrase was found."""


@sieve_pass(
    "event",
    gloss=("it, this or that goes to the verb before, because its own predicate applies to events"),
    # A clause has no features, and may be annotated around its pronoun.
    agreement=False,
    nesting=False,
)
def events(state: State) -> Iterator[JoinProposal]:
    """Resolve *it*, *this* and *that* that rather refer to a clause than a noun phrase: *did it*,
    *that surprised her*.

    Neuter pronouns such as Spanish *eso* refer to the last clause that is a mention.
    """
    yield from _commented(state)
    yield from _linked(state, _eventive)
    if state.grammar is None:
        if state.discourse.clauses_given:
            yield from _weighed(state, SURE)
        return
    for pronoun in state.anaphoric:
        if state.open(pronoun) and (event := state.grammar.event(pronoun)) is not None:
            yield JoinProposal(pronoun, event)


def _commented(state: State) -> Iterator[JoinProposal]:
    """Resolve *which*, where relative pronouns are mentions, to the clause that its own clause
    comments on: *He sang, which surprised us*.
    """
    discourse = state.discourse
    for clause, label in enumerate(discourse.forest.labels):
        verb = discourse.forest.heads[clause]
        if label != _COMMENT or verb == NONE or not discourse.forest.clausal[verb]:
            continue
        pronoun = discourse.by_head.get(relative_pronoun(discourse.forest, clause))
        if pronoun is not None and state.open(pronoun):
            yield JoinProposal(pronoun, _clause(discourse, verb, end=discourse.forest.left[clause]))


@sieve_pass(
    "extraposed",
    gloss="it goes to the clause that it announces: it is easy to see why",
    # A clause has no features, and may be annotated around its pronoun.
    agreement=False,
    nesting=False,
)
def extraposed(state: State) -> Iterator[JoinProposal]:
    """Link *it*, where it is a mention, with the clause that it announces, without what is added to
    that: *It is true that | she sings |, since you ask*.
    """
    discourse = state.discourse
    forest = discourse.forest
    for announcing, clause in extrapositions(forest).items():
        pronoun = discourse.by_head.get(announcing)
        if pronoun is not None and pronoun.pronominal and state.open(pronoun):
            added = (
                forest.left[child]
                for child in forest.children[clause]
                if child > clause and forest.labels[child].startswith(_ADDED)
            )
            yield JoinProposal(pronoun, _clause(discourse, clause, end=min(added, default=None)))


@sieve_pass(
    "open demonstrative",
    gloss=("this or that goes to the clause before, since no noun phrase was found for it"),
    # A clause has no features, and may be annotated around its pronoun.
    agreement=False,
    nesting=False,
)
def open_demonstratives(state: State) -> Iterator[JoinProposal]:
    """Resolve *this* or *that* for which no noun phrase was found; if clauses are among the
    mentions, *it* as well.
    """
    weighs = state.grammar is None and state.discourse.clauses_given
    return _weighed(state, POSSIBLE) if weighs else _linked(state, may_be_event)


def _weighed(state: State, least: Mapping[str, float]) -> Iterator[JoinProposal]:
    for pronoun in _neutral(state):
        taken = taken_up(pronoun)
        if taken is not None and taken.probability >= least[family(pronoun)]:
            yield JoinProposal(pronoun, _clause(state.discourse, taken.clause))


def _linked(state: State, asked: Callable[[Expression], bool]) -> Iterator[JoinProposal]:
    for pronoun in _neutral(state):
        if asked(pronoun):
            event = (
                _done_before(state, pronoun)
                or _done_act(state.discourse, pronoun)
                or clause_before(pronoun)
            )
            if event is not None:
                yield JoinProposal(pronoun, event)


def _neutral(state: State) -> Iterator[Expression]:
    """Pronouns that may refer to events and are open."""
    neutral = lexicon.words(state.discourse.document.language, "grammar", "of events")
    for pronoun in state.anaphoric:
        if pronoun.form in neutral and state.open(pronoun):
            yield pronoun


def _eventive(pronoun: Expression) -> bool:
    document = pronoun.discourse.document
    if pronoun.governor == NONE:
        return False
    if pronoun.function is Function.SUBJECT:
        verb = document.tokens[pronoun.governor].lemma
        return verb in lexicon.words(document.language, "pleonastic", "event_subject")
    return _done(pronoun)


def _done(pronoun: Expression) -> bool:
    """Whether it is what a person does."""
    document = pronoun.discourse.document
    return (
        pronoun.function is Function.DIRECT_OBJECT
        and pronoun.governor != NONE
        and document.tokens[pronoun.governor].lemma
        in lexicon.words(document.language, "grammar", "do")
    )


def _done_before(state: State, pronoun: Expression) -> Expression | None:
    """The *it*, *this* or *that* that was done shortly before: *how to do it ... I still do it*."""
    if pronoun.function is not Function.DIRECT_OBJECT:
        return None
    for back in range(min(DONE_LATELY, pronoun.sentence) + 1):
        for earlier in reversed(state.discourse.sentences[pronoun.sentence - back]):
            if earlier.number < pronoun.number and earlier.pronominal and _done(earlier):
                return earlier
    return None


def _done_act(discourse: Discourse, pronoun: Expression) -> Expression | None:
    """What a person was to do, in the sentences before one in which nobody acts: *Eve offered to
    paint the hull. Clouds were gathering. By noon she had done it.*
    """
    if not _done(pronoun) or _is_continued(discourse, pronoun.clause):
        return None
    for back in range(1, min(DONE_LATELY, pronoun.sentence) + 1):
        verb = _root(discourse, pronoun.sentence - back)
        if verb == NONE or discourse.document.tokens[verb].upos != "VERB":
            continue
        intended = [c for c in discourse.forest.children[verb] if _infinitive(discourse, c)]
        if intended:
            return _clause(discourse, intended[0])
        if _acted(discourse, verb):
            return None
    return None


def _infinitive(discourse: Discourse, verb: int) -> bool:
    """Whether it is a verb with *to* as a complement: *asked her to come*."""
    forest, tokens = discourse.forest, discourse.document.tokens
    return forest.labels[verb] == "xcomp" and any(
        forest.labels[c] == "mark" and tokens[c].upos == "PART" for c in forest.children[verb]
    )


def _acted(discourse: Discourse, verb: int) -> bool:
    """Whether the subject of a verb may act, since it is not a thing."""
    subject = discourse.by_head.get(subject_of(discourse.forest, verb))
    return subject is not None and subject.features.animacy != Animacy.INANIMATE


def may_be_event(pronoun: Expression) -> bool:
    """Whether it is *this* or *that* by itself; if a noun is its predicate, *this is my brother*,
    it seldom refers to an event.
    """
    discourse = pronoun.discourse
    return (
        pronoun.kind is Kind.DEMONSTRATIVE
        and pronoun.form in lexicon.words(discourse.document.language, "grammar", "of events")
        and pronoun.mention.span.length == 1
        and pronoun not in discourse.copulas.values()
    )


def clause_before(pronoun: Expression) -> Expression | None:
    """The clause that ends last before the pronoun and is not about it: *the boiler shuts down, and
    | that | saves it*, but not *he says | this is typical*.

    Of 193 events that *this* and *that* take up in everyday texts to learn from, 114 are this
    clause; weights for marks of clauses find no more.
    """
    discourse, forest = pronoun.discourse, pronoun.discourse.forest
    path = [pronoun.head, *forest.ancestors(pronoun.head)]
    for back in range(min(BACK, pronoun.sentence) + 1):
        for verb in reversed(clause_heads(discourse, pronoun.sentence - back)):
            if verb >= pronoun.head or not _happens(discourse, verb):
                continue
            if verb not in path:
                return _clause(discourse, verb)
            below = path[: path.index(verb)]
            added = [one for one in below if forest.labels[one].startswith(_CONTINUED)]
            if added and forest.left[added[-1]] > verb:
                return _clause(discourse, verb, end=forest.left[added[-1]])
    return None


def _happens(discourse: Discourse, verb: int) -> bool:
    """Whether a clause has a verb of its own, and says more than which thing is meant."""
    is_verb = discourse.document.tokens[verb].upos == "VERB"
    return is_verb and not discourse.forest.labels[verb].startswith("acl")


def _root(discourse: Discourse, sentence: int) -> int:
    span, heads = discourse.document.sentences[sentence].span, discourse.forest.heads
    return next((token for token in range(*span) if heads[token] == NONE), NONE)


def _clause(discourse: Discourse, head: int, end: int | None = None) -> Expression:
    """The clause as a mention, up to a token: the one that was given, if it was."""
    given = discourse.by_head.get(head)
    if given is not None and given.kind is Kind.VERBAL:
        return given
    span = _clause_span(discourse, head, end)
    return Expression(discourse, NONE, Mention((span,), head, Kind.VERBAL))


def _clause_span(discourse: Discourse, verb: int, end: int | None) -> Span:
    """The clause with the dependents of its verb, without what connects it to others and without
    punctuation at its edges, as in the scheme of GUM.
    """
    forest, tokens = discourse.forest, discourse.document.tokens
    span = forest.span(verb)
    last = span.end if end is None else max(end, verb + 1)
    words = range(span.start, last)
    inside = [token for token in words if token == verb or tokens[token].upos != "PUNCT"]
    return Span(_without_connectives(discourse, verb, inside), inside[-1] + 1)


def _without_connectives(discourse: Discourse, verb: int, inside: list[int]) -> int:
    """Where a clause begins without its conjunction and without adverbials before its subject:
    *So, | your client was told*; *to* and *for us to* belong to the clause, and so does what
    follows a conjunction: *that | in May he left*.
    """
    forest, tokens = discourse.forest, discourse.document.tokens
    children = [child for child in forest.children[verb] if child < verb]
    subject = next((c for c in children if forest.labels[c] in _SUBJECTS), NONE)
    marks = [child for child in children if forest.labels[child] == "mark"]
    # *That* and *to* are both marks in Universal Dependencies; only the part of speech tells an
    # infinitive, which keeps its marks.
    infinitive = any(tokens[mark].upos == "PART" for mark in marks)
    start = inside[0]
    for child in children:
        label = forest.labels[child]
        if label == "punct":
            continue
        connects = label in _CONNECTIVE and not (infinitive and child in marks)
        if not connects and not (child < subject and label in _FRONTED):
            break
        after = forest.span(child).end
        start = next((token for token in inside if token >= after), verb)
        if child in marks:
            break
    return start


def _is_continued(discourse: Discourse, clause: Clause) -> bool:
    """Whether this clause is added to another one: *He sang, and that surprised us*."""
    while clause.parent != NONE:
        if clause.kind in _CONTINUING:
            return True
        clause = discourse.clauses.clauses[clause.parent]
    return False
