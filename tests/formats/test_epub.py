"""Electronic books."""

from __future__ import annotations

import io
import struct
import tracemalloc
import zipfile
from pathlib import Path

import pytest

from coindex import formats
from coindex.core import registry
from coindex.core.document import Document
from coindex.core.errors import FormatError, TooLarge
from coindex.core.problems import Problems
from coindex.formats.epub import Epub
from coindex.io.expansion import Expansion, Limits
from coindex.io.files import opened
from coindex.testing.contracts import check_annotated, check_component

CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf" '
    'media-type="application/oebps-package+xml"/></rootfiles></container>'
)
OPF = """<package xmlns="http://www.idpf.org/2007/opf" xmlns:dc="http://purl.org/dc/elements/1.1/">
<metadata><dc:title>Of cups</dc:title><dc:language>en-US</dc:language></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
<item id="b" href="b%20two.xhtml" media-type="application/xhtml+xml"/>
<item id="a" href="text/a.xhtml" media-type="application/xhtml+xml"/>
<item id="img" href="cup.png" media-type="image/png"/></manifest>
<spine><itemref idref="nav"/><itemref idref="a"/><itemref idref="b"/><itemref idref="img"/>
<itemref idref="gone"/></spine></package>
"""
PARTS = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": CONTAINER,
    "OEBPS/book.opf": OPF,
    "OEBPS/nav.xhtml": "<html><body><p>Contents</p></body></html>",
    "OEBPS/text/a.xhtml": "<html><body><h1>One</h1><p>Ann left.</p></body></html>",
    "OEBPS/b two.xhtml": "<html><body><h1>Two</h1><p>Bob stayed.</p></body></html>",
}


def packed(parts: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            how = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(name), content, how)
    return stream.getvalue()


SAMPLES_BYTES = {"cups.epub": packed(PARTS)}


def read(parts: dict[str, str], tmp_path: Path, *, lenient: bool = False) -> Document:
    path = tmp_path / "cups.epub"
    path.write_bytes(packed(parts))
    (item,) = formats.read(path, "epub", Problems(lenient=lenient))
    check_annotated(item)
    return item.document


def test_chapters_in_reading_order(tmp_path: Path) -> None:
    document = read(PARTS, tmp_path)
    assert document.text == "One\n\nAnn left.\n\nTwo\n\nBob stayed."
    assert [block.role for block in document.blocks] == [
        "heading",
        "paragraph",
        "heading",
        "paragraph",
    ]
    assert (document.id, document.language, document.meta) == ("cups", "en", {"title": "Of cups"})


def test_component_and_recognition(tmp_path: Path) -> None:
    check_component(registry.build("formats", 'epub(language="en")'))
    read(PARTS, tmp_path)
    assert next(iter(formats.read(tmp_path / "cups.epub"))).document.text.startswith("One")
    assert Epub.suffixes == (".epub",)


def without(*names: str) -> dict[str, str]:
    return {name: content for name, content in PARTS.items() if name not in names}


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        (without("META-INF/container.xml"), "no META-INF/container.xml"),
        (without("OEBPS/book.opf"), "no package document"),
        (PARTS | {"OEBPS/book.opf": "<package>"}, "not well-formed"),
        (
            PARTS | {"OEBPS/book.opf": '<!DOCTYPE p [<!ENTITY a "b">]><package/>'},
            "declares XML entities",
        ),
        (without("OEBPS/text/a.xhtml"), "chapter is missing: OEBPS/text/a.xhtml"),
        (PARTS | {"OEBPS/book.opf": "<package/>"}, "no text"),
    ],
)
def test_broken_books(parts: dict[str, str], message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=message):
        read(parts, tmp_path)


def test_lenient_reading_goes_on_without_a_chapter(tmp_path: Path) -> None:
    assert read(without("OEBPS/text/a.xhtml"), tmp_path, lenient=True).text == "Two\n\nBob stayed."


@pytest.mark.parametrize(
    "content", [b"", b"PK\x03\x04", b"no archive", SAMPLES_BYTES["cups.epub"][:300]]
)
def test_no_archive(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "cups.epub"
    path.write_bytes(content)
    with pytest.raises(FormatError, match="not a zip archive"):
        list(formats.read(path, "epub"))


def test_a_bomb_is_refused(tmp_path: Path) -> None:
    """Whether one part is too large, or all of them together."""
    path = tmp_path / "cups.epub"
    for limits in (Limits(package=5_000), Limits(total=5_000), Limits(ratio=10, spared=5_000)):
        path.write_bytes(packed(PARTS | {"OEBPS/text/a.xhtml": "<p>" + "a" * 100_000}))
        with (
            pytest.raises(TooLarge, match="expands to more than"),
            opened(path, Expansion(limits)) as files,
        ):
            list(formats.read_files(files, "epub"))


def test_parts_that_are_not_read_are_not_counted(tmp_path: Path) -> None:
    path = tmp_path / "cups.epub"
    path.write_bytes(packed(PARTS | {"OEBPS/cup.png": "a" * 100_000}))
    with opened(path, Expansion(Limits(package=5_000))) as files:
        assert len(list(formats.read_files(files, "epub"))) == 1


def test_a_part_that_hides_its_size_is_refused_without_being_unpacked(tmp_path: Path) -> None:
    content = bytearray(packed({"META-INF/container.xml": "a" * 100_000_000}))
    struct.pack_into("<I", content, content.rfind(b"PK\1\2") + 24, 1_000)
    path = tmp_path / "cups.epub"
    path.write_bytes(content)
    tracemalloc.start()
    with pytest.raises(FormatError):
        list(formats.read(path, "epub"))
    assert tracemalloc.get_traced_memory()[1] < 10_000_000
    tracemalloc.stop()


def test_too_many_tags_are_refused_before_they_become_a_tree(tmp_path: Path) -> None:
    path = tmp_path / "cups.epub"
    path.write_bytes(
        packed(PARTS | {"OEBPS/text/a.xhtml": "<p>a" * 500, "OEBPS/b two.xhtml": "<p>a" * 600})
    )
    with opened(path, Expansion(Limits(tags=1_200))) as files:
        list(formats.read_files(files, "epub"))
    with (
        pytest.raises(TooLarge, match="1,000 tags"),
        opened(path, Expansion(Limits(tags=1_000))) as files,
    ):
        list(formats.read_files(files, "epub"))
