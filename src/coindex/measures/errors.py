"""Classifies errors by shape, from key and response, and by cause, from decisions: an automatic
version of ROSANA's analysis.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import NamedTuple, TypedDict, Unpack

from coindex.core.annotation import Entity, Mention, Reference
from coindex.core.decision import Decision
from coindex.core.document import Document, Span
from coindex.core.protocols import AlignedPair
from coindex.language.nominals.features import disagreement
from coindex.measures.pair import all_mentions
from coindex.measures.selection import kind_of
from coindex.measures.success import proposals

CONTEXT = 8
ZERO = "∅"
"""What a zero pronoun is shown as."""
_AGREEMENT = frozenset({"number", "person", "gender", "animacy"})


class Shape(StrEnum):
    """What an error looks like when key and response are compared."""

    MISSING = "missing"
    SPURIOUS = "spurious"
    BOUNDARY = "wrong boundary"
    SPLIT = "split"
    MERGED = "merged"
    LINK = "wrong link"
    UNLINKED = "unlinked"


class Error(NamedTuple):
    """One error; `mention` is the key's if the key has it. `cause` is empty unless decisions are
    known.
    """

    document: str
    shape: Shape
    mention: Mention
    kind: str
    cause: str = ""
    proposed: Mention | None = None
    expected: Mention | None = None

    def context(self, document: Document, words: int = CONTEXT) -> str:
        """The mention in brackets, with some words before and after."""
        start, end = self.mention.start, self.mention.end
        before = document.surface(Span(max(0, start - words), start)) if start else ""
        after = (
            document.surface(Span(end, min(len(document.tokens), end + words)))
            if end < len(document.tokens)
            else ""
        )
        pieces = (before, f"[{self.mention.text(document) or ZERO}]", after)
        return " ".join(" ".join(pieces).split())


def errors(pair: AlignedPair, view: str = "exact") -> Iterator[Error]:
    """All errors: first of mentions, then of entities, then of links."""
    yield from _of_mentions(pair, view)
    yield from _of_entities(pair, view)
    yield from _of_links(pair, view)


class _Details(TypedDict, total=False):
    cause: str
    proposed: Mention | None
    expected: Mention | None


def _error(pair: AlignedPair, shape: Shape, mention: Mention, **details: Unpack[_Details]) -> Error:
    kind = str(kind_of(pair.document, mention))
    return Error(pair.document.id, shape, mention, kind, **details)


def _of_mentions(pair: AlignedPair, view: str) -> Iterator[Error]:
    """A missing and a spurious mention that share a word are one mention with wrong boundaries.

    A mention that the key marks as not referring is not missed.
    """
    partner = pair.counterparts(view)
    shared = set(partner.values())
    referring = (m for m in all_mentions(pair.key) if m.reference is not Reference.NONREFERENTIAL)
    missing = [m for m in referring if m not in shared]
    spurious = [m for m in all_mentions(pair.response) if m not in partner]
    # Of nested spurious mentions the last one stands for a word: the innermost.
    by_token = {index: number for number, m in enumerate(spurious) for index in m.tokens}
    used: set[int] = set()
    for mention in missing:
        other = next(
            (by_token[i] for i in mention.tokens if i in by_token and by_token[i] not in used), None
        )
        if other is None:
            yield _error(
                pair, Shape.MISSING, mention, cause="not detected" if pair.decisions else ""
            )
        else:
            used.add(other)
            yield _error(pair, Shape.BOUNDARY, mention, proposed=spurious[other])
    for number, mention in enumerate(spurious):
        if number not in used:
            yield _error(pair, Shape.SPURIOUS, mention)


def _of_entities(pair: AlignedPair, view: str) -> Iterator[Error]:
    """The mentions at which an entity starts another part in the other annotation."""
    partner = pair.counterparts(view)
    counterpart = {key: response for response, key in partner.items()}
    key_of, response_of = pair.key.entity_of(), pair.response.entity_of()
    for entity in pair.key.entities:
        yield from _parts(
            pair,
            Shape.SPLIT,
            entity,
            {m: response_of.get(counterpart[m]) for m in entity.mentions if m in counterpart},
        )
    for entity in pair.response.entities:
        yield from _parts(
            pair,
            Shape.MERGED,
            entity,
            {m: key_of.get(partner[m]) for m in entity.mentions if m in partner},
        )


def _parts(
    pair: AlignedPair, shape: Shape, entity: Entity, owners: Mapping[Mention, Entity | None]
) -> Iterator[Error]:
    seen: set[int] = set()
    for mention in entity.mentions:
        if mention in owners:
            owner = owners[mention]
            part = id(owner) if owner is not None else id(mention)
            if seen and part not in seen:
                yield _error(pair, shape, mention)
            seen.add(part)


def _of_links(pair: AlignedPair, view: str) -> Iterator[Error]:
    """Anaphors of the key whose antecedent is wrong or missing."""
    partner, proposed = pair.counterparts(view), proposals(pair)
    counterpart = {key: response for response, key in partner.items()}
    entity_of = pair.key.entity_of()

    def owner(mention: Mention) -> Entity | None:
        return entity_of.get(partner[mention]) if mention in partner else None

    decisions = {decision.anaphor: decision for decision in pair.decisions}
    for entity in pair.key.entities:
        for place, mention in enumerate(entity.mentions[1:], 1):
            response = counterpart.get(mention)
            antecedent = proposed.get(response) if response is not None else None
            if response is None or (antecedent is not None and owner(antecedent) is entity):
                continue
            earlier = [
                counterpart[other] for other in entity.mentions[:place] if other in counterpart
            ]
            cause = (
                cause_of(decisions.get(response), earlier, pair.document) if pair.decisions else ""
            )
            shape = Shape.LINK if antecedent is not None else Shape.UNLINKED
            yield _error(
                pair,
                shape,
                mention,
                cause=cause,
                proposed=antecedent,
                expected=entity.mentions[place - 1],
            )


def cause_of(
    decision: Decision | None, right: list[Mention], document: Document | None = None
) -> str:
    """Why a decision missed its right antecedents, given as mentions of the response.

    A decision only counts most of the candidates that do not agree; given the document, the cause
    names the feature in which the right ones disagree.
    """
    if not right:
        return "antecedent not detected"
    if decision is None:
        return "not attempted"
    named = {candidate.mention: candidate for candidate in decision.candidates}
    known = [named[mention] for mention in right if mention in named]
    # From the last step of a resolver back to the first: what was refused at the end had passed all
    # steps before.
    refused = [reason for mention, reason in decision.refused if mention in right]
    if refused:
        return f"refused: {refused[0].partition(':')[0]}"  # the rest is the wording of the case
    admissible = [candidate for candidate in known if not candidate.rejected]
    if admissible:
        winner = named.get(decision.antecedent) if decision.antecedent is not None else None
        if winner is None:
            return f"not chosen: {decision.rule}" if decision.rule else "not chosen"
        best = max(admissible, key=lambda candidate: candidate.score)
        return (
            "outranked by "
            f"{_advantage(dict(winner.factors), dict(best.factors)) or decision.rule or 'order'}"
        )
    if known:
        return f"dropped by {known[-1].rejected}"
    if not decision.dropped:
        return "out of window"
    counted = dict(decision.dropped)
    if document is not None:
        reasons = [disagreement(document, decision.anaphor, mention) for mention in reversed(right)]
        if reason := next((reason for reason in reasons if reason in counted), ""):
            return f"dropped by {reason}"
        if counted.keys() <= _AGREEMENT and not any(reasons):
            return "out of window"
    if sum(counted.values()) <= sum(bool(one.rejected) for one in decision.candidates):
        return "not a candidate"  # every one that was dropped is named, and it is none of them
    return f"dropped, mostly by {max(counted, key=lambda name: counted[name])}"


def _advantage(winner: Mapping[str, float], loser: Mapping[str, float]) -> str:
    """The factor in which the winner's lead was largest."""
    ahead = {name: winner.get(name, 0.0) - loser.get(name, 0.0) for name in {*winner, *loser}}
    best = max(sorted(ahead), key=lambda name: ahead[name], default="")
    return best if best and ahead[best] > 0 else ""
