"""The logical form of a text with its entities resolved, one line per predicate: SUPAR's last
module.

*Ana lost her key. She did not find it in the park.*

    lose(e1, x1:Ana, x2:key)
    poss(x1, x2)
    find(e2, x1, x2)
    not(e2)
    in(e2, x3:park)

A verb is a predicate of its event, its agent, its patient and its recipient: passives are turned
round, `_` is one that is left out, covert subjects are put in. Clauses are arguments through their
events, adverbial ones are related to theirs by their conjunction, relative pronouns stand for the
noun. Nouns behind a copula make `be(e1, x1:Ana, x2:doctor)`, or `doctor(e1, x1)` if they are the
same entity; adjectives `tall(e1, x1)`. `poss(x1, x2)`: x1 has x2. Other attributes and adverbials
have their preposition, `at` without one. Coordinations are sums, `x1:Ana+x2:Bob`, or a variable
`x3:Ana+Bob` if they are an entity. Tense, modality and adjectives on nouns are left out.
"""

from __future__ import annotations

from collections.abc import Iterator

from coindex.core.annotation import Annotation, Kind, Mention
from coindex.core.document import Document, Span
from coindex.language.nominals.mentions import completed
from coindex.language.nominals.noun_phrases import conjuncts
from coindex.language.syntax.predications import APPOSITION, POSSESSION, Predication, Predications
from coindex.language.syntax.tree import NONE, Forest

_NOBODY = "_"


def logic(document: Document, annotation: Annotation) -> list[str]:
    """The lines of a whole document, in the order of its clauses."""
    return list(_Form(document, annotation).lines())


class _Form:
    def __init__(self, document: Document, annotation: Annotation) -> None:
        self._predications = Predications(document, annotation)
        self._parse = self._predications.parse
        self._names = _Names(self._parse, annotation)
        self._events: dict[int, str] = {}
        self._described: set[int] = set()

    def lines(self) -> Iterator[str]:
        parse = self._parse
        for predicate in parse.order:
            if parse.clausal[predicate]:
                yield from self._clause(self._predications.of(predicate))
            elif parse.heads[predicate] == NONE and parse.nominal[predicate]:
                yield from self._noun(predicate)

    def _clause(self, stated: Predication) -> Iterator[str]:
        event = self._event(stated.token)
        word, noun, heads = stated.word, stated.noun, list(stated.arguments)
        written = [self._argument(token, stated.token) for token in heads]
        if noun != NONE and heads and not self._names.differ(heads[0], noun):
            word = self._predications.lemma(noun)
        elif noun != NONE:
            written.append(self._entity(noun))
        heads.append(noun)
        yield f"{word}({', '.join([event, *written])})"
        if stated.negated:
            yield f"not({event})"
        for token, relation in stated.adverbials:
            yield f"{relation}({event}, {self._argument(token, stated.token)})"
            heads.append(token)
        for token in heads:
            if token != NONE:
                yield from self._noun(token)

    def _event(self, predicate: int) -> str:
        return self._events.setdefault(predicate, f"e{len(self._events) + 1}")

    def _argument(self, token: int, predicate: int) -> str:
        """An event if it is a clause of its own, else an entity."""
        if token == NONE:
            return _NOBODY
        around = token == predicate or self._parse.dominates(token, predicate)
        return (
            self._event(token) if self._parse.clausal[token] and not around else self._entity(token)
        )

    def _entity(self, token: int) -> str:
        token = self._predications.referent(token)
        joined = conjuncts(self._parse, token)
        if joined and token not in self._names.wholes:
            return "+".join(self._names.variable(member) for member in joined)
        return self._names.variable(token, whole=bool(joined))

    def _noun(self, token: int) -> Iterator[str]:
        """The predicates of a noun: its possessor, its attributes, an apposition that is another
        entity.
        """
        if token in self._described or not self._predications.is_noun(token):
            return
        self._described.add(token)
        for relation, child in self._predications.belonging(token):
            if relation == POSSESSION:
                yield f"poss({self._entity(child)}, {self._names.variable(token)})"
            elif relation == APPOSITION and self._names.differ(token, child):
                yield f"be({self._names.variable(token)}, {self._entity(child)})"
            elif relation == APPOSITION:
                continue
            elif relation:
                yield f"{relation}({self._names.variable(token)}, {self._entity(child)})"
            yield from self._noun(child)


class _Names:
    """Variables of entities, with a name at their first use."""

    def __init__(self, parse: Forest, annotation: Annotation) -> None:
        self._parse = parse
        self._numbers: dict[object, int] = {}
        self._entity: dict[int, object] = {}
        self.wholes: dict[int, object] = {}
        """Coordinations that are entities of more than one mention, by their first head."""
        self._names: dict[object, str] = {}
        for entity in annotation.entities:
            full = [completed(parse, mention) for mention in entity.mentions]
            for mention in full:
                if mention.head is not None and mention.kind is not Kind.COORDINATION:
                    self._entity.setdefault(mention.head, entity.id)
                elif mention.head is not None and not entity.singleton:
                    self.wholes[mention.head] = entity.id
            self._names[entity.id] = self._best(full)

    def _best(self, mentions: list[Mention]) -> str:
        """A name if there is one, else a noun, else the pronoun."""
        headed = [mention for mention in mentions if mention.head is not None]
        best = min(headed, key=lambda m: (m.kind is not Kind.NAME, m.kind.pronominal), default=None)
        return "" if best is None else self._name(best)

    def _name(self, mention: Mention) -> str:
        document, head = self._parse.document, mention.head or 0
        if mention.kind is Kind.COORDINATION:
            return "+".join(self._word(member) for member in conjuncts(self._parse, head))
        if mention.kind is Kind.NAME:
            return document.surface(mention.minimum or mention.span).replace(" ", "_")
        return self._word(head)

    def _word(self, token: int) -> str:
        word = self._parse.document.tokens[token]
        return word.lemma or word.form.lower()

    def differ(self, one: int, other: int) -> bool:
        return self._entity.get(one, one) != self._entity.get(other, other)

    def variable(self, token: int, *, whole: bool = False) -> str:
        key = (
            self.wholes[token]
            if whole and token in self.wholes
            else self._entity.get(token, ("token", token))
        )
        number = self._numbers.get(key)
        if number is not None:
            return f"x{number}"
        number = self._numbers[key] = len(self._numbers) + 1
        name = self._names.get(key) or self._name(completed(self._parse, _alone(token)))
        return f"x{number}:{name}"


def _alone(token: int) -> Mention:
    return Mention((Span(token, token + 1),), token)
