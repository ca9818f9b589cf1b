"""The graph of a resolved document: its entities, and what its clauses say about two of them.

An edge leads from who does something to whom or what it is done to, for whom, where, with what:
*meet*, *work for*; where nobody is said to do it, from what it is done to. Possessors have, and
nouns are related to their attributes by prepositions: *the mayor of York*.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Kind, Mention
from coindex.core.chains import group_members
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.language.nominals.entity_types import entity_type_of
from coindex.language.nominals.mentions import completed
from coindex.language.nominals.noun_phrases import conjuncts
from coindex.language.syntax.predications import APPOSITION, POSSESSION, Predication, Predications
from coindex.language.syntax.tree import NONE
from coindex.pipeline.entity_names import entity_name
from coindex.texts.graphs.graph import Graph
from coindex.texts.graphs.network import Edge, Node, Value
from coindex.texts.rewriting.choices import Choices
from coindex.texts.rewriting.judging import Judge

SELECTIONS = ("repeated", "named", "all")
"""Which entities are nodes: with a name or two mentions or more, with a name, or all."""
_ROLES = ("agent", "patient", "recipient")


class End(NamedTuple):
    """One end of an edge: an entity, and the token that stands for it."""

    entity: str
    token: int
    role: str


class Relations:
    """One resolved document."""

    def __init__(
        self, document: Document, annotation: Annotation, decisions: Sequence[Decision] = ()
    ) -> None:
        self._document = document
        self._entities = {entity.id: entity for entity in annotation.entities}
        self._judge = Judge(document, annotation, decisions, Choices())
        self._predications = Predications(document, annotation)
        self._parse = self._predications.parse
        self._members: dict[str, Sequence[str]] = dict(group_members(annotation))
        self._heads: dict[int, str] = {}
        self._mentions: dict[int, Mention] = {}
        self._reflexives: set[int] = set()
        joined: dict[str, int] = {}
        for entity in annotation.entities:
            for mention in entity.mentions:
                full = completed(self._parse, mention)
                if full.head is None:
                    continue
                if full.kind is Kind.COORDINATION:
                    joined[entity.id] = full.head
                else:
                    self._heads.setdefault(full.head, entity.id)
                    self._mentions.setdefault(full.head, mention)
                if full.kind is Kind.REFLEXIVE:
                    self._reflexives.add(full.head)
        for id, head in joined.items():
            parts = [self._heads[one] for one in conjuncts(self._parse, head) if one in self._heads]
            self._members.setdefault(id, parts)

    def graph(self, select: str = "repeated", types: Sequence[str] = ()) -> Graph:
        """The nodes that were chosen, and the edges between them."""
        if select not in SELECTIONS:
            raise CoindexError(
                Message(
                    "no selection is called {select!r}; {suggestion}",
                    select=select,
                    suggestion=suggestion(select, SELECTIONS),
                )
            )
        nodes = [
            self._node(entity)
            for entity in self._entities.values()
            if self._is_chosen(entity, select, types)
        ]
        known = {node.id for node in nodes}
        edges = [edge for edge in self._edges() if edge.source in known and edge.target in known]
        return Graph(tuple(nodes), tuple(edges), title=self._document.id)

    def _is_chosen(self, entity: Entity, select: str, types: Sequence[str]) -> bool:
        if types and self._type(entity) not in types:
            return False
        if entity.id in self._members:
            return False
        named = any(one.kind is Kind.NAME for one in self._judge.members(entity.id))
        return named or select == "all" or (select == "repeated" and not entity.singleton)

    def _type(self, entity: Entity) -> str:
        return entity_type_of(entity.type, self._judge.members(entity.id))

    def _node(self, entity: Entity) -> Node:
        names = self._judge.names(entity.id)
        label = names.name or entity_name(self._document, entity)
        tokens = self._document.tokens
        places = tuple(
            f"{self._document.id}:{tokens[one.start].start}-{tokens[one.end - 1].end}"
            for one in entity.mentions
        )
        attributes: dict[str, Value] = {
            "type": self._type(entity),
            "proper": names.proper,
            "aliases": names.aliases,
            "mentions": len(entity.mentions),
            "offsets": places,
        }
        return Node(entity.id, label, attributes)

    def _edges(self) -> Iterator[Edge]:
        for stated in self._predications.clauses():
            yield from self._of_clause(stated)
        for token in range(len(self._document.tokens)):
            if self._predications.is_noun(token):
                yield from self._of_noun(token)

    def _of_clause(self, stated: Predication) -> Iterator[Edge]:
        ends = [
            (role, token, "")
            for role, token in zip(_ROLES, stated.arguments, strict=False)
            if token != NONE
        ]
        if stated.noun != NONE:
            ends.append(("predicate", stated.noun, ""))
        ends += [("oblique", token, relation) for token, relation in stated.adverbials]
        ends = [end for end in ends if not self._is_clause(end[1], stated.token)]
        if not ends or ends[0][0] not in ("agent", "patient"):
            return
        (role, first, _), others = ends[0], ends[1:]
        factual = self._circumstances(stated, [token for _, token, _ in ends])
        for other_role, token, relation in others:
            label = f"{stated.word} {relation.replace('_', ' ')}".rstrip()
            yield from self._between(first, role, token, other_role, stated.token, label, factual)

    def _is_clause(self, token: int, predicate: int) -> bool:
        around = token == predicate or self._parse.dominates(token, predicate)
        return self._parse.clausal[token] and not around

    def _of_noun(self, token: int) -> Iterator[Edge]:
        for relation, child in self._predications.belonging(token):
            if relation == POSSESSION:
                yield from self._between(child, "owner", token, "possession", token, "have", {})
            elif relation == APPOSITION:
                yield from self._between(token, "subject", child, "predicate", child, "be", {})
            elif relation:
                label = relation.replace("_", " ")
                yield from self._between(token, "noun", child, "attribute", token, label, {})

    def _between(
        self,
        first: int,
        first_role: str,
        second: int,
        second_role: str,
        at: int,
        label: str,
        more: dict[str, Value],
    ) -> Iterator[Edge]:
        for source in self._ends(first, first_role):
            for target in self._ends(second, second_role):
                if source.entity != target.entity or target.token in self._reflexives:
                    attributes = {**self._place(source, target, at), **more}
                    yield Edge(source.entity, target.entity, label, 1.0, attributes)

    def _ends(self, token: int, role: str) -> Iterator[End]:
        """The entities of a token: each member of a coordination or a group."""
        token = self._predications.referent(token)
        heads = [*conjuncts(self._parse, token)] or [token]
        for head in heads:
            entity = self._heads.get(head, "")
            for id in self._members.get(entity, ()) or (entity,):
                if id in self._entities:
                    yield End(id, head, role)

    def _place(self, source: End, target: End, at: int) -> dict[str, Value]:
        tokens = self._document.tokens
        index = self._document.sentence_index(at)
        span = self._document.sentences[index].span
        places: dict[str, Value] = {"document": self._document.id, "sentence": index + 1}
        places |= {"start": tokens[at].start, "end": tokens[at].end}
        for name, end in (("source", source), ("target", target)):
            mention = self._mentions[end.token]
            places |= {
                f"{name}_role": end.role,
                f"{name}_start": tokens[mention.start].start,
                f"{name}_end": tokens[mention.end - 1].end,
            }
        places["text"] = " ".join(self._document.surface(span).split())
        places |= {"polarity": "positive", "tense": "", "modality": "", "embedded": ""}
        return places

    def _circumstances(self, stated: Predication, tokens: Sequence[int]) -> dict[str, Value]:
        negative = self._predications.is_negated(stated.token) or any(map(self._is_denied, tokens))
        return {
            "polarity": "negative" if negative else "positive",
            "tense": self._predications.tense(stated.token),
            "modality": self._predications.modality(stated.token),
            "embedded": self._predications.embedding(stated.token),
        }

    def _is_denied(self, token: int) -> bool:
        """*No car*, *nobody*."""
        tokens = self._document.tokens
        near = (token, *self._parse.children[token])
        return any(tokens[one].feature("PronType") == "Neg" for one in near)
