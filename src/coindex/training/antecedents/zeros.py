"""Shows subjects of a language with overt subjects as if they were omitted, so that a model learns
about zeros.
"""

from __future__ import annotations

import torch

from coindex.core.annotation import Kind
from coindex.language.syntax.functions import Function
from coindex.models.session import UNKNOWN
from coindex.models.word_features import LetterCase
from coindex.resolvers.neural.features import CLASSES, FUNCTIONS, KINDS, PRONOUNS, WORDS
from coindex.training.antecedents.model import WindowBatch

_CLASS = {name: place for place, name in enumerate(CLASSES)}
_WORD = {name: place for place, name in enumerate(WORDS)}
_ZERO = KINDS.index(Kind.ZERO)
_THIRD = tuple(PRONOUNS.index(form) for form in ("he", "she", "it"))


def with_zeros(batch: WindowBatch, share: float) -> WindowBatch:
    """The batch in which this share of the personal pronouns that are subjects has no form and no
    gender.
    """
    classes = batch.classes.clone()
    third = torch.isin(classes[:, _CLASS["pronoun"]], torch.tensor(_THIRD, device=classes.device))
    chosen = (classes[:, _CLASS["kind"]] == KINDS.index(Kind.PERSONAL)) & (
        classes[:, _CLASS["function"]] == FUNCTIONS.index(Function.SUBJECT)
    )
    chosen &= torch.rand(len(classes), device=classes.device) < share
    classes[chosen, _CLASS["kind"]] = _ZERO
    classes[chosen, _CLASS["gender"]] = 0
    classes[chosen, _CLASS["animacy"]] = 0
    classes[chosen & third, _CLASS["pronoun"]] = PRONOUNS.index("one")
    word = batch.spans[chosen, 2]
    pieces = batch.pieces.clone().flatten()
    pieces[torch.cat([batch.first[word], batch.last[word]])] = UNKNOWN
    words = batch.words.clone()
    row = batch.owner.flatten()[batch.first[word]]
    words[row, _WORD["relation"]] = 0
    words[row, _WORD["type"]] = 0
    words[row, _WORD["case"]] = int(LetterCase.SYMBOL)
    words[row, _WORD["heads"]] = 1 + _ZERO
    return batch._replace(classes=classes, pieces=pieces.view_as(batch.pieces), words=words)
