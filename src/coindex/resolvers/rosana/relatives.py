"""Relative pronouns that are no mentions: they take part all the same, and are shown as what they relate to.

*The man who lost his hat*: what *his* goes back to is *who*, since *the man* contains it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from coindex.core.annotation import Annotation, Kind, Mention
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Span
from coindex.language.mentions import top
from coindex.language.nominals import relative_antecedents
from coindex.language.tree import Forest


def silent_relatives(parse: Forest, mentions: Annotation) -> Mapping[Mention, Mention]:
    """The relative pronouns without a mention of their own, each with the mention it relates to."""
    by_head: dict[int | None, Mention] = {}
    for mention in mentions.mentions:
        head = mention.head if mention.head is not None else top(parse, mention)
        if head not in by_head or by_head[head].kind is Kind.COORDINATION:
            by_head[head] = mention
    return {
        Mention((Span(token, token + 1),), token, Kind.RELATIVE): by_head[antecedent]
        for token, antecedent in relative_antecedents(parse).items()
        if antecedent in by_head and token not in by_head
    }


def joined(mentions: Annotation, silent: Iterable[Mention]) -> Annotation:
    return replace(mentions, mentions=(*mentions.mentions, *silent))


def audible(decisions: Iterable[Decision], silent: Mapping[Mention, Mention]) -> Iterator[Decision]:
    """Decisions without silent mentions: none about them, and each stands for what it relates to."""
    for decision in decisions:
        if _is_silent(decision.anaphor, silent):
            continue
        antecedent = decision.antecedent
        named = [one.mention for one in decision.candidates] + [mention for mention, _ in decision.refused]
        named += [] if antecedent is None else [antecedent]  # it need not be among the candidates that are listed
        shown = [silent[mention] for mention in named if _is_silent(mention, silent)]
        if not shown:
            yield decision
            continue
        yield replace(
            decision,
            antecedent=None if antecedent is None else silent.get(antecedent, antecedent),
            candidates=tuple(_candidates(decision.candidates, silent, set(shown))),
            refused=tuple((silent.get(mention, mention), reason) for mention, reason in decision.refused),
        )


def _is_silent(mention: Mention, silent: Mapping[Mention, Mention]) -> bool:
    return mention.kind is Kind.RELATIVE and mention in silent


def _candidates(
    candidates: Iterable[Candidate], silent: Mapping[Mention, Mention], shown: set[Mention]
) -> Iterator[Candidate]:
    """Of a mention and its relative pronoun the better one, which comes first."""
    starts = {mention.start for mention in shown}
    seen: set[Mention] = set()
    for candidate in candidates:
        mention = candidate.mention
        replaced = _is_silent(mention, silent)
        if replaced:
            mention = silent[mention]
        if mention.start in starts and mention in shown:
            if mention in seen:
                continue
            seen.add(mention)
        yield candidate._replace(mention=mention) if replaced else candidate
