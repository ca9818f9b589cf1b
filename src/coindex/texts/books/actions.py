"""What characters do, what is done to them, what they have, and how they are described."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from coindex.core.document import Document, Token
from coindex.language.lexicon import words
from coindex.language.syntax.tree import NONE, Forest, forest
from coindex.texts.books.characters import Character

_DOUBLED = re.compile(r"(.*[aeiou])([bdgmnprt])\2")
"""*Begg*, *forgett*: the consonant is doubled before the ending."""
_SILENT = re.compile(r".*([^aeioulrw]l|[uvzc]|[^aeious]at|[ai][ai]s|[lnr]s|d[gj]|[^aeiou][iu]d)")
"""*Giggl*, *glanc*, *contemplat*, *prais*, *curs*: no verb ends so without an *e*."""
_SHORT = re.compile(r"[^aeiou]+[aeiou][bcdfgklmnpstz]")
"""*Glid*, *wip*: one syllable that would have doubled its consonant."""


def dictionary_form(token: Token, language: str) -> str:
    """The lemma of a token in lower case, mended if the word is a regular English verb form."""
    lemma = (token.lemma or token.form).lower()
    form = token.form.lower()
    regular = re.fullmatch(r"(\w+?)(?:ed|ing)", form)
    whole = words(language, "books", "doubled")
    if token.upos != "VERB" or regular is None or not whole:
        return lemma
    stem = regular[1]
    cut = 1 < len(lemma) < len(stem) and stem.startswith(lemma)
    if stem in whole or not (cut or lemma in (stem, f"{stem}e")):
        return stem if stem in whole else lemma
    if doubled := _DOUBLED.fullmatch(stem):
        return doubled[1] + doubled[2]
    if _SILENT.fullmatch(stem) or _SHORT.fullmatch(stem):
        return f"{stem}e"
    return stem if cut else lemma


_AGENTS = frozenset({"nsubj", "nsubj:outer", "obl:agent"})
_PATIENTS = frozenset({"obj", "nsubj:pass", "iobj"})
_DESCRIBING = frozenset({"ADJ", "NOUN"})


class ActionWord(NamedTuple):
    """A token that says something about a character."""

    token: int
    lemma: str


@dataclass(slots=True)
class Deeds:
    """What one character does, has and is, in textual order."""

    agent: list[ActionWord] = field(default_factory=list)
    """Verbs whose subject the character is."""
    patient: list[ActionWord] = field(default_factory=list)
    """Verbs whose object, or passive subject, the character is."""
    possessions: list[ActionWord] = field(default_factory=list)
    """Nouns with the character as possessor."""
    modifiers: list[ActionWord] = field(default_factory=list)
    """Adjectives with a mention, and predicates."""


def deeds(document: Document, character: Character) -> Deeds:
    """By the parse around each mention; coordinated verbs share their subject."""
    parse = forest(document)
    collected = Deeds()
    for mention in character.entity.mentions:
        head = mention.start if mention.head is None else mention.head
        governor = parse.heads[head]
        label = parse.labels[head]
        collected.modifiers += _words(document, _adjectives(parse, head))
        if governor == NONE:
            continue
        if label.startswith("nmod:poss") or (label == "nmod" and _is_possessive(document, head)):
            collected.possessions += _words(document, [governor])
        elif label in _PATIENTS:
            collected.patient += _words(document, [governor])
        elif label in _AGENTS:
            if document.tokens[governor].upos == "VERB":
                verbs = [governor, *_joined(parse, governor)]
                collected.agent += _words(document, verbs)
            elif document.tokens[governor].upos in _DESCRIBING:
                collected.modifiers += _words(document, [governor])
    return collected


def _words(document: Document, tokens: list[int]) -> list[ActionWord]:
    return [
        ActionWord(token, dictionary_form(document.tokens[token], document.language))
        for token in tokens
    ]


def _is_possessive(document: Document, token: int) -> bool:
    return document.tokens[token].feature("Poss") == "Yes"


def _adjectives(parse: Forest, head: int) -> list[int]:
    return [child for child in parse.children[head] if parse.labels[child] == "amod"]


def _joined(parse: Forest, verb: int) -> Iterator[int]:
    """Verbs coordinated with one that have no subject of their own: *he rose and left*."""
    for child in parse.children[verb]:
        if parse.labels[child] == "conj" and parse.document.tokens[child].upos == "VERB":
            labels = {parse.labels[below] for below in parse.children[child]}
            if not labels & {"nsubj", "nsubj:pass", "expl"}:
                yield child
