"""TEI P5."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Kind, Relation
from coindex.core.document import ROOT
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.building import Builder
from coindex.formats.roundtrip import returned
from coindex.formats.tei import Tei
from coindex.testing import check_format

EDITION = """<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0" xml:id="letter1" xml:lang="en">
  <teiHeader><fileDesc><titleStmt><title>A  letter</title></titleStmt></fileDesc></teiHeader>
  <text>
    <body>
      <head>To <persName ref="#ann">Ann Lee</persName></head>
      <p>The <rs type="object" xml:id="mill">mill</rs> of
        <placeName key="Q9">Leith</placeName> burnt.<note>Not <rs ref="#x">true</rs>.</note>
        <rs corresp="#mill">It</rs> was <rs ref="#ann #bo">ours</rs>, <choice><orig>olde</orig><reg>old</reg></choice>.</p>
      <lg><l>O <rs ref="persons.xml#ann">she</rs></l><l>sang <name>Bo</name></l></lg>
      <p><rs xml:id="a1" next="#a2" ref="#both">Ann</rs> and <rs xml:id="a2" prev="#a1">Bo</rs> left.</p>
    </body>
  </text>
</TEI>
"""
PARSED = """<TEI xmlns="http://www.tei-c.org/ns/1.0">
<text><body><u who="#ES"><s xml:id="s1"><w xml:id="w1" lemma="Ana" pos="NP" msd="UPosTag=PROPN|Number=Sing">Ana</w>
<w xml:id="w2" pos="VERB">viene</w> <w xml:id="w3" >del<w xml:id="w4" norm="de"/><w xml:id="w5" norm="el"/></w>
<w xml:id="w6" lemma="mar">mar</w><pc xml:id="w7">.</pc>
<linkGrp type="UD-SYN"><link ana="ud-syn:nsubj_pass" target="#w2 #w1"/><link ana="ud-syn:root" target="#s1 #w2"/></linkGrp></s></u>
<spanGrp type="mention"><span xml:id="m1" from="#w1"/><span xml:id="m2" target="#w5 #w6"/><span xml:id="m3" target="#w1 #w6"/></spanGrp>
<joinGrp type="Schema"><join xml:id="c1" target="#m1 #m2"/></joinGrp>
<listRelation type="coreference"><relation name="bridging" type="part" active="#m3" passive="#m1"/></listRelation></body></text></TEI>
"""
SAMPLES = {"letter.tei.xml": EDITION, "parsed.tei.xml": PARSED}


def read(
    text: str, tmp_path: Path, problems: Problems | None = None, format: str = "tei"
) -> list[Annotated]:
    path = tmp_path / "demo.tei.xml"
    path.write_text(text)
    return list(formats.read(path, format, problems))


def test_an_edition() -> None:
    document, annotation = check_format(Tei(), SAMPLES)[0]
    assert (document.id, document.language, document.meta) == (
        "letter1",
        "en",
        {"title": "A letter"},
    )
    assert document.text == (
        "To Ann Lee\nThe mill of Leith burnt. It was ours, olde.\nO she\nsang Bo\nAnn and Bo left.\n"
    )
    assert [sentence.heading for sentence in document.sentences] == [False, False, False, False]
    entities = {
        entity.id: [m.text(document) for m in entity.mentions] for entity in annotation.entities
    }
    assert entities == {
        "ann": ["Ann Lee", "she"],
        "mill": ["mill", "It"],
        "Q9": ["Leith"],
        "ann bo": ["ours"],
        "both": ["Ann Bo"],
    }
    assert {entity.id: entity.type for entity in annotation.entities}["ann"] == "person"
    assert {entity.id: entity.type for entity in annotation.entities}["mill"] == "object"
    kinds = {mention.text(document): mention.kind for mention in annotation.mentions}
    assert kinds["Ann Lee"] is Kind.NAME and kinds["she"] is Kind.UNKNOWN
    assert "Bo" in kinds and len(annotation.mentions) == 8


def test_words_dependencies_chains_and_relations() -> None:
    document, annotation = check_format(Tei(), SAMPLES)[1]
    assert document.id == "parsed"
    assert document.text.strip() == "Ana viene del mar."
    ana, viene, de, el, *_ = document.tokens
    assert (ana.lemma, ana.upos, ana.xpos, ana.feats, ana.head, ana.deprel) == (
        "Ana",
        "PROPN",
        "NP",
        "Number=Sing",
        1,
        "nsubj:pass",
    )
    assert (viene.upos, viene.xpos, viene.head) == ("VERB", "", ROOT)
    assert (de.form, el.form, de.start, el.start) == ("de", "el", el.start, de.start)
    assert [multiword.form for multiword in document.sentences[0].multiwords] == ["del"]
    assert document.sentences[0].speaker == "ES"
    assert [(entity.id, [m.id for m in entity.mentions]) for entity in annotation.entities] == [
        ("c1", ["m1", "m2"])
    ]
    assert {mention.id: len(mention.parts) for mention in annotation.mentions} == {
        "m1": 1,
        "m2": 1,
        "m3": 2,
    }
    (link,) = annotation.links
    assert (link.relation, link.subtype, link.anaphor.id) == (Relation.BRIDGING, "part", "m3")


def test_text_without_header_as_coref_annotator_has_it(tmp_path: Path) -> None:
    text = '<text><rs xml:id="cat">The cat</rs> purrs. <rs ref="#cat">It</rs> is fed.</text>'
    document, annotation = read(text, tmp_path, format="")[0]
    assert document.id == "demo"
    assert [(e.id, [m.text(document) for m in e.mentions]) for e in annotation.entities] == [
        ("cat", ["The cat", "It"])
    ]


def test_chains_of_urs_features(tmp_path: Path) -> None:
    text = """<TEI><text><p><w xml:id="a">Ann</w> <w xml:id="b">she</w></p></text><standOff><spanGrp>
    <span from="text:a" to="text:a" ana="#f1"/><span from="text:b" to="text:b" ana="#f2"/></spanGrp>
    <fs xml:id="f1"><f name="REF"><string>ann</string></f></fs><fs xml:id="f2"><f name="REF"><string>ann</string></f></fs>
    </standOff></TEI>"""
    _, annotation = read(text, tmp_path)[0]
    assert [(entity.id, len(entity.mentions)) for entity in annotation.entities] == [("ann", 2)]


def test_names_that_point_to_nothing_can_be_left_out(tmp_path: Path) -> None:
    assert len(read(EDITION, tmp_path, format="tei(names=False)")[0].annotation.mentions) == 7


def test_a_corpus_holds_several_documents(tmp_path: Path) -> None:
    text = "<teiCorpus><TEI xml:id='a'><text><p>A.</p></text></TEI><TEI><text><p>B.</p></text></TEI></teiCorpus>"
    assert [item.document.id for item in read(text, tmp_path)] == ["a", "demo-2"]


def test_written_white_space_is_kept(tmp_path: Path) -> None:
    (item,) = read('<text xml:space="preserve"><p>  a\n\n b\t</p>\n</text>', tmp_path)
    assert item.document.text == "  a\n\n b\t\n"
    formats.write([item], tmp_path / "out.tei.xml")
    assert next(iter(formats.read(tmp_path / "out.tei.xml"))).document.text == item.document.text


PROBLEMS = {
    "points to a word that does not exist": PARSED.replace('from="#w1"', 'from="#w99"'),
    "link to a missing element": PARSED.replace('passive="#m1"', 'passive="#m9"'),
    "id occurs twice": PARSED.replace('xml:id="w2"', 'xml:id="w1"'),
    "dependency of a word that does not exist": PARSED.replace("#w2 #w1", "#w2 #w88"),
    "word without text": PARSED.replace(">viene<", "><"),
    "mention without words": EDITION.replace(">It<", "><"),
}


@pytest.mark.parametrize(("message", "text"), PROBLEMS.items())
def test_problems_are_raised_with_their_place_or_counted(
    message: str, text: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError) as caught:
        read(text, tmp_path)
    assert caught.value.message.startswith(message)
    assert caught.value.line > 1 and caught.value.column >= 1
    problems = Problems(lenient=True)
    assert len(read(text, tmp_path, problems)) == 1
    assert problems.counts[message] >= 1


def test_other_xml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no TEI document"):
        read("<html><p>x</p></html>", tmp_path)


def test_circles_of_fragments_end(tmp_path: Path) -> None:
    text = '<text><rs xml:id="a" next="#b">x</rs> <rs xml:id="b" next="#a">y</rs> <rs xml:id="c" prev="#c">z</rs></text>'
    assert len(read(text, tmp_path, Problems(lenient=True))[0].annotation.mentions) == 2


@pytest.mark.parametrize("feats", ["", "UPosTag=X|Case=Nom"])
def test_a_tag_that_looks_universal_stays_what_it_was(feats: str) -> None:
    """`msd` has the universal tag; a word without one must not get that of the treebank."""
    builder = Builder("tags", "en")
    builder.word("Ann", xpos="NOUN" if not feats else "NNP", feats=feats)
    builder.end_sentence()
    document = builder.document()
    item = Annotated(document, Annotation(document.id))
    (again,) = returned(item, Tei(), Tei()).document.tokens
    assert (again.upos, again.xpos, again.feats) == ("", "NOUN" if not feats else "NNP", feats)
