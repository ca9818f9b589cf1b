"""Small files that become large when they are unpacked, one for each kind of container."""

from __future__ import annotations

import gzip
import io
import lzma
import tarfile
import zipfile
from functools import cache

MEGABYTE = 1 << 20
_CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="book.opf" '
    'media-type="application/oebps-package+xml"/></rootfiles></container>'
)
_WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def zipped(members: dict[str, bytes]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return made.getvalue()


def epub(size: int, *, chapters: int = 1, filler: bytes = b"<p>Ann left.</p>") -> bytes:
    """A book whose chapters have `size` bytes in all."""
    items = "".join(
        f'<item id="c{n}" href="{n}.xhtml" media-type="application/xhtml+xml"/>'
        for n in range(chapters)
    )
    spine = "".join(f'<itemref idref="c{n}"/>' for n in range(chapters))
    book = f'<package xmlns="http://www.idpf.org/2007/opf"><manifest>{items}</manifest><spine>{spine}</spine></package>'
    body = b"<html><body>" + filler * (size // chapters // len(filler)) + b"</body></html>"
    parts = {
        "mimetype": b"application/epub+zip",
        "META-INF/container.xml": _CONTAINER.encode(),
        "book.opf": book.encode(),
    }
    return zipped(parts | {f"{n}.xhtml": body for n in range(chapters)})


def docx(size: int) -> bytes:
    paragraph = b"<w:p><w:r><w:t>Ann left.</w:t></w:r></w:p>"
    body = f'<w:document xmlns:w="{_WORD}"><w:body>'.encode() + paragraph * (size // len(paragraph))
    return zipped({"word/document.xml": body + b"</w:body></w:document>"})


def tarred(size: int) -> bytes:
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz") as archive:
        info = tarfile.TarInfo("zeros.txt")
        info.size = size
        archive.addfile(info, io.BytesIO(bytes(size)))
    return made.getvalue()


def tar_header(size: int) -> bytes:
    """The name of its one member is that long, which a reader has to hold to know it."""
    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w:gz", format=tarfile.PAX_FORMAT) as archive:
        archive.addfile(tarfile.TarInfo("n" * size))
    return made.getvalue()


def many(count: int) -> bytes:
    """An archive of files with one letter each."""
    return zipped({f"{number}.txt": b"a" for number in range(count)})


@cache
def bombs(size: int) -> dict[str, bytes]:
    """By file name: each holds `size` bytes."""
    text = b"Ann left.\n" * (size // 10)
    return {
        "book.epub": epub(size),
        "book-of-many.epub": epub(size, chapters=16),
        "letter.docx": docx(size),
        "letter.docx.gz": gzip.compress(docx(size)),
        "page.html.gz": gzip.compress(b"<html><body>" + b"<p>a" * (size // 4)),
        "text.txt.gz": gzip.compress(text),
        "text.txt.xz": lzma.compress(text, preset=1),
        "texts.zip": zipped({"a.txt": text}),
        "texts.tar.gz": tarred(size),
        "header.tar.gz": tar_header(size),
        "books.zip": zipped({"a.epub": epub(size)}),
        "nested.zip": zipped({"a.txt.gz": gzip.compress(text)}),
    }
