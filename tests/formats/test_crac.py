"""CRAC's plain text for LLMs."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Span
from coindex.core.errors import FormatError
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.formats.building import Builder
from coindex.formats.crac.text import Crac
from coindex.io.files import opened
from coindex.testing import check_format
from coindex.testing.rich import RICH

DEMO = (
    "Los|[e1 socios de el Norte|[e2],e1] dijeron que ##|[e1] venden la|[e3 casa|e3] .\n"
    "Ana|[e1] perdió su|[e1],[e2 llave|e2] ; ##ella|[e1] la|[e2] busca .\n"
)
SAMPLES = {"demo.txt": DEMO}
COREFUD = """\
# global.Entity = eid-etype-head-other
# newdoc id = demo
# sent_id = s1
# text = Ana abre la verja y la cierra.
1	Ana	Ana	PROPN	_	_	2	nsubj	2:nsubj	Entity=(e1-person-1-)
2	abre	abrir	VERB	_	_	0	root	0:root	_
3	la	el	DET	_	_	4	det	4:det	Entity=(e2-object-2-
4	verja	verja	NOUN	_	_	2	obj	2:obj	Entity=e2)
5	y	y	CCONJ	_	_	7	cc	7:cc	_
5.1	_	él	PRON	_	_	_	_	7:nsubj	Entity=(e1-person-1-)
6	la	él	PRON	_	_	7	obj	7:obj	Entity=(e2-object-1-)
7	cierra	cerrar	VERB	_	_	2	conj	2:conj	SpaceAfter=No
8	.	.	PUNCT	_	_	2	punct	2:punct	_

# sent_id = s2
# text = Luis del norte y ella callan.
1	Luis	Luis	PROPN	_	_	7	nsubj	7:nsubj	Entity=(e4--1-(e3-person-1-
2-3	del	_	_	_	_	_	_	_	_
2	de	de	ADP	_	_	4	case	4:case	_
3	el	el	DET	_	_	4	det	4:det	_
4	norte	norte	NOUN	_	_	1	nmod	1:nmod	Entity=e3)
5	y	y	CCONJ	_	_	6	cc	6:cc	_
6	ella	él	PRON	_	_	1	conj	1:conj	Entity=(e1-person-1-)e4)
7	callan	callar	VERB	_	_	0	root	0:root	SpaceAfter=No
8	.	.	PUNCT	_	_	7	punct	7:punct	_

"""
AS_TEXT = (
    "Ana|[e1] abre la|[e2 verja|e2] y ##|[e1] la|[e2] cierra . "
    "Luis|[e3,[e4 de el norte|e3] y ella|[e1],e4] callan .\n"
)


def read(
    text: str, format: str = "crac", problems: Problems | None = None, *, folder: Path
) -> list[Annotated]:
    path = folder / "sample.txt"
    path.write_text(text, encoding="utf-8")
    return list(formats.read(path, format, problems))


def chains(item: Annotated) -> dict[str, list[tuple[Span, ...]]]:
    return {
        entity.id: [mention.parts for mention in entity.mentions]
        for entity in item.annotation.entities
    }


def test_marks_and_zeros_find_their_place() -> None:
    first, second = check_format(Crac(), SAMPLES)
    assert (first.document.id, second.document.id) == ("demo-1", "demo-2")
    assert first.document.text == "Los socios de el Norte dijeron que venden la casa ."
    zero = first.document.tokens[7]
    assert zero.empty and zero.form == ""
    assert chains(first) == {
        "e1": [(Span(0, 5),), (Span(7, 8),)],
        "e2": [(Span(4, 5),)],
        "e3": [(Span(9, 11),)],
    }
    assert second.document.tokens[5].form == "ella" and second.document.tokens[5].empty
    assert [len(spans) for spans in chains(second).values()] == [3, 2]


def test_it_is_written_as_it_was() -> None:
    items = check_format(Crac(), SAMPLES)
    written = "".join(chunk.text for chunk in Crac().write(items))
    assert written == DEMO


def test_corefud_there_and_back(tmp_path: Path) -> None:
    before = read(COREFUD, "conllu", folder=tmp_path)
    written = "".join(chunk.text for chunk in Crac().write(before))
    assert written == AS_TEXT
    (after,) = read(written, "", folder=tmp_path)
    assert chains(after) == chains(before[0])
    assert [token.empty for token in after.document.tokens] == [
        token.empty for token in before[0].document.tokens
    ]


def test_blind_text_has_words_and_zeros_alone(tmp_path: Path) -> None:
    (item,) = read(COREFUD, "conllu", folder=tmp_path)
    (chunk,) = Crac(blind=True).write([item])
    assert chunk.text == "Ana abre la verja y ## la cierra . Luis de el norte y ella callan .\n"
    lost = formats.losses(item, Crac(blind=True))
    assert (lost[Layer.MENTIONS], lost[Layer.ZEROS], lost[Layer.ENTITIES]) == (6, 1, 4)
    (again,) = read(chunk.text, folder=tmp_path)
    assert not again.annotation.mentions and len(again.document.tokens) == 17


def test_the_part_with_the_head_stands_for_a_mention_of_several() -> None:
    (chunk,) = Crac().write([RICH])
    assert "viejo|[e5 barco|e5]" in chunk.text and "azul|" not in chunk.text


def test_bars_in_words_are_not_marks(tmp_path: Path) -> None:
    text = "a|b|[1] | ||[1] x|[e1]| y\n"
    (item,) = read(text, folder=tmp_path)
    assert [token.form for token in item.document.tokens] == ["a|b", "|", "|", "x|[e1]", "y"]
    assert chains(item) == {"1": [(Span(0, 1),), (Span(2, 3),)]}
    (chunk,) = Crac().write([item])
    assert chunk.text == text


def test_mentions_of_one_entity_that_share_a_word(tmp_path: Path) -> None:
    (item,) = read("a|[e1 b|e1],[e1 c|e1]", folder=tmp_path)
    assert chains(item) == {"e1": [(Span(0, 2),), (Span(1, 3),)]}
    (chunk,) = Crac().write([item])
    assert chunk.text == "a|[e1 b|e1],[e1 c|e1]\n"


def test_forms_that_change_are_counted() -> None:
    builder = Builder("a")
    for form in ("New York", "##two", "left"):
        builder.word(form)
    item = Annotated(builder.document(), Annotation("a"))
    assert formats.losses(item, Crac())[Layer.TOKENS] == 2
    (chunk,) = Crac().write([item])
    assert chunk.text == "New_York ##two left\n"


@pytest.mark.parametrize(
    ("line", "message", "column"),
    [
        ("Ana|[e1 sale .", "mention never closed: e1", 5),
        ("Ana sale|e1] .", "mention closed but never opened: e1", 10),
    ],
)
def test_bad_input(line: str, message: str, column: int, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as raised:
        read(line, folder=tmp_path)
    assert (raised.value.message, raised.value.line, raised.value.column) == (message, 1, column)
    problems = Problems(lenient=True)
    (item,) = read(line, problems=problems, folder=tmp_path)
    assert len(item.document.tokens) == 3 and not item.annotation.mentions
    assert problems.counts[message.partition(":")[0]] == 1


def test_a_file_without_words(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="contains no document"):
        read("\n\n", folder=tmp_path)


@pytest.mark.parametrize(
    ("text", "format"),
    [
        (DEMO, "crac"),
        ("Ana perdió su llave .\n", "text"),
        ("| a | b |\n|---|---|\n| [x](y) | 2 |\n", "text"),
        ("la|n casa|v\nel|n sol|w\n", "nullsubj"),
    ],
)
def test_recognition(text: str, format: str, tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text(text)
    with opened(tmp_path / "x.txt") as files:
        assert formats.recognised(files[0]) == format
