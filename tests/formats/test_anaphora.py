"""Universal Anaphora's exploded columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import DEIXIS, Annotation, Reference, Relation
from coindex.core.document import ROOT, Span
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.anaphora import Anaphora
from coindex.io.files import opened
from coindex.measures.anaphora import DiscourseDeixis
from coindex.measures.pairing import paired
from coindex.testing import check_format

COLUMNS = "ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC IDENTITY BRIDGING DISCOURSE_DEIXIS REFERENCE NOM_SEM"


def table(text: str) -> str:
    rows = (
        line if line.startswith("#") else "\t".join(line.split())
        for line in text.strip().split("\n")
    )
    return f"# global.columns = {COLUMNS}\n" + "\n".join(rows) + "\n\n"


DEMO = table("""
# newdoc id = demo
# sent_id = s1
# speaker = M
1 Ann Ann PROPN _ _ 2 nsubj _ _ (EntityID=1|MarkableID=m1|Min=1|SemType=dn|ElementOf=3) _ (EntityID=1-DD|MarkableID=d1|Min=2 Ann_Lee Entity_Type=person
2 met meet VERB _ _ 0 root _ _ _ _ _ _ _
3 the the DET _ _ 4 det _ _ (EntityID=2|MarkableID=m2|Min=4|SemType=dn|ElementOf=3@(EntityID=5|MarkableID=m3|Min=3|SemType=dn) _ _ _ _
4 guard guard NOUN _ _ 2 obj _ SpaceAfter=No ) _ ) _ _
5 . . PUNCT _ _ 2 punct _ _ _ _ _ _ _

# newpar
# sent_id = s2
# speaker_id = N
6-7 They're _ _ _ _ _ _ _ _ _ _ _ _ _
6 They they PRON _ _ 0 root _ _ (EntityID=3|MarkableID=m4|Min=6|SemType=do) _ _ _ _
7 're be AUX _ _ 6 aux _ _ _ _ _ _ _
8 in in ADP _ _ 9 case _ _ _ _ _ _ _
9 it it PRON _ _ 6 obl _ _ (EntityID=4-Pseudo|MarkableID=m5|Min=9|SemType=expletive) _ (EntityID=1-DD|MarkableID=d2|Min=9) _ _
10 , , PUNCT _ _ 6 punct _ _ _ _ _ _ _
11 the the DET _ _ 12 det _ _ (EntityID=6|MarkableID=m6|Min=11,12 (MarkableID=m6|Rel=poss|MentionAnchor=m2|EntityAnchor=2) _ _ _
12 key key NOUN _ _ 6 dep _ _ ) _ _ _ _
""")

SAMPLES = {"demo.CONLLUA": DEMO}


def test_entities_links_and_what_does_not_refer() -> None:
    document, annotation = check_format(Anaphora(), SAMPLES)[0]
    assert document.text == "Ann met the guard. They're in it , the key"
    assert [token.head for token in document.tokens][:3] == [1, ROOT, 3]
    assert [(s.id, s.speaker, s.paragraph) for s in document.sentences] == [
        ("s1", "M", 0),
        ("s2", "N", 1),
    ]
    assert document.sentences[1].multiwords[0].form == "They're"
    assert {entity.id: [m.span for m in entity.mentions] for entity in annotation.entities} == {
        "1": [(0, 1)],
        "2": [(2, 4)],
        "5": [(2, 3)],
        "3": [(5, 6)],
        "6": [(10, 12)],
    }
    named = {mention.id: mention for mention in annotation.mentions}
    assert named["m2"].minimum == Span(3, 4)
    assert named["m5"].reference is Reference.NONREFERENTIAL
    assert named["m5"].subtype == "expletive"
    assert named["m1"].attributes == (
        ("SemType", "dn"),
        ("Entity_Type", "person"),
        ("Reference", "Ann_Lee"),
    )
    assert annotation.entities[0].type == "person"
    split, bridging, deixis = annotation.links
    assert (split.anaphor.id, [m.id for m in split.antecedents]) == ("m4", ["m1", "m2"])
    assert (bridging.relation, bridging.subtype, bridging.antecedents[0].id) == (
        Relation.BRIDGING,
        "poss",
        "m2",
    )
    assert (deixis.relation, deixis.anaphor.id, deixis.antecedents[0].id) == (
        Relation.DISCOURSE,
        "d2",
        "d1",
    )


def test_deixis_can_be_left_out() -> None:
    annotation = check_format(Anaphora(deixis=False), SAMPLES)[0].annotation
    assert not [mention for mention in annotation.mentions if mention.id.startswith("d")]


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("1 Ann _ _ _ _ _ _ _ _ (EntityID=1|MarkableID=m1", "mention never closed: m1"),
        ("1 Ann _ _ _ _ _ _ _ _ )", "mention closed but never opened: ')'"),
        ("1 Ann _ _ _ _ _ _ _ _ EntityID=1", "malformed cell: 'EntityID=1'"),
        ("1 Ann _ _ _ _ _ _ _ _ (MarkableID=m1)", "mention without entity: m1"),
        (
            "1 Ann _ _ _ _ _ _ _ _ (EntityID=1|MarkableID=m1)(EntityID=1|MarkableID=m1)",
            "mention id occurs twice: m1",
        ),
        (
            "1 Ann _ _ _ _ _ _ _ _ (EntityID=1|MarkableID=m1|Min=7)",
            "minimum outside its mention: 7",
        ),
        (
            "1 Ann _ _ _ _ _ _ _ _ (EntityID=1|MarkableID=m1|ElementOf=9)",
            "dangling reference: ElementOf=9",
        ),
        (
            "1 Ann _ _ _ _ _ _ _ _ _ (MarkableID=m1|Rel=x)",
            "dangling reference: markableid=m1|Rel=x",
        ),
        ("x Ann _ _ _ _ _ _ _ _ _", "token id is not a number: 'x'"),
        ("1 Ann _ _ _ _ _ _ _ _ _ _ _ _ _ more", "wrong number of columns: 16"),
        ("1-2 Ann's _ _ _ _ _ _ _ _ _", "range without its words: 1-2"),
    ],
)
def test_bad_input(row: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.conllua"
    path.write_text(table(f"# newdoc id = d\n{row}\n\n0 end _ _ _ _ _ _ _ _ _"))
    with pytest.raises(FormatError) as raised:
        list(formats.read(path, "anaphora"))
    assert (raised.value.message, raised.value.line) == (message, 3)
    problems = Problems(lenient=True)
    assert list(formats.read(path, "anaphora", problems))
    assert problems.counts[message.partition(":")[0]] == 1


@pytest.mark.parametrize("minimum", ["4", "2"])
def test_minima_count_through_the_document_where_ids_begin_again(
    minimum: str, tmp_path: Path
) -> None:
    rows = f"""
# newdoc id = d
1 Ann _ _ _ _ _ _ _ _ (EntityID=1|MarkableID=m1|Min=1)
2 left _ _ _ _ _ _ _ _ _

1 the _ _ _ _ _ _ _ _ (EntityID=2|MarkableID=m2|Min={minimum}
2 guard _ _ _ _ _ _ _ _ )
"""
    path = tmp_path / "x.conllua"
    path.write_text(table(rows))
    ((_, annotation),) = formats.read(path, "anaphora")
    assert [mention.minimum for mention in annotation.mentions] == [(0, 1), (3, 4)]


def test_order_and_header(tmp_path: Path) -> None:
    path = tmp_path / "x.conllua"
    path.write_text(table("1 Ann _ _ _\n3 left _ _ _"))
    with pytest.raises(FormatError, match="token id out of order: 3"):
        list(formats.read(path, "anaphora"))
    path.write_text("1\tAnn\n")
    with pytest.raises(FormatError, match="no IDENTITY column declared"):
        list(formats.read(path, "anaphora"))
    path.write_text(f"# global.columns = {COLUMNS}\n")
    with pytest.raises(FormatError, match="contains no words"):
        list(formats.read(path, "anaphora"))


def test_recognition(tmp_path: Path) -> None:
    (tmp_path / "x.conllu").write_text(DEMO)
    with opened(tmp_path / "x.conllu") as files:
        assert formats.recognised(files[0]) == "anaphora"


PLAIN = f"# global.columns = {COLUMNS}\n# newdoc id = d\n"


def row(number: int, identity: str = "_", deixis: str = "_") -> str:
    return "  ".join([str(number), "w", *["_"] * 8, identity, "_", deixis, "_", "_", "\n"])


def annotated(text: str, tmp_path: Path) -> Annotation:
    (tmp_path / "a.CONLLUA").write_text(text)
    (item,) = formats.read(tmp_path / "a.CONLLUA")
    return item.annotation


def test_columns_may_be_separated_by_blanks(tmp_path: Path) -> None:
    text = PLAIN + row(1, "(EntityID=1|MarkableID=a") + row(2, ")")
    (mention,) = annotated(text, tmp_path).mentions
    assert mention.parts == (Span(0, 2),)


def test_markables_of_one_name_and_entity_are_parts_of_a_mention(tmp_path: Path) -> None:
    one = "(EntityID=1|MarkableID=a|Min=4)"
    (mention,) = annotated(PLAIN + row(1, one) + row(2) + row(3) + row(4, one), tmp_path).mentions
    assert mention.parts == (Span(0, 1), Span(3, 4))
    assert mention.minimum == Span(3, 4)


def test_markables_that_cross_are_closed_by_name(tmp_path: Path) -> None:
    text = (
        PLAIN
        + row(1, "(EntityID=1|MarkableID=a")
        + row(2, "(EntityID=2|MarkableID=b")
        + row(3, "a)")
        + row(4, "b)")
    )
    spans = {mention.id: mention.span for mention in annotated(text, tmp_path).mentions}
    assert spans == {"a": Span(0, 3), "b": Span(1, 4)}


def test_discourse_deixis_names_its_own_entity(tmp_path: Path) -> None:
    both = row(1, "(EntityID=1|MarkableID=a)", "(EntityID=1|MarkableID=d)")
    annotation = annotated(PLAIN + both, tmp_path)
    assert len(annotation.entities) == 1
    assert [mention.attribute(DEIXIS) for mention in annotation.mentions] == ["", "1"]


def test_split_antecedents_of_discourse_deixis_count(tmp_path: Path) -> None:
    """*That* for two clauses: the response has one of them only."""
    parts = "".join(row(n, deixis=f"(EntityID={n}|MarkableID=d{n}|ElementOf=3)") for n in (1, 2))
    key = PLAIN + parts + row(3, deixis="(EntityID=3|MarkableID=d3)")
    for name, text in (("key", key), ("response", key.replace("|ElementOf=3", "", 1))):
        (tmp_path / f"{name}.CONLLUA").write_text(text)
    read = [list(formats.read(tmp_path / f"{name}.CONLLUA")) for name in ("key", "response")]
    for response, whole in ((read[0], True), (read[1], False)):
        (pair,) = paired(read[0], response)
        measure = DiscourseDeixis("B3")
        assert (measure.score(measure.counts(pair)).f1 == 1) is whole
