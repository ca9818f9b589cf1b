"""Uploaded files, stored under safe names in a temporary folder and read as documents."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import PurePosixPath
from typing import NamedTuple

from fastapi import UploadFile

from coindex import formats
from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.core.errors import CoindexError, FormatError, TooLarge
from coindex.core.messages import Message, replaced
from coindex.core.problems import Problems
from coindex.io.archives import is_archive, unpack
from coindex.io.encodings import checked_encoding
from coindex.io.expansion import Expansion, Limits
from coindex.io.files import File, Files, opened
from coindex.workbench import workplace
from coindex.workbench.presence import checked
from coindex.workbench.settings import PARTS

BLOCK = 1 << 20
_SUFFIX = re.compile(r"(\.[A-Za-z0-9_-]{1,16}){1,3}$")
_ODD = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def plain_name(filename: str | None) -> str:
    """The name of a file without folders and control characters; never used as a path."""
    last = PurePosixPath((filename or "").replace("\\", "/")).name
    return _ODD.sub("_", last).strip(" .")[-150:] or "upload"


def one_line(name: str) -> str:
    """The name of a document as one line without control characters."""
    return " ".join(_ODD.sub(" ", name).split())[:200] or "document"


@contextmanager
def receive(uploads: Sequence[UploadFile], limits: Limits, encoding: str = "") -> Iterator[Files]:
    """The files of an upload; the limits apply to the unpacked size of
    archives and compressed files. Text is UTF-8, unless it has another `encoding`.
    """
    expansion, encoding = Expansion(limits), checked_encoding(encoding)
    with workplace.folder("upload-") as place:
        files: list[File] = []
        for number, upload in enumerate(uploads):
            name = plain_name(upload.filename)
            suffix = _SUFFIX.search(name)
            path = place / f"{number}{suffix[0].lower() if suffix else ''}"
            with path.open("wb") as out:
                shutil.copyfileobj(upload.file, out, BLOCK)
            files.append(File(path, name, name, expansion=expansion, encoding=encoding))
        names = {str(file.path): file.name for file in files}
        with _called_as_sent(names | {str(place / "inside"): files[0].name, str(place): "upload"}):
            if len(files) == 1 and is_archive(files[0].path):
                (place / "inside").mkdir()
                unpack(files[0].path, place / "inside", expansion)
                with opened(place / "inside", expansion, encoding=encoding) as inside:
                    named = [replace(file, label=f"{files[0].name}/{file.name}") for file in inside]
                    yield Files(named, files[0].name)
            else:
                yield Files(files, files[0].name if len(files) == 1 else "upload")


@contextmanager
def _called_as_sent(names: dict[str, str]) -> Iterator[None]:
    """Replace paths on the server with the sender's file names in error messages."""
    try:
        yield
    except FormatError as error:
        message, path = error.message, error.path
        for stored, name in names.items():
            message, path = replaced(message, stored, name), path.replace(stored, name)
        raise type(error)(
            message, path=path, line=error.line, column=error.column, remedy=error.remedy
        ) from error
    except OSError as error:
        raise FormatError(Message("cannot be read: {strerror}", strerror=error.strerror)) from error


class Most(NamedTuple):
    """Limits of an upload, checked while it is read."""

    documents: int = 1_000
    characters: int = 20_000_000
    tokens: int = 1_000_000


def read(files: Files, format: str, problems: Problems, most: Most) -> Iterator[Annotated]:
    """As `formats.read_files`, with the limits `most`; too deep nesting is an error of the file."""
    documents = characters = tokens = 0
    try:
        for item in checked(formats.read_files(files, format, problems)):
            documents += 1
            characters += len(item.document.text)
            tokens += words(item.document)
            for count, limit, what in zip(
                (documents, characters, tokens), most, Most._fields, strict=True
            ):
                if count > limit:
                    raise TooLarge(
                        Message("more than {limit:,} {what}", limit=limit, what=what),
                        path=files.label,
                        remedy=PARTS,
                    )
            yield item
    except CoindexError:
        raise
    except RecursionError as error:
        raise FormatError("is nested too deeply", path=files.label) from error


def words(document: Document) -> int:
    """Number of tokens, or at least of words if the document is not tokenised."""
    return len(document.tokens) or len(document.text.split())
