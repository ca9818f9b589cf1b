"""SUPAR's files."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

import coindex
from coindex import formats
from coindex.core.annotation import (
    Annotated,
    Annotation,
    Entity,
    Kind,
    Mention,
    Reference,
    in_order,
)
from coindex.core.document import Document, Sentence, Span, Token, features
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.supar import Supar
from coindex.io.files import File, Files, opened
from coindex.pipeline.pipeline import parse
from coindex.testing import bracketed, check_format
from tests.formats.partly import PARTLY

FACTS = """% two sentences
o(2,'demo',[w('Ana','ana','NNP','ana'),w('is','be','VBZ','VB','is'),w('Bob''s','bob','NNP','bob''s')]).
o(3,'demo',[w('She','she','PRP','she'),w('left','leave','VBD','leav'),
  w('it','it','PRP','it')]).
"""
TAGGED = """<@000,2,demo>
<@CCC>
<@SNS,suj,comun,personaOAnimal,>
<@NSN>
Ana NNP ana
<@/NSN>
<@/SNS,suj,comun,personaOAnimal,>
<@VBC>
is VBZ be
<@/VBC>
Bob's NNP bob
<@/CCC>
<@000,3,demo>
<@ANF>
<@SNS,suj,pronEnglish,,>
She PRP she
<@/SNS,suj,pronEnglish,,>
<@/ANF>
<@QQQ,x;y~z>
left VBD leave
it PRP it
<@/QQQ,x;y~z>
"""
ANAPHORS = "3 0 1 persNoRefl <\n3 2 3 persIt !\n"
CANDIDATES = "ANTECEDENTS\n2 2 3\n2 0 1\nCONSTRAINTS\n2 0 1\nSOLUTION\n2 0 1\n"

SAMPLES = {
    "demo/a_3_0_1.www": CANDIDATES,
    "demo/anaphors.txt": ANAPHORS,
    "demo/tagged.txt": TAGGED,
    "demo/text.pl": FACTS,
}


def held(contents: dict[str, str], folder: Path) -> Files:
    files = []
    for name, content in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding="utf-8")
        files.append(File(path, name, name))
    return Files(files, "samples")


def read(contents: dict[str, str], folder: Path, problems: Problems | None = None) -> Annotated:
    return next(formats.read_files(held(contents, folder), "supar", problems))


def test_all_files_together() -> None:
    document, annotation = check_format(Supar(), SAMPLES, partly=PARTLY["supar"])[0]
    assert document.id == "demo"
    assert document.text == "Ana is Bob's She left it"
    assert [sentence.id for sentence in document.sentences] == ["2", "3"]
    assert document.sentences[0].comments == ("label = demo",)
    assert features(document.tokens[1].misc) == {"Extra": "VB", "Stem": "is", "Phrases": "VBC,~1"}
    assert features(document.tokens[4].misc)["Phrases"] == "QQQ,x%3By%7Ez~2"
    ana, bob, she, it = annotation.mentions
    assert (ana.head, ana.attributes) == (0, (("SNS", "suj,comun,personaOAnimal,"),))
    assert bob.span == (2, 3)
    assert (she.kind, she.reference) == (Kind.PERSONAL, Reference.ANAPHORIC)
    assert dict(she.attributes)["antecedents"] == "2 2 3;2 0 1"
    assert dict(she.attributes)["constraints"] == "2 0 1"
    assert it.reference is Reference.EXOPHORIC
    assert [entity.mentions for entity in annotation.entities] == [(ana, she)]
    assert [(link.anaphor, link.antecedents) for link in annotation.links] == [(she, (ana,))]


def test_the_files_are_written_as_they_were() -> None:
    items = check_format(Supar(), SAMPLES, partly=PARTLY["supar"])
    written = {chunk.name: chunk.text for chunk in Supar().write(items)}
    assert written["demo/anaphors.txt"] == ANAPHORS
    assert written["demo/a_3_0_1.www"] == CANDIDATES
    assert [line for line in written["demo/tagged.txt"].splitlines() if "ANF" not in line] == [
        line for line in TAGGED.splitlines() if "ANF" not in line
    ]
    assert written["demo/text.pl"].count("\n") == 2


def test_tagged_corpus_alone() -> None:
    document = check_format(Supar(), {"tagged.txt": TAGGED}, partly=PARTLY["supar"])[0].document
    assert document.id == "tagged"
    assert (document.tokens[1].xpos, document.tokens[1].lemma) == ("VBZ", "be")


def test_numbered_lines() -> None:
    samples = {"text.txt": "13 0 The 1 fact 2 is 3 not 4 irrelevant 5 . 6\n"}
    document = check_format(Supar(facts=False), samples, partly=PARTLY["supar(facts=False)"])[
        0
    ].document
    assert document.text == "The fact is not irrelevant ."
    assert document.sentences[0].id == "13"


def test_entities_from_elsewhere_become_solutions(tmp_path: Path) -> None:
    item = bracketed("[Ann]1 saw [Bob]2 .\n[She]1 waved at [him]2 .\n[Ann]1 left .")
    written = {chunk.name: chunk.text for chunk in Supar(window=1).write([item])}
    assert written["test/a_2_0_1.www"] == "ANTECEDENTS\n1 0 1\n1 2 3\nSOLUTION\n1 0 1\n"
    assert written["test/a_3_0_1.www"] == "ANTECEDENTS\n2 0 1\n2 3 4\nSOLUTION\n2 0 1\n"
    again = read(written, tmp_path).annotation
    assert [[m.span for m in e.mentions] for e in again.entities] == [
        [m.span for m in e.mentions] for e in item.annotation.entities
    ]


def test_a_cataphor_points_forward(tmp_path: Path) -> None:
    document = bracketed("When he left , Bob slept .").document
    he, bob = (
        Mention((Span(1, 2),), reference=Reference.CATAPHORIC, kind=Kind.PERSONAL),
        Mention((Span(4, 5),)),
    )
    annotation = Annotation(
        "test", mentions=in_order([he, bob]), entities=(Entity("1", (he, bob)),)
    )
    written = {chunk.name: chunk.text for chunk in Supar().write([Annotated(document, annotation)])}
    assert "1 1 2 persNoRefl >\n" in written["test/anaphors.txt"]


@pytest.mark.parametrize(
    ("name", "content", "message", "line"),
    [
        (
            "text.pl",
            "o(2,'d',[w('a','a','N','a')]).\no(2,'d',[w('a','a','N','a')]).\n",
            "sentence number occurs twice: 2",
            2,
        ),
        (
            "text.pl",
            "o(2,'d',[w('a','a','N','a')]).\no(3,'d',[w('a'",
            "malformed fact: \"o(3,'d',[w('a'\"",
            2,
        ),
        (
            "text.pl",
            "o(2,'d',[w('a','a','N','a'),w('b')]).\n",
            "malformed word: \"o(2,'d',[w('a','a','N','a'),w('b')]).\"",
            1,
        ),
        ("text.txt", "2 0 a 1 b 2\n3 0 a 2\n", "boundaries out of order: '3 0 a 2'", 2),
        ("text.txt", "2 0 a 1\nx 0 a 1\n", "malformed sentence: 'x 0 a 1'", 2),
        ("tagged.txt", "<@000,1,x>\n<@CCC>\na N a\n", "phrase never closed: CCC", 2),
        ("tagged.txt", "<@000,1,x>\na N a\n<@/CCC>\n", "phrase closed but never opened: CCC", 3),
        (
            "tagged.txt",
            "<@000,1,x>\n<@AAA>\n<@BBB>\na N a\n<@/AAA>\n",
            "phrase never closed: BBB",
            3,
        ),
        ("tagged.txt", "<@000,1,x>\n<@AAA>\n<@/AAA>\na N a\n", "phrase without words: AAA", 2),
        ("tagged.txt", "<@000,1,x>\na N\nb N b\n", "malformed token: 'a N'", 2),
        ("tagged.txt", "<@000,1,x>\n<@\nb N b\n", "malformed tag: '<@'", 2),
        (
            "tagged.txt",
            "<@000,1,x>\na N a\n<@000,z,x>\n",
            "sentence number is not a number: 'z'",
            3,
        ),
        ("tagged.txt", "<@000,1,x>\na N a\n<@000,2,x>\n", "sentence without words: 2", 3),
    ],
)
def test_bad_texts(name: str, content: str, message: str, line: int, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as raised:
        read({name: content}, tmp_path)
    assert (raised.value.message, raised.value.line) == (message, line)
    problems = Problems(lenient=True)
    assert read({name: content}, tmp_path, problems).document.tokens
    assert problems.counts[message.partition(":")[0]] == 1


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("anaphors.txt", "3 0 1 persNoRefl <\n3 0 1\n", "malformed anaphor: '3 0 1'"),
        ("anaphors.txt", "3 0 1 persNoRefl <\n9 0 1 persIt <\n", "dangling reference: 9 0 1"),
        (
            "anaphors.txt",
            "3 0 1 persNoRefl <\n3 0 1 persIt <\n",
            "anaphor occurs twice: 3 0 1 persIt <",
        ),
        ("a_3_0_1.www", "ANTECEDENTS\n2 0 9\n", "dangling reference: 2 0 9"),
        ("a_3_0_1.www", "ANTECEDENTS\n2 0\n", "malformed candidate: '2 0'"),
        ("a_3_0_1.www", "SOLUTION\n2 0 1\n2 2 3\n", "more than one solution"),
        ("a_3_0_1.www", "SOLUTION\n3 0 1\n", "anaphor is its own solution"),
        ("a_3_0_1.www", "", "no candidates"),
        ("a_2_0_1.www", "ANTECEDENTS\n", "candidates of no anaphor: a_2_0_1.www"),
        ("tagged.txt", "<@000,2,x>\nother N other\n", "tagged corpus does not fit the text"),
    ],
)
def test_bad_anaphors(name: str, content: str, message: str, tmp_path: Path) -> None:
    contents = {"text.pl": FACTS, "anaphors.txt": ANAPHORS} | {name: content}
    with pytest.raises(FormatError) as raised:
        read(contents, tmp_path)
    assert raised.value.message.startswith(message)
    assert raised.value.path == name
    problems = Problems(lenient=True)
    assert read(contents, tmp_path, problems)
    assert problems.counts[message.partition(":")[0]] == 1


def test_no_text(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no text file"):
        read({"anaphors.txt": ANAPHORS}, tmp_path)
    with pytest.raises(FormatError, match="no file of SUPAR's in it"):
        read({"other.txt": "Ann left."}, tmp_path / "other")


def test_recognition(tmp_path: Path) -> None:
    for name, content in SAMPLES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content)
    with opened(tmp_path / "demo") as files:
        assert formats.recognised(files[0]) == "supar"


def test_zeros_are_written_on_the_verb(tmp_path: Path) -> None:
    tokens = (
        Token(0, 3, "Ana", "Ana", xpos="np"),
        Token(4, 8, "abre", "abrir", xpos="v"),
        Token(9, 10, "y", "y", xpos="c"),
        Token(11, 11, "", empty=True),
        Token(11, 17, "cierra", "cerrar", xpos="v"),
    )
    document = Document("puerta", "Ana abre y cierra", "es", tokens, (Sentence(Span(0, 5)),))
    ana, zero = Mention((Span(0, 1),), 0, Kind.NAME), Mention((Span(3, 4),), 3, Kind.ZERO)
    annotation = Annotation("puerta", mentions=(ana, zero), entities=(Entity("1", (ana, zero)),))
    written = {chunk.name: chunk.text for chunk in Supar().write([Annotated(document, annotation)])}
    assert written["puerta/anaphors.txt"] == "1 3 4 zero <\n"
    assert written["puerta/a_1_3_4.www"].endswith("SOLUTION\n1 0 1\n")
    again = read(written, tmp_path)
    assert [
        (one.kind, one.text(again.document)) for one in again.annotation.mentions if one.reference
    ] == [(Kind.ZERO, "cierra")]


def test_kinds_of_pronouns() -> None:
    document, annotation = bracketed("[Ann]1 saw [a car]2 and [it]2 hit [her]1 [herself]1 .")
    kinds = {"it": Kind.PERSONAL, "her": Kind.PERSONAL, "herself": Kind.REFLEXIVE}
    marked = {
        m: m._replace(kind=kinds.get(m.text(document), Kind.NOMINAL)) for m in annotation.mentions
    }
    entities = tuple(
        e._replace(mentions=tuple(marked[m] for m in e.mentions)) for e in annotation.entities
    )
    item = Annotated(
        document, Annotation("test", mentions=tuple(marked.values()), entities=entities)
    )
    written = {chunk.name: chunk.text for chunk in Supar().write([item])}
    assert written["test/anaphors.txt"] == "1 5 6 persIt <\n1 7 8 persNoRefl <\n1 8 9 persRefl <\n"


def parsed(text: str, language: str = "en") -> Annotated:
    return Annotated(parse(Document("test", text, language)), Annotation("test"))


def test_universal_tags_where_there_are_no_others() -> None:
    written = {
        chunk.name: chunk.text for chunk in Supar().write([parsed("Ana abre la verja.", "es")])
    }
    assert "w('abre','abrir','VERB','abrir')" in written["test/text.pl"]
    assert "\nverja NOUN verja\n" in written["test/segmented.txt"]


SEGMENTED = """<@000,1,>
<@CCC>
<@SNS,suj,propio,personaOAnimal,>
<@NSN>
Peter NNP Peter
<@/NSN>
<@/SNS,suj,propio,personaOAnimal,>
<@VBC>
saw VBD see
<@/VBC>
<@SNS,objDir,comun,,>
<@GSJ>
<@SNS,,propio,personaOAnimal,>
<@NSN>
Ann NNP Ann
<@/NSN>
's POS 's
<@/SNS,,propio,personaOAnimal,>
<@/GSJ>
<@NSN>
book NN book
<@/NSN>
<@PPS>
about IN about
<@SNS,,comun,,>
<@NSN>
bees NNS bee
<@/NSN>
<@/SNS,,comun,,>
<@/PPS>
<@/SNS,objDir,comun,,>
<@CCC>
when WRB when
<@SNS,suj,pronEnglish,personaOAnimal,>
<@NSN>
she PRP she
<@/NSN>
<@/SNS,suj,pronEnglish,personaOAnimal,>
<@VBC>
had VBD have
left VBN leave
<@/VBC>
<@/CCC>
. . .
<@/CCC>
"""


def test_a_parse_is_segmented_into_clauses_noun_phrases_heads_and_prepositional_phrases() -> None:
    item = parsed("Peter saw Ann's book about bees when she had left.")
    written = {chunk.name: chunk.text for chunk in Supar().write([item])}
    without_meanings = re.compile(r"(<@/?SNS,\w*,\w*),\w*,>")
    lines = without_meanings.sub(r"\1,,>", written["test/segmented.txt"])
    assert lines == without_meanings.sub(r"\1,,>", SEGMENTED)
    assert "<@SNS,suj,propio,personaOAnimal,>" in written["test/segmented.txt"]


def test_noun_phrases_of_a_parse_are_not_read_as_mentions(tmp_path: Path) -> None:
    written = {chunk.name: chunk.text for chunk in Supar().write([parsed("Peter saw the boy.")])}
    assert not read(written, tmp_path).annotation.mentions
    alone = {"segmented.txt": written["test/segmented.txt"]}
    assert [m.span for m in read(alone, tmp_path / "alone").annotation.mentions] == [(0, 1), (2, 4)]


def test_phrases_that_would_cross_another_are_left_out() -> None:
    """*What did Ann talk about?*: a preposition away from its phrase."""
    item = parsed("What did Ann talk about, and whom did she ask whether he likes?")
    text = next(
        chunk.text for chunk in Supar().write([item]) if chunk.name.endswith("segmented.txt")
    )
    problems = Problems()
    with TemporaryDirectory() as folder:
        assert read({"tagged.txt": text}, Path(folder), problems).document.tokens
    assert not problems.counts


def test_candidates_of_a_resolver_before_and_after_constraints() -> None:
    result = coindex.resolve(
        "Peter met Ann and saw the boy with the telescope. He liked it. It rained.",
        resolver="supar(listed=0)",
    )
    format = Supar()
    item = format.with_decisions(Annotated(result.document, result.annotation), result.decisions)
    written = {chunk.name: chunk.text for chunk in format.write([item])}
    assert written["text/a_2_0_1.www"] == (
        "ANTECEDENTS\n1 8 10\n1 5 7\n1 2 3\n1 0 1\nCONSTRAINTS\n1 5 7\n1 0 1\nSOLUTION\n1 0 1\n"
    )
    assert written["text/a_2_2_3.www"].startswith(
        "ANTECEDENTS\n2 0 1\n1 8 10\n1 5 7\n1 2 3\n1 0 1\nCONSTRAINTS\n1 8 10\n"
    )
    assert "text/a_3_0_1.www" not in written, "pleonastic"


def test_a_pronoun_for_which_nothing_is_left_is_an_exophor() -> None:
    result = coindex.resolve("Ann left the house. They were tired.", resolver="supar(listed=0)")
    item = Supar().with_decisions(Annotated(result.document, result.annotation), result.decisions)
    written = {chunk.name: chunk.text for chunk in Supar().write([item])}
    assert written["text/anaphors.txt"] == "2 0 1 persNoRefl !\n"
    assert written["text/a_2_0_1.www"].endswith("CONSTRAINTS\nSOLUTION\n")


FIGURE_5 = """\
<@000,1,example of sentence syntactically tagged>
<@CCC>
<@SNS,suj,comun,personaOAnimal,>
<@NSN>
Rockwell NNP rockwell
International NNP international
Corp. NNP corp.
<@/NSN>
<@GSJ>
s POS s
Tulsa NNP tulsa
unit NN unit
<@/GSJ>
<@/SNS,suj,comun,personaOAnimal,>
<@VBC>
said VBD said
<@/VBC>
<@/CCC>
<@CCC>
<@ANF>
<@SNS,suj,pronEnglish,,>
it PPH1R1 it
<@/SNS,suj,pronEnglish,,>
<@/ANF>
<@/CCC>
"""
"""Figure 5 of the paper as printed: a head of three words, with a genitive behind it."""


def test_figure_5_survives_reading_and_writing(tmp_path: Path) -> None:
    annotated = read({"tagged.txt": FIGURE_5}, tmp_path)
    company = annotated.annotation.mentions[0]
    assert company.minimum is not None
    assert Mention((company.minimum,)).text(annotated.document) == "Rockwell International Corp."
    formats.write([annotated], tmp_path / "written", "supar")
    (written,) = (tmp_path / "written").rglob("tagged.txt")
    assert written.read_text(encoding="utf-8") == FIGURE_5
