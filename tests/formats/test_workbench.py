"""The evaluation workbench's XML."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.document import ROOT
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.workbench import Workbench
from coindex.testing import check_format
from tests.formats.partly import PARTLY

DEMO = """<P><S><COREF ID="r1"><NP><w ID=0 SENT=0 PAR=1 LEMMA="the" DEP="2" GFUN="DN" POS="DET" NR="SG">The </w><w ID=1 SENT=0 PAR=1 LEMMA="pump" DEP="3" GFUN="SUBJ" POS="N" NR="SG">pump </w></NP></COREF>
<w ID=2 SENT=0 PAR=1 LEMMA="stop" DEP="0" GFUN="+FMAINV" POS="V">stopped</w><w ID=3 SENT=0 PAR=1 LEMMA="." POS="PUNCT">.</w></S>
<S><COREF ID="r2" REF="r1"><NP><w ID=0 SENT=1 PAR=1 LEMMA="it" DEP="2" GFUN="SUBJ" POS="PRON" NR="SG">It </w></NP></COREF><w ID=1 SENT=1 PAR=1 LEMMA="leak" DEP="0" GFUN="+FMAINV" POS="V">leaks</w><w ID=2 SENT=1 PAR=1 LEMMA="." POS="PUNCT">.</w></S></P>
"""
RICH = """<DOC ID="two" LANG="en"><P><S ID="x"><np id="n1" case="1"><w ID=0 form="de">del</w><w ID=1 FORM="el"></w></np> <W ID=2 EMPTY=YES FORM="pro" lex="q"></W><w ID=3>Río</w></s></p>
<p><s><w ID=0 MISC="A=b">y</w></s></p></DOC>
"""
SAMPLES = {"demo.wb.xml": DEMO}


def read(
    text: str, tmp_path: Path, problems: Problems | None = None, format: str = "workbench"
) -> list[Annotated]:
    path = tmp_path / "demo.wb.xml"
    path.write_text(text)
    return list(formats.read(path, format, problems))


def test_words_with_their_analysis() -> None:
    document, annotation = check_format(Workbench(), SAMPLES, partly=PARTLY["workbench"])[0]
    assert (document.id, document.text) == ("demo", "The pump stopped. It leaks.")
    assert [token.head for token in document.tokens] == [1, 2, ROOT, None, 5, ROOT, None]
    pump = document.tokens[1]
    assert (pump.lemma, pump.xpos, pump.upos, pump.feats, pump.deprel) == (
        "pump",
        "N",
        "NOUN",
        "Number=Sing",
        "SUBJ",
    )
    assert [[m.text(document) for m in e.mentions] for e in annotation.entities] == [
        ["The pump", "It"]
    ]
    assert [(link.anaphor.id, link.antecedents[0].id) for link in annotation.links] == [
        ("r2", "r1")
    ]


def test_case_markables_empty_words_and_unknown_attributes() -> None:
    document, annotation = check_format(
        Workbench(), {"rich.wb.xml": RICH}, partly=PARTLY["workbench"]
    )[0]
    assert (document.id, document.language, document.text) == ("two", "en", "del Río y")
    assert [token.form for token in document.tokens] == ["de", "el", "pro", "Río", "y"]
    assert document.tokens[2].empty and document.tokens[2].misc == "lex=q"
    assert [(s.id, s.paragraph) for s in document.sentences] == [("x", 0), ("", 1)]
    assert [(m.id, m.attributes) for m in annotation.mentions] == [("n1", (("case", "1"),))]
    assert not annotation.entities


def test_without_universal_tags(tmp_path: Path) -> None:
    check_format(Workbench(universal=False), SAMPLES, partly=PARTLY["workbench"])
    assert {
        token.upos
        for token in read(DEMO, tmp_path, format="workbench(universal=False)")[0].document.tokens
    } == {""}


PROBLEMS = {
    "wrong SENT": DEMO.replace("ID=2 SENT=1", "ID=2 SENT=0"),
    "word depends on itself": DEMO.replace('LEMMA="it" DEP="2"', 'LEMMA="it" DEP="1"'),
    "DEP is not a word of the sentence": DEMO.replace('LEMMA="it" DEP="2"', 'LEMMA="it" DEP="x"'),
    "wrong ID": DEMO.replace("ID=1 SENT=1", "ID=7 SENT=1"),
    "word is not closed": DEMO.replace("leaks</w>", "leaks"),
    "word without text": DEMO.replace("leaks", ""),
    "text outside of words": DEMO.replace('<S><COREF ID="r2"', '<S>stray <COREF ID="r2"'),
    "REF to an unknown ID": DEMO.replace('REF="r1"', 'REF="r9"'),
    "end tag without start tag": DEMO.replace(
        "</NP></COREF><w ID=1 SENT=1", "</NP></NP></COREF><w ID=1 SENT=1"
    ),
    "element is not closed": DEMO.replace("</NP></COREF><w ID=1 SENT=1", "</NP><w ID=1 SENT=1"),
}


@pytest.mark.parametrize(("message", "text"), PROBLEMS.items())
def test_problems_are_raised_with_their_place_or_counted(
    message: str, text: str, tmp_path: Path
) -> None:
    with pytest.raises(FormatError) as caught:
        read(text, tmp_path)
    assert caught.value.message.startswith(message)
    assert caught.value.line == 3 and caught.value.column >= 1 and caught.value.remedy
    problems = Problems(lenient=True)
    assert len(read(text, tmp_path, problems)) == 1
    assert problems.counts[message] >= 1


def test_irregularities_of_the_published_sample_are_survived(tmp_path: Path) -> None:
    text = (
        DEMO.replace("<S>", "<s>")
        .replace("ID=2 SENT=1", "ID=2 SENT=0")
        .replace('LEMMA="it" DEP="2"', 'LEMMA="it" DEP="1"')
    )
    problems = Problems(lenient=True)
    document, annotation = read(text, tmp_path, problems)[0]
    assert problems.counts == {"wrong SENT": 1, "word depends on itself": 1}
    assert document.text == "The pump stopped. It leaks."
    assert len(annotation.entities) == 1


def test_recognised(tmp_path: Path) -> None:
    assert read(DEMO, tmp_path, format="")


def test_words_that_are_joined_in_the_text(tmp_path: Path) -> None:
    glued = '<P><S><w ID=0 SENT=0 PAR=1>do</w><w ID=1 SENT=0 PAR=1 JOINED="YES">n\'t</w><w ID=2 SENT=0 PAR=1>go</w></S></P>'
    document, _ = check_format(Workbench(), {"glued.wb.xml": glued}, partly=PARTLY["workbench"])[0]
    assert document.text == "don't go"
