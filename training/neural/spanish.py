"""What the Spanish model is made from: E5's pieces, those of the Spanish parser first, and
embedded-es-train, whose scheme is learnt in the place of CRAFT's.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.accuracy.spanish import PREPROCESSING, prepared
from coindex import corpora, formats
from coindex.core.annotation import Annotated, Annotation
from coindex.language.discourse import discourse
from coindex.training.neural.export import SharedModel
from coindex.training.neural.items import LabelledView, TrainingItem, proposed
from coindex.training.neural.spans import Labels, labels
from coindex.training.neural.stored import shrink
from training.spanish.e5 import all_pieces, encoder

CORPUS = "embedded-es-train"
SLOT = "craft"
"""The corpus and scheme in whose place the Spanish one is learnt: neither has types."""
LAYERS = 6


def shared(parser: Path) -> SharedModel:
    """All that the rules propose may be a mention: what refers to nothing else stays alone. Both
    this and the weight of SUPAR's choice did best in cross-validation.
    """
    return SharedModel(parser, scheme="embedded", learnt=SLOT, least=0.0, rules=2.0)


def write_pieces(weights: Path, parser: Path, out: Path) -> None:
    """tokenizer.json and encoder.npz. E5's pieces that the parser lacks are needed for the English
    texts alone, and not exported.
    """
    out.mkdir(parents=True, exist_ok=True)
    built, rows = all_pieces(parser / "tokenizer.json", weights / "tokenizer-enes32k.json")
    built.save(str(out / "tokenizer.json"))
    shrink(encoder(weights / "e5-small-enes32k.int8.npz", rows, LAYERS), out / "encoder.npz")


def items(fold: int, folds: int) -> Iterator[TrainingItem]:
    """Documents as the rules see them, and with the key's mentions. Those of a fold are held out;
    with fold -1, none is.
    """
    for number, key in enumerate(formats.read(corpora.find(CORPUS).path, "inline")):
        part = "held" if number % folds == fold else "train"
        yield TrainingItem(key.document.id, SLOT, part, [_own(key), _given(key)], {})


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
