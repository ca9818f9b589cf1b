"""Relative pronouns that are not mentions: they take part nevertheless, and are shown as what they relate to.

*The man who lost his hat*: what *his* goes back to is *who*, since *the man* contains it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from coindex.core.annotation import Annotation, Kind, Mention
from coindex.core.decision import Candidate
from coindex.core.document import Span
from coindex.language.mentions import top
from coindex.language.nominals import relative_antecedents
from coindex.language.tree import Forest
from coindex.resolvers.discourse import Expression


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


class Shown:
    """How expressions appear in decisions: silent relative pronouns as what they relate to.

    `mentions` are those shown, by the number of the expression; `hidden` are the numbers of the silent ones.
    """

    def __init__(self, expressions: Sequence[Expression], silent: Mapping[Mention, Mention]) -> None:
        relatives = [one for one in expressions if one.kind is Kind.RELATIVE and one.mention in silent]
        self.mentions = [expression.mention for expression in expressions]
        for one in relatives:
            self.mentions[one.number] = silent[one.mention]
        self.hidden = frozenset(one.number for one in relatives)
        self._own: dict[Mention, frozenset[int]] = {}
        for one in relatives:
            self._own[silent[one.mention]] = self._own.get(silent[one.mention], frozenset()) | {one.number}

    def own(self, anaphor: Expression) -> frozenset[int]:
        """The numbers of the silent relative pronouns of an anaphor, *those who left*: they are not its antecedents."""
        return self._own.get(anaphor.mention, frozenset())


def once(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Of a mention and its relative pronoun, which is shown as the same, the better one, which comes first."""
    found: dict[Mention, Candidate] = {}
    for candidate in candidates:
        found.setdefault(candidate.mention, candidate)
    return tuple(found.values())
