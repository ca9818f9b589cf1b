"""The Spanish verb sentences: what they cover, how they are read, and how a parse is judged."""

from __future__ import annotations

import csv
import hashlib
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.verb_sentences import VerbSentence, VerbVerdict, folder, verb_sentences, verdict
from coindex import formats
from coindex.core.document import Document
from coindex.core.errors import FormatError
from coindex.language.zeros.subjects import SubjectKind

HEADER = "id\tsentence\tperson\tnumber\tmood\ttense\tsubject\tenclitics\n"
ROW = "x-01\tVos [decíselo] hoy.\t2\tSing\tImp/Sub\t\texplicit\tse lo\n"


def written(tmp_path: Path, row: str) -> Path:
    path = tmp_path / "sentences.tsv"
    path.write_text(HEADER + row, encoding="utf-8")
    return path


@pytest.fixture
def sentence(tmp_path: Path) -> VerbSentence:
    return verb_sentences(written(tmp_path, ROW))[0]


def parsed(tmp_path: Path, text: str, rows: str) -> Document:
    path = tmp_path / "parse.conllu"
    path.write_text(f"# text = {text}\n" + rows.replace(" ", "\t") + "\n", encoding="utf-8")
    return next(formats.read(path, "conllu")).document


PARSE = """\
1 Vos vos PRON _ _ 2 nsubj _ _
2-4 decíselo _ _ _ _ _ _ _ _
2 decí decir VERB _ Mood=Imp|Number=Sing|Person=2|VerbForm=Fin 0 root _ _
3 se él PRON _ Person=3 2 iobj _ _
4 lo él PRON _ Person=3 2 obj _ _
5 hoy hoy ADV _ _ 2 advmod _ SpaceAfter=No
6 . . PUNCT _ _ 2 punct _ _
"""


def test_every_kind_of_verb_is_covered() -> None:
    sentences = verb_sentences()
    assert (
        len(sentences)
        == len({one.id for one in sentences})
        == len({one.text for one in sentences})
        == 282
    )
    persons = Counter((one.person, one.number) for one in sentences)
    assert len(persons) == 6 and min(persons.values()) >= 20
    subjects = Counter(one.subject for one in sentences)
    assert set(subjects) == set(SubjectKind) and min(subjects.values()) >= 30
    assert {"Ind", "Sub", "Imp", "Cnd"} == {mood for one in sentences for mood in one.moods}
    groups = Counter(one.group for one in sentences)
    assert {
        f"imperative-{name}" for name in ("tu", "usted", "ustedes", "vosotros", "vos", "negated")
    } <= set(groups)
    assert min(groups.values()) >= 3


def test_enclitics_end_their_verb() -> None:
    for one in verb_sentences():
        assert one.verb.lower().endswith("".join(one.enclitics)), one.id
        assert (one.group == "enclitic") == bool(one.enclitics), one.id


def test_sentences_are_plain_text() -> None:
    for one in verb_sentences():
        assert "[" not in one.text and one.text.endswith((".", "?", "!")), one.id
        assert one.verb.isalpha(), one.id
        assert one.document.text == one.text and one.document.language == "es"


def test_the_data_sheet_counts_the_sentences() -> None:
    sheet = (folder() / "README.md").read_text(encoding="utf-8")
    for group, count in Counter(one.group for one in verb_sentences()).items():
        assert any(
            line.startswith(f"| `{group}`") and line.endswith(f"| {count} |")
            for line in sheet.splitlines()
        )


def test_only_listed_corrections_change_a_sentence() -> None:
    lines = (folder() / "sentences.tsv").read_text(encoding="utf-8").splitlines()[1:]
    listed = (folder() / "checksums.txt").read_text(encoding="utf-8").splitlines()
    assert [line.split("\t")[0] for line in lines] == [line.split("  ")[1] for line in listed]
    with (folder() / "corrections.tsv").open(encoding="utf-8", newline="") as stream:
        corrections = list(csv.DictReader(stream, delimiter="\t"))
    assert all(row["date"] and row["change"] and row["reason"] for row in corrections)
    changed = {
        line.split("\t")[0]
        for line, said in zip(lines, listed, strict=True)
        if hashlib.sha256(line.encode()).hexdigest() != said.split("  ")[0]
    }
    assert changed == {row["sentence"] for row in corrections}


def test_a_row(sentence: VerbSentence) -> None:
    assert (sentence.text, sentence.verb, sentence.group) == ("Vos decíselo hoy.", "decíselo", "x")
    assert (sentence.moods, sentence.tenses, sentence.enclitics) == (
        ("Imp", "Sub"),
        ("",),
        ("se", "lo"),
    )


def test_a_parse_with_all_right(tmp_path: Path, sentence: VerbSentence) -> None:
    found = verdict(sentence, parsed(tmp_path, sentence.text, PARSE))
    assert found == VerbVerdict(*[True] * 7) and found.right


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("Mood=Imp", "Mood=Ind", "mood"),
        ("Number=Sing", "Number=Plur", "number"),
        ("Person=2", "Person=1", "person"),
        ("2 nsubj", "2 vocative", "subject"),
        ("5 hoy hoy ADV _ _", "5 hoy hoyar VERB _ Mood=Ind|VerbForm=Fin", "alone"),
    ],
)
def test_one_thing_wrong(
    tmp_path: Path, sentence: VerbSentence, old: str, new: str, part: str
) -> None:
    found = verdict(sentence, parsed(tmp_path, sentence.text, PARSE.replace(old, new)))
    assert not found.right
    assert [name for name in found._fields if not getattr(found, name)] == [part]


def test_enclitics_that_are_not_split(tmp_path: Path, sentence: VerbSentence) -> None:
    whole = """\
1 Vos vos PRON _ _ 2 nsubj _ _
2 decíselo decir VERB _ Mood=Imp|Number=Sing|Person=2|VerbForm=Fin 0 root _ _
3 hoy hoy ADV _ _ 2 advmod _ SpaceAfter=No
4 . . PUNCT _ _ 2 punct _ _
"""
    found = verdict(sentence, parsed(tmp_path, sentence.text, whole))
    assert found.right and not found.enclitics


def test_a_verb_taken_for_a_noun_has_nothing_right(tmp_path: Path, sentence: VerbSentence) -> None:
    noun = PARSE.replace("VERB _ Mood=Imp|Number=Sing|Person=2|VerbForm=Fin", "NOUN _ Number=Sing")
    assert verdict(sentence, parsed(tmp_path, sentence.text, noun)) == VerbVerdict(alone=False)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("[decíselo]", "decíselo", "0 verbs in brackets"),
        ("Vos", "[Vos]", "2 verbs in brackets"),
        ("Imp/Sub", "Opt", "is not known"),
        ("explicit", "none", "subject 'none' is not known"),
    ],
)
def test_rows_that_say_nothing_are_refused(
    tmp_path: Path, old: str, new: str, message: str
) -> None:
    with pytest.raises(FormatError, match=message) as error:
        verb_sentences(written(tmp_path, ROW.replace(old, new)))
    assert "sentences.tsv:2" in str(error.value)
