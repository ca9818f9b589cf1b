"""Finite verbs that a model tagged as another word, in sentences that would otherwise have none:
*Pon la mesa.*
"""

from __future__ import annotations

from coindex.language.lexicon import words
from coindex_es.conjugation import VerbReading, readings
from coindex_es.sentences import VERBS, SentenceView

_NEVER = ("PUNCT", "NUM", "SYM", "PRON", "DET", "AUX")
_ENDS = frozenset([".", "!", "?", "…", "..."])
_SURE = (
    "ó",
    "aron",
    "ieron",
    "aba",
    "aban",
    "ábamos",
    "aste",
    "iste",
    "asteis",
    "isteis",
    "ás",
    "és",
    "ría",
    "rías",
    "ían",
)
_AUXILIARY = frozenset(["ser", "estar", "haber", "ir", "tener", "poder"])
"""Verbs whose forms are not ambiguous with other words."""
_PREVERBAL = ("ADV", "INTJ", "CCONJ", "PUNCT")
_NOMINAL = ("NOUN", "PROPN", "ADJ", "X", "VERB")
_FUNCTION = ("ADP", "SCONJ")


def unseen_verb(view: SentenceView) -> tuple[int, VerbReading] | None:
    """The word that must be the finite verb of a sentence without one, and its reading."""
    inside = [i for i in view.span if view.tokens[i].upos != "PUNCT" and not view.tokens[i].empty]
    if len(inside) < 2 or view.sentence.heading:
        return None
    if view.finite():
        return _opening_before_que(view, inside)
    if view.tokens[view.span[-1]].form not in _ENDS:
        return None
    for choose in (_opening, _negated, _sure, _after_subject):
        for index in inside:
            able = view.tokens[index].upos not in _NEVER or view.form(index) in ("sé", "sos")
            candidates = readings(view.form(index)) if able else ()
            if candidates and choose(view, index, inside):
                return index, _usual(view, index, candidates)
    return None


def _usual(view: SentenceView, index: int, candidates: tuple[VerbReading, ...]) -> VerbReading:
    """An indicative of the first or third person, in preference to other readings: corrections
    choose again among all.
    """
    return min(
        candidates,
        key=lambda one: (
            one.mood == "Imp",
            one.mood == "Sub",
            one.person == "2",
            one.mood == "Sub" and one.person == "1",
        ),
    )


def _next(view: SentenceView, index: int) -> int | None:
    return index + 1 if index + 1 in view.span else None


def _opening(view: SentenceView, index: int, inside: list[int]) -> bool:
    """The first word, or the first after adverbs, unless the next word makes it a noun or a
    preposition.
    """
    before = [i for i in inside if i < index]
    if any(view.tokens[i].upos not in _PREVERBAL for i in before):
        return False
    token, following = view.tokens[index], _next(view, index)
    # *Parte de ...* is more often a noun; nothing is known of a lone word.
    if following is None or view.form(following) in ("de", "del"):
        return token.upos not in ("NOUN", "PROPN", *_FUNCTION) and following is not None
    if token.upos in _FUNCTION and view.form(index) in words("es", "grammar", "preposition") | {
        "como"
    }:
        return view.tokens[following].upos in ("ADP", "ADV") and view.form(following) != "que"
    if token.upos == "PROPN" and (view.tokens[following].upos == "PROPN" or before):
        return False
    if any(one.lemma in _AUXILIARY for one in readings(view.form(index))):
        return True
    if token.upos in ("NOUN", "ADJ") and view.tokens[following].upos in (
        "ADJ",
        "NOUN",
        "PROPN",
        "PUNCT",
    ):
        return (
            token.upos == "ADJ"
            and view.tokens[following].upos == "NOUN"
            and not token.feature("Gender")
        )
    return not _names_an_act(view, index, following)


def _names_an_act(view: SentenceView, index: int, following: int) -> bool:
    """Whether a word tagged as a noun that could also be a first person is one, before a
    preposition: *Rechazo a las medidas.*
    """
    return (
        view.tokens[index].upos == "NOUN"
        and view.tokens[following].upos == "ADP"
        and all(one[1:] == ("Ind", "Pres", "1", "Sing") for one in readings(view.form(index)))
    )


def _negated(view: SentenceView, index: int, inside: list[int]) -> bool:
    """The word after *no* and clitics: *No la toque.*"""
    clitics = words("es", "verbs", "clitic") | words("es", "grammar", "clitic")
    place = index - 1
    while place in view.span and view.form(place) in clitics:
        place -= 1
    return place in view.span and view.form(place) in words("es", "verbs", "negation") | words(
        "es", "verbs", "doubt"
    )


def _sure(view: SentenceView, index: int, inside: list[int]) -> bool:
    """A word with an ending that nouns do not have."""
    return view.form(index).endswith(_SURE) or (
        index == inside[-1] and view.tokens[index].upos in ("VERB", "ADV", "X")
    )


def _after_subject(view: SentenceView, index: int, inside: list[int]) -> bool:
    """The word between a noun phrase and an article or preposition: *Un túmulo corona
    la colina.*
    """
    following = _next(view, index)
    if (
        index == inside[-1]
        and len(inside) > 1
        and view.tokens[inside[-2]].upos == "PROPN"
        and inside[-2] == index - 1
    ):
        return True  # Luis vino.
    if following is None or index - 2 not in view.span or view.tokens[index - 2].upos != "DET":
        return False
    if view.tokens[index - 1].upos not in ("NOUN", "PROPN", "ADJ"):
        return False
    preposition = view.form(index) in words("es", "grammar", "preposition")
    if preposition and view.tokens[following].upos == "DET":
        return False  # una charla sobre la sequía
    return view.tokens[following].upos in ("DET", "ADV") or (
        view.tokens[following].upos == "ADP" and view.tokens[index].upos in ("ADP", "VERB")
    )


def _opening_before_que(view: SentenceView, inside: list[int]) -> tuple[int, VerbReading] | None:
    """The first word, tagged as a conjunction, that governs the existing verb: *Dice
    que no viene*.
    """
    first, second = inside[0], inside[1]
    token = view.tokens[first]
    if (
        token.upos in VERBS
        or token.upos in ("PRON", "DET", "NUM", "ADV", "CCONJ")
        or view.form(second) != "que"
    ):
        return None
    if view.form(first) in words("es", "grammar", "preposition") | {"como", "que", "si"}:
        return None
    candidates = [one for one in readings(view.form(first)) if one.mood != "Imp"]
    return (first, _usual(view, first, tuple(candidates))) if candidates else None
