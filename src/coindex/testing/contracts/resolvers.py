"""The contract of resolvers."""

from __future__ import annotations

import pickle
from collections.abc import Iterable

from coindex.core.annotation import Annotated, Annotation, Kind, Reference
from coindex.core.decision import Decision
from coindex.core.glossary import unexplained
from coindex.core.protocols import Correct, Glossed, Informed, Resolver
from coindex.testing.bracketed import bracketed
from coindex.testing.contracts.soundness import check_component
from coindex.testing.parses import random_parses


def check_resolver(
    resolver: Resolver, items: Iterable[Annotated] = (), *, parses: int = 50
) -> None:
    """The resolver is deterministic and pure, whatever it resolved before; it never links a mention
    to itself or to one it was not given; continues when corrected; accepts tiny documents and
    `parses` random parses; its `glossary` explains every name of a rule, constraint or preference
    in its decisions.

    A resolver with `needs_key = True` is given the key.
    """
    check_component(resolver)
    tiny = ("", "Hm.", "[Hm]1", "[Ann]1 saw [her]1 dog. [She]1 liked [it]2.")
    for item in (*map(bracketed, tiny), *items, *random_parses(parses)):
        before = pickle.dumps(item)
        decisions = _decisions(resolver, item)
        check_decisions(decisions, item.annotation)
        assert pickle.dumps(item) == before, "the document or its mentions were changed"
        copy = pickle.loads(before)  # noqa: S301 - our own
        assert decisions == _decisions(resolver, copy), "not deterministic"
        corrected = _decisions(resolver, item, lambda anaphor, antecedent: None)
        check_decisions(corrected, item.annotation)
        check_names(resolver, [*decisions, *corrected])


def _decisions(
    resolver: Resolver, item: Annotated, correct: Correct | None = None
) -> list[Decision]:
    given = item.document, item.annotation.only_mentions()
    if isinstance(resolver, Informed) and resolver.needs_key:
        return list(resolver.resolve(*given, correct=correct, key=item.annotation))
    return list(resolver.resolve(*given, correct=correct))


def check_names(resolver: Resolver, decisions: list[Decision]) -> None:
    """Every name in these decisions is in the resolver's glossary."""
    glossary = resolver.glossary if isinstance(resolver, Glossed) else {}
    names = unexplained(glossary, decisions)
    assert not names, (
        f"names in decisions that the glossary does not explain: {', '.join(map(repr, names))}"
    )


def check_decisions(decisions: list[Decision], mentions: Annotation) -> None:
    """Each anaphor is decided once, refers, and has only given mentions as candidates.

    Its antecedent is one of them, or a verb: detectors find noun phrases, resolvers may also find
    events.
    """
    given = set(mentions.mentions)
    anaphors = [decision.anaphor for decision in decisions]
    assert len(set(anaphors)) == len(anaphors), "an anaphor was decided twice"
    for decision in decisions:
        anaphor, antecedent = decision.anaphor, decision.antecedent
        assert anaphor in given, "an anaphor that was not given"
        assert anaphor.reference is not Reference.NONREFERENTIAL, "an anaphor that does not refer"
        known = antecedent is None or antecedent in given or antecedent.kind is Kind.VERBAL
        assert known, "an antecedent that was not given"
        assert antecedent != anaphor, "an anaphor linked to itself"
        together = decision.together
        assert not together or antecedent is None, "both an antecedent and a group of them"
        assert len(together) != 1, "a group of one"
        assert len(set(together)) == len(together), "a group with one member twice"
        assert given.issuperset(together), "a member of a group that was not given"
        assert anaphor not in together, "an anaphor that is a member of its own group"
        assert decision.related is None or decision.related in given - {anaphor}, (
            "a relation to the anaphor itself or to a mention that was not given"
        )
        # A resolver cannot consider what its detector did not give it.
        named = {candidate.mention for candidate in decision.candidates} | {
            mention for mention, _ in (*decision.refused, *decision.examples)
        }
        assert named <= given, "a candidate that was not given"
        assert all(candidate.mention != anaphor for candidate in decision.admissible), (
            "an anaphor its own candidate"
        )
