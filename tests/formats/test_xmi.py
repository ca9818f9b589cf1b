"""UIMA CAS XMI."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Entity, Kind, Mention
from coindex.core.document import ROOT, Span
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.xmi import Xmi
from coindex.testing import bracketed, check_format

CHAINS = """<?xml version="1.1" encoding="UTF-8"?>
<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" xmlns:type="http:///de/tudarmstadt/ukp/dkpro/core/api/coref/type.ecore" xmlns:type2="http:///de/tudarmstadt/ukp/dkpro/core/api/metadata/type.ecore" xmlns:type4="http:///de/tudarmstadt/ukp/dkpro/core/api/segmentation/type.ecore" xmlns:pos="http:///de/tudarmstadt/ukp/dkpro/core/api/lexmorph/type/pos.ecore" xmlns:morph="http:///de/tudarmstadt/ukp/dkpro/core/api/lexmorph/type/morph.ecore" xmlns:dependency="http:///de/tudarmstadt/ukp/dkpro/core/api/syntax/type/dependency.ecore" xmi:version="2.0">
<cas:NULL xmi:id="0"/>
<type2:DocumentMetaData xmi:id="1" sofa="9" begin="0" end="27" language="en" documentTitle="demo.txt" documentId="demo" isLastSegment="false"/>
<type4:Sentence xmi:id="2" sofa="9" begin="0" end="13"/>
<type4:Sentence xmi:id="3" sofa="9" begin="15" end="27"/>
<type4:Lemma xmi:id="4" sofa="9" begin="3" end="6" value="ann"/>
<pos:POS_PROPN xmi:id="5" sofa="9" begin="3" end="6" PosValue="NNP"/>
<morph:MorphologicalFeatures xmi:id="6" sofa="9" begin="3" end="6" value="Number=Sing"/>
<type4:Token xmi:id="10" sofa="9" begin="0" end="2"/>
<type4:Token xmi:id="11" sofa="9" begin="3" end="6" lemma="4" pos="5" morph="6"/>
<type4:Token xmi:id="12" sofa="9" begin="7" end="12"/>
<type4:Token xmi:id="13" sofa="9" begin="12" end="13"/>
<type4:Token xmi:id="14" sofa="9" begin="15" end="18"/>
<type4:Token xmi:id="15" sofa="9" begin="19" end="22"/>
<type4:Token xmi:id="16" sofa="9" begin="23" end="26"/>
<type4:Token xmi:id="17" sofa="9" begin="26" end="27"/>
<dependency:Dependency xmi:id="20" sofa="9" begin="3" end="6" Governor="12" Dependent="11" DependencyType="nsubj" flavor="basic"/>
<dependency:ROOT xmi:id="21" sofa="9" begin="7" end="12" Governor="12" Dependent="12" DependencyType="root" flavor="basic"/>
<type:CoreferenceLink xmi:id="30" sofa="9" begin="3" end="6" next="31" referenceType="name"/>
<type:CoreferenceLink xmi:id="31" sofa="9" begin="15" end="18"/>
<type:CoreferenceLink xmi:id="32" sofa="9" begin="23" end="26"/>
<type:CoreferenceChain xmi:id="40" sofa="9" first="30"/>
<type:CoreferenceChain xmi:id="41" sofa="9" first="32"/>
<cas:Sofa xmi:id="9" sofaNum="1" sofaID="_InitialView" mimeType="text" sofaString="&#128578; Ann waved.&#13;&#10;She saw him."/>
<cas:View sofa="9" members="1 2 3"/>
</xmi:XMI>
"""
ENTITIES = """<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" xmlns:v1="http:///de/unistuttgart/ims/coref/annotator/api/v1.ecore" xmlns:v2="http:///de/unistuttgart/ims/coref/annotator/api/v2.ecore" xmi:version="2.0">
<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" sofaString="The man I saw left who sang. He and she."/>
<v1:Entity xmi:id="5" Label="man" Color="77"><Flags>Generic</Flags></v1:Entity>
<v1:Entity xmi:id="6" Label="nobody"/>
<v2:EntityGroup xmi:id="7" Label="they" XmlId="pair" Members="5 6"/>
<v1:Mention xmi:id="10" sofa="1" begin="0" end="7" Entity="5" Discontinuous="11"/>
<v1:DetachedMentionPart xmi:id="11" sofa="1" begin="19" end="27" Mention="10"/>
<v1:Mention xmi:id="12" sofa="1" begin="29" end="31" Entity="5"><Flags>Ambiguous</Flags></v1:Mention>
<v2:Mention xmi:id="13" Entity="7" Surface="14"/>
<v2:MentionSurface xmi:id="14" sofa="1" begin="29" end="39" Mention="13"/>
<v1:Mention xmi:id="15" sofa="1" begin="36" end="39"/>
</xmi:XMI>
"""
SAMPLES = {"demo.xmi": CHAINS}


def read(
    text: str, tmp_path: Path, problems: Problems | None = None, format: str = "xmi"
) -> list[Annotated]:
    path = tmp_path / "demo.xmi"
    path.write_text(text)
    return list(formats.read(path, format, problems))


def test_chains_analysis_and_offsets_in_utf_16() -> None:
    document, annotation = check_format(Xmi(), SAMPLES)[0]
    assert (document.id, document.language, document.meta) == ("demo", "en", {"title": "demo.txt"})
    assert [token.form for token in document.tokens] == [
        "🙂",
        "Ann",
        "waved",
        ".",
        "She",
        "saw",
        "him",
        ".",
    ]
    ann, waved = document.tokens[1:3]
    assert (ann.lemma, ann.xpos, ann.upos, ann.feats, ann.head, ann.deprel) == (
        "ann",
        "NNP",
        "PROPN",
        "Number=Sing",
        2,
        "nsubj",
    )
    assert (waved.head, waved.deprel) == (ROOT, "root")
    assert [s.span for s in document.sentences] == [(0, 4), (4, 8)]
    assert [(e.id, [m.text(document) for m in e.mentions]) for e in annotation.entities] == [
        ("1", ["Ann", "She"]),
        ("2", ["him"]),
    ]
    assert annotation.mentions[0].kind is Kind.NAME


def test_entities_of_coref_annotator(tmp_path: Path) -> None:
    document, annotation = read(ENTITIES, tmp_path)[0]
    entities = {
        entity.id: [m.text(document) for m in entity.mentions] for entity in annotation.entities
    }
    assert entities == {"5": ["The man who sang", "He"], "pair": ["He and she"]}
    assert annotation.entities[0].attributes == (("Label", "man"), ("Flags", "Generic"))
    assert annotation.entities[1].attributes == (("Label", "they"), ("Members", "5 6"))
    by_text = {mention.text(document): mention for mention in annotation.mentions}
    assert by_text["He"].attributes == (("Flags", "Ambiguous"),)
    assert "she" in by_text and len(annotation.mentions) == 4


def test_mentions_in_no_chain_and_equal_ones_survive(tmp_path: Path) -> None:
    document, _ = bracketed("a b c")
    twice = Mention((Span(0, 1),)), Mention((Span(0, 1),))
    alone = Mention((Span(1, 3),))
    annotation = Annotation(
        document.id,
        mentions=(*twice, alone),
        entities=(Entity("1", twice[:1]), Entity("2", twice[1:])),
    )
    formats.write([Annotated(document, annotation)], tmp_path / "x.xmi")
    assert next(iter(formats.read(tmp_path / "x.xmi"))).annotation == annotation


def test_another_view(tmp_path: Path) -> None:
    second = '<cas:Sofa xmi:id="8" sofaNum="2" sofaID="other" sofaString="Bo left."/>'
    text = CHAINS.replace("<cas:View", second + "<cas:View")
    assert read(text, tmp_path, format='xmi(view="other")')[0].document.text == "Bo left."
    assert len(read(text, tmp_path)[0].document.tokens) == 8


PROBLEMS = {
    "begin and end are not in the text": (
        CHAINS.replace('"16" sofa="9" begin="23" end="26"', '"16" sofa="9" begin="23" end="99"'),
        16,
    ),
    "id occurs twice": (CHAINS.replace('xmi:id="3"', 'xmi:id="2"'), 6),
    "dependency of a token that does not exist": (
        CHAINS.replace('Governor="12" Dependent="11"', 'Governor="12" Dependent="77"'),
        18,
    ),
    "chain continues with a link that does not exist": (
        CHAINS.replace('next="31"', 'next="30"'),
        20,
    ),
    "mention cuts through a word": (
        CHAINS.replace('xmi:id="32" sofa="9" begin="23"', 'xmi:id="32" sofa="9" begin="24"'),
        22,
    ),
    "mention without words": (
        CHAINS.replace(
            'xmi:id="32" sofa="9" begin="23" end="26"', 'xmi:id="32" sofa="9" begin="22" end="23"'
        ),
        22,
    ),
    "mention of an entity that does not exist": (ENTITIES.replace('Entity="7"', 'Entity="70"'), 9),
}


@pytest.mark.parametrize(("message", "case"), PROBLEMS.items())
def test_problems_are_raised_with_their_place_or_counted(
    message: str, case: tuple[str, int], tmp_path: Path
) -> None:
    text, line = case
    with pytest.raises(FormatError) as caught:
        read(text, tmp_path)
    assert caught.value.message.startswith(message)
    assert caught.value.line == line and caught.value.column >= 1 and caught.value.remedy
    problems = Problems(lenient=True)
    assert len(read(text, tmp_path, problems)) == 1
    assert problems.counts[message] >= 1


def test_a_type_system_has_no_text(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no text"):
        read("<typeSystemDescription/>", tmp_path)


def test_recognised(tmp_path: Path) -> None:
    assert read(CHAINS, tmp_path, format="")
