"""What a referring *it* refers to: a noun phrase, one that follows, a clause, or an action."""

from __future__ import annotations

from coindex.core.document import Document
from coindex.language.pleonastic.words import SentenceWords, listed, words_of
from coindex.language.syntax.tree import NONE, Forest, forest

_NOUNS = frozenset({"NOUN", "PROPN"})
_SUBORDINATE = frozenset({"advcl", "csubj"})


def referential_use(document: Document, token: int) -> str:
    """`cataphoric`, `clausal`, `proaction` or `nominal`; without a parse, judged only by the words
    around it.
    """
    words = words_of(document, document.sentence_of(token))
    position = words.indices.index(token)
    if words.lemma(position - 1) == "do" and words.tag(position - 1) in ("VERB", ""):
        return "proaction"
    if _fronted(forest(document), words, token):
        return "cataphoric"
    return "clausal" if _said_of_clauses(words, position) else "nominal"


def _fronted(parse: Forest, words: SentenceWords, token: int) -> bool:
    """Whether it is in a subordinate clause before its main clause, without an earlier noun that it
    could refer to.
    """
    document = parse.document
    sentence = document.sentence_index(token)
    begin = document.sentences[max(0, sentence - 1)].span.start
    if any(document.tokens[index].upos in _NOUNS for index in range(begin, token)):
        return False
    for clause in parse.ancestors(token):
        head = parse.heads[clause]
        if (
            document.tokens[clause].relation in _SUBORDINATE
            and head != NONE
            and token < clause < head
        ):
            return any(
                document.tokens[child].relation == "nsubj" and document.tokens[child].upos in _NOUNS
                for child in parse.children[head]
            )
    return False


def _said_of_clauses(words: SentenceWords, it: int) -> bool:
    """Whether its predicate is about facts and events: it surprised me, it drove me crazy, I know
    it.
    """
    if words.lemma(it - 1) in listed("factive_object"):
        return True
    verb = it + 1
    while words.is_a(verb, "auxiliary", "adverb") or words.tag(verb) == "ADV":
        verb += 1
    if words.lemma(verb) in listed("event_subject"):
        return True
    driven = words.lemma(verb) in ("drive", "make") and words.tag(verb + 1) in ("PRON", "PROPN", "")
    return driven and words.is_a(verb + 2, "state_of_mind")
