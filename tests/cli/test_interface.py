"""The command line in another language."""

from __future__ import annotations

import os

import pytest

from tests.cli.calling import coindex

TEXT = "Ann lost her key. She found it."


@pytest.mark.parametrize("place", [0, 1, 3])
def test_the_option_may_stand_anywhere(place: int) -> None:
    words = ["resolve", "--resolver", "recent", "--help"]
    answer = coindex(*words[:place], "--interface=es", *words[place:])
    assert answer.returncode == 0
    assert answer.stdout.startswith("Uso: coindex resolve")
    assert "Explicar cada decisión." in answer.stdout
    assert "[por defecto: auto]" in answer.stdout
    assert coindex("resolve", "--help").stdout.startswith("Usage: coindex resolve")
    assert "COINDEX_INTERFACE" not in os.environ


def test_the_environment_chooses_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINDEX_INTERFACE", "es")
    answer = coindex("--help")
    assert "Opciones:" in answer.stdout
    assert "Órdenes:" in answer.stdout
    assert "Describir un corpus anotado" in answer.stdout


def test_reasons_are_explained_in_the_language() -> None:
    answer = coindex("--interface", "es", "resolve", "--resolver", "recent", "--why", TEXT)
    assert "(resuelto por recent)" in answer.stdout
    assert "se refiere a «Ann» (oración 1), por más cercano" in answer.stdout
    assert "Qué significan los nombres:" in answer.stdout
    assert "el candidato más cercano que cumple las restricciones" in answer.stdout


def test_errors_and_remedies_are_in_the_language() -> None:
    answer = coindex("--interface", "es", "convert", "-", "-")
    assert answer.returncode == 2
    assert answer.stderr.startswith("coindex: al leer de la entrada estándar hay que indicar")
    answer = coindex("--interface", "es", "resolve", "--resolver", "sieve(x=1)", TEXT)
    assert "no tiene el parámetro" in answer.stderr


def test_json_is_the_same_in_every_language() -> None:
    options = ("resolve", "--resolver", "recent", "--why", "--as", "json", TEXT)
    assert coindex("--interface", "es", *options).stdout == coindex(*options).stdout


def test_an_unknown_language_is_refused() -> None:
    answer = coindex("--interface", "xx", "list")
    assert answer.returncode == 2
    assert answer.stderr == "coindex: no interface is in the language 'xx'; known: en, es\n"
    assert coindex("resolve", "--", "--interface", "es").returncode != 0
