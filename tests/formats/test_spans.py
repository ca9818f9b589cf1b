"""The quick way through CoNLL files says the same as the ordinary one, or nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.formats.spans import SHIFT, Unusual, looks_plain, spans
from coindex.testing import bracketed

TEXT = "[Ann]1 met [[her]1 [old]3 dog]2 .\n[It]2 saw [[Bob]4 and [Cy]5]6 ."


def written(folder: Path, text: str = "") -> Path:
    path = folder / "a.conll"
    formats.write([bracketed(TEXT, id="x"), bracketed(TEXT, id="y#001")], path, "conll")
    if text:
        path.write_text(text)
    return path


def test_the_same_entities(tmp_path: Path) -> None:
    path = written(tmp_path)
    for quick, (document, annotation) in zip(spans(path), formats.read(path, "conll"), strict=True):
        assert quick.id == document.id
        assert len(quick.words) == len(document.tokens)
        expected = [
            {m.start << SHIFT | m.end - 1 for m in entity.mentions}
            for entity in annotation.entities
        ]
        assert sorted(map(sorted, quick.entities)) == sorted(map(sorted, expected))
        assert quick.crossing == 0


LINE = "d 0 0 word {}\n"


@pytest.mark.parametrize(
    "column",
    [["(1"], ["1)"], ["(1)(2)"], ["(1)|(1)"], ["(1)|(2)"], ["x"], ["(1||2)"], ["()"], ["(1", "2)"]],
)
def test_the_unusual_is_left_to_the_ordinary_reader(tmp_path: Path, column: list[str]) -> None:
    body = "".join(LINE.format(cell) for cell in column)
    with pytest.raises(Unusual):
        list(spans(written(tmp_path, f"#begin document (d); part 000\n{body}\n#end document\n")))


@pytest.mark.parametrize(
    "text",
    [
        "#begin document (d); part 000\nd 0 0 a (1)\n",
        "#begin document (d); part 000\nd 0 0 a (1)\r\n\n#end document\n",
        "#begin document (d); part 000\nd 0 0 a (1)\n# odd\n\n#end document\n",
        "stray\n#begin document (d); part 000\nd 0 0 a (1)\n\n#end document\n",
        "#begin document (d); part 000\nalone\n\n#end document\n",
        "#begin document (d); part 000\nd 0 0 a (1)\n\n#end document\nstray\n",
    ],
)
def test_so_are_other_files(tmp_path: Path, text: str) -> None:
    with pytest.raises(Unusual):
        list(spans(written(tmp_path, text)))


def test_crossing_mentions_are_counted(tmp_path: Path) -> None:
    body = "".join(LINE.format(cell) for cell in ("(1", "(2", "1)", "2)"))
    [document] = spans(written(tmp_path, f"#begin document (d); part 000\n{body}\n#end document\n"))
    assert document.crossing == 1


def test_what_is_worth_trying(tmp_path: Path) -> None:
    assert looks_plain(written(tmp_path))
    assert not looks_plain(written(tmp_path, "1\tx\n"))
    assert not looks_plain(tmp_path)
