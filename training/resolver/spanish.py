"""What the Spanish model is made from: E5's pieces, those of the Spanish parser first, and
embedded-es-train, whose scheme is learnt in the place of CRAFT's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np

from coindex import corpora, formats
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.language.discourse.discourse import discourse
from coindex.models.antecedents import FILE
from coindex.training.antecedents.items import (
    LabelledView,
    TrainingItem,
    labelled_item,
    proposed,
)
from coindex.training.antecedents.spans import UNKNOWN, Labels, labels
from coindex.training.packing import TABLE
from training.embedded_spanish import PREPROCESSING, prepared
from training.marks import EVERYDAY, SPANISH_DISCOURSES, MarkedText, marked_texts
from training.parser.spanish.e5 import all_pieces, encoder, extended, more_pieces
from training.resolver.answers import SPANISH_SLOT
from training.resolver.corpora import in_parts
from training.resolver.foreign import READERS, foreign_texts
from training.resolver.sharing import SharedModel, lowest_layers
from training.stored import shrink

CORPUS = "embedded-es-train"
LAYERS = 6
COMPOSED = "composed/"
"""What the names of composed texts begin with."""
RULES = 2.0
"""What the antecedent that SUPAR chooses gains in log-odds."""
FOREIGN_PIECES = 20_000
"""At most this many pieces are added for other languages; their corpora have 13,862."""


def shared(parser: Path, layers: int) -> SharedModel:
    """A model with the parser's lowest layers. All that the rules propose may be a mention: what
    refers to nothing else stays alone. Both this and the weight of SUPAR's choice did best in
    cross-validation.
    """
    return SharedModel(
        parser, layers, scheme="embedded", learnt=SPANISH_SLOT, least=0.0, rules=RULES
    )


def write_pieces(
    weights: Path,
    parser: Path,
    out: Path,
    layers: int = 0,
    whole: Path | None = None,
    corpora: Path | None = None,
) -> None:
    """tokenizer.json and encoder.npz: the parser's lowest `layers`, and E5's above them. The pieces
    that the parser lacks are needed for texts in other languages alone, and not exported.

    With the `whole` of E5, also tokenizer-foreign.json, with pieces of the foreign corpora; these
    are in encoder.npz too.
    """
    out.mkdir(parents=True, exist_ok=True)
    built, rows = all_pieces(parser / "tokenizer.json", weights / "tokenizer-enes32k.json")
    built.save(str(out / "tokenizer.json"))
    arrays = encoder(weights / "e5-small-enes32k.int8.npz", rows, LAYERS)
    arrays |= lowest_layers(parser / FILE, layers)
    if whole is not None and corpora is not None:
        forms = Counter(
            form for name in READERS for text in foreign_texts(name, corpora) for form in text.forms
        )
        more = more_pieces(whole, forms, built, FOREIGN_PIECES)
        extended(built, more).save(str(out / "tokenizer-foreign.json"))
        arrays[TABLE] = np.concatenate([arrays[TABLE], more.table])
    shrink(arrays, out / "encoder.npz")


def items() -> Iterator[TrainingItem]:
    """Documents as the rules see them, and with the key's mentions; then the texts composed for
    training.
    """
    for key in formats.read(corpora.find(CORPUS).path, "inline"):
        yield TrainingItem(key.document.id, SPANISH_SLOT, "train", [_own(key), _given(key)], {})
    for corpus, folder in (("everyday", EVERYDAY / "es"), ("discourses", SPANISH_DISCOURSES)):
        yield from _composed(corpus, marked_texts(folder))


def _composed(corpus: str, texts: list[tuple[str, MarkedText]]) -> Iterator[TrainingItem]:
    """Whether an unmarked expression is a mention is unknown."""
    parse = PREPROCESSING["automatic"].parsed
    parsed = parse(Document(f"{COMPOSED}{name}", text.plain, "es") for name, text in texts)
    parts = in_parts(texts, corpus, "train")
    for ((_, text), shown), document in zip(parts, parsed, strict=True):
        item = labelled_item(
            {SPANISH_SLOT: Annotated(document, text.annotation(document))},
            document,
            SPANISH_SLOT,
            shown,
        )
        (view,) = item.views
        (known,) = view.labels
        view.labels = [known._replace(type=[UNKNOWN] * len(known.type))]
        yield item


def _own(item: Annotated) -> LabelledView:
    case = prepared(item, PREPROCESSING["automatic"])
    found = proposed(case.document)
    return LabelledView("own", found, [labels(Annotated(case.document, _placed(case.key)), found)])


def _given(item: Annotated) -> LabelledView:
    """Nothing to learn of types and edges."""
    case = prepared(item, PREPROCESSING["gold mentions"])
    found = discourse(case.document, case.mentions)
    entity = labels(Annotated(case.document, _placed(case.key)), found).entity
    count = len(entity)
    return LabelledView("given", found, [Labels(entity, [-1] * count, [(-1, -1)] * count)])


def _placed(key: Annotation) -> Annotation:
    """Without mentions that the parse has no token for."""
    entities = (
        entity._replace(mentions=tuple(one for one in entity.mentions if one.start >= 0))
        for entity in key.entities
    )
    return replace(
        key,
        entities=tuple(entity for entity in entities if entity.mentions),
        mentions=tuple(one for one in key.mentions if one.start >= 0),
    )
