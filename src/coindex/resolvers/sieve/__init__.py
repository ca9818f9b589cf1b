"""The multi-pass sieve for mentions of all kinds."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coindex.core.annotation import Annotation
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.protocols import Correct
from coindex.resolvers.discourse import Expression, discourse
from coindex.resolvers.sieve import constructs, meaning, names, pronouns, speech, strings
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
    "pronoun": pronouns.third_person,
    "owned": strings.owned,
}
ORDER = tuple(PASSES)


@dataclass(frozen=True, slots=True)
class Sieve:
    without: tuple[str, ...] | str = ()
    order: tuple[str, ...] = ORDER

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        scene = Scene(discourse(document, mentions), correct)
        left_out = (self.without,) if isinstance(self.without, str) else self.without
        for name in self.order:
            if name not in left_out:
                scene.run(name, PASSES[name](scene))
        yield from decisions(scene)


def decisions(scene: Scene) -> Iterator[Decision]:
    latest: dict[int, Expression] = {}
    for e in scene.discourse.expressions:
        group = scene.group(e)
        previous = latest.get(id(group))
        latest[id(group)] = e
        rule, proposal = scene.choices.get(e, ("", None))
        if proposal is None and previous is None:
            continue
        if proposal is None:
            yield Decision(e.mention, previous.mention, "entity")
            continue
        a = proposal.antecedent
        if previous is not None and (a is None or a.number > e.number):
            yield Decision(
                e.mention,
                previous.mention,
                "entity",
                proposal.candidates,
                proposal.considered,
                proposal.agreeing,
                proposal.dropped,
            )
        else:
            yield Decision(
                e.mention,
                a.mention if a else None,
                rule if a else rule,
                proposal.candidates,
                proposal.considered,
                proposal.agreeing,
                proposal.dropped,
            )
