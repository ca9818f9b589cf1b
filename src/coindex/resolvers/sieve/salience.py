"""What speaks for an antecedent of a pronoun: marks of the candidate, of the pair, and of the entity it belongs to."""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.annotation import Kind
from coindex.language import lexicon
from coindex.language.agreement import Animacy, Number
from coindex.language.functions import embedded
from coindex.resolvers.discourse import Expression
from coindex.resolvers.entities import Group
from coindex.resolvers.sieve.scene import Scene

WINDOW = 4
_NEAR = (3, 8, 15, 30)
_PERSONAL = frozenset({Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE})


def family(pronoun: Expression) -> str:
    """Which table of weights a pronoun has: `he` for any that names a gender or a person, `they`, or `it`."""
    features = pronoun.features
    if pronoun.kind is Kind.DEMONSTRATIVE:
        return "this"
    if features.number & Number.PLURAL:
        return "they"
    return "it" if features.animacy == Animacy.INANIMATE else "he"


def standing(scene: Scene, candidate: Expression) -> tuple[str, ...]:
    """Marks of a candidate that are the same for every pronoun."""
    found = [candidate.function.value]
    if candidate.kind is Kind.NOMINAL:
        found.append(candidate.definiteness.value)
    else:
        found.append("personal" if candidate.kind in _PERSONAL else candidate.kind.value)
    document, forest = scene.discourse.document, scene.discourse.forest
    if candidate.lemma in lexicon.words(document.language, "nouns", "time") or candidate.type == "time":
        found.append("time")
    if embedded(forest, candidate.head):
        found.append("embedded")
    if candidate is scene.discourse.sentences[candidate.sentence][0]:
        found.append("first")
    if document.sentences[candidate.sentence].heading:
        found.append("heading")
    return tuple(found)


def relative_to(scene: Scene, pronoun: Expression, candidate: Expression) -> Iterator[str]:
    """Marks of the pair: distance, parallel place, the same verb."""
    back = pronoun.sentence - candidate.sentence
    if candidate.number > pronoun.number:
        yield "follows"
        return
    yield f"{min(back, WINDOW)} sentences back"
    if not back:
        gap = pronoun.head - candidate.head
        yield f"within {next((near for near in _NEAR if gap <= near), 'many')} words"
        if candidate.clause is pronoun.clause:
            yield "same clause"
    if candidate.mention.end > pronoun.mention.start and not back:
        yield "around"
    if candidate.function is pronoun.function:
        yield f"parallel {pronoun.function.value}"
    if candidate.kind in _PERSONAL:
        yield "same pronoun" if candidate.form == pronoun.form else "other form"
    if candidate.kind is Kind.DEMONSTRATIVE and candidate.form == pronoun.form:
        yield "same pronoun"
    if candidate.governor >= 0 and pronoun.governor >= 0 and candidate.function is pronoun.function:
        tokens = scene.discourse.document.tokens
        if tokens[candidate.governor].lemma == tokens[pronoun.governor].lemma:
            yield "same verb"
    if candidate.preposition and candidate.preposition == pronoun.preposition:
        yield "same preposition"
    sentences = scene.discourse.document.sentences
    if sentences[pronoun.sentence].speaker != sentences[candidate.sentence].speaker:
        yield "other speaker"
    if sentences[pronoun.sentence].paragraph != sentences[candidate.sentence].paragraph:
        yield "other paragraph"


def of_entity(pronoun: Expression, group: Group) -> Iterator[str]:
    """Marks of the entity: how often it was mentioned lately, and how well it is known to agree."""
    first = max(0, pronoun.sentence - WINDOW)
    lately = sum(len(group.in_sentence(sentence)) for sentence in range(first, pronoun.sentence + 1))
    yield f"{min(lately, 4)} mentions lately"
    if not group.named:
        yield "nameless"
    if group.size > 4:
        yield "long chain"
    ours, theirs = pronoun.features, group.features
    if ours.gender and theirs.gender & ours.gender:
        yield "gender known"
    if theirs.animacy == Animacy.ANIMATE:
        yield "animate" if theirs.animacy_certainty >= 0.8 else "perhaps animate"
    elif theirs.animacy == Animacy.INANIMATE:
        yield "inanimate"
    elif theirs.animacy:
        yield "either"
    if theirs.number == Number.PLURAL:
        yield "plural"
    elif theirs.number == Number.SINGULAR:
        yield "singular"
