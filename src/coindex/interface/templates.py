"""Templates in the language of the interface: English text in them is looked up as it stands.

A template needs no marks. Its text between tags, and its attributes that people read, are the keys
of the section `pages` in a catalogue. `{{ ... }}` in them are fields, numbered from 1; links and
other inline tags inside a sentence stay in the key, without their attributes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from html import escape
from typing import TYPE_CHECKING, NamedTuple

from coindex.interface import catalogues
from coindex.interface.translation import counted, fixed, grouped, say

if TYPE_CHECKING:
    from jinja2 import Environment

ATTRIBUTES = (
    "title",
    "placeholder",
    "alt",
    "label",
    "aria-label",
    "aria-roledescription",
    "data-ask",
    "data-said",
    "data-stopped",
    "data-label",
    "data-own",
    "data-system",
    "data-light",
    "data-dark",
)
"""Attributes with text for people."""
INLINE = ("a", "b", "em", "strong", "code", "kbd")
"""Tags that can stand inside a sentence."""
_VALUE = r"\{\{.*?\}\}"
_CODE = r"\{% block page %\}.*?\{% endblock %\}"
"""What pages are called in their own scripts."""
_BLOCK = r"\{%.*?%\}|\{#.*?#\}"
_QUOTED = rf'"(?:{_VALUE}|{_BLOCK}|[^"])*"'
_TAG = rf"</?[a-zA-Z!](?:{_VALUE}|{_BLOCK}|{_QUOTED}|'[^']*'|[^>\"'])*>"
_TOKENS = re.compile(
    rf"(?P<raw><(?P<name>script|style|pre)\b.*?</(?P=name)>|{_CODE})|(?P<tag>{_TAG})"
    rf"|(?P<block>{_BLOCK})"
    rf"|(?P<value>{_VALUE})|(?P<text>(?:(?!\{{[{{%#]|</?[a-zA-Z!]).)+)",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(rf"(?P<name>\s(?:{'|'.join(ATTRIBUTES)})=)(?P<value>{_QUOTED})", re.DOTALL)
_CODED = re.compile(r'[\w-]+="')
"""An attribute that a macro writes."""
_LETTER = re.compile(r"[^\W\d_]")
_FIELD = re.compile(r"\{\d+\}")
_NAMED = re.compile(r"</?\w+>")

Lookup = Callable[[str], str | None]


class TemplatePiece(NamedTuple):
    """A part of a template: text, a tag, a value or a block."""

    kind: str
    text: str

    @property
    def inline(self) -> bool:
        return self.kind == "tag" and self.name.lstrip("/") in INLINE

    @property
    def name(self) -> str:
        """The name of a tag, after `/` if it ends an element."""
        return re.match(r"<(/?\w*)", self.text)[1]  # type: ignore[index]  # all tags match


@cache
def templates(package: str, language: str) -> Environment:
    """The templates of a package in a language; `t` in them looks up words that are not text."""
    from jinja2 import Environment, FunctionLoader, PackageLoader, StrictUndefined

    plain = PackageLoader(package, "templates")
    environment = Environment(
        loader=plain,
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    if language != catalogues.ENGLISH:
        pages = catalogues.catalogue(language).section("pages")
        environment.loader = FunctionLoader(
            lambda name: translated(plain.get_source(environment, name)[0], pages.get)
        )
    environment.globals |= {
        "t": say,
        "counted": counted,
        "fixed": fixed,
        "grouped": grouped,
        "interface": language,
        "interfaces": [(code, catalogues.own_name(code)) for code in catalogues.interfaces()],
    }
    return environment


def sentences(source: str) -> list[str]:
    """The keys of a template, in order."""
    keys: list[str] = []

    def collect(key: str) -> None:
        if not _CODED.match(key):
            keys.append(key)

    translated(source, collect)
    return keys


def translated(source: str, lookup: Lookup) -> str:
    """A template with its text looked up; what `lookup` does not know stays as it is."""
    written: list[str] = []
    run: list[TemplatePiece] = []
    for piece in _pieces(source):
        if piece.kind in ("text", "value") or piece.inline:
            run.append(piece)
            continue
        _write(run, lookup, written)
        run = []
        written.append(_with_attributes(piece, lookup))
    _write(run, lookup, written)
    return "".join(written)


def _pieces(source: str) -> Iterator[TemplatePiece]:
    for match in _TOKENS.finditer(source):
        yield TemplatePiece(match.lastgroup or "", match[0])


def _with_attributes(piece: TemplatePiece, lookup: Lookup) -> str:
    """A tag with its attributes looked up."""
    if piece.kind != "tag":
        return piece.text

    def quoted(key: str) -> str | None:
        text = lookup(key)
        return None if text is None else text.replace('"', "&quot;")

    def attribute(match: re.Match[str]) -> str:
        value = match["value"][1:-1]
        text = None if "{%" in value else _sentence([*_pieces(value)], quoted)
        return match[0] if text is None else f'{match["name"]}"{text}"'

    return _ATTRIBUTE.sub(attribute, piece.text)


def _write(run: Sequence[TemplatePiece], lookup: Lookup, written: list[str]) -> None:
    """Write what stands between two tags or blocks: one sentence with links and the like in it,
    or several elements, each with its own.
    """
    if not any(piece.inline for piece in run):
        text = _sentence(run, lookup)
        if text is not None:
            _keep_value(run, written)
        written.append("".join(piece.text for piece in run) if text is None else text)
    elif _is_one_sentence(run):
        text = _sentence(run, lookup)
        written += [text] if text is not None else [_with_attributes(one, lookup) for one in run]
    else:
        part: list[TemplatePiece] = []
        for piece in run:
            if piece.inline:
                _write(part, lookup, written)
                written.append(_with_attributes(piece, lookup))
                part = []
            else:
                part.append(piece)
        _write(part, lookup, written)


def _is_one_sentence(run: Sequence[TemplatePiece]) -> bool:
    """Whether there are words outside the inline elements, all of which end."""
    depth, words = 0, False
    for piece in run:
        if piece.inline:
            depth += -1 if piece.name.startswith("/") else 1
            if depth < 0:
                return False
        elif piece.kind == "text" and depth == 0:
            words = words or bool(_LETTER.search(piece.text))
    return words and depth == 0


def _keep_value(run: Sequence[TemplatePiece], written: list[str]) -> None:
    """An option without a value sends its text, which must stay the English one."""
    if written and re.match(r"<option\b(?!.*\bvalue=)", written[-1], re.DOTALL):
        value = escape("".join(piece.text for piece in run).strip())
        written[-1] = f'{written[-1][:-1]} value="{value}">'


def _sentence(run: Sequence[TemplatePiece], lookup: Lookup) -> str | None:
    """A sentence in the other language; `None` if there is none, or it does not have the same
    fields and tags.
    """
    text = "".join(piece.text for piece in run)
    if not any(piece.kind == "text" and _LETTER.search(piece.text) for piece in run):
        return None
    values = [piece.text for piece in run if piece.kind == "value"]
    tags = [_with_attributes(piece, lookup) for piece in run if piece.kind == "tag"]
    numbers = iter(range(1, len(values) + 1))
    key = " ".join("".join(_in_key(piece, numbers) for piece in run).split())
    other = lookup(key)
    if other is None or not same_fields(key, other):
        return None
    for number, value in enumerate(values, 1):
        other = other.replace(f"{{{number}}}", value)
    # A tag that was written is hidden between NULs, so that the next one of its name is not put
    # into its place.
    for tag in tags:
        bare = f"<{TemplatePiece('tag', tag).name}>"
        other = other.replace(bare, f"\0{tag}\0", 1) if bare != tag else other
    other = other.replace("\0", "")
    before, after = re.match(r"\s*", text), re.search(r"\s*$", text)
    return f"{before[0] if before else ''}{other}{after[0] if after else ''}"


def _in_key(piece: TemplatePiece, numbers: Iterator[int]) -> str:
    if piece.kind == "value":
        return f"{{{next(numbers)}}}"
    return f"<{piece.name}>" if piece.kind == "tag" else piece.text


def same_fields(key: str, other: str) -> bool:
    """Whether two versions of a sentence have the same fields and tags, and no code."""
    if "{{" in other or "{%" in other or "{#" in other:
        return False
    return _parts(key) == _parts(other)


def _parts(text: str) -> Counter[str]:
    return Counter([*_FIELD.findall(text), *re.findall(r"<[^>]*>?", text)])


def script_words() -> dict[str, object] | None:
    """What the scripts of a page say in the language of the interface; `None` for English."""
    known = catalogues.current()
    if known is None:
        return None
    return {
        "language": known.code,
        "thousands": known.thousands,
        "decimal": known.decimal,
        "texts": known.section("values", "scripts"),
        "names": known.section("names"),
        "counts": known.counts,
    }
