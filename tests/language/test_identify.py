"""Telling languages apart by their script and by how their words are spelled."""

from __future__ import annotations

import pytest

from coindex.language.identify import guess_language, language_of, name_of_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Well, I do think a cat is what we want here.", "en"),
        ("Der Hund lief über die Straße, und die Katze sah ihm nach.", "de"),
        ("Ala ma kota, a kot ma Alę i nie wie, co z tym zrobić.", "pl"),
        ("El perro cruzó la calle y el gato lo miraba, pero no estaba contento.", "es"),
        ("Pedro vio a Ana en el parque. Estaba muy guapa.", "es"),
        ("O menino não sabia que a mãe dele estava em casa.", "pt"),
        ("Anne a perdu sa clé. Elle le cherche.", "fr"),
        ("Anna hat ihren Schlüssel verloren und sucht ihn im Garten.", "de"),
        ("Maria ha visto il suo cane.", "it"),
        ("Anna is haar sleutel kwijt en ze zoekt hem in de tuin.", "nl"),
        ("Sabela perdeu a chave e non a atopou na súa casa.", "gl"),
        ("La Núria va perdre la clau i no la troba enlloc.", "ca"),
        ("Anek giltza galdu zuen eta ez du inon aurkitzen.", "eu"),
        ("Nun sé quién ye esti home, pero les muyeres del pueblu conócenlu toes.", "ast"),
        ("Анна потеряла ключ. Она нашла его.", "ru"),
        ("Анна загубила ключ і знайшла його.", "uk"),
        ("安娜丢了钥匙。她找到了它。", "zh"),
        ("アンは鍵をなくした。", "ja"),
        ("Η Άννα έχασε το κλειδί.", "el"),
        ("No la echaba de menos.", "es"),
        ("I am so glad.", "en"),
        ("", ""),
        ("1984", ""),
    ],
)
def test_languages(text: str, language: str) -> None:
    assert language_of(text) == language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Ana llegó.", "es"),
        ("¿Qué hora tienes?", "es"),
        ("Ya lo sé.", "es"),
        ("Carlos Gómez firmó. Gómez sonrió.", "es"),
        ("Lautaro levantó la mano y le preguntó si faltaba.", "es"),
        ("Si se mueve, podés amurarlo a la pared.", "es"),
        ("She left early.", "en"),
        ("Where were you?", "en"),
        ("Nobody answered him.", "en"),
    ],
)
def test_a_few_words_are_enough_for_a_language_that_can_be_parsed(text: str, language: str) -> None:
    assert language_of(text) == language


def test_names_do_not_make_a_text_foreign() -> None:
    """What is parsed as English by mistake is a warning; what is refused by mistake, a wall."""
    assert guess_language("Iga Świątek beat Coco Gauff.") == ("en", False)
    assert guess_language("Siti Nurhaliza, Budi Santoso, Dewi Lestari").code in ("en", "es")
    assert not guess_language("Ann left.").is_sure


def test_capitals_have_a_language() -> None:
    assert language_of("DER HUND LIEF ÜBER DIE STRASSE, UND DIE KATZE SAH IHM NACH.") == "de"


def test_a_quotation_does_not_change_the_language_of_its_text() -> None:
    text = "Ana dijo: “I never wanted to go to that party with all of them.” Luego colgó."
    assert language_of(text) == "es"
    assert language_of("“I never wanted to go to that party.”") == "en"


def test_addresses_have_no_language() -> None:
    assert language_of("https://www.example.de/der-hund-und-die-katze") == ""


def test_names_of_languages() -> None:
    assert name_of_language("de") == "German"
    assert name_of_language("eu") == "Basque"
    assert name_of_language("zh") == "Chinese"
    assert name_of_language("") == "unknown"
