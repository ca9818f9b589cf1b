"""Encodes documents, annotations and decisions as short JSON values, for the cache: exact and fast,
not for exchange.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from coindex.core.annotation import (
    Annotated,
    Annotation,
    Entity,
    Kind,
    Link,
    Mention,
    Reference,
    Relation,
    Source,
)
from coindex.core.decision import Candidate, Decision
from coindex.core.document import Arc, Block, Document, Fragment, Multiword, Sentence, Span, Token
from coindex.formats.jsonl.writer import Numbers
from coindex.measures.judging import Judged

Packed = dict[str, Any]


def packed(item: Annotated) -> Packed:
    return {
        "document": packed_document(item.document),
        "annotation": packed_annotation(item.annotation),
    }


def unpacked(value: Packed) -> Annotated:
    return Annotated(unpacked_document(value["document"]), unpacked_annotation(value["annotation"]))


def packed_document(document: Document) -> Packed:
    """The document as a value; named tuples become lists."""
    return {
        "id": document.id,
        "text": document.text,
        "language": document.language,
        "tokens": document.tokens,
        "sentences": [
            (s.span, s.id, s.paragraph, s.speaker, s.heading, s.comments, s.multiwords, s.fragments)
            for s in document.sentences
        ],
        "meta": dict(document.meta),
        "arcs": document.arcs,
        "blocks": document.blocks,
    }


def unpacked_document(value: Packed) -> Document:
    return Document(
        value["id"],
        value["text"],
        value["language"],
        tuple(map(Token._make, value["tokens"])),
        tuple(map(_sentence, value["sentences"])),
        value["meta"],
        tuple(tuple(map(Arc._make, arcs)) for arcs in value["arcs"]),
        tuple(map(Block._make, value["blocks"])),
    )


def _sentence(row: list[Any]) -> Sentence:
    span, id, paragraph, speaker, heading, comments, multiwords, fragments = row
    return Sentence(
        Span(*span),
        id,
        paragraph,
        speaker,
        heading,
        tuple(comments),
        tuple(Multiword(Span(*inside), *rest) for inside, *rest in multiwords),
        tuple(Fragment(root, parent, tuple(sites)) for root, parent, sites in fragments),
    )


def packed_annotation(annotation: Annotation) -> Packed:
    numbers = Numbers(annotation.mentions)
    entities = [
        (e.id, [numbers[m] for m in e.mentions], e.type, e.attributes) for e in annotation.entities
    ]
    links = [
        (
            numbers[k.anaphor],
            [numbers[m] for m in k.antecedents],
            k.relation,
            k.subtype,
            k.optional,
            k.attributes,
        )
        for k in annotation.links
    ]
    return {
        "document": annotation.document,
        "source": annotation.source,
        "mentions": numbers.mentions,
        "listed": len(annotation.mentions),
        "entities": entities,
        "links": links,
        "attributes": annotation.attributes,
    }


def unpacked_annotation(value: Packed) -> Annotation:
    mentions = [_mention(row) for row in value["mentions"]]

    def named(numbers: Iterable[int]) -> tuple[Mention, ...]:
        return tuple(mentions[number] for number in numbers)

    return Annotation(
        value["document"],
        Source(*value["source"]),
        tuple(mentions[: value["listed"]]),
        tuple(
            Entity(id, named(members), type, _pairs(rest))
            for id, members, type, rest in value["entities"]
        ),
        tuple(
            Link(
                mentions[anaphor],
                named(antecedents),
                Relation(relation),
                subtype,
                optional,
                _pairs(rest),
            )
            for anaphor, antecedents, relation, subtype, optional, rest in value["links"]
        ),
        _pairs(value["attributes"]),
    )


def _mention(row: list[Any]) -> Mention:
    parts, head, kind, minimum, id, reference, subtype, attributes = row
    return Mention(
        tuple(Span(*part) for part in parts),
        head,
        Kind(kind),
        None if minimum is None else Span(*minimum),
        id,
        Reference(reference),
        subtype,
        _pairs(attributes),
    )


def _pairs(rows: Iterable[Sequence[Any]]) -> tuple[tuple[Any, Any], ...]:
    return tuple((name, value) for name, value in rows)


_ABSENT: list[Any] = [None, None, (), None, ()]
"""The last values of a decision, for those that earlier versions did not write."""


def packed_decisions(decisions: Iterable[Decision], mentions: Sequence[Mention]) -> Packed:
    """The decisions; mentions are named by position, and those that the resolver was not given are
    stored with the decisions.
    """
    numbers = Numbers(tuple(mentions))
    rows = [
        (
            numbers[d.anaphor],
            None if d.antecedent is None else numbers[d.antecedent],
            d.rule,
            [
                (numbers[c.mention], c.rejected, c.admitted, c.factors, c.score)
                for c in d.candidates
            ],
            d.considered,
            d.agreeing,
            d.dropped,
            [(numbers[mention], reason) for mention, reason in d.refused],
            d.confidence,
            d.new,
            [numbers[mention] for mention in d.together],
            None if d.related is None else numbers[d.related],
            [(numbers[mention], reason) for mention, reason in d.examples],
        )
        for d in decisions
    ]
    return {"decisions": rows, "more": numbers.mentions[len(mentions) :]}


def unpacked_decisions(
    value: Packed, mentions: Sequence[Mention], *, reasons: bool = True
) -> tuple[Decision, ...]:
    """The decisions; without `reasons`, only the outcome, since candidates are almost all there is
    to unpack.
    """
    known = [*mentions, *map(_mention, value["more"])]

    def decision(row: Sequence[Any]) -> Decision:
        anaphor, antecedent, rule, candidates, considered, agreeing, dropped, refused, *rest = row
        missing = _ABSENT[len(rest) :]
        confidence, new, together, related, examples = [*rest, *missing]
        listed = (
            Candidate(known[n], no, yes, _pairs(factors), score)
            for n, no, yes, factors, score in (candidates if reasons else ())
        )
        return Decision(
            known[anaphor],
            None if antecedent is None else known[antecedent],
            rule,
            tuple(listed),
            considered,
            agreeing,
            _pairs(dropped),
            tuple((known[number], reason) for number, reason in refused),
            confidence,
            new,
            together=tuple(known[number] for number in together),
            related=None if related is None else known[related],
            examples=tuple((known[number], reason) for number, reason in examples),
        )

    return tuple(map(decision, value["decisions"]))


def unpacked_judged(value: Sequence[Any]) -> Judged:
    counts, slices, outcomes = value
    return Judged(
        tuple(map(tuple, counts)),
        tuple(
            {
                by: {name: tuple(values) for name, values in groups.items()}
                for by, groups in measure.items()
            }
            for measure in slices
        ),
        tuple(outcomes),
    )
