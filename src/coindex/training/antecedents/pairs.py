"""The features of two mentions together: each is a class, computed from their classes and marks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import torch
from torch import Tensor

from coindex.core.annotation import Kind
from coindex.resolvers.neural.features import CLASSES, KINDS, MARKS, MODIFIERS, NAME_WORDS

DISTANCES = (1, 2, 3, 4, 5, 7, 9, 13, 20, 32, 64, 128, 250)
SENTENCES = (1, 2, 3, 4, 6, 9, 15, 30, 80)
SORTS = 3
"""Upper bounds of classes of distance, in expressions and in sentences, about logarithmic; and the
sorts of anaphors that have weights of their own for them.
"""
_CLASS: Final = {name: index for index, name in enumerate(CLASSES)}
_MARK: Final = {name: index for index, name in enumerate(MARKS)}
_SORT: Final = [1 if kind is Kind.NAME else 2 if kind.pronominal else 0 for kind in KINDS]


class PairSide:
    """Classes and marks of mentions, by name."""

    def __init__(self, classes: Tensor, marks: Tensor) -> None:
        self.classes, self.marks = classes, marks

    def of(self, name: str) -> Tensor:
        return self.classes[..., _CLASS[name]]

    def mark(self, name: str) -> Tensor:
        return self.marks[..., _MARK[name]]

    def several(self, name: str, count: int) -> Tensor:
        first = _MARK[f"{name}0"]
        return self.marks[..., first : first + count]

    @property
    def sort(self) -> Tensor:
        """0 for a noun, 1 for a name, 2 for a pronoun."""
        return torch.tensor(_SORT, device=self.classes.device)[self.of("kind")]


def bucket(values: Tensor, bounds: tuple[int, ...]) -> Tensor:
    return (values[..., None] >= torch.tensor(bounds, device=values.device)).sum(-1)


def same(one: PairSide, other: PairSide, name: str, second: str = "") -> Tensor:
    left, right = one.mark(name), other.mark(second or name)
    return (left == right) & (left >= 0)


def _both(name: str) -> tuple[int, Callable[[PairSide, PairSide], Tensor]]:
    size = CLASSES[name]
    return size * size, lambda one, other: one.of(name) * size + other.of(name)


def _distance(one: PairSide, other: PairSide) -> Tensor:
    return bucket(one.mark("number") - other.mark("number"), DISTANCES) * SORTS + one.sort


def _sentences(one: PairSide, other: PairSide) -> Tensor:
    distance = bucket(one.mark("sentence") - other.mark("sentence"), SENTENCES)
    return (distance * SORTS + one.sort) * SORTS + other.sort


def _paragraphs(one: PairSide, other: PairSide) -> Tensor:
    return (one.mark("paragraph") - other.mark("paragraph")).clamp(0, 3)


def _nesting(one: PairSide, other: PairSide) -> Tensor:
    inside = (other.mark("start") <= one.mark("start")) & (other.mark("end") >= one.mark("end"))
    around = (one.mark("start") <= other.mark("start")) & (one.mark("end") >= other.mark("end"))
    return inside.long() + 2 * around.long() + 4 * (one.mark("head") == other.mark("head")).long()


def _strings(one: PairSide, other: PairSide) -> Tensor:
    equal = [same(one, other, name).long() for name in ("text", "core", "lemma")]
    return equal[0] * 4 + equal[1] * 2 + equal[2]


def _names(one: PairSide, other: PairSide) -> Tensor:
    """Whether each has words, and all words, of the other; whether first and last words are the
    same.
    """
    left, right = one.several("name", NAME_WORDS), other.several("name", NAME_WORDS)
    met = (left[..., :, None] == right[..., None, :]) & (left[..., :, None] >= 0)
    shared = met.any(-1).any(-1).long()
    inside = ((met.any(-1) | (left < 0)).all(-1)).long() * shared
    around = ((met.any(-2) | (right < 0)).all(-1)).long() * shared
    edges = same(one, other, "first_name").long() + 2 * same(one, other, "last_name").long()
    crossed = (
        same(one, other, "first_name", "last_name") | same(one, other, "last_name", "first_name")
    ).long()
    return ((shared * 2 + inside) * 2 + around) * 8 + edges * 2 + crossed


def _other_names(one: PairSide, other: PairSide) -> Tensor:
    short = same(one, other, "letters", "initials") | same(one, other, "initials", "letters")
    return short.long() + 2 * same(one, other, "nation").long()


def _modifiers(one: PairSide, other: PairSide) -> Tensor:
    """For two phrases with one noun: no modifiers missing on either side, on one, on both."""
    left, right = one.several("modifier", MODIFIERS), other.several("modifier", MODIFIERS)
    met = (left[..., :, None] == right[..., None, :]) & (left[..., :, None] >= 0)
    fewer = (met.any(-1) | (left < 0)).all(-1).long()
    more = (met.any(-2) | (right < 0)).all(-1).long()
    some = met.any(-1).any(-1).long()
    return same(one, other, "lemma").long() * 8 + fewer * 4 + more * 2 + some


def _voices(one: PairSide, other: PairSide) -> Tensor:
    """Both outside speech, one inside, in one voice or in two; with the persons of both."""
    left, right = one.mark("voice"), other.mark("voice")
    inside = (left >= 0).long() + (right >= 0).long()
    state = torch.where((inside == 2) & (left == right), 3, inside)
    return (state * 8 + one.of("person")) * 8 + other.of("person")


def _speaking(one: PairSide, other: PairSide) -> Tensor:
    """Whether the candidate is the speaker or hearer of the anaphor's utterance, or the reverse;
    with the anaphor's person.
    """
    number, candidate = one.mark("number"), other.mark("number")
    state = torch.zeros_like(candidate)
    for value, met in (
        (1, other.mark("addressee") == number),
        (2, other.mark("speaker") == number),
        (3, one.mark("addressee") == candidate),
        (4, one.mark("speaker") == candidate),
    ):
        state = torch.where(met, value, state)
    return state * 8 + one.of("person")


def _constructs(one: PairSide, other: PairSide) -> Tensor:
    forward = (one.mark("target") == other.mark("number")).long() * one.mark("construct")
    backward = (other.mark("target") == one.mark("number")).long() * other.mark("construct")
    return forward * 5 + backward


def _clauses(one: PairSide, other: PairSide) -> Tensor:
    state = same(one, other, "governor").long() * 2 + same(one, other, "clause").long()
    return (state * SORTS + one.sort) * SORTS + other.sort


def _chains(one: PairSide, other: PairSide) -> Tensor:
    """Whether both are in one chain of the sieve; else whether each is in a chain with an earlier
    mention.
    """
    left, right = one.mark("chain"), other.mark("chain")
    state = 2 * (left != one.mark("number")).long() + (right != other.mark("number")).long()
    return torch.where(left == right, 4, state)


PAIRS: Final[dict[str, tuple[int, Callable[[PairSide, PairSide], Tensor]]]] = {
    **{
        f"{name}s": _both(name)
        for name in ("kind", "type", "number", "person", "gender", "animacy", "function")
    },
    "definitenesses": _both("definiteness"),
    "distance": ((len(DISTANCES) + 1) * SORTS, _distance),
    "sentences": ((len(SENTENCES) + 1) * SORTS * SORTS, _sentences),
    "paragraphs": (4, _paragraphs),
    "nesting": (8, _nesting),
    "strings": (8, _strings),
    "names": (64, _names),
    "other names": (4, _other_names),
    "modifiers": (16, _modifiers),
    "voices": (256, _voices),
    "speaking": (40, _speaking),
    "constructs": (25, _constructs),
    "clauses": (4 * SORTS * SORTS, _clauses),
    "chains": (5, _chains),
}
"""The features, each with its number of values."""


def pair_classes(one: PairSide, other: PairSide) -> Tensor:
    """The features of pairs along the last dimension."""
    features = [find(one, other) for _, find in PAIRS.values()]
    return torch.stack(features, -1)
