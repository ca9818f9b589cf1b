"""PDF as running text, with pypdf (https://pypdf.readthedocs.io): the extra `files`."""

from __future__ import annotations

import io
import logging
import re
import struct
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import quantiles
from typing import Any, ClassVar

from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError, MissingExtra
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.formats.flowing import Flow
from coindex.formats.standoff import own
from coindex.io.files import File, Files

_DIGITS = re.compile(r"\d+")
_ENDS = re.compile(r"[.!?:…][\"'”’»)\]]*$")
_HALVES = re.compile("[\ud800-\udfff]")
"""Characters that no text has: those of fonts without a table of characters."""
PAGES = 20_000
"""More pages are not read."""
RUNNING = 3
"""A first or last line is a running head if so many pages have it, and a third of all."""
FULL = 0.85
"""A line of this share of the usual width is full: the paragraph may go on after it."""


@dataclass(frozen=True, slots=True)
class Pdf:
    """One document per file, not parsed. Lines stay as they are printed; running heads and page
    numbers are left out. Pages that are pictures have no text.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".pdf",)
    language: str = ""
    """Code of the language of the documents, which the files do not state reliably."""

    def recognise(self, file: File) -> float:
        return 0.95 if "%PDF-" in file.sample()[:1024] else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, files.with_suffix(*self.suffixes)):
            flow = Flow()
            _pour(_printed(list(_pages(file))), flow)
            flow.block()
            if not flow.blocks:
                raise FormatError(
                    "no text: its pages seem to be pictures",
                    path=file.label,
                    remedy="recognise the text first, as ocrmypdf does",
                )
            yield flow.annotated(file, problems, language=self.language)


def _pages(file: File) -> Iterator[list[str]]:
    """The lines of each page. What the pages expand to is counted before their text is taken."""
    pypdf = _library()
    raw = b"".join(file.pieces())
    size = 0
    try:
        with io.BytesIO(raw) as stream:
            reader = pypdf.PdfReader(stream)
            if reader.is_encrypted and not reader.decrypt(""):
                raise _locked(file)
            if len(reader.pages) > PAGES:
                message = Message("more than {limit:,} pages", limit=PAGES)
                raise FormatError(message, path=file.label)
            for page in reader.pages:
                content = page.get_contents()
                size += 0 if content is None else len(content.get_data())
                file.expansion.reach(file.label, size, packed=len(raw))
                text = _HALVES.sub("\ufffd", page.extract_text())
                yield [line.strip() for line in text.splitlines()]
    except pypdf.errors.DependencyError as error:
        raise _locked(file) from error
    except (
        pypdf.errors.PyPdfError,
        ArithmeticError,
        AssertionError,
        AttributeError,
        LookupError,
        MemoryError,
        NotImplementedError,
        OSError,
        RecursionError,
        TypeError,
        ValueError,
        struct.error,
        zlib.error,
    ) as error:
        raise FormatError(
            Message("not PDF, or damaged: {error}", error=error),
            path=file.label,
            remedy="open it in a reader of PDF and save or print it as PDF again",
        ) from error


def _locked(file: File) -> FormatError:
    return FormatError(
        "is encrypted with a password",
        path=file.label,
        remedy="save it without a password",
    )


def _library() -> Any:
    """The library, or an error that says how to install it."""
    try:
        import pypdf
    except ImportError as error:
        raise MissingExtra("pypdf") from error
    logging.getLogger("pypdf").setLevel(logging.ERROR)  # it warns of every font it has to guess
    return pypdf


def _printed(pages: Sequence[list[str]]) -> Iterator[str]:
    """The lines of all pages without running heads and page numbers."""
    edges = Counter(
        _DIGITS.sub("0", line) for page in pages for line in {*_first(page), *_last(page)}
    )
    least = max(RUNNING, len(pages) / 3)
    for page in pages:
        lines = list(page)
        while (edge := _first(lines)) and edges[_DIGITS.sub("0", edge[0])] >= least:
            del lines[: lines.index(edge[0]) + 1]
        while (edge := _last(lines)) and edges[_DIGITS.sub("0", edge[0])] >= least:
            del lines[len(lines) - 1 - lines[::-1].index(edge[0]) :]
        yield from lines


def _first(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line][:1]


def _last(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line][-1:]


def _pour(lines: Iterator[str], flow: Flow) -> None:
    """Put lines into paragraphs: one ends with an empty line, or with a short one that ends a
    sentence.
    """
    known = list(lines)
    widths = [len(line) for line in known if line]
    usual = quantiles(widths, n=4)[2] if len(widths) > 1 else 0
    for line in known:
        flow.text(f"{line}\n", kept=True)
        if not line or (len(line) < FULL * usual and _ENDS.search(line)):
            flow.block()
