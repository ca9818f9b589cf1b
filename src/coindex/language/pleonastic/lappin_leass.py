"""The seven constructions by which Lappin & Leass (1994) recognise a pleonastic *it*."""

from __future__ import annotations

from coindex.language.pleonastic.frames import Frame, object_frame, subject_frame
from coindex.language.pleonastic.markers import MarkedClause, Marker
from coindex.language.pleonastic.sentence_words import NONE, SentenceWords

_STATEMENT = frozenset({Marker.THAT, Marker.BARE})


def match(words: SentenceWords, it: int) -> bool:
    """The construction that matches, allowing for negation, modals, inversion, adverbs and any
    tense of *be*.
    """
    frame = subject_frame(words, it)
    return _predicated(frame, frame.clause()) or _made_or_found_so(object_frame(words, it))


def _predicated(frame: Frame, clause: MarkedClause | None) -> bool:
    words, predicate = frame.words, frame.predicate
    if clause is None:
        return False
    if NONE in (predicate, frame.verb):
        seems = frame.verb != NONE and words.is_a(frame.verb, "raising_verb")
        return seems and clause.marker in _STATEMENT and clause.start <= frame.verb + 5
    if not frame.copular:
        return False
    if words.is_a(predicate, "modal_adjective"):
        return clause.marker in (Marker.THAT, Marker.TO)
    if frame.passive and words.is_a(predicate, "cognitive_verb"):
        return clause.marker is Marker.THAT
    if words.form(predicate) == "time" and predicate == frame.start:
        return clause.marker is Marker.TO
    return words.form(frame.start) == "thanks" and clause.marker is Marker.THAT


def _made_or_found_so(frame: Frame | None) -> bool:
    """NP makes or finds it Modaladj (for NP) to VP."""
    if (
        frame is None
        or frame.predicate == NONE
        or frame.words.lemma(frame.it - 1) not in ("make", "find")
    ):
        return False
    clause = frame.clause()
    return (
        frame.words.is_a(frame.predicate, "modal_adjective")
        and clause is not None
        and clause.marker is Marker.TO
    )
