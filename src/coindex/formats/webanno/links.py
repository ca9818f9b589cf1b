"""The meaning of the labels of coreference relations, and the labels with which links
are written.
"""

from __future__ import annotations

from coindex.core.annotation import Link, Relation

SPLIT = "bridge:aggr"
_BRIDGE = "bridge"
_LABELS = {
    Relation.IDENTITY: "coref",
    Relation.APPOSITION: "appos",
    Relation.PREDICATION: "pred",
    Relation.DISCOURSE: "disc",
    Relation.BRIDGING: _BRIDGE,
}
_RELATIONS = {label: relation for relation, label in _LABELS.items()}


def meaning(label: str) -> tuple[Relation, str]:
    """Relation and subtype of a label."""
    if label in _RELATIONS:
        return _RELATIONS[label], ""
    family, _, subtype = label.partition(":")
    if family == _BRIDGE and label != SPLIT:
        return Relation.BRIDGING, subtype
    return Relation.IDENTITY, label


def label_of(link: Link) -> str:
    """The label of a link; several antecedents can only be written as separate relations, which the
    label connects.
    """
    if link.relation is Relation.BRIDGING:
        return f"{_BRIDGE}:{link.subtype}" if link.subtype else _BRIDGE
    if len(link.antecedents) > 1:
        return SPLIT
    if link.relation is Relation.IDENTITY and link.subtype:
        return link.subtype
    return _LABELS[link.relation]


def joins(label: str) -> bool:
    """Whether a relation with this label puts its two ends into one entity."""
    return label.partition(":")[0] != _BRIDGE
