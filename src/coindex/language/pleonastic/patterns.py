"""Surface patterns of an *it* that does not refer, with Byron's (2001) subtypes.

A superset of Lappin & Leass's, but for raising adjectives: *it is likely to rise* has a thing as
its subject.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from enum import StrEnum
from functools import cache

from coindex.language.pleonastic.frames import Frame, object_frame, subject_frame
from coindex.language.pleonastic.markers import REGION, MarkedClause, Marker
from coindex.language.pleonastic.sentence_words import NONE, SentenceWords, guessed, listed

_CLAUSE_ENDS = frozenset({".", ",", ";", ":", "!", "?", "…", "...", "”", '"', "''", ")"})
_OF_NOUNS = frozenset({Marker.TO, Marker.THAT, Marker.BARE, Marker.WHETHER})
_OBJECTS = frozenset({"obj", "dobj", "iobj", "obl", "nmod", "pobj"})
_STATEMENT = frozenset({Marker.THAT, Marker.WHETHER, Marker.WH, Marker.BARE})


class Subtype(StrEnum):
    """Uses in which a pronoun does not refer."""

    EXTRAPOSITION = "extraposition"
    CLEFT = "cleft"
    IDIOM = "idiom"
    PROP_IT = "prop-it"
    EXISTENTIAL = "existential"


Pattern = Callable[[Frame, MarkedClause | None], "Subtype | None"]


def match(words: SentenceWords, it: int) -> Subtype | None:
    """The subtype of the first pattern that matches; `None` if the *it* seems to refer."""
    if idiomatic(words, it):
        return Subtype.IDIOM
    raised = object_frame(words, it)
    if raised is not None and _clausal_object(raised, raised.clause()):
        return Subtype.EXTRAPOSITION
    if words.token(it).relation in _OBJECTS:
        return None
    frame = subject_frame(words, it)
    if words.form(it - 1) in listed("preposition") and not words.is_a(it + 1, "auxiliary"):
        return None
    clause = frame.clause()
    return next(
        (subtype for pattern in _PATTERNS if (subtype := pattern(frame, clause)) is not None), None
    )


def idiomatic(words: SentenceWords, it: int) -> bool:
    """I1: a set phrase around the *it*."""
    return any(_fits(words, start, phrase) for start, phrase in _beside(words, it, "idiom")) or any(
        _fits(words, start, phrase) and _ends(words, start + len(phrase))
        for start, phrase in _beside(words, it, "idiom_final")
    )


def _beside(words: SentenceWords, it: int, name: str) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The set phrases of a list that contain the word next to the *it*, and where they
    would begin.
    """
    phrases = _phrases(name)
    for side in (-1, 1):
        for word in {words.form(it + side), words.lemma(it + side)}:
            yield from ((it - place, phrase) for place, phrase in phrases.get((side, word), ()))


@cache
def _phrases(name: str) -> Mapping[tuple[int, str], list[tuple[int, tuple[str, ...]]]]:
    """Set phrases by the word before their *it*, or after it if it is the first word, with the
    position of the *it*.
    """
    phrases: dict[tuple[int, str], list[tuple[int, tuple[str, ...]]]] = {}
    for phrase in sorted(tuple(phrase.split()) for phrase in listed(name)):
        place = phrase.index("it")
        side = -1 if place else 1
        phrases.setdefault((side, phrase[place + side]), []).append((place, phrase))
    return phrases


def _fits(words: SentenceWords, start: int, phrase: tuple[str, ...]) -> bool:
    """Whether a phrase matches: each word is a form or a lemma, except that *be* is the infinitive
    only.
    """
    return start >= 0 and all(
        word == words.form(start + offset) or (word != "be" and word == words.lemma(start + offset))
        for offset, word in enumerate(phrase)
    )


def _ends(words: SentenceWords, position: int) -> bool:
    return position >= len(words) or words.forms[position] in _CLAUSE_ENDS


def weather(frame: Frame, clause: MarkedClause | None) -> Subtype | None:
    """W1: weather, and conditions at a place."""
    words = frame.words
    verb = frame.predicate if frame.copular and frame.predicate != NONE else frame.verb
    if (
        verb != NONE
        and words.tag(verb) in ("VERB", "")
        and not listed("weather_verb").isdisjoint((words.lemma(verb), guessed(words.form(verb))))
    ):
        return Subtype.PROP_IT
    adjective = frame.predicate
    # *It is cool that you came* is not about the weather.
    if adjective == NONE or (clause is not None and clause.start == frame.rest):
        return None
    if words.is_a(adjective, "weather_adjective"):
        return Subtype.PROP_IT
    if words.lemma(frame.verb) in listed("growing") and words.is_a(adjective, "nightly"):
        return Subtype.PROP_IT
    ambient = words.is_a(adjective, "ambient_adjective") and words.tag(adjective) in (
        "ADJ",
        "ADV",
        "",
    )
    return Subtype.PROP_IT if ambient and _situated(words, adjective + 1) else None


def _situated(words: SentenceWords, position: int) -> bool:
    """Whether it is a place or time of the whole situation: out, in here, in the winter."""
    if words.form(position) in listed("ambient_place"):
        return True
    behind = (words.form(place) for place in range(position + 1, position + 3))
    return words.form(position) in ("in", "at") and any(
        form in ("here", "there") or form in listed("time_noun") for form in behind
    )


def in_vain(frame: Frame, clause: MarkedClause | None) -> Subtype | None:
    """I2: no use crying, no good asking him."""
    words, start = frame.words, frame.verb + 1
    vain = words.form(start) == "no" and words.is_a(start + 1, "in_vain")
    return Subtype.IDIOM if frame.copular and vain and words.gerund(start + 2) else None


def time(frame: Frame, clause: MarkedClause | None) -> Subtype | None:
    """W2 and T1: time of day, date and season, distance, high time,
    time for something (*tea-time*).
    """
    words, start, head = frame.words, frame.start, frame.predicate
    if frame.copular and _by_the_clock(words, frame.verb):
        return Subtype.PROP_IT
    if not frame.copular or head == NONE:
        return None
    high_time = words.form(head) == "time" and (
        words.form(head + 1) == "for"
        or (clause is not None and clause.marker in (Marker.TO, Marker.THAT, Marker.BARE))
    )
    # A noun of time may stand before its head or behind it: *it is Monday morning*, *it is half
    # past*.
    near = range(start, min(head + 2, len(words)))
    named = words.form(start) not in listed("determiner") and any(
        words.is_a(place, "time_noun") for place in near
    )
    behind = [form for form in words.forms[start + 1 : start + 3] if form not in ("-", "‐")]
    occasion = words.form(start) in listed("occasion") and behind[:1] == ["time"]
    clock = any(":" in words.form(place) and words.form(place)[0].isdigit() for place in near)
    lapse = (
        words.tag(start) != "ADP"
        and words.is_a(head, "time_unit")
        and words.form(head + 1) in ("since", "before", "until", "till", "to", "from", "ago")
    )
    distance = words.is_a(head, "distance") and words.form(head - 1) in ("long", "short")
    return Subtype.PROP_IT if high_time or occasion or named or clock or lapse or distance else None


def _by_the_clock(words: SentenceWords, verb: int) -> bool:
    """Whether a time of day follows the verb: *half past eight*, *nearly ten to nine*."""
    return any(
        words.form(place) in ("past", "to")
        and words.tag(place + 1) == "NUM"
        and (words.tag(place - 1) == "NUM" or words.form(place - 1) in ("half", "quarter"))
        for place in range(verb + 2, verb + 6)
    )


def cleft(frame: Frame, clause: MarkedClause | None) -> Subtype | None:
    """C1: it is a definite person or thing, or an adverbial, *that* or *who* ..."""
    words = frame.words
    if not frame.copular or clause is None or frame.passive:
        return None
    if words.form(frame.verb + 1) in ("only", "not") and words.form(frame.verb + 2) in listed(
        "focus_opening"
    ):
        return Subtype.CLEFT if "that" in words.forms[frame.verb + 3 : frame.it + REGION] else None
    relative = clause.marker is Marker.THAT or words.form(clause.start) in ("who", "whom", "which")
    if not relative:
        return None
    if (
        frame.verb < frame.it
        and words.form(frame.verb - 1) in listed("wh")
        and clause.start == frame.it + 1
    ):
        return Subtype.CLEFT
    # In *it is the fact that ...*, the clause belongs to the noun, and nothing is cleft.
    if frame.predicate == NONE or words.is_a(clause.start - 1, "clausal_noun"):
        return None
    return Subtype.CLEFT if _focus(frame, clause) else None


def _focus(frame: Frame, clause: MarkedClause) -> bool:
    """Whether the phrase after the copula can be the focus of a cleft."""
    words, head = frame.words, frame.predicate
    if words.tag(frame.start) == "ADP":
        return words.form(frame.start) not in ("like", "of") and clause.start <= frame.rest + 1
    between = words.forms[frame.rest : clause.start]
    if between and (len(between) > 6 or between[0] not in listed("focus_joining")):
        return False
    if {"same", "one", "only", "first"} & set(words.forms[frame.start : head + 1]):
        return False
    if words.tag(head) == "PRON":
        return words.form(head) in listed("focus_pronoun")
    definite = words.form(frame.start) in listed("definite")
    plural = words.token(head).xpos == "NNS" or words.token(head).feature("Number") == "Plur"
    return words.tag(head) == "PROPN" or (
        words.tag(head) == "NOUN" and (definite or plural or frame.start == head)
    )


def extraposition(frame: Frame, clause: MarkedClause | None) -> Subtype | None:
    """X1 to X4: a clause stands at the end of the sentence instead of in subject position."""
    words, predicate = frame.words, frame.predicate
    if frame.verb == NONE:
        return None
    if clause is None:
        return Subtype.EXTRAPOSITION if predicate == NONE and _interjected(frame) else None
    if predicate == NONE:
        fits = _verbal(frame, clause)
    elif frame.passive and words.is_a(predicate, "reported"):
        fits = _reported(frame, clause)
    elif words.tag(predicate) in ("ADJ", "ADV", "VERB", "") and frame.start == predicate:
        fits = _adjectival(frame, clause) or _nominal(frame, clause)
    else:
        fits = _nominal(frame, clause)
    return Subtype.EXTRAPOSITION if fits else None


def _adjectival(frame: Frame, clause: MarkedClause) -> bool:
    """X1."""
    words, adjective = frame.words, frame.predicate
    if clause.marker is Marker.TO and words.is_a(adjective, "raising_adjective"):
        return False
    if clause.marker is Marker.LIKE:
        return False
    if words.form(clause.start) in ("when", "who", "which"):
        return words.is_a(adjective, "knowledge_status") and clause.start == frame.rest
    return words.is_a(
        adjective, "task_status", "knowledge_status", "clausal_adjective", "modal_adjective"
    )


def _nominal(frame: Frame, clause: MarkedClause) -> bool:
    """X2, and prepositional phrases such as *of interest*."""
    words = frame.words
    if words.form(frame.start) == "of":
        return words.is_a(frame.predicate, "of_note")
    return words.is_a(frame.predicate, "clausal_noun") and clause.marker in _OF_NOUNS


def _reported(frame: Frame, clause: MarkedClause) -> bool:
    """X3."""
    if clause.marker is Marker.TO:
        return frame.words.is_a(frame.predicate, "reported.infinitive")
    interrupted = "," in frame.words.forms[frame.rest : clause.start]
    other = frame.words.form(frame.rest) in ("for", "as", "of", "into", "to")
    return clause.marker in _STATEMENT and not (other and interrupted)


def _interjected(frame: Frame) -> bool:
    """Whether *it seems* follows or interrupts the statement that it qualifies."""
    words = frame.words
    return (
        words.lemma(frame.verb) in ("seem", "appear") and frame.it > 1 and _ends(words, frame.rest)
    )


def _verbal(frame: Frame, clause: MarkedClause) -> bool:
    """X4."""
    words, verb = frame.words, frame.verb
    # A clause further away belongs to something that stands between: *it says, of the mill, that*.
    near = clause.start <= verb + 5
    match clause.marker:
        case Marker.LIKE:
            denied = frame.copular and words.form(clause.start - 1) in ("not", "n't")
            return denied or words.is_a(verb, "appearance")
        case Marker.TO if words.lemma(verb) == "remain":
            return words.form(clause.start + 1) == "be" and clause.start == verb + 1
        case Marker.TO:
            asked = words.form(frame.it - 1) == "what"
            far = clause.start > verb + 1 or words.lemma(verb) == "take"
            return (words.is_a(verb, "clausal_verb.to") and far) or (
                asked and words.lemma(verb) == "mean"
            )
        case Marker.WHETHER:
            return words.is_a(verb, "clausal_verb.whether") and near
        case Marker.BARE:
            return words.is_a(verb, "clausal_verb.bare")
        case Marker.THAT if frame.copular:
            return clause.start == frame.rest and words.tag(clause.start + 1) not in (
                "VERB",
                "AUX",
                "PUNCT",
            )
        case Marker.THAT:
            return words.is_a(verb, "clausal_verb.that") and near
        case _:
            return words.lemma(verb) == "matter"


def _clausal_object(frame: Frame, clause: MarkedClause | None) -> bool:
    """X5."""
    words, predicate = frame.words, frame.predicate
    if (
        clause is None
        or predicate == NONE
        or (clause.start > frame.rest + 8 and words.form(frame.rest) != "for")
    ):
        return False
    if clause.marker not in (Marker.TO, Marker.THAT):
        return False
    if words.tag(predicate) in ("NOUN", "PROPN"):
        return words.is_a(predicate, "clausal_noun")
    return True


_PATTERNS: tuple[Pattern, ...] = (weather, in_vain, time, cleft, extraposition)
