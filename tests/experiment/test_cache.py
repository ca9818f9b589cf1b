"""The cache: whole entries or none, the first of two, and damage that is noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex.experiment.cache import DiskCache, digest
from coindex.io import places


def only_file(folder: Path) -> Path:
    (found,) = [path for path in folder.rglob("*") if path.is_file()]
    return found


@pytest.mark.parametrize("value", [{"a": [1, 2.5, None, "ä\u2028"]}, {"text": "\ud800"}, {}])
def test_a_value_comes_back_as_it_was(tmp_path: Path, value: object) -> None:
    store = DiskCache(tmp_path)
    store.put("kind", "abc", value)
    assert store.get("kind", "abc") == value
    assert store.sound("kind", "abc")
    assert not store.damaged


def test_what_is_not_there_is_none(tmp_path: Path) -> None:
    assert DiskCache(tmp_path).get("kind", "abc") is None
    assert not DiskCache(tmp_path).sound("kind", "abc")


def test_the_first_stays_unless_it_is_made_anew(tmp_path: Path) -> None:
    store = DiskCache(tmp_path)
    store.put("kind", "abc", 1)
    store.put("kind", "abc", 2)
    assert store.get("kind", "abc") == 1
    store.put("kind", "abc", 3, overwrite=True)
    assert store.get("kind", "abc") == 3


def test_nothing_else_is_left_behind(tmp_path: Path) -> None:
    store = DiskCache(tmp_path)
    for value in range(3):
        store.put("kind", "abc", value, overwrite=bool(value % 2))
    assert only_file(tmp_path).name == "abc.json.z"


@pytest.mark.parametrize("damage", ["empty", "half", "one bit", "something else", "more"])
def test_damage_is_noticed_named_and_made_good(tmp_path: Path, damage: str) -> None:
    store = DiskCache(tmp_path)
    store.put("kind", "abc", list(range(100)))
    path = only_file(tmp_path)
    content = path.read_bytes()
    flipped = content[:60] + bytes([content[60] ^ 1]) + content[61:]
    half = content[: len(content) // 2]
    changed = {
        "empty": b"",
        "half": half,
        "one bit": flipped,
        "something else": b"{}",
        "more": content + b"\0",
    }
    path.write_bytes(changed[damage])
    assert store.get("kind", "abc") is None
    assert store.damaged == [str(path)]
    store.put("kind", "abc", "good")
    assert store.get("kind", "abc") == "good"


def test_an_entry_under_another_name_is_none(tmp_path: Path) -> None:
    store = DiskCache(tmp_path)
    store.put("kind", "abc", 1)
    path = only_file(tmp_path)
    path.rename(path.with_name("abd.json.z"))
    assert store.get("kind", "abd") is None
    assert len(store.damaged) == 1


def test_content_names_itself(tmp_path: Path) -> None:
    store = DiskCache(tmp_path)
    name = store.keep("kind", {"a": 1})
    assert store.keep("kind", {"a": 1}) == name != store.keep("kind", {"a": 2})
    assert store.get("kind", name) == {"a": 1}


def test_digests_tell_where_one_text_ends() -> None:
    assert digest("ab", "c") != digest("a", "bc") != digest("abc")


def test_the_place_can_be_chosen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path))
    assert places.cache() == tmp_path
    assert DiskCache().folder == tmp_path / "experiments"
    monkeypatch.delenv("COINDEX_CACHE")
    assert places.cache().name == "coindex"
