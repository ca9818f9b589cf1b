"""The command line in another language."""

from __future__ import annotations

import os
import shlex

import pytest
import typer

from coindex.cli import app, commands
from coindex.interface.catalogues import speaking
from tests.cli.calling import coindex

TEXT = "Ann lost her key. She found it."


@pytest.mark.parametrize("place", [0, 1, 3])
def test_the_option_may_stand_anywhere(place: int) -> None:
    words = ["resolve", "--resolver", "recent", "--help"]
    answer = coindex(*words[:place], "--interface=es", *words[place:])
    assert answer.returncode == 0
    assert answer.stdout.startswith("Uso: coindex resolve [OPCIONES]")
    assert "Explicar cada decisión." in answer.stdout
    assert "[por defecto: auto]" in answer.stdout
    assert coindex("resolve", "--help").stdout.startswith("Usage: coindex resolve")
    assert "COINDEX_INTERFACE" not in os.environ


def test_the_environment_chooses_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINDEX_INTERFACE", "es")
    answer = coindex("--help")
    assert "Opciones:" in answer.stdout
    assert "Resolver:" in answer.stdout and "Consultar:" in answer.stdout
    assert "Describir un corpus anotado" in answer.stdout


def test_reasons_are_explained_in_the_language() -> None:
    answer = coindex("--interface", "es", "resolve", "--resolver", "recent", "--why", TEXT)
    assert "(resuelto por recent)" in answer.stdout
    assert "se refiere a «Ann» (oración 1), por la regla «más cercano»" in answer.stdout
    assert "Qué significan los nombres:" in answer.stdout
    assert "el candidato más cercano que cumple las restricciones" in answer.stdout


def test_errors_and_remedies_are_in_the_language() -> None:
    answer = coindex("--interface", "es", "convert", "-", "-")
    assert answer.returncode == 2
    assert answer.stderr.startswith("coindex: al leer de la entrada estándar hay que indicar")
    answer = coindex("--interface", "es", "resolve", "--resolver", "sieve(x=1)", TEXT)
    assert "no tiene el parámetro" in answer.stderr


USAGE = {
    "resolve --xyzzy": "No existe la opción --xyzzy",
    "resolve --resolvr sieve": "No existe la opción --resolvr (opciones posibles: --resolver)",
    "resolv text": "No existe la orden 'resolv'. ¿Se trata de 'resolve'?",
    "xyzzy": "No existe la orden 'xyzzy'.",
    "convert one": "Falta el argumento 'OUT'.",
    "show one two": "Hay argumentos de más (two)",
    "resolve text --resolver": "La opción '--resolver' necesita un valor.",
    "resolve --why=3 text": "La opción '--why' no lleva valor.",
    "chunks text --words many": "Valor no válido para '--words': tiene que ser un número entero",
    "chunks text --words 0": "Valor no válido para '--words': tiene que ser 1 o más",
    "serve --port 99999": "Valor no válido para '--port': tiene que ser 65535 o menos",
    "tune a b --held-out x": "Valor no válido para '--held-out': tiene que ser un número",
}


@pytest.mark.parametrize("words", USAGE)
def test_usage_errors_are_in_the_language(words: str) -> None:
    answer = coindex("--interface", "es", *words.split())
    assert answer.returncode == 2
    assert answer.stderr.splitlines()[-1] == f"Error: {USAGE[words]}"
    english = coindex(*words.split())
    assert english.returncode == 2
    lines = answer.stderr.splitlines()
    assert len(lines) == len(english.stderr.splitlines())
    if len(lines) > 1:
        assert lines[0].startswith("Uso: coindex")
        assert english.stderr.startswith("Usage: coindex")
        assert lines[1].startswith("Más ayuda con 'coindex")
    assert not answer.stdout


def test_components_are_explained_in_the_language() -> None:
    answer = coindex("--interface", "es", "show", "rap")
    assert "deja el filtro sintáctico" in answer.stdout
    assert "La prominencia de una clase es la suma" in answer.stdout
    assert "The salience of a class" not in answer.stdout
    assert "SALIENCE_TERMS, `Rap.published`" in answer.stdout  # what is where stays a table
    assert "The salience of a class" in coindex("show", "rap").stdout


def test_json_is_the_same_in_every_language() -> None:
    options = ("resolve", "--resolver", "recent", "--why", "--as", "json", TEXT)
    assert coindex("--interface", "es", *options).stdout == coindex(*options).stdout


def test_an_unknown_language_is_refused() -> None:
    answer = coindex("--interface", "xx", "list")
    assert answer.returncode == 2
    assert answer.stderr == "coindex: no interface is in the language 'xx'; known: en, es\n"
    assert coindex("resolve", "--", "--interface", "es").returncode != 0


@pytest.mark.parametrize("interface", ["en", "es"])
@pytest.mark.parametrize("name", list(commands()))
def test_the_help_of_a_command_ends_with_an_example_that_it_takes(
    name: str, interface: str
) -> None:
    group = typer.main.get_command(app)
    with speaking(interface):
        command = group.get_command(None, name)  # type: ignore[attr-defined]  # it is a group
        lines = command.epilog.splitlines()
        assert lines
        assert coindex("--interface", interface, name, "--help").stdout.endswith(
            "".join(f"\n  {line}" for line in lines) + "\n"
        )
        for line in lines:
            program, called, *arguments = shlex.split(line)
            assert (program, called) == ("coindex", name)
            command.make_context(name, arguments)
            assert len(line) < 110


def test_the_help_of_a_command_fits_a_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 80 columns and 60 lines, in English."""
    monkeypatch.setenv("COLUMNS", "80")
    lines = {
        name: coindex(*name.split(), "--help").stdout.count("\n") for name in ("", *commands())
    }
    assert min(lines.values()) > 10
    assert {name: count for name, count in lines.items() if count > 60} == {}
