"""Passes over constructions that state the coreference of two phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coindex.core.annotation import Kind
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.noun_phrases import Definiteness
from coindex.resolvers.sieve.state import JoinProposal, State, nested, sieve_pass

_PREDICATES = frozenset({Kind.NOMINAL, Kind.NAME})
_MODAL = "MD"
_PLACE = "place"
PAIR_BACK = 3
"""How many sentences back *the latter* finds its two."""


@sieve_pass(
    "close apposition",
    gloss="a title or noun goes to the name directly after it: la señora Ortega",
    # The title may be annotated around the name.
    nesting=False,
)
def close_apposition(state: State) -> Iterator[JoinProposal]:
    """Link a title or noun to the name directly after it, *la señora Ortega*, if these are two
    mentions; the name may still refer to an earlier one.
    """
    for later, earlier in _in_order(state.discourse.appositions):
        if (
            state.grammar is not None
            and later.kind is Kind.NAME
            and earlier.kind is Kind.NOMINAL
            and earlier.head + 1 == later.mention.start
            and _fits(state, later, earlier)
        ):
            yield JoinProposal(earlier, later)


@sieve_pass(
    "apposition",
    gloss=(
        "as a rule, precise constructs: an apposition goes to what it explains; as a "
        "preference: the candidate is an apposition"
    ),
    # The whole may be annotated around its second part.
    nesting=False,
)
def apposition(state: State) -> Iterator[JoinProposal]:
    """Link appositions, unless of another entity type or after a colon, where lists of examples
    are more frequent.
    """
    tokens = state.discourse.document.tokens
    for later, earlier in _in_order(state.discourse.appositions):
        if (
            tokens[later.mention.start - 1].form != ":"
            and not (state.grammar is not None and state.joined(later, earlier))
            and not _unlike(later, earlier)
            and _fits(state, later, earlier)
            and not _located(later, earlier)
            and not _addressed(later, earlier)
        ):
            yield JoinProposal(later, earlier)


def _located(later: Expression, earlier: Expression) -> bool:
    """Whether a place is said to lie in another: *Paris, Texas*."""
    return later.type == _PLACE and later.kind is earlier.kind is Kind.NAME


def _addressed(later: Expression, earlier: Expression) -> bool:
    """Whether two names of people without a common word are not an apposition, because one is
    addressed: *about Emma, Mr. Knightley*.
    """
    tokens = later.discourse.document.tokens
    if (
        later.kind is not Kind.NAME
        or earlier.kind is not Kind.NAME
        or tokens[later.mention.start - 1].form != ","
    ):
        return False
    people = "person" in (later.type, earlier.type) or bool(
        later.features.gender and earlier.features.gender
    )
    return people and not set(later.name.words) & set(earlier.name.words)


@sieve_pass(
    "copula",
    gloss="precise constructs: a predicate nominal goes to the subject",
    # Animacy may differ, *it is my favorite*; *the man who is a doctor* holds its predicate.
    agreement=False,
    nesting=False,
)
def copula(state: State) -> Iterator[JoinProposal]:
    """Link predicate nominals of the entity type of their subjects, *Ann is the mayor* and *Ann is
    mayor*, unless the clause is negated, hypothetical or a question.
    """
    for described, subject in _predicates(state):
        known = described.type and described.type == subject.type
        alike = known or not (_bare(described) or _unlike(described, subject))
        if alike and _says(state, described, subject):
            yield JoinProposal(described, subject)


@sieve_pass(
    "predicate",
    gloss=("a predicate nominal of another entity type goes to the noun or name it describes"),
    # *The house that is a blessing* holds its predicate.
    nesting=False,
)
def predicate(state: State) -> Iterator[JoinProposal]:
    """Link predicate nominals of another entity type, *the house is a blessing*, now that pronouns
    are resolved: they say little of what may refer to their subjects. A pronoun as the subject
    often refers to nothing, *it is a pity*.
    """
    for described, subject in _predicates(state):
        if (
            _unlike(described, subject)
            and not _bare(described)
            and not subject.pronominal
            and state.open(described)
            and _fits(state, described, subject)
        ):
            yield JoinProposal(described, subject)


def _predicates(state: State) -> Iterator[tuple[Expression, Expression]]:
    """What is asserted of a subject, with the subject."""
    for described, subject in _in_order(state.discourse.copulas):
        if described.kind in _PREDICATES and _asserted(described):
            yield described, subject


def _unlike(one: Expression, other: Expression) -> bool:
    """Whether both have an entity type, as not all parsers give, and these differ."""
    return bool(one.type and other.type) and one.type != other.type


def _bare(phrase: Expression) -> bool:
    return phrase.definiteness is Definiteness.BARE


@sieve_pass(
    "reflexive",
    gloss="a reflexive goes to the subject of its clause",
)
def reflexive(state: State) -> Iterator[JoinProposal]:
    for pronoun, subject in _in_order(state.discourse.reflexives):
        if state.open(pronoun) and not state.clash(pronoun, subject):
            yield JoinProposal(pronoun, subject)


@sieve_pass(
    "own",
    gloss=(
        "as a rule, a possessive with *own* goes to the subject of its clause; as a "
        "preference: the pronoun has *own* with it, and the candidate is the subject of"
        " its clause"
    ),
)
def own(state: State) -> Iterator[JoinProposal]:
    """Link *own* to the subject of the clause, the possessor: *every player shows their
    own card*.
    """
    for pronoun in state.anaphoric:
        if pronoun.kind is Kind.POSSESSIVE and state.open(pronoun) and emphasised(pronoun):
            subject = state.discourse.subject(pronoun)
            if (
                subject is not None
                and subject.number < pronoun.number
                and not nested(pronoun, subject)
                and not state.clash(pronoun, subject)
            ):
                yield JoinProposal(pronoun, subject)


@sieve_pass(
    "former",
    gloss="the former and the latter go to the first and the second of two coordinated",
)
def former(state: State) -> Iterator[JoinProposal]:
    """Link *the former* and *the latter* to the first and the second of the two that were
    coordinated last, a few sentences back at most.
    """
    discourse = state.discourse
    language = discourse.document.language
    places = {
        **dict.fromkeys(lexicon.words(language, "grammar", "former"), 0),
        **dict.fromkeys(lexicon.words(language, "grammar", "latter"), 1),
    }
    for phrase in state.phrases if places else ():
        if phrase.lemma in places and state.open(phrase):
            pair = _last_pair(discourse, phrase)
            if pair is not None and not state.clash(phrase, pair[places[phrase.lemma]]):
                yield JoinProposal(phrase, pair[places[phrase.lemma]])


def _last_pair(discourse: Discourse, phrase: Expression) -> tuple[Expression, Expression] | None:
    """The members of the last coordination of two before a phrase."""
    forest = discourse.forest
    for back in range(min(PAIR_BACK, phrase.sentence) + 1):
        for first in reversed(discourse.sentences[phrase.sentence - back]):
            others = [c for c in forest.children[first.head] if forest.labels[c] == "conj"]
            second = discourse.by_head.get(others[0]) if len(others) == 1 else None
            if second is not None and second.mention.end <= phrase.mention.start:
                return discourse.by_head[first.head], second
    return None


def emphasised(pronoun: Expression) -> bool:
    """Whether *own* follows a possessive."""
    document, following = pronoun.discourse.document, pronoun.head + 1
    return following < len(document.tokens) and document.tokens[
        following
    ].form.lower() in lexicon.words(document.language, "grammar", "own")


@sieve_pass(
    "clitic doubled",
    gloss=(
        "a clitic goes to the phrase of its own verb that it doubles, as le and a Juan "
        "in a Juan le dije"
    ),
    # A clitic need not agree in number: *le dije a ellos*.
    agreement=False,
)
def doubled(state: State) -> Iterator[JoinProposal]:
    """Link a clitic to the phrase of its own verb that it doubles: *a Juan le dije*."""
    grammar = state.grammar
    if grammar is None:
        return
    for clitic in state.anaphoric:
        if state.open(clitic) and (phrase := grammar.doubled(clitic)) is not None:
            yield JoinProposal(clitic, phrase)


@sieve_pass(
    "relative",
    gloss="precise constructs: a relative pronoun goes to what its clause modifies",
    # Its clause is part of what it modifies.
    agreement=False,
    nesting=False,
)
def relative(state: State) -> Iterator[JoinProposal]:
    for pronoun, head in _in_order(state.discourse.relatives):
        yield JoinProposal(pronoun, head)


def _in_order(pairs: Mapping[Expression, Expression]) -> list[tuple[Expression, Expression]]:
    return sorted(pairs.items(), key=lambda pair: pair[0].number)


def _fits(state: State, later: Expression, earlier: Expression) -> bool:
    return later.number > earlier.number and not state.clash(later, earlier, persons=False)


def _says(state: State, predicate: Expression, subject: Expression) -> bool:
    """Whether they agree apart from animacy: a predicate of a thing may be a word for people, *it
    is my favorite*.
    """
    clash = state.clash(predicate, subject, persons=False)
    return predicate.number > subject.number and clash in ("", "animacy")


def _asserted(predicate: Expression) -> bool:
    document, forest = predicate.discourse.document, predicate.discourse.forest
    if document.tokens[document.sentences[predicate.sentence].span.end - 1].form == "?":
        return False
    parts = [document.tokens[child] for child in forest.children[predicate.head]]
    return not any("Polarity=Neg" in part.feats or part.xpos == _MODAL for part in parts)
