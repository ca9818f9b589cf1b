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
    entity-centric features    entities.Group, state.State.clash
    post-processing            decisions.decisions; parameter `scheme`
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import ClassVar, Literal

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import SpecError, suggestion
from coindex.core.glossary import Glossary
from coindex.core.parameters import component, ranged
from coindex.core.protocols import Correct
from coindex.language import lexicon
from coindex.language.discourse.discourse import discourse
from coindex.resolvers.grammar import GRAMMAR_TERMS
from coindex.resolvers.groups import GROUP_TERMS, with_groups
from coindex.resolvers.name_clustering import bearers_of
from coindex.resolvers.ranking import MOST
from coindex.resolvers.sieve import (
    constructs,
    events,
    meaning,
    names,
    pronouns,
    speech,
    strings,
    talk,
)
from coindex.resolvers.sieve.clausal import EVENT_WEIGHTS
from coindex.resolvers.sieve.decisions import MERGED, decisions
from coindex.resolvers.sieve.pronouns import REJECTION_TERMS
from coindex.resolvers.sieve.salience import SALIENCE_TERMS, SALIENCE_WEIGHTS, SPANISH_WEIGHTS
from coindex.resolvers.sieve.state import Pass, State
from coindex.resolvers.sieve.tables import path_of

PASSES: Mapping[str, Pass] = {
    one.name: one
    for one in (
        names.characters,
        talk.talk,
        speech.speakers,
        constructs.close_apposition,
        strings.exact,
        names.same_name,
        speech.speaker_names,
        constructs.apposition,
        names.acronyms,
        names.countries,
        names.demonyms,
        names.name_variant,
        names.spouses,
        constructs.relative,
        constructs.reflexive,
        constructs.own,
        constructs.former,
        constructs.doubled,
        strings.same_noun,
        strings.fewer_modifiers,
        names.relaxed_head,
        meaning.kinds,
        meaning.meanings,
        constructs.copula,
        events.extraposed,
        events.events,
        pronouns.most_salient,
        events.open_demonstratives,
        constructs.predicate,
        strings.owned,
    )
}
"""The passes of the papers and ours, in their order; the weights of *pronoun* and the tables of
`clausal` were fitted with all of those before them.
"""
CHARACTER, EXTRAPOSED = names.characters.name, events.extraposed.name
PASS_TERMS: Glossary = {
    **{name: one.gloss for name, one in PASSES.items()},
    MERGED: (
        "the mention came into its entity with others; it goes back to the nearest member before it"
    ),
}
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
    further: ClassVar[tuple[Pass, ...]] = ()
    """The passes that a subclass has besides these, each after the one that it names."""
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

    trace: bool = False
    """Whether decisions also list the passes that looked at an anaphor, and what no pass decided
    is there as left open: for explanations, not for scores.
    """

    def __init_subclass__(cls) -> None:
        own = {one.name: one.gloss for one in cls.further}
        cls.glossary = {**cls.glossary, **own}

    def __post_init__(self) -> None:
        known = (*PASSES, *(one.name for one in self.further))
        for name in (*self.order, *_listed(self.without), *_listed(self.also)):
            if name not in known:
                raise SpecError(f"sieve has no pass {name!r}: {suggestion(name, known)}")
        for one in self.further:
            if one.after not in PASSES:
                place = f"is to follow {one.after!r}" if one.after else "does not say where it runs"
                raise SpecError(
                    f"the pass {one.name!r} {place}: name one of the sieve's own as `after`; "
                    f"{suggestion(one.after, PASSES)}"
                )

    def _unused(self) -> frozenset[str]:
        sources = () if self.wordnet else ("meaning",)
        outside = () if self.scheme == "gum" else (EXTRAPOSED,)
        return OPTIONAL.difference(_listed(self.also)).union(
            _listed(self.without), sources, outside
        )

    def _passes(self) -> Iterator[Pass]:
        """The passes that run, in their order."""
        unused = self._unused()
        for name in self.order:
            chosen = PRONOUNS[self.pronouns] if name == "pronoun" else PASSES[name]
            behind = (one for one in self.further if one.after == name)
            yield from (one for one in (chosen, *behind) if one.name not in unused)

    @property
    def detector(self) -> str:
        """The component string of the detector whose mentions it takes if no other is named."""
        if self.scheme != "gum":
            return "nominals"
        announcing = EXTRAPOSED in self.order and EXTRAPOSED not in self._unused()
        more = ", extraposed=True" if announcing else ""
        return f"nominals(adverbs=True{more})"

    def fingerprints(self, language: str) -> tuple[Path, ...]:
        """Of what its tables were fitted to."""
        from coindex.models.fingerprints import beside

        clitics = lexicon.words(language, "grammar", "clitic")
        tables = (SPANISH_WEIGHTS,) if clitics else (SALIENCE_WEIGHTS, EVENT_WEIGHTS)
        return tuple(beside(path_of(table)) for table in tables)

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        prepared = discourse(document, mentions)
        bearers = bearers_of(prepared, self.names)
        state = State(prepared, correct, most=self.most, bearers=bearers)
        for one in self._passes():
            state.run(one)
        taken = decisions(state, constructions=self.scheme == "gum", trace=self.trace)
        yield from with_groups(taken, state.discourse.expressions) if self.groups else taken


def _listed(names: tuple[str, ...] | str) -> tuple[str, ...]:
    return (names,) if isinstance(names, str) else names
