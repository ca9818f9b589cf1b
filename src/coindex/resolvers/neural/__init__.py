"""The learned resolver: a small model scores the antecedents of every mention, offline, on a CPU.

End-to-end span ranking as in Lee et al. (2017, 2018), without its span detection: mentions come from the detector. The
coarse-to-fine scores see an encoder's states and what the parse says; mentions choose entities, not antecedents.

In the papers, and here:

    span representation              scoring.material, scoring._vectors, features.mention_features
    mention score, pruning of spans  none: the detector decides what a mention is
    coarse pruning of antecedents    candidates.chosen
    pairwise score, with features    scoring.chances
    dummy antecedent                 scoring.Chances: `new`, the rule "new entity"
    softmax over antecedents         deciding.Deciding._weighed
    higher-order inference           none: an entity adds up its mentions, Deciding._best; parameter `decode`
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import SpecError, suggestion
from coindex.core.glossary import Glossary
from coindex.core.protocols import Correct
from coindex.models.antecedents import Antecedents, antecedents
from coindex.resolvers.discourse import discourse
from coindex.resolvers.neural.deciding import PROBABILITY_TERMS, Choosing, Deciding
from coindex.resolvers.neural.scoring import chances, material

DECODERS = ("entity", "pairs")


@dataclass(frozen=True, slots=True)
class Neural:
    """Join each mention to the entity that is the most probable, or begin a new one if that is more probable."""

    model: str = ""
    """Folder of a model of your own; empty for the bundled one."""
    scheme: str = "gum"
    """The annotation scheme to follow: *gum*, *litbank* or *craft*, or one that your own model was trained with."""
    min_confidence: float = 0.0
    """A mention whose best answer is less probable than this is left open."""
    decode: Literal["entity", "pairs"] = "entity"
    """Whether the probabilities of the mentions of one entity are added up (*entity*) or each stands alone (*pairs*).
    """
    threads: int = 1
    """Threads for running the model."""
    languages: ClassVar[tuple[str, ...]] = ("en",)
    glossary: ClassVar[Glossary] = PROBABILITY_TERMS

    def __post_init__(self) -> None:
        check("decode", self.decode, DECODERS)

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        model = antecedents(self.model, self.threads)
        choosing = Choosing(self.decode == "entity", self.min_confidence)
        deciding = Deciding(discourse(document, mentions), choosing, correct)
        return deciding.decisions(
            chances(model, material(model, deciding.discourse), scheme_number(model, self.scheme))
        )


def scheme_number(model: Antecedents, scheme: str) -> int:
    check("scheme", scheme, model.schemes)
    return model.schemes.index(scheme)


def check(option: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise SpecError(f"no {option} is called {value!r}: {suggestion(value, filter(None, known))}")
