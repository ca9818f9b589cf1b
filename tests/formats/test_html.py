"""Web pages as running text."""

from __future__ import annotations

from pathlib import Path

import pytest

from coindex import formats
from coindex.core.document import Document
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.formats.html import Html
from coindex.testing.contracts import check_format

PAGE = """<!DOCTYPE html>
<html lang="en-GB"><head><title>Of
 cups</title><style>p { color: red }</style></head>
<body><nav><a href="#a">Home</a></nav>
<h1>Of <em>cups</em></h1>
<p>Ann &amp; Bob drank   tea.<br>It was caf&eacute;&nbsp;tea.</p>
<script>alert("no")</script>
<ul><li>One cup</li><li><p>Two cups</p></li></ul>
<table><tr><th>place</th><th>cups</th></tr><tr><td>north</td><td>12</td></tr></table>
<pre>x = 1
  y = 2</pre>
<p hidden>unseen</p><div>Loose <b>text</b><p>and more</p> tail</div>
</body></html>
"""
SAMPLES = {"cups.html": PAGE}


def read(
    content: bytes, tmp_path: Path, *, name: str = "page.html", lenient: bool = False
) -> Document:
    path = tmp_path / name
    path.write_bytes(content)
    ((document, _),) = formats.read(path, "html", Problems(lenient=lenient))
    return document


def blocks(document: Document) -> list[tuple[str, str]]:
    return [(block.role, document.text[block.start : block.end]) for block in document.blocks]


def test_contract_and_blocks() -> None:
    ((document, _),) = check_format(Html(), SAMPLES)
    assert (document.id, document.language, document.meta) == ("cups", "en", {"title": "Of cups"})
    assert blocks(document) == [
        ("heading", "Of cups"),
        ("paragraph", "Ann & Bob drank tea.\nIt was café\u00a0tea."),
        ("list", "One cup"),
        ("list", "Two cups"),
        ("table", "place\tcups\nnorth\t12"),
        ("code", "x = 1\n  y = 2"),
        ("paragraph", "Loose text"),
        ("paragraph", "and more"),
        ("paragraph", "tail"),
    ]
    assert document.text == "\n\n".join(text for _, text in blocks(document))


@pytest.mark.parametrize(
    "content",
    [
        "<meta charset=latin1><p>café".encode("latin-1"),
        '<?xml version="1.0" encoding="iso-8859-1"?><html><p>café</p></html>'.encode("latin-1"),
        "<p>café".encode("windows-1252"),
        "<p>café".encode(),
        b"\xef\xbb\xbf" + "<p>café".encode(),
        b"\xff\xfe" + "<p>café".encode("utf-16-le"),
        "<meta charset=no-such-thing><p>café".encode(),
        "<meta charset=utf-16><p>café".encode(),
        "<meta charset=rot13><p>café".encode(),
    ],
)
def test_encodings(content: bytes, tmp_path: Path) -> None:
    assert read(content, tmp_path).text == "café"


def test_bytes_that_do_not_fit_the_declared_encoding(tmp_path: Path) -> None:
    content = b"<meta charset=utf-8>\n<p>caf\xe9 tea"
    with pytest.raises(
        FormatError, match=r"page\.html:2:7: not in the encoding it declares: utf-8"
    ):
        read(content, tmp_path)
    assert read(content, tmp_path, lenient=True).text == "caf\ufffd tea"


@pytest.mark.parametrize(
    ("content", "text"),
    [
        ("<p>a<p>b</div></p><i>c", "a\n\nb\n\nc"),
        ("no markup at all", "no markup at all"),
        ("<p>a &unknown; &#0; b &lt;", "a &unknown; \ufffd b <"),
        ("<![foo[ <p>a", "a"),
        ("<div>" * 3000 + "deep" + "</div>" * 3000, None),
        ("<table><tr><td><table><tr><td>in</td></tr></table></td></tr></table>out", "in\n\nout"),
        ("<p>a\0b", "ab"),
        ("<", None),
    ],
)
def test_malformed_pages_are_read_as_far_as_they_go(
    content: str, text: str | None, tmp_path: Path
) -> None:
    found = read(content.encode(), tmp_path, lenient=True).text
    assert text is None or found == text


def test_what_the_parser_gives_up_on_is_not_lost_in_silence(tmp_path: Path) -> None:
    content = f"<p>before</p>{'<div>' * 3000}deep{'</div>' * 3000}<p>after</p>".encode()
    with pytest.raises(FormatError, match=r"page\.html:1:\d+: the rest of the page cannot be read"):
        read(content, tmp_path)
    assert read(content, tmp_path, lenient=True).text == "before"


def test_long_paragraphs_are_read_whole(tmp_path: Path) -> None:
    text = read(b"<p>%s</p><p>after</p>" % (b"word " * 2_500_000), tmp_path).text
    assert text.endswith("after")


@pytest.mark.parametrize("content", ["", "<html></html>", "<script>x</script>", "<!-- only -->"])
def test_pages_without_text(content: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no text"):
        read(content.encode(), tmp_path)
    assert read(content.encode(), tmp_path, lenient=True).text == ""


def test_recognition(tmp_path: Path) -> None:
    for name in ("a.html", "a.txt"):
        (tmp_path / name).write_text(PAGE)
        assert next(iter(formats.read(tmp_path / name))).document.language == "en"
