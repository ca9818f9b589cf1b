"""FDG parser output."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.document import ROOT
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.fdg import Fdg
from coindex.testing import check_format

DEMO = """0
1 This this subj:>2 @SUBJ PRON SG
2 is be main:>0 @+FMAINV V PRES SG3
3 a a det:>5 @DN> DET SG
4 small small attr:>5 @A> A ABS
5 file file comp:>2 @PCOMPL-S N SG
$.
$<s>
1\tIt\tit\tsubj:>2\t@SUBJ PRON NOM SG3
2\tgrew up\tgrow up\tmain:>0\t@+FMAINV V PAST
3\t$.\t$.
4\t<s>
"""
SAMPLES = {"demo.fdg": DEMO}


def read(
    text: str, tmp_path: Path, problems: Problems | None = None, format: str = "fdg"
) -> list[Annotated]:
    path = tmp_path / "demo.fdg"
    path.write_text(text)
    return list(formats.read(path, format, problems))


def test_words_heads_and_sentences() -> None:
    document, annotation = check_format(Fdg(), SAMPLES)[0]
    assert [document.surface(s.span) for s in document.sentences] == [
        "This is a small file .",
        "It grew up .",
    ]
    assert [token.head for token in document.tokens] == [1, ROOT, 4, 4, 1, None, 7, ROOT, None]
    file = document.tokens[4]
    assert (file.lemma, file.deprel, file.xpos, file.upos, file.feats) == (
        "file",
        "comp",
        "N",
        "NOUN",
        "Number=Sing",
    )
    assert file.misc == "Function=@PCOMPL-S|Features=SG"
    assert document.tokens[7].form == "grew up"
    assert not annotation.mentions


def test_without_universal_tags(tmp_path: Path) -> None:
    document, _ = read(DEMO, tmp_path, format="fdg(universal=False)")[0]
    assert not any(token.upos or token.feats for token in document.tokens)


PROBLEMS = {
    "not an FDG line": ("what is this\n", 1),
    "head is not another word of the sentence": ("1 a a det:>1 @DN>\n", 1),
    "number occurs twice in the sentence": ("1 a a main:>0 @X\n1 b b main:>0 @X\n", 2),
    "line without a word": ("1 a a main:>0 @X\n2\n", 2),
    "no words": ("\n", 1),
}


@pytest.mark.parametrize(("message", "case"), PROBLEMS.items())
def test_problems_are_raised_with_their_place_or_counted(
    message: str, case: tuple[str, int], tmp_path: Path
) -> None:
    text, line = case
    with pytest.raises(FormatError) as caught:
        read(text, tmp_path)
    assert caught.value.message.startswith(message)
    assert (caught.value.line, caught.value.column) == (line, 1)
    problems = Problems(lenient=True)
    assert len(read(text, tmp_path, problems)) == 1
    assert problems.counts[message] == 1


def test_recognised(tmp_path: Path) -> None:
    assert read(DEMO, tmp_path, format="")
