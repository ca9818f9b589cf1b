"""Zero pronouns are called by the pronoun that could stand in their place,
also in the documents of a report.
"""

from __future__ import annotations

from dataclasses import replace

from coindex.core.annotation import Annotation, Entity, Kind, Mention
from coindex.core.document import ROOT, Document, Sentence, Span, Token
from coindex.report.html.reader_data import SpanNumbers, zeros_called
from coindex.report.mention_names import MentionNames

TOKENS = (
    Token(0, 3, "Ana", "Ana", "PROPN", feats="Gender=Fem|Number=Sing", head=1, deprel="nsubj"),
    Token(4, 8, "abre", "abrir", "VERB", feats="Number=Sing|Person=3", head=ROOT, deprel="root"),
    Token(9, 10, "y", "y", "CCONJ", head=4, deprel="cc"),
    Token(11, 11, "", upos="PRON", feats="Number=Sing|Person=3", deps="4:nsubj", empty=True),
    Token(11, 17, "cierra", "cerrar", "VERB", feats="Number=Sing|Person=3", head=1, deprel="conj"),
)
DOCUMENT = Document("d", "Ana abre y cierra", "es", TOKENS, (Sentence(Span(0, 5)),))
ANA, ZERO = Mention((Span(0, 1),)), Mention((Span(3, 4),), kind=Kind.ZERO)


def test_the_gender_is_that_of_the_chain_and_needs_no_marked_head() -> None:
    together = Annotation("d", mentions=(ANA, ZERO), entities=(Entity("1", (ANA, ZERO)),))
    names = MentionNames(DOCUMENT, together)
    assert (names[ANA], names[ZERO]) == ("Ana", "∅ ella")
    assert MentionNames(DOCUMENT, Annotation("d", mentions=(ZERO,)))[ZERO] == "∅ él"


def test_the_first_annotation_that_has_a_zero_names_it() -> None:
    together = Annotation("d", mentions=(ANA, ZERO), entities=(Entity("1", (ANA, ZERO)),))
    alone = Annotation("d", mentions=(ZERO,))
    spans = SpanNumbers(DOCUMENT)
    assert zeros_called([together, alone], DOCUMENT, spans) == {spans[ZERO]: "∅ ella"}
    assert zeros_called([alone, together], DOCUMENT, spans) == {spans[ZERO]: "∅ él"}


def test_spans_are_the_same_in_parses_with_other_zeros() -> None:
    without = replace(DOCUMENT, tokens=(*TOKENS[:3], TOKENS[4]), sentences=(Sentence(Span(0, 4)),))
    spans = SpanNumbers(DOCUMENT)
    last, own = Mention((Span(4, 5),)), Mention((Span(3, 4),))
    assert spans.over(without)[own] == spans[last]
    assert spans.over(without)[ANA] == spans[ANA]
    assert spans.all() == [(11, 17), (0, 3)]
