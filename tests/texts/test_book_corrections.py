"""Corrected characters of a book: merged, separated, renamed, no people; the file and its errors."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import coindex
from coindex import Book
from coindex.core.errors import FormatError
from coindex.texts.books.corrections import FORMAT, Corrections
from tests.cli.calling import coindex as command
from tests.texts.book_text import STORY


@cache
def story() -> Book:
    return coindex.book(STORY, resolver='sieve(names="book")')


def corrected(folder: Path, *characters: dict[str, Any]) -> Book:
    path = folder / "names.json"
    path.write_text(json.dumps({"format": FORMAT, "characters": characters}), encoding="utf-8")
    book = story()
    annotation, given = Corrections.read(path).applied(book.document, book.annotation)
    return Book(book.document, annotation, book.least, given)


def test_names_of_one_character_are_merged(tmp_path: Path) -> None:
    both = {"name": "The sisters", "names": ["clara", "Susan"]}
    book = corrected(tmp_path, both)
    before = story()
    one = book.character("Clara")
    assert one.name == "The sisters"
    assert one is book.character("Susan")
    parts = (before.character("Clara"), before.character("Susan"))
    assert one.mentions == sum(part.mentions for part in parts)
    starts = [mention.start for mention in one.entity.mentions]
    assert starts == sorted(starts)
    assert len(book.said_by(one)) == sum(len(before.said_by(part)) for part in parts)


def test_names_of_two_characters_are_separated(tmp_path: Path) -> None:
    book = corrected(
        tmp_path,
        {"name": "The captain", "names": ["Captain Vane", "Vane", "Captain Edmund Vane"]},
        {"name": "Edmund", "names": ["Edmund", "Edmund Vane"]},
    )
    captain, edmund = book.character("Captain Vane"), book.character("Edmund")
    assert captain.id != edmund.id
    assert {one.words for one in edmund.names} == {"Edmund", "Edmund Vane"}
    whole = story().character("Captain Vane").mentions
    assert captain.mentions + edmund.mentions == whole
    assert len({entity.id for entity in book.annotation.entities}) == len(book.annotation.entities)


def test_who_is_no_person_is_not_listed(tmp_path: Path) -> None:
    book = corrected(tmp_path, {"name": "Susan", "names": ["Susan"], "person": False})
    with pytest.raises(KeyError):
        book.character("Susan")
    assert book.character("Clara").mentions == story().character("Clara").mentions


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("{", "JSON"),
        ("[]", "not a file of characters"),
        ('{"format": "coindex-characters/1", "characters": [{"name": "Ann"}]}', "names"),
        (
            json.dumps(
                {"format": FORMAT, "characters": [{"name": one, "names": ["Ann"]} for one in "AB"]}
            ),
            "two characters",
        ),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, text: str, what: str) -> None:
    path = tmp_path / "names.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(FormatError, match=what):
        Corrections.read(path)


def test_the_command_respects_the_file(tmp_path: Path) -> None:
    names = {"format": FORMAT, "characters": [{"name": "Clara H.", "names": ["Clara"]}]}
    (tmp_path / "names.json").write_text(json.dumps(names), encoding="utf-8")
    (tmp_path / "story.txt").write_text(STORY, encoding="utf-8")
    done = command(
        "book", tmp_path / "story.txt", "--characters", tmp_path / "names.json", "--as", "csv"
    )
    assert done.returncode == 0, done.stderr
    assert "story,Clara H.,female" in done.stdout
