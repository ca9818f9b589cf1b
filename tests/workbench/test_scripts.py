"""Texts in scripts without spaces: any part of a clause can be marked, and
comes back from files as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Entity, Mention
from coindex.core.document import Document, Span
from coindex.workbench.editing.contents import simply_cut
from coindex.workbench.editing.cutting import cut
from tests.workbench.material import application, client, new_project

CHINESE = "小明看见了小红。她笑了。"
HOLDING = ["brat", "conll", "conllu", "jsonl", "semeval", "tei", "webanno", "xmi"]


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[TestClient]:
    with client(application(tmp_path)) as made:
        yield made


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("她笑了。", "她 笑 了 。"),
        ("He said 他来了!", "He said 他 来 了 !"),
        ("コーヒーを買った", "コ ー ヒ ー を 買 っ た"),
        ("ฉันเห็นที่บ้าน", "ฉั น เ ห็ น ที่ บ้ า น"),
        ("हिन्दी है।", "हिन्दी है ।"),
        ("l'état, don't!", "l'état , don't !"),
    ],
)
def test_words_and_characters(text: str, tokens: str) -> None:
    assert [token.form for token in cut(text)] == tokens.split()


def chinese() -> Annotated:
    document = simply_cut(Document("story", CHINESE, "zh"))
    hong, she = (Mention((Span(place, end),), end - 1) for place, end in ((5, 7), (8, 9)))
    assert [mention.text(document) for mention in (hong, she)] == ["小红", "她"]
    return Annotated(
        document, Annotation("story", mentions=(hong, she), entities=(Entity("1", (hong, she)),))
    )


@pytest.mark.parametrize("format", HOLDING)
def test_a_pronoun_inside_a_clause_comes_back(format: str, tmp_path: Path) -> None:
    item = chinese()
    formats.write([item], tmp_path / "out", format)
    again = next(formats.read(tmp_path / "out", format))
    chains = [
        [m.text(again.document).replace(" ", "") for m in e.mentions]
        for e in again.annotation.entities
    ]
    assert chains == [["小红", "她"]]


def test_an_annotated_text_whose_tokens_are_clauses_is_cut_again(browser: TestClient) -> None:
    """A format that cuts at spaces, and where mentions begin and end."""
    project = new_project(browser)
    text = '<COREF ID="1">小明</COREF>看见了小红很高兴地走过来。<COREF ID="2" REF="1" TYPE="IDENT">他</COREF>笑了。'
    upload = {"files": ("story.sgm", f"<DOC><DOCNO>story</DOCNO><TXT>{text}</TXT></DOC>".encode())}
    answer = browser.post(f"{project}/documents/upload", files=upload, data={"source": "me"})
    assert answer.status_code == 201, answer.text
    document = f"{project}/documents/{answer.json()['documents'][0]['id']}"
    tokens = browser.get(f"{document}/tokens").json()
    text = browser.get(f"{document}/text").text
    spans = zip(tokens["starts"], tokens["ends"], strict=True)
    assert {end - start for start, end in spans if not text[start].isascii()} == {1}
    state = browser.get(f"{document}/annotations/me").json()["annotation"]
    marked = [mention["parts"][0] for mention in state["mentions"]]
    assert [text[tokens["starts"][start] : tokens["ends"][end - 1]] for start, end in marked] == [
        "小明",
        "他",
    ]


def test_words_that_somebody_cut_stay(browser: TestClient) -> None:
    rows = [
        "#begin document (a); part 000",
        *(f"a 0 {n} {w} -" for n, w in enumerate(("小明", "看见", "了", "小红"))),
    ]
    upload = {"files": ("a.conll", "\n".join([*rows, "", "#end document", ""]).encode())}
    answer = browser.post(f"{new_project(browser)}/documents/upload", files=upload)
    assert answer.json()["documents"][0]["tokens"] == 4
