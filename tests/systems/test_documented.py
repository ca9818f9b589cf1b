"""Files in the layouts of other systems, hand-written from their documentation."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Entity, Kind
from coindex.core.errors import FormatError
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.formats.building import with_mentions
from coindex.formats.systems.booknlp import BookNlp
from coindex.formats.systems.corenlp import CoreNlp
from coindex.formats.systems.opennlp import OpenNlp
from coindex.formats.systems.stanza import StanzaConllU
from coindex.io.files import opened
from coindex.testing import bracketed, check_format
from tests.formats.partly import PARTLY

FOLDER = Path(__file__).parent / "documented"
FORMATS = {
    "corenlp.json": "corenlp",
    "corenlp.xml": "corenlp",
    "opennlp.coref.txt": "opennlp",
    "stanza.conllu": "stanza",
    "corpipe.conllu": "conllu",
    "xcore.json": "clusters",
    "maverick.json": "clusters",
    "fastcoref.jsonlines": "clusters",
}

SAMPLES_OF = {
    "corenlp": {name: (FOLDER / name).read_text() for name in ("corenlp.json", "corenlp.xml")},
    "booknlp": {path.name: path.read_text() for path in sorted((FOLDER / "booknlp").iterdir())},
    "opennlp": {"opennlp.coref.txt": (FOLDER / "opennlp.coref.txt").read_text()},
    "stanza": {"stanza.conllu": (FOLDER / "stanza.conllu").read_text()},
}


def chains(item: Annotated) -> list[list[str]]:
    return [
        [mention.text(item.document) for mention in entity.mentions]
        for entity in item.annotation.entities
    ]


@pytest.mark.parametrize("name", FORMATS)
def test_each_is_recognised_and_says_the_same(name: str) -> None:
    (item,) = formats.read(FOLDER / name)
    with opened(FOLDER / name) as files:
        assert formats.recognised(files[0]) == FORMATS[name]
    assert sorted(chains(item)) == [["Mara", "her", "She"], ["her key", "it"]]
    assert len(item.document.sentences) == 2 or FORMATS[name] == "clusters"


def test_corenlp() -> None:
    samples = {name: (FOLDER / name).read_text() for name in ("corenlp.json", "corenlp.xml")}
    for name, content in samples.items():
        (item,) = check_format(CoreNlp(), {name: content})
        assert item.document.text == "Mara lost her key. She found it."
        assert item.document.tokens[3].xpos == "NN"
        assert item.annotation.entities[1].mentions[0].head == 3
    (item,) = check_format(CoreNlp(), {"a.json": samples["corenlp.json"]})
    assert [token.head for token in item.document.tokens][:5] == [1, -1, 3, 1, 1]
    assert item.document.tokens[1].deprel == "root"
    assert item.annotation.mentions[0].kind is Kind.NAME


def test_booknlp() -> None:
    (item,) = formats.read(FOLDER / "booknlp")
    assert chains(item) == [["Mara", "her", "She"]]
    assert item.annotation.entities[0].type == "person"
    assert item.document.text == "Mara lost her key. She found it."
    assert item.document.tokens[0].upos == "PROPN"
    samples = {path.name: path.read_text() for path in (FOLDER / "booknlp").iterdir()}
    check_format(BookNlp(), samples, partly=PARTLY["booknlp"])


def test_opennlp() -> None:
    check_format(OpenNlp(), {"a.coref.txt": (FOLDER / "opennlp.coref.txt").read_text()})


def test_stanza() -> None:
    (item,) = check_format(StanzaConllU(), {"a.conllu": (FOLDER / "stanza.conllu").read_text()})
    assert item.document.tokens[0].misc == "start_char=0|end_char=4"
    assert item.document.tokens[0].upos == "PROPN"


@pytest.mark.parametrize(
    ("name", "old", "new", "message"),
    [
        ("corenlp.json", '"endIndex": 5', '"endIndex": 9', "span outside the document"),
        ("corenlp.xml", "<end>5</end>", "<end>9</end>", "span outside the document"),
        ("opennlp.coref.txt", "(. .)))\n", "(. .))\n", "brackets do not match"),
        ("stanza.conllu", "end-repr-id1", "end-repr-id7", "mark of a chain that is not open"),
        ("stanza.conllu", "start-repr-id1", "begin-id1", "mark of a chain that is not open"),
    ],
)
def test_bad_input(name: str, old: str, new: str, message: str, tmp_path: Path) -> None:
    content = (FOLDER / name).read_text()
    assert old in content
    (tmp_path / name).write_text(content.replace(old, new))
    with pytest.raises(FormatError, match=message):
        list(formats.read(tmp_path / name))
    problems = Problems(lenient=True)
    assert len(list(formats.read(tmp_path / name, problems=problems))) == 1
    assert problems.counts[message]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("18\t5\t5", "18\t5\t50", "span outside the document"),
        ("18\t5\t5\tPRON\tPER\tShe", "18\t5", "too few columns"),
        ("COREF\tstart_token", "COREF\tstart_token\tx", ""),
        (
            "COREF\tstart_token\tend_token\tprop",
            "COREF\tstart_token\tend_token\tp",
            "column is missing",
        ),
    ],
)
def test_bad_tables_of_booknlp(old: str, new: str, message: str, tmp_path: Path) -> None:
    for path in (FOLDER / "booknlp").iterdir():
        (tmp_path / path.name).write_text(path.read_text().replace(old, new))
    if not message:
        message = "too few columns"
    with pytest.raises(FormatError, match=message):
        list(formats.read(tmp_path))


def test_entities_of_booknlp_need_their_tokens(tmp_path: Path) -> None:
    (tmp_path / "mara.entities").write_text((FOLDER / "booknlp/mara.entities").read_text())
    with pytest.raises(FormatError, match="entities without their tokens"):
        list(formats.read(tmp_path / "mara.entities"))


def test_no_score_of_a_hand_written_file_is_printed() -> None:
    pages = [*(FOLDER.parents[2] / "docs").rglob("*.md"), FOLDER.parents[2] / "README.md"]
    assert not [page.name for page in pages if "systems/documented/" in page.read_text("utf-8")]


def test_tables_of_booknlp_are_written(tmp_path: Path) -> None:
    item = bracketed("[Ann Lee]1 lost [[her]1 key]2 .\n[She]1 left .", id="keys")
    (ann, *others), keys = (entity.mentions for entity in item.annotation.entities)
    named = ann._replace(kind=Kind.NAME)
    chains = [
        Entity("18", (named, *others), "person"),
        Entity("the key", tuple(one._replace(kind=Kind.NOMINAL) for one in keys), "object"),
    ]
    marked = Annotated(item.document, with_mentions("keys", chains))
    lost = formats.write([marked], tmp_path / "out", "booknlp")
    assert {layer: lost[layer] for layer in (Layer.TYPES, Layer.ENTITY_NAMES, Layer.KINDS)} == {
        Layer.TYPES: 1,
        Layer.ENTITY_NAMES: 1,
        Layer.KINDS: 0,
    }
    table = (tmp_path / "out/keys.entities").read_text().splitlines()
    assert table == [
        "COREF\tstart_token\tend_token\tprop\tcat\ttext",
        "18\t0\t1\tPROP\tPER\tAnn Lee",
        "1\t3\t4\tNOM\t\ther key",
        "18\t3\t3\t\tPER\ther",
        "18\t6\t6\t\tPER\tShe",
    ]
    [after] = formats.read(tmp_path / "out")
    assert [one.form for one in after.document.tokens] == [one.form for one in item.document.tokens]
    assert [entity.id for entity in after.annotation.entities] == ["18", "1"]
    assert after.annotation.entities[0].mentions == (named, *others)
