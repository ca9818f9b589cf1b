"""Corrections of the model by English grammar: *each other* depends on the verb that it follows,
*xe* is a pronoun, as is *ey* if a person declares it, who is to do something in a list, *Bill
to finish his slides*, is the subject, and a verb has a lemma that its form can have.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from coindex.core.annotation import Kind
from coindex.core.document import ROOT, Document, Token
from coindex.language.lexicon import first_names, words
from coindex.language.nominals.pronouns import declarations, invented, pronouns
from coindex.language.speech.turns import spoken

_OF_TASKS = ("acl", "xcomp")
"""How parsers attach the infinitive of *Bill to finish*."""
_CLOSED = re.compile("[^aeiou]*[aeiouy][^aeiouwxy]")
"""One short syllable; verbs of this form double their last letter before *-ed*."""
_OPEN = ("u", "v", "c")
"""Letters in which hardly any verb ends: *sued* is of *sue*."""
_SYLLABIC = re.compile("[bcdfgkpstz]l$")
"""What a verb ends in only before *e*: *trouble*, *handle*."""
_DOUBLED = re.compile(r"([^aeioulsfz])\1$")
"""What only a doubled letter ends in."""
_BEFORE_NOUN = frozenset({"compound", "amod", "det", "nmod", "flat"})


def corrected(document: Document) -> Document:
    """The parse with reciprocals attached to their verb, *The boys like each other*, with
    neopronouns as pronouns, the subjects of tasks, and possible lemmas of verbs.
    """
    parse = _with_tasks(_with_neopronouns(_with_reciprocals(document)))
    return _with_lemmas(_with_speakers(parse))


def _with_speakers(document: Document) -> Document:
    """The parse in which the name of a speaker is a person's wherever it stands: *Art: I know.*
    and *Art can do it*.
    """
    speakers = {sentence.speaker for sentence in spoken(document).sentences}
    small = {token.form for token in document.tokens if token.form.islower()}
    names = {name for name in speakers if name[:1].isupper() and name.lower() not in small}
    if not names:
        return document
    tokens = list(document.tokens)
    for index, token in enumerate(tokens):
        determined = index > 0 and tokens[index - 1].upos in ("DET", "ADJ")
        if token.form in names and token.upos in ("NOUN", "PROPN") and not determined:
            tokens[index] = token._replace(upos="PROPN", misc="EntityType=person")
    return replace(document, tokens=tuple(tokens))


def _with_lemmas(document: Document) -> Document:
    """The parse in which *wiped* is no form of *wi*, and *tore* none of *take*."""
    irregular = dict(pair.split("=") for pair in words("en", "syntax", "irregular"))
    tokens = list(document.tokens)
    for index, token in enumerate(tokens):
        form = token.form.lower()
        if token.upos != "VERB" or len(form) < 3:
            continue
        # *Wound* of *they wound us* is not the past of *wind*.
        is_present = "VerbForm=Inf" in token.feats or "Tense=Pres" in token.feats
        lemma = ("" if is_present else irregular.get(form, "")) or (
            _regular(form) if form.endswith("ed") and not _is_possible(form, token.lemma) else ""
        )
        if lemma and lemma != token.lemma:
            tokens[index] = token._replace(lemma=lemma)
    return replace(document, tokens=tuple(tokens))


def _is_possible(form: str, lemma: str) -> bool:
    """Whether a form in *-ed* may be of this verb; *feed* and *need* are."""
    own, stem = lemma.lower(), form[:-2]
    if own == stem:  # *blammed* would be of *blam*, and *begged* is of *beg*
        ends = stem.endswith(_OPEN) or _SYLLABIC.search(stem)
        return not (_CLOSED.fullmatch(stem) or _is_doubled(stem) or ends)
    return own in {form, form[:-1], form[:-3], f"{form[:-3]}y"} and len(own) > 2


def _regular(form: str) -> str:
    """The likely verb of a form in *-ed*: *stop* of *stopped*, *wipe* of *wiped*."""
    stem = form[:-2]
    if stem.endswith("i"):
        return f"{stem[:-1]}y"
    if _is_doubled(stem):
        return stem[:-1]
    silent = stem.endswith(("v", "c", "u", "s", "g", "z")) and not stem.endswith("ss")
    silent = silent or bool(_SYLLABIC.search(stem))
    return f"{stem}e" if silent or _CLOSED.fullmatch(stem) else stem


def _is_doubled(stem: str) -> bool:
    """Whether its last letter is not in the verb: *stopp*, but not *add* and *err*."""
    return len(stem) > 3 and bool(_DOUBLED.search(stem))


def _with_tasks(document: Document) -> Document:
    """The parse in which the infinitive is the predicate of *NAME to VERB* and the name its
    subject, where a sentence or item begins so.
    """
    tokens = list(document.tokens)
    firsts = {sentence.span.start for sentence in document.sentences}
    tasks = [
        (name, verb)
        for verb, token in enumerate(tokens)
        if token.deprel in ("acl", "xcomp")
        and (name := token.head) is not None
        and 0 <= name < verb
        if _is_task(tokens, name, verb, firsts)
    ]
    # Beside other tasks, what the model does not take for a noun is a name, too: *Noor to call*.
    if not any(_is_person(tokens[name]) and tokens[name].upos != "VERB" for name, _ in tasks):
        return document
    tasks = [(name, verb) for name, verb in tasks if tokens[name].upos != "NOUN"]
    for name, verb in tasks:
        above, relation = tokens[name].head, tokens[name].deprel
        relation = relation if above == ROOT else "parataxis"
        for index, token in enumerate(tokens):
            if token.head == name and index > verb:
                tokens[index] = token._replace(head=verb)
        misc = tokens[name].misc if tokens[name].upos == "PROPN" else "EntityType=person"
        tokens[name] = tokens[name]._replace(head=verb, deprel="nsubj", upos="PROPN", misc=misc)
        tokens[verb] = tokens[verb]._replace(head=above, deprel=relation)
    return replace(document, tokens=tuple(tokens))


def _is_task(tokens: list[Token], name: int, verb: int, firsts: set[int]) -> bool:
    """Whether a name and *to* with an infinitive begin a sentence or an item."""
    first, last = name, name
    while first not in firsts and tokens[first - 1].head == name:
        if tokens[first - 1].upos == "PUNCT":
            break
        first -= 1
    while tokens[last + 1].head == name and tokens[last + 1].deprel == "flat":
        last += 1
    begins = first in firsts or tokens[first - 1].upos == "PUNCT"
    if not begins or tokens[last + 1].form != "to" or tokens[last + 1].head != verb:
        return False
    if tokens[verb].deprel == "xcomp":  # *Bill to finish*, as if to bill were meant
        return (
            tokens[name].upos == "VERB" and tokens[name].form.istitle() and _is_person(tokens[name])
        )
    return tokens[name].form[:1].isupper()


def _is_person(token: Token) -> bool:
    named = token.upos == "PROPN" and "EntityType=person" in token.misc
    return named or token.form.lower() in first_names("en")


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
