"""Telling languages apart by their function words."""

from __future__ import annotations

import pytest

from coindex.language.identify import language_of, name_of_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Well, I do think a cat is what we want here.", "en"),
        ("Der Hund lief über die Straße, und die Katze sah ihm nach.", "de"),
        ("Ala ma kota, a kot ma Alę i nie wie, co z tym zrobić.", "pl"),
        ("El perro cruzó la calle y el gato lo miraba, pero no estaba contento.", "es"),
        ("Pedro vio a Ana en el parque. Estaba muy guapa.", "es"),
        ("¿Qué hora tienes?", "es"),
        ("Ella estaba muy feliz.", "es"),
        ("O menino não sabia que a mãe dele estava em casa.", "pt"),
        ("Anne a perdu sa clé. Elle le cherche.", "fr"),
        ("Anna hat ihren Schlüssel verloren.", "de"),
        ("Maria ha visto il suo cane.", "it"),
        ("A Ana não achou a chave.", "pt"),
        ("Anna is haar sleutel kwijt.", "nl"),
        ("Анна потеряла ключ. Она нашла его.", "ru"),
        ("Анна загубила ключ і знайшла його.", "uk"),
        ("安娜丢了钥匙。她找到了它。", "zh"),
        ("アンは鍵をなくした。", "ja"),
        ("Η Άννα έχασε το κλειδί.", "el"),
        ("No la echaba de menos.", "es"),
        ("Ann visited Москва.", ""),
        ("I am so glad.", ""),
        ("Ann left.", ""),
        ("", ""),
    ],
)
def test_languages(text: str, language: str) -> None:
    assert language_of(text) == language


def test_names() -> None:
    assert name_of_language("de") == "German"
    assert name_of_language("zh") == "Chinese"
    assert name_of_language("") == "unknown"
