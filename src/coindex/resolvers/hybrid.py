"""Classic constraints over learned preferences: what binding theory and agreement forbid, no probability allows.

What comes from where:

    probabilities of antecedents         neural.scoring.chances; parameters `model`, `scheme`, `decode`
    principles B and C, i-within-i       constraints.binding (Stuckardt 2001), disjoint: between whole entities
    agreement of pronouns                Hybrid._clash; parameters `agreement`, `certain`
    surest decision of a sentence first  neural.deciding.Deciding._surest_first
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar, Literal

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary
from coindex.core.protocols import Correct
from coindex.language.agreement import UNKNOWN, Person, clash
from coindex.models.antecedents import antecedents
from coindex.resolvers.constraints import AGREEMENT_TERMS, binding
from coindex.resolvers.discourse import Expression
from coindex.resolvers.disjointness import BINDING_TERMS
from coindex.resolvers.neural import DECODERS
from coindex.resolvers.neural.deciding import PROBABILITY_TERMS, Choosing, Deciding, Veto
from coindex.resolvers.neural.learned import detector
from coindex.resolvers.neural.reading import check, reading
from coindex.resolvers.neural.scoring import chances

CERTAIN = 0.95
"""How certain both genders or animacies must be to contradict each other: a guess does not outweigh the model."""


@dataclass(frozen=True, slots=True)
class Hybrid:
    """`neural` with ROSANA's constraints as filters: principles B and C, i-within-i, and agreement of pronouns.

    A constraint is tested against the whole entity that a mention would join.
    """

    model: str = ""
    """Folder of a model of your own; empty for the bundled one."""
    scheme: str = "gum"
    """The annotation scheme to follow, for mentions and coreference: *gum*, *litbank*, *ontonotes* or *craft*."""
    size: Literal["small", "large"] = "small"
    """The model: *small* is bundled; *large*, better and slower, comes with the distribution `coindex-large`."""
    min_confidence: float = 0.0
    """A mention whose best answer is less probable than this is left open."""
    decode: Literal["entity", "pairs"] = "entity"
    """Whether the probabilities of the mentions of one entity are added up (*entity*) or each stands alone (*pairs*).
    """
    threads: int = 1
    """Threads for running the model."""
    agreement: bool = True
    """Whether pronouns must agree with the entity that they join."""
    certain: float = CERTAIN
    """How certain both genders, or both animacies, must be to contradict each other, from 0 to 1."""
    languages: ClassVar[tuple[str, ...]] = ("en",)
    glossary: ClassVar[Glossary] = {**PROBABILITY_TERMS, **AGREEMENT_TERMS, **BINDING_TERMS}

    def __post_init__(self) -> None:
        check("decode", self.decode, DECODERS)

    @property
    def detector(self) -> str:
        """The component string of the detector whose mentions it takes if no other is named."""
        return detector(self.model, self.scheme, self.size, self.threads)

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        model = antecedents(self.model, self.threads, self.size)
        read = reading(document, mentions, model, self.scheme)
        choosing = Choosing(self.decode == "entity", self.min_confidence, surest_first=True)
        deciding = Deciding(read, choosing, correct)
        return deciding.decisions(chances(model, read.rows), self._veto(deciding))

    def _veto(self, deciding: Deciding) -> Veto:
        def veto(anaphor: Expression, candidate: Expression) -> str:
            if self.agreement and anaphor.pronominal and (feature := self._clash(deciding, anaphor, candidate)):
                return feature
            return disjoint(deciding, anaphor, candidate)

        return veto

    def _clash(self, deciding: Deciding, anaphor: Expression, candidate: Expression) -> str:
        """The feature in which a pronoun and an entity differ; *I* and *you* depend on who speaks, not on agreement."""
        said = anaphor.features
        if said.person not in (UNKNOWN, Person.THIRD):
            return ""
        known = deciding.entities.features(candidate)
        return clash(said, candidate.features, certain=self.certain, persons=False) or clash(
            said, known, certain=self.certain, persons=False
        )


def disjoint(deciding: Deciding, anaphor: Expression, candidate: Expression) -> str:
    """Why binding theory excludes that two entities are one: it compares their members in the same sentence.

    What an apposition or a predicate nominal states is exempt.
    """
    entities, stated = deciding.entities, deciding.stated
    theirs = entities.of(candidate)
    same = {stated.entities.key(other) for other, _ in stated.of(anaphor) if entities.of(other) is theirs}
    for mine in entities.of(anaphor):
        own = stated.entities.key(mine)
        exempt = same | {own} if own == stated.entities.key(anaphor) else {own}
        for member in theirs.in_sentence(mine.sentence):
            if stated.entities.key(member) not in exempt and (reason := binding(mine, member)):
                return reason
    return ""
