"""The multi-pass sieve for mentions of all kinds: precise passes first, each building on the entities of those before.

Raghunathan et al. (2010), A multi-pass sieve for coreference resolution; Lee et al. (2011), Stanford's multi-pass sieve
coreference resolution system; Lee et al. (2013), Deterministic coreference resolution based on entity-centric,
precision-ranked rules. Ours keeps their architecture and most of their passes. Other than there, how far back a noun
phrase is taken up depends on its determiner, and a pronoun takes the most salient entity (`pronouns="first"`: the
first candidate that agrees, as they do).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import SpecError, suggestion
from coindex.core.protocols import Correct
from coindex.resolvers.discourse import discourse
from coindex.resolvers.sieve import constructs, meaning, names, pronouns, speech, strings
from coindex.resolvers.sieve.decisions import decisions
from coindex.resolvers.sieve.scene import Pass, Scene

PASSES: dict[str, Pass] = {
    "speaker": speech.speakers,
    "exact": strings.exact,
    "same name": names.same_name,
    "speaker name": speech.speaker_names,
    "apposition": constructs.apposition,
    "acronym": names.acronyms,
    "country": names.countries,
    "name variant": names.name_variant,
    "relative": constructs.relative,
    "reflexive": constructs.reflexive,
    "same noun": strings.same_noun,
    "fewer modifiers": strings.fewer_modifiers,
    "meaning": meaning.meanings,
    "copula": constructs.copula,
    "pronoun": pronouns.most_salient,
    "owned": strings.owned,
}
ORDER = tuple(PASSES)
SCHEMES = ("gum", "ontonotes")
PRONOUNS: dict[str, Pass] = {"salience": pronouns.most_salient, "first": pronouns.first_agreeing}


@dataclass(frozen=True, slots=True)
class Sieve:
    """`order` names the passes as they come, `without` those left out.

    `scheme`: *gum* keeps appositions and predicates in the entity, *ontonotes* takes them and relative pronouns out.
    `wordnet` lets the pass *meaning* look for synonyms and hypernyms, where WordNet is installed.
    """

    without: tuple[str, ...] | str = ()
    order: tuple[str, ...] = ORDER
    scheme: str = "gum"
    pronouns: str = "salience"
    wordnet: bool = False

    def __post_init__(self) -> None:
        for name in (*self.order, *self._left_out()):
            _check("pass", name, ORDER)
        _check("scheme", self.scheme, SCHEMES)
        _check("pronouns", self.pronouns, tuple(PRONOUNS))

    def _left_out(self) -> tuple[str, ...]:
        return (self.without,) if isinstance(self.without, str) else self.without

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        scene = Scene(discourse(document, mentions), correct)
        unused = {*self._left_out(), *(() if self.wordnet else ("meaning",))}
        for name in self.order:
            if name not in unused:
                find = PRONOUNS[self.pronouns] if name == "pronoun" else PASSES[name]
                scene.run(name, find(scene))
        yield from decisions(scene, constructions=self.scheme == "gum")


def _check(option: str, value: str, known: tuple[str, ...]) -> None:
    if value not in known:
        raise SpecError(f"sieve has no {option} {value!r}: {suggestion(value, known)}")
