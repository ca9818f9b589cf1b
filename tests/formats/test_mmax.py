"""MMAX2."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.annotation import Annotated, Kind, Reference
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.mmax import Mmax
from coindex.testing import check_format

WORDS = """<?xml version="1.0" encoding="US-ASCII"?>
<!DOCTYPE words SYSTEM "words.dtd">
<words>
<word id="word_1" pos="NNP">Ann</word>
<word id="word_2">met</word>
<word id="word_3">Bo</word>
<word id="word_4">.</word>
<word id="word_5" lemma="she" tone="low">She</word>
<word id="word_6">waved</word>
<word id="word_7">and</word>
<word id="word_8">they</word>
<word id="word_9">left</word>
<word id="word_10">.</word>
</words>
"""
PRIMARY = """<?xml version="1.0"?>
<!DOCTYPE markables SYSTEM "markables.dtd">
<markables xmlns="www.eml.org/NameSpaces/primmark">
<markable id="markable_1" span="word_1" np_form="ne" referentiality="discourse-new" type="none" anaphor_antecedent="empty" mmax_level="primmark"/>
<markable id="markable_2" span="word_3" np_form="ne" mmax_level="primmark"/>
<markable id="markable_3" span="word_5" np_form="pper" referentiality="referring" type="anaphoric" anaphor_antecedent="markable_1"/>
<markable id="markable_4" span="word_8" np_form="pper" type="anaphoric" anaphor_antecedent="markable_3;markable_2"/>
<markable id="markable_5" span="word_6" referentiality="discourse_cataphor" anaphor_antecedent="groups:markable_9"/>
</markables>
"""
GROUPS = """<markables xmlns="www.eml.org/NameSpaces/groups">
<markable id="markable_9" span="word_6..word_7,word_9" mmax_level="groups"/>
</markables>
"""
SENTENCES = """<markables xmlns="www.eml.org/NameSpaces/sentence">
<markable id="markable_1" span="word_1..word_4"/>
<markable id="markable_2" span="word_5..word_10"/>
</markables>
"""
PRIMARY_NAME = "markables/demo_primmark_level.xml"
SAMPLES = {
    "basedata/demo_words.xml": WORDS,
    PRIMARY_NAME: PRIMARY,
    "markables/demo_groups_level.xml": GROUPS,
    "markables/demo_sentence_level.xml": SENTENCES,
    "demo.mmax": "<mmax_project><words>demo_words.xml</words></mmax_project>",
}


def read(
    samples: dict[str, str], tmp_path: Path, problems: Problems | None = None, format: str = "mmax"
) -> list[Annotated]:
    for name, text in samples.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return list(formats.read(tmp_path, format, problems))


def test_words_sentences_and_markables() -> None:
    document, annotation = check_format(Mmax(), SAMPLES)[0]
    assert (document.id, len(document.tokens)) == ("demo", 10)
    assert [s.span for s in document.sentences] == [(0, 4), (4, 10)]
    assert (document.tokens[0].xpos, document.tokens[4].lemma, document.tokens[4].misc) == (
        "NNP",
        "she",
        "tone=low",
    )
    by_id = {mention.id: mention for mention in annotation.mentions}
    assert [by_id[f"markable_{n}"].kind for n in (1, 3, 5)] == [
        Kind.NAME,
        Kind.PERSONAL,
        Kind.UNKNOWN,
    ]
    assert [by_id[f"markable_{n}"].reference for n in (1, 3, 5)] == [
        Reference.UNMARKED,
        Reference.ANAPHORIC,
        Reference.CATAPHORIC,
    ]
    assert by_id["groups:markable_9"].parts == ((5, 7), (8, 9))
    assert by_id["markable_1"].attribute("referentiality") == "discourse-new"


def test_pointers_join_and_several_are_a_split_antecedent() -> None:
    _, annotation = check_format(Mmax(), SAMPLES)[0]
    assert [(link.anaphor.id, [m.id for m in link.antecedents]) for link in annotation.links] == [
        ("markable_3", ["markable_1"]),
        ("markable_5", ["groups:markable_9"]),
        ("markable_4", ["markable_3", "markable_2"]),
    ]
    assert [[m.id for m in e.mentions] for e in annotation.entities] == [
        ["markable_1", "markable_3"],
        ["groups:markable_9", "markable_5"],
    ]


def test_sets_are_entities_even_of_one(tmp_path: Path) -> None:
    coref = """<markables><markable id="a" span="word_1" coref_class="set_1"/><markable id="b" span="word_5" coref_class="set_1"/>
    <markable id="c" span="word_3" coref_class="set_2"/><markable id="d" span="word_8" coref_class="empty"/></markables>"""
    _, annotation = read({"demo_words.xml": WORDS, "demo_coref_level.xml": coref}, tmp_path)[0]
    assert [(e.id, [m.id for m in e.mentions]) for e in annotation.entities] == [
        ("set_1", ["a", "b"]),
        ("set_2", ["c"]),
    ]
    assert len(annotation.mentions) == 4


def test_ambiguous_antecedents_are_alternatives(tmp_path: Path) -> None:
    text = PRIMARY.replace(
        '"markable_3;markable_2"', '"markable_3;markable_2" ambiguity="ambig_ante"'
    )
    _, annotation = read(SAMPLES | {PRIMARY_NAME: text}, tmp_path)[0]
    assert [len(link.antecedents) for link in annotation.links] == [1, 1, 1]
    assert [len(entity.mentions) for entity in annotation.entities] == [3, 2]


def test_options_choose_levels_and_attributes(tmp_path: Path) -> None:
    _, annotation = read(SAMPLES, tmp_path, format='mmax(levels="groups")')[0]
    assert [mention.id for mention in annotation.mentions] == ["markable_9"]
    _, annotation = read(SAMPLES, tmp_path, format='mmax(pointers="", sets="np_form")')[0]
    assert [entity.id for entity in annotation.entities] == ["ne", "pper"]
    document, _ = read(SAMPLES, tmp_path, format='mmax(sentences="", paragraphs="sentence")')[0]
    assert [sentence.paragraph for sentence in document.sentences] == [0, 1]


def test_documents_of_the_same_name_find_their_own_levels(tmp_path: Path) -> None:
    both = {f"{part}/{name}": text for part in ("en", "de") for name, text in SAMPLES.items()}
    both["de/" + PRIMARY_NAME] = "<markables/>"
    items = read(both, tmp_path)
    assert [(item.document.id, len(item.annotation.mentions)) for item in items] == [
        ("de/basedata/demo", 0),
        ("en/basedata/demo", 6),
    ]


PROBLEMS = {
    "span contains words that are not in the document": ('span="word_8"', 'span="word_80"', 7),
    "antecedent is not another markable": ('"markable_1"/>', '"markable_77"/>', 6),
    "markable id is missing or occurs twice": ('id="markable_2"', 'id="markable_1"', 5),
}


@pytest.mark.parametrize(("message", "change"), PROBLEMS.items())
def test_problems_are_raised_with_their_place_or_counted(
    message: str, change: tuple[str, str, int], tmp_path: Path
) -> None:
    old, new, line = change
    broken = SAMPLES | {PRIMARY_NAME: PRIMARY.replace(old, new)}
    with pytest.raises(FormatError) as caught:
        read(broken, tmp_path)
    assert caught.value.message.startswith(message)
    assert caught.value.path.endswith(PRIMARY_NAME)
    assert caught.value.line == line and caught.value.column > 1 and caught.value.remedy
    problems = Problems(lenient=True)
    assert len(read(broken, tmp_path, problems)) == 1
    assert problems.counts[message] >= 1


def test_problems_with_words_and_sentences(tmp_path: Path) -> None:
    twice = SAMPLES | {"basedata/demo_words.xml": WORDS.replace("word_2", "word_1")}
    with pytest.raises(FormatError, match="word id is missing or occurs twice"):
        read(twice, tmp_path)
    overlap = SAMPLES | {
        "markables/demo_sentence_level.xml": SENTENCES.replace("word_5..", "word_3..")
    }
    with pytest.raises(FormatError, match="sentence overlaps another"):
        read(overlap, tmp_path)
    assert len(read(overlap, tmp_path, Problems(lenient=True))[0].document.sentences) == 3


def test_without_words_there_is_nothing(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="contains no"):
        read({name: text for name, text in SAMPLES.items() if "words" not in name}, tmp_path)


def test_recognised(tmp_path: Path) -> None:
    assert read(SAMPLES, tmp_path, format="")
