"""Web pages as running text: paragraphs, headings, tables, lists and code, without scripts, styles
and menus.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from coindex.core.annotation import Annotated
from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.remedies import leniently
from coindex.formats.flowing import Flow, name_of
from coindex.formats.standoff import own
from coindex.io.files import File, Files

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

_DROPPED = re.compile(
    "script|style|noscript|template|svg|math|head|nav|button|select|option|textarea|iframe|object|canvas|audio|video|"
)
_PARAGRAPHS = """
    p div section article main header footer aside blockquote body html figure figcaption address
    form fieldset dl dd dt hr center details summary caption
"""
_ROLES = {
    "heading": ("h1", "h2", "h3", "h4", "h5", "h6"),
    "list": ("ul", "ol", "li"),
    "code": ("pre", "listing", "xmp"),
    "table": ("table",),
    "paragraph": tuple(_PARAGRAPHS.split()),
}
_BLOCKS = {name: role for role, names in _ROLES.items() for name in names}
_WITHIN_TABLE = {"tr": "\n", "td": "\t", "th": "\t"}
_CHARSET = re.compile(
    rb"""<(?:meta|\?xml)[^>]{0,200}?(?:charset|encoding)\s*=\s*["']?\s*([\w.:-]{1,40})""",
    re.IGNORECASE,
)
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_ROOT = re.compile(r"<(?:!doctype\s+html|html)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Html:
    """One document per page, not parsed. The encoding is the one that is named for the file, else
    the one that the page declares, else UTF-8, else Windows-1252.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".html", ".htm", ".xhtml")
    language: str = ""
    """Code of the language, instead of the one that the page states."""

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if file.suffix in self.suffixes:
            return 0.9 if _ROOT.search(sample) else 0.5
        return 0.85 if re.match(r"\s*<(?:!doctype\s+html|html)\b", sample, re.IGNORECASE) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own(files, files.with_suffix(*self.suffixes)):
            raw = b"".join(file.utf8_pieces(problems))
            page = raw.decode() if file.encoding else decoded(raw, file, problems)
            root = parsed(page, file, problems)
            flow = Flow()
            if root is not None:
                pour(root, flow)
            yield flow.annotated(
                file, problems, language=self.language or language_of(root), title=title_of(root)
            )


def decoded(raw: bytes, file: File, problems: Problems) -> str:
    """The characters of a page; bytes that are invalid in its encoding are a problem."""
    for mark, encoding in _MARKS:
        if raw.startswith(mark):
            return raw[len(mark) :].decode(encoding, errors="replace")
    declared = _CHARSET.search(raw[:4096])
    encoding = declared[1].decode("ascii", "replace") if declared else ""
    try:
        return raw.decode(_known(encoding) or "utf-8")
    except (UnicodeDecodeError, UnicodeError) as error:
        if not _known(encoding):
            return raw.decode("windows-1252", errors="replace")
        at = getattr(error, "start", 0)
        problems.report(
            "not in the encoding it declares",
            path=file.label,
            line=raw.count(b"\n", 0, at) + 1,
            column=at - raw.rfind(b"\n", 0, at),
            detail=encoding,
            remedy=leniently("replaces invalid bytes with U+FFFD", "correct the declaration"),
        )
        return raw.decode(_known(encoding), errors="replace")


def _known(encoding: str) -> str:
    """An encoding that Python has; UTF-16 is always wrong for a page whose declaration can be read
    as ASCII.
    """
    try:
        info = codecs.lookup(encoding)
    except (LookupError, ValueError):
        return ""
    text = getattr(info, "_is_text_encoding", True)
    return "utf-8" if info.name.startswith(("utf-16", "utf-32")) else info.name if text else ""


def parsed(text: str, file: File, problems: Problems, *, part: str = "") -> Element | None:
    """The page's tree, however it is nested; `None` if it has no elements and no text.

    `part` names the page if it is one of several in the file.
    """
    from lxml import etree

    clean = text.replace("\0", "")
    if not clean.strip():
        return None
    file.expansion.count_tags(f"{file.label}!/{part}", clean.count("<"))
    parser = etree.HTMLParser(
        encoding="utf-8",
        recover=True,
        no_network=True,
        huge_tree=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        root = etree.fromstring(clean.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError as error:
        if "empty" in str(error).lower():
            return None
        raise FormatError(
            Message("not readable as HTML: {msg}", msg=error.msg),
            path=file.label,
            remedy="download the page again",
        ) from error
    except (etree.LxmlError, ValueError) as error:
        raise FormatError(
            Message("not readable as HTML: {error}", error=error),
            path=file.label,
            remedy="download the page again",
        ) from error
    for entry in parser.error_log.filter_from_fatals():
        problems.report(
            "the rest of the page cannot be read",
            path=file.label,
            line=entry.line,
            column=entry.column,
            detail=entry.message.strip(),
            remedy=leniently("leaves the rest out", "simplify the page"),
        )
    return root


def pour(root: Element, flow: Flow) -> None:
    """Add the text below an element, without recursion."""
    open_blocks: list[str] = []
    stack: list[tuple[Element, bool]] = [(root, False)]
    while stack:
        element, leaving = stack.pop()
        name = name_of(element)
        within = open_blocks[-1] if open_blocks else "paragraph"
        if leaving:
            _leave(name, flow, open_blocks)
        elif not _dropped(element, name):
            _enter(name, flow, open_blocks)
            within = open_blocks[-1] if open_blocks else "paragraph"
            if element.text:
                flow.text(element.text, kept=within == "code")
            stack.append((element, True))
            stack.extend((child, False) for child in reversed(element))
            continue
        within = open_blocks[-1] if open_blocks else "paragraph"
        if element.tail and element is not root:
            flow.text(element.tail, kept=within == "code")


def _dropped(element: Element, name: str) -> bool:
    return bool(_DROPPED.fullmatch(name)) or element.get("hidden") is not None


def _enter(name: str, flow: Flow, open_blocks: list[str]) -> None:
    outer = open_blocks[-1] if open_blocks else ""
    if name in _BLOCKS and outer not in ("table", "code"):
        role = _BLOCKS[name]
        # A paragraph inside a list item or heading is part of it.
        role = outer if role == "paragraph" and outer in ("list", "heading") else role
        flow.block(role)
        open_blocks.append(role)
    elif name in _BLOCKS:
        open_blocks.append(outer)
        flow.text("\n" if outer == "code" else " ", kept=True)
    elif name == "br":
        flow.text("\n", kept=True)


def _leave(name: str, flow: Flow, open_blocks: list[str]) -> None:
    if name in _BLOCKS:
        left = open_blocks.pop()
        outer = open_blocks[-1] if open_blocks else "paragraph"
        if outer in ("table", "code") and outer == left:
            return
        flow.block(outer)
    elif name in _WITHIN_TABLE:
        flow.text(_WITHIN_TABLE[name], kept=True)


def language_of(root: Element | None) -> str:
    """The language that the page declares, without country."""
    value = (
        ""
        if root is None
        else root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or ""
    )
    code = value.partition("-")[0].strip().lower()
    return code if re.fullmatch(r"[a-z]{2,3}", code) else ""


def title_of(root: Element | None) -> str:
    title = None if root is None else root.find(".//title")
    return "" if title is None else " ".join("".join(map(str, title.itertext())).split())
