"""Relative pronouns that are not mentions: they take part nevertheless, and are shown as their
antecedents.

*The man who lost his hat*: the antecedent of *his* is *who*, since *the man* contains it. If the
clause is a fragment, its antecedent is found as for any relative pronoun; until then it is loose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from coindex.core.annotation import Annotation, Kind, Mention
from coindex.core.decision import Candidate
from coindex.core.document import Span
from coindex.language.discourse.discourse import Expression
from coindex.language.nominals.mentions import top
from coindex.language.syntax.clauses import loose_relatives, relative_antecedents
from coindex.language.syntax.tree import Forest


def silent_relatives(parse: Forest, mentions: Annotation) -> Mapping[Mention, Mention | None]:
    """The relative pronouns without a mention of their own, each with the mention it relates to, if
    that is known.
    """
    by_head: dict[int | None, Mention] = {}
    for mention in mentions.mentions:
        head = mention.head if mention.head is not None else top(parse, mention)
        if head not in by_head or by_head[head].kind is Kind.COORDINATION:
            by_head[head] = mention
    known: dict[int, Mention | None] = dict.fromkeys(loose_relatives(parse))
    known |= {
        token: by_head[noun]
        for token, noun in relative_antecedents(parse).items()
        if noun in by_head
    }
    return {
        Mention((Span(token, token + 1),), token, Kind.RELATIVE): antecedent
        for token, antecedent in known.items()
        if token not in by_head
    }


def joined(mentions: Annotation, silent: Iterable[Mention]) -> Annotation:
    return replace(mentions, mentions=(*mentions.mentions, *silent))


class ShownExpressions:
    """How expressions appear in decisions: silent relative pronouns as their antecedents.

    `mentions` are those shown, by the number of the expression; `hidden` are the numbers of the
    silent ones, `loose` those of them whose antecedent is not known.
    """

    def __init__(
        self, expressions: Sequence[Expression], silent: Mapping[Mention, Mention | None]
    ) -> None:
        relatives = [
            one for one in expressions if one.kind is Kind.RELATIVE and one.mention in silent
        ]
        self.mentions = [expression.mention for expression in expressions]
        self.hidden = frozenset(one.number for one in relatives)
        self.loose = set(self.hidden)
        self._own: dict[Mention, frozenset[int]] = {}
        for one in relatives:
            antecedent = silent[one.mention]
            if antecedent is not None:
                self.relate(one.number, antecedent)

    def relate(self, number: int, antecedent: Mention) -> None:
        """Show a silent relative pronoun as its antecedent from now on."""
        self.loose.discard(number)
        self.mentions[number] = antecedent
        self._own[antecedent] = self._own.get(antecedent, frozenset()) | {number}

    def own(self, anaphor: Expression) -> frozenset[int]:
        """The numbers of the silent relative pronouns of an anaphor, *those who
        left*: they are not its antecedents.
        """
        return self._own.get(anaphor.mention, frozenset())


def once(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Each mention once: its relative pronoun is shown as the same mention, and the better of the
    two comes first.
    """
    best: dict[Mention, Candidate] = {}
    for candidate in candidates:
        best.setdefault(candidate.mention, candidate)
    return tuple(best.values())
