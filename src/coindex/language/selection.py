"""Selectional restrictions: predicates that only people and animals fulfil (Katz & Fodor 1963)."""

from __future__ import annotations

from coindex.language.functions import Function, function
from coindex.language.lexicon import words
from coindex.language.tree import NONE, Forest

_LISTS = {
    Function.SUBJECT: "sentient",
    Function.DIRECT_OBJECT: "addressing",
    Function.INDIRECT_OBJECT: "receiving",
}


def is_sentient(forest: Forest, index: int) -> bool:
    """Whether a noun or pronoun must be a person or an animal in its place: *they* in *they were
    exhausted*, *them* in *thank them* and in *hand them the keys*.
    """
    predicate = forest.heads[index]
    name = _LISTS.get(function(forest, index))
    if predicate == NONE or name is None:
        return False
    language, token = forest.document.language, forest.document.tokens[predicate]
    if forest.labels[index].endswith(":pass"):
        # *They were told*; *they were delighted* is a passive to some parsers.
        sentient = token.form.lower() in words(language, "grammar", name)
        return sentient or token.lemma.lower() in words(language, "grammar", "addressing")
    return token.lemma.lower() in words(language, "grammar", name)
