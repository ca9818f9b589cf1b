"""Books: chapters, characters, quotations, deeds, meetings, and the files they are written to."""

from __future__ import annotations

import csv
import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import coindex
from coindex import Book
from coindex.core.annotation import Entity
from coindex.core.document import Token
from coindex.texts.books.actions import dictionary_form
from coindex.texts.books.chapters import chapter_of, chapters
from coindex.texts.books.figures import network_figure
from coindex.texts.books.graphs import by_chapter, over_time
from coindex.texts.graphs.writing import network_text
from tests.texts.book_text import STORY


@cache
def story() -> Book:
    return coindex.book(STORY, resolver='sieve(names="book")')


def _name(book: Book, id: str) -> str:
    return book.character(id).name if id else ""


def test_chapters_are_found_by_their_headings() -> None:
    book = story()
    assert [one.title for one in book.chapters] == ["Chapter 1", "Chapter 2", "Chapter 3"]
    assert book.chapters[0].span.start == 0
    assert book.chapters[-1].span.end == len(book.document.tokens)


def test_a_text_without_headings_is_one_chapter() -> None:
    (only,) = chapters(coindex.parse("Ann slept. Bob read a book."))
    assert (only.number, only.title, only.span.start) == (1, "", 0)


def test_characters_have_all_their_names() -> None:
    names = {one.name: {called.words for called in one.names} for one in story().characters}
    assert names["Captain Vane"] == {
        "Captain Vane", "Captain Edmund Vane", "Edmund Vane", "Edmund", "Vane",
    }  # fmt: skip
    assert names["Susan"] == {"Susan", "Susan Harrow", "Susie"}
    assert names["Mr. Harrow"] == {"Mr. Harrow"}
    assert names["Mrs. Harrow"] == {"Mrs. Harrow"}
    assert names["Lady Agnes"] == {"Lady Agnes", "Lady Agnes Thorne"}


def test_characters_have_a_gender_and_a_place() -> None:
    book = story()
    genders = {one.name: one.gender for one in book.characters}
    assert genders["Captain Vane"] == genders["Mr. Harrow"] == "male"
    assert genders["Clara"] == genders["Lady Agnes"] == "female"
    agnes = book.character("Lady Agnes")
    assert STORY[agnes.first :].startswith("Lady Agnes Thorne arrived")
    assert (book.chapter_at(agnes.first), book.chapter_at(agnes.last)) == (2, 3)


def test_quotations_have_speakers_and_addressees() -> None:
    book = story()
    said = {
        one.text.strip("“”"): (_name(book, one.speaker), _name(book, one.addressee))
        for one in book.quotations
    }
    assert said["It rises every spring, my dear,"] == ("Mr. Harrow", "Mrs. Harrow")
    assert said["Good morning, Miss Clara,"] == ("Captain Vane", "Clara")
    assert said["But he is angry today."] == ("Clara", "Captain Vane")
    assert said["This noise is terrible,"] == ("Lady Agnes", "Mr. Harrow")
    assert said["I told you so,"] == ("Mrs. Harrow", "Mr. Harrow")
    assert [one.words for one in book.quotations][3:5] == ["he", "he"]
    assert all(STORY[one.start : one.end] == one.text for one in book.quotations)


def test_turns_of_a_play_are_quotations() -> None:
    play = "ANN: Where is the key?\nBOB: I lost it.\nANN: Find it, Bob!\n"
    book = coindex.book(play, resolver='sieve(names="book")', least=1)
    assert [_name(book, one.speaker) for one in book.quotations] == ["ANN", "BOB", "ANN"]
    assert [_name(book, one.addressee) for one in book.quotations] == ["BOB", "ANN", "BOB"]


def test_deeds_are_those_of_all_mentions() -> None:
    book = story()
    done = book.deeds(book.character("Clara"))
    assert {"laugh", "take", "leave", "read"} <= {word.lemma for word in done.agent}
    assert {"coat", "hand"} <= {word.lemma for word in done.possessions}
    assert "greet" in {word.lemma for word in done.patient}
    assert "tall" in {word.lemma for word in book.deeds(book.character("Vane")).modifiers}


def test_meetings_are_counted_by_chapter() -> None:
    book = story()
    pairs = {
        frozenset((_name(book, one.one), _name(book, one.other))): one
        for one in book.meetings.pairs
    }
    couple = pairs[frozenset(("Mr. Harrow", "Mrs. Harrow"))]
    assert couple.exchanges[3] == 1
    assert couple.weight() == sum(couple.weight(chapter) for chapter in couple.chapters)
    assert frozenset(("Lady Agnes", "Mr. Harrow")) in pairs
    second = book.meetings.chapter(2)
    assert "Lady Agnes" in {one.name for one in second.characters}
    assert all(meeting.chapters == (2,) for meeting in second.pairs)


def test_graphs_are_well_formed_and_have_time() -> None:
    network = story().meetings
    tree = ET.fromstring(network_text(over_time(network, "x"), "graphml"))
    spaces = {"g": "http://graphml.graphdrawing.org/xmlns"}
    assert len(tree.findall(".//g:node", spaces)) == len(network.characters)
    assert len(tree.findall(".//g:edge", spaces)) == len(network.pairs)
    timed = ET.fromstring(network_text(over_time(network, "x"), "gexf"))
    edge = timed.find(".//{http://gexf.net/1.3}edge")
    assert edge is not None
    spans = [(one.get("start"), one.get("end")) for one in edge.iter() if one.get("start")]
    assert spans
    assert all(int(end or 0) > int(start or 0) for start, end in spans)
    rows = list(csv.DictReader(network_text(by_chapter(network, "x"), "csv").splitlines()))
    assert sum(int(row["together"]) + int(row["exchanges"]) for row in rows) == sum(
        one.weight() for one in network.pairs
    )


def _rows(path: Path) -> list[dict[str, str]]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def test_files_of_a_book(tmp_path: Path) -> None:
    book, folder = story(), tmp_path / "out"
    coindex.write_book(book, folder, "story")
    assert {path.name.removeprefix("story.") for path in folder.iterdir()} == {
        "html", "json", "tokens", "entities", "quotes", "book",
        "network.graphml", "network.gexf", "network.csv", "network.svg",
    }  # fmt: skip
    entities, quotes = _rows(folder / "story.entities"), _rows(folder / "story.quotes")
    tokens = [row["word"] for row in _rows(folder / "story.tokens")]
    first = entities[0]
    span = tokens[int(first["start_token"]) : int(first["end_token"]) + 1]
    assert " ".join(span) == first["text"]
    assert {row["cat"] for row in entities} <= {"PER", "LOC", "ORG"}
    people = json.loads((folder / "story.book").read_text(encoding="utf-8"))["characters"]
    vane = next(one for one in people if {"c": 3, "n": "Captain Vane"} in one["mentions"]["proper"])
    assert vane["g"]["argmax"] == "he/him/his"
    assert {tokens[word["i"]] for word in vane["agent"]} >= {"greeted", "bowed"}
    assert len(quotes) == len(book.quotations)
    assert str(vane["id"]) in {row["char_id"] for row in quotes}


def test_the_page_escapes_the_text(tmp_path: Path) -> None:
    text = 'Chapter 1\n\n"I am <b>Ann</b>," said Ann Lee. Ann Lee & Co. laughed. She left.\n'
    coindex.write_book(coindex.book(text, resolver='sieve(names="book")'), tmp_path, "b")
    page = (tmp_path / "b.html").read_text(encoding="utf-8")
    assert "<b>Ann</b>" not in page
    assert "Ann Lee" in page


def test_an_empty_text_is_a_book_without_characters(tmp_path: Path) -> None:
    book = coindex.book("", resolver='sieve(names="book")')
    assert (book.characters, book.quotations) == ((), ())
    coindex.write_book(book, tmp_path, "empty")
    assert "No character has a name." in (tmp_path / "empty.html").read_text(encoding="utf-8")


def test_result_as_book() -> None:
    result = coindex.resolve(STORY, resolver='sieve(names="book")')
    assert result.book().to_dict() == story().to_dict() | {"document": "text"}


def test_writers_of_letters_are_not_listed() -> None:
    letter = "“My dear,\n\nI am well. I hope that you are well. My house is cold. I like it.”\n\n"
    tale = "Clara read the letter. She smiled. She put it away. Clara slept. She dreamt. " * 6
    book = coindex.book(f"{letter}{tale}", resolver='sieve(names="book")')
    assert [one.name for one in book.worth_listing] == ["Clara"]
    narrated = "I was born in a mill. I ran. I saw the sea, and it saw me. My life was long. " * 4
    teller = coindex.book(narrated, resolver='sieve(names="book")')
    assert [one.name for one in teller.worth_listing] == ["I"]


@pytest.mark.parametrize(
    ("form", "lemma", "expected"),
    [
        ("giggling", "giggl", "giggle"),
        ("begged", "begg", "beg"),
        ("praised", "prais", "praise"),
        ("gliding", "glid", "glide"),
        ("glanced", "glan", "glance"),
        ("jumped", "jum", "jump"),
        ("nipped", "nippe", "nip"),
        ("added", "add", "add"),
        ("treated", "treat", "treat"),
        ("telling", "tell", "tell"),
        ("dying", "die", "die"),
        ("bred", "bred", "bred"),
    ],
)
def test_verbs_have_dictionary_forms(form: str, lemma: str, expected: str) -> None:
    token = Token(0, len(form), form, lemma=lemma, upos="VERB")
    assert dictionary_form(token, "en") == expected
    assert dictionary_form(token, "es") == lemma


def test_the_drawing_shows_the_most_frequent_characters() -> None:
    """More than 24 would hide each other."""
    names = (
        *("Anna", "Bella", "Clara", "Dora", "Emma", "Fiona", "Greta", "Hanna", "Ida", "Julia"),
        *("Karen", "Laura", "Maria", "Nora", "Olga", "Paula", "Rosa", "Sara", "Tina", "Ursula"),
        *("Vera", "Wanda", "Yvonne", "Zoe", "Alice", "Brenda", "Carla", "Diana"),
    )
    pairs = zip(names[::2], names[1::2], strict=True)
    text = " ".join(f"{a} met {b}. {a} greeted {b}. {b} thanked {a}." for a, b in pairs)
    figure = network_figure(coindex.book(text).meetings, "Meetings")
    assert figure.svg().count("<circle") == 24


def test_front_matter_is_no_chapter() -> None:
    front = "THE MILL\n\nTo Ann Orme, who read it first and liked it, and to all who did not. " * 4
    body = "Ann slept. Bob read a long book in the old mill. " * 6
    book = coindex.book(f"{front}\n\nChapter 1\n\n{body}\n\nChapter 2\n\n{body}")
    assert [(one.number, one.title) for one in book.chapters] == [
        (1, "Chapter 1"),
        (2, "Chapter 2"),
    ]
    assert book.chapter_at(0) == 0
    assert book.chapter_at(book.document.text.index("Chapter 2") + 20) == 2


def test_text_before_the_second_chapter_is_the_first() -> None:
    body = "Ann slept. Bob read a long book in the old mill. " * 6
    parsed = coindex.parse(f"{body}\n\nChapter 2\n\n{body}")
    assert [(one.number, one.title) for one in chapters(parsed)] == [(1, ""), (2, "Chapter 2")]


_BODY = "Ann slept, and Bob read a long book in the old mill beside the river. " * 6


def _book_of(*headings: str, front: str = "", between: str = "\n\n") -> list[tuple[int, str]]:
    pieces = [front, *(piece for heading in headings for piece in (heading, _BODY))]
    parsed = coindex.parse(between.join(filter(None, pieces)))
    return [(one.number, one.title) for one in chapters(parsed)]


@pytest.mark.parametrize(
    "headings",
    [
        ("I", "II", "III", "IV"),
        ("I.", "II.", "III.", "IV."),
        ("1", "2", "3", "4"),
        ("1.", "2.", "3.", "4."),
        ("- I -", "- II -", "- III -"),
        ("[ 9 ]", "[ 10 ]", "[ 11 ]"),
        ("XIV. THE MILL", "XV. THE RIVER", "XVI. THE BRIDGE"),
        ("I. The Mill", "II. The River", "III. Home"),
        ("Chapter One", "Chapter Two", "Chapter the Last"),
        ("CHAPTER I. In which Ann is asleep, and reads.", "CHAPTER II. Ann wakes."),
    ],
)
@pytest.mark.parametrize("between", ["\n\n", "\n"])
def test_chapters_have_numbers_alone_or_words(headings: tuple[str, ...], between: str) -> None:
    titles = [title for _, title in _book_of(*headings, between=between)]
    assert titles == [heading.strip("- ") for heading in headings]


def test_chapters_begin_anew_in_each_part() -> None:
    found = _book_of("PART I\n\nI", "II", "PART II\n\nI", "II", "III")
    assert found == [
        (1, "PART I, I"), (2, "PART I, II"), (3, "PART II, I"), (4, "PART II, II"),
        (5, "PART II, III"),
    ]  # fmt: skip


def test_sections_of_chapters_are_no_chapters() -> None:
    found = _book_of("CHAPTER I\n\n1", "2", "CHAPTER II\n\n1", "2", "3")
    assert found == [(1, "CHAPTER I"), (2, "CHAPTER II")]


def test_numbers_are_as_printed() -> None:
    assert _book_of("V", "VI", "VIII") == [(5, "V"), (6, "VI"), (8, "VIII")]
    assert _book_of("Chapter 1", "Chapter 2", "Epilogue")[-1] == (3, "Epilogue")


@pytest.mark.parametrize("front", ["CONTENTS\n\nI\n\nII\n\nIII", "Preface\n\n" + _BODY])
def test_contents_and_preface_are_no_chapters(front: str) -> None:
    assert _book_of("I", "II", "III", front=front) == [(1, "I"), (2, "II"), (3, "III")]


def test_the_licence_is_in_no_chapter() -> None:
    licence = f"*** END OF THE PROJECT GUTENBERG EBOOK ***\n\n{_BODY}"
    parsed = coindex.parse(f"I\n\n{_BODY}\n\nII\n\n{_BODY}\n\n{licence}")
    found = chapters(parsed)
    assert [one.title for one in found] == ["I", "II"]
    assert chapter_of(found, len(parsed.tokens) - 1) == 0


@pytest.mark.parametrize(
    "lines",
    [
        ("17", "18", "19"),
        ("I", "Mr. V", "C"),
        ("The letter (Mr. Dale never missed one) was long", "I think so"),
    ],
)
def test_numbers_of_pages_and_single_letters_are_no_chapters(lines: tuple[str, ...]) -> None:
    broken = " ".join(_BODY.split()[:-3])
    text = "\n".join(f"{broken}\n{line}\nold mill there." for line in lines)
    assert [one.title for one in chapters(coindex.parse(text))] == [""]


def test_spanish_chapters() -> None:
    body = "Ana dormía, y Luis leía un libro muy largo en el viejo molino junto al río. " * 6
    headings = ("Tomo I\n\nCapítulo primero", "Capítulo II. El río", "Capítulo vigésimo segundo.")
    parsed = coindex.parse("\n\n".join(f"{one}\n\n{body}" for one in headings))
    assert [one.title for one in chapters(parsed)] == [
        "Capítulo primero", "Capítulo II. El río", "Capítulo vigésimo segundo.",
    ]  # fmt: skip


def test_characters_are_people() -> None:
    text = (
        "Ann Dale lived in Udolpho. The Dales owned a mill. Ann Dale was a Londoner. “Sir,” said "
        "Ann, “you are late.” She walked in Udolpho. Mrs. Orme liked Ann. Mrs. Orme left Udolpho."
    )
    names = {one.name for one in coindex.book(text).worth_listing}
    assert names == {"Ann Dale", "Mrs. Orme"}


def test_what_has_an_article_or_a_single_line_is_nobody() -> None:
    text = (
        "Tallis sailed on the Asp. The Asp was old, and Tallis loved her. “Theosophy bores me,” "
        "said Tallis. The family laughed at Clara Reed. The family left, and the family slept. A "
        "Londoner came by. The Londoner greeted Clara. He bowed to Clara."
    )
    book = coindex.book(text, resolver='sieve(names="book")')
    assert {one.name.split()[0] for one in book.characters} == {"Tallis", "Clara"}


def test_a_name_that_is_mostly_an_adjective_is_nobody() -> None:
    text = (
        "Ann Dale was a Bohemian girl. She loved Bohemian songs and Bohemian bread, Bohemian hats "
        "and Bohemian beer. “Bohemian!” said Ann Dale. Bohemian pleased her. Bohemian laughed."
    )
    assert {one.name for one in coindex.book(text).characters} == {"Ann Dale"}


def test_who_is_neither_named_nor_described_is_nobody() -> None:
    text = "He came late. He sat down, and he slept. Ann Dale looked at him. Ann Dale left."
    assert {one.name for one in coindex.book(text).characters} == {"Ann Dale"}


def test_houses_groups_and_exclamations_are_nobody() -> None:
    text = (
        "Ruth Dale met Tom Moor at Simpson's. She liked Simpson's, and he liked her. Good Lord, "
        "said Ruth. They were Socialists, and he sang like Socialists. Ruth spoke Old English. "
        "Old English was hard, said Tom Moor. The Tom Moors slept. He went to Simpson's with her. "
    )
    book = coindex.book(text * 3)
    assert {one.name for one in book.worth_listing if one.is_named} == {"Ruth", "Tom Moor"}
    called = {words.words for one in book.characters for words in one.names}
    assert called == {"Ruth", "Ruth Dale", "Tom Moor"}


def test_the_author_is_not_the_narrator() -> None:
    sentences = "Ann slept. Bob read a book. He gave it to Ann. She thanked him. Bob left. "
    told = "I saw Ann. I liked her. " + sentences + "I went home. I slept."
    remarked = "I begin with Ann. " + 100 * sentences + "I end with her."
    for text, wanted in ((told, {"I"}), (remarked, set())):
        book = coindex.book(text, resolver='sieve(names="book")')
        assert {one.name for one in book.characters if not one.is_named} == wanted


def test_a_narrator_is_a_person_whatever_a_few_mentions_say() -> None:
    told = "I am a teacher. I love Germany. " + 80 * "I slept. I read my book. "
    book = coindex.book(told, resolver='sieve(names="book")')
    mentions = (one for entity in book.annotation.entities for one in entity.mentions)
    mine = (one for one in mentions if "book" not in one.text(book.document))
    wrong = Entity("1", tuple(sorted(mine, key=lambda one: one.start)))
    annotation = replace(book.annotation, entities=(wrong,))
    assert [one.name for one in Book(book.document, annotation).characters] == ["I"]


def test_who_has_no_name_speaks_only_if_a_noun_says_so() -> None:
    text = "“I am late,” said the doctor. “I know,” he said. “My watch is wrong,” it ticked."
    spoken = coindex.book(text)
    speakers = [
        spoken.character(one.speaker).name if one.speaker else "" for one in spoken.quotations
    ]
    assert speakers[0] == "the doctor"
    assert speakers[2] == ""


def test_a_line_with_a_colon_makes_no_play() -> None:
    story = (
        "“Come in,” said Ann.\n\nBob said to his\nmother:\n\n“I am tired.”\n\n“Sit down,” said Ann."
    )
    book = coindex.book(story, resolver='sieve(names="book")')
    assert [one.text for one in book.quotations] == ["“Come in,”", "“I am tired.”", "“Sit down,”"]


def test_who_is_not_known_in_a_dialogue_is_the_last_speaker_but_one() -> None:
    story = (
        "Ann Lee met Bob Ray.\n\n“Are you tired?” asked Ann.\n\n“I am not,” said Bob.\n\n“You look "
        "so.”\n\n“I slept badly.”\n\n“Then sleep.”\n\nThey walked on."
    )
    book = coindex.book(story, resolver='sieve(names="book")')
    names = [_name(book, one.speaker).split()[0] for one in book.quotations]
    assert names == ["Ann", "Bob", "Ann", "Bob", "Ann"]


def _said(story: str) -> list[str]:
    """Who says the quotations of a story, by their first names."""
    book = coindex.book(story, resolver='sieve(names="book")')
    return [_name(book, one.speaker).split(" ")[0] for one in book.quotations]


MEETING = "Ann Lee met Bob Ray and Tom Day. Ann liked Bob. Tom knew Ann and Bob.\n\n"


def test_who_is_called_answers() -> None:
    story = "“Are you tired, Tom?” asked Bob.\n\n“I slept badly.”\n\nAnn laughed."
    assert _said(MEETING + story) == ["Bob", "Tom"]


def test_a_reported_question_is_answered_by_another_one() -> None:
    story = "“I am late,” said Bob.\n\nAnn asked why he was late.\n\n“The train was late.”"
    assert _said(MEETING + story) == ["Bob", "Bob"]


def test_any_verb_behind_a_quotation_names_the_speaker() -> None:
    story = "“I am late,” said Bob.\n\n“You always are,” quavered Ann.\n\n“Not always.”"
    assert _said(MEETING + story) == ["Bob", "Ann", "Bob"]


def test_things_do_not_speak() -> None:
    story = "“I am late,” said Bob.\n\nThe only answer was in his ear, “You always are,” said Ann."
    assert _said(MEETING + story) == ["Bob", "Ann"]


def test_who_tells_the_story_is_not_he() -> None:
    story = (
        "I met Tom Day. I liked Tom. I walked with him.\n\n“Davy,” said Tom, “are you tired?”\n\n“I "
        "am,” I said. I sat down.\n\n“Davy, get up,” he said.\n\n“I will,” I answered.\n\n“I am "
        "glad,” he said.\n\n“Davy, come,” said Tom.\n\n“I am coming,” I said. I went home."
    )
    assert _said(story) == ["Tom", "Tom", "Davy", "Tom", "Davy", "Tom", "Tom", "Davy"]


NARRATED = (
    "I was born in a mill. My mother was young. My father had died.\n\n“Davy,” said my mother, “where "
    "is your hat?”\n\n“I have lost it,” I said.\n\nMr. Vane sat with my mother. I looked at "
    "him.\n\n“Davy,” said Mr. Vane, “come to me.”\n\n“I will, sir,” I answered. My mother smiled."
    "\n\n“The boy is wild, Clara,” said Mr. Vane.\n\n“He is not,” said my mother.\n\n“You spoil "
    "him, Clara.”\n\n“I love him,” answered my mother. I was glad.\n\n“Clara,” said Mr. Vane, “be "
    "firm.”\n\n“I am firm,” said my mother. I went to bed.\n\n“Good night, Davy,” said Mr. "
    "Vane.\n\n“Good night,” I said. I slept.\n\n“Davy,” said Mr. Vane, “get up.”\n\n“I am up,” I "
    "said. I washed my face, and I went down to my mother.\n"
)


def test_a_narrator_and_the_narrators_mother_have_the_names_that_they_answer_to() -> None:
    book = coindex.book(NARRATED, resolver='sieve(names="book")')
    named = {one.name: one for one in book.characters if one.is_named}
    assert {*named} == {"Davy", "Clara", "Mr. Vane"}
    assert "i" in {one.words for one in named["Davy"].pronouns}
    assert named["Clara"].descriptions[0].words.lower() == "my mother"
    speakers = [_name(book, one.speaker) for one in book.quotations]
    assert set(speakers) == set(named)
    assert speakers[:3] == ["Clara", "Clara", "Davy"]


def test_ordinary_nouns_and_couples_are_no_characters() -> None:
    story = (
        "Mr. and Mrs. Reed lived at the rookery. Anthony Reed loved Daybreak. He saw Daybreak at "
        "daybreak. God knows, said Anthony, God loves the daybreak and the rookery. He slept."
    )
    book = coindex.book(story, resolver='sieve(names="book")')
    assert [one.name for one in book.worth_listing if one.is_named] in (
        ["Anthony Reed"],
        ["Anthony"],
    )


def test_characters_of_a_spanish_story() -> None:
    story = (
        "El coronel Aurelio Vidal llegó a la plaza. Laura Gutiérrez lo saludó.\n\n—¿Dónde está el "
        "dinero que me prestó? —dijo Laura.\n\n—En casa —respondió Vidal.\n\nEl dinero que me prestó "
        "era falso. El dinero que me prestó desapareció. Vidal miró a Laura.\n"
    )
    book = coindex.book(story)
    assert {one.name for one in book.worth_listing} == {"Vidal", "Laura"}
    assert [_name(book, one.speaker) for one in book.quotations] == ["Laura", "Vidal"]


def test_a_spanish_title_makes_a_character() -> None:
    """The bundled Spanish parser does not say what type a name has."""
    text = (
        "Doña Eduvigis Salas abrió el estanco a las nueve, como todos los lunes. Entró Benita con "
        "una cesta. Doña Eduvigis miró la cesta."
    )
    book = coindex.book(text)
    assert "Doña Eduvigis Salas" in {
        called.words for one in book.characters for called in one.names
    }
