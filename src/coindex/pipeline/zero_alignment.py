"""Aligns keys and responses with different zero pronouns: those that a parser missed count as
missed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from coindex.core.annotation import Annotated, Annotation, Mention
from coindex.core.decision import Decision
from coindex.core.document import Document, features
from coindex.language.zeros.empty_tokens import Moved, inserted, without_zeros
from coindex.language.zeros.zeros import with_zeros_of, zeros_of
from coindex.measures.pair import Pair
from coindex.measures.projection import is_bare, project, same_tokens


def with_key_zeros(document: Document, item: Annotated) -> Document:
    """The parse with the zero pronouns of the key instead of the parser's: the input of a resolver
    with gold mentions.
    """
    if not any(token.empty for token in item.document.tokens) or same_tokens(
        document, item.document
    ):
        return document
    return with_zeros_of(without_zeros(document), item.document)


def judged(
    document: Document, item: Annotated, response: Annotation, decisions: Sequence[Decision] = ()
) -> Pair:
    """A response on a parse of the key's text, with the whole key: zero pronouns that the parse
    lacks are inserted. In plain text among annotated documents, the key has found nothing.
    """
    if is_bare(item.document) and not item.annotation.mentions:
        return Pair(document, item.annotation, response, decisions)
    key = project(item.annotation, item.document, document)
    if not key.lost:
        return Pair(_agreeing(document, item, key.annotation), key.annotation, response, decisions)
    missed = zeros_of(document, item.document, lost_zeros(item, key.annotation))
    whole = inserted(document, missed)
    moved = Moved(sorted(zero.verb for zero in missed))
    key = project(item.annotation, item.document, whole)
    places = {mention: moved.mention(mention) for mention in _mentions(response, decisions)}
    response = response.with_mentions(places)
    decisions = tuple(_decision(one, places) for one in decisions)
    return Pair(_agreeing(whole, item, key.annotation), key.annotation, response, decisions)


def _agreeing(document: Document, item: Annotated, key: Annotation) -> Document:
    """The document with person and number of the key's zero pronouns, if the key states them."""
    by_place = {
        place.start: features(item.document.tokens[mention.start].feats)
        for mention, place in zip(item.annotation.mentions, key.mentions, strict=True)
        if item.document.tokens[mention.start].empty
        and item.document.tokens[mention.start].feats
        and place.start >= 0
    }
    tokens = list(document.tokens)
    for index, feats in by_place.items():
        agreed = {**features(tokens[index].feats), **feats}
        if agreed != features(tokens[index].feats):
            notation = "|".join(f"{name}={value}" for name, value in sorted(agreed.items()))
            tokens[index] = tokens[index]._replace(feats=notation)
    return document if tuple(tokens) == document.tokens else replace(document, tokens=tuple(tokens))


def lost_zeros(item: Annotated, projected: Annotation) -> set[int]:
    """The empty tokens of the key without a counterpart: their mentions lie before the
    first token.
    """
    pairs = zip(item.annotation.mentions, projected.mentions, strict=True)
    return {mention.start for mention, place in pairs if place.start < 0}


Places = dict[Mention, Mention]


def _mentions(response: Annotation, decisions: Sequence[Decision]) -> set[Mention]:
    mentions = {
        *response.mentions,
        *(mention for entity in response.entities for mention in entity.mentions),
    }
    mentions.update(
        mention for link in response.links for mention in (link.anaphor, *link.antecedents)
    )
    for decision in decisions:
        mentions.update(
            (decision.anaphor, *(candidate.mention for candidate in decision.candidates))
        )
        mentions.update(mention for mention, _ in (*decision.refused, *decision.examples))
        mentions.update(decision.antecedents)
        mentions.update(() if decision.related is None else (decision.related,))
    return mentions


def _decision(decision: Decision, places: Places) -> Decision:
    return replace(
        decision,
        anaphor=places[decision.anaphor],
        antecedent=None if decision.antecedent is None else places[decision.antecedent],
        candidates=tuple(one._replace(mention=places[one.mention]) for one in decision.candidates),
        refused=tuple((places[mention], reason) for mention, reason in decision.refused),
        examples=tuple((places[mention], reason) for mention, reason in decision.examples),
        together=tuple(places[mention] for mention in decision.together),
        related=None if decision.related is None else places[decision.related],
    )
