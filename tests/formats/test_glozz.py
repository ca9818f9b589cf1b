"""Files of Glozz."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.tools.glozz import Glozz
from coindex.testing import bracketed, check_format
from tests.formats.partly import PARTLY
from tests.formats.tool_files import chains

FOLDER = Path(__file__).parent / "documented"
SAMPLES = {name: (FOLDER / name).read_text() for name in ("glozz.aa", "glozz.ac")}
CHAINS = [("person", ["Mara", "her", "She"]), ("", ["her key", "it"])]


def written(folder: Path, **changed: tuple[str, str]) -> Path:
    for name, content in SAMPLES.items():
        old, new = changed.get(name[-2:], ("", ""))
        assert old in content
        (folder / name).write_text(content.replace(old, new) if old else content)
    return folder


def test_contract() -> None:
    [item] = check_format(Glozz(), SAMPLES, partly=PARTLY["glozz"])
    assert (item.document.id, item.document.text) == ("glozz", "Mara lost her key. She found it.")
    assert chains(item) == CHAINS


def test_paragraphs_are_lines(tmp_path: Path) -> None:
    [item] = formats.read(written(tmp_path, aa=('index="32"', 'index="18"')))
    assert item.document.text == "Mara lost her key.\nShe found it."
    assert len(item.document.sentences) == 2


def test_recognised_in_a_folder(tmp_path: Path) -> None:
    assert [chains(item) for item in formats.read(written(tmp_path))] == [CHAINS]


def test_chains_by_a_feature(tmp_path: Path) -> None:
    named = '<feature name="REF">mara</feature>'
    text = SAMPLES["glozz.aa"].partition("<schema")[0] + "</annotations>"
    text = text.replace(
        "<type>MENTION</type><featureSet>", f"<type>MENTION</type><featureSet>{named}"
    )
    (tmp_path / "glozz.aa").write_text(text)
    (tmp_path / "glozz.ac").write_text(SAMPLES["glozz.ac"])
    [item] = formats.read(tmp_path)
    assert chains(item) == [("person", ["Mara", "her key", "her", "She", "it"])]


def test_what_is_written(tmp_path: Path) -> None:
    item = bracketed("[Ann]1 🙂 saw [Bob]2 and [his]2 dog .", id="a")
    formats.write([item], tmp_path / "out", "glozz")
    text = (tmp_path / "out/a.aa").read_text()
    # The second mention begins one UTF-16 unit later than in characters.
    assert '<start><singlePosition index="11"/></start>' in text
    assert text.count("<embedded-unit") == 3 and text.count("<schema") == 2
    [again] = formats.read(tmp_path / "out")
    assert chains(again) == [("", ["Ann"]), ("", ["Bob", "his"])]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('index="31"', 'index="310"', "span outside the text"),
        ('index="31"', 'index="x"', "unit without a place"),
        ('<term id="coder_7"/>', '<term id="coder_77"/>', "relation of a span that is missing"),
    ],
)
def test_bad_input(old: str, new: str, message: str, tmp_path: Path) -> None:
    folder = written(tmp_path, aa=(old, new))
    with pytest.raises(FormatError, match=message):
        list(formats.read(folder))
    problems = Problems(lenient=True)
    assert len(list(formats.read(folder, problems=problems))) == 1
    assert problems.counts[message] >= 1


def test_annotation_without_its_text(tmp_path: Path) -> None:
    (tmp_path / "glozz.aa").write_text(SAMPLES["glozz.aa"])
    with pytest.raises(FormatError, match="annotation without its text"):
        list(formats.read(tmp_path / "glozz.aa"))
