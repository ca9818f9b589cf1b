"""Selectional restrictions: predicates that only people and animals fulfil (Katz & Fodor 1963)."""

from __future__ import annotations

from coindex.language.lexicon import words
from coindex.language.syntax.functions import Function, function
from coindex.language.syntax.tree import NONE, Forest

_LISTS = {
    Function.SUBJECT: "sentient",
    Function.DIRECT_OBJECT: "addressing",
    Function.INDIRECT_OBJECT: "receiving",
}
_DESCRIBING = frozenset({"ADJ", "VERB"})


def is_sentient(forest: Forest, index: int) -> bool:
    """Whether a noun or pronoun must be a person or an animal in its place: *they* in *they were
    exhausted*, *them* in *thank them* and in *hand them the keys*.
    """
    predicate = forest.heads[index]
    name = _LISTS.get(function(forest, index))
    if predicate == NONE or name is None:
        return False
    meant = _meant(forest, predicate)
    language, token = forest.document.language, forest.document.tokens[meant]
    listed, lemma = words(language, "grammar", name), token.lemma.lower()
    passive = forest.labels[index].endswith(":pass")
    # *They were delighted* is a passive to some parsers, and *they became engaged* has a verb.
    if (passive or meant != predicate) and token.form.lower() in listed:
        return True
    # *They were told*.
    return lemma in (words(language, "grammar", "addressing") if passive else listed)


def _meant(forest: Forest, predicate: int) -> int:
    """What follows a linking verb, *they had become engaged*, or one such as *begin*; else the
    predicate itself.
    """
    tokens, language = forest.document.tokens, forest.document.language
    lemma = tokens[predicate].lemma
    linking = lemma in words(language, "pleonastic", "linking")
    if not linking and lemma not in words(language, "grammar", "phasal"):
        return predicate
    complements = (c for c in forest.children[predicate] if forest.labels[c] == "xcomp")
    return next((c for c in complements if tokens[c].upos in _DESCRIBING), predicate)
