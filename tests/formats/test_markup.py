"""What the XML formats share: hostile and broken input, names, files."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from threading import Thread

import pytest
from lxml import etree

from coindex import formats
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.markup import (
    decoded_name,
    encoded_name,
    escaped,
    labels,
    parsed,
    quoted,
    safe_parser,
)
from coindex.io.files import File

BOMB = (
    '<?xml version="1.0"?>\n<!DOCTYPE a [\n<!ENTITY x "ha">\n<!ENTITY y "&x;&x;">\n]>\n<a>&y;</a>'
)
OUTSIDE = '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>\n<a>&x;</a>'


def root(text: str, tmp_path: Path) -> str:
    path = tmp_path / "a.xml"
    path.write_text(text)
    element = parsed(File(path, "a.xml", "a.xml"), Problems())
    return element.tag + (element.text or "")


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        (BOMB, "declares XML entities", 3),
        (OUTSIDE, "declares XML entities", 1),
        ('<!DOCTYPE a SYSTEM "a.dtd">\n<a>&x;</a>', "not well-formed XML: unknown entity", 2),
        ("<a>\n&x;</a>", "not well-formed XML: Entity 'x' not defined", 2),
        ("<a>" * 100_000, "not well-formed XML", 1),
        ("<a>\n<b></a>", "not well-formed XML: Opening and ending tag mismatch", 2),
        ("<a>\n", "not well-formed XML", 2),
        ("\n", "empty file", 1),
        ("no markup", "not well-formed XML", 1),
        ("<a>\x01</a>", "not well-formed XML", 1),
    ],
)
def test_hostile_and_broken_xml_is_one_format_error(
    text: str, message: str, line: int, tmp_path: Path
) -> None:
    with pytest.raises(FormatError) as caught:
        root(text, tmp_path)
    assert caught.value.message.startswith(message)
    assert caught.value.path == "a.xml" and caught.value.line == line and caught.value.column >= 1
    assert caught.value.remedy


@pytest.mark.parametrize("format", ["mate", "mmax", "tei", "xmi"])
@pytest.mark.parametrize("text", [BOMB, OUTSIDE, "<text>" * 100_000, "<text>"])
def test_no_xml_format_lets_it_through(format: str, text: str, tmp_path: Path) -> None:
    path = tmp_path / "a_words.xml"
    path.write_text(text)
    for lenient in (False, True):
        with pytest.raises(FormatError):
            list(formats.read(path, format, Problems(lenient=lenient)))


EXTERNAL = [
    '<!DOCTYPE r SYSTEM "{}">',
    "<!DOCTYPE r SYSTEM 'file://{}'>",
    '<!DOCTYPE r PUBLIC "-//X//DTD X//EN" "{}">',
    '<!-- <a> -->\n<!DOCTYPE\nr\nSYSTEM\n"{}"\n[ <!ELEMENT r ANY> ]>',
]
XML_FORMATS = [
    "coref_annotator", "corenlp", "craft", "folia", "glozz", "mate", "mmax", "naf", "paula",
    "tcf", "tei", "xmi",
]  # fmt: skip


def _read_leniently(path: Path, format: str) -> None:
    with suppress(FormatError):
        list(formats.read(path, format, Problems(lenient=True)))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize("format", XML_FORMATS)
@pytest.mark.parametrize("doctype", EXTERNAL)
def test_what_a_doctype_names_is_not_opened(format: str, doctype: str, tmp_path: Path) -> None:
    """A pipe without a writer: who opens it waits, and a writer finds a reader."""
    pipe = tmp_path / "pipe.dtd"
    os.mkfifo(pipe)
    path = tmp_path / "a_words.xml"
    path.write_text(doctype.format(pipe) + "\n<r/>")
    reading = Thread(target=_read_leniently, args=(path, format), daemon=True)
    reading.start()
    opened = False
    while reading.is_alive():
        with suppress(OSError):  # nobody reads it
            os.close(os.open(pipe, os.O_WRONLY | os.O_NONBLOCK))
            opened = True
        reading.join(0.01)
    assert not opened, "the file that the DOCTYPE names was opened"


def test_a_part_of_a_package_opens_nothing_either(tmp_path: Path) -> None:
    outside = tmp_path / "outside.dtd"
    outside.write_text("not a DTD")
    for doctype in EXTERNAL:
        text = doctype.format(outside) + "\n<r/>"
        for options in ({}, {"collect_ids": False}):
            assert etree.fromstring(text.encode(), safe_parser(**options)).tag == "r"


def test_declared_encoding_comments_and_instructions_do_not_matter(tmp_path: Path) -> None:
    text = (
        '<?xml version="1.0" encoding="US-ASCII"?><!DOCTYPE a SYSTEM "a.dtd"><a>é<!-- x --><?y '
        "z?>b</a>"
    )
    assert root(text, tmp_path) == "aéb"


@pytest.mark.parametrize(
    "name", ["plain", "two words", "", "1st", "xml:id", "_x0041_", "ünï", "a:b", "id", "🙂"]
)
def test_any_string_can_be_a_name(name: str, tmp_path: Path) -> None:
    code = encoded_name(name, {"id"})
    assert decoded_name(code) == name
    assert code != "id"
    root(f'<a {code}="1"/>', tmp_path)


def test_text_and_values_come_back_as_they_were(tmp_path: Path) -> None:
    text = "a\r\n\tb & <c> \"d\" 'e' ]]>"
    assert root(f"<a>{escaped(text)}</a>", tmp_path) == "a" + text
    path = tmp_path / "a.xml"
    path.write_text(f"<a b={quoted(text)}/>")
    assert parsed(File(path, "a.xml", "a.xml"), Problems()).get("b") == text


@pytest.mark.parametrize("format", ["mate", "muc", "tei", "workbench", "xmi"])
def test_what_xml_cannot_hold_is_refused_and_nothing_is_written(
    format: str, tmp_path: Path
) -> None:
    item = Annotated(Document("d", "a\x0bb"), Annotation("d"))
    with pytest.raises(FormatError, match=r"U\+000B"):
        formats.write([item], tmp_path / "out.xml", format)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("format", ["tei", "xmi", "mate", "mate(inline=True)"])
def test_each_document_has_its_own_file(format: str, tmp_path: Path) -> None:
    items = [
        Annotated(Document(id, "Ann left."), Annotation(id)) for id in ("a/b", "a:b", "../c", "")
    ]
    formats.write(items, tmp_path / "out", format)
    again = list(formats.read(tmp_path / "out", format))
    assert {item.document.id for item in again} >= {"a/b", "a:b", "../c"}
    assert len(again) == 4


def test_ids_are_kept_where_they_are_names_and_unique() -> None:
    assert labels(["m1", "", "m1", "a b", "m2"], "m") == ["m1", "m3", "m4", "m5", "m2"]
    assert labels(["w1", "x"], "w", taken={"w1"}) == ["w2", "x"]
