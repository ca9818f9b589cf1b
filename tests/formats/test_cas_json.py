"""UIMA CAS as JSON. Files were made, and files of Coindex read, by dkpro-cassis."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.xmi.cas_json import CasJson
from coindex.testing import bracketed, check_format
from coindex.testing.rich import RICH

RECORDED = Path(__file__).parent / "recorded"
SAMPLES = {"cassis.json": (RECORDED / "cassis.json").read_text()}
LINK = "de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink"


def chains(item: Annotated) -> list[list[str]]:
    return [[m.text(item.document) for m in one.mentions] for one in item.annotation.entities]


def structures() -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = json.loads(SAMPLES["cassis.json"])["%FEATURE_STRUCTURES"]
    return listed


def read(value: Any, folder: Path, problems: Problems | None = None) -> Annotated:
    path = folder / "a.json"
    path.write_text(value if isinstance(value, str) else json.dumps(value))
    [item] = formats.read(path, problems=problems)
    return item


def test_a_file_of_cassis_with_offsets_in_utf_16() -> None:
    [item] = check_format(CasJson(), SAMPLES)
    assert item.document.text == "🙂 Ann waved.\nShe saw her dog."
    assert chains(item) == [["Ann", "She", "her"], ["her dog"]]
    ann = item.document.tokens[1]
    assert (ann.form, ann.lemma, ann.xpos, ann.upos) == ("Ann", "ann", "NNP", "PROPN")
    assert item.annotation.mentions[0].kind == "name"
    assert len(item.document.sentences) == 2


def test_a_file_that_cassis_read_and_wrote_is_the_same() -> None:
    ours = bracketed("[Ann]1 saw [[her]1 dog 🙂]2 .\n[She]1 waved .", id="dog")
    [item] = formats.read(RECORDED / "cassis-imported.json")
    assert item.document.id == "dog"
    assert item.document.text == ours.document.text
    assert chains(item) == chains(ours) == [["Ann", "her", "She"], ["her dog 🙂"]]


def test_it_holds_what_xmi_holds(tmp_path: Path) -> None:
    for name in ("rich.cas.json", "rich.xmi"):
        formats.write([RICH], tmp_path / name)
    [ours], [other] = formats.read(tmp_path / "rich.cas.json"), formats.read(tmp_path / "rich.xmi")
    assert ours == other
    written = json.loads((tmp_path / "rich.cas.json").read_text())
    used = {one["%TYPE"] for one in written["%FEATURE_STRUCTURES"]} - {"uima.cas.Sofa"}
    assert used <= set(written["%TYPES"])
    assert len(written["%VIEWS"]["_InitialView"]["%MEMBERS"]) == len(
        written["%FEATURE_STRUCTURES"]
    ) - len(["the text"])


def test_structures_by_their_ids_arrays_and_anchors(tmp_path: Path) -> None:
    """The variants of the specification: an object in place of a list, `^` before anchors, arrays
    as structures of their own.
    """
    first, *others = structures()
    text = str(first["sofaString"])
    man = text.encode("utf-16-le").index("dog".encode("utf-16-le")) // 2
    entity = {"%TYPE": "de.unistuttgart.ims.coref.annotator.api.v1.Entity", "Label": "dog"}
    mention = {"%TYPE": "de.unistuttgart.ims.coref.annotator.api.v1.Mention", "@Entity": 70}
    more = {
        "70": {**entity, "@Flags": 72, "Hidden": False},
        "71": {**mention, "@sofa": first["%ID"], "^begin": man, "^end": man + 3},
        "72": {"%TYPE": "uima.cas.String[]", "%ELEMENTS": ["Generic", None, "Ambiguous"]},
    }
    keyed = {
        str(one["%ID"]): {key: value for key, value in one.items() if key != "%ID"}
        for one in (first, *others)
    }
    item = read({"%TYPES": {}, "%FEATURE_STRUCTURES": {**keyed, **more}, "%VIEWS": {}}, tmp_path)
    assert chains(item) == [["Ann", "She", "her"], ["her dog"], ["dog"]]
    assert item.annotation.entities[2].attributes == (
        ("Label", "dog"),
        ("Flags", "Generic"),
        ("Flags", "Ambiguous"),
    )


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"%TYPE": None}, "structure without an id or a type"),
        ({"%ID": "x"}, "value of the wrong type"),
        ({"end": 900}, "begin and end are not in the text"),
        ({"begin": [1]}, "value of the wrong type"),
        ({"@next": 900}, "chain continues with a link that does not exist"),
    ],
)
def test_damaged_structures_are_named_with_file_and_remedy(
    change: dict[str, Any], message: str, tmp_path: Path
) -> None:
    damaged = structures()
    link = next(one for one in damaged if one["%TYPE"] == LINK)
    link.update(change)
    value = {"%FEATURE_STRUCTURES": damaged}
    with pytest.raises(FormatError, match=rf"a\.json:1: {message}") as error:
        read(value, tmp_path)
    assert error.value.remedy
    problems = Problems(lenient=True)
    assert read(value, tmp_path, problems).document.text
    assert problems.counts[message] >= 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (SAMPLES["cassis.json"][:900], "not JSON"),
        ('{"%TYPES": {}, "%FEATURE_STRUCTURES": []}', "no text"),
        ('{"%TYPES": {}, "%FEATURE_STRUCTURES": 3}', "value of the wrong type"),
        ('{"%TYPES": {}}', "no text"),
    ],
)
def test_damaged_files(content: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=rf"a\.json(:\d+){{0,2}}: {message}") as error:
        read(content, tmp_path)
    assert error.value.remedy
