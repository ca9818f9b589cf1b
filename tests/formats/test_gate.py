"""GATE's bdocjs, in files that gatenlp made."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coindex import formats
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.tools.gate import Gate
from coindex.testing import bracketed, check_format
from tests.formats.partly import PARTLY
from tests.formats.tool_files import chains

FOLDER = Path(__file__).parent / "recorded"
SAMPLES = {"ann.bdocjs": (FOLDER / "gatenlp.bdocjs").read_text()}
CHAINS = [("Person", ["Ann", "her", "She"]), ("", ["her key", "it"])]


def test_contract() -> None:
    [item] = check_format(Gate(), SAMPLES, partly=PARTLY["gate"])
    assert (item.document.id, item.document.text) == ("ann", "Ann 🙂 lost her key. She found it.")
    assert chains(item) == CHAINS


def test_offsets_of_java() -> None:
    [item] = formats.read(FOLDER / "gatenlp-java.bdocjs")
    assert chains(item) == CHAINS


def test_chains_as_java_and_as_features_have_them(tmp_path: Path) -> None:
    values = json.loads(SAMPLES["ann.bdocjs"])
    lists = values["features"].pop("MatchesAnnots")
    annotations = values["annotation_sets"][""]["annotations"]
    path = tmp_path / "ann.bdocjs"
    path.write_text(json.dumps({**values, "features": {"MatchesAnnots": {"null": lists[""]}}}))
    assert [chains(item) for item in formats.read(path)] == [CHAINS]
    for chain in lists[""]:
        for one in chain:
            annotations[one]["features"]["matches"] = chain
    path.write_text(json.dumps(values))
    assert [chains(item) for item in formats.read(path)] == [CHAINS]


def test_what_is_written(tmp_path: Path) -> None:
    item = bracketed("[Ann]1 saw [Bob]2 and [his]2 dog .", id="a")
    formats.write([item], tmp_path / "a.bdocjs")
    values = json.loads((tmp_path / "a.bdocjs").read_text())
    assert values["features"] == {"MatchesAnnots": {"": [[1], [2, 3]]}}
    assert values["annotation_sets"][""]["annotations"][2] == {
        "type": "Mention",
        "start": 16,
        "end": 19,
        "id": 3,
        "features": {"matches": [2, 3]},
    }
    [again] = formats.read(tmp_path / "a.bdocjs")
    assert chains(again) == [("", ["Ann"]), ("", ["Bob", "his"])]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"end": 32', '"end": 320', "span outside the text"),
        ("[3, 4]", "[3, 44]", "relation of a span that is missing"),
    ],
)
def test_bad_input(old: str, new: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "ann.bdocjs"
    path.write_text(SAMPLES["ann.bdocjs"].replace(old, new))
    with pytest.raises(FormatError, match=message):
        list(formats.read(path))
    problems = Problems(lenient=True)
    assert len(list(formats.read(path, problems=problems))) == 1
    assert problems.counts[message] == 1
