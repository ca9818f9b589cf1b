"""The learned resolver: a small model finds mentions and scores their
antecedents, offline, on a CPU.

End-to-end span ranking as in Lee et al. (2017, 2018), except that rules propose the heads of
mentions: the model says which are mentions under a scheme and where they begin and end. The
coarse-to-fine scores see an encoder's states and what the parse says; mentions choose entities, not
antecedents.

In the papers, and here:

    span representation              states.material, states.seen, features.mention_features
    mention score, pruning of spans  states.seen: `Spans.chance`, of what the rules propose;
                                     reading.own_reading
    coarse pruning of antecedents    candidates.chosen
    pairwise score, with features    scoring.chances
    dummy antecedent                 scoring.Chances: `new`, the rule "new entity"
    softmax over antecedents         deciding.Deciding._weighed
    higher-order inference           none: an entity adds up its mentions, Deciding._best; parameter
                                     `decode`
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar, Literal

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary
from coindex.core.parameters import component, ranged
from coindex.core.protocols import Correct
from coindex.language.languages import Language, get_language
from coindex.models.antecedents import antecedents, model_folder
from coindex.models.fingerprints import FILE as SEEN
from coindex.resolvers.constraints import AGREEMENT_TERMS, CO_ARGUMENT_TERMS
from coindex.resolvers.entity_constraints import ENTITY_TERMS
from coindex.resolvers.groups import GROUP_TERMS, with_groups
from coindex.resolvers.name_clustering import bearers_of
from coindex.resolvers.neural.agreement import AgreementVeto
from coindex.resolvers.neural.deciding import PROBABILITY_TERMS, Choosing, Deciding, Veto
from coindex.resolvers.neural.learned import detector
from coindex.resolvers.neural.reading import reading
from coindex.resolvers.neural.rules import by_form, rulings, same_bearers
from coindex.resolvers.neural.scoring import chances
from coindex.resolvers.sieve import CHARACTER, PASS_TERMS


@component
class Neural:
    """Join each mention to the entity that is the most probable, or begin a
    new one if that is more probable.

    Unless another detector is named, mentions are those that the model finds itself.
    """

    model: str = ""
    """Folder of a model of your own; empty for the bundled one."""
    scheme: str = ""
    """The annotation scheme to follow, for mentions and coreference: for English *gum* (unless
    another is named), *litbank*, *ontonotes* or *craft*, for Spanish *embedded*.
    """
    size: Literal["small", "large"] = "small"
    """The model: *small* is bundled; *large*, better and slower, comes with
    the distribution `coindex-large`.
    """
    min_confidence: float = ranged(0.0, least=0, most=1)
    """A mention whose best answer is less probable than this is left open."""
    decode: Literal["entity", "pairs"] = "entity"
    """Whether the probabilities of the mentions of one entity are added up (*entity*)
    or each stands alone (*pairs*).
    """
    threads: int = ranged(1, least=1)
    """Threads for running the model."""
    groups: bool = True
    """Whether plural pronouns may refer to several entities together: *Ann met Bob. They left*."""
    names: Literal["auto", "text", "book"] = "auto"
    """Whether names are linked as they come (*text*), or all names of a document are first grouped
    into people, as suits novels (*book*); *auto*: the latter from 20,000 tokens on.
    """
    surest_first: ClassVar[bool] = False
    languages: ClassVar[tuple[str, ...]] = ("en", "es")
    glossary: ClassVar[Glossary] = {
        **PROBABILITY_TERMS,
        **ENTITY_TERMS,
        **AGREEMENT_TERMS,
        **CO_ARGUMENT_TERMS,
        **GROUP_TERMS,
        CHARACTER: PASS_TERMS[CHARACTER],
    }

    @property
    def detector(self) -> str:
        """The component string of the detector whose mentions it takes if no other is named."""
        return detector(self.model, self.scheme, self.size, self.threads)

    def fingerprints(self, language: str) -> tuple[Path, ...]:
        """Of what the model learned from."""
        return (model_folder(self.model, self.size, language) / SEEN,)

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        language = get_language(document.language).code
        model = antecedents(self.model, self.threads, self.size, language)
        read = reading(document, mentions, model, self.scheme)
        scheme = self.scheme or model.scheme
        passes = self.passes(get_language(document.language))
        choosing = Choosing(
            self.decode == "entity",
            self.min_confidence,
            self.surest_first,
            model.rules,
            model.begins.get(scheme, 0.0),
            model.strangers.get(scheme, 0.0),
            model.power,
        )
        bearers = bearers_of(read.discourse, self.names)
        ruled = {
            **rulings(read, passes, self.names),
            **(by_form(read) if passes else {}),
            **same_bearers(read.expressions, bearers),
        }
        deciding = Deciding(read, choosing, correct, ruled, bearers=bearers)
        taken = deciding.decisions(chances(model, read.rows), self.veto(deciding))
        return with_groups(taken, read.expressions, read.mentions) if self.groups else taken

    def reasoned(self, document: Document, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
        """The decisions with the facts that speak for them, by the scorer of pairs."""
        from coindex.resolvers.neural.reasons import Reasons, document_reading

        language = get_language(document.language).code
        model = antecedents(self.model, self.threads, self.size, language)
        read = document_reading(document, decisions, model, self.scheme)
        return tuple(Reasons(read, model, decisions).decisions())

    def passes(self, language: Language) -> frozenset[str]:
        """The passes of the sieve that go before the model."""
        return frozenset()

    def veto(self, deciding: Deciding) -> Veto:
        """What prevents a mention from joining an entity, however probable it is."""
        if deciding.language.gender != "grammatical":
            return deciding.contradiction
        return AgreementVeto(deciding.entities, deciding.language.code)
