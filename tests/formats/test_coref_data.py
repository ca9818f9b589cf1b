"""Rows of the coref-data collection."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Entity
from coindex.core.document import Sentence, Span
from coindex.core.errors import FormatError
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.formats.coref_data import CorefData
from coindex.io.files import opened
from coindex.testing import bracketed, check_format
from tests.formats.test_crac import COREFUD, chains
from tests.formats.test_crac import read as read_text


def token(number: float, text: str, head: int, deprel: str, upos: str) -> dict[str, Any]:
    values = {"id": number, "text": text, "lemma": text.lower(), "upos": upos, "xpos": None}
    return values | {"feats": None, "head": head, "deprel": deprel, "misc": None}


ROW = {
    "id": "made-up",
    "text": "Ana sale. Canta bien.",
    "sentences": [
        {
            "id": 1,
            "speaker": None,
            "text": "Ana sale.",
            "tokens": [
                token(1, "Ana", 2, "nsubj", "PROPN"),
                token(2, "sale", 0, "root", "VERB"),
                token(3, ".", 2, "punct", "PUNCT"),
            ],
        },
        {
            "id": 2,
            "speaker": "Eva",
            "text": "Canta bien.",
            "tokens": [
                {"id": 0.1, "text": "ella", "upos": "PRON", "head": 1, "deprel": "nsubj"},
                token(1, "Canta", 0, "root", "VERB"),
                token(2, "bien", 1, "advmod", "ADV"),
                token(3, ".", 1, "punct", "PUNCT"),
            ],
        },
    ],
    "coref_chains": [[[0, 0, 0], [1, 0, 0]]],
    "genre": "story",
    "meta_data": {"comment": None, "language": "es"},
}
SAMPLES = {"made_up.jsonl": json.dumps(ROW) + "\n"}


def read(tmp_path: Path, values: Any, problems: Problems | None = None) -> list[Annotated]:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(values))
    return list(formats.read(path, "coref_data", problems))


def test_contract() -> None:
    (item,) = check_format(CorefData(), SAMPLES)
    document = item.document
    assert (document.id, document.text, document.language) == ("made-up", ROW["text"], "es")
    assert document.genre == "story"
    assert [token.head for token in document.tokens] == [1, -1, 1, 4, -1, 4, 4]
    assert [document.tokens[3].form, document.tokens[3].empty] == ["ella", True]
    assert [sentence.speaker for sentence in document.sentences] == ["", "Eva"]
    mentions = item.annotation.entities[0].mentions
    assert [mention.text(document) for mention in mentions] == ["Ana", "ella"]


def test_what_is_written() -> None:
    (item,) = check_format(CorefData(), SAMPLES)
    (chunk,) = CorefData().write([item])
    written = json.loads(chunk.text)
    assert written["coref_chains"] == ROW["coref_chains"]
    assert [one["id"] for one in written["sentences"][1]["tokens"]] == [0.1, 1, 2, 3]
    assert [one["head"] for one in written["sentences"][1]["tokens"]] == [1, 0, 1, 1]


def test_a_text_that_its_tokens_do_not_spell(tmp_path: Path) -> None:
    (item,) = read(tmp_path, ROW | {"text": "Otra cosa."})
    assert item.document.text == "Ana sale . Canta bien ."


def test_corefud_there_and_back(tmp_path: Path) -> None:
    before = read_text(COREFUD, "conllu", folder=tmp_path)
    formats.write(before, tmp_path / "a.coref-data.jsonl")
    (after,) = formats.read(tmp_path / "a.coref-data.jsonl")
    assert after.document.text == before[0].document.text
    assert list(chains(after).values()) == list(chains(before[0]).values())


def test_a_mention_beyond_its_sentence_is_counted() -> None:
    item = bracketed("[Ann]1 came . [She]1 left")
    assert formats.losses(item, CorefData())[Layer.MENTIONS] == 0
    wide = item.annotation.mentions[0]._replace(parts=(Span(0, 4),))
    document = type(item.document)(
        "d",
        item.document.text,
        "",
        item.document.tokens,
        (Sentence(Span(0, 3)), Sentence(Span(3, 5))),
    )
    annotation = Annotation("d", mentions=(wide,), entities=(Entity("1", (wide,)),))
    assert formats.losses(Annotated(document, annotation), CorefData())[Layer.MENTIONS] == 1


@pytest.mark.parametrize(
    ("message", "change"),
    [
        ("span outside the document", {"coref_chains": [[[0, 1, 3]]]}),
        ("span outside the document", {"coref_chains": [[[2, 0, 0]]]}),
        ("span outside the document", {"coref_chains": ["Ana"]}),
        ("value of the wrong type", {"coref_chains": 3}),
        ("value of the wrong type", {"sentences": [["Ana"]], "coref_chains": []}),
    ],
)
def test_bad_input(message: str, change: dict[str, Any], tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=message):
        read(tmp_path, ROW | change)
    problems = Problems(lenient=True)
    assert len(read(tmp_path, ROW | change, problems)) == 1
    assert problems.counts[message] == 1


def test_recognition(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(json.dumps(ROW))
    with opened(path) as files:
        assert formats.recognised(files[0]) == "coref_data"
