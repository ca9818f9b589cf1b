"""What the bundled models have learned from is recorded beside each of them."""

from __future__ import annotations

from pathlib import Path

from coindex.models.fingerprints import Fingerprints, fingerprints, probe
from training.marks import COMPOSED, DISCOURSES, EVERYDAY, marked_texts
from training.seen import FILES, PARTS, PLAIN, Folders, write

FOLDERS = {"composed texts": COMPOSED, "discourses": DISCOURSES, "everyday texts": EVERYDAY / "en"}


def test_every_model_and_table_has_fingerprints_of_each_corpus() -> None:
    assert FILES.keys() == PARTS.keys()
    for name, parts in PARTS.items():
        stored = fingerprints(FILES[name]).corpora
        wanted = {part.name for part in parts} - {PLAIN}
        assert wanted <= set(stored), name
        for part in parts:
            if part.name in wanted:
                assert bool(len(stored[part.name].passages)) != part.raw, (name, part.name)


def test_the_projects_own_texts_are_known_again() -> None:
    known = fingerprints(FILES["resolver"])
    for corpus, folder in FOLDERS.items():
        texts = [text.plain for _, text in marked_texts(folder)]
        assert all(known.has(probe(text)) for text in texts), corpus


def test_packages_stay_small() -> None:
    packages = ("coindex", "coindex_en", "coindex_es", "coindex_large")
    for package in packages:
        inside = [path for path in FILES.values() if package in path.parts]
        assert sum(path.stat().st_size for path in inside) < 1_000_000


def test_texts_that_are_not_at_hand_keep_their_fingerprints(tmp_path: Path) -> None:
    path = tmp_path / "table.seen.npz"
    before = write("supar", Folders(tmp_path), path)
    assert list(before.corpora) == ["embedded-es-train"]
    assert isinstance(before, Fingerprints) and before.has(probe(next(iter(_spanish()))))


def _spanish() -> list[str]:
    from coindex import formats
    from coindex.corpora import find

    return [one.document.text for one in formats.read(find("embedded-es-train").path, "inline")]
