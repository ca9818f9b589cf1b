"""Corrections of the model by English grammar: *each other* depends on the verb that it follows,
and *xe* is a pronoun, as is *ey* if a person declares it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from coindex.core.annotation import Kind
from coindex.core.document import ROOT, Document, Token
from coindex.language.nominals.pronouns import declarations, invented, pronouns

_BEFORE_NOUN = frozenset({"compound", "amod", "det", "nmod", "flat"})


def corrected(document: Document) -> Document:
    """The parse with reciprocals attached to their verb, *The boys like each other*, and with
    neopronouns as pronouns.
    """
    return _with_neopronouns(_with_reciprocals(document))


def _with_reciprocals(document: Document) -> Document:
    if "other" not in document.text:  # each other, one another
        return document
    reciprocals = [
        index for index, token in enumerate(document.tokens) if "PronType=Rcp" in token.feats
    ]
    tokens = list(document.tokens)
    for index in reciprocals:
        if tokens[index].deprel == "nmod" and (verb := _verb_between(tokens, index)):
            tokens[index] = tokens[index]._replace(head=verb, deprel="obj")
    return replace(document, tokens=tuple(tokens)) if reciprocals else document


def _verb_between(tokens: list[Token], reciprocal: int) -> int:
    """The verb of the noun on which a reciprocal without a preposition depends, if it stands
    between the two; else 0.
    """
    noun = tokens[reciprocal].head
    if noun is None or noun == ROOT or tokens[reciprocal - 1].upos == "ADP":
        return 0
    verb = tokens[noun].head
    between = verb is not None and noun < verb < reciprocal and tokens[verb].upos == "VERB"
    return verb if between and verb is not None else 0


def _with_neopronouns(document: Document) -> Document:
    used = _neopronouns(document)
    if not used:
        return document
    named = frozenset(index for one in declarations(document) for index in range(*one.span))
    tokens = list(document.tokens)
    for index, token in enumerate(tokens):
        lemma = used.get(token.form.lower())
        if lemma is not None and index not in named:
            tokens[index] = _pronoun(token, lemma, index)
    return replace(document, tokens=tuple(tokens))


def _neopronouns(document: Document) -> Mapping[str, str]:
    """The forms that are pronouns in this text, with their lemma: those that are nothing else in
    English, and those that a person declares, *Lior (ey/em/eir)*.
    """
    table, known = pronouns(document.language), invented(document.language)
    forms = {token.form for token in document.tokens}
    lemmas = {form: form for form in known.intersection(map(str.lower, forms))}
    for stated in declarations(document):
        if table[stated.form].gender == "other":
            lemmas |= dict.fromkeys(stated.forms, stated.form)
    return lemmas


def _pronoun(token: Token, lemma: str, index: int) -> Token:
    row = pronouns("en")[token.form.lower()]
    before_noun = token.head is not None and token.head > index and token.deprel in _BEFORE_NOUN
    owning = row.kind is Kind.POSSESSIVE and before_noun
    feats = "Person=3|Poss=Yes|PronType=Prs" if owning else "Person=3|PronType=Prs"
    return token._replace(
        upos="PRON",
        xpos="PRP$" if owning else "PRP",
        lemma=lemma,
        feats=feats,
        deprel="nmod:poss" if owning else token.deprel,
    )
