"""Passes over constructions that state the coreference of two phrases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from coindex.core.annotation import Kind
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.nominals.noun_phrases import Definiteness
from coindex.resolvers.sieve.scene import JoinProposal, Scene, nested

_PREDICATES = frozenset({Kind.NOMINAL, Kind.NAME})
_MODAL = "MD"
_PLACE = "place"
PAIR_BACK = 3
"""How many sentences back *the latter* finds its two."""


def close_apposition(scene: Scene) -> Iterator[JoinProposal]:
    """Link a title or noun to the name directly after it, *la señora Ortega*, if these are two
    mentions; the name may still refer to an earlier one.
    """
    for later, earlier in _in_order(scene.discourse.appositions):
        if (
            scene.grammar is not None
            and later.kind is Kind.NAME
            and earlier.kind is Kind.NOMINAL
            and earlier.head + 1 == later.mention.start
            and _fits(scene, later, earlier)
        ):
            yield JoinProposal(earlier, later)


def apposition(scene: Scene) -> Iterator[JoinProposal]:
    """Link appositions, unless of another entity type or after a colon, where lists of examples
    are more frequent.
    """
    tokens = scene.discourse.document.tokens
    for later, earlier in _in_order(scene.discourse.appositions):
        if (
            tokens[later.mention.start - 1].form != ":"
            and not (scene.grammar is not None and scene.joined(later, earlier))
            and not _unlike(later, earlier)
            and _fits(scene, later, earlier)
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


def copula(scene: Scene) -> Iterator[JoinProposal]:
    """Link predicate nominals of the entity type of their subjects, *Ann is the mayor* and *Ann is
    mayor*, unless the clause is negated, hypothetical or a question.
    """
    for described, subject in _predicates(scene):
        known = described.type and described.type == subject.type
        alike = known or not (_bare(described) or _unlike(described, subject))
        if alike and _says(scene, described, subject):
            yield JoinProposal(described, subject)


def predicate(scene: Scene) -> Iterator[JoinProposal]:
    """Link predicate nominals of another entity type, *the house is a blessing*, now that pronouns
    are resolved: they say little of what may refer to their subjects. A pronoun as the subject
    often refers to nothing, *it is a pity*.
    """
    for described, subject in _predicates(scene):
        if (
            _unlike(described, subject)
            and not _bare(described)
            and not subject.pronominal
            and scene.open(described)
            and _fits(scene, described, subject)
        ):
            yield JoinProposal(described, subject)


def _predicates(scene: Scene) -> Iterator[tuple[Expression, Expression]]:
    """What is asserted of a subject, with the subject."""
    for described, subject in _in_order(scene.discourse.copulas):
        if described.kind in _PREDICATES and _asserted(described):
            yield described, subject


def _unlike(one: Expression, other: Expression) -> bool:
    """Whether both have an entity type, as not all parsers give, and these differ."""
    return bool(one.type and other.type) and one.type != other.type


def _bare(phrase: Expression) -> bool:
    return phrase.definiteness is Definiteness.BARE


def reflexive(scene: Scene) -> Iterator[JoinProposal]:
    for pronoun, subject in _in_order(scene.discourse.reflexives):
        if scene.open(pronoun) and not scene.clash(pronoun, subject):
            yield JoinProposal(pronoun, subject)


def own(scene: Scene) -> Iterator[JoinProposal]:
    """Link *own* to the subject of the clause, the possessor: *every player shows their
    own card*.
    """
    for pronoun in scene.anaphoric:
        if pronoun.kind is Kind.POSSESSIVE and scene.open(pronoun) and emphasised(pronoun):
            subject = scene.discourse.subject(pronoun)
            if (
                subject is not None
                and subject.number < pronoun.number
                and not nested(pronoun, subject)
                and not scene.clash(pronoun, subject)
            ):
                yield JoinProposal(pronoun, subject)


def former(scene: Scene) -> Iterator[JoinProposal]:
    """Link *the former* and *the latter* to the first and the second of the two that were
    coordinated last, a few sentences back at most.
    """
    discourse = scene.discourse
    language = discourse.document.language
    places = {
        **dict.fromkeys(lexicon.words(language, "grammar", "former"), 0),
        **dict.fromkeys(lexicon.words(language, "grammar", "latter"), 1),
    }
    for phrase in scene.phrases if places else ():
        if phrase.lemma in places and scene.open(phrase):
            pair = _last_pair(discourse, phrase)
            if pair is not None and not scene.clash(phrase, pair[places[phrase.lemma]]):
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


def doubled(scene: Scene) -> Iterator[JoinProposal]:
    """Link a clitic to the phrase of its own verb that it doubles: *a Juan le dije*."""
    grammar = scene.grammar
    if grammar is None:
        return
    for clitic in scene.anaphoric:
        if scene.open(clitic) and (phrase := grammar.doubled(clitic)) is not None:
            yield JoinProposal(clitic, phrase)


def relative(scene: Scene) -> Iterator[JoinProposal]:
    for pronoun, head in _in_order(scene.discourse.relatives):
        yield JoinProposal(pronoun, head)


def _in_order(pairs: Mapping[Expression, Expression]) -> list[tuple[Expression, Expression]]:
    return sorted(pairs.items(), key=lambda pair: pair[0].number)


def _fits(scene: Scene, later: Expression, earlier: Expression) -> bool:
    return later.number > earlier.number and not scene.clash(later, earlier, persons=False)


def _says(scene: Scene, predicate: Expression, subject: Expression) -> bool:
    """Whether they agree apart from animacy: a predicate of a thing may be a word for people, *it
    is my favorite*.
    """
    clash = scene.clash(predicate, subject, persons=False)
    return predicate.number > subject.number and clash in ("", "animacy")


def _asserted(predicate: Expression) -> bool:
    document, forest = predicate.discourse.document, predicate.discourse.forest
    if document.tokens[document.sentences[predicate.sentence].span.end - 1].form == "?":
        return False
    parts = [document.tokens[child] for child in forest.children[predicate.head]]
    return not any("Polarity=Neg" in part.feats or part.xpos == _MODAL for part in parts)
