"""What the layers of a TSV file have no column for."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from coindex.core.annotation import Annotated
from coindex.core.document import Document
from coindex.core.layers import Layer, is_name, present
from coindex.formats.misc import unplaced
from coindex.formats.webanno.layout import Roles, TsvLayer, layers_for
from coindex.formats.webanno.writer import surfaces_of

_OF_RELATIONS = (
    Layer.LINKS,
    Layer.SPLIT,
    Layer.BRIDGING,
    Layer.RELATIONS,
    Layer.LINK_SUBTYPES,
)


def losses(item: Annotated, roles: Roles, *, chains: bool) -> Counter[Layer]:
    layers = layers_for(item, roles, chains=chains)
    mention, link = roles.coreference(layers)
    lost = _of_document(item.document, layers)
    counts = present(item)
    if link is None:
        lost.update({layer: counts[layer] for layer in _OF_RELATIONS})
    if mention is None or mention.kind == "CH":
        lost.update({layer: counts[layer] for layer in (Layer.MARKABLES, Layer.MENTION_NAMES)})
    columns = mention.columns if mention else ()
    annotation = item.annotation
    lost[Layer.ATTRIBUTES] = sum(
        name not in columns for m in annotation.mentions for name, _ in m.attributes
    )
    lost[Layer.MENTION_NAMES] = sum(is_name(m.id) for m in annotation.mentions)
    lost[Layer.MARKS] = sum(
        not name.startswith("T_") and name != "FORMAT" for name, _ in annotation.attributes
    )
    return lost


def _of_document(document: Document, layers: tuple[TsvLayer, ...]) -> Counter[Layer]:
    """What is lost of the text: words of a multiword token that do not spell it have no row;
    between sentences there are only spaces.
    """
    lost: Counter[Layer] = Counter()
    names = {
        f"{whole}{layer.name}:{column}"
        for layer in layers
        for column in layer.columns
        for whole in ("", "whole:")
    }
    lost[Layer.MISC] = unplaced(document, names)
    rows = list(surfaces_of(document))
    written = {row.span for sentence in rows for row in sentence}
    for sentence in document.sentences:
        for span, _, feats, misc in sentence.multiwords:
            parted = sum(part.start in span and part.length == 1 for part in written)
            lost[Layer.MULTIWORDS] += not parted or bool(feats or misc)
            lost[Layer.TOKENS] += 0 if parted else span.length - 1
    edges = [(0, 0), *((own[0].start, own[-1].end) for own in rows if own), (len(document.text), 0)]
    between = "".join(document.text[before[1] : after[0]] for before, after in pairwise(edges))
    lost[Layer.SPACING] = int(bool(between.strip(" ")) or document.text[-1:].isspace())
    return lost
