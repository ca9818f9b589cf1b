"""Fingerprints: copies of a document are known again, other documents are not."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from coindex.core.errors import FormatError
from coindex.models.fingerprints import (
    EVERY,
    PASSAGE,
    Fingerprints,
    Learned,
    fingerprints,
    normalised,
    probe,
)


def words(seed: int, count: int = 400) -> str:
    """A text of invented words, always the same for a seed."""
    draw = random.Random(seed)
    letters = "abcdefghijklmnopqrstuvwxyz"
    return " ".join("".join(draw.choices(letters, k=draw.randint(2, 9))) for _ in range(count))


KNOWN = Fingerprints({"corpus": Learned.of([words(1), words(2)])})


@pytest.mark.parametrize(
    "copy",
    [
        words(1),
        words(1).replace(" ", "\n"),
        words(1).upper(),
        words(1).replace("a", "á"),
        words(1).replace(" ", " , "),
        " ".join(words(1).split()[100:300]),
        words(1) + " " + words(3),
    ],
    ids=["itself", "lines", "capitals", "accents", "commas", "shortened", "continued"],
)
def test_a_copy_is_known_again(copy: str) -> None:
    assert KNOWN.has(probe(copy))


def test_other_texts_are_not(tmp_path: Path) -> None:
    assert [KNOWN.share(probe(words(seed))) for seed in range(3, 40)] == [0.0] * 37
    assert not KNOWN.has(probe(""))


def test_a_quotation_does_not_make_a_text_a_seen_one() -> None:
    quoting = words(5, 1500) + " " + " ".join(words(1).split()[:80]) + " " + words(6, 500)
    assert 0 < KNOWN.share(probe(quoting)) < 0.25
    assert not KNOWN.has(probe(quoting))


def test_short_texts_are_known_as_wholes() -> None:
    short = "Ann lost her key."
    assert len(probe(short).passages) == 0
    known = Fingerprints({"corpus": Learned.of([short])})
    assert known.has(probe("ann lost her key"))
    assert not known.has(probe("Ann lost her keys."))


def test_raw_text_is_known_only_as_a_whole() -> None:
    raw = Fingerprints({"novels": Learned.of([words(1)], raw=True)})
    assert raw.has(probe(words(1)))
    assert not raw.has(probe(" ".join(words(1).split()[100:300])))
    assert len(raw.corpora["novels"].passages) == 0


def test_passages_are_chosen_wherever_a_copy_begins() -> None:
    whole = words(7, 3000)
    later = whole[17:]
    kept, again = set(probe(whole).passages.tolist()), set(probe(later).passages.tolist())
    assert len(kept - again) <= 3
    stretches = len(normalised(whole)) - PASSAGE + 1
    assert len(kept) == pytest.approx(stretches / EVERY, rel=0.35)


def test_they_are_written_and_read_back(tmp_path: Path) -> None:
    path = tmp_path / "seen.npz"
    KNOWN.write(path)
    stored = fingerprints(path)
    assert list(stored.corpora) == ["corpus"]
    for ours, theirs in zip(KNOWN.corpora["corpus"], stored.corpora["corpus"], strict=True):
        assert isinstance(ours, np.ndarray) and isinstance(theirs, np.ndarray)
        assert np.array_equal(ours, theirs)
    before = path.read_bytes()
    KNOWN.write(path)
    assert path.read_bytes() == before


def test_two_sets_add_up() -> None:
    both = KNOWN.together(
        Fingerprints({"more": Learned.of([words(8)]), "corpus": KNOWN.corpora["corpus"]})
    )
    assert both.has(probe(words(8))) and both.has(probe(words(2)))
    assert [len(one.documents) for one in both.corpora.values()] == [2, 1]


def test_there_may_be_none(tmp_path: Path) -> None:
    assert fingerprints(tmp_path / "nothing.npz").corpora == {}


@pytest.mark.parametrize("content", [b"", b"not a file of arrays", b"PK\x03\x04"])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "seen.npz"
    path.write_bytes(content)
    with pytest.raises(FormatError, match="not fingerprints"):
        fingerprints(path)
