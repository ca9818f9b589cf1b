"""WordNet from a folder with a few synsets of our own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from coindex.language.nominals import wordnet

SYNSETS = ("thing", "plant", "tree", "oak oak_tree")
"""Each falls under the one before; the last has two words."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    data, index, above = "  1 licence\n", "  1 licence\n", ""
    for words in SYNSETS:
        offset = f"{len(data):08}"
        listed = " ".join(f"{word} 0" for word in words.split())
        pointer = f"001 @ {above} n 0000" if above else "000"
        data += f"{offset} 03 n {len(words.split()):02x} {listed} {pointer} | a gloss\n"
        index += "".join(f"{word} n 1 1 @ 1 0 {offset}  \n" for word in words.split())
        above = offset
    (tmp_path / "data.noun").write_text(data, encoding="utf-8")
    (tmp_path / "index.noun").write_text(index, encoding="utf-8")
    monkeypatch.setenv("WNSEARCHDIR", str(tmp_path))
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    for remembered in (wordnet.source, wordnet.falls_under, wordnet._synsets, wordnet._above):
        remembered.cache_clear()


@pytest.mark.usefixtures("folder")
def test_hypernyms_within_a_number_of_steps() -> None:
    assert wordnet.available()
    assert wordnet.falls_under("oak", "tree", longest=1)
    assert wordnet.falls_under("oak", "thing", longest=3)
    assert not wordnet.falls_under("oak", "thing", longest=2)
    assert not wordnet.falls_under("tree", "oak")


@pytest.mark.usefixtures("folder")
def test_synonyms_and_phrases() -> None:
    assert wordnet.synonyms("oak", "oak tree")
    assert not wordnet.synonyms("oak", "tree")
    assert not wordnet.synonyms("unheard", "unheard of")


def test_nothing_is_known_where_nothing_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WNSEARCHDIR", raising=False)
    monkeypatch.setattr(wordnet, "FOLDERS", ())
    monkeypatch.setattr(wordnet, "find_spec", lambda name: None)
    forget()
    assert not wordnet.available()
    assert not wordnet.synonyms("oak", "oak")
    assert not wordnet.falls_under("oak", "tree")
    forget()
