"""PDF: its paragraphs without running heads, and files that are none, too large or locked."""

from __future__ import annotations

import sys
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from coindex import formats
from coindex.core import registry
from coindex.core.errors import FormatError, MissingExtra, TooLarge
from coindex.io.expansion import Expansion, Limits
from coindex.io.files import opened
from coindex.testing.contracts import check_component

pytest.importorskip("pypdf")


def printed(*pages: Sequence[str], content: bytes = b"") -> bytes:
    """A file with these lines on its pages; or one page with a compressed content."""
    streams = [
        "\n".join(f"BT /F 11 Tf 72 {760 - 14 * n} Td ({line}) Tj ET" for n, line in enumerate(page))
        for page in pages
    ]
    contents = [(stream.encode("latin-1"), "") for stream in streams]
    if content:
        contents = [(content, "/Filter /FlateDecode")]
    first = 4
    kids = " ".join(f"{first + 2 * n} 0 R" for n in range(len(contents)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(contents)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, (stream, how) in enumerate(contents):
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F 3 0 R "
            b">> >> /Contents %d 0 R >>" % (first + 2 * number + 1)
        )
        objects.append(
            f"<< /Length {len(stream)} {how} >>\nstream\n".encode() + stream + b"\nendstream"
        )
    file, places = b"%PDF-1.4\n", []
    for number, one in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n" % number + one + b"\nendobj\n"
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    head = b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    tail = b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n"
    return file + head + table + tail % (len(objects) + 1, len(file))


PAGES = [
    [
        "The Ferry",
        "Ann lost her key on the ferry, and nobody could",
        "say where it was. She asked the caf\xe9.",
        f"Bob had {number} keys, and so he gave her one of his",
        f"{number}",
    ]
    for number in (1, 2, 3)
]
SAMPLES_BYTES = {"ferry.pdf": printed(*PAGES)}


def test_paragraphs_without_running_heads(tmp_path: Path) -> None:
    (tmp_path / "ferry.pdf").write_bytes(printed(*PAGES))
    (item,) = formats.read(tmp_path / "ferry.pdf")
    assert item.document.id == "ferry"
    text = item.document.text
    assert "The Ferry" not in text
    blocks = [text[block.start : block.end] for block in item.document.blocks]
    assert blocks[0].split("\n") == [*PAGES[0][1:3]]
    assert blocks[1].split("\n") == [PAGES[0][3], *PAGES[1][1:3]], "it goes on on the next page"
    check_component(registry.build("formats", 'pdf(language="en")'))


@pytest.mark.parametrize(
    ("content", "wrong"),
    [
        (b"%PDF-1.4 and then nothing", "not PDF, or damaged"),
        (printed([]), "its pages seem to be pictures"),
    ],
    ids=["nothing", "picture"],
)
def test_what_cannot_be_read_is_an_error(tmp_path: Path, content: bytes, wrong: str) -> None:
    (tmp_path / "x.pdf").write_bytes(content)
    with pytest.raises(FormatError, match=wrong):
        list(formats.read(tmp_path / "x.pdf"))


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.pdf").write_bytes(printed(content=zlib.compress(b" " * 20_000_000, 9)))
    limits = Expansion(Limits(total=1_000_000, file=1_000_000, spared=100_000))
    with opened(tmp_path / "x.pdf", limits) as files, pytest.raises(TooLarge):
        list(formats.read_files(files, "pdf"))


def test_a_missing_library_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.pdf").write_bytes(printed(*PAGES))
    monkeypatch.setitem(sys.modules, "pypdf", None)
    with pytest.raises(MissingExtra, match="pypdf is not installed; install it with: pip install"):
        list(formats.read(tmp_path / "x.pdf"))
