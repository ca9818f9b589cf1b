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
_ADDED = frozenset({"conj", "advcl", "parataxis"})
_DEEPEST = 10
"""How many clauses inside each other are climbed."""


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
    """The verb that names what the last clause before a neuter pronoun says, or `NONE`.

    Not a clause that the pronoun's own depends on. Of a group of verbs it is the lexical one, of a
    copula and its predicate the copula. What relative and adverbial clauses add is not taken up,
    but what they are added to.
    """
    tokens, own = forest.document.tokens, set(_upwards(forest, index))
    for place in range(index - 1, max(-1, index - _BACK), -1):
        token = tokens[place]
        if token.upos in VERBAL and place not in own and not token.empty and is_personal(token):
            verb = _main(forest, _predicate(forest, place))
            if verb not in own:
                return _lexical(forest, verb)
    return NONE


def _predicate(forest: Forest, verb: int) -> int:
    label, head = forest.labels[verb].partition(":")[0], forest.heads[verb]
    return head if label in ("aux", "cop") and head != NONE else verb


def _main(forest: Forest, verb: int) -> int:
    """The verb that a relative or adverbial clause belongs to."""
    for _ in range(_DEEPEST):
        label = forest.labels[verb].partition(":")[0]
        above = forest.heads[verb]
        if label == "acl" and above != NONE:
            while above != NONE and not forest.clausal[above]:
                above = forest.heads[above]
        elif label != "advcl":
            return verb
        if above == NONE or above > verb:
            return verb
        verb = above
    return verb


def _lexical(forest: Forest, verb: int) -> int:
    """*Quiere vender*: *vender*; *es suya*: *es*."""
    children = forest.children[verb]
    copula = next((child for child in children if forest.labels[child] == "cop"), NONE)
    if copula != NONE:
        return copula
    tokens = forest.document.tokens
    for child in children:
        if forest.labels[child] == "xcomp" and tokens[child].feature("VerbForm") == "Inf":
            return _lexical(forest, child)
    return verb


def events(forest: Forest) -> Iterator[int]:
    """The heads of clauses that a neuter pronoun behind them may take up."""
    if words(forest.document.language, "grammar", "neuter_clitic"):
        pronouns = (index for index in range(len(forest.heads)) if takes_up_event(forest, index))
        found = (event_before(forest, index) for index in pronouns)
        yield from sorted({head for head in found if head != NONE})


def _upwards(forest: Forest, index: int) -> Iterator[int]:
    """What the pronoun's clause depends on; a verb that it is joined or added to is another one."""
    while index != NONE:
        yield index
        index = NONE if forest.labels[index] in _ADDED else forest.heads[index]
