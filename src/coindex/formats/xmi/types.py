"""The types of DKPro Core (Eckart de Castilho & Gurevych 2014) that are written, as JSON describes
them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from coindex.formats.xmi.writer import SPACES

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
