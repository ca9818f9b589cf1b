"""The graph of a resolved document: its entities, and what its clauses say about two of them.

An edge leads from who does something to whom or what it is done to, for whom, where, with what:
*meet*, *work for*; where nobody is said to do it, from what it is done to, in the passive: *be born
in*. Possessors have, and nouns are related to their attributes by prepositions: *the mayor of
York*. What is not clear is left out: an edge that is missing misleads nobody.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, cast

from coindex.core.annotation import Annotation, Entity, Kind, Mention
from coindex.core.chains import group_members
from coindex.core.decision import Decision
from coindex.core.document import Document, Span
from coindex.core.errors import CoindexError, suggestion
from coindex.core.messages import Message
from coindex.language.nominals.agreement import Gender
from coindex.language.nominals.entity_types import PERSON, entity_type_of
from coindex.language.nominals.mentions import completed
from coindex.language.nominals.noun_phrases import conjuncts, minimal, name_behind
from coindex.language.syntax.functions import preposition
from coindex.language.syntax.predications import APPOSITION, POSSESSION, Predication, Predications
from coindex.language.syntax.tree import NONE
from coindex.pipeline.entity_names import entity_name
from coindex.texts.graphs.graph import Graph
from coindex.texts.graphs.labels import Labels
from coindex.texts.graphs.merging import Profile
from coindex.texts.graphs.network import Edge, Node, Value
from coindex.texts.rewriting.appellations import is_naming
from coindex.texts.rewriting.choices import Choices
from coindex.texts.rewriting.judging import Judge

SELECTIONS = ("repeated", "named", "all")
"""Which entities are nodes: with a name or two mentions or more, with a name, or all."""
_ROLES = ("agent", "patient", "recipient")
_CONTENT = frozenset({"NOUN", "VERB", "ADJ"})
SURE_SEX = 0.9
LIKELY = 0.5
"""How certain a possessor must be that is part of a label: *el hijo de Ana*."""
_NAME = re.compile(r"[\w.'’ -]+")
_NOUNS = frozenset({"NOUN", "PROPN", "X", "SYM", ""})
_SET_OFF = frozenset({",", "(", "–", "—"})
"""Marks before an apposition; behind a colon stands something else."""


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
        self._judge = Judge(document, annotation, decisions, Choices(min_confidence=LIKELY))
        self._predications = Predications(document, annotation)
        self._parse = self._predications.parse
        self._labels = Labels(self._predications, document)
        self._rated = bool(decisions)
        self._called_by: dict[str, str] = {}
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

    def graph(
        self, select: str = "repeated", types: Sequence[str] = (), least: float = 0.0
    ) -> Graph:
        """The nodes that were chosen, and the edges between them that are at least so certain."""
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
        edges = [
            edge
            for edge in self._edges()
            if edge.source in known
            and edge.target in known
            and cast("float", edge.attributes["certainty"]) >= least
        ]
        profiles = {
            node.id: self._profile(self._entities[node.id], node)
            for node in nodes
            if node.attributes["proper"]
        }
        return Graph(tuple(nodes), tuple(edges), title=self._document.id, profiles=profiles)

    def _is_chosen(self, entity: Entity, select: str, types: Sequence[str]) -> bool:
        if types and self._type(entity) not in types:
            return False
        if entity.id in self._members:
            return False
        members = self._judge.members(entity.id)
        if select == "all" or any(one.kind is Kind.NAME for one in members):
            return True
        described = any(
            is_naming(one) and self._document.tokens[one.head].upos in _NOUNS for one in members
        )
        return select == "repeated" and described and not entity.singleton

    def _type(self, entity: Entity) -> str:
        return entity_type_of(entity.type, self._judge.members(entity.id))

    def _node(self, entity: Entity) -> Node:
        names = self._judge.names(entity.id)
        label = self._label(entity)
        tokens = self._document.tokens
        places = tuple(
            f"{self._document.id}:{tokens[one.start].start}-{tokens[one.end - 1].end}"
            for one in entity.mentions
        )
        attributes: dict[str, Value] = {
            "type": self._type(entity),
            "proper": names.proper or label != names.name != "",
            "aliases": tuple(one for one in names.aliases if one != label),
            "mentions": len(entity.mentions),
            "offsets": places,
        }
        return Node(entity.id, label, attributes)

    def _label(self, entity: Entity) -> str:
        """The most informative name, also one beside a description, *her brother Tom Lee*."""
        if entity.id not in self._called_by:
            names = self._judge.names(entity.id)
            label = names.name or self._description(entity)
            if self._type(entity) == PERSON:
                own = set(label.split()) if names.proper else set()
                beside = [name for one in entity.mentions for name in self._beside(one)]
                label = max((one for one in beside if own < {*one.split()}), key=len, default=label)
            self._called_by[entity.id] = label
        return self._called_by[entity.id]

    def _description(self, entity: Entity) -> str:
        """What the text calls an entity without a name; *her sister* also for *Her sister*."""
        words = entity_name(self._document, entity)
        first, _, rest = words.partition(" ")
        determined = self._document.tokens[entity.mentions[0].start].upos in ("DET", "PRON")
        return f"{first.lower()} {rest}" if determined and rest else words

    def _beside(self, mention: Mention) -> Iterator[str]:
        """A name that follows a common noun."""
        head = completed(self._parse, mention).head
        if head is None or self._document.tokens[head].upos != "NOUN":
            return
        for child in self._parse.children[head]:
            name = " ".join(self._document.surface(minimal(self._parse, child)).split())
            if (
                self._parse.labels[child] == "appos"
                and self._parse.left[child] == head + 1
                and self._document.tokens[child].upos == "PROPN"
                and _NAME.fullmatch(name)
                and not conjuncts(self._parse, child)
            ):
                yield name
        given = name_behind(self._parse, head)
        if given != NONE:
            yield " ".join(self._document.surface(minimal(self._parse, given)).split())

    def _profile(self, entity: Entity, node: Node) -> Profile:
        """What may tell it from entities of the same name in other documents."""
        document, members = self._document, self._judge.members(entity.id)
        sexes = [
            one.features.gender
            for one in members
            if one.features.gender in (Gender.MASCULINE, Gender.FEMININE)
            and one.features.gender_certainty >= SURE_SEX
        ]
        called = (one.lemma for one in members if one.kind is Kind.NOMINAL)
        words = Counter(
            document.tokens[token].lemma.lower()
            for sentence in {one.sentence for one in members}
            for token in range(*document.sentences[sentence].span)
            if document.tokens[token].upos in _CONTENT
        )
        return Profile(
            node.label,
            str(node.attributes["type"]),
            cast("tuple[str, ...]", node.attributes["aliases"]),
            sexes.count(Gender.MASCULINE) / len(sexes) if sexes else 0.5,
            frozenset(called),
            words,
            cast("tuple[str, ...]", node.attributes["offsets"])[0],
            document.language or "en",
        )

    def _edges(self) -> Iterator[Edge]:
        for stated in self._predications.clauses():
            yield from self._of_clause(stated)
        for token in range(len(self._document.tokens)):
            if self._predications.is_noun(token):
                yield from self._of_noun(token)

    def _of_clause(self, stated: Predication) -> Iterator[Edge]:
        if stated.noun != NONE and self._parse.first(stated.token, "cop") == NONE:
            return  # *The white one?*: a line of a conversation or a list, no statement
        ends = [
            (role, token, self._labels.of_argument(stated, role))
            for role, token in zip(_ROLES, stated.arguments, strict=False)
            if token != NONE
        ]
        if stated.noun != NONE:
            ends.append(("predicate", stated.noun, stated.word))
        ends += [
            ("oblique", token, self._labels.of_oblique(stated, relation))
            for token, relation in stated.adverbials
            if preposition(self._parse, token)
        ]
        ends = [
            end
            for end in ends
            if not self._is_clause(end[1], stated.token) and not self._is_possessor(end[1])
        ]
        if not ends or ends[0][0] not in ("agent", "patient"):
            return
        (role, first, _), others = ends[0], ends[1:]
        if role == "patient" and not self._predications.is_passive(stated.token):
            return  # *Send the form to Ann*: the form sends nothing
        others = [end for end in others if end[0] != "oblique" or not self._repeats(end[1], ends)]
        circumstances = self._circumstances(stated, [token for _, token, _ in ends])
        sums = [token for _, token, _ in others if self._labels.is_money(token)]
        for other_role, token, label in others:
            if label and token not in sums and not self._labels.is_middle(token):
                target, amount = self._measured(token)
                amount = amount or ", ".join(map(self._phrase, sums))
                more = circumstances | ({"amount": amount} if amount else {})
                yield from self._between(first, role, target, other_role, stated.token, label, more)

    def _repeats(self, token: int, ends: Sequence[tuple[str, int, str]]) -> bool:
        """Whether an oblique is an argument again: *replaced Ann as treasurer*."""
        entity = self._heads.get(token, "")
        arguments = (other for role, other, _ in ends if role in _ROLES)
        return bool(entity) and any(self._heads.get(other) == entity for other in arguments)

    def _phrase(self, token: int) -> str:
        """The words of a noun phrase, without its preposition."""
        case, span = self._parse.cases[token], self._parse.span(token)
        start = case + 1 if case != NONE and case < token else span.start
        return " ".join(self._document.surface(Span(start, span.end)).split())

    def _measured(self, token: int) -> tuple[int, str]:
        """What a measure is one of, and the measure: *eight percent* of the company."""
        inside = [
            child
            for relation, child in self._predications.belonging(token)
            if relation in self._labels.genitive
        ]
        if len(inside) != 1 or not self._labels.is_measure(token):
            return token, ""
        case = self._parse.cases[inside[0]]
        start = self._parse.left[token]
        amount = self._document.surface(Span(start, case)) if start < case else ""
        return (inside[0], " ".join(amount.split())) if amount else (token, "")

    def _is_possessor(self, token: int) -> bool:
        """Whether what it possesses is not said: *Olly's was eaten*."""
        return any(
            self._document.tokens[child].upos == "PART"
            and self._document.tokens[child].form.lower() in self._labels.possessive
            for child in self._parse.children[token]
        )

    def _is_clause(self, token: int, predicate: int) -> bool:
        around = token == predicate or self._parse.dominates(token, predicate)
        return self._parse.clausal[token] and not around

    def _of_noun(self, token: int) -> Iterator[Edge]:
        if self._document.tokens[token].upos not in _NOUNS or self._labels.is_measure(token):
            return
        for relation, child in self._predications.belonging(token):
            if relation == POSSESSION:
                yield from self._of_possessor(token, child)
            elif relation == APPOSITION:
                if self._is_apposition(token, child):
                    label = self._labels.be
                    yield from self._between(token, "subject", child, "predicate", child, label, {})
            elif self._is_in_name(token, child):
                continue
            elif label := self._labels.of_attribute(token, child, relation, self._called(token)):
                yield from self._between(token, "noun", child, "attribute", token, label, {})

    def _is_in_name(self, token: int, attribute: int) -> bool:
        """Whether a name is part of another one: *Luna* of *Jaime de Luna*."""
        tokens = self._document.tokens
        own, other = self._called(token).split(), self._called(attribute).split()
        proper = tokens[token].upos == tokens[attribute].upos == "PROPN"
        return proper and bool(other) and other[-1] in own

    def _of_possessor(self, noun: int, owner: int) -> Iterator[Edge]:
        """*Her brother and sister*; *his mother and her sister* have owners of their own."""
        for head in conjuncts(self._parse, noun) or (noun,):
            related = (relation for relation, _ in self._predications.belonging(head))
            if head == noun or POSSESSION not in related:
                label = self._labels.of_possession(head, self._called(head))
                yield from self._between(owner, "owner", head, "possession", head, label, {}, head)

    def _called(self, token: int) -> str:
        """The label of the node of the entity that a token stands for."""
        entity = self._entities.get(self._heads.get(token, ""))
        return "" if entity is None else self._label(entity)

    def _is_apposition(self, noun: int, other: int) -> bool:
        """Whether two noun phrases beside each other are of one thing or person, and no list,
        heading or form of address.
        """
        tokens, left = self._document.tokens, self._parse.left[other]
        if conjuncts(self._parse, noun) or conjuncts(self._parse, other):
            return False
        if self._parse.heads[noun] == NONE or self._labels.is_measure(other):
            return False
        if tokens[noun].upos == tokens[other].upos == "PROPN":
            return False
        numbers = {tokens[one].feature("Number") for one in (noun, other)} - {""}
        closed = (
            left == noun + 1 or tokens[left].form in _SET_OFF or (tokens[left - 1].form in _SET_OFF)
        )
        return closed and len(numbers) < 2

    def _between(
        self,
        first: int,
        first_role: str,
        second: int,
        second_role: str,
        at: int,
        label: str,
        more: dict[str, Value],
        alone: int = NONE,
    ) -> Iterator[Edge]:
        """The edges between the entities of two tokens; `alone` stands for itself only, not for
        what is coordinated with it.
        """
        for source in self._ends(first, first_role):
            for target in self._ends(second, second_role, alone=second == alone):
                if self._relates(source, target, second_role):
                    attributes = {**self._place(source, target, at), **more}
                    attributes["certainty"] = self._certainty(source, target)
                    yield Edge(source.entity, target.entity, label, 1.0, attributes)

    def _relates(self, source: End, target: End, role: str) -> bool:
        """Whether an edge between the two says something: *she did it herself* does not."""
        if source.entity == target.entity:
            return target.token in self._reflexives and role != "oblique"
        one, other = self._entities[source.entity], self._entities[target.entity]
        return self._label(one) != self._label(other)

    def _certainty(self, source: End, target: End) -> float:
        """How certain it is that both mentions are of the entities that the edge names."""
        return round(self._of_mention(source) * self._of_mention(target), 3)

    def _of_mention(self, end: End) -> float:
        mention = self._mentions[end.token]
        expression = self._judge.discourse.by_mention.get(mention)
        if expression is None or not self._rated or expression.kind is Kind.NAME:
            return 1.0
        anchors = self._judge.anchors(expression, end.entity)
        return min(
            (self._judge.evidence.certainty(expression, anchor) for anchor in anchors), default=1.0
        )

    def _ends(self, token: int, role: str, *, alone: bool = False) -> Iterator[End]:
        """The entities of a token: each member of a coordination or a group."""
        token = self._predications.referent(token)
        heads = [] if alone else [*conjuncts(self._parse, token)]
        heads = heads or [token]
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
        """*No car*, *nobody*, *neither Ann nor Bob*."""
        tokens = self._document.tokens
        near = [tokens[one] for one in (token, *self._parse.children[token])]
        return any(
            one.feature("PronType") == "Neg" or one.form.lower() in self._labels.denying
            for one in near
        )
