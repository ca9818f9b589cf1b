"""The bundled Spanish model on sentences of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import ROOT, Document, Token
from coindex.core.errors import CoindexError
from coindex.language.zeros.subjects import null_chance
from coindex.parsers.bundled import Bundled
from coindex.testing import check_parser
from coindex.testing.contracts import check_document

TEXT = """La directora del museo abrió la carta. Quería dárselo todo al jurado.

—¿Dónde está Pedro? —preguntó Lucía—. Cuéntame qué pasó."""


def parsed(text: str, **settings: object) -> Document:
    return next(iter(Bundled(**{"language": "es", **settings}).parse([Document("d", text)])))  # type: ignore[arg-type]


def words(document: Document) -> dict[str, Token]:
    return {token.form: token for token in document.tokens}


def test_contract() -> None:
    check_parser(Bundled(language="es"))


def test_sentences_words_and_dependencies() -> None:
    document = parsed(TEXT, zeros="none")
    check_document(document)
    assert document.language == "es"
    assert [sentence.paragraph for sentence in document.sentences] == [0, 0, 1, 1]
    found = words(document)
    assert (
        found["directora"].deprel == "nsubj"
        and document.tokens[found["directora"].head or 0].form == "abrió"
    )
    assert (
        found["abrió"].head == ROOT
        and found["abrió"].lemma == "abrir"
        and found["abrió"].upos == "VERB"
    )
    assert found["carta"].deprel == "obj" and found["carta"].feature("Gender") == "Fem"
    assert found["museo"].deprel == "nmod" and found["de"].deprel == "case"
    assert found["Lucía"].upos == found["Pedro"].upos == "PROPN" and found["¿"].upos == "PUNCT"
    assert found["lo"].upos == "PRON" and document.tokens[found["lo"].head or 0].form == "dar"


def test_surface_words_are_ranges_with_exact_offsets(tmp_path: Path) -> None:
    document = parsed(TEXT, zeros="none")
    multiwords = [multiword for sentence in document.sentences for multiword in sentence.multiwords]
    assert [multiword.form for multiword in multiwords] == ["del", "dárselo", "al", "Cuéntame"]
    inside = [
        document.tokens[multiword.span.start : multiword.span.end] for multiword in multiwords
    ]
    assert [[TEXT[token.start : token.end] for token in tokens] for tokens in inside] == [
        ["del", "del"],
        ["dár", "se", "lo"],
        ["al", "al"],
        ["Cuénta", "me"],
    ]
    path = tmp_path / "d.conllu"
    with path.open("w", encoding="utf-8") as stream:
        formats.write_stream([Annotated(document, Annotation("d"))], stream, "conllu")
    (again,) = formats.read(path, "conllu")
    assert [token[:9] for token in again.document.tokens] == [
        token[:9] for token in document.tokens
    ]


def test_only_what_the_model_has_learnt_is_said() -> None:
    document = parsed("It is her book. Es su libro.", zeros="none")
    assert {token.xpos for token in document.tokens} == {""}
    assert not any(
        "EntityType" in token.misc or "Expletive" in token.misc for token in document.tokens
    )


def test_a_verb_with_pronouns_attached_is_a_command() -> None:
    document = parsed("Dámelo, por favor. Siéntense. Quería verla.")
    found = words(document)
    assert found["Da"].feature("Mood") == "Imp" and found["Da"].lemma == "dar"
    assert found["Sienten"].feature("Mood") == "Imp" and found["Sienten"].lemma in (
        "sentar",
        "sentir",
    )
    assert found["ver"].feature("VerbForm") == "Inf"
    assert [
        document.tokens[index + 1].form
        for index, token in enumerate(document.tokens)
        if token.empty
    ] == ["Quería"]


def test_pronouns_attached_to_a_verb_depend_on_it() -> None:
    document = parsed("Guardalo en la caja y devolvela mañana. Sentía haberla visto.", zeros="none")
    for form, pronoun, heads in (
        ("guardá", "lo", ["guardá"]),
        ("devolvé", "la", ["devolvé"]),
        ("haber", "la", ["haber", "visto"]),
    ):
        place = (
            next(index for index, token in enumerate(document.tokens) if token.form.lower() == form)
            + 1
        )
        token = document.tokens[place]
        assert token.form == pronoun and token.upos == "PRON" and token.lemma == "él"
        assert document.tokens[token.head or 0].form.lower() in heads


def test_typographic_marks_are_read_like_plain_ones() -> None:
    fine, plain = parsed("“Ven”, dijo Ana…"), parsed('"Ven", dijo Ana...')
    assert [token.upos for token in fine.tokens] == [token.upos for token in plain.tokens]
    assert fine.tokens[0].form == "“"


def test_the_conventions_of_a_treebank_are_followed() -> None:
    text = "No sé cómo llegó. Pagó unos 20 euros el 3 de mayo de 1999."
    ancora, gsd = (words(parsed(text, treebank=name)) for name in ("ancora", "gsd"))
    assert parsed(text, treebank="") == parsed(text)
    assert (ancora["mayo"].upos, ancora["mayo"].deprel) == ("NOUN", "compound")
    assert (gsd["mayo"].upos, gsd["mayo"].deprel) == ("PROPN", "nmod")
    for name in ("bosque", "ewt"):
        with pytest.raises(CoindexError, match="the model knows ancora, gsd, coser"):
            parsed(text, treebank=name)


def test_the_language_is_found() -> None:
    text = "El niño no quería comer porque su hermana se había ido con los abuelos."
    assert next(iter(Bundled().parse([Document("d", text)]))) == parsed(text)


@pytest.mark.parametrize("text", ["", " \n\n ", "\u200b"])
def test_hardly_any_input(text: str) -> None:
    check_document(parsed(text))


def test_long_input_is_deterministic_and_the_same_on_threads() -> None:
    text = " ".join(
        f"La casa {number} se vendió a Marta porque quería comprarla." for number in range(60)
    )
    document = parsed(text)
    check_document(document)
    assert len(document.sentences) >= 55
    assert parsed(text) == document == parsed(text, threads=2, batch=4)
    assert (
        sum(
            multiword.form == "comprarla"
            for one in document.sentences
            for multiword in one.multiwords
        )
        == 60
    )


def test_given_words_keep_their_ranges() -> None:
    first = parsed(TEXT, zeros="none")
    again = next(
        iter(Bundled(language="es", tokens="given", sentences="given", zeros="none").parse([first]))
    )
    assert again.tokens == first.tokens and again.sentences == first.sentences


def test_a_folder_without_a_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(CoindexError, match=r"model\.onnx is missing"):
        parsed("Es así.", folder=str(tmp_path))


def test_text_in_capitals_is_parsed_like_any_other() -> None:
    text = (
        "La directora del museo abrió la carta. Los niños llegaron tarde porque su madre había "
        "perdido las llaves."
    )
    plain, loud = parsed(text, zeros="none"), parsed(text.upper(), zeros="none")
    layers = [
        [(token.upos, token.head, token.deprel) for token in document.tokens]
        for document in (plain, loud)
    ]
    same = [one == other for one, other in zip(*layers, strict=True)]
    assert sum(same) >= len(same) - 1
    assert loud.tokens[1].form == "DIRECTORA" and loud.tokens[1].lemma == "directora"


def test_verbs_carry_how_probable_a_subject_left_out_is() -> None:
    found = words(parsed("Ana duerme. Llegamos tarde.", zeros="none"))
    assert [name for name, token in found.items() if "NullSubject=" in token.misc] == [
        "duerme",
        "Llegamos",
    ]
    assert (null_chance(found["duerme"]) or 0) < 0.1 and (null_chance(found["Llegamos"]) or 0) > 0.9


@pytest.mark.parametrize(
    "text",
    [
        "Sumerja la pieza en agua.",
        "Compre la prenda. Lávela a mano.",
        "Agregue la harina y mezcle bien.",
        "Llamanos.",
        "Recordémosla con cariño.",
        "No le cuenten nada.",
    ],
)
def test_commands_leave_out_no_subject(text: str) -> None:
    assert not [token for token in parsed(text).tokens if token.empty]


@pytest.mark.parametrize("text", ["Pobre.", "—Hecho.", "¡Pobre hombre!"])
def test_what_is_no_verb_has_no_subject(text: str) -> None:
    assert not [token for token in parsed(text).tokens if token.empty]


def test_a_verb_that_looks_like_a_pronoun_to_the_model() -> None:
    assert words(parsed("¿Quiso salir?"))["Quiso"].upos == "VERB"


def test_a_person_before_clitics_is_the_subject() -> None:
    assert words(parsed("El forense se lo quitó."))["forense"].deprel == "nsubj"


@pytest.mark.parametrize(
    ("text", "mood"),
    [
        ("Cuenta que su madre la llamó.", "Ind"),
        ("Piensa mucho en ella.", "Ind"),
        ("¡Piensa en ella!", "Imp"),
        ("Di un paseo.", "Ind"),
        ("Di la verdad.", "Imp"),
        ("No sigas así.", "Imp"),
    ],
)
def test_a_form_is_no_command_by_itself(text: str, mood: str) -> None:
    verb = next(token for token in parsed(text).tokens if token.upos == "VERB")
    assert verb.feature("Mood") == mood


def test_a_speaker_is_no_verb() -> None:
    tokens = parsed("Olga: ¿Vienes?\nRaúl: Sí.\nOlga: No.").tokens
    assert {token.upos for token in tokens if token.form == "Olga"} == {"PROPN"}


@pytest.mark.parametrize(
    ("text", "verb", "omits"),
    [
        ("La mujer fue detenida. Lo interrogaron durante horas.", "interrogaron", False),
        (
            "Acamparon los estudiantes en la plaza. Los desalojaron sin violencia.",
            "desalojaron",
            False,
        ),
        ("Ana vendió la casa. Dicen que está encantada.", "Dicen", False),
        ("Mahmud esperó cuatro horas. Al final le dijeron la verdad.", "dijeron", False),
        ("Los vecinos salieron. Lo vieron en la calle.", "vieron", True),
        ("Las hermanas pasaban por allí. Lo robaron ellas.", "robaron", False),
        ("Los niños sudaban. Tenían fiebre.", "Tenían", True),
        ("Es una bici roja. Si la ven, avísenme.", "ven", True),
    ],
)
def test_people_in_general(text: str, verb: str, omits: bool) -> None:
    tokens = parsed(text).tokens
    place = next(index for index, token in enumerate(tokens) if token.form == verb)
    assert tokens[place - 1].empty is omits
