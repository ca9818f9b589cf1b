"""Word documents."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import pytest

from coindex import formats
from coindex.core import registry
from coindex.core.document import Document
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.testing.contracts import check_annotated, check_component

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
BODY = """
<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr><w:r><w:t>Of cups</w:t></w:r></w:p>
<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr><w:r><w:t>One</w:t><w:tab/><w:t>7</w:t></w:r></w:p>
<w:p><w:r><w:t xml:space="preserve">Ann </w:t></w:r><w:r><w:rPr><w:b/></w:rPr><w:t>left</w:t></w:r>
<w:r><w:br/><w:t>early.</w:t></w:r>
<w:del><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:instrText>PAGE</w:instrText></w:r></w:p>
<w:p/>
<w:p><w:pPr><w:numPr/></w:pPr><w:r><w:t>an item</w:t></w:r></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>north</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>12</w:t></w:r></w:p></w:tc></w:tr>
<w:tr><w:tc><w:p><w:r><w:t>south</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>7</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:p><w:r><w:t>The end.</w:t></w:r></w:p><w:sectPr/>
"""
STYLES = (
    f'<w:styles {W}><w:style w:styleId="berschrift1"><w:name w:val="heading '
    '1"/></w:style></w:styles>'
)
PARTS = {
    "word/document.xml": f"<w:document {W}><w:body>{BODY}</w:body></w:document>",
    "word/styles.xml": STYLES,
}


def packed(parts: dict[str, str]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


SAMPLES_BYTES = {"cups.docx": packed(PARTS)}


def read(parts: dict[str, str], tmp_path: Path, *, lenient: bool = False) -> Document:
    path = tmp_path / "cups.docx"
    path.write_bytes(packed(parts))
    (item,) = formats.read(path, "docx", Problems(lenient=lenient))
    check_annotated(item)
    return item.document


def test_paragraphs_headings_lists_and_tables(tmp_path: Path) -> None:
    document = read(PARTS, tmp_path)
    assert [(block.role, document.text[block.start : block.end]) for block in document.blocks] == [
        ("heading", "Of cups"),
        ("contents", "One\t7"),
        ("paragraph", "Ann left\nearly."),
        ("list", "an item"),
        ("table", "north\t12\nsouth\t7"),
        ("paragraph", "The end."),
    ]


def test_component_and_recognition(tmp_path: Path) -> None:
    check_component(registry.build("formats", 'docx(language="en")'))
    read(PARTS, tmp_path)
    assert next(iter(formats.read(tmp_path / "cups.docx"))).document.id == "cups"


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"word/styles.xml": STYLES}, "no word/document.xml"),
        ({"word/document.xml": "<w:document>"}, "not well-formed"),
        ({"word/document.xml": f"<w:document {W}/>"}, "no text"),
    ],
)
def test_broken_documents(parts: dict[str, str], message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=message):
        read(parts, tmp_path)


def test_styles_are_optional(tmp_path: Path) -> None:
    plain = {"word/document.xml": PARTS["word/document.xml"].replace("berschrift1", "Heading1")}
    assert read(plain, tmp_path).blocks[0].role == "heading"
