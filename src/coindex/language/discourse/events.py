"""Neuter pronouns that refer to the content of a clause, and that clause: *lo negó*, *eso no era
verdad*.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.language.lexicon import words
from coindex.language.syntax.roles import VERBAL
from coindex.language.syntax.tree import NONE, Forest
from coindex.language.zeros.subjects import is_personal

_BACK = 40
"""How many words before a pronoun its clause may be."""
_ADDED = frozenset({"conj", "advcl", "parataxis"})
_DEEPEST = 10
"""How many nested clauses are followed upwards."""


def takes_up_event(forest: Forest, index: int) -> bool:
    """Whether a pronoun is neuter in form, or a clitic that is the object of a verb of saying,
    knowing or doing.
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
    """The verb of the last clause before a neuter pronoun, or `NONE`.

    A clause on which the pronoun's own clause depends does not count. In a group of verbs it is the
    lexical one, with a predicate the copula. Relative and adverbial clauses are not referred to,
    but the clauses they modify are.
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
    """The verb that a relative or adverbial clause modifies."""
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
    """The lexical verb: *vender* in *quiere vender*, *es* in *es suya*."""
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
    """The heads of clauses to which a following neuter pronoun may refer."""
    if words(forest.document.language, "grammar", "neuter_clitic"):
        pronouns = (index for index in range(len(forest.heads)) if takes_up_event(forest, index))
        heads = (event_before(forest, index) for index in pronouns)
        yield from sorted({head for head in heads if head != NONE})


def _upwards(forest: Forest, index: int) -> Iterator[int]:
    """The verbs on which the pronoun's clause depends; a verb to which it is joined or added is
    another one.
    """
    while index != NONE:
        yield index
        index = NONE if forest.labels[index] in _ADDED else forest.heads[index]
