"""LitBank's files."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Kind, Relation
from coindex.core.errors import FormatError, SpecError
from coindex.core.problems import Problems
from coindex.formats.litbank import LitBank
from coindex.io.files import opened
from coindex.testing import check_format

TEXT = "Ann , a cook , sang .\n“ I am a cook ! ”\nBob sighed .\n“ Stop ! ” he said .\n"
TSV = """\
MENTION\tT0\t0\t0\t0\t0\tAnn\tPER\tPROP
MENTION\tT1\t0\t2\t0\t3\ta cook\tPER\tNOM
MENTION\tT2\t1\t1\t1\t1\tI\tPER\tPRON
MENTION\tT3\t1\t3\t1\t4\ta cook\tPER\tNOM
MENTION\tT4\t2\t0\t2\t0\tBob\tPER\tPROP
MENTION\tT5\t3\t4\t3\t4\the\tPER\tPRON
COREF\tT0\tAnn-0
COREF\tT2\tAnn-0
COREF\tT4\tBob-1
COREF\tT5\tBob-1
APPOS\tT1\tT0
COP\tT3\tT2
"""
QUOTES = """\
QUOTE\tQ1\t1\t0\t1\t6\t“ I am a cook ! ”
QUOTE\tQ2\t3\t0\t3\t3\t“ Stop ! ”
ATTRIB\tQ1\tAnn-0
ATTRIB\tQ2\tBob-1
"""
BRAT = """\
T0\tPROP_PER 0 3\tAnn
T10\tAnn-0 0 3\tAnn
T1\tNOM_PER 6 12\ta cook
T2\tPRON_PER 24 25\tI
T12\tAnn-0 24 25\tI
T3\tNOM_PER 29 35\ta cook
T4\tPROP_PER 40 43\tBob
T14\tBob-1 40 43\tBob
T5\tPRON_PER 64 66\the
T15\tBob-1 64 66\the
R1\tappos Arg1:T1 Arg2:T10
R2\tcop Arg1:T3 Arg2:T2
"""
SAMPLES = {
    "coref/tsv/1_made_up_brat.txt": TEXT,
    "coref/tsv/1_made_up_brat.ann": TSV,
    "coref/brat/1_made_up_brat.txt": TEXT,
    "coref/brat/1_made_up_brat.ann": BRAT,
    "quotations/tsv/1_made_up_brat.txt": TEXT,
    "quotations/tsv/1_made_up_brat.ann": QUOTES,
}


def read(
    folder: Path, name: str, content: str, problems: Problems | None = None
) -> list[Annotated]:
    place = folder / name
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(content)
    place.with_suffix(".txt").write_text(TEXT)
    return list(formats.read(folder, "litbank", problems))


def test_files_of_one_name_are_one_document() -> None:
    (item,) = check_format(LitBank(), SAMPLES)
    document, annotation = item
    assert document.id == "1_made_up_brat"
    assert [sentence.span for sentence in document.sentences] == [
        (0, 7),
        (7, 14),
        (14, 17),
        (17, 24),
    ]
    assert [(e.id, e.type, [m.id for m in e.mentions]) for e in annotation.entities] == [
        ("Ann-0", "PER", ["T0", "T2"]),
        ("Bob-1", "PER", ["T4", "T5"]),
    ]


def test_mentions_keep_category_and_type() -> None:
    (item,) = check_format(LitBank(), SAMPLES)
    name, appositive, pronoun = item.annotation.mentions[:3]
    assert [mention.kind for mention in (name, appositive, pronoun)] == [
        Kind.NAME,
        Kind.NOMINAL,
        Kind.UNKNOWN,
    ]
    assert pronoun.attributes == (("category", "PRON"), ("type", "PER"))


def test_copulas_and_appositions_are_links() -> None:
    (item,) = check_format(LitBank(), SAMPLES)
    found = [
        (link.relation, link.anaphor.id, link.antecedents[0].id) for link in item.annotation.links
    ]
    assert found == [(Relation.APPOSITION, "T1", "T0"), (Relation.PREDICATION, "T3", "T2")]


def test_quotations() -> None:
    (item,) = check_format(LitBank(), SAMPLES)
    assert [sentence.speaker for sentence in item.document.sentences] == ["", "Ann-0", "", ""]
    assert item.annotation.attributes == (
        ("quotation", "Q1 7 14 Ann-0"),
        ("quotation", "Q2 17 21 Bob-1"),
    )


def test_brat_says_the_same() -> None:
    (from_tsv,) = check_format(LitBank(), SAMPLES)
    (from_brat,) = check_format(LitBank(prefer="brat"), SAMPLES)
    assert from_brat == from_tsv


def test_unknown_preference() -> None:
    with pytest.raises(SpecError, match="prefer is"):
        formats.reader_of('litbank(prefer="conll")')


def test_each_folder_alone(tmp_path: Path) -> None:
    (quoted,) = read(tmp_path / "q", "quotations/a.ann", QUOTES)
    assert not quoted.annotation.mentions
    assert len(quoted.annotation.attributes) == 2
    (empty,) = read(tmp_path / "e", "quotations/a.ann", "")
    assert not empty.annotation.attributes


def test_a_relation_to_a_removed_mention_is_kept(tmp_path: Path) -> None:
    (item,) = read(tmp_path, "brat/a.ann", BRAT + "R3\tcop Arg1:T99 Arg2:T2\n")
    assert item.annotation.attributes == (("R3", "cop Arg1:T99 Arg2:T2"),)


WRONG = [
    ("not a line of LitBank", TSV + "MENTION\tT9\t0\n", 13),
    ("not a line of LitBank", TSV + "QUOTE\tQ1\t1\t0\t1\t6\tx\n", 13),
    ("place outside the text", TSV.replace("\t2\t0\t2\t0\t", "\t9\t0\t9\t0\t"), 5),
    ("place outside the text", TSV.replace("\t2\t0\t2\t0\t", "\t2\tx\t2\t0\t"), 5),
    ("text differs from the text at its place", TSV.replace("\tBob\tPER", "\tRob\tPER"), 5),
    (
        "id occurs twice",
        TSV.replace("MENTION\tT4", "MENTION\tT3", 1).replace("COREF\tT4\tBob-1\n", ""),
        5,
    ),
    ("unknown id", TSV + "COREF\tT77\tAnn-0\n", 13),
    ("unknown id", TSV + "COP\tT3\tT77\n", 13),
    ("mention in two entities", TSV + "COREF\tT0\tBob-1\n", 13),
]


@pytest.mark.parametrize(("message", "content", "line"), WRONG)
def test_what_is_wrong(tmp_path: Path, message: str, content: str, line: int) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read(tmp_path, "tsv/a.ann", content)
    assert (caught.value.line, caught.value.column) == (line, 1)
    problems = Problems(lenient=True)
    assert len(read(tmp_path, "tsv/a.ann", content, problems)) == 1
    assert problems.counts[message] == 1


def test_what_is_wrong_in_brat(tmp_path: Path) -> None:
    for message, line in (
        ("entity where no mention is", "T50\tEve-7 0 5\tAnn ,\n"),
        ("offsets outside the text", "T50\tNOM_PER 7 777\tx\n"),
        ("text differs from the text at its place", "T50\tNOM_PER 24 25\tyou\n"),
    ):
        problems = Problems(lenient=True)
        assert len(read(tmp_path, "brat/a.ann", BRAT + line, problems)) == 1
        assert problems.counts == {message: 1}


def test_annotations_without_a_text(tmp_path: Path) -> None:
    (tmp_path / "a.ann").write_text(TSV)
    with pytest.raises(FormatError, match="annotations without their text"):
        list(formats.read(tmp_path))


def test_recognition(tmp_path: Path) -> None:
    for name, content in (("tsv", TSV), ("brat", BRAT), ("quotations", QUOTES)):
        (tmp_path / f"{name}.ann").write_text(content)
        with opened(tmp_path / f"{name}.ann") as files:
            assert formats.recognised(files[0]) == "litbank"
