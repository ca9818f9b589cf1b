"""`coindex book`: the table of characters, a folder of files, several books, bad input."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.calling import coindex
from tests.formats.test_epub import PARTS, packed
from tests.texts.book_text import STORY

SIEVE = ("--resolver", 'sieve(names="book")')


def test_the_table_of_characters(tmp_path: Path) -> None:
    (tmp_path / "story.txt").write_text(STORY, encoding="utf-8")
    done = coindex("book", tmp_path / "story.txt", "--as", "json", *SIEVE)
    assert done.returncode == 0, done.stderr
    table = json.loads(done.stdout)
    rows = table["rows"] if "rows" in table else table[0]["rows"]
    vane = next(row for row in rows if row["character"] == "Captain Vane")
    assert (vane["book"], vane["gender"], vane["first chapter"]) == ("story", "male", 1)
    assert "Edmund" in vane["also called"]


def test_a_folder_of_books(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / "in" / name).mkdir(parents=True)
        (tmp_path / "in" / name / f"{name}.txt").write_text(STORY, encoding="utf-8")
    done = coindex("book", tmp_path / "in", "-o", tmp_path / "out", *SIEVE)
    assert done.returncode == 0, done.stderr
    pages = {
        path.relative_to(tmp_path / "out").as_posix() for path in (tmp_path / "out").rglob("*.html")
    }
    assert pages == {"one/one.html", "two/two.html"}
    assert "<h1>" in (tmp_path / "out/one/one.html").read_text(encoding="utf-8")
    lines = [line for line in done.stderr.splitlines() if line.startswith(str(tmp_path))]
    assert len(lines) == 2
    about = "6 characters; 3 chapters; 15 quotations, 15 with a speaker; most mentioned: Clara (14)"
    assert lines[0].startswith(f"{tmp_path / 'out/one/one.html'}: {about}, ")


def test_html_is_read_and_not_replaced(tmp_path: Path) -> None:
    book = tmp_path / "novel.html"
    book.write_text("<h1>Chapter 1</h1><p>Ann Lee slept. Ann woke. She ate.</p>", encoding="utf-8")
    before = book.read_bytes()
    done = coindex("book", book, "-o", tmp_path, *SIEVE)
    assert done.returncode == 2
    assert "would replace the input" in done.stderr
    assert book.read_bytes() == before
    assert coindex("book", book, "-o", tmp_path / "out", *SIEVE).returncode == 0
    people = json.loads((tmp_path / "out/novel.book").read_text(encoding="utf-8"))["characters"]
    assert len(people) == 1


def test_bad_input(tmp_path: Path) -> None:
    missing = coindex("book", tmp_path / "missing.txt")
    assert missing.returncode == 2
    assert "no such file, folder or corpus" in missing.stderr
    (tmp_path / "file").write_text("x", encoding="utf-8")
    done = coindex("book", "Ann slept. She snored.", "-o", tmp_path / "file")
    assert done.returncode == 2
    assert "name a folder with -o" in done.stderr


def test_standard_input() -> None:
    done = coindex("book", "-", "--as", "csv", *SIEVE, given=b"Ann Lee slept. Ann woke. She ate.")
    assert "stdin,Ann" in done.stdout


PLAY = """\
<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader/><text><body>
<div type="act"><head>Act I</head>
<sp><speaker>Ann</speaker><p>Where is the key? I gave it to you yesterday, Bob, and you took it.</p></sp>
<sp><speaker>Bob</speaker><p>I lost it in the garden. Clara saw me. She laughed at me.</p></sp>
<sp><speaker>Ann</speaker><p>Find it, Bob! Clara has no time.</p></sp></div>
<div type="act"><head>Act II</head>
<sp><speaker>Clara</speaker><p>Here is your key. Bob dropped it near the old well, and he did not even hear
it fall into the long grass.</p></sp>
<sp><speaker>Ann</speaker><p>Thank you, Clara! You are a friend.</p></sp></div>
</body></text></TEI>
"""


def test_a_play_in_tei(tmp_path: Path) -> None:
    (tmp_path / "play.xml").write_text(PLAY, encoding="utf-8")
    done = coindex("book", tmp_path / "play.xml", "-o", tmp_path / "out", *SIEVE)
    assert done.returncode == 0, done.stderr
    play = json.loads((tmp_path / "out/play.json").read_text(encoding="utf-8"))
    assert [one["title"] for one in play["chapters"]] == ["Act I", "Act II"]
    names = {one["id"]: one["name"] for one in play["characters"]}
    said = [(names[one["speaker"]], names.get(one["addressee"])) for one in play["quotations"]]
    assert said[:3] == [("Ann", "Bob"), ("Bob", "Ann"), ("Ann", "Bob")]
    assert [speaker for speaker, _ in said[3:]] == ["Clara", "Ann"]


def test_an_electronic_book(tmp_path: Path) -> None:
    ann = "Ann Lee left the house at dawn. Ann was tired, and she was cold. She wanted to see the sea."
    bob = "Bob Ray stayed at home. He missed Ann, and Bob wrote her a letter. Ann answered him in May."
    chapters = {
        "OEBPS/text/a.xhtml": f"<html><body><h1>Chapter One</h1><p>{ann}</p></body></html>",
        "OEBPS/b two.xhtml": f"<html><body><h1>Chapter Two</h1><p>{2 * bob}</p></body></html>",
    }
    (tmp_path / "cups.epub").write_bytes(packed({**PARTS, **chapters}))
    done = coindex("book", tmp_path / "cups.epub", "-o", tmp_path / "out", *SIEVE)
    assert done.returncode == 0, done.stderr
    book = json.loads((tmp_path / "out/cups.json").read_text(encoding="utf-8"))
    people = {one["name"]: one for one in book["characters"]}
    assert {"Ann", "Bob Ray"} <= set(people)
    assert "<h1>Of cups</h1>" in (tmp_path / "out/cups.html").read_text(encoding="utf-8")
