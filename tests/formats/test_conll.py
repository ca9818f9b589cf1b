"""CoNLL-2012 and the scorers' few columns."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Annotation, Entity, Mention
from coindex.core.document import Span, features
from coindex.core.errors import FormatError
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.formats.building import Builder
from coindex.formats.conll import Conll
from coindex.io.files import opened
from coindex.testing import check_format
from tests.formats.partly import PARTLY

DEMO = """#begin document (demo/1); part 000
demo/1 0 0 Ana NNP (TOP(S(NP*) - - - - (PERSON) (1)
demo/1 0 1 lost VBD (VP* lose 01 - - * -
demo/1 0 2 her PRP$ (NP* - - - - * (2|(1)
demo/1 0 3 key NN *)) - - - - * 2)
demo/1 0 4 . . *)) - - - - * -

#end document
"""

DIALOGUE = """#begin document (talk); part 002
talk   2   0   Where   WRB   *   -      -    -   Ann   *   (ARGM-LOC*)   *      -
talk   2   1   go      VB    *   go     01   1   Ann   *   (V*)          *      -
talk   2   2   you     PRP   *   -      -    -   Ann   *   (ARG0*)       (A0*)  (7)

talk   2   0   Home    NN    *   -      -    -   Bob   *   (7|(8)|7)
talk   2   1   Ann     NNP   *   -      -    -   Ann   *   -

#end document
"""

SAMPLES = {"demo.conll": DEMO + DIALOGUE}


def read(
    text: str, format: str = "conll", problems: Problems | None = None, *, folder: Path
) -> list[Annotated]:
    path = folder / "sample.conll"
    path.write_text(text, encoding="utf-8")
    return list(formats.read(path, format, problems))


def spans(annotation: Annotation) -> dict[str, list[tuple[int, int]]]:
    return {
        entity.id: [(m.start, m.end) for m in entity.mentions] for entity in annotation.entities
    }


def test_words_tags_and_entities() -> None:
    first, second = check_format(Conll(), SAMPLES, partly=PARTLY["conll"])
    document, annotation = first
    assert document.id == "demo/1"
    assert document.text == "Ana lost her key ."
    assert [token.xpos for token in document.tokens] == ["NNP", "VBD", "PRP$", "NN", "."]
    assert document.tokens[1].lemma == "lose"
    assert features(document.tokens[0].misc) == {"Parse": "(TOP(S(NP*)", "NE": "(PERSON)"}
    assert features(document.tokens[1].misc)["Frameset"] == "01"
    assert spans(annotation) == {"1": [(0, 1), (2, 3)], "2": [(2, 4)]}
    assert annotation.mentions == (
        Mention((Span(0, 1),)),
        Mention((Span(2, 4),)),
        Mention((Span(2, 3),)),
    )
    assert second.document.id == "talk#002"


def test_speakers_and_predicate_arguments() -> None:
    document = check_format(Conll(), SAMPLES, partly=PARTLY["conll"])[1].document
    assert [sentence.speaker for sentence in document.sentences] == ["Ann", "Bob"]
    assert features(document.tokens[4].misc) == {"Speaker": "Ann"}
    assert features(document.tokens[0].misc)["Args"] == "(ARGM-LOC*),*"
    assert features(document.tokens[2].misc)["Args"] == "(ARG0*),(A0*)"


def test_a_full_file_is_written_with_all_its_columns() -> None:
    items = check_format(Conll(), SAMPLES, partly=PARTLY["conll"])
    text = "".join(chunk.text for chunk in Conll().write(items))
    assert [line.split() for line in text.splitlines()][:6] == [
        line.split() for line in DEMO.splitlines()
    ][:6]
    assert text.splitlines()[9].split() == DIALOGUE.splitlines()[1].split()


@pytest.mark.parametrize(
    ("rows", "forms"),
    [
        ("d 0 0 Ann (1)\nd 0 1 ran -", ["Ann", "ran"]),
        ("d 0 Ann (1)\nd 1 ran -", ["Ann", "ran"]),
        ("0\tAnn\t(1)\n1\tran\t_", ["Ann", "ran"]),
        ("Ann (1)\nran -", ["Ann", "ran"]),
        ("d\t0\t0\tAnn\t_\t_\t(1)\nd\t0\t1\tran\t_\t_\t", ["Ann", "ran"]),
    ],
)
def test_fewer_columns(rows: str, forms: list[str], tmp_path: Path) -> None:
    item = read(f"# begin document \n{rows}\n# end document\n", folder=tmp_path)[0]
    assert item.document.id == "sample"
    assert [token.form for token in item.document.tokens] == forms
    assert spans(item.annotation) == {"1": [(0, 1)]}


def test_the_column_of_the_word_can_be_given(tmp_path: Path) -> None:
    text = "#begin document (d);\nAnn NNP 1 (1)\nran VBD 2 -\n#end document\n"
    assert read(text, "conll(word=1)", folder=tmp_path)[0].document.text == "Ann ran"


def test_minimal_form() -> None:
    item = check_format(Conll(), SAMPLES, partly=PARTLY["conll"])[0]
    text = "".join(chunk.text for chunk in Conll(minimal=True).write([item]))
    assert text.splitlines()[:3] == [
        "#begin document (demo/1); part 000",
        "demo/1\t0\t0\tAna\t(1)",
        "demo/1\t0\t1\tlost\t-",
    ]
    assert text.splitlines()[3].endswith("\t(2|(1)")


def test_brackets_without_bars_and_of_one_entity_inside_each_other(tmp_path: Path) -> None:
    rows = "0\ta\t(1(2\n1\tb\t(1)\n2\tc\t2)1)(3)\n"
    item = read(f"#begin document (d); part 000\n{rows}#end document\n", folder=tmp_path)[0]
    assert spans(item.annotation) == {"1": [(0, 3), (1, 2)], "2": [(0, 3)], "3": [(2, 3)]}


def test_the_same_span_twice_survives(tmp_path: Path) -> None:
    text = "#begin document (d); part 000\nd 0 0 a (1|(2|(1)\nd 0 1 b 2)|1)\n\n#end document\n"
    item = read(text, folder=tmp_path)[0]
    twice = Annotated(
        item.document,
        Annotation("d", mentions=(m := Mention((Span(0, 2),)), m), entities=(Entity("1", (m, m)),)),
    )
    for before in (item, twice):
        written = "".join(chunk.text for chunk in Conll().write([before]))
        assert spans(read(written, folder=tmp_path)[0].annotation) == spans(before.annotation)


def test_zeros_are_dropped_and_gaps_closed(tmp_path: Path) -> None:
    builder = Builder("d")
    builder.word("ran")
    builder.empty("he")
    builder.word("-", lemma="-")
    builder.word("10 000", lemma="_")
    mentions = Mention((Span(1, 2),)), Mention((Span(0, 1), Span(3, 4)))
    annotation = Annotation("d", mentions=mentions, entities=(Entity("a (b", mentions),))
    written = "".join(
        chunk.text for chunk in Conll().write([Annotated(builder.document(), annotation)])
    )
    document, again = read(written, folder=tmp_path)[0]
    assert [(token.form, token.lemma) for token in document.tokens] == [
        ("ran", ""),
        ("-", "-"),
        ("10 000", "_"),
    ]
    assert spans(again) == {"0": [(0, 3)]}


def test_unusual_blanks_belong_to_words(tmp_path: Path) -> None:
    text = "#begin document (d); part 000\nd 0 0 10\u00a0000 CD -\nd 0 1 x CD (1)\n#end document\n"
    assert read(text, folder=tmp_path)[0].document.tokens[0].form == "10\u00a0000"


def test_what_gets_lost_is_counted(tmp_path: Path) -> None:
    mention = Mention((Span(0, 1),), head=0)
    builder = Builder("d")
    builder.word("Ann")
    item = Annotated(builder.document(), Annotation("d", mentions=(mention,)))
    lost = formats.write([item], tmp_path / "out.conll")
    assert lost == {Layer.HEADS: 1, Layer.MARKABLES: 1}


@pytest.mark.parametrize(
    ("rows", "message", "line", "column"),
    [
        ("d 0 0 a (1\nd 0 1 b -", "mention never closed: 1", 2, 9),
        ("d 0 0 a -\nd 0 1 b 1)", "mention closed but never opened: 1", 3, 9),
        ("d 0 0 a (1\nd 0 1 b (1x))", "malformed coreference cell: '(1x))'", 3, 9),
        ("d 0 0 a -\nd 0 2 b -", "word number out of order: 2", 3, 1),
        ("d 0 0 a -\nd 0 x b -", "word number is not a number: 'x'", 3, 1),
        ("d 0 0 a -\nd 0", "too few columns: 'd 0'", 3, 1),
        ("d 0 0 a X -\nd 0 1 b -", "wrong number of columns: -1", 3, 1),
    ],
)
def test_bad_rows(rows: str, message: str, line: int, column: int, tmp_path: Path) -> None:
    text = f"#begin document (d); part 000\n{rows}\n\n#end document\n"
    with pytest.raises(FormatError) as raised:
        read(text, folder=tmp_path)
    assert (raised.value.message, raised.value.line, raised.value.column) == (message, line, column)
    problems = Problems(lenient=True)
    assert read(text, problems=problems, folder=tmp_path)
    assert problems.counts[message.partition(":")[0]] == 1


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("#begin document (d); part 000\nd 0 0 a -\n", "document without end", 2),
        (
            (
                "#begin document (d); part 000\nd 0 0 a (1\n#begin document (e); part 000\nd 0 0 a "
                "1)\n#end document\n"
            ),
            "document without end",
            3,
        ),
        (
            "#end document\n#begin document (d); part 000\nd 0 0 a -\n#end document\n",
            "document end without beginning",
            1,
        ),
        ("d 0 0 a -\n", "words outside a document", 1),
    ],
)
def test_bad_marks(text: str, message: str, line: int, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as raised:
        read(text, folder=tmp_path)
    assert (raised.value.message, raised.value.line) == (message, line)
    problems = Problems(lenient=True)
    assert read(text, problems=problems, folder=tmp_path)
    assert problems.counts[message] == 1


def test_nothing_in_it(tmp_path: Path) -> None:
    for text in ("", "\n\n"):
        with pytest.raises(FormatError, match="contains no document"):
            read(text, problems=Problems(lenient=True), folder=tmp_path)


def test_recognition(tmp_path: Path) -> None:
    for name, text in {
        "a.key": DEMO,
        "b.conll": "# begin document \n0\tAnn\t_\n# end document\n",
    }.items():
        (tmp_path / name).write_text(text)
        with opened(tmp_path / name) as files:
            assert formats.recognised(files[0]) == "conll"


def test_a_tab_at_the_end_of_a_line_is_no_column(tmp_path: Path) -> None:
    path = tmp_path / "a.conll"
    path.write_text("#begin document (d);\nd\t0\t0\tAnn\t(1)\nd\t0\t1\tleft\t-\t\n#end document\n")
    (item,) = formats.read(path, "conll")
    assert [token.form for token in item.document.tokens] == ["Ann", "left"]
    assert len(item.annotation.entities) == 1
