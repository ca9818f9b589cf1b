"""Reads XML safely and writes it correctly, for all XML formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from coindex.core.annotation import Annotated, Mention
from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk, Reader
from coindex.core.remedies import Remedy, leniently
from coindex.io.files import File, Files

if TYPE_CHECKING:
    from lxml.etree import XMLParser
    from lxml.etree import _Element as Element

XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
XML_SPACE = "{http://www.w3.org/XML/1998/namespace}space"
LONG_LINE = 10_000
"""Longer lines are not searched for the column of each of possibly many problems."""
DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n'

_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_IN_TEXT = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;"})
_IN_VALUE = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        "\t": "&#9;",
        "\n": "&#10;",
        "\r": "&#13;",
    }
)
_ROOT = re.compile(r"<([A-Za-z_][\w.:-]*)")
_NCNAME = re.compile(r"[A-Za-z_][\w.-]*", re.ASCII)
_UNFIT = re.compile(r"[^A-Za-z0-9_.-]|^[^A-Za-z_]|_(?=x[0-9a-f]{4,6}_)")
_ENCODED = re.compile(r"_x([0-9a-f]{4,6})_")


@dataclass(frozen=True)
class Xml:
    """A parsed file that knows the line of each element."""

    root: Element
    file: File
    text: str
    problems: Problems

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    def report(
        self, message: str, element: Element, *, detail: str = "", remedy: Remedy | str = ""
    ) -> None:
        """Report a problem; lxml knows only lines, so the column is that of the culprit if the line
        contains it, else of the line's text.
        """
        number = line_of(element)
        line = self._lines[number - 1] if number <= len(self._lines) else ""
        if len(line) > LONG_LINE and self.problems.lenient:
            line = ""
        culprit = detail.partition(" ")[0]
        column = line.find(f'"{culprit}') + 2 if culprit and f'"{culprit}' in line else 0
        column = column or len(line) - len(line.lstrip()) + 1
        self.problems.report(
            message, path=self.file.label, line=number, column=column, detail=detail, remedy=remedy
        )

    def enter(self, places: dict[str, int], id: str, index: int, element: Element) -> None:
        """Remember which token has this id, if any; report an id that another token has."""
        if id in places:
            self.report(
                "id occurs twice",
                element,
                detail=id,
                remedy=leniently("uses the first", "give each its own"),
            )
        elif id:
            places[id] = index


def parsed(file: File, problems: Problems, *, prefixes: Mapping[str, str] | None = None) -> Element:
    """The root element. `prefixes` are namespaces to add if the file uses them undeclared."""
    return xml(file, problems, prefixes=prefixes).root


def safe_parser(**options: Any) -> XMLParser:
    """Return a parser for XML that may come from anywhere: it opens no other file, asks no server
    and expands no entity.
    """
    from lxml import etree

    class NothingOutside(etree.Resolver):
        """Answers for whatever a DOCTYPE names, so that libxml2 opens nothing.

        `load_dtd=False` alone does not stop it: `collect_ids=False` switches loading on again.
        """

        def resolve(self, system_url: str, public_id: str, context: Any = None) -> Any:
            # libxml2 takes an empty answer (`resolve_empty`) for none, and opens the file itself.
            return self.resolve_string("<!-- not read -->", context, base_url=None)

    parser = etree.XMLParser(
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        **options,
    )
    parser.resolvers.add(NothingOutside())
    return parser


def xml(file: File, problems: Problems, *, prefixes: Mapping[str, str] | None = None) -> Xml:
    """As `parsed`, with what is needed to report problems."""
    from lxml import etree

    text = file.text(problems)
    if not text.strip():
        raise truncated(file, "empty file")
    _refuse_entities(file, text)
    file.expansion.count_tags(file.label, text.count("<"))
    for prefix, address in (prefixes or {}).items():
        if f"xmlns:{prefix}" not in text:
            text = _ROOT.sub(rf'<\1 xmlns:{prefix}="{address}"', text, count=1)
    parser = safe_parser(remove_pis=True, collect_ids=False, encoding="utf-8")
    try:
        root = etree.fromstring(text.encode(), parser)
    except etree.XMLSyntaxError as error:
        line, column = error.position
        what = re.sub(r", line \d+, column \d+.*", "", str(error.msg), flags=re.DOTALL)
        raise _broken(file, what, line or 1, column or 1) from error
    except (etree.LxmlError, ValueError) as error:
        raise _broken(file, str(error), 1, 1) from error
    for entity in root.iter(etree.Entity):
        raise _broken(file, f"unknown entity {entity.text}", line_of(entity), 1)
    return Xml(root, file, text, problems)


def truncated(file: File, what: str) -> FormatError:
    """The error of a file that lacks all or most of its content."""
    remedy = "download or copy the file again"
    return FormatError(what, path=file.label, line=1, column=1, remedy=remedy)


def _broken(file: File, what: str, line: int, column: int) -> FormatError:
    return FormatError(
        Message("not well-formed XML: {what}", what=what),
        path=file.label,
        line=line,
        column=column,
        remedy="repair it with an XML editor",
    )


def _refuse_entities(file: File, text: str) -> None:
    """Refuse declared entities, with which XML attacks expand without limit or read other files."""
    at = text.find("<!ENTITY") if "<!DOCTYPE" in text else -1
    if at >= 0:
        before = text[:at]
        raise FormatError(
            "declares XML entities",
            path=file.label,
            line=before.count("\n") + 1,
            column=at - before.rfind("\n"),
            remedy="replace the entities with their text and remove the declarations",
        )


def line_of(element: Element) -> int:
    line = element.sourceline
    return line if isinstance(line, int) else 1


def local(element: Element) -> str:
    """An element's name without its namespace."""
    return str(element.tag).rpartition("}")[2]


def content(element: Element) -> str:
    """All the text inside an element."""
    return "".join(str(piece) for piece in element.itertext())


def walk(root: Element) -> Generator[tuple[str, Element], bool | None, None]:
    """Each element twice, at its `start` and at its `end`; `send(True)` after a start skips its
    content.
    """
    stack: list[tuple[Element, Iterator[Element]]] = []
    entering: Element | None = root
    while True:
        if entering is not None:
            skipped = yield "start", entering
            if skipped:
                yield "skipped", entering
            stack.append((entering, iter(()) if skipped else iter(entering)))
        elif stack:
            yield "end", stack.pop()[0]
        if not stack:
            return
        entering = next(stack[-1][1], None)


def escaped(text: str) -> str:
    """Text as XML content."""
    _refuse_forbidden(text)
    return text.translate(_IN_TEXT)


def quoted(value: str) -> str:
    """Text as an attribute value, including the quotes."""
    _refuse_forbidden(value)
    return f'"{value.translate(_IN_VALUE)}"'


def _refuse_forbidden(text: str) -> None:
    forbidden = _FORBIDDEN.search(text)
    if forbidden:
        raise FormatError(
            Message("character U+{ord:04X} cannot be written in XML", ord=ord(forbidden[0])),
            remedy="remove it from the text, or choose a format that is not XML",
        )


def tag(
    name: str,
    attributes: Iterable[tuple[str, str]] = (),
    more: Iterable[tuple[str, str]] = (),
    *,
    close: bool = False,
) -> str:
    """A start tag, or the tag of an element without content; attributes without a value are left
    out.
    """
    inside = "".join(f" {key}={quoted(value)}" for key, value in attributes if value)
    inside += "".join(f" {key}={quoted(value)}" for key, value in more)
    return f"<{name}{inside}/>" if close else f"<{name}{inside}>"


def encoded_name(name: str, reserved: Iterable[str] = ()) -> str:
    """Any string as an XML name: invalid characters, and the first letter of reserved names, become
    `_xHHHH_`.
    """
    if name in reserved or name.lower().startswith("xml"):
        return f"_x{ord(name[0]):04x}_{_UNFIT.sub(_code, name[1:])}" if name else "_"
    return _UNFIT.sub(_code, name) or "_"


def _code(match: re.Match[str]) -> str:
    return f"_x{ord(match[0]):04x}_"


def decoded_name(name: str) -> str:
    return "" if name == "_" else _ENCODED.sub(_character, name)


def _character(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return chr(code) if code < 0x110000 and not 0xD800 <= code < 0xE000 else match[0]


def is_name(text: str) -> bool:
    """Whether a string can be an XML id."""
    return bool(_NCNAME.fullmatch(text))


def labels(
    names: Iterable[str],
    prefix: str,
    *,
    taken: Iterable[str] = (),
    fits: Callable[[str], object] = is_name,
) -> list[str]:
    """An id for each: its own if it is valid and not used yet, else `prefix` and a number."""
    known = list(names)
    used = set(taken)
    own = []
    for name in known:
        own.append(name if name and name not in used and fits(name) else "")
        used.add(own[-1])
    number, result = 0, []
    for name in own:
        if not name:
            number += 1
            while f"{prefix}{number}" in used:
                number += 1
            name = f"{prefix}{number}"  # noqa: PLW2901
        result.append(name)
    return result


Value = TypeVar("Value", bound=StrEnum)


def member(kind: type[Value], value: str) -> Value:
    """The member with this value, or the one for unknown values."""
    return kind(value) if value in tuple(kind) else kind("")


class Positions:
    """The position of a mention in a list: of the very object, or else of an equal one."""

    def __init__(self, mentions: Iterable[Mention]) -> None:
        self._all = list(mentions)
        self._same = {id(mention): index for index, mention in enumerate(self._all)}
        self._equal = {mention: index for index, mention in reversed(list(enumerate(self._all)))}

    def of(self, mention: Mention) -> int | None:
        index = self._same.get(id(mention))
        return self._equal.get(mention) if index is None else index


def own_files(reader: Reader, files: Files, name: str) -> Iterator[File]:
    """The files that a reader should read: a single one in any case, else those it recognises."""
    if len(files) == 1:
        yield files[0]
        return
    sure = [(reader.recognise(file), file) for file in files]
    own = [file for score, file in sure if score >= 0.5 or (score and not file.sample().strip())]
    own = own or [file for score, file in sure if score]
    if not own:
        raise FormatError(
            Message("contains no {name} file", name=name),
            path=files.label,
            remedy="check the path, or name another format",
        )
    yield from own


def one_file_each(
    items: Iterable[Annotated], render: Callable[[Annotated], Iterator[str]], suffix: str
) -> Iterator[Chunk]:
    """Yield a file for each document, named after it; a single document needs no name."""
    waiting, names = iter(items), file_stems()
    first = next(waiting, None)
    if first is None:
        return
    second = next(waiting, None)
    if second is None:
        yield Chunk("".join(render(first)))
        return
    for item in _again(first, second, waiting):
        yield Chunk("".join(render(item)), f"{names(item.document.id)}{suffix}")


def _again(first: Annotated, second: Annotated, rest: Iterator[Annotated]) -> Iterator[Annotated]:
    yield first
    yield second
    yield from rest


def file_stems() -> Callable[[str], str]:
    """A function from document ids to file names without suffix, each used once, safe in any
    folder.
    """
    used: set[str] = set()

    def stem(id: str) -> str:
        base = re.sub(r"[^\w.-]", "_", id)[-120:].lstrip(".") or "document"
        name, number = base, 1
        while name.casefold() in used:
            number += 1
            name = f"{base}-{number}"
        used.add(name.casefold())
        return name

    return stem
