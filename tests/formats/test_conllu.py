"""CoNLL-U with CorefUD's coreference."""

from __future__ import annotations

import io
import re
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
from coindex.core.document import ROOT, Span
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.conllu import ConllU
from coindex.io.files import opened
from coindex.testing import check_format
from tests.detectors.spanish import FEM, FIN, spanish
from tests.formats.partly import PARTLY


def table(text: str) -> str:
    """Columns written with blanks, for legible tests."""
    rows = (
        line if line.startswith("#") or not line.strip() else "\t".join(line.split())
        for line in text.strip("\n").split("\n")
    )
    return "\n".join(row.strip() for row in rows) + "\n\n"


def moved(text: str, line: int, behind: int) -> str:
    lines = text.split("\n")
    lines.insert(behind - 1, lines.pop(line - 1))
    return "\n".join(lines)


SPANISH = table("""
# global.Entity = eid-etype-head-other
# newdoc id = demo
# sent_id = s1
# text = Ana abre la verja y la cierra.
1 Ana Ana PROPN _ Gender=Fem|Number=Sing 2 nsubj 2:nsubj Entity=(e1-person-1-)
2 abre abrir VERB _ Number=Sing|Person=3 0 root 0:root _
3 la el DET _ _ 4 det 4:det Entity=(e2-object-2-
4 verja verja NOUN _ Gender=Fem|Number=Sing 2 obj 2:obj Entity=e2)
5 y y CCONJ _ _ 7 cc 7:cc _
5.1 _ él PRON _ Number=Sing|Person=3 _ _ 7:nsubj Entity=(e1-person-1-)
6 la él PRON _ Case=Acc|Gender=Fem 7 obj 7:obj Entity=(e2-object-1-)
7 cierra cerrar VERB _ Number=Sing|Person=3 2 conj 2:conj SpaceAfter=No
8 . . PUNCT _ _ 2 punct 2:punct _
""")

GUM = table("""
# newdoc id = made_up
# global.Entity = GRP-etype-infstat-salience-centering-minspan-link-identity
# meta::genre = news
# newpar
# newpar_block = head (1 s)
# sent_id = made_up-1
# text = Two bakers
1 Two two NUM CD NumType=Card 2 nummod 2:nummod Entity=(1-person-new-n-cf1-2-coref
2 bakers baker NOUN NNS Number=Plur 0 root 0:root Entity=1)

# newpar
# sent_id = made_up-2
# speaker = Ann
# text = Ann's oven and Bob weren't cold, they said.
1-2 Ann's _ _ _ _ _ _ _ _
1 Ann Ann PROPN NNP Number=Sing 3 nmod:poss 3:nmod:poss Entity=(2-object-new-n-cf2-3-sgl(3-person-new-n-cf3-1-coref)
2 's 's PART POS _ 1 case 1:case _
3 oven oven NOUN NN Number=Sing 8 nsubj 8:nsubj Entity=2)
4 and and CCONJ CC _ 5 cc 5:cc _
5 Bob Bob PROPN NNP Number=Sing 3 conj 3:conj Entity=(4-person-new-n-cf4-1-coref-Bob)
6-7 weren't _ _ _ _ _ _ _ _
6 were be AUX VBD _ 8 cop 8:cop _
7 n't not PART RB _ 8 advmod 8:advmod _
8 cold cold ADJ JJ _ 0 root 0:root SpaceAfter=No
9 , , PUNCT , _ 11 punct 11:punct _
10 they they PRON PRP _ 11 nsubj 11:nsubj Bridge=2<5|Entity=(5-person-acc-n-cf5-1-ana)|SplitAnte=3<5,4<5
11 said say VERB VBD _ 8 parataxis 8:parataxis SpaceAfter=No
12 . . PUNCT . _ 8 punct 8:punct _
""")

DISCONTINUOUS = table("""
# newdoc id = parts
# global.Entity = eid-etype-head-other
1 big _ ADJ _ _ 3 amod _ Entity=(e1[1/2]-animal-3-
2 old _ ADJ _ _ 1 conj _ Entity=e1[1/2])
3 and _ CCONJ _ _ 4 cc _ _
4 dogs _ NOUN _ _ 0 root _ Entity=(e1[2/2]-animal-3-)
5 they _ PRON _ _ 4 dep _ Entity=(e1-animal-1-)(e2--1-)
""")

SAMPLES = {"demo.conllu": SPANISH + GUM}


def read(text: str, tmp_path: Path, *, lenient: bool = False) -> tuple[list[Annotated], Problems]:
    path = tmp_path / "sample.conllu"
    path.write_bytes(text.encode())
    problems = Problems(lenient=lenient)
    return list(formats.read(path, "conllu", problems)), problems


def written(items: list[Annotated]) -> str:
    stream = io.StringIO()
    formats.write_stream(items, stream, "conllu")
    return stream.getvalue()


@pytest.mark.parametrize("text", [SPANISH, GUM, DISCONTINUOUS, SPANISH + GUM])
def test_contract(text: str) -> None:
    check_format(ConllU(), {"sample.conllu": text}, partly=PARTLY["conllu"])


@pytest.mark.parametrize("text", [SPANISH, GUM, DISCONTINUOUS])
def test_rewritten_byte_for_byte(text: str, tmp_path: Path) -> None:
    assert written(read(text, tmp_path)[0]) == text


def test_zeros_heads_and_text(tmp_path: Path) -> None:
    ((document, annotation),) = read(SPANISH, tmp_path)[0]
    assert document.text == "Ana abre la verja y la cierra."
    zero = document.tokens[5]
    assert zero.empty and zero.start == zero.end == len("Ana abre la verja y")
    assert document.tokens[1].head == ROOT and document.tokens[7].head == 1
    ana, gate = annotation.entities
    assert [mention.tokens for mention in ana.mentions] == [(0,), (5,)]
    assert ana.type == "person" and gate.mentions[0].head == 3
    assert document.surface(gate.mentions[0].span) == "la verja"


def test_gum_speakers_headings_multiwords_bridging_and_split_antecedents(tmp_path: Path) -> None:
    ((document, annotation),) = read(GUM, tmp_path)[0]
    assert document.genre == "news"
    assert document.text == "Two bakers\n\nAnn's oven and Bob weren't cold, they said."
    assert [sentence.heading for sentence in document.sentences] == [True, False]
    assert document.sentences[1].speaker == "Ann"
    ann, genitive = document.tokens[2:4]
    assert (document.text[ann.start : ann.end], document.text[genitive.start : genitive.end]) == (
        "Ann",
        "'s",
    )
    bakers = annotation.mentions[0]
    assert bakers.head == 1 and bakers.minimum == Span(1, 2) and bakers.attribute("link") == "coref"
    bridge, split = sorted(annotation.links, key=lambda link: len(link.antecedents))
    assert bridge.relation is Relation.BRIDGING
    assert [mention.text(document) for mention in split.antecedents] == ["Ann", "Bob"]
    assert split.anaphor.text(document) == "they"


def test_mentions_with_the_same_span_both_survive(tmp_path: Path) -> None:
    ((_, annotation),) = read(DISCONTINUOUS, tmp_path)[0]
    assert [mention.tokens for mention in annotation.mentions] == [(0, 1, 3), (4,), (4,)]
    assert annotation.mentions[0].head == 3


def test_many_sentences_are_read_like_each_alone(tmp_path: Path) -> None:
    plain = table(
        "# text = Ana ríe «así»\n1 Ana _ X _ _ _ _ _ _\n2 ríe _ X _ A=1 0 _ _ _\n3 «así» _ X _ _ "
        "2 _ _ Entity=(e7-x-1-)"
    )
    sentences = [*SPANISH.split("\n\n")[:1], *GUM.split("\n\n")[:2], plain.rstrip("\n")] * 40
    body = "".join(
        re.sub("# (newdoc|global|sent_id).*\n", "", sentence) + "\n\n" for sentence in sentences
    )
    ((document, annotation),), problems = read(
        "# global.Entity = eid-etype-head-other\n" + body, tmp_path, lenient=True
    )
    assert not problems.counts
    assert len(document.sentences) == 160 and len(document.tokens) == 40 * (9 + 2 + 12 + 3)
    assert {document.surface(sentence.span) for sentence in document.sentences} == {
        "Ana abre la verja y la cierra.",
        "Two bakers",
        "Ann's oven and Bob weren't cold, they said.",
        "Ana ríe «así»",
    }
    last = document.tokens[-3:]
    assert [token.head for token in last] == [None, ROOT, len(document.tokens) - 2]
    assert [token.feats for token in last] == ["", "A=1", ""] and {
        token.misc for token in last
    } == {""}
    assert annotation.entities[-1].mentions[-1].tokens == (len(document.tokens) - 1,)
    assert [sentence.paragraph for sentence in document.sentences[:5]] == [0, 1, 2, 2, 2]
    assert (
        written([Annotated(document, annotation)])
        == "# global.Entity = eid-etype-head-other\n" + body
    )


def test_a_bridge_may_stand_behind_its_entity(tmp_path: Path) -> None:
    ((_, annotation),) = read(
        GUM.replace("Bridge=2<5|", "").replace("ana)|", "ana)|Bridge=2<5|"), tmp_path
    )[0]
    assert Relation.BRIDGING in {link.relation for link in annotation.links}


def test_words_that_do_not_spell_their_token_share_its_characters(tmp_path: Path) -> None:
    text = table(
        "1-2 del _ _ _ _ _ _ _ _\n1 de _ ADP _ _ 3 case _ _\n2 el _ DET _ _ 3 det _ _\n3 mar _ "
        "NOUN _ _ 0 root _ _"
    )
    ((document, _),) = read(text, tmp_path)[0]
    assert document.text == "del mar"
    assert [(token.start, token.end) for token in document.tokens] == [(0, 3), (0, 3), (4, 7)]
    assert document.id == "sample"


def test_everything_the_model_knows_survives(tmp_path: Path) -> None:
    ((document, _),) = read(
        table("1 Ann _ X _ _ 0 root _ _\n2 she _ X _ _ 1 dep _ _\n3 it _ X _ _ 1 dep _ _"), tmp_path
    )[0]
    ann = Mention((Span(0, 1),), 0, Kind.NAME)
    she = Mention((Span(0, 2),), 1, Kind.PERSONAL, Span(1, 2))
    it = Mention(
        (Span(2, 3),), 2, Kind.PERSONAL, reference=Reference.NONREFERENTIAL, subtype="cleft: a-b"
    )
    link = Link(she, (ann,), Relation.APPOSITION, optional=True)
    annotation = Annotation(
        "sample",
        mentions=(she, ann, it),
        entities=(Entity("e1", (ann, she), "person"),),
        links=(link,),
    )
    ((_, again),) = read(written([Annotated(document, annotation)]), tmp_path)[0]
    assert again.mentions == annotation.mentions
    assert again.links == annotation.links
    assert {entity.mentions for entity in again.entities} == {(she, ann)}


@pytest.mark.parametrize(
    ("broken", "message", "line"),
    [
        (SPANISH.replace("\t_\n3\t", "\t_\n"), "not ten columns", 7),
        (SPANISH.replace("\n3\tla", "\n4\tla"), "unexpected word number", 7),
        (SPANISH.replace("Entity=e2)", "Entity=e9)"), "ends that did not begin", 8),
        (
            SPANISH.replace("|Entity=e2)", "").replace("Entity=e2)", "_"),
            "does not end in its document",
            7,
        ),
        (SPANISH.replace("Entity=e2)", "Entity=e2)x"), "Entity cannot be read", 8),
        (SPANISH.replace("\t7\tcc", "\t77\tcc"), "head is not a word", 9),
        (SPANISH.replace("\t7\tcc", "\tx\tcc"), "head is not a number", 9),
        (SPANISH.replace("\t0\troot", "\t7\troot"), "form a cycle", 6),
        (
            GUM.replace("\t0\troot\t0:root\tEntity=1)", "\t1\troot\t0:root\tEntity=1)"),
            "form a cycle",
            8,
        ),
        (moved(GUM, 15, 16), "unexpected word number", 16),
        (SPANISH.rstrip("\n"), "no blank line after the last sentence", 13),
        (GUM.replace("made_up-2", "made_up-1"), "sent_id occurs twice", 12),
        (GUM.replace("Bridge=2<5", "Bridge=2<55"), "unknown entity", 26),
        (GUM.replace("SplitAnte=3<5,", "SplitAnte=99<5,"), "unknown entity", 26),
        ("# newdoc id = a\n\n" + SPANISH, "sentence without words", 1),
        (SPANISH + SPANISH, "document id occurs twice", 16),
        (SPANISH.replace("(e2-object-2-", "(e2-object-9-"), "head is not a word of the mention", 7),
    ],
)
def test_bad_input_is_named_or_counted(
    broken: str, message: str, line: int, tmp_path: Path
) -> None:
    with pytest.raises(FormatError, match=message) as caught:
        read(broken, tmp_path)
    assert caught.value.line == line
    assert caught.value.path.endswith("sample.conllu") and caught.value.remedy
    items, problems = read(broken, tmp_path, lenient=True)
    assert any(message in known for known in problems.counts)
    assert items


def test_recognised_by_content(tmp_path: Path) -> None:
    path = tmp_path / "something"
    path.write_text(SPANISH)
    with opened(path) as files:
        assert formats.recognised(files[0]) == "conllu"


def test_a_file_without_sentences_is_refused(tmp_path: Path) -> None:
    for empty in ("", "\n\n"):
        with pytest.raises(FormatError, match="no sentence"):
            read(empty, tmp_path)
        assert read(empty, tmp_path, lenient=True)[1].counts["no sentence"] == 1


def test_zeros_are_empty_nodes() -> None:
    document = spanish(
        f"Ana/Ana/PROPN/2/nsubj/{FEM} abre/abrir/VERB/0/root/{FIN} y/y/CCONJ/4/cc "
        f"cierra/cerrar/VERB/2/conj/{FIN}"
    )
    ana, zero = Mention((Span(0, 1),), 0, Kind.NAME), Mention((Span(3, 4),), 3, Kind.ZERO)
    annotation = Annotation(
        "test", mentions=(ana, zero), entities=(Entity("e1", (ana, zero), "person"),)
    )
    text = "".join(chunk.text for chunk in ConllU().write([Annotated(document, annotation)]))
    row = next(line.split("\t") for line in text.split("\n") if line.startswith("3.1"))
    assert row[:9] == [
        "3.1",
        "_",
        "_",
        "PRON",
        "_",
        "Number=Sing|Person=3|PronType=Prs",
        "_",
        "_",
        "4:nsubj",
    ]
    assert row[9].startswith("Entity=(e1-person")


ENCLITICS = """
1-3 dárselo _ _ _ _ _ _ _ _
1 dar dar VERB _ _ 0 root _ _
2 se él PRON _ _ 1 iobj _ _
3 lo él PRON _ _ 1 obj _ _
4-5 del _ _ _ _ _ _ _ _
4 de de ADP _ _ 1 case _ _
5 el el DET _ _ 1 det _ _
"""


@pytest.mark.parametrize("more", ["", "5.1 _ _ PRON _ _ 1 nsubj _ _\n"])
def test_enclitics_have_letters_of_their_own(more: str, tmp_path: Path) -> None:
    """The second time row by row."""
    document = read(table(ENCLITICS + more), tmp_path)[0][0].document
    words = [document.text[token.start : token.end] for token in document.tokens[:5]]
    assert words == ["dár", "se", "lo", "del", "del"]


def test_a_sentence_of_many_multiword_tokens(tmp_path: Path) -> None:
    words = range(1, 20_001)
    row = "{0}-{0}\tdel{1}\n{0}\tde{2}\t{3}\t_\t_\t_\n"
    blanks = "\t_" * 8
    text = "".join(row.format(word, blanks, "\t_" * 4, word - 1) for word in words)
    (tmp_path / "long.conllu").write_text(text + "\n", encoding="utf-8")
    (item,) = formats.read(tmp_path / "long.conllu", "conllu")
    assert len(item.document.tokens) == len(item.document.sentences[0].multiwords) == len(words)
    assert [token.head for token in item.document.tokens[:3]] == [ROOT, 0, 1]


def test_every_circle_of_a_long_sentence_is_cut(tmp_path: Path) -> None:
    row = "{0}\tw\t_\t_\t_\t_\t{1}\t_\t_\t_\n"
    text = "".join(
        row.format(2 * pair + 1, 2 * pair + 2) + row.format(2 * pair + 2, 2 * pair + 1)
        for pair in range(9000)
    )
    (tmp_path / "round.conllu").write_text(text + "\n", encoding="utf-8")
    problems = Problems(lenient=True)
    (item,) = formats.read(tmp_path / "round.conllu", "conllu", problems)
    assert problems.counts == {"dependencies form a cycle": 9000}
    assert [token.head for token in item.document.tokens[:4]] == [None, 0, None, 2]


@pytest.mark.parametrize("end", ["", "\n", "\n\n"])
def test_a_text_is_not_taken_for_conllu(tmp_path: Path, end: str) -> None:
    (tmp_path / "t.conllu").write_text(f"# a heading\nAnn slept.{end}", encoding="utf-8")
    with pytest.raises(FormatError, match=r":2:1: not CoNLL-U: Ann slept\."):
        list(formats.read(tmp_path / "t.conllu", "conllu"))


def test_a_comment_may_hold_any_separator(tmp_path: Path) -> None:
    (tmp_path / "t.conllu").write_text(
        "# text = one\u2028two\x85three\n1\tw" + "\t_" * 8 + "\n\n", encoding="utf-8", newline=""
    )
    (item,) = formats.read(tmp_path / "t.conllu", "conllu")
    assert item.document.sentences[0].comments == ("# text = one\u2028two\x85three",)
