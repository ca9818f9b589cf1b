"""What forms of Spanish verbs may be, and what a parse is told about them."""

from __future__ import annotations

import pytest

from coindex.core import registry
from coindex.core.document import Document, Token
from coindex.corpora.verbs import verb_sentences, verdict
from coindex.models.session import available
from coindex.parsers.spanish_conjugation import readings
from coindex.parsers.spanish_words import fused

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
