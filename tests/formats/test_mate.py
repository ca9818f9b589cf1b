"""MATE and GNOME, stand-off and in line."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Kind, Reference, Relation
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.mate import Mate
from coindex.testing import check_format
from tests.formats.partly import PARTLY

WORDS = """<?xml version="1.0"?>
<words>
<p><s id="s1"><w id="w_1">Close</w> <w id="w_2" pos="DT">the</w> <w id="w_3" lemma="valve" head="w_1">valve</w>
 <w id="w_4">or</w> <w id="w_5">the</w> <w id="w_6">tap</w><w id="w_7">.</w></s></p>
<p><s><w id="w_8">Is</w> <w id="w_9">it</w> <w id="w_10">there</w><w id="w_11">?</w></s></p>
</words>
"""
COREF = """<coref:coreference>
<coref:universe><coref:ue id="ue_1">the red lamp</coref:ue></coref:universe>
<coref:de id="de_1" href="demo.words.xml#id(w_2)..id(w_3)" kind="nominal" head="w_3" gram="obj"/>
<coref:de id="de_2" href="demo.words.xml#id(w_5)..id(w_6)" min="#id(w_6)"/>
<coref:de id="de_3" href="demo.words.xml#id(w_9)" reference="exophoric"/>
<coref:de id="de_4" href="demo.words.xml#id(w_10)"/>
<coref:de id="de_5" href="demo.words.xml#id(w_1),id(w_4)"/>
<coref:link type="ident" href="#id(de_3)"><coref:anchor href="#id(de_1)"/><coref:anchor href="#id(de_2)"/></coref:link>
<coref:link type="ident" href="#id(de_4)"><coref:anchor href="#id(ue_1)"/></coref:link>
<coref:link type="bridge" href="#id(de_5)"><coref:anchor href="#id(de_1)"/></coref:link>
</coref:coreference>
"""
INLINE = """<coref:document>
<coref:de id="de_1">the valve</coref:de> leaks; close <coref:de id="de_2">it</coref:de>
<coref:link type="ident" href="#id(de_2)"><coref:anchor href="#id(de_1)"/></coref:link>
</coref:document>
"""
SAMPLES = {"demo.words.xml": WORDS, "demo.coref.xml": COREF}


def read(
    samples: dict[str, str], tmp_path: Path, problems: Problems | None = None, format: str = "mate"
) -> list[Annotated]:
    for name, text in samples.items():
        (tmp_path / name).write_text(text)
    return list(formats.read(tmp_path, format, problems))


def test_stand_off() -> None:
    document, annotation = check_format(Mate(), SAMPLES, partly=PARTLY["mate"])[0]
    assert document.id == "demo"
    assert document.text.split() == [
        "Close",
        "the",
        "valve",
        "or",
        "the",
        "tap.",
        "Is",
        "it",
        "there?",
    ]
    assert [(sentence.id, sentence.paragraph) for sentence in document.sentences] == [
        ("s1", 0),
        ("", 1),
    ]
    assert (document.tokens[2].lemma, document.tokens[2].head, document.tokens[1].xpos) == (
        "valve",
        0,
        "DT",
    )
    by_id = {mention.id: mention for mention in annotation.mentions}
    assert by_id["de_1"].kind is Kind.NOMINAL and by_id["de_1"].head == 2
    assert by_id["de_1"].attributes == (("gram", "obj"),)
    assert by_id["de_2"].minimum == (5, 6)
    assert by_id["de_3"].reference is Reference.EXOPHORIC
    assert by_id["de_5"].parts == ((0, 1), (3, 4))


def test_several_anchors_are_alternatives_and_the_situation_counts() -> None:
    _, annotation = check_format(Mate(), SAMPLES, partly=PARTLY["mate"])[0]
    assert [[m.id for m in entity.mentions] for entity in annotation.entities] == [
        ["de_1", "de_3"],
        ["de_4"],
    ]
    (link,) = annotation.links
    assert link.antecedents[0].id == "de_1"
    assert link.attributes == (("anchors", "de_2"),)
    assert annotation.attributes == (("ue:ue_1", "the red lamp"),)


def test_other_links_are_read_when_asked_for(tmp_path: Path) -> None:
    for types in ("all", "ident bridge"):
        _, annotation = read(SAMPLES, tmp_path, format=f'mate(links="{types}")')[0]
        assert [link.relation for link in annotation.links] == [
            Relation.BRIDGING,
            Relation.IDENTITY,
        ]
        assert len(annotation.entities) == 2


def test_in_line() -> None:
    document, annotation = check_format(
        Mate(inline=True), {"demo.mate.xml": INLINE}, partly=PARTLY["mate(inline=True)"]
    )[0]
    assert document.text.strip() == "the valve leaks; close it"
    assert [[m.text(document) for m in e.mentions] for e in annotation.entities] == [
        ["the valve", "it"]
    ]


def test_stand_off_comes_back_from_in_line(tmp_path: Path) -> None:
    items = read(SAMPLES, tmp_path)
    formats.write(items, tmp_path / "out" / "x.mate.xml", "mate(inline=True)")
    assert list(formats.read(tmp_path / "out" / "x.mate.xml")) == items


def test_words_alone_are_a_document(tmp_path: Path) -> None:
    (item,) = read({"demo.words.xml": WORDS}, tmp_path)
    assert len(item.document.tokens) == 11 and not item.annotation.mentions


PROBLEMS = {
    "points to a word that does not exist": ('id(w_10)"', 'id(w_99)"', 6),
    "link to a missing element": (
        '<coref:anchor href="#id(de_1)"/></coref:link>',
        '<coref:anchor href="#id(de_8)"/></coref:link>',
        10,
    ),
    "id is missing or occurs twice": ('id="de_4"', 'id="de_3"', 6),
    "head is not in the mention": ('head="w_3"', 'head="w_9"', 3),
    "points to several files of words": ("demo.words.xml#id(w_10)", "zz.xml#id(w_10)", 1),
}


@pytest.mark.parametrize(("message", "change"), PROBLEMS.items())
def test_problems_are_raised_with_their_place_or_counted(
    message: str, change: tuple[str, str, int], tmp_path: Path
) -> None:
    old, new, line = change
    broken = SAMPLES | {"demo.coref.xml": COREF.replace(old, new)}
    with pytest.raises(FormatError) as caught:
        read(broken, tmp_path, format="mate(links='all')")
    assert caught.value.message.startswith(message)
    assert caught.value.line == line and caught.value.column >= 1 and caught.value.remedy
    problems = Problems(lenient=True)
    assert len(read(broken, tmp_path, problems, format="mate(links='all')")) == 1
    assert problems.counts[message] >= 1


@pytest.mark.parametrize(
    ("message", "old", "new"),
    [
        ("word without text", ">or<", "> <"),
        ("id occurs twice", 'id="w_4"', 'id="w_3"'),
        ("head is not a word", 'head="w_1"', 'head="w_77"'),
    ],
)
def test_problems_with_words(message: str, old: str, new: str, tmp_path: Path) -> None:
    broken = {"demo.words.xml": WORDS.replace(old, new)}
    with pytest.raises(FormatError, match=message):
        read(broken, tmp_path)
    problems = Problems(lenient=True)
    assert read(broken, tmp_path, problems) and problems.counts[message] == 1


def test_missing_words_are_fatal(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="the file of words is missing"):
        read({"demo.coref.xml": COREF}, tmp_path, Problems(lenient=True))


def test_recognised(tmp_path: Path) -> None:
    assert read(SAMPLES, tmp_path, format="")
