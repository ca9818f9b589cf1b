"""The logical form of a text with its entities resolved, one line a predicate: SUPAR's last module.

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

from coindex.core.annotation import Annotation, Kind, Mention, Reference
from coindex.core.document import Document, Span
from coindex.language.constituents import Constituents
from coindex.language.functions import Function, function, preposition
from coindex.language.lexicon import words
from coindex.language.mentions import completed
from coindex.language.nominals import conjuncts
from coindex.language.relatives import relative_antecedents
from coindex.language.roles import Role
from coindex.language.tree import NONE, Forest, forest

_NOBODY = "_"
_LINKED = frozenset({Role.ADVERBIAL, Role.CONJUNCT, Role.PARATAXIS})


def logic(document: Document, annotation: Annotation) -> list[str]:
    """The lines of a whole document, in the order of its clauses."""
    return list(_Form(document, annotation).lines())


class _Form:
    def __init__(self, document: Document, annotation: Annotation) -> None:
        self._tokens, self._parse = document.tokens, forest(document)
        self._structures = Constituents(self._parse)
        self._relatives = relative_antecedents(self._parse)
        self._names = _Names(self._parse, annotation)
        self._language = document.language
        self._events: dict[int, str] = {}
        self._told: set[int] = set()

    def lines(self) -> Iterator[str]:
        parse = self._parse
        for predicate in parse.order:
            if parse.clausal[predicate]:
                yield from self._clause(predicate)
            elif parse.heads[predicate] == NONE and parse.nominal[predicate]:
                yield from self._noun(predicate)

    def _clause(self, predicate: int) -> Iterator[str]:
        event = self._event(predicate)
        word, noun = self._predicate(predicate)
        heads = self._arguments(predicate)
        written = [self._argument(token, predicate) for token in heads]
        if noun != NONE and heads and not self._names.differ(heads[0], noun):
            word = self._lemma(noun)
        elif noun != NONE:
            written.append(self._entity(noun))
        heads.append(noun)
        yield f"{word}({', '.join([event, *written])})"
        if any(self._negates(child) for child in self._parse.children[predicate]):
            yield f"not({event})"
        for token, relation in self._adverbials(predicate):
            yield f"{relation}({event}, {self._argument(token, predicate)})"
            heads.append(token)
        for token in heads:
            if token != NONE:
                yield from self._noun(token)

    def _event(self, predicate: int) -> str:
        return self._events.setdefault(predicate, f"e{len(self._events) + 1}")

    def _lemma(self, token: int) -> str:
        return self._tokens[token].lemma or self._tokens[token].form.lower()

    def _predicate(self, token: int) -> tuple[str, int]:
        """The word for the predicate, and the noun that is predicated by a copula, if any."""
        parse = self._parse
        particles = [
            child for child in parse.children[token] if parse.labels[child] == "compound:prt"
        ]
        if not parse.nominal[token]:
            return "_".join(self._lemma(word) for word in (token, *particles)), NONE
        copula = next(
            (child for child in parse.children[token] if parse.labels[child] == "cop"), NONE
        )
        be = self._lemma(copula) if copula != NONE else "be"
        return be, NONE if preposition(parse, token) else token

    def _arguments(self, predicate: int) -> list[int]:
        """Who does it, what it is done to, to whom; `NONE` is one that is
        not said while a later one is.
        """
        parse = self._parse
        doer, done_to, receiver = self._subject(predicate), NONE, NONE
        passive = False
        for child in parse.children[predicate]:
            if parse.labels[child].endswith(("subj:pass", "aux:pass")):
                passive = True
            elif parse.labels[child] == "iobj":
                receiver = child
            elif parse.roles[child] == Role.OBJECT or (
                parse.roles[child] == Role.COMPLEMENT and done_to == NONE
            ):
                done_to = child
        if self._participle(predicate) or passive:
            agent = (c for c in parse.children[predicate] if function(parse, c) is Function.AGENT)
            doer, done_to = next(agent, NONE), doer if done_to == NONE or passive else done_to
        if parse.labels[predicate] == "acl:relcl" and done_to == NONE and self._gap(predicate):
            done_to = parse.heads[predicate]
        arguments = [doer, done_to, receiver]
        while arguments and arguments[-1] == NONE:
            arguments.pop()
        return arguments

    def _subject(self, predicate: int) -> int:
        """The subject, overt, shared or in control; `NONE` if
        there is none or it does not refer.
        """
        structure = self._structures.around(predicate)
        node = structure.clauses[predicate - structure.span.start]
        if node == NONE:
            return NONE
        subject = (
            structure.subjects[node]
            if structure.subjects[node] >= 0
            else structure.controllers[node]
        )
        return NONE if subject < 0 or self._idle(subject) else subject

    def _idle(self, token: int) -> bool:
        return self._parse.roles[token] == Role.EXPLETIVE or token in self._names.idle

    def _participle(self, predicate: int) -> bool:
        """A past participle on a noun: *the key lost by Ana*."""
        token = self._tokens[predicate]
        return (
            self._parse.labels[predicate] == "acl"
            and token.feature("VerbForm") == "Part"
            and token.feature("Tense") == "Past"
        )

    def _gap(self, clause: int) -> bool:
        """A relative clause with a subject and no relative pronoun: *the key Ana lost*."""
        inside = self._parse.subtree(clause)
        return self._subject(clause) != NONE and not any(
            token in self._relatives for token in inside
        )

    def _negates(self, token: int) -> bool:
        return self._parse.labels[token] == "advmod" and (
            self._tokens[token].feature("Polarity") == "Neg"
            or self._tokens[token].form.lower() in words(self._language, "syntax", "negation")
        )

    def _adverbials(self, predicate: int) -> Iterator[tuple[int, str]]:
        """Obliques with their prepositions and clauses with their
        conjunctions, in surface order.
        """
        parse = self._parse
        if parse.nominal[predicate] and (own := preposition(parse, predicate)):
            yield predicate, own.replace(" ", "_")
        for child in parse.children[predicate]:
            if parse.clausal[child]:
                mark = parse.first(child, "mark")
                if parse.roles[child] in _LINKED and mark != NONE:
                    yield child, self._lemma(mark)
            elif (
                parse.roles[child] == Role.OBLIQUE and function(parse, child) is not Function.AGENT
            ):
                yield child, preposition(parse, child).replace(" ", "_") or "at"

    def _argument(self, token: int, predicate: int) -> str:
        """An event if it is a clause of its own, else an entity."""
        if token == NONE:
            return _NOBODY
        around = token == predicate or self._parse.dominates(token, predicate)
        return (
            self._event(token) if self._parse.clausal[token] and not around else self._entity(token)
        )

    def _entity(self, token: int) -> str:
        parse = self._parse
        token = self._relatives.get(token, token)
        joined = conjuncts(parse, token)
        if joined and token not in self._names.wholes:
            return "+".join(self._names.variable(member) for member in joined)
        return self._names.variable(token, whole=bool(joined))

    def _noun(self, token: int) -> Iterator[str]:
        """What belongs to a noun: its possessor, its attributes, an
        apposition that is another entity.
        """
        parse = self._parse
        if token in self._told or not parse.nominal[token] or token in self._relatives:
            return
        self._told.add(token)
        for child in parse.children[token]:
            if parse.roles[child] == Role.POSSESSOR:
                yield f"poss({self._entity(child)}, {self._names.variable(token)})"
            elif parse.roles[child] == Role.ATTRIBUTE:
                relation = preposition(parse, child).replace(" ", "_") or "at"
                yield f"{relation}({self._names.variable(token)}, {self._entity(child)})"
            elif parse.roles[child] == Role.APPOSITION and self._names.differ(token, child):
                yield f"be({self._names.variable(token)}, {self._entity(child)})"
            elif not (parse.roles[child] == Role.CONJUNCT and parse.nominal[child]):
                continue
            yield from self._noun(child)


class _Names:
    """Variables of entities, with a name when they are first used."""

    def __init__(self, parse: Forest, annotation: Annotation) -> None:
        self._parse = parse
        self._numbers: dict[object, int] = {}
        self._entity: dict[int, object] = {}
        self.wholes: dict[int, object] = {}
        """Coordinations that are entities of more than one mention, by their first head."""
        self.idle = {
            completed(parse, mention).head
            for mention in annotation.mentions
            if mention.reference is Reference.NONREFERENTIAL
        }
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
