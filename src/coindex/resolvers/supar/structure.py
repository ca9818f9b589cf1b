"""Where syntax determines an omitted subject: joined verbs, embedded clauses, and verbs of
influence.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.annotation import Kind
from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Expression
from coindex.language.lexicon import words
from coindex.language.syntax.clauses import subject_of
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE

STRUCTURE_TERMS: Glossary = {
    "coordinated subject": "the zero's verb is joined with another one, whose subject it shares",
    "superordinate subject": "the zero's clause is inside another one, whose subject it shares",
    "influenced person": (
        "the zero's verb says what another verb asks its object to do: le rogó que cantara"
    ),
}

_DEEPEST = 10
"""How many verbs are followed upwards: trees of parsers may be chains."""
_OBJECTS = frozenset({"obj", "iobj", "obl"})


def told_subjects(zero: Expression) -> Iterator[tuple[str, Expression]]:
    """The subjects that syntax suggests for a zero, with the rule, best first."""
    forest, tokens = zero.discourse.forest, zero.discourse.document.tokens
    verb = forest.heads[zero.head]
    if zero.kind is not Kind.ZERO or verb == NONE:
        return
    for _ in range(_DEEPEST):
        above, role = forest.heads[verb], forest.roles[verb]
        if above == NONE:
            return
        if forest.clausal[verb] and role != Role.CONJUNCT and _influences(zero, above, verb):
            yield from (("influenced person", subject) for subject in _asked(zero, above))
            return
        if role == Role.CONJUNCT and forest.clausal[verb]:
            if (subject := _subject(zero, above)) is not None:
                yield "coordinated subject", subject
                return
        elif role == Role.ADVERBIAL and not _for_others(zero, verb):
            if (subject := _subject(zero, above)) is not None:
                yield "superordinate subject", subject
            return
        else:
            return
        # A conjunct without a subject beside it shares that of a verb further up.
        verb = above
        if tokens[verb].upos not in ("VERB", "AUX", "ADJ", "NOUN"):
            return


def _subject(zero: Expression, verb: int) -> Expression | None:
    """The subject of a verb, or the noun that its clause modifies, if the subject is a relative
    pronoun.
    """
    discourse = zero.discourse
    token = subject_of(discourse.forest, verb)
    if token == NONE:
        return None
    upper = discourse.relative_heads.get(token)
    subject = discourse.by_head.get(token if upper is None else upper)
    return subject if subject is not None and subject is not zero else None


def _influences(zero: Expression, verb: int, inner: int) -> bool:
    """Whether a verb of influence governs a subjunctive: *le rogó que cantara*."""
    document = zero.discourse.document
    subjunctive = any(
        document.tokens[word].feature("Mood") == "Sub"
        for word in (inner, *zero.discourse.forest.children[inner])
    )
    return subjunctive and document.tokens[verb].lemma.lower() in words(
        document.language, "verbs", "influence"
    )


def _asked(zero: Expression, verb: int) -> Iterator[Expression]:
    """The objects of a verb of influence: phrases before clitics."""
    discourse, forest = zero.discourse, zero.discourse.forest
    children = [c for c in forest.children[verb] if forest.labels[c].partition(":")[0] in _OBJECTS]
    objects = [discourse.by_head[child] for child in children if child in discourse.by_head]
    dative = words(discourse.document.language, "syntax", "dative")
    able = [e for e in objects if e.head < zero.head and (e.preposition in dative or e.pronominal)]
    yield from sorted(able, key=lambda expression: expression.pronominal)


def _for_others(zero: Expression, verb: int) -> bool:
    """Whether it is *para que*, *sin que* or the like, where the subject is a different one."""
    document, forest = zero.discourse.document, zero.discourse.forest
    marks = [document.tokens[child].form.lower() for child in forest.children[verb] if child < verb]
    return any(mark in words(document.language, "verbs", "other_subject") for mark in marks)
