"""Layered XML: NAF, TCF and FoLiA."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import coindex
from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.document import Span
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.exchange.folia import Folia
from coindex.formats.exchange.naf import Naf
from coindex.formats.exchange.tcf import Tcf
from coindex.io.files import opened
from coindex.testing import check_format
from tests.formats.partly import PARTLY

NAF = """\
<?xml version="1.0" encoding="UTF-8"?>
<NAF xml:lang="en" version="v3">
  <raw><![CDATA[Mara lost her key. She's sad.]]></raw>
  <text>
    <wf id="w1" sent="1" para="1" offset="0" length="4">Mara</wf>
    <wf id="w2" sent="1" para="1" offset="5" length="4">lost</wf>
    <wf id="w3" sent="1" para="1" offset="10" length="3">her</wf>
    <wf id="w4" sent="1" para="1" offset="14" length="3">key</wf>
    <wf id="w5" sent="1" para="1" offset="17" length="1">.</wf>
    <wf id="w6" sent="2" para="1" offset="19" length="3">She</wf>
    <wf id="w7" sent="2" para="1" offset="22" length="2">'s</wf>
    <wf id="w8" sent="2" para="1" offset="25" length="3">sad</wf>
    <wf id="w9" sent="2" para="1" offset="28" length="1">.</wf>
  </text>
  <terms>
    <term id="t1" type="close" lemma="Mara" pos="R" morphofeat="NNP"><span><target id="w1"/></span></term>
    <term id="t2" type="open" lemma="lose" pos="V" morphofeat="VBD"><span><target id="w2"/></span></term>
    <term id="t3" lemma="she" pos="Q" morphofeat="PRP$"><span><target id="w3"/></span></term>
    <term id="t4" lemma="key" pos="N" morphofeat="NN"><span><target id="w4"/></span></term>
    <term id="t6" lemma="she" pos="Q" morphofeat="PRP"><span><target id="w6"/></span></term>
  </terms>
  <deps><dep from="t2" to="t1" rfunc="SBJ"/><dep from="t4" to="t3" rfunc="NMOD"/></deps>
  <coreferences>
    <coref id="co1" type="PERSON">
      <span><target id="t1" head="yes"/></span>
      <span><target id="t3"/></span>
      <span><target id="t6"/></span>
    </coref>
    <coref id="co2"><span><target id="t3"/><target id="t4" head="yes"/></span></coref>
  </coreferences>
</NAF>
"""
TCF = """\
<?xml version="1.0" encoding="UTF-8"?>
<D-Spin xmlns="http://www.dspin.de/data" version="0.4">
<MetaData xmlns="http://www.dspin.de/data/metadata"/>
<TextCorpus xmlns="http://www.dspin.de/data/textcorpus" lang="de">
<text>Mara verlor ihren Schlüssel. Sie weint.</text>
<tokens>
<token ID="t_0">Mara</token><token ID="t_1">verlor</token><token ID="t_2">ihren</token>
<token ID="t_3">Schlüssel</token><token ID="t_4">.</token>
<token ID="t_5">Sie</token><token ID="t_6">weint</token><token ID="t_7">.</token>
</tokens>
<sentences><sentence tokenIDs="t_0 t_1 t_2 t_3 t_4"/><sentence tokenIDs="t_5 t_6 t_7"/></sentences>
<lemmas><lemma tokenIDs="t_1">verlieren</lemma></lemmas>
<POStags tagset="stts"><tag tokenIDs="t_0">NE</tag><tag tokenIDs="t_5">PPER</tag></POStags>
<references typetagset="unknown" reltagset="TueBaDZ">
<entity ID="e_0">
<reference ID="rc_0" type="nam" tokenIDs="t_0" mintokIDs="t_0"/>
<reference ID="rc_1" type="pro.poss3" rel="anaphoric" target="rc_0" tokenIDs="t_2"/>
<reference ID="rc_2" type="pro.per3" rel="anaphoric" target="rc_1" tokenIDs="t_5"/>
</entity>
<entity ID="e_1"><reference ID="rc_3" type="nom" tokenIDs="t_2 t_3" mintokIDs="t_3"/></entity>
</references>
</TextCorpus>
</D-Spin>
"""
FOLIA = """\
<?xml version="1.0" encoding="UTF-8"?>
<FoLiA xmlns="http://ilk.uvt.nl/folia" xml:id="mara" version="2.0">
<metadata type="native"><annotations><coreference-annotation/></annotations>
<meta id="language">nl</meta></metadata>
<text xml:id="mara.text">
<p xml:id="mara.p.1"><s xml:id="mara.s.1">
<w xml:id="mara.w.1"><t>Mara</t><pos class="SPEC"/><lemma class="Mara"/></w>
<w xml:id="mara.w.2"><t>zocht</t></w>
<w xml:id="mara.w.3"><t>haar</t></w>
<w xml:id="mara.w.4" space="no"><t class="OCR">sleute1</t><t>sleutel</t></w>
<w xml:id="mara.w.5"><t>.</t></w>
</s></p>
<p xml:id="mara.p.2"><s xml:id="mara.s.2">
<w xml:id="mara.w.6"><t>Ze</t></w><w xml:id="mara.w.7"><t>lachte</t></w>
</s></p>
<coreferences>
<coreferencechain xml:id="mara.c.1" class="person">
<coreferencelink><hd><wref id="mara.w.1" t="Mara"/></hd></coreferencelink>
<coreferencelink><wref id="mara.w.3" t="haar"/></coreferencelink>
<coreferencelink><wref id="mara.w.6" t="Ze"/></coreferencelink>
</coreferencechain>
<coreferencechain xml:id="mara.c.2">
<coreferencelink><wref id="mara.w.3"/><hd><wref id="mara.w.4"/></hd></coreferencelink>
</coreferencechain>
</coreferences>
</text>
</FoLiA>
"""
FILES: dict[str, tuple[Any, str, str]] = {
    "naf": (Naf(), "a.naf", NAF),
    "tcf": (Tcf(), "a.tcf", TCF),
    "folia": (Folia(), "a.folia.xml", FOLIA),
}

SAMPLES_OF = {name: {file: content} for name, (_, file, content) in FILES.items()}


def chains(item: Annotated) -> list[list[str]]:
    return [[m.text(item.document) for m in one.mentions] for one in item.annotation.entities]


def only(name: str) -> Annotated:
    format, file, content = FILES[name]
    (item,) = check_format(format, {file: content}, partly=PARTLY.get(name, ()))
    return item


def test_naf() -> None:
    item = only("naf")
    assert chains(item) == [["Mara", "her", "She"], ["her key"]]
    document = item.document
    assert (document.text, document.language) == ("Mara lost her key. She's sad.", "en")
    assert [sentence.span for sentence in document.sentences] == [Span(0, 5), Span(5, 9)]
    assert document.tokens[0][3:9] == ("Mara", "", "NNP", "", 1, "SBJ")
    assert item.annotation.entities[0].type == "person"
    assert item.annotation.entities[1].mentions[0].head == 3


def test_tcf() -> None:
    item = only("tcf")
    assert chains(item) == [["Mara", "ihren", "Sie"], ["ihren Schlüssel"]]
    assert item.document.text == "Mara verlor ihren Schlüssel. Sie weint."
    assert len(item.document.sentences) == 2
    assert item.document.tokens[1].lemma == "verlieren"
    assert item.annotation.entities[1].mentions[0].minimum == Span(3, 4)


def test_folia() -> None:
    item = only("folia")
    assert chains(item) == [["Mara", "haar", "Ze"], ["haar sleutel"]]
    assert item.document.id == "mara"
    assert item.document.text == "Mara zocht haar sleutel. Ze lachte"
    assert [sentence.paragraph for sentence in item.document.sentences] == [0, 1]
    assert item.annotation.entities[1].mentions[0].head == 3


@pytest.mark.parametrize("name", FILES)
def test_recognised_by_content_and_written_by_suffix(name: str, tmp_path: Path) -> None:
    _, file, content = FILES[name]
    path = tmp_path / "a.xml"
    path.write_text(content)
    with opened(path) as files:
        assert formats.recognised(files[0]) == name
    if name not in formats.writers():
        return
    result = coindex.resolve("Ann & Bob lost their key. They didn't find it.")
    formats.write([Annotated(result.document, result.annotation)], tmp_path / file)
    (again,) = formats.read(tmp_path / file)
    assert again.document.text == result.document.text
    assert len(again.document.tokens) == len(result.document.tokens)
    before = chains(Annotated(result.document, result.annotation))
    assert chains(again) == before


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("naf", '<span><target id="t6"/></span>', '<span><target id="t66"/></span>'),
        ("tcf", 'target="rc_1" tokenIDs="t_5"', 'target="rc_1" tokenIDs="t_55"'),
        ("folia", '<wref id="mara.w.6" t="Ze"/>', '<wref id="mara.w.66" t="Ze"/>'),
    ],
)
def test_bad_input(name: str, old: str, new: str, tmp_path: Path) -> None:
    _, file, content = FILES[name]
    assert old in content
    (tmp_path / file).write_text(content.replace(old, new))
    message = "mention of a word that does not exist"
    with pytest.raises(FormatError, match=message):
        list(formats.read(tmp_path / file))
    problems = Problems(lenient=True)
    (item,) = formats.read(tmp_path / file, problems=problems)
    assert problems.counts[message] == 1
    assert len(item.annotation.entities[0].mentions) == 2


@pytest.mark.parametrize("name", FILES)
def test_ids_that_occur_twice(name: str, tmp_path: Path) -> None:
    _, file, content = FILES[name]
    first = {"naf": 'wf id="w2"', "tcf": 'ID="t_1"', "folia": 'xml:id="mara.w.2"'}[name]
    same = {"naf": 'wf id="w1"', "tcf": 'ID="t_0"', "folia": 'xml:id="mara.w.1"'}[name]
    (tmp_path / file).write_text(content.replace(first, same))
    with pytest.raises(FormatError, match="id occurs twice"):
        list(formats.read(tmp_path / file))
