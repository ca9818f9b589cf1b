"""Glossaries: explanations of the names of rules, constraints and preferences that decisions carry.

A glossary maps each name to one line in plain English. A key with `*` stands for a family of names:
`utterance -*` explains `utterance -1` and `utterance -2`. An exact name is found before any family.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from coindex.core.decision import Decision, TracedDecision

Glossary = Mapping[str, str]


def names_in(decision: Decision) -> Iterator[str]:
    """The name of every rule, constraint, ground of admission and preference in a
    decision; some come repeatedly.
    """
    yield decision.rule
    for candidate in decision.candidates:
        yield candidate.rejected
        yield candidate.admitted
        yield from (name for name, _ in candidate.factors)
    yield from (name for name, _ in decision.dropped)
    yield from (reason for _, reason in decision.refused)
    if isinstance(decision, TracedDecision):
        yield from decision.looked


def explanation(glossary: Glossary, name: str) -> str:
    """What a name means, or the empty string."""
    if name in glossary:
        return glossary[name]
    return next(
        (text for key, text in glossary.items() if "*" in key and _family(key).fullmatch(name)), ""
    )


@lru_cache(maxsize=1024)
def _family(key: str) -> re.Pattern[str]:
    return re.compile(re.escape(key).replace(r"\*", ".*"), re.DOTALL)


def explanations(glossary: Glossary, decisions: Iterable[Decision]) -> dict[str, str]:
    """The names that occur in decisions, with their explanations, in order of occurrence."""
    names = dict.fromkeys(name for decision in decisions for name in names_in(decision) if name)
    return {name: text for name in names if (text := explanation(glossary, name))}


def unexplained(glossary: Glossary, decisions: Iterable[Decision]) -> list[str]:
    """The names that occur in decisions but not in the glossary, in alphabetical order."""
    names = {name for decision in decisions for name in names_in(decision) if name}
    return sorted(name for name in names if not explanation(glossary, name))
