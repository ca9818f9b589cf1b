"""Relations of the FDG parser: read as universal ones from its output,
workbench XML and parsers of others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from coindex import formats
from coindex.core import registry
from coindex.core.document import ROOT, Document
from coindex.language.syntax.fdg import universal
from coindex.pipeline.pipeline import Pipeline

REFLEXIVE = """1 John john subj:>2 @SUBJ N SG
2 hurt hurt main:>0 @+FMAINV V PAST
3 himself himself obj:>2 @OBJ PRON SG
$.
$<s>
1 John john subj:>2 @SUBJ N SG
2 likes like main:>0 @+FMAINV V
3 him he obj:>2 @OBJ PRON SG
$.
"""
RICH = """1 The the det:>2 @DN> DET
2 tray tray subj:>3 @SUBJ N SG
3 was be v-ch:>4 @+FAUXV V PAST
4 pulled pull main:>0 @-FMAINV EN
5 by by agt:>4 @ADVL PREP
6 Ann ann pcomp:>5 @<P N SG
7 and and cc:>6 @CC CC
8 Bob bob cc:>6 @<P N SG
9 from from sou:>4 @ADVL PREP
10 his he attr:>12 @GN> PRON GEN
11 old old attr:>12 @A> A
12 printer printer pcomp:>9 @<P N SG
13 when when pm:>15 @CS CS
14 it it subj:>15 @SUBJ PRON
15 jammed jam tmp:>4 @+FMAINV V PAST
$.
"""
PAPER = """<P><S><w ID=0 SENT=0 PAR=1 LEMMA="this" DEP="2" GFUN="SUBJ" POS="PRON" NR="SG">This</w><w ID=1 SENT=0 PAR=1
LEMMA="be" DEP="0" GFUN="+FMAINV" POS="V"> is </w><COREF ID="ref1"><NP> <w ID=2 SENT=0 PAR=1 LEMMA="an" DEP="5"
GFUN="DN" POS="DET" NR="SG">an </w> <w ID=3 SENT=0 PAR=1 LEMMA="input" DEP="5" GFUN="A" POS="N" NR="SG">input</w><w
ID=4 SENT=0 PAR=1 LEMMA="file" DEP="2" GFUN="PCOMPL" POS="N" NR="SG">file</w> </NP></COREF><w ID=5 SENT=0 PAR=1
LEMMA="." POS="PUNCT">.</w> </s> <s><COREF ID="ref2" REF="ref1"><NP><w ID=0 SENT=1 PAR=1 LEMMA="it" DEP="2"
GFUN="SUBJ" POS="PRON"> It </w></NP></COREF> <w ID=1 SENT=1 PAR=1 LEMMA="be" DEP="3" GFUN="+FAUXV" POS="V">is </w><w
ID=2 SENT=1 PAR=1 LEMMA="use" DEP="0" GFUN="-FMAINV" POS="EN"> used</w><w ID=3 SENT=1 PAR=1 LEMMA="for" DEP="3"
GFUN="ADVL" POS="PREP">for</w> <NP><w ID=4 SENT=1 PAR=1 LEMMA="evaluation" DEP="4" GFUN="PCOMP" POS="N">
evaluation</w></NP> <w ID=5 SENT=1 PAR=1 LEMMA="." POS="PUNCT">.</w></s></p>
"""


def read(text: str, name: str, folder: Path) -> Document:
    path = folder / name
    path.write_text(text)
    return next(iter(formats.read(path))).document


def arcs(document: Document) -> list[str]:
    """Each word with its relation and its head."""
    words = document.tokens
    return [
        f"{w.form} {w.deprel} {'-' if w.head in (ROOT, None) else words[w.head].form}"
        for w in words
    ]


@dataclass(frozen=True)
class Borrowed:
    """A parser of somebody else that names relations as FDG does."""

    document: Document

    def parse(self, documents: Iterable[Document]) -> Iterator[Document]:
        yield from (self.document for _ in documents)


def test_content_words_head_prepositions_and_auxiliaries(tmp_path: Path) -> None:
    assert arcs(universal(read(RICH, "rich.fdg", tmp_path))) == [
        "The det tray",
        "tray nsubj:pass pulled",
        "was aux:pass pulled",
        "pulled root -",
        "by case Ann",
        "Ann obl:agent pulled",
        "and cc Bob",
        "Bob conj Ann",
        "from case printer",
        "his nmod:poss printer",
        "old amod printer",
        "printer obl pulled",
        "when mark jammed",
        "it nsubj jammed",
        "jammed advcl pulled",
        ". punct pulled",
    ]


def test_function_tags_of_workbench_xml(tmp_path: Path) -> None:
    document = universal(read(PAPER, "paper.wb.xml", tmp_path))
    assert [line for line in arcs(document) if "punct" not in line] == [
        "This nsubj is",
        "is root -",
        "an det file",
        "input compound file",
        "file xcomp is",
        "It nsubj:pass used",
        "is aux:pass used",
        "used root -",
        "for case evaluation",
        "evaluation obl used",
    ]
    assert "an input file" in " ".join(document.text.split())
    assert "used for evaluation" in " ".join(document.text.split())


@pytest.mark.parametrize("resolver", ["rosana", "kennedy_boguraev", "cogniac"])
def test_reflexives_and_pronouns_of_an_analysis_by_fdg(resolver: str, tmp_path: Path) -> None:
    pipeline = Pipeline("given", resolver=resolver)
    result = pipeline.resolved(next(pipeline.parsed([read(REFLEXIVE, "john.fdg", tmp_path)])))
    chains = [[mention.start for mention in entity.mentions] for entity in result.entities]
    (himself,) = [chain for chain in chains if 2 in chain]
    assert 0 in himself
    assert not any(4 in chain and 6 in chain for chain in chains)


def test_a_parser_may_speak_of_relations_as_fdg_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    borrowed = Borrowed(read(REFLEXIVE, "john.fdg", tmp_path))
    monkeypatch.setattr(registry, "build", lambda family, text: borrowed)
    document = next(Pipeline("borrowed").parsed([Document("text", "John hurt himself.")]))
    assert arcs(document)[:3] == ["John nsubj hurt", "hurt root -", "himself obj hurt"]


def test_universal_relations_stay_as_they_are() -> None:
    document = Document("empty", "")
    assert universal(document) is document
