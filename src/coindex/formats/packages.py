"""Opens documents that are zip archives of XML files, with a limit on expansion, and parses them
safely.
"""

from __future__ import annotations

import io
import lzma
import zipfile
import zlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.formats.markup import safe_parser
from coindex.io.archives import check_directory, member_opened
from coindex.io.files import File

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    ValueError,
    RuntimeError,
    NotImplementedError,
)


class Package:
    """The parts of one file by name."""

    def __init__(self, file: File) -> None:
        self.label, self._expansion = file.label, file.expansion
        content = io.BytesIO(b"".join(file.pieces()))
        self._packed, self._declared = content.getbuffer().nbytes, dict[str, int]()
        check_directory(content, self.label, self._expansion)
        try:
            self._archive = zipfile.ZipFile(content)
            self.names = self._archive.namelist()
        except _BROKEN as error:
            raise self.broken(Message("not a zip archive: {error}", error=error)) from error

    def broken(self, what: str) -> FormatError:
        return FormatError(what, path=self.label, remedy="download or save the file again")

    def expect(self, names: Iterable[str]) -> None:
        """Refuse the package in advance if the declared sizes of the parts to be read are too large
        together.
        """
        known = set(self.names)
        self._declared |= {
            name: self._archive.getinfo(name).file_size for name in names if name in known
        }
        whole, most = sum(self._declared.values()), self._expansion.limits.package
        self._expansion.expect(self.label, whole, packed=self._packed, most=most)

    def read(self, name: str) -> bytes | None:
        """The content of a part; `None` if it is missing."""
        try:
            part = self._archive.getinfo(name)
        except KeyError:
            return None
        self.expect([name])
        most = self._expansion.limits.package
        try:
            with member_opened(
                self._archive,
                part,
                self._expansion,
                f"{self.label}!/{name}",
                packed=self._packed,
                most=most,
            ) as stream:
                return stream.read()
        except _BROKEN as error:
            raise self.broken(
                Message("part {name!r} cannot be read: {error}", name=name, error=error)
            ) from error

    def xml(self, name: str) -> Element | None:
        """A part parsed as XML: no entities, no network."""
        from lxml import etree

        content = self.read(name)
        if content is None:
            return None
        if b"<!ENTITY" in content:
            raise self.broken(Message("part {name!r} declares XML entities", name=name))
        self._expansion.count_tags(f"{self.label}!/{name}", content.count(b"<"))
        try:
            return etree.fromstring(content, safe_parser())
        except etree.XMLSyntaxError as error:
            line, column = error.position
            message = Message(
                "part {name!r} is not well-formed XML: {msg}", name=name, msg=error.msg
            )
            raise FormatError(
                message, path=self.label, line=line, column=column, remedy="save the file again"
            ) from error
        except (etree.LxmlError, ValueError, LookupError) as error:
            raise self.broken(
                Message("part {name!r} is not XML: {error}", name=name, error=error)
            ) from error
