"""Quotations: spans whatever the marks, speakers and addressees, reported speech, turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from coindex.core import registry
from coindex.core.document import Document
from coindex.formats.building import from_text
from coindex.language.speech.quotation_marks import quoted
from coindex.language.speech.quotations import SpeechKind, quotations, reported, speech, turns
from coindex.models.session import available

Parsed = Callable[..., Document]


def text(*paragraphs: str) -> Document:
    """Without a parse: a line is a sentence."""
    return from_text("text", "\n\n".join(paragraphs), language="en")


def spans(document: Document) -> list[str]:
    return [document.surface(item.span) for item in quoted(document)]


def form(document: Document, token: int | None) -> str:
    return "" if token is None else document.tokens[token].form


@pytest.mark.parametrize(
    "said",
    [
        '"Stay here, Ann."',
        "“Stay here, Ann.”",
        "«Stay here, Ann.»",
        "‘Stay here, Ann.’",
        "'Stay here, Ann.'",
        "„Stay here, Ann.”",
    ],
)
def test_all_kinds_of_marks(said: str) -> None:
    assert spans(text(f"He said: {said} She stayed.")) == [said]


def test_straight_marks_parted_by_spaces_alternate() -> None:
    document = text('" No , " he said . " Not yet . "')
    assert spans(document) == ['" No , "', '" Not yet . "']


def test_apostrophes_are_no_quotation_marks() -> None:
    assert spans(text("The boys' coats and the girls' hats were Ann's.")) == []


def test_quotations_nest() -> None:
    document = text("“She said ‘Never again!’ and left,” he said.")
    assert [(document.surface(item.span), item.depth) for item in quoted(document)] == [
        ("“She said ‘Never again!’ and left,”", 0),
        ("‘Never again!’", 1),
    ]


def test_a_quotation_goes_over_sentences_and_paragraphs() -> None:
    document = text("“Wait.\nStay here.", "“Do not move.”", "She moved.")
    assert spans(document) == ["“Wait.\nStay here.", "“Do not move.”"]
    assert [item.continues for item in quoted(document)] == [False, True]
    assert {item.utterance for item in quotations(document)} == {0}


def test_a_straight_mark_that_is_never_closed_ends_with_its_paragraph() -> None:
    assert spans(text("He is 6' 2\" tall.", '"Come," he said.')) == ['"Come,"']


def test_terms_and_titles_are_quoted_but_not_said() -> None:
    document = text("The “weak” sides of “War and Peace” are few.")
    assert len(quoted(document)) == 2
    assert not quotations(document)


def test_dialogue_dashes() -> None:
    document = text("— Where is Ann?", "— At home, said Bob.", "— Good.")
    assert spans(document) == ["— Where is Ann?", "— At home,", "— Good."]
    assert form(document, quotations(document)[1].speaker) == "Bob"


def test_one_dash_makes_no_dialogue() -> None:
    assert not quoted(text("— Where is Ann?", "She was at home."))


def test_speakers_without_a_parse_stand_beside_the_verb() -> None:
    document = text("“Go,” said Ann. “Now,” he replied.")
    assert [form(document, item.speaker) for item in quotations(document)] == ["Ann", "he"]


BEFORE = (
    "Ann/PROPN/2/nsubj told/VERB/0/root Bob/PROPN/2/iobj :/PUNCT/6/punct "
    "“/PUNCT/6/punct Go/VERB/2/ccomp !/PUNCT/6/punct ”/PUNCT/6/punct"
)
BEHIND = (
    "“/PUNCT/2/punct Go/VERB/5/ccomp ,/PUNCT/2/punct ”/PUNCT/2/punct said/VERB/0/root "
    "the/DET/8/det old/ADJ/8/amod man/NOUN/5/nsubj  to/ADP/10/case Ann/PROPN/5/obl ./PUNCT/5/punct"
)


def test_speaker_and_addressee_by_the_tree(parsed: Parsed) -> None:
    told = _lemmas(parsed(BEFORE), told="tell")
    said = _lemmas(parsed(BEHIND), said="say")
    first, second = quotations(told)[0], quotations(said)[0]
    assert (form(told, first.speaker), form(told, first.addressee)) == ("Ann", "Bob")
    assert (form(said, second.speaker), form(said, second.addressee), form(said, second.verb)) == (
        "man",
        "Ann",
        "said",
    )


def test_both_pieces_of_an_interrupted_utterance_have_its_speaker(parsed: Parsed) -> None:
    document = _lemmas(
        parsed(
            "“/PUNCT/2/punct No/INTJ/6/discourse ,/PUNCT/2/punct ”/PUNCT/2/punct she/PRON/6/nsubj "
            "said/VERB/0/root ,/PUNCT/6/punct  “/PUNCT/10/punct not/PART/10/advmod yet/ADV/6/ccomp "
            "./PUNCT/6/punct ”/PUNCT/10/punct"
        ),
        said="say",
    )
    first, second = quotations(document)
    assert first.speaker == second.speaker == 4
    assert first.utterance == second.utterance


def test_untold_speakers_alternate(parsed: Parsed) -> None:
    document = _lemmas(
        parsed(
            "“/PUNCT/2/punct Here/ADV/5/advmod ?/PUNCT/2/punct ”/PUNCT/2/punct asked/VERB/0/root "
            "Ann/PROPN/5/nsubj ./PUNCT/5/punct",
            "“/PUNCT/2/punct There/ADV/5/advmod ./PUNCT/2/punct ”/PUNCT/2/punct said/VERB/0/root "
            "Bob/PROPN/5/nsubj ./PUNCT/5/punct",
            "“/PUNCT/2/punct Where/ADV/0/root ?/PUNCT/2/punct ”/PUNCT/2/punct",
            "“/PUNCT/2/punct There/ADV/0/root !/PUNCT/2/punct ”/PUNCT/2/punct",
        ),
        said="say",
        asked="ask",
    )
    separate = replace(
        document,
        sentences=tuple(
            each._replace(paragraph=number) for number, each in enumerate(document.sentences)
        ),
    )
    assert [form(separate, item.speaker) for item in quotations(separate)] == [
        "Ann",
        "Bob",
        "Ann",
        "Bob",
    ]


def test_a_voice_belongs_to_somebody(parsed: Parsed) -> None:
    document = _lemmas(
        parsed(
            "“/PUNCT/2/punct Boh/INTJ/5/discourse !/PUNCT/2/punct ”/PUNCT/2/punct "
            "cried/VERB/0/root the/DET/7/det voice/NOUN/5/nsubj  of/ADP/9/case John/PROPN/7/nmod "
            "./PUNCT/5/punct"
        ),
        cried="cry",
    )
    assert form(document, quotations(document)[0].speaker) == "John"


REPORTED = (
    "Ann/PROPN/2/nsubj told/VERB/0/root Bob/PROPN/2/iobj that/SCONJ/6/mark he/PRON/6/nsubj "
    "won/VERB/2/ccomp ./PUNCT/2/punct"
)


def test_reported_speech_is_the_clause_of_a_reporting_verb(parsed: Parsed) -> None:
    document = _lemmas(parsed(REPORTED), told="tell")
    found = reported(document)
    assert [(document.surface(item.span), item.kind) for item in found] == [
        ("that he won", SpeechKind.REPORTED)
    ]
    assert (form(document, found[0].speaker), form(document, found[0].addressee)) == ("Ann", "Bob")
    assert speech(document) == found
    assert not reported(_lemmas(parsed(BEFORE), told="tell"))


def test_passive_reports_have_their_agent_as_speaker(parsed: Parsed) -> None:
    document = _lemmas(
        parsed(
            "Bob/PROPN/3/nsubj:pass was/AUX/3/aux:pass told/VERB/0/root by/ADP/5/case "
            "Ann/PROPN/3/obl:agent that/SCONJ/8/mark  he/PRON/8/nsubj won/VERB/3/ccomp "
            "./PUNCT/3/punct"
        ),
        told="tell",
    )
    assert (
        form(document, reported(document)[0].speaker),
        form(document, reported(document)[0].addressee),
    ) == (
        "Ann",
        "Bob",
    )


def test_turns_by_given_speakers() -> None:
    document = text("Good morning.\nHow are you?\nFine.")
    sentences = tuple(
        sentence._replace(speaker=name)
        for sentence, name in zip(document.sentences, ("Ann", "Ann", "Bob"), strict=True)
    )
    found = turns(replace(document, sentences=sentences))
    assert [(item.span.length, item.names) for item in found] == [
        (7, ("Ann", "Bob")),
        (2, ("Bob", "Ann")),
    ]


def test_turns_by_names_at_line_starts() -> None:
    document = text("ANN: Good morning.\nBOB: Morning.\nWhat news?\nANN: None.")
    found = turns(document)
    assert [(document.surface(item.span), item.names[0]) for item in found] == [
        ("Good morning.", "ANN"),
        ("Morning.\nWhat news?", "BOB"),
        ("None.", "ANN"),
    ]


def test_a_note_is_no_turn() -> None:
    assert not turns(text("Note: this is a note.\nExample: this is one."))


def test_empty_documents_and_stray_marks() -> None:
    for content in ("", '"', "“", "” ”", "'", "— —", '" "'):
        assert not quotations(text(content))
    assert not speech(Document("none", ""))


def test_every_quotation_of_a_long_text_is_found() -> None:
    document = text("\n".join("“ Yes . ” she said ." for _ in range(3000)))
    assert len(quotations(document)) == 3000


def _lemmas(document: Document, **lemmas: str) -> Document:
    tokens = tuple(
        token._replace(lemma=lemmas.get(token.form, token.lemma)) for token in document.tokens
    )
    return replace(document, tokens=tokens)


@pytest.mark.skipif(not available("es"), reason="no Spanish model")
def test_a_narrator_in_dashes_parts_what_is_said() -> None:
    """What pronouns precede the verb of saying, and who is left out before it, does not matter."""
    text = "—No sé de quién es —le dije—. Ábralo usted.\n\n—Ya lo veo —contestó Ana."
    parser = registry.build("parsers", "bundled(language='es')")
    document = next(iter(parser.parse([Document("t", text, language="es")])))
    found = quotations(document)
    assert [
        " ".join(t.form for t in document.tokens[one.span.start : one.span.end] if t.form)
        for one in found
    ] == ["— No sé de quién es", "— . Abra lo usted .", "— Ya lo veo"]
    assert [one.utterance for one in found] == [0, 0, 1]
    speakers = [document.tokens[one.speaker or 0] for one in found]
    assert [one.form or one.feature("Person") for one in speakers] == ["1", "1", "Ana"]
