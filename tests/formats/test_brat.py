"""brat's stand-off files."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import (
    Annotated,
    Annotation,
    Entity,
    Kind,
    Link,
    Mention,
    Reference,
    Relation,
)
from coindex.core.document import Span
from coindex.core.errors import FormatError
from coindex.core.layers import present
from coindex.core.problems import Problems
from coindex.formats.brat import Brat
from coindex.io.files import InMemory, opened
from coindex.testing import bracketed, check_format
from tests.formats.partly import PARTLY

TEXT = "Ann and Bob saw the old, the new pump. It rained. She liked it. They left.\n"
ANN = """\
T1\tPerson 0 3\tAnn
T2\tPerson 8 11\tBob
T3\tThing 16 23;33 37\tthe old pump
T4\tPerson 50 53\tShe
A1\tKind T4 personal
T5\tThing 60 62\tit
T6\tMention 39 41\tIt
A2\tReference T6 nonreferential
A3\tSubtype T6 weather
T7\tGroup 64 68\tThey
A4\tSingleton T7
A5\tCertainty T7 very%20low
#1\tAnnotatorNotes T7\tor somebody else?
*\tCoreference T1 T4
R1\tcoref Arg1:T5 Arg2:T3\t
A6\tOptional R1
R2\tSplitCoreference Arg1:T7 Arg2:T1
R3\tSplitCoreference Arg1:T7 Arg2:T2
R4\tBridging Arg1:T3 Arg2:T2
A7\tSubtype R4 owner
R5\tLikes Arg1:T4 Arg2:T5
A8\tNegated R5
E1\tSeeing:T2 Agent:T1
A9\tTense E1 past
#2\tAnnotatorNotes E1\ta note on an event
N1\tReference T1 Wiki:12\tAnn
*\tAlias T1 T2
"""
SAMPLES = {"made_up.txt": TEXT, "made_up.ann": ANN}


def read(
    folder: Path, ann: str, text: str = TEXT, format: str = "brat", problems: Problems | None = None
) -> list[Annotated]:
    (folder / "a.txt").write_text(text, encoding="utf-8", newline="")
    (folder / "a.ann").write_text(ann, encoding="utf-8", newline="")
    return list(formats.read(folder, format, problems))


def texts(item: Annotated) -> dict[str, str]:
    return {mention.id: mention.text(item.document) for mention in item.annotation.mentions}


def test_contract() -> None:
    (item,) = check_format(Brat(), SAMPLES, partly=PARTLY["brat"])
    assert item.document.id == "made_up"
    assert texts(item) == {
        "T1": "Ann",
        "T2": "Bob",
        "T3": "the old pump",
        "T4": "She",
        "T5": "it",
        "T6": "It",
        "T7": "They",
    }


def test_entities_and_their_types() -> None:
    (item,) = check_format(Brat(), SAMPLES, partly=PARTLY["brat"])
    found = [(entity.type, [m.id for m in entity.mentions]) for entity in item.annotation.entities]
    assert found == [("Person", ["T1", "T4"]), ("Thing", ["T3", "T5"]), ("Group", ["T7"])]


def test_what_is_said_of_mentions() -> None:
    (item,) = check_format(Brat(), SAMPLES, partly=PARTLY["brat"])
    by_id = {mention.id: mention for mention in item.annotation.mentions}
    assert by_id["T2"].attributes == (("type", "Person"),)
    assert by_id["T4"].kind is Kind.PERSONAL
    assert (by_id["T6"].reference, by_id["T6"].subtype) == (Reference.NONREFERENTIAL, "weather")
    assert by_id["T7"].attributes == (
        ("Certainty", "very low"),
        ("#AnnotatorNotes", "or somebody else?"),
    )
    assert len(by_id["T3"].parts) == 2


def test_links() -> None:
    (item,) = check_format(Brat(), SAMPLES, partly=PARTLY["brat"])
    by_id = {mention.id: mention for mention in item.annotation.mentions}
    assert item.annotation.links == (
        Link(by_id["T5"], (by_id["T3"],), optional=True),
        Link(by_id["T7"], (by_id["T1"], by_id["T2"])),
        Link(by_id["T3"], (by_id["T2"],), Relation.BRIDGING, "owner"),
    )


def test_what_the_model_has_no_place_for_is_kept() -> None:
    (item,) = check_format(Brat(), SAMPLES, partly=PARTLY["brat"])
    assert item.annotation.attributes == (
        ("R5", "Likes Arg1:T4 Arg2:T5"),
        ("A", "Negated R5"),
        ("*", "Alias T1 T2"),
        ("E1", "Seeing:T2 Agent:T1"),
        ("A9", "Tense E1 past"),
        ("#2", "AnnotatorNotes E1\ta note on an event"),
        ("N1", "Reference T1 Wiki:12\tAnn"),
    )


def test_options(tmp_path: Path) -> None:
    (item,) = read(
        tmp_path, ANN, format='brat(coreference=("Alias",), mentions=("Person",), singletons=True)'
    )
    assert set(texts(item)) == {"T1", "T2", "T4"}
    assert [[m.id for m in entity.mentions] for entity in item.annotation.entities] == [
        ["T1", "T2"],
        ["T4"],
    ]
    assert ("T5", "Thing 60 62\tit") in item.annotation.attributes
    (english,) = read(tmp_path, ANN, format='brat(language="en")')
    assert english.document.language == "en"


def test_mentions_of_one_entity_with_several_types(tmp_path: Path) -> None:
    (item,) = read(tmp_path, "T1\tPerson 0 3\tAnn\nT2\tPronoun 50 53\tShe\n*\tCoreference T1 T2\n")
    assert item.annotation.entities[0].type == ""
    assert [mention.attribute("type") for mention in item.annotation.mentions] == [
        "Person",
        "Pronoun",
    ]
    formats.write([item], tmp_path / "out", "brat")
    assert "T2\tPronoun 50 53\tShe" in (tmp_path / "out" / "a.ann").read_text()
    assert list(formats.read(tmp_path / "out")) == [item]


def test_what_is_carried_survives_from_elsewhere(tmp_path: Path) -> None:
    document = bracketed("Ann saw Bob . She left him with her own two cats").document
    ann, bob = (Mention((Span(at, at + 1),), kind=Kind.NAME) for at in (0, 2))
    she = Mention((Span(4, 5),), attributes=(("type", "x"), ("a b", "c%d\te")))
    cats = Mention((Span(8, 9), Span(10, 12)), id="cats", reference=Reference.OTHER)
    loose = Mention((Span(6, 7),), attributes=(("type", "Mention"),))
    annotation = Annotation(
        document.id,
        mentions=(ann, bob, she, loose, cats),
        entities=(
            Entity("e1", (ann, she), "per son"),
            Entity("e2", (cats,)),
            Entity("e3", (bob,), "x"),
        ),
        links=(
            Link(she, (ann,), attributes=(("by", "me"),)),
            Link(loose, (bob,)),
            Link(cats, (ann, bob), Relation.BRIDGING, "of"),
            Link(cats, (ann,), Relation.APPOSITION, optional=True),
        ),
    )
    item = Annotated(document, annotation)
    lost = formats.write([item], tmp_path / "out", "brat")
    (again,) = formats.read(tmp_path / "out")
    before, after = present(item), present(again)
    assert {layer: before[layer] for layer in Brat.carries} == {
        layer: after[layer] for layer in Brat.carries
    }
    assert not set(lost) & Brat.carries
    assert [entity.type for entity in again.annotation.entities] == ["per son", "x", ""]
    assert again.annotation.mentions[2].attributes == she.attributes
    assert [mention.text(document) for mention in annotation.mentions] == list(
        texts(again).values()
    )


def test_a_mention_that_holds_no_word_is_left_out(tmp_path: Path) -> None:
    item = bracketed("[Ann]1 left")
    zero = item.document.tokens[0]._replace(start=3, end=3, form="", empty=True)
    document = type(item.document)(
        "d",
        item.document.text,
        "",
        (item.document.tokens[0], zero, *item.document.tokens[1:]),
        item.document.sentences,
    )
    mentions = (Mention((Span(0, 1),)), Mention((Span(1, 2),)))
    changed = Annotated(
        document, Annotation("d", mentions=mentions, entities=(Entity("1", mentions),))
    )
    formats.write([changed], tmp_path / "out", "brat")
    assert (tmp_path / "out" / "d.ann").read_text() == "T1\tMention 0 3\tAnn\nA1\tSingleton T1\n"


def test_windows_line_ends(tmp_path: Path) -> None:
    ann = "T1\tPerson 5 8\tAnn\r\nT2\tPerson 10 13\tShe\r\n"
    (item,) = read(tmp_path, ann, "One\r\nAnn\r\nShe.\r\n")
    assert texts(item) == {"T1": "Ann", "T2": "She"}
    formats.write([item], tmp_path / "out", "brat")
    assert (tmp_path / "out" / "a.txt").read_bytes() == b"One\r\nAnn\r\nShe.\r\n"
    assert list(formats.read(tmp_path / "out")) == [item]


WRONG = [
    ("not a line of brat", "hello\n", 1),
    ("not a type with offsets", "T1\tPerson 0\tAnn\n", 4),
    ("offsets outside the text", "T1\tPerson 0 999\tAnn\n", 1),
    ("text differs from the text under the offsets", "T1\tPerson 0 3\tBob\n", 1),
    ("no word under the offsets", "T1\tPerson 3 4\t \n", 1),
    ("id occurs twice", "T1\tPerson 0 3\tAnn\nT1\tPerson 8 11\tBob\n", 1),
    ("not a relation of two arguments", "R1\tCoref T1 T2\n", 4),
    ("relation to an unknown annotation", "R1\tCoref Arg1:T1 Arg2:T2\n", 1),
    ("equivalence with an unknown annotation", "T1\tPerson 0 3\tAnn\n*\tEquiv T1 T9\n", 1),
    ("equivalence of fewer than two annotations", "*\tEquiv T1\n", 3),
    ("attribute without an annotation", "A1\tKind\n", 4),
]


@pytest.mark.parametrize(("message", "ann", "column"), WRONG)
def test_what_is_wrong(tmp_path: Path, message: str, ann: str, column: int) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read(tmp_path, ann)
    assert caught.value.path.endswith("a.ann")
    assert (caught.value.line, caught.value.column) == (ann.count("\n"), column)
    problems = Problems(lenient=True)
    assert len(read(tmp_path, ann, problems=problems)) == 1
    assert problems.counts == {message: 1}


def test_annotations_without_a_text(tmp_path: Path) -> None:
    (tmp_path / "a.ann").write_text(ANN)
    with pytest.raises(FormatError, match="annotations without their text"):
        list(formats.read(tmp_path))


def test_recognition(tmp_path: Path) -> None:
    for name, content in SAMPLES.items():
        (tmp_path / name).write_text(content)
    with opened(tmp_path) as files:
        assert formats.recognised(files[0]) == "brat"


@pytest.mark.parametrize(
    ("content", "sure"),
    [("T1\tPerson 0 3\tAnn\n", 0.9), ("\n\n", 0.2), ("", 0.2), ("Ann lost her key.\n", 0.0)],
)
def test_a_file_without_annotations_may_be_one_another_text_is_none(
    content: str, sure: float
) -> None:
    file = InMemory(Path("a.ann"), "a.ann", "a.ann", content=content.encode())
    assert Brat().recognise(file) == sure
