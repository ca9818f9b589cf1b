"""Pronouns that do not refer, in languages whose parses mark most of them: *es regnet*, *es ist
klar, dass ...*.

A pronoun that the parse labels as an expletive is one; many parses nevertheless label *es* a
subject, so word lists name the predicates with which it refers to nothing.
"""

from __future__ import annotations

from coindex.core.document import Document
from coindex.language.lexicon import words
from coindex.language.pleonastic.patterns import Subtype
from coindex.language.syntax.tree import NONE, Forest, forest

INHERENT = "inherent"
"""A reflexive pronoun that belongs to its verb, *sich schämen*, as with clitics."""
_CLAUSES = frozenset({"csubj", "ccomp", "xcomp", "advcl"})


def expletives(document: Document) -> dict[int, str]:
    """The pronouns that do not refer, each with its subtype."""
    parse = forest(document)
    subtypes: dict[int, str] = {}
    for index, token in enumerate(document.tokens):
        if token.upos == "PRON" and not token.empty and (subtype := _subtype(parse, index)):
            subtypes[index] = subtype
    return subtypes


def _subtype(parse: Forest, index: int) -> str:
    token, label = parse.document.tokens[index], parse.labels[index]
    if label in ("expl:pv", "expl:pass", "expl:impers") or (
        label == "expl" and "Reflex=Yes" in token.feats
    ):
        return INHERENT
    if label != "expl" and token.form.lower() not in words(
        parse.document.language, "verbs", "expletive"
    ):
        return ""
    predicate = parse.heads[index]
    if predicate == NONE or not label.startswith(("expl", "nsubj")):
        return ""
    return _with_predicate(parse, predicate) or (Subtype.PROP_IT if label == "expl" else "")


def _with_predicate(parse: Forest, predicate: int) -> str:
    lemma, language = parse.document.tokens[predicate].lemma.lower(), parse.document.language
    if lemma in words(language, "verbs", "weather"):
        return Subtype.PROP_IT
    if lemma in words(language, "verbs", "existential"):
        return Subtype.EXISTENTIAL
    if lemma in words(language, "verbs", "concerning") and _concerns(parse, predicate):
        return Subtype.IDIOM
    judged = lemma in words(language, "verbs", "judgement") or lemma in words(
        language, "verbs", "clausal"
    )
    clause = any(
        parse.labels[child].partition(":")[0] in _CLAUSES for child in parse.children[predicate]
    )
    return Subtype.EXTRAPOSITION if judged and clause else ""


def _concerns(parse: Forest, predicate: int) -> bool:
    """Whether it is a phrase like *es geht um Geld*, *es handelt sich um einen Fehler*."""
    tokens, known = (
        parse.document.tokens,
        words(parse.document.language, "verbs", "concerning_preposition"),
    )
    cases = (parse.cases[child] for child in parse.children[predicate])
    return any(case != NONE and tokens[case].form.lower() in known for case in cases)
