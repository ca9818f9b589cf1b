"""A concordance (KWIC): words in context with their outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Mention
from coindex.core.document import Document, Span
from coindex.core.outcome import Outcome
from coindex.measures.pair import Pair, all_mentions
from coindex.measures.selection import kind_of, type_of
from coindex.measures.success import Success, proposals
from coindex.pipeline.entity_names import entity_name
from coindex.report.mention_names import MentionNames, words
from coindex.workbench.editing.zeros import agreeing

CONTEXT = 10
"""Tokens on either side of a hit: a line on a wide screen."""


class Hit(NamedTuple):
    """`antecedent` is what the resolver proposed, `expected` the nearest earlier mention of the
    key's entity; a pronoun is followed by the name of its entity: *her (Margit)*.

    `outcome` is the word of an `Outcome`; `zero` is the token before which a zero pronoun stands
    that has no parts.
    """

    parts: tuple[Span, ...]
    before: str
    words: str
    after: str
    type: str = ""
    kind: str = ""
    outcome: str = ""
    antecedent: str = ""
    expected: str = ""
    zero: int | None = None


A_HIT = 800
"""Approximate bytes of a hit in memory."""


def weight(hits: Sequence[Hit]) -> int:
    """Approximate bytes of hits in memory."""
    return A_HIT * len(hits)


class Wanted(NamedTuple):
    """What to search for; empty fields match anything. `type` is one of
    ROSANA's, or a kind of mention.
    """

    form: str = ""
    type: str = ""
    outcome: str = ""

    def fits(self, hit: Hit) -> bool:
        return (
            (not self.form or hit.words.casefold() == self.form.casefold())
            and (not self.type or self.type in (hit.type, hit.kind))
            and self.outcome in ("", hit.outcome)
        )


def of_tokens(document: Document, form: str) -> Iterator[Hit]:
    """Hits of words in the text, whether or not they are mentions."""
    sought = form.casefold().split()
    spoken = [index for index, token in enumerate(document.tokens) if not token.empty]
    forms = [document.tokens[index].form.casefold() for index in spoken]
    for place in range(len(forms) - len(sought) + 1) if sought else ():
        if forms[place : place + len(sought)] == sought:
            parts = (Span(spoken[place], spoken[place + len(sought) - 1] + 1),)
            yield _hit(document, parts, words(document, parts))


def of_mentions(document: Document, annotation: Annotation) -> Iterator[Hit]:
    names = MentionNames(agreeing(document), annotation)
    return (_mention(document, mention, names) for mention in all_mentions(annotation))


def of_pair(pair: Pair, view: str = "head") -> Iterator[Hit]:
    """Anaphors of a response, and those that only the key has, in textual order."""
    document, proposed, partner = pair.document, proposals(pair), pair.counterparts(view)
    right, own = (MentionNames(agreeing(document), side) for side in (pair.key, pair.response))
    chains = {one.parts: entity for entity in pair.response.entities for one in entity.mentions}
    hits = []
    for mention, outcome in Success("all", view=view).outcomes(pair):
        known = _expected(pair, partner.get(mention, mention))
        first = (
            outcome is Outcome.OPEN and known is None and not kind_of(document, mention).pronominal
        )
        antecedent = proposed.get(mention)
        hits.append(
            _mention(document, mention, own if outcome.identified else right)._replace(
                outcome=(
                    Outcome.NONE if first else outcome
                ).word,  # the first mention of an entity needs no antecedent
                antecedent="" if antecedent is None else _called(document, antecedent, own, chains),
                expected="" if known is None else _called(document, known, right, pair.key_entity),
            )
        )
    return iter(sorted(hits, key=lambda hit: hit.parts))


def _called(
    document: Document,
    mention: Mention,
    names: MentionNames,
    entities: Mapping[tuple[Span, ...], Entity],
) -> str:
    """The words of a mention; of a pronoun, which says little alone, also what its entity is
    called.
    """
    own, entity = names[mention], entities.get(mention.parts)
    if entity is None or not kind_of(document, mention).pronominal:
        return own
    name = entity_name(document, entity)
    return own if name.casefold() == own.casefold() else f"{own} ({name})"


def _expected(pair: Pair, mention: Mention) -> Mention | None:
    entity = pair.key_entity.get(mention.parts)
    earlier = (
        [other for other in entity.mentions if other.start < mention.start]
        if entity is not None
        else []
    )
    return earlier[-1] if earlier else None


def _mention(document: Document, mention: Mention, names: MentionNames) -> Hit:
    hit = _hit(document, mention.parts, names[mention])
    return hit._replace(type=type_of(document, mention), kind=str(mention.kind))


def _hit(document: Document, parts: tuple[Span, ...], shown: str) -> Hit:
    start, end = parts[0].start, parts[-1].end
    before = Span(max(0, start - CONTEXT), start)
    after = Span(end, min(len(document.tokens), end + CONTEXT))
    sides = [words(document, (side,)) if side.length else "" for side in (before, after)]
    return Hit(parts, sides[0], shown, sides[1])
