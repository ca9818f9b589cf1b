"""The multi-pass sieve for mentions of all kinds: precise passes first, each building
on the entities of those before.

Raghunathan et al. (2010), A multi-pass sieve for coreference resolution; Lee et al. (2011),
Stanford's multi-pass sieve coreference resolution system; Lee et al. (2013), Deterministic
coreference resolution based on entity-centric, precision-ranked rules. Ours keeps their
architecture and most of their passes. Unlike there, how far back a noun phrase may refer
depends on its determiner, and a pronoun takes the most salient entity (`pronouns="first"`: the
first candidate that agrees, as they do).

In the papers, and here:

    speaker identification     speech.speakers, speech.speaker_names: passes "speaker", "speaker
                               name"
    exact string match         strings.exact: pass "exact"
    precise constructs         constructs, names.acronyms, names.demonyms: "apposition", "copula",
                               "predicate", "relative" ...
    strict head match, A to C  strings.same_noun, strings.fewer_modifiers: "same noun", "fewer
                               modifiers"
    proper head noun match     names.same_name, names.name_variant: "same name", "name variant"
    relaxed head match         names.relaxed_head: "relaxed head"
    lexical chain              meaning.kinds: "kind"; meaning.meanings: "meaning"; parameter
                               `wordnet`
    (not in the papers)        events.events, events.open_demonstratives: "event", "open
                               demonstrative"; names.characters: "character"; parameter `names`
    pronoun resolution         pronouns.most_salient, pronouns.first_agreeing: "pronoun"; parameter
                               `pronouns`
    order of the passes        `PASSES`; parameters `order`, `without`, `also`
    entity-centric features    entities.Group, scene.Scene.clash
    post-processing            decisions.decisions; parameter `scheme`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import SpecError, suggestion
from coindex.core.glossary import Glossary
from coindex.core.parameters import component, ranged
from coindex.core.protocols import Correct
from coindex.language.discourse.discourse import discourse
from coindex.resolvers.cast import bearers_of
from coindex.resolvers.grammar import GRAMMAR_TERMS
from coindex.resolvers.groups import GROUP_TERMS, with_groups
from coindex.resolvers.ranking import MOST
from coindex.resolvers.sieve import constructs, events, meaning, names, pronouns, speech, strings
from coindex.resolvers.sieve.decisions import MERGED, decisions
from coindex.resolvers.sieve.pronouns import REJECTION_TERMS
from coindex.resolvers.sieve.salience import SALIENCE_TERMS
from coindex.resolvers.sieve.scene import Pass, Scene

CHARACTER, EXTRAPOSED = "character", "extraposed"
PASSES: dict[str, Pass] = {
    CHARACTER: names.characters,
    "speaker": speech.speakers,
    "close apposition": constructs.close_apposition,
    "exact": strings.exact,
    "same name": names.same_name,
    "speaker name": speech.speaker_names,
    "apposition": constructs.apposition,
    "acronym": names.acronyms,
    "country": names.countries,
    "demonym": names.demonyms,
    "name variant": names.name_variant,
    "spouse": names.spouses,
    "relative": constructs.relative,
    "reflexive": constructs.reflexive,
    "own": constructs.own,
    "former": constructs.former,
    "clitic doubled": constructs.doubled,
    "same noun": strings.same_noun,
    "fewer modifiers": strings.fewer_modifiers,
    "relaxed head": names.relaxed_head,
    "kind": meaning.kinds,
    "meaning": meaning.meanings,
    "copula": constructs.copula,
    EXTRAPOSED: events.extraposed,
    "event": events.events,
    "pronoun": pronouns.most_salient,
    "open demonstrative": events.open_demonstratives,
    "predicate": constructs.predicate,
    "owned": strings.owned,
}
PASS_TERMS: Glossary = {
    CHARACTER: "a name of the same person, after all names of the book (parameter names)",
    "speaker": (
        "as a rule, speaker sieve: I, we and you by who speaks to whom; as a reason against a "
        "candidate: it is the speaker, who does not speak of himself or herself in the third person"
    ),
    "close apposition": "a title or noun goes to the name directly after it: la señora Ortega",
    "exact": "exact match: the same words, determiner included",
    "same name": "the same name, titles, determiners and modifiers aside",
    "speaker name": "the first person is who the document names as the speaker",
    "apposition": (
        "as a rule, precise constructs: an apposition goes to what it explains; as a preference: "
        "the candidate is an apposition"
    ),
    "acronym": "precise constructs: an acronym and the name that it stands for",
    "country": "a country by another of its names",
    "demonym": "precise constructs: a country and its people",
    "name variant": "a person by surname, first name or initials",
    "spouse": "Mrs or Mr with the surname of the one whose wife or husband was mentioned",
    "relative": "precise constructs: a relative pronoun goes to what its clause modifies",
    "reflexive": "a reflexive goes to the subject of its clause",
    "own": (
        "as a rule, a possessive with *own* goes to the subject of its clause; as a preference: "
        "the pronoun has *own* with it, and the candidate is the subject of its clause"
    ),
    "former": "the former and the latter go to the first and the second of two coordinated",
    "clitic doubled": (
        "a clitic goes to the phrase of its own verb that it doubles, as le and a Juan in "
        "a Juan le dije"
    ),
    "same noun": (
        "strict head match: the same noun with the same modifiers, whatever the determiner"
    ),
    "fewer modifiers": "strict head match: the same noun with some of its modifiers left out",
    "relaxed head": (
        "relaxed head match: a name that is not a person's, in other words of a longer one"
    ),
    "kind": "a more general noun for the one thing of its kind nearby, by a list of kinds",
    "meaning": "a synonym or a more general noun, by WordNet",
    "copula": "precise constructs: a predicate nominal goes to the subject",
    "predicate": "a predicate nominal of another entity type goes to the noun or name it describes",
    EXTRAPOSED: "it goes to the clause that it announces: it is easy to see why",
    "pronoun": (
        "pronoun sieve: the most salient entity that agrees, or the first one (parameter pronouns)"
    ),
    "event": (
        "it, this or that goes to the verb before, because its own predicate applies to events"
    ),
    "open demonstrative": (
        "this or that as a subject goes to the verb before, since no noun phrase was found for it"
    ),
    "owned": "the same noun with the same possessor, now that pronouns are resolved",
    MERGED: (
        "the mention came into its entity with others; it goes back to the nearest member before it"
    ),
}
"""The passes by their names in the papers, where they have one."""
ORDER = tuple(PASSES)
OPTIONAL = frozenset({"demonym"})
"""Passes that are off by default: they cost more than they gain on GUM train."""
PRONOUNS: dict[str, Pass] = {"salience": pronouns.most_salient, "first": pronouns.first_agreeing}


@component
class Sieve:
    """Run the passes one after the other; each may join entities that earlier passes have built."""

    languages: ClassVar[tuple[str, ...]] = ("en", "es")
    glossary: ClassVar[Glossary] = {
        **GRAMMAR_TERMS,
        **SALIENCE_TERMS,
        **REJECTION_TERMS,
        **PASS_TERMS,
        **GROUP_TERMS,
    }
    without: tuple[str, ...] | str = ()
    """Passes to leave out: `'copula'`, or `('copula', 'owned')`."""
    order: tuple[str, ...] = ORDER
    """The passes in their order."""
    scheme: Literal["gum", "ontonotes"] = "gum"
    """Whether appositions, predicate nominals and relative pronouns stay in the entity, and *it* is
    linked with the clause that it announces (*gum*), or not (*ontonotes*).
    """
    pronouns: Literal["salience", "first"] = "salience"
    """Whether a pronoun takes the most salient entity (*salience*) or the first candidate that
    agrees (*first*, as in the papers).
    """
    wordnet: bool = False
    """Whether the pass *meaning* looks for synonyms and hypernyms; needs WordNet."""
    also: tuple[str, ...] | str = ()
    """Passes to add that are off by default: *demonym*."""
    most: int = ranged(MOST, least=1)
    """How many candidates of a pronoun are considered at most, nearest first."""
    groups: bool = True
    """Whether plural pronouns may refer to several entities together: *Ann met Bob. They left*."""

    names: Literal["auto", "text", "book"] = "auto"
    """Whether names are linked as they come (*text*), or all names of a document are first grouped
    into people, as suits novels (*book*); *auto*: the latter from 20,000 tokens on.
    """

    def __post_init__(self) -> None:
        for name in (*self.order, *_listed(self.without), *_listed(self.also)):
            if name not in ORDER:
                raise SpecError(f"sieve has no pass {name!r}: {suggestion(name, ORDER)}")

    def _unused(self) -> frozenset[str]:
        sources = () if self.wordnet else ("meaning",)
        outside = () if self.scheme == "gum" else (EXTRAPOSED,)
        return OPTIONAL.difference(_listed(self.also)).union(
            _listed(self.without), sources, outside
        )

    @property
    def detector(self) -> str:
        """The component string of the detector whose mentions it takes if no other is named."""
        if self.scheme != "gum":
            return "nominals"
        announcing = EXTRAPOSED in self.order and EXTRAPOSED not in self._unused()
        more = ", extraposed=True" if announcing else ""
        return f"nominals(adverbs=True{more})"

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        prepared = discourse(document, mentions)
        bearers = bearers_of(prepared, self.names)
        scene = Scene(prepared, correct, most=self.most, bearers=bearers)
        unused = self._unused()
        for name in self.order:
            if name not in unused:
                find = PRONOUNS[self.pronouns] if name == "pronoun" else PASSES[name]
                scene.run(name, find(scene))
        taken = decisions(scene, constructions=self.scheme == "gum")
        yield from with_groups(taken, scene.discourse.expressions) if self.groups else taken


def _listed(names: tuple[str, ...] | str) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else names
