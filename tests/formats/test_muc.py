"""MUC-7 SGML."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Entity, Link, Mention, Relation, in_order
from coindex.core.document import Span
from coindex.core.errors import FormatError
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.formats.building import Builder
from coindex.formats.muc import Muc
from coindex.testing import bracketed, check_format
from tests.formats.partly import PARTLY

DEMO = """<DOC><DOCID>t1</DOCID><TEXT><p>
<s><COREF ID="1" MIN="Ltd.">Norvik Mills Ltd.</COREF> of Aberdeen said <COREF ID="2" REF="1" TYPE="IDENT">it</COREF> will close
<COREF ID="3" MIN="plant">the plant near Leith</COREF>.</s>
<s><COREF ID="4" REF="3" TYPE="IDENT" STATUS="OPT" MIN="site">The site</COREF> opened in 1971.</s>
</p></TEXT></DOC>
"""
ZONED = """<doc lang=en>
<docid> t2 </docid><STORYID>x&amp;y</STORYID>
<SLUG>fv-<coref id=a>mill</coref></SLUG> <DATE>1 May</DATE>
<TEXT>One.

<coref id=b ref=a min='lot|mill' note="it's > 1">The mill</coref> &lt;left&gt; <COREF ID=c REF=b>AT&T</COREF> for <COREF ID=e>them</COREF>.
</TEXT>
</doc>
"""
SAMPLES = {"demo.sgm": DEMO + ZONED}


def read(
    text: str, tmp_path: Path, problems: Problems | None = None, format: str = "muc"
) -> list[Annotated]:
    path = tmp_path / "demo.sgm"
    path.write_text(text)
    return list(formats.read(path, format, problems))


def test_mentions_entities_links_and_minimal_spans() -> None:
    document, annotation = check_format(Muc(), SAMPLES, partly=PARTLY["muc"])[0]
    texts = [mention.text(document) for mention in annotation.mentions]
    assert document.id == "t1"
    assert texts == ["Norvik Mills Ltd.", "it", "the plant near Leith", "The site"]
    minima = [m.minimum and document.surface(m.minimum) for m in annotation.mentions]
    assert minima == ["Ltd.", None, "plant", "site"]
    assert [[m.id for m in entity.mentions] for entity in annotation.entities] == [
        ["1", "2"],
        ["3", "4"],
    ]
    assert [
        (link.anaphor.id, link.antecedents[0].id, link.optional) for link in annotation.links
    ] == [
        ("2", "1", False),
        ("4", "3", True),
    ]
    assert [sentence.paragraph for sentence in document.sentences] == [0, 0]


def test_zones_case_missing_quotes_and_entities() -> None:
    document, annotation = check_format(Muc(), SAMPLES, partly=PARTLY["muc"])[1]
    assert (document.id, document.language, document.meta) == ("t2", "en", {"storyid": "x&y"})
    assert [block.role for block in document.blocks] == ["slug", "date", "text"]
    assert "The mill <left> AT&T" in document.text
    mill = annotation.mentions[1]
    assert mill.minimum is not None and document.surface(mill.minimum) == "mill"
    assert mill.attributes == (("note", "it's > 1"),)
    assert [len(entity.mentions) for entity in annotation.entities] == [3, 1]
    assert len({sentence.paragraph for sentence in document.sentences}) == 4


def test_elements_of_one_extent_are_one_mention(tmp_path: Path) -> None:
    text = "<TEXT><COREF ID=1>Ann</COREF> <COREF ID=2><COREF ID=3 REF=1>she</COREF></COREF> <COREF ID=4 REF=2>her</COREF></TEXT>"
    _, annotation = read(text, tmp_path)[0]
    assert len(annotation.mentions) == 3
    assert [len(entity.mentions) for entity in annotation.entities] == [3]


def test_crossing_and_equal_spans_survive(tmp_path: Path) -> None:
    document, _ = bracketed("a b c d e f")
    mentions = in_order(
        [
            Mention((Span(*span),), id=id)
            for span, id in [((0, 3), "1"), ((1, 5), "2"), ((2, 6), "3"), ((2, 6), "4")]
        ]
    )
    by_id = {mention.id: mention for mention in mentions}
    entities = tuple(Entity(id, (by_id[id],)) for id in by_id)
    formats.write(
        [Annotated(document, Annotation(document.id, mentions=mentions, entities=entities))],
        tmp_path / "x.sgm",
    )
    _, annotation = next(iter(formats.read(tmp_path / "x.sgm")))
    assert annotation.mentions == mentions
    assert len(annotation.entities) == 4


def test_every_entity_stays_connected_whatever_its_links(tmp_path: Path) -> None:
    document, _ = bracketed("a b c d")
    mentions = tuple(Mention((Span(index, index + 1),), id=str(index)) for index in range(4))
    circles = [(0, 1), (1, 0), (2, 3), (3, 2)]
    links = tuple(Link(mentions[source], (mentions[target],)) for source, target in circles)
    annotation = Annotation(
        document.id, mentions=mentions, entities=(Entity("0", mentions),), links=links
    )
    formats.write([Annotated(document, annotation)], tmp_path / "x.sgm")
    assert [
        len(e.mentions) for e in next(iter(formats.read(tmp_path / "x.sgm"))).annotation.entities
    ] == [4]


def test_words_that_text_does_not_show_are_marked(tmp_path: Path) -> None:
    builder = Builder("d")
    for form, space in (("ca", False), ("n't", True), ("3.5", True), ("del", True)):
        builder.word(form, space_after=space)
    item = Annotated(builder.document(), Annotation("d"))
    formats.write([item], tmp_path / "x.sgm")
    assert next(iter(formats.read(tmp_path / "x.sgm"))).document == item.document
    formats.write([item], tmp_path / "y.sgm", "muc(words=False)")
    assert "<W" not in (tmp_path / "y.sgm").read_text()


def test_zeros_become_comments_and_heads_minimal_spans(tmp_path: Path) -> None:
    builder = Builder("d")
    builder.word("Ana")
    builder.word("Gil")
    builder.empty("pro")
    builder.word("canta")
    name, zero = Mention((Span(0, 2),), head=0), Mention((Span(2, 3),))
    annotation = Annotation("d", mentions=(name, zero), entities=(Entity("e1", (name, zero)),))
    lost = formats.write([Annotated(builder.document(), annotation)], tmp_path / "x.sgm")
    written = (tmp_path / "x.sgm").read_text()
    assert '<COREF ID="1" MIN="Ana">Ana Gil</COREF><!-- zero e1 --> canta' in written
    assert {Layer.EMPTY, Layer.HEADS} <= set(lost)


def test_links_of_other_kinds_do_not_join(tmp_path: Path) -> None:
    document, _ = bracketed("a b")
    one, two = (Mention((Span(index, index + 1),)) for index in range(2))
    link = Link(two, (one,), Relation.BRIDGING)
    annotation = Annotation(
        document.id,
        mentions=(one, two),
        entities=(Entity("1", (one,)), Entity("2", (two,))),
        links=(link,),
    )
    assert formats.write([Annotated(document, annotation)], tmp_path / "x.sgm")[Layer.BRIDGING] == 1
    assert len(next(iter(formats.read(tmp_path / "x.sgm"))).annotation.entities) == 2


PROBLEMS = {
    "element is not closed": "<TEXT>\n<COREF ID=1>Ann left</TEXT>",
    "end tag without start tag": "<TEXT>\nAnn</COREF> left</TEXT>",
    "REF to an unknown ID": "<TEXT>\n<COREF ID=1 REF=9>Ann</COREF></TEXT>",
    "REF to itself": "<TEXT>\n<COREF ID=1 REF=1>Ann</COREF></TEXT>",
    "ID occurs twice": "<TEXT><COREF ID=1>Ann</COREF>\n<COREF ID=1>Bo</COREF></TEXT>",
    "COREF element without ID": "<TEXT>\n<COREF>Ann</COREF></TEXT>",
    "element without words": "<TEXT>\n<COREF ID=1> </COREF></TEXT>",
    "MIN is not in the mention": "<TEXT>\n<COREF ID=1 MIN=Bo>Ann</COREF></TEXT>",
    "TYPE is not IDENT": "<TEXT><COREF ID=1>Ann</COREF>\n<COREF ID=2 REF=1 TYPE=PART>Bo</COREF></TEXT>",
    "continues an element that does not exist": "<TEXT>\n<COREF CONT=1>Ann</COREF></TEXT>",
    "word is not closed": "<TEXT>\n<W>Ann</TEXT>",
    "broken tag": "<TEXT>\nAnn < Bo</TEXT>",
    "document is not closed": "\n<DOC><TEXT>Ann</TEXT>",
    "text after the last document": "<DOC><TEXT>Ann</TEXT></DOC>\nBo",
}


@pytest.mark.parametrize(("message", "text"), PROBLEMS.items())
def test_problems_are_raised_with_their_place_or_counted(
    message: str, text: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError) as caught:
        read(text, tmp_path)
    assert caught.value.message.startswith(message)
    assert caught.value.line == 2 and caught.value.column >= 1 and caught.value.remedy
    problems = Problems(lenient=True)
    assert read(text, tmp_path, problems)
    assert problems.counts[message] == 1


def test_an_empty_file_is_a_problem(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="empty file"):
        read("\n", tmp_path)
    assert read("\n", tmp_path, Problems(lenient=True)) == []


@pytest.mark.parametrize(
    ("tag", "times", "documents", "counted"),
    [
        ("<COREF ID=1>", 20_000, 1, {"element is not closed": 20_000}),
        ("<!--", 20_000, 1, {"broken tag": 1}),
        ("<", 40_000, 1, {"broken tag": 1}),
        ('<COREF a="', 10_000, 1, {"broken tag": 1}),
        ("</DOC>", 20_000, 20_000, {}),
    ],
)
def test_very_deep_and_very_broken_tags(
    tag: str, times: int, documents: int, counted: dict[str, int], tmp_path: Path
) -> None:
    """Deeper than recursion goes, and so many that work in the square of their number would be noticed."""
    problems = Problems(lenient=True)
    items = read(f"<TEXT>{tag * times}", tmp_path, problems)
    assert len(items) == documents
    assert not any(item.annotation.mentions for item in items)
    assert problems.counts == counted


def test_recognised(tmp_path: Path) -> None:
    read(DEMO, tmp_path)
    assert read(DEMO, tmp_path, format="")
