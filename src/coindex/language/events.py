"""Neuter pronouns that take up what a clause says, and the clause:
*lo negó*, *eso no era verdad*.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.language.lexicon import words
from coindex.language.roles import VERBAL
from coindex.language.subjects import is_personal
from coindex.language.tree import NONE, Forest

_BACK = 40
"""How many words before a pronoun its clause may lie."""


def takes_up_event(forest: Forest, index: int) -> bool:
    """Whether a pronoun is neuter in form, or a clitic that is the object of a
    verb of saying, knowing or doing.
    """
    document = forest.document
    form, language = document.tokens[index].form.lower(), document.language
    if document.tokens[index].upos != "PRON":
        return False
    if form in words(language, "grammar", "neuter_demonstrative"):
        return True
    verb = forest.heads[index]
    if form not in words(language, "grammar", "neuter_clitic") or verb == NONE:
        return False
    return document.tokens[verb].lemma.lower() in words(language, "verbs", "of_events")


def event_before(forest: Forest, index: int) -> int:
    """The last finite verb before a neuter pronoun that its own clause
    does not depend on, or `NONE`.
    """
    tokens, own = forest.document.tokens, set(_upwards(forest, index))
    for place in range(index - 1, max(-1, index - _BACK), -1):
        token = tokens[place]
        if token.upos in VERBAL and place not in own and not token.empty and is_personal(token):
            label, head = forest.labels[place].partition(":")[0], forest.heads[place]
            predicate = head if label in ("aux", "cop") and head != NONE else place
            if predicate not in own and token.feature("Mood") != "Imp":
                return predicate
    return NONE


def events(forest: Forest) -> Iterator[int]:
    """The heads of clauses that a neuter pronoun behind them may take up."""
    if words(forest.document.language, "grammar", "neuter_clitic"):
        pronouns = (index for index in range(len(forest.heads)) if takes_up_event(forest, index))
        found = (event_before(forest, index) for index in pronouns)
        yield from sorted({head for head in found if head != NONE})


def _upwards(forest: Forest, index: int) -> Iterator[int]:
    """What the pronoun's clause depends on; a verb that it is joined to is another clause."""
    while index != NONE:
        yield index
        index = NONE if forest.labels[index] == "conj" else forest.heads[index]
