"""UIMA CAS as JSON (UIMA JSON CAS 0.4): INCEpTION's and DKPro's coreference chains.

The structures are those of XMI, and so are offsets: they count UTF-16 units, as Java does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from coindex.core.annotation import Annotated, Attributes
from coindex.core.layers import Layer
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk
from coindex.core.remedies import Remedy, leniently
from coindex.formats.markup import one_file_each, own_files
from coindex.formats.records import Record, dumped, looks_like_json, records
from coindex.formats.running import with_tokens
from coindex.formats.xmi import Xmi
from coindex.formats.xmi.reader import CasReading
from coindex.formats.xmi.structures import Structure
from coindex.formats.xmi.types import ranges, type_name, types
from coindex.formats.xmi.writer import SOFA, Cas, Part
from coindex.io.files import File, Files

_STRUCTURES, _TYPES, _VIEWS = "%FEATURE_STRUCTURES", "%TYPES", "%VIEWS"
_ID, _TYPE, _ELEMENTS = "%ID", "%TYPE", "%ELEMENTS"
_RESERVED, _REFERENCE, _PREFIXES = "%", "@", "@^#"
_STRINGS = frozenset({"uima.cas.StringArray", "uima.cas.String[]"})
_DOCUMENT = "DocumentMetaData"


@dataclass(frozen=True)
class CasJson:
    """One view of the CAS is one document; the type system in the file is written and not read."""

    view: str = "_InitialView"
    """Name of the view to read; where it does not exist, the first view that has text."""

    suffixes: ClassVar[tuple[str, ...]] = (".cas.json",)
    carries: ClassVar[frozenset[Layer]] = Xmi.carries

    def recognise(self, file: File) -> float:
        sample = file.sample()
        if looks_like_json(sample) and any(f'"{key}"' in sample for key in (_TYPES, _STRUCTURES)):
            return 0.95
        return 0.2 if file.name.lower().endswith(self.suffixes) else 0.0

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        for file in own_files(self, files, "UIMA CAS JSON"):
            for record in records(file, problems):
                yield CasReading(_JsonCas(record, list(_structures(record))), self.view).result(
                    file.id
                )

    def write(self, items: Iterable[Annotated]) -> Iterator[Chunk]:
        yield from one_file_each(items, _written, self.suffixes[0])


@dataclass(frozen=True, slots=True)
class _JsonCas:
    record: Record
    structures: Sequence[Structure]
    sofa: str = "uima.cas.Sofa"
    called: str = "UIMA CAS JSON"

    @property
    def label(self) -> str:
        return self.record.path

    def report(
        self, message: str, element: Structure, *, detail: str = "", remedy: Remedy | str = ""
    ) -> None:
        place = f"{element.type} with the {_ID} {element.id}"
        self.record.report(message, f"{place}: {detail}" if detail else place, remedy)


def _structures(record: Record) -> Iterator[Structure]:
    """The feature structures, in a list or by their ids."""
    listed = record.values.get(_STRUCTURES)
    if isinstance(listed, dict):
        listed = [
            {_ID: int(id) if id.isdecimal() and len(id) < 12 else id, **one}
            for id, one in listed.items()
            if isinstance(one, dict)
        ]
    given = list(record.within({_STRUCTURES: listed}, "").records(_STRUCTURES))
    arrays = {
        one.values.get(_ID): one
        for one in given
        if _ELEMENTS in one.values and isinstance(one.values.get(_ID), int)
    }
    for place, one in enumerate(given):
        id, name = one.integer(_ID), one.string(_TYPE)
        if id is None or not name:
            one.report(
                "structure without an id or a type",
                remedy=leniently("leaves it out", "export the document again"),
            )
        elif _ELEMENTS not in one.values:
            values, lists = _features(one, arrays)
            package, _, type = name.rpartition(".")
            yield Structure(str(id), type, f"/{package.replace('.', '/')}", values, lists, place)


def _features(structure: Record, arrays: dict[Any, Record]) -> tuple[dict[str, str], Attributes]:
    """The features of a structure, in one string each, and those that are lists of strings."""
    values: dict[str, str] = {}
    lists: list[tuple[str, str]] = []
    for key, value in structure.values.items():
        name = key.lstrip(_PREFIXES)
        array = arrays.get(value) if key.startswith(_REFERENCE) and _whole(value) else None
        if key.startswith(_RESERVED) or value is None or (key.startswith(_REFERENCE) and not value):
            continue
        if array is not None and array.values.get(_TYPE) in _STRINGS:
            lists += ((name, one) for one in array.items(_ELEMENTS) if isinstance(one, str))
        elif array is not None:
            values[name] = " ".join(str(one) for one in array.items(_ELEMENTS) if _whole(one))
        elif isinstance(value, bool):
            values[name] = str(value).lower()
        elif isinstance(value, str | int | float):
            values[name] = str(value)
        else:
            structure.report("value of the wrong type", f"{key} should be a string or a number")
    return values, tuple(lists)


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _written(item: Annotated) -> Iterator[str]:
    cas = Cas(with_tokens(item.document))
    cas.analysis()
    cas.chains(item)
    sofa = {
        _ID: int(SOFA),
        _TYPE: "uima.cas.Sofa",
        "sofaNum": 1,
        "sofaID": "_InitialView",
        "mimeType": "text",
        "sofaString": cas.document.text,
    }
    view = {"%SOFA": int(SOFA), "%MEMBERS": [int(part.id) for part in cas.parts]}
    yield dumped(
        {
            _TYPES: types(part.kind for part in cas.parts),
            _STRUCTURES: [sofa, *map(_structure, cas.parts)],
            _VIEWS: {"_InitialView": view},
        }
    )


def _structure(part: Part) -> dict[str, Any]:
    values: dict[str, Any] = {_ID: int(part.id), _TYPE: type_name(part.kind)}
    if part.kind.endswith(f":{_DOCUMENT}"):
        values["%FLAGS"] = ["DocumentAnnotation"]
    if part.in_text:
        values["@sofa"] = int(SOFA)
    if part.begin is not None:
        values |= {"begin": part.begin, "end": part.end}
    references = ranges(part.kind)
    for name, value in part.values:
        values |= {f"@{name}": int(value)} if references.get(name) else {name: value}
    return values
