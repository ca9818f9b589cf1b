"""What forms of Spanish verbs may be, and what a parse is told about them."""

from __future__ import annotations

import pytest

from benchmarks.verb_sentences import verb_sentences, verdict
from coindex.core import registry
from coindex.core.document import Document, Token
from coindex.models.session import available
from coindex_es.conjugation import readings
from coindex_es.corrections import corrected
from coindex_es.words import fused
from tests.language.conftest import tree

needs_model = pytest.mark.skipif(not available("es"), reason="no Spanish model")


@pytest.mark.parametrize(
    ("form", "expected"),
    [
        ("quiso", {"querer Ind Past 3 Sing"}),
        ("dije", {"decir Ind Past 1 Sing"}),
        ("trajeron", {"traer Ind Past 3 Plur"}),
        ("condujo", {"conducir Ind Past 3 Sing"}),
        ("tendréis", {"tener Ind Fut 2 Plur"}),
        ("será", {"ser Ind Fut 3 Sing"}),
        ("lleguen", {"llegar Sub Pres 3 Plur"}),
        ("tenés", {"tener Ind Pres 2 Sing"}),
        ("poné", {"poner Imp  2 Sing"}),
        ("callad", {"callar Imp  2 Plur"}),
        ("apaga", {"apagar Ind Pres 3 Sing", "apagar Imp  2 Sing"}),
        (
            "siente",
            {
                "sentir Ind Pres 3 Sing",
                "sentir Imp  2 Sing",
                "sentar Sub Pres 1 Sing",
                "sentar Sub Pres 3 Sing",
            },
        ),
        ("mesa", set()),
        ("de", set()),
        ("prevé", {"prever Ind Pres 3 Sing", "prever Imp  2 Sing"}),
        (
            "cree",
            {
                "creer Ind Pres 3 Sing",
                "creer Imp  2 Sing",
                "crear Sub Pres 1 Sing",
                "crear Sub Pres 3 Sing",
            },
        ),
    ],
)
def test_readings(form: str, expected: set[str]) -> None:
    assert {" ".join(reading) for reading in readings(form)} == expected


@needs_model
def test_nearly_all_verbs_of_the_battery_are_right() -> None:
    sentences = verb_sentences()
    parses = registry.build("parsers", "bundled(language='es')").parse(
        one.document for one in sentences
    )
    found = [verdict(sentence, parse) for sentence, parse in zip(sentences, parses, strict=True)]
    assert sum(one.right for one in found) / len(found) >= 0.95


def verbs(text: str, parser: str = "bundled(language='es')") -> list[Token]:
    parse = next(
        iter(registry.build("parsers", parser).parse([Document("t", text, language="es")]))
    )
    return [
        token for token in parse.tokens if token.upos in ("VERB", "AUX") and token.feature("Mood")
    ]


@needs_model
def test_the_table_can_be_switched_off() -> None:
    sure, model = (
        verbs("Pon la mesa, por favor."),
        verbs("Pon la mesa, por favor.", "bundled(conjugation=False)"),
    )
    assert [(one.form, one.feature("Mood")) for one in sure] == [("Pon", "Imp")] and sure != model


@needs_model
def test_denied_commands_have_no_zero() -> None:
    parse = next(
        iter(
            registry.build("parsers", "bundled").parse(
                [Document("t", "No la toque.", language="es")]
            )
        )
    )
    assert not any(token.empty for token in parse.tokens)
    assert [token.upos for token in parse.tokens] == ["ADV", "PRON", "VERB", "PUNCT"]


@needs_model
def test_titles_and_fragments_get_no_verb() -> None:
    for text in ("Trabajo de campo", "Entre amigos.", "Casa de Ana", "Rosa Marcos."):
        assert verbs(text) == []


@pytest.mark.parametrize(
    ("form", "parts"),
    [
        ("cántaros", ()),
        ("desenchúfela", ("desenchufe", "la")),
        ("decidle", ("decid", "le")),
        ("dejadlas", ("dejad", "las")),
        ("idos", ("id", "os")),
        ("andate", ("andá", "te")),
        ("soldados", ()),
    ],
)
def test_enclitics(form: str, parts: tuple[str, ...]) -> None:
    assert fused(form) == parts


RIGHT = {
    "a noun before a form of two persons is its subject": (
        "Temen/VERB/0/root/Mood=Ind|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin que/SCONJ/5/mark "
        "el/DET/4/det Congreso/NOUN/5/nsubj/Number=Sing "
        "designe/VERB/1/ccomp/Mood=Sub|Number=Sing|Person=1|Tense=Pres|VerbForm=Fin ./PUNCT/1/punct"
    ),
    "a copula has no object": (
        "Parece/VERB/0/root/Mood=Ind|Number=Sing|Person=3|Tense=Pres|VerbForm=Fin que/SCONJ/5/mark "
        "estaba/AUX/5/cop/Mood=Ind|Number=Sing|Person=1|Tense=Imp|VerbForm=Fin en/ADP/5/case "
        "marcha/NOUN/1/csubj una/DET/7/det protesta/NOUN/5/nsubj/Number=Sing ./PUNCT/1/punct"
    ),
    "an article may head a phrase": (
        "los/PRON/4/nsubj/Number=Plur de/ADP/3/case Sevilla/PROPN/1/nmod "
        "ganan/VERB/0/root/Mood=Ind|Number=Plur|Person=3|Tense=Pres|VerbForm=Fin ./PUNCT/4/punct"
    ),
    "a noun before a preposition is not a first person": (
        "Rechazo/NOUN/0/root a/ADP/4/case las/DET/4/det medidas/NOUN/1/nmod ./PUNCT/1/punct"
    ),
    "a preposition is not a verb": (
        "Una/DET/2/det charla/NOUN/0/root sobre/ADP/5/case el/DET/5/det clima/NOUN/2/nmod "
        "./PUNCT/2/punct"
    ),
    "nor is the most frequent one": (
        "Según/ADP/3/case la/DET/3/det norma/NOUN/0/root de/ADP/6/case el/DET/6/det "
        "centro/NOUN/3/nmod ./PUNCT/3/punct"
    ),
}


@pytest.mark.parametrize("case", RIGHT)
def test_what_the_model_has_right_stays(case: str) -> None:
    parse = tree(RIGHT[case], language="es")
    labels = [(token.form, token.upos, token.head, token.deprel) for token in parse.tokens]
    changed = corrected(parse)
    assert [(one.form, one.upos, one.head, one.deprel) for one in changed.tokens] == labels


def test_a_form_with_a_noun_before_it_is_a_third_person() -> None:
    parse = corrected(
        tree(RIGHT["a noun before a form of two persons is its subject"], language="es")
    )
    assert parse.tokens[4].feature("Person") == "3"
