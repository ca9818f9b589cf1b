"""Spanish tokens and the words in them, on sentences of our own."""

from __future__ import annotations

import pytest

from coindex.core.document import Document
from coindex.parsers.model_words import own_words
from coindex.parsers.tokens import tokenise
from coindex_es.words import fused


def surface(text: str) -> list[str]:
    return [text[start:end] for start, end in tokenise(text, "es")]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("¿Vienes, Ana? ¡Sí!", "¿ Vienes , Ana ? ¡ Sí !"),
        ("«Ya voy», dijo.", "« Ya voy » , dijo ."),
        ("—Ven —pidió—. Ya.", "— Ven — pidió — . Ya ."),
        ("-Ven -pidió-, ya.", "- Ven - pidió - , ya ."),
        ("El Sr. Ruiz y la Dra. Paz.", "El Sr. Ruiz y la Dra. Paz ."),
        ("J. L. Ruiz nació allí.", "J. L. Ruiz nació allí ."),
        ("Pan, vino, etc. en casa.", "Pan , vino , etc. en casa ."),
        ("véase la pág. 12 del vol. 3", "véase la pág. 12 del vol. 3"),
        ("No sé qué es pág.", "No sé qué es pág ."),
        ("Costó 1.234,56 euros, un 3,5% más.", "Costó 1.234,56 euros , un 3,5% más ."),
        ("Subió un 3 %, a 22'6.", "Subió un 3 % , a 22'6 ."),
        ("Vive en el Paral.lel. Es el final.", "Vive en el Paral.lel . Es el final ."),
        (
            "A las 10:30 del 12/10/1999, en 1999-2000.",
            "A las 10:30 del 12/10/1999 , en 1999-2000 .",
        ),
        ("Ganaron 2-1 el 23-F.", "Ganaron 2-1 el 23-F ."),
        ("El 1.º y la 2ª planta, n.º 4.", "El 1.º y la 2ª planta , n.º 4 ."),
        ("En EE.UU. y la U.E. hay 5 km2.", "En EE.UU. y la U.E. hay 5 km2 ."),
        ("Un acuerdo franco-alemán... ¿o no?", "Un acuerdo franco-alemán ... ¿ o no ?"),
        (
            "Escriba a ana@correo.es o mire www.luz.es.",
            "Escriba a ana@correo.es o mire www.luz.es .",
        ),
        ("", ""),
    ],
)
def test_surface_tokens(text: str, expected: str) -> None:
    assert surface(text) == expected.split()


@pytest.mark.parametrize(
    "expected",
    [
        *(
            "de+el",
            "a+el",
            "dar+se+lo",
            "transmitiendo+se",
            "da+me+lo",
            "vamos+nos",
            "diga+me",
            "hacer+lo",
        ),
        *(
            "ir+se",
            "oír+lo",
            "reír+se",
            "construir+se+lo",
            "haciendo+me",
            "yendo+se",
            "leyendo+le",
            "vea+se",
        ),
        *(
            "cuenta+nos",
            "cuente+nos",
            "siente+se",
            "sienten+se",
            "levanta+te",
            "di+le",
            "haz+lo",
            "pon+te",
        ),
        *(
            "hagamos+lo",
            "digamos+se+lo",
            "envía+me",
            "prohíbe+lo",
            "trae+me+lo",
            "busque+lo",
            "conozca+la",
        ),
        *(
            "fijad+os",
            "contar+os",
            "tutear+te",
            "redecorar+lo",
            "desenmarañar+los",
            "salga+se",
            "muevan+se",
        ),
        *(
            "llevá+se+lo",
            "guardá+lo",
            "devolvé+la",
            "pedí+le",
            "fijá+te",
            "repón+la",
            "mantén+lo",
            "dé+le",
        ),
    ],
)
def test_fused_words(expected: str) -> None:
    spelled = {
        "de+el": "del",
        "a+el": "al",
        "dar+se+lo": "dárselo",
        "transmitiendo+se": "transmitiéndose",
        "da+me+lo": "dámelo",
        "vamos+nos": "vámonos",
        "diga+me": "dígame",
        "construir+se+lo": "construírselo",
        "haciendo+me": "haciéndome",
        "yendo+se": "yéndose",
        "leyendo+le": "leyéndole",
        "vea+se": "véase",
        "cuenta+nos": "cuéntanos",
        "cuente+nos": "cuéntenos",
        "siente+se": "siéntese",
        "sienten+se": "siéntense",
        "levanta+te": "levántate",
        "hagamos+lo": "hagámoslo",
        "digamos+se+lo": "digámoselo",
        "trae+me+lo": "tráemelo",
        "busque+lo": "búsquelo",
        "conozca+la": "conózcala",
        "fijad+os": "fijaos",
        "salga+se": "sálgase",
        "muevan+se": "muévanse",
        "guardá+lo": "guardalo",
        "devolvé+la": "devolvela",
        "pedí+le": "pedile",
        "fijá+te": "fijate",
        "mantén+lo": "mantenlo",
        "repón+la": "reponla",
        "dé+le": "dele",
    }
    assert fused(spelled.get(expected, expected.replace("+", ""))) == tuple(expected.split("+"))


@pytest.mark.parametrize(
    "form",
    [
        *(
            "perla",
            "charla",
            "parte",
            "comparte",
            "arte",
            "fuerte",
            "muerte",
            "firme",
            "confirme",
            "desarme",
        ),
        *(
            "modernos",
            "internos",
            "cuadernos",
            "órganos",
            "plátanos",
            "pétalos",
            "ángeles",
            "escándalo",
            "película",
        ),
        *(
            "claros",
            "primeros",
            "correos",
            "museos",
            "caos",
            "ríos",
            "envíos",
            "clase",
            "base",
            "noble",
            "suelo",
        ),
        *(
            "tomate",
            "llegaste",
            "hablase",
            "dijese",
            "gobiernos",
            "lácteos",
            "Carlos",
            "Carla",
            "Giancarlo",
            "Ángela",
        ),
        *(
            "les",
            "los",
            "se",
            "once",
            "doce",
            "hotel",
            "sal",
            "parla",
            "mirlo",
            "inserte",
            "pésame",
        ),
        *(
            "regalo",
            "instala",
            "remate",
            "disparate",
            "comete",
            "patente",
            "asistente",
            "novela",
            "Marcelo",
        ),
    ],
)
def test_words_that_only_look_fused(form: str) -> None:
    assert fused(form) == ()


def test_the_square_of_a_unit_is_a_word_of_its_own() -> None:
    assert own_words(Document("d", "Tiene 50 km² y 3 hm³."), "es").forms == [
        *("Tiene", "50", "km", "²", "y", "3", "hm", "³", "."),
    ]
    assert own_words(Document("d", "Llueven 3 m²"), "es").forms == ["Llueven", "3", "m²"]


def test_case_is_kept() -> None:
    assert fused("Del") == ("De", "el") and fused("DEL") == ("DE", "EL")
    assert fused("Al", "l") == ("A", "el") and fused("Al", "G") == ()
    assert fused("Dígame") == ("Diga", "me") and fused("DÁRSELO") == ("DAR", "SE", "LO")


def test_words_share_the_characters_of_a_token_they_do_not_spell() -> None:
    text = "Al hacerlo, dárselo del todo."
    words = own_words(Document("d", text), "es")
    pairs = list(zip(words.forms, words.starts, words.ends, strict=True))
    assert pairs == [
        ("A", 0, 2),
        ("el", 0, 2),
        ("hacer", 3, 8),
        ("lo", 8, 10),
        (",", 10, 11),
        ("dar", 12, 15),
        ("se", 15, 17),
        ("lo", 17, 19),
        ("de", 20, 23),
        ("el", 20, 23),
        ("todo", 24, 28),
        (".", 28, 29),
    ]
    assert words.multiwords == [
        (0, 2, "Al"),
        (2, 4, "hacerlo"),
        (5, 8, "dárselo"),
        (8, 10, "del"),
    ]
    assert words.spaces == [
        True,
        False,
        True,
        False,
        False,
        True,
        False,
        False,
        True,
        False,
        True,
        False,
    ]
    assert [place for place, inner in enumerate(words.inner) if inner] == [1, 3, 6, 7, 9]


def test_odd_input_is_covered_character_by_character() -> None:
    for text in (
        "a-",
        "-",
        "¡¡¡!!!",
        "12-",
        "n.º",
        "😀😀 ñandú",
        "a" * 5000 + "rlo",
        "1," * 50_000 + "a",
        "x\u0301lo",
    ):
        covered = "".join(surface(text))
        assert covered == "".join(text.split())
