"""The layers that a TSV file declares, their roles, and the escapes of its cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from coindex.core.annotation import Annotated, Attributes

FORMAT = "WebAnno TSV 3.3"
DKPRO = "de.tudarmstadt.ukp.dkpro.core.api"
MORPHOLOGY = f"{DKPRO}.lexmorph.type.morph.MorphologicalFeatures"
POS = f"{DKPRO}.lexmorph.type.pos.POS"
LEMMA = f"{DKPRO}.segmentation.type.Lemma"
DEPENDENCY = f"{DKPRO}.syntax.type.dependency.Dependency"
CHAIN = f"{DKPRO}.coref.type.CoreferenceLink"
REFERENT = "webanno.custom.Referent"
COREF = "webanno.custom.Coref"

TOKEN_FIELDS = {
    (MORPHOLOGY, "value"): "feats",
    (POS, "PosValue"): "xpos",
    (POS, "coarseValue"): "upos",
    (LEMMA, "value"): "lemma",
}
"""Columns for which `Token` has a field."""

_TYPES = ("entity", "etype", "type", "value", "referenceType")
_RESERVED = re.compile(r"\\|\[|\]|\||_|->|;|\t|\n|\*")
_ESCAPED = re.compile(r"\\(->|.)")
_LABELS = {"\t": "\\t", "\n": "\\n"}


class TsvLayer(NamedTuple):
    """`kind` is SP for spans, CH for chains, RL for relations."""

    kind: str
    name: str
    columns: tuple[str, ...]

    def __str__(self) -> str:
        return f"#T_{self.kind}={'|'.join((self.name, *self.columns))}"

    @property
    def base(self) -> str:
        """The span layer whose annotations a relation layer relates."""
        last = self.columns[-1] if self.columns else ""
        return last[3:] if self.kind == "RL" and last.startswith("BT_") else ""


class Roles(NamedTuple):
    """Which layers hold coreference, as far as the user specifies; see `WebAnno`."""

    mentions: str = ""
    links: str = ""
    type: str = ""

    def coreference(self, layers: Sequence[TsvLayer]) -> tuple[TsvLayer | None, TsvLayer | None]:
        """The layer of mentions (spans or chains), and the layer of links."""
        relations = [layer for layer in layers if layer.kind == "RL" and layer.name != DEPENDENCY]
        spans = [layer for layer in layers if layer.kind != "RL" and not _linguistic(layer)]
        link = _chosen(relations, self.links)
        chain = next((layer for layer in spans if layer.kind == "CH"), None)
        if self.mentions:
            mention = _chosen(spans, self.mentions)
        elif chain and not self.links:
            mention = chain
        else:
            mention = next(
                (layer for layer in spans if link and layer.name == link.base),
                chain or _chosen(spans, ""),
            )
        # Chains hold their own links, and links between other annotations have no mentions for
        # ends.
        if mention and link and (mention.kind == "CH" or link.base != mention.name):
            link = None
        return mention, link

    def type_column(self, layer: TsvLayer) -> str:
        wanted = (self.type,) if self.type else _TYPES
        return next((name for name in wanted if name in layer.columns), "")


def _chosen(layers: Sequence[TsvLayer], name: str) -> TsvLayer | None:
    return next((layer for layer in layers if layer.name.endswith(name)), None)


def _linguistic(layer: TsvLayer) -> bool:
    return layer.name in (MORPHOLOGY, POS, LEMMA)


def layer_of(kind: str, text: str) -> TsvLayer:
    name, *columns = text.split("|")
    return TsvLayer(kind, name, tuple(columns) or ("",))


def layers_for(item: Annotated, roles: Roles, *, chains: bool) -> tuple[TsvLayer, ...]:
    """The layers that an annotation was read with, and those it needs in addition if none of them
    holds mentions.
    """
    brought, own = declared(item.annotation.attributes), default_layers(item, chains=chains)
    if not brought:
        return own
    if roles.coreference(brought)[0] or not item.annotation.mentions:
        return brought
    return (*brought, *(layer for layer in own if layer.name in (CHAIN, REFERENT, COREF)))


def default_layers(item: Annotated, *, chains: bool) -> tuple[TsvLayer, ...]:
    """The layers of a document that was not read with its own."""
    tokens = item.document.tokens
    layers = []
    if any(token.feats for token in tokens):
        layers.append(TsvLayer("SP", MORPHOLOGY, ("value",)))
    # WebAnno's arcs of dependency lie between tags, so that a parse needs the layer of tags.
    if any(token.xpos or token.upos for token in tokens) or any(
        token.head is not None for token in tokens
    ):
        layers.append(TsvLayer("SP", POS, ("PosValue", "coarseValue")))
    if any(token.lemma for token in tokens):
        layers.append(TsvLayer("SP", LEMMA, ("value",)))
    if chains:
        layers.append(TsvLayer("CH", CHAIN, ("referenceType", "referenceRelation")))
    else:
        names = dict.fromkeys(
            name for mention in item.annotation.mentions for name, _ in mention.attributes
        )
        columns = ("entity", *(name for name in names if name != "entity" and _nameable(name)))
        layers.append(TsvLayer("SP", REFERENT, columns))
        layers.append(TsvLayer("RL", COREF, ("type", f"BT_{REFERENT}")))
    if any(token.head is not None for token in tokens):
        layers.append(TsvLayer("RL", DEPENDENCY, ("DependencyType", "flavor", f"BT_{POS}")))
    return tuple(layers)


def _nameable(name: str) -> bool:
    return bool(name) and name.isprintable() and "|" not in name and not name.startswith("BT_")


def declared(attributes: Attributes) -> tuple[TsvLayer, ...]:
    """The layers that an annotation was read with."""
    return tuple(layer_of(key[2:], value) for key, value in attributes if key.startswith("T_"))


def escaped(value: str) -> str:
    return _RESERVED.sub(lambda match: _LABELS.get(match[0], f"\\{match[0]}"), value)


def unescaped(cell: str) -> str:
    if "\\" not in cell:
        return cell
    return _ESCAPED.sub(lambda match: {"t": "\t", "n": "\n"}.get(match[1], match[1]), cell)


def split_items(cell: str) -> list[str]:
    """The `|`-separated items of a cell; escaped bars do not separate."""
    if "\\" not in cell:
        return cell.split("|")
    items, current, position = [], "", 0
    for match in re.finditer(r"\\.|\|", cell):
        if match[0] == "|":
            items.append(current + cell[position : match.start()])
            current, position = "", match.end()
        else:
            current += cell[position : match.end()]
            position = match.end()
    return [*items, current + cell[position:]]


def joined_items(items: Iterable[str]) -> str:
    return "|".join(items) or "_"
