"""How a result shows itself."""

from __future__ import annotations

from coindex.core.annotation import Annotation, Entity, Kind, Mention, Source
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Document, Sentence, Span, Token
from coindex.pipeline.result import Result

TEXT = "Ana llegó. Habló."
ANA = Mention((Span(0, 1),), 0, Kind.NAME)
ZERO = Mention((Span(3, 4),), 3, Kind.ZERO)


def result() -> Result:
    tokens = (
        Token(0, 3, "Ana", upos="PROPN", feats="Gender=Fem|Number=Sing"),
        Token(4, 9, "llegó", upos="VERB"),
        Token(9, 10, ".", upos="PUNCT"),
        Token(11, 11, "", upos="PRON", feats="Number=Sing|Person=3", empty=True),
        Token(11, 16, "Habló", upos="VERB"),
        Token(16, 17, ".", upos="PUNCT"),
    )
    document = Document("cuento", TEXT, "es", tokens, (Sentence(Span(0, 3)), Sentence(Span(3, 6))))
    entity = Entity("e1", (ANA, ZERO), "person")
    factors = (("subject", 8.0), ("1 sentences back", -2.0), ("2 mentions lately", 1.0))
    decision = Decision(ZERO, ANA, "pronoun", (Candidate(ANA, factors=factors, score=7),), 1, 1)
    annotation = Annotation("cuento", Source("supar", "system"), (ANA, ZERO), (entity,))
    return Result(document, annotation, (decision,))


def test_a_zero_is_shown_with_the_pronoun_that_could_stand_there() -> None:
    shown = result()._repr_html_()
    assert ">Ana<sub>1</sub>" in shown
    assert ">∅ ella<sub>1</sub>" in shown


def test_it_is_told_in_a_line() -> None:
    assert (
        repr(result()) == "<Result 'cuento': tokens 6, mentions 2, entities 1; resolved by supar>"
    )


def test_reasons_are_parted_and_counted_rightly() -> None:
    assert "7 = subject +8, 1 sentence back -2, 2 mentions lately +1" in result().why()


def test_names_are_explained_once_below_the_reasons() -> None:
    from coindex import resolve

    reasons, _, legend = (
        resolve("Ann met Eve. Bob gave her a book.", resolver="kennedy_boguraev")
        .why()
        .partition("\n\nWhat the names mean:\n")
    )
    assert "SUBJ-S +40" in reasons
    lines = legend.splitlines()
    assert "  SUBJ-S: salience factor: subject" in lines
    assert "  animacy: one of the two is animate, the other is not" in lines
    assert len(lines) == len(set(lines)) == 9


def test_programs_get_the_glossary_of_the_names_in_decisions() -> None:
    from coindex import resolve

    found = resolve("Ann met Eve. She smiled.", resolver="lrc").to_dict(why=True)
    assert found["glossary"]["utterance -1"].startswith(
        "the candidate is in the list of an earlier utterance"
    )
    assert "glossary" not in resolve("Ann met Eve.", resolver="lrc").to_dict()


def test_a_question_about_nothing_is_answered() -> None:
    from coindex import resolve

    said = resolve("Ann lost her key. She found it.").why("he")
    assert (
        said
        == "no decision is about “he”; anaphors are Ann, her key, her, She, it. Did you mean “her” or “She”?"
    )
    assert Result(Document("d", ""), Annotation("d")).why("it") == (
        "no decision is about “it”; there are no anaphors."
    )
    assert "anaphors are ∅" in result().why("nosuch")
    assert "refers to" in result().why("∅")
