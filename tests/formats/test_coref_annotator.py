"""XMI of Coref Annotator."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Entity, Mention
from coindex.core.document import Span
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.formats.xmi.annotator import CorefAnnotator
from coindex.io.files import File, Files
from coindex.testing import bracketed, check_format
from tests.formats.partly import PARTLY

ENTITIES = """<xmi:XMI xmlns:xmi="http://www.omg.org/XMI" xmlns:cas="http:///uima/cas.ecore" \
xmlns:api="http:///de/unistuttgart/ims/coref/annotator/api.ecore" \
xmlns:v1="http:///de/unistuttgart/ims/coref/annotator/api/v1.ecore" xmi:version="2.0">
<cas:Sofa xmi:id="1" sofaNum="1" sofaID="_InitialView" mimeType="text" \
sofaString="The man left who sang. He slept."/>
<api:Meta xmi:id="2" TypeSystemVersion="v1"/>
<v1:Entity xmi:id="5" Label="the singer" Color="77" XmlId="man"/>
<v1:Mention xmi:id="10" sofa="1" begin="0" end="7" Entity="5" Discontinuous="11"/>
<v1:DetachedMentionPart xmi:id="11" sofa="1" begin="13" end="20" Mention="10"/>
<v1:Mention xmi:id="12" sofa="1" begin="23" end="25" Entity="5"/>
</xmi:XMI>
"""
SAMPLES = {"song.xmi": ENTITIES}


def test_contract() -> None:
    [(document, annotation)] = check_format(
        CorefAnnotator(), SAMPLES, partly=PARTLY["coref_annotator"]
    )
    [entity] = annotation.entities
    assert (entity.id, entity.attributes) == ("man", (("Label", "the singer"),))
    # The second part ends inside a word: offsets of detached parts cut words like others.
    assert [mention.text(document) for mention in entity.mentions] == ["The man who san", "He"]


def test_recognised_before_xmi(tmp_path: Path) -> None:
    (tmp_path / "song.xmi").write_text(ENTITIES)
    problems = Problems()
    [(group, items)] = [
        (group, list(items))
        for group, items in formats.read_groups(_opened(tmp_path), problems=problems)
    ]
    assert isinstance(group.reader, CorefAnnotator)
    assert len(items) == 1


def _opened(folder: Path) -> Files:
    path = folder / "song.xmi"
    return Files([File(path, path.name, path.name)], "song.xmi")


def test_what_is_written(tmp_path: Path) -> None:
    item = bracketed("[Ann]1 lost [her]1 key .")
    lost = formats.write([item], tmp_path / "a.xmi", "coref_annotator")
    text = (tmp_path / "a.xmi").read_text()
    assert 'Label="Ann"' in text and "<api:Meta xmi:id=" in text
    # The type of entities is not one of annotations, so UIMA refuses a `sofa` in it.
    assert "sofa=" not in next(line for line in text.split("\n") if line.startswith("<v1:Entity"))
    [again] = formats.read(tmp_path / "a.xmi")
    assert [[m.text(again.document) for m in e.mentions] for e in again.annotation.entities] == [
        ["Ann", "her"]
    ]
    assert not lost


@pytest.mark.parametrize(("parts", "count"), [(2, 0), (3, 1)])
def test_mentions_of_several_parts(parts: int, count: int) -> None:
    document, _ = bracketed("a b c d e f")
    spans = tuple(Span(2 * number, 2 * number + 1) for number in range(parts))
    mention = Mention(spans)
    annotation = Annotation(document.id, mentions=(mention,), entities=(Entity("1", (mention,)),))
    losses = formats.losses(Annotated(document, annotation), CorefAnnotator())
    assert losses[Layer.DISCONTINUOUS] == count
