"""Files of any origin come back as they were: generated CorefUD, and what single programs write."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coindex import formats
from coindex.core.annotation import Kind, Relation
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.korkor import KorKor
from coindex.testing import check_format
from tests.width import amount

ENTRIES = ("Align=1", "Gloss=x", "Ref=2", "SpaceAfter=No", "Translit=y", "zz=1")


@st.composite
def cells(draw: st.DrawFn, brackets: str) -> str:
    """A MISC with `Entity=` somewhere among other entries, which may be unsorted."""
    others = draw(st.lists(st.sampled_from(ENTRIES), max_size=3, unique=True))
    if not brackets:
        return "|".join(others) or "_"
    at = draw(st.integers(0, len(others)))
    return "|".join([*others[:at], f"Entity={brackets}", *others[at:]])


@st.composite
def sentences(draw: st.DrawFn, number: int, *, header: bool) -> list[str]:
    length = draw(st.integers(1, 6))
    opened: dict[int, list[str]] = {}
    closed: dict[int, list[str]] = {}
    for entity in range(draw(st.integers(0, 3))):
        start = draw(st.integers(1, length))
        end = draw(st.integers(start, length))
        name = f"e{entity}" if draw(st.booleans()) else f"n{number}x{entity}"
        fields = f"({name}--{draw(st.integers(1, end - start + 1))}-"
        if start == end:
            opened.setdefault(start, []).append(f"{fields})")
        elif not any(start in group or end in group for group in (opened, closed)):
            opened.setdefault(start, []).append(fields)
            closed.setdefault(end, []).append(f"{name})")
    lines = []
    if header:
        lines.append("# global.Entity = eid-etype-head-other")
    if draw(st.booleans()):
        lines.append(f"# sent_id = s{number}")
    if draw(st.booleans()):
        lines.append("# text = whatever was here")
    for word in range(1, length + 1):
        inside = sum(draw(st.booleans()) for _ in range(1)) if word == length else 0
        brackets = "".join([*opened.get(word, ()), *closed.get(word, ())])
        head = 0 if word == 1 else 1
        columns = [str(word), "w", "_", "X", "_", "_", str(head), "dep", "_"]
        lines.append("\t".join([*columns, draw(cells(brackets))]))
        if inside:
            empty = draw(st.sampled_from(("0\t_", "_\t_", "0\troot", "1\tnsubj")))
            lines.append(f"{word}.1\t_\t_\tPRON\t_\t_\t{empty}\t1:nsubj\t{draw(cells(''))}")
    return [*lines, ""]


@st.composite
def corefud(draw: st.DrawFn) -> str:
    """One or two documents, with or without names and comments."""
    lines: list[str] = []
    for document in range(draw(st.integers(1, 2))):
        named = draw(st.sampled_from(("# newdoc id = d", "# newdoc", "")))
        if named or document:
            lines.append(f"{named}{document}" if named.endswith("d") else named or "# newdoc")
        for number in range(draw(st.integers(1, 3))):
            header = number == 0 and draw(st.booleans())
            lines += draw(sentences(number, header=header or (not document and number == 0)))
    return "\n".join([*lines, ""])


@settings(max_examples=amount(120, 2000), deadline=None, derandomize=True)
@given(corefud())
def test_generated_corefud_comes_back_byte_for_byte(text: str) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder, "a.conllu")
        path.write_text(text)
        items = list(formats.read(path))
        assert len({item.document.id for item in items}) == len(items)
        formats.write(items, Path(folder, "b.conllu"))
        assert Path(folder, "b.conllu").read_text() == text


def back(text: str, name: str, folder: Path) -> str:
    (folder / name).write_text(text)
    formats.convert(folder / name, folder / f"again.{name}")
    return (folder / f"again.{name}").read_text()


@pytest.mark.parametrize("cells", ["2)|1)", "1)|2)", "(3)|2)|1)", "2)|(3)|1)"])
def test_the_order_of_brackets_is_kept(cells: str, tmp_path: Path) -> None:
    rows = [f"d\t0\t{n}\tw\t-\t*\t-\t-\t-\t-\t*\t" for n in range(2)]
    body = f"{rows[0]}(1|(2\n{rows[1]}{cells}\n"
    text = f"#begin document (d); part 000\n{body}\n#end document\n"
    assert back(text, "a.conll", tmp_path) == text


def test_a_bare_number_is_a_word_inside_its_mention(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text(
        "#begin document (r);\nr\t1\tBen's\t(8)|(10\nr\t2\tfoto\t10\nr\t3\tzelf\t10)|(8)\n\n#end document\n"
    )
    (item,) = formats.read(tmp_path / "a.conll")
    spans = {entity.id: [m.span for m in entity.mentions] for entity in item.annotation.entities}
    assert spans == {"8": [(0, 1), (2, 3)], "10": [(0, 3)]}


def test_a_bare_number_outside_a_mention_is_reported(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text("#begin document (r);\nr\t1\tBen\t10\n\n#end document\n")
    with pytest.raises(FormatError, match="never opened"):
        list(formats.read(tmp_path / "a.conll"))


SEMEVAL = (
    "#begin document f\n"
    "1\tNieuwe\t-\tNieuw\t-\tADJ\t-\tx\t-\t2\t-\tmod\t-\t-\t-\t-\t(1\n"
    "2\tman\t-\tman\t-\tN\t-\ty\t-\t0\t-\tROOT\t-\t-\t-\t-\t1)\n" + 16 * "\t" + "\n"
    "1\tFrans\t-\tFrans\t-\tN\t-\t-\t-\t0\t-\tROOT\t-\t-\t-\t-\t(1)\n\n#end document f\n"
)


def test_dashes_for_nothing_and_rows_of_tabs(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text(SEMEVAL)
    (item,) = formats.read(tmp_path / "a.conll")
    assert [token.form for token in item.document.tokens] == ["Nieuwe", "man", "Frans"]
    assert len(item.document.sentences) == 2
    (predicted,) = formats.read(tmp_path / "a.conll", "semeval(predicted=True)")
    assert [token.lemma for token in predicted.document.tokens] == ["Nieuw", "man", "Frans"]


@pytest.mark.parametrize("lenient", [False, True])
def test_lemmas_never_become_words(lenient: bool, tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text(SEMEVAL)
    with pytest.raises(FormatError, match="another column than in CoNLL-2012"):
        list(formats.read(tmp_path / "a.conll", "conll", Problems(lenient=lenient)))


HEAD = "# global.columns = ID FORM LEMMA XPOS UPOS FEATS DEPREL HEAD COREFHEAD COREFTYPE"
KORKOR = f"""\
{HEAD} ZERO_SUBJ ZERO_OBJ ZERO_POSS
# sent_id = s1
1\tAnna\tAnna\t[/N]\tPROPN\t_\tSUBJ\t2\t_\t_\t_\t_\t_
2\talszik\talszik\t[/V]\tVERB\t_\tROOT\t0\t_\t_\t_\t_\t_

# sent_id = s2
1\tLátom\tlát\t[/V]\tVERB\t_\tROOT\t0\t_\t_\tYES\t_\t_
2\tőt\tő\t[/N|Pro]\tPRON\t_\tOBJ\t1\t1:1\tprs\t_\t_\t_
3\tkezet\tkéz\t[/N]\tNOUN\t_\tOBJ\t???\t1:1\tholo\t_\t_\t_
4\takárkit\takárki\t[/N]\tPRON\t_\tOBJ\t1\t???\tprs\t_\t_\t_

"""
SAMPLES_OF = {"korkor": {"a.conllup": KORKOR}}


def test_korkor() -> None:
    ((document, annotation),) = check_format(KorKor(), SAMPLES_OF["korkor"])
    words = [token.form for token in document.tokens]
    assert words == ["Anna", "alszik", "Látom", "", "őt", "kezet", "akárkit"]
    assert document.tokens[3].empty and document.tokens[3].deps == "1:SUBJ"
    (entity,) = annotation.entities
    assert [words[mention.start] for mention in entity.mentions] == ["Anna", "őt"]
    assert entity.mentions[1].kind is Kind.PERSONAL
    relations = {words[link.anaphor.start]: link.relation for link in annotation.links}
    assert relations == {"őt": Relation.IDENTITY, "kezet": Relation.BRIDGING}
    assert document.language == "hu"


@pytest.mark.parametrize("place", ["2:2", "7:1"])
def test_korkors_references_that_lead_nowhere_are_noted(place: str, tmp_path: Path) -> None:
    path, problems = tmp_path / "a.conllup", Problems()
    text = KORKOR.replace("PRON\t_\tOBJ\t1\t1:1", f"PRON\t_\tOBJ\t1\t{place}")
    path.write_text(text, encoding="utf-8")
    ((_, annotation),) = formats.read(path, "", problems)
    assert not annotation.entities
    assert problems.notes == {"reference to no word or to itself (left out)": [f"{path}:8"]}
