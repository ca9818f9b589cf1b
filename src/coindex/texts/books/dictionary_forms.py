"""Dictionary forms of English verbs in *-ed* and *-ing*, where a parser invents one: *giggl*."""

from __future__ import annotations

import re

from coindex.core.document import Token
from coindex.language.lexicon import words

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
