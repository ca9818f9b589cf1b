"""A scheme: entity types, attributes of mentions, types of relations, and guidelines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple
from unicodedata import category

from coindex.core.annotation import Kind, Relation
from coindex.core.errors import FormatError, suggestion
from coindex.core.messages import Message

SCHEMA = "coindex-scheme/1"
LONGEST = 1_000
"""Characters of a value in a scheme; guidelines are a whole document and may be longer."""
LONGEST_GUIDELINES = 200_000
"""Characters: a booklet."""
MOST = 500
"""Types, attributes or relations of a scheme."""


class EntityType(NamedTuple):
    """A type of entities.

    `label` is what people read, `key` the key that chooses it, `section` the heading of the
    guidelines that explains it.
    """

    name: str
    label: str = ""
    key: str = ""
    section: str = ""


class MentionAttribute(NamedTuple):
    """An attribute of mentions, of those `kinds` only, if any are named.

    Without `values` any text is allowed.
    """

    name: str
    values: tuple[str, ...] = ()
    required: bool = False
    kinds: tuple[str, ...] = ()
    section: str = ""


class RelationType(NamedTuple):
    """A kind of links; `relation` is one of the model's, `subtype` the scheme's own name."""

    relation: str
    subtype: str = ""
    label: str = ""
    key: str = ""
    section: str = ""


@dataclass(frozen=True, slots=True)
class Scheme:
    """What can be annotated in a project.

    Where there are no types, any type is allowed; likewise relations. Plain identity is always
    allowed. `guidelines` are Markdown.
    """

    name: str = ""
    note: str = ""
    types: tuple[EntityType, ...] = ()
    attributes: tuple[MentionAttribute, ...] = ()
    relations: tuple[RelationType, ...] = ()
    type_required: bool = False
    kind_required: bool = False
    guidelines: str = ""

    def __post_init__(self) -> None:
        for what, names in (
            ("type", [one.name for one in self.types]),
            ("attribute", [one.name for one in self.attributes]),
            ("relation", [f"{one.relation} {one.subtype}".strip() for one in self.relations]),
            ("key of a type", [one.key for one in self.types if one.key]),
            ("key of a relation", [one.key for one in self.relations if one.key]),
        ):
            twice = next((name for name in names if names.count(name) > 1), None)
            if twice is not None:
                raise FormatError(
                    Message("the {what} {twice!r} is there twice", what=what, twice=twice),
                    remedy="remove one",
                )

    def values(self) -> dict[str, Any]:
        """The scheme as plain values, without those that are as usual."""
        parts: dict[str, Any] = {"schema": SCHEMA}
        for name in self.__slots__:
            value = getattr(self, name)
            if name in _ROWS:
                value = [_plain(row) for row in value]
            if value:
                parts[name] = value
        return parts


_ROWS: Mapping[str, type[Any]] = {
    "types": EntityType,
    "attributes": MentionAttribute,
    "relations": RelationType,
}
_CHOICES: Mapping[str, Sequence[str]] = {
    "relation": [str(relation) for relation in Relation],
    "kinds": [str(kind) for kind in Kind if kind],
}


def _plain(row: Any) -> dict[str, Any]:
    usual = row._field_defaults
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in row._asdict().items()
        if name not in usual or value != usual[name]
    }


def scheme_of(values: Any, path: str = "") -> Scheme:
    """The scheme that plain values describe; a FormatError says what is wrong with them."""
    try:
        return Scheme(**dict(_fields(values)))
    except FormatError as error:
        if path and not error.path:
            raise FormatError(error.message, path=path, remedy=error.remedy or "") from None
        raise


def _fields(values: Any) -> Iterator[tuple[str, Any]]:
    if not isinstance(values, dict) or values.get("schema", SCHEMA) != SCHEMA:
        raise FormatError(
            Message("not a scheme of {schema}", schema=SCHEMA),
            remedy="export one to see what a scheme looks like",
        )
    known = ("schema", *Scheme.__slots__)
    for name, value in values.items():
        if name not in known:
            raise FormatError(
                Message("unknown key {name!r}", name=str(name)[:80]), remedy=suggestion(name, known)
            )
        if name in _ROWS:
            if not isinstance(value, list) or len(value) > MOST:
                raise FormatError(
                    Message("{name} is not a list of at most {most:,} tables", name=name, most=MOST)
                )
            yield name, tuple(_row(row, name, place) for place, row in enumerate(value, 1))
        elif name != "schema":
            yield name, _value(name, value, name, "" if name in _TEXTS else False)


_LONG = ("note", "guidelines")
_TEXTS = ("name", *_LONG)


def _row(row: Any, list_name: str, place: int) -> Any:
    kind, where = _ROWS[list_name], f"{list_name}, number {place}"
    if not isinstance(row, dict):
        raise FormatError(Message("{where}: not a table of names and values", where=where))
    unknown = next((name for name in row if name not in kind._fields), None)
    if unknown is not None:
        raise FormatError(
            Message("{where}: unknown key {unknown!r}", where=where, unknown=str(unknown)[:80]),
            remedy=suggestion(str(unknown), kind._fields),
        )
    first = kind._fields[0]
    if not row.get(first):
        raise FormatError(Message("{where}: {first} is missing", where=where, first=first))
    usual = {first: "", **kind._field_defaults}
    read = {name: _value(name, value, where, usual[name]) for name, value in row.items()}
    if len(read.get("key", "")) > 1:
        raise FormatError(
            Message(
                "{where}: the key {read!r} is not a single character", where=where, read=read["key"]
            )
        )
    return kind(**read)


def _value(name: str, value: Any, where: str, usual: Any) -> Any:
    """A text, a list of texts, or yes or no, as the usual value is."""
    longest = LONGEST_GUIDELINES if name == "guidelines" else LONGEST
    if isinstance(usual, tuple):
        if not isinstance(value, list):
            raise FormatError(Message("{where}: {name} is not a list", where=where, name=name))
        value = tuple(_value(name, one, where, "") for one in value)
        if len(value) > MOST or len(set(value)) < len(value):
            raise FormatError(
                Message(
                    "{where}: {name} has a value twice, or more than {most:,} values",
                    where=where,
                    name=name,
                    most=MOST,
                )
            )
        return value
    if not isinstance(value, type(usual)):
        kind = Message("yes or no (true, false)") if isinstance(usual, bool) else Message("a text")
        raise FormatError(
            Message("{where}: {name} is not {kind}", where=where, name=name, kind=kind)
        )
    if isinstance(value, str) and not _is_sound(value, longest, lines=name in _LONG):
        raise FormatError(
            Message(
                "{where}: {name} is longer than {longest:,} characters, or has control characters",
                where=where,
                name=name,
                longest=longest,
            )
        )
    if name in _CHOICES and value not in _CHOICES[name]:
        raise FormatError(
            Message("{where}: {name} {value!r} is not known", where=where, name=name, value=value),
            remedy=suggestion(value, _CHOICES[name]),
        )
    return value


def _is_sound(text: str, longest: int, *, lines: bool) -> bool:
    breaks = "\n\r\t" if lines else ""
    return len(text) <= longest and all(
        one in breaks or category(one) not in ("Cc", "Cs", "Zl", "Zp") for one in text
    )
