"""UIMA CAS as JSON (UIMA JSON CAS 0.4): INCEpTION's and DKPro's coreference chains.

The structures are those of XMI, and so are offsets: they count UTF-16 units, as Java does.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

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
from coindex.formats.xmi.writer import SOFA, SPACES, Cas, Part
from coindex.io.files import File, Files

_STRING, _ANNOTATION = "uima.cas.String", "uima.tcas.Annotation"


class _Type(NamedTuple):
    above: str
    """The type of which it is a kind; ours by its prefix, others by their full name."""
    strings: tuple[str, ...] = ()
    references: Mapping[str, str] = {}
    """Types of features that refer to other structures."""


_DESCRIBED = {
    "metadata:DocumentMetaData": _Type(
        "uima.tcas.DocumentAnnotation",
        ("documentTitle", "documentId", "documentUri", "collectionId", "documentBaseUri"),
    ),
    "metadata:MetaDataStringField": _Type(_ANNOTATION, ("key", "value")),
    "segmentation:Div": _Type(_ANNOTATION, ("id", "divType")),
    "segmentation:Paragraph": _Type("segmentation:Div"),
    "segmentation:Heading": _Type("segmentation:Div"),
    "segmentation:Sentence": _Type(_ANNOTATION, ("id",)),
    "segmentation:TokenForm": _Type(_ANNOTATION, ("value",)),
    "segmentation:Lemma": _Type(_ANNOTATION, ("value",)),
    "pos:POS": _Type(_ANNOTATION, ("PosValue", "coarseValue")),
    "morph:MorphologicalFeatures": _Type(_ANNOTATION, ("value",)),
    "segmentation:Token": _Type(
        _ANNOTATION,
        ("id",),
        {
            "lemma": "segmentation:Lemma",
            "pos": "pos:POS",
            "morph": "morph:MorphologicalFeatures",
            "form": "segmentation:TokenForm",
        },
    ),
    "dependency:Dependency": _Type(
        _ANNOTATION,
        ("DependencyType", "flavor"),
        {"Governor": "segmentation:Token", "Dependent": "segmentation:Token"},
    ),
    "dependency:ROOT": _Type("dependency:Dependency"),
    "coref:CoreferenceLink": _Type(
        _ANNOTATION, ("referenceType", "referenceRelation"), {"next": "coref:CoreferenceLink"}
    ),
    "coref:CoreferenceChain": _Type(
        "uima.cas.AnnotationBase", (), {"first": "coref:CoreferenceLink"}
    ),
}


def type_name(kind: str) -> str:
    """The full name of a type, `coref:CoreferenceLink` for instance."""
    prefix, _, name = kind.partition(":")
    if not name:
        return kind
    return f"{SPACES[prefix].removeprefix('http:///').removesuffix('.ecore')}/{name}".replace(
        "/", "."
    )


def ranges(kind: str) -> dict[str, str]:
    """The features of a type that refer to other structures, with the types of these."""
    described = _DESCRIBED.get(kind)
    return {} if described is None else {**ranges(described.above), **described.references}


def types(kinds: Iterable[str]) -> dict[str, Any]:
    """The descriptions of types, and of all that these mention."""
    waiting, described = list(dict.fromkeys(kinds)), dict[str, Any]()
    while waiting:
        kind = waiting.pop(0)
        name, known = type_name(kind), _DESCRIBED.get(kind)
        if known is not None and name not in described:
            features = {**dict.fromkeys(known.strings, _STRING), **known.references}
            described[name] = {
                "%NAME": name,
                "%SUPER_TYPE": type_name(known.above),
                **{
                    feature: {"%NAME": feature, "%RANGE": type_name(range)}
                    for feature, range in features.items()
                },
            }
            waiting += [known.above, *known.references.values()]
    return dict(sorted(described.items()))


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
        # Lists of strings are attributes; of other arrays XMI has the identifiers in one string.
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
