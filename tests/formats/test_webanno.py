"""WebAnno and INCEpTION TSV 3."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Entity, Link, Mention, Relation
from coindex.core.document import ROOT, Span
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.building import Builder
from coindex.formats.webanno import WebAnno
from coindex.formats.webanno.layout import escaped, split_items, unescaped
from coindex.io.files import opened
from coindex.testing import check_format
from tests.formats.partly import PARTLY


def table(text: str) -> str:
    """Cells parted by blanks, for legible tests."""
    rows = (
        line if line.startswith("#") else "\t".join(line.split())
        for line in text.strip().split("\n")
    )
    return "\n".join(rows) + "\n\n"


RELATIONS = table("""
#FORMAT=WebAnno TSV 3.2
#T_SP=webanno.custom.Referent|entity|infstat
#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent
#Summary1=Two people and a pump


#Text=Ann met old Bob .
1-1 0-3 Ann person[1] new[1] ana|bridge:aggr 2-1[4_1]|2-3[5_1]
1-2 4-7 met _ _ _ _
1-3 8-11 old person[2] new[2] bridge:aggr 2-3[5_2] _
1-4 12-15 Bob person[2]|object[3] new[2]|new[3] bridge:def 2-5[6_3]
1-5 16-17 . _ _ _ _

#Text=She saw them ; it fell .
2-1 18-21 She person[4] giv:act[4] _ _
2-2 22-25 saw _ _ _ _
2-3 26-30 them person[5] _ _ _
2-4 31-32 ; _ _ _ _
2-5 33-35 it abstract[6] _ appos 2-6[7_6]
2-6 36-40 fell event[7] _ _ _
2-7 41-42 . _ _ _ _
""")

CHAINS = table("""
#FORMAT=WebAnno TSV 3.3
#T_SP=de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS|PosValue|coarseValue
#T_SP=de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity|value
#T_CH=de.tudarmstadt.ukp.dkpro.core.api.coref.type.CoreferenceLink|referenceRelation|referenceType
#T_RL=de.tudarmstadt.ukp.dkpro.core.api.syntax.type.dependency.Dependency|DependencyType|flavor|BT_de.tudarmstadt.ukp.dkpro.core.api.lexmorph.type.pos.POS


#Sentence.id=s-a
#Text=The old mill burnt.
1-1 0-3 The DT DET _ *->3-1 nom[3] det basic 1-3
1-2 4-7 old JJ ADJ _ *->3-1 nom[3] amod basic 1-3
1-3 8-12 mill NN NOUN LOC\\_1|ORG *->3-1 nom[3] nsubj basic 1-4
1-4 13-18 burnt VBD * _ _ _ root basic 1-4
1-5 18-19 . . PUNCT _ _ _ punct basic 1-4

#Text=It was its owner's.
2-1 20-22 It PRP PRON _ ana->3-2 pro[3] _ _ _
2-2 23-26 was VBD AUX _ _ _ _ _ _
2-3 27-30 its PRP$ PRON _ cat->3-3|*->9-1 pro[3]|nom[9] _ _ _
2-4 31-38 owner's NN NOUN _ *->9-1 nom[9] _ _ _
2-4.1 31-36 owner _ _ PER _ _ _ _ _
2-5 38-39 . . PUNCT _ _ _ _ _ _
""")

SAMPLES = {"relations.tsv": RELATIONS, "chains.tsv": CHAINS}


def read(
    text: str, format: str = "webanno", problems: Problems | None = None, *, folder: Path
) -> Annotated:
    path = folder / "sample.tsv"
    path.write_text(text, encoding="utf-8")
    return next(formats.read(path, format, problems))


def test_spans_and_relations() -> None:
    document, annotation = check_format(
        WebAnno(), {"relations.tsv": RELATIONS}, partly=PARTLY["webanno"]
    )[0]
    assert document.id == "relations"
    assert document.text == "Ann met old Bob . She saw them ; it fell ."
    assert document.meta == {"Summary1": "Two people and a pump"}
    mentions = {mention.id: mention for mention in annotation.mentions}
    assert mentions["2"].parts == (Span(2, 4),)
    assert mentions["4"].attributes == (("infstat", "giv:act"),)
    assert mentions["7"].attributes == (("entity", "event"),)
    assert [(entity.type, [m.id for m in entity.mentions]) for entity in annotation.entities] == [
        ("person", ["1", "4"]),
        ("person", ["2"]),
        ("object", ["3"]),
        ("person", ["5"]),
        ("abstract", ["6", "7"]),
    ]
    assert [
        (link.relation, link.subtype, link.anaphor.id, [m.id for m in link.antecedents])
        for link in annotation.links
    ] == [
        (Relation.IDENTITY, "ana", "4", ["1"]),
        (Relation.IDENTITY, "", "5", ["1", "2"]),
        (Relation.BRIDGING, "def", "6", ["3"]),
        (Relation.APPOSITION, "", "7", ["6"]),
    ]


def test_chains_tags_and_parts_of_tokens() -> None:
    document, annotation = check_format(
        WebAnno(), {"chains.tsv": CHAINS}, partly=PARTLY["webanno"]
    )[0]
    assert document.text == "The old mill burnt. It was its owner's."
    assert [token.head for token in document.tokens[:5]] == [2, 2, 3, ROOT, 3]
    assert (document.tokens[2].xpos, document.tokens[2].upos, document.tokens[2].deprel) == (
        "NN",
        "NOUN",
        "nsubj",
    )
    assert document.tokens[3].upos == ""
    assert document.tokens[2].misc.endswith("NamedEntity:value=LOC\\_1%7CORG")
    assert [token.form for token in document.tokens[8:10]] == ["owner", "'s"]
    assert document.sentences[1].multiwords[0].form == "owner's"
    assert document.sentences[0].id == "s-a"
    assert [
        (entity.id, entity.type, [m.span for m in entity.mentions])
        for entity in annotation.entities
    ] == [
        ("3", "nom", [(0, 3), (5, 6), (7, 8)]),
        ("9", "nom", [(7, 10)]),
    ]
    assert annotation.entities[0].mentions[1].attributes == (
        ("referenceRelation", "ana"),
        ("referenceType", "pro"),
    )


def test_mentions_without_numbers(tmp_path: Path) -> None:
    text = table("""
#FORMAT=WebAnno TSV 3.3
#T_SP=webanno.custom.Referent|entity
#T_RL=webanno.custom.Coref|type|BT_webanno.custom.Referent


#Text=Ann ran home
1-1 0-3 Ann person ana 1-2
1-2 4-7 ran * coref 1-3[0_0]
1-3 8-12 home _ _ _
""").replace("home\t_", "home\tplace")
    item = check_format(WebAnno(), {"x.tsv": text}, partly=PARTLY["webanno"])[0]
    assert [mention.id for mention in item.annotation.mentions] == ["", "", ""]
    assert len(item.annotation.entities) == 1
    assert "1-2\t4-7\tran\tperson\tcoref\t1-3\t" in next(WebAnno().write([item])).text


def test_layers_can_be_named(tmp_path: Path) -> None:
    text = RELATIONS.replace("#T_RL=webanno.custom.Coref", "#T_RL=webanno.custom.Other")
    assert read(
        text, 'webanno(mentions="Referent", links="Other", type="infstat")', folder=tmp_path
    ).annotation.entities[0].type == ("new")
    spans_only = read(text, 'webanno(links="Missing")', folder=tmp_path).annotation
    assert len(spans_only.mentions) == 7
    assert not spans_only.entities


def foreign() -> Annotated:
    builder = Builder("f🙂")
    for form in ("🙂", "Ann", "saw", "her", "_[1]|*"):
        builder.word(
            form,
            lemma=form.lower(),
            head=ROOT if form == "saw" else None,
            space_after=form != "her",
        )
    first, second = (
        Mention((Span(1, 2),), attributes=(("a b", "x|y_[]*\\;->z"),)),
        Mention((Span(3, 4),)),
    )
    apart, twice = Mention((Span(0, 1), Span(4, 5))), Mention((Span(1, 2),))
    mentions = apart, first, twice, second
    entities = Entity("1", (apart,)), Entity("2", (first, second), "person"), Entity("3", (twice,))
    links = (
        Link(twice, (apart,), Relation.BRIDGING),
        Link(second, (apart, twice), Relation.IDENTITY),
    )
    return Annotated(
        builder.document({"genre": "test"}),
        Annotation("f🙂", mentions=mentions, entities=entities, links=links),
    )


def without_ids(annotation: Annotation) -> list[object]:
    plain = {id(mention): mention._replace(id="") for mention in annotation.mentions}
    return [
        list(plain.values()),
        [(entity.type, [plain[id(m)] for m in entity.mentions]) for entity in annotation.entities],
        [
            (link.relation, link.subtype, plain[id(link.anaphor)], len(link.antecedents))
            for link in annotation.links
        ],
        annotation.attributes,
    ]


@pytest.mark.parametrize("format", [WebAnno(), WebAnno(utf16=False)])
def test_what_comes_from_elsewhere_is_the_same_again(format: WebAnno, tmp_path: Path) -> None:
    item = foreign()
    chunk = next(format.write([item]))
    assert chunk.name == "f🙂.tsv"
    assert f"1-2\t{3 if format.utf16 else 2}-" in chunk.text
    (tmp_path / chunk.name).write_text(chunk.text, encoding="utf-8")
    again = next(formats.read(tmp_path / chunk.name, "webanno"))
    assert again.document == item.document
    assert without_ids(again.annotation) == without_ids(item.annotation)


def test_chains_can_be_written(tmp_path: Path) -> None:
    item = foreign()
    bare = Annotated(item.document, replace(item.annotation, links=()))
    text = next(WebAnno(chains=True).write([bare])).text
    assert "#T_CH=" in text
    assert "person[2]|*[3]\t*->2-1|*->3-1" in text
    again = read(text, "webanno(chains=True)", folder=tmp_path).annotation
    assert [(e.id, e.type, [m.span for m in e.mentions]) for e in again.entities] == [
        (e.id, e.type, [m.span for m in e.mentions]) for e in bare.annotation.entities
    ]


def test_zeros_are_left_out(tmp_path: Path) -> None:
    builder = Builder("z")
    builder.empty("he")
    builder.word("left")
    zero, verb = Mention((Span(0, 1),)), Mention((Span(1, 2),))
    annotation = Annotation("z", mentions=(zero, verb), entities=(Entity("1", (zero, verb)),))
    again = read(
        next(WebAnno().write([Annotated(builder.document(), annotation)])).text, folder=tmp_path
    )
    assert len(again.document.tokens) == len(again.annotation.mentions) == 1


@pytest.mark.parametrize(
    "value", ["a|b", "_", "*", "[1]", "a->b", "back\\slash", "tab\tline\n", "x;y"]
)
def test_escapes(value: str) -> None:
    assert unescaped(escaped(value)) == value
    assert split_items(f"{escaped(value)}[3]|b") == [f"{escaped(value)}[3]", "b"]


@pytest.mark.parametrize(
    ("old", "new", "message", "line"),
    [
        (
            "#FORMAT=WebAnno TSV 3.2",
            "#FORMAT=WebAnno TSV 2",
            "no #FORMAT=WebAnno TSV 3: '#FORMAT=WebAnno TSV 2'",
            1,
        ),
        ("1-2\t4-7\tmet", "1-2\t4_7\tmet", "malformed row: '1-2\\t4_7\\tmet\\t_\\t_\\t_\\t_'", 9),
        ("met\t_\t_\t_\t_", "met\t_\t_", "wrong number of columns: 2", 9),
        ("met\t_\t_\t_\t_", "met\t_\t_\t_\t_\tx", "wrong number of columns: 5", 9),
        ("1-2\t", "1-9\t", "token number out of order: 1-9", 9),
        ("2-1[4_1]", "2-1[44_1]", "dangling reference: 2-1[44_1]", 8),
        ("2-1[4_1]", "9-1[4_1]", "malformed relation: '9-1[4_1]'", 8),
        ("4-7\tmet", "4-9\tmet", "offsets do not fit the token: 4-9", 9),
        ("4-7\tmet", "1-4\tmet", "offsets out of order: 1-4", 9),
    ],
)
def test_bad_input(old: str, new: str, message: str, line: int, tmp_path: Path) -> None:
    text = RELATIONS.replace(old, new, 1)
    with pytest.raises(FormatError) as raised:
        read(text, folder=tmp_path)
    assert (raised.value.message, raised.value.line) == (message, line)
    problems = Problems(lenient=True)
    assert read(text, problems=problems, folder=tmp_path)
    assert problems.counts[message.partition(":")[0]] >= 1


def test_bad_chains_and_parts(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="malformed chain cell"):
        read(CHAINS.replace("ana->3-2", "ana->3"), folder=tmp_path)
    with pytest.raises(FormatError, match="part outside its token"):
        read(CHAINS.replace("31-36", "31-99"), folder=tmp_path)
    with pytest.raises(FormatError, match="contains no tokens"):
        read("#FORMAT=WebAnno TSV 3.2\n", folder=tmp_path)


def test_recognition(tmp_path: Path) -> None:
    (tmp_path / "x.tsv").write_text(CHAINS)
    with opened(tmp_path / "x.tsv") as files:
        assert formats.recognised(files[0]) == "webanno"


def test_a_chain_holds_together_past_a_zero() -> None:
    """A zero has no row, so relations lead past it."""
    builder = Builder("d")
    places = [builder.word("Ann"), builder.empty("she"), builder.word("Ann")]
    builder.end_sentence()
    chain = tuple(Mention((Span(place, place + 1),)) for place in places)
    document = builder.document()
    item = Annotated(document, Annotation("d", mentions=chain, entities=(Entity("1", chain),)))
    (piece,) = WebAnno().write([item])
    assert "1-1\t0-3\tAnn\t*\t*\t1-2\t" in piece.text


def test_rows_with_as_many_columns_as_conllu_are_recognised(tmp_path: Path) -> None:
    file = tmp_path / "wide.tsv"
    layers = "#T_SP=custom.Referent|entity|infstat|salience|identity|centering|a|b"
    cells = ["1-1", "0-3", "Ann", "person[1]", *["_"] * 6]
    file.write_text(
        f"#FORMAT=WebAnno TSV 3.2\n{layers}\n\n\n#Text=Ann\n" + "\t".join(cells) + "\n",
        encoding="utf-8",
    )
    with opened(file) as files:
        assert formats.recognised(files[0]) == "webanno"
