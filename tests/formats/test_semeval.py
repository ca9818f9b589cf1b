"""SemEval-2010 Task 1."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.document import ROOT, features
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.semeval import SemEval
from coindex.io.files import opened
from coindex.testing import check_format
from tests.formats.partly import PARTLY

DEMO = """#begin document demo
1	Ana	ana	ana	NP	NP	_	_	2	2	suj	suj	(person)	_	_	_	(0)
2	salió	salir	salir	V	VM	num=s|per=3	_	0	0	root	root	_	_	_	_	_

1	_	_	_	p	p	_	_	2	2	suj	suj	_	_	_	_	arg0-agt	(0)
2	llueve	llover	llover	V	V	_	_	0	0	root	root	_	_	llover.a1	_	_	(3
3	\\_	\\_	_	F	F	_	_	2	2	f	f	_	_	_	_	_	3)

#end document demo
"""

SAMPLES = {"demo.txt": DEMO}


def read(
    text: str, format: str = "semeval", problems: Problems | None = None, *, folder: Path
) -> list[Annotated]:
    path = folder / "sample.txt"
    path.write_text(text, encoding="utf-8")
    return list(formats.read(path, format, problems))


def test_columns_find_their_place() -> None:
    document, annotation = check_format(SemEval(), SAMPLES, partly=PARTLY["semeval"])[0]
    assert document.id == "demo"
    assert document.text == "Ana salió llueve _"
    assert [token.head for token in document.tokens] == [1, ROOT, 3, ROOT, 3]
    assert document.tokens[1].feats == "num=s|per=3"
    assert document.tokens[0].deprel == "suj"
    assert features(document.tokens[1].misc) == {
        "PLemma": "salir",
        "PPOS": "VM",
        "PHead": "0",
        "PDepRel": "root",
    }
    assert features(document.tokens[0].misc)["NE"] == "(person)"
    assert document.tokens[2].empty
    assert features(document.tokens[2].misc)["Args"] == "arg0-agt"
    assert (document.tokens[4].form, document.tokens[4].lemma) == ("_", "_")
    assert [(entity.id, [m.span for m in entity.mentions]) for entity in annotation.entities] == [
        ("0", [(0, 1), (2, 3)]),
        ("3", [(3, 5)]),
    ]


def test_it_is_written_as_it_was() -> None:
    items = check_format(SemEval(), SAMPLES, partly=PARTLY["semeval"])
    lines = "".join(chunk.text for chunk in SemEval().write(items)).splitlines()
    assert lines == DEMO.splitlines()


def test_predicted_values_can_be_taken() -> None:
    document = check_format(SemEval(predicted=True), SAMPLES, partly=PARTLY["semeval"])[0].document
    assert document.tokens[1].xpos == "VM"
    assert features(document.tokens[1].misc)["POS"] == "V"


def test_first_two_and_last_columns_are_enough(tmp_path: Path) -> None:
    text = "#begin document d\n1\tAna\t(1)\n2\tsale\t_\n\n#end document d\n"
    document, annotation = read(text, folder=tmp_path)[0]
    assert document.text == "Ana sale"
    assert len(annotation.entities) == 1


@pytest.mark.parametrize(
    ("rows", "message", "line"),
    [
        ("1\tAna\n", "too few columns", 2),
        ("1\tAna\t_\n3\tsale\t_\n", "token number out of order: 3", 3),
        ("1\tAna\t_\t_\n2\tsale\t_\n", "wrong number of columns", 3),
        ("1\tAna\t" + "_\t" * 6 + "x\t_\n", "head is not a token: x", 2),
        ("1\tAna\t" + "_\t" * 6 + "9\t_\n", "head is not a token: 9", 2),
        ("1\tAna\t(1\n", "mention never closed: 1", 2),
        ("1\tAna\t1)\n", "mention closed but never opened: 1", 2),
        ("1\tAna\t((\n", "malformed coreference cell: '(('", 2),
        ("#begin document e\n", "document without end", 2),
    ],
)
def test_bad_input(rows: str, message: str, line: int, tmp_path: Path) -> None:
    text = f"#begin document d\n{rows}\n1\tfin\t_\n\n#end document\n"
    with pytest.raises(FormatError) as raised:
        read(text, folder=tmp_path)
    assert (raised.value.message, raised.value.line) == (message, line)
    problems = Problems(lenient=True)
    assert read(text, problems=problems, folder=tmp_path)
    assert problems.counts[message.partition(":")[0]] == 1


def test_truncated_and_stray(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="document without end"):
        read("#begin document d\n1\tAna\t_\n", folder=tmp_path)
    with pytest.raises(FormatError, match="words outside a document"):
        read("1\tAna\t_\n", folder=tmp_path)
    with pytest.raises(FormatError, match="document end without beginning"):
        read("#end document d\n", folder=tmp_path)
    with pytest.raises(FormatError, match="contains no document"):
        read("", problems=Problems(lenient=True), folder=tmp_path)


def test_recognition(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text(DEMO)
    with opened(tmp_path / "x.txt") as files:
        assert formats.recognised(files[0]) == "semeval"
