"""What a parse says about entities: who does what to whom, where, and what belongs to whom.

Passives are converted to actives, covert subjects are inserted, and relative pronouns stand for
their noun.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from coindex.core.annotation import Annotation, Reference
from coindex.core.document import Document
from coindex.language.lexicon import words
from coindex.language.nominals.features import entity_type
from coindex.language.nominals.mentions import completed
from coindex.language.syntax.clauses import relative_antecedents
from coindex.language.syntax.constituents import Constituents
from coindex.language.syntax.functions import Function, function, preposition
from coindex.language.syntax.roles import Role
from coindex.language.syntax.tree import NONE, forest

POSSESSION = "poss"
APPOSITION = "appos"
_LINKED = frozenset({Role.ADVERBIAL, Role.CONJUNCT, Role.PARATAXIS})
_TENSES = {"Past": "past", "Imp": "past", "Pqp": "past", "Pres": "present", "Fut": "future"}
_MOODS = {"Cnd": "conditional", "Sub": "subjunctive", "Imp": "imperative"}


class Predication(NamedTuple):
    """What one clause says; its parts are tokens.

    `arguments` are who does it, what it is done to and to whom, `NONE` for one that is not said
    while a later one is; `noun` is what stands behind a copula; `adverbials` are obliques and
    clauses with their prepositions and conjunctions.
    """

    token: int
    word: str
    arguments: tuple[int, ...] = ()
    noun: int = NONE
    negated: bool = False
    adverbials: tuple[tuple[int, str], ...] = ()


class Predications:
    """The predications of one resolved document."""

    def __init__(self, document: Document, annotation: Annotation) -> None:
        self._tokens, self.parse = document.tokens, forest(document)
        self._structures = Constituents(self.parse)
        self._relatives = relative_antecedents(self.parse)
        self._language = document.language
        self._idle_heads = {
            completed(self.parse, mention).head
            for mention in annotation.mentions
            if mention.reference is Reference.NONREFERENTIAL
        }

    def clauses(self) -> Iterator[Predication]:
        """In the order of the text."""
        return (self.of(token) for token in self.parse.order if self.parse.clausal[token])

    def of(self, predicate: int) -> Predication:
        """What the clause with this head says."""
        word, noun = self._predicate(predicate)
        negated = self._is_denied(predicate)
        arguments = tuple(self._arguments(predicate))
        return Predication(
            predicate, word, arguments, noun, negated, tuple(self._adverbials(predicate))
        )

    def referent(self, token: int) -> int:
        """The noun that a relative pronoun stands for; any other token itself."""
        return self._relatives.get(token, token)

    def is_noun(self, token: int) -> bool:
        return self.parse.nominal[token] and token not in self._relatives

    def belonging(self, token: int) -> Iterator[tuple[str, int]]:
        """What belongs to a noun: its possessor, its attributes with their prepositions, its
        apposition; with an empty relation, what is coordinated with it.
        """
        parse = self.parse
        for child in parse.children[token]:
            if parse.roles[child] == Role.POSSESSOR:
                yield POSSESSION, child
            elif parse.roles[child] == Role.ATTRIBUTE:
                yield preposition(parse, child).replace(" ", "_") or "at", child
            elif parse.roles[child] == Role.APPOSITION:
                yield APPOSITION, child
            elif parse.roles[child] == Role.CONJUNCT and parse.nominal[child]:
                yield "", child

    def is_negated(self, predicate: int) -> bool:
        """Whether a clause is negated, or the verb whose infinitive it is: *did not want to go*."""
        return any(map(self._is_denied, self._governors(predicate)))

    def _is_denied(self, predicate: int) -> bool:
        return any(self._negates(child) for child in self.parse.children[predicate])

    def _governors(self, predicate: int) -> Iterator[int]:
        """The head of a clause, and the verbs above it as long as it is an infinitive of theirs."""
        yield predicate
        while self.parse.labels[predicate] == "xcomp" and self.parse.heads[predicate] != NONE:
            predicate = self.parse.heads[predicate]
            yield predicate

    def tense(self, predicate: int) -> str:
        """*past*, *present* or *future* of the finite verb; empty, if there is none.

        An infinitive has the tense of the verb above it.
        """
        for governor in self._governors(predicate):
            for token in self._verbs(governor):
                verb = self._tokens[token]
                if verb.lemma.lower() in words(self._language, "syntax", "future"):
                    return "future"
                if verb.feature("VerbForm") == "Fin" and verb.feature("Tense"):
                    return _TENSES.get(verb.feature("Tense"), "")
        return ""

    def modality(self, predicate: int) -> str:
        """The modal verb, *can*; else the mood, unless it is the indicative."""
        verbs = list(self._verbs(predicate))
        modal = words(self._language, "syntax", "modal")
        lemmas = (
            self._tokens[token].lemma.lower()
            for token in verbs
            if self._tokens[token].upos in ("AUX", "VERB")
        )
        moods = (_MOODS.get(self._tokens[token].feature("Mood"), "") for token in verbs)
        return next((one for one in lemmas if one in modal), "") or next(filter(None, moods), "")

    def embedding(self, predicate: int) -> str:
        """The verb or conjunction under which a clause stands: *says that*, *if*; empty, if the
        text states it as a fact.
        """
        parse = self.parse
        if parse.roles[predicate] == Role.COMPLEMENT and parse.heads[predicate] != NONE:
            return self.lemma(parse.heads[predicate])
        mark = parse.first(predicate, "mark")
        adverbial = parse.roles[predicate] == Role.ADVERBIAL and mark != NONE
        return self.lemma(mark) if adverbial else ""

    def _verbs(self, predicate: int) -> Iterator[int]:
        """The auxiliaries and the copula of a clause, then its head."""
        for child in self.parse.children[predicate]:
            if self.parse.labels[child].partition(":")[0] in ("aux", "cop"):
                yield child
        yield predicate

    def lemma(self, token: int) -> str:
        return self._tokens[token].lemma or self._tokens[token].form.lower()

    def _predicate(self, token: int) -> tuple[str, int]:
        """The word for the predicate, and the noun that is predicated by a copula, if any."""
        parse = self.parse
        particles = [
            child for child in parse.children[token] if parse.labels[child] == "compound:prt"
        ]
        if not parse.nominal[token]:
            return "_".join(self.lemma(word) for word in (token, *particles)), NONE
        copula = next(
            (child for child in parse.children[token] if parse.labels[child] == "cop"), NONE
        )
        be = self.lemma(copula) if copula != NONE else "be"
        return be, NONE if preposition(parse, token) else token

    def _arguments(self, predicate: int) -> list[int]:
        """Who does it, what it is done to, to whom; `NONE` is one that is
        not said while a later one is.
        """
        parse = self.parse
        doer, done_to, receiver = self._subject(predicate), NONE, NONE
        passive, marked = self.is_passive(predicate), self._is_marked_passive(predicate)
        for child in parse.children[predicate]:
            if parse.labels[child].endswith(("subj:pass", "aux:pass")):
                continue
            if self._receives(child):
                receiver = child
            elif parse.roles[child] == Role.OBJECT or (
                parse.roles[child] == Role.COMPLEMENT and done_to == NONE
            ):
                done_to = child
        # A passive is turned round, so that *the mill was sold by Ann* and *Ann sold the mill* are
        # equal.
        if passive:
            agent = (child for child in parse.children[predicate] if self._is_agent(child))
            doer, done_to = next(agent, NONE), doer if done_to == NONE or marked else done_to
        if parse.labels[predicate] == "acl:relcl" and done_to == NONE and self._gap(predicate):
            done_to = parse.heads[predicate]
        arguments = [doer, done_to, receiver]
        while arguments and arguments[-1] == NONE:
            arguments.pop()
        return arguments

    def _is_agent(self, token: int) -> bool:
        """Whether it does what a passive says; *by August* is a time."""
        if function(self.parse, token) is not Function.AGENT:
            return False
        type, word = entity_type(self._tokens[token]), self._tokens[token].form.lower()
        times = words(self._language, "pseudonyms", "month") | words(
            self._language, "pseudonyms", "day"
        )
        return type != "time" and not (word in times and type != "person")

    def is_passive(self, predicate: int) -> bool:
        """Whether a clause is in the passive, or is a past participle on a noun."""
        return self._is_marked_passive(predicate) or self._participle(predicate)

    def _is_marked_passive(self, predicate: int) -> bool:
        labels = (self.parse.labels[child] for child in self.parse.children[predicate])
        return any(label.endswith(("subj:pass", "aux:pass", "expl:pass")) for label in labels)

    def _receives(self, token: int) -> bool:
        """An indirect object; also one that the parse calls an object beside another one, but
        that has the form of a dative: *le*, *a Ana*.
        """
        parse = self.parse
        if parse.labels[token] == "iobj" or self._tokens[token].feature("Case") == "Dat":
            return True
        case, beside = parse.cases[token], parse.children[parse.heads[token]]
        objects = [one for one in beside if parse.labels[one] == "obj"]
        return (
            token in objects
            and len(objects) > 1
            and case != NONE
            and self._tokens[case].form.lower() in words(self._language, "syntax", "dative")
        )

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
        return self.parse.roles[token] == Role.EXPLETIVE or token in self._idle_heads

    def _participle(self, predicate: int) -> bool:
        """A past participle on a noun: *the key lost by Ana*; Spanish has no other one."""
        token = self._tokens[predicate]
        return (
            self.parse.labels[predicate] == "acl"
            and token.feature("VerbForm") == "Part"
            and token.feature("Tense") in ("Past", "")
        )

    def _gap(self, clause: int) -> bool:
        """A relative clause with a subject and no relative pronoun: *the key Ana lost*."""
        inside = self.parse.subtree(clause)
        return self._subject(clause) != NONE and not any(
            token in self._relatives for token in inside
        )

    def _negates(self, token: int) -> bool:
        return self.parse.labels[token] == "advmod" and (
            self._tokens[token].feature("Polarity") == "Neg"
            or self._tokens[token].form.lower() in words(self._language, "syntax", "negation")
        )

    def _adverbials(self, predicate: int) -> Iterator[tuple[int, str]]:
        """Obliques with their prepositions and clauses with their
        conjunctions, in surface order.
        """
        parse = self.parse
        if parse.nominal[predicate] and (own := preposition(parse, predicate)):
            yield predicate, own.replace(" ", "_")
        for child in parse.children[predicate]:
            if parse.clausal[child]:
                mark = parse.first(child, "mark")
                if parse.roles[child] in _LINKED and mark != NONE:
                    yield child, self.lemma(mark)
            elif parse.roles[child] == Role.OBLIQUE and not self._is_agent(child):
                yield child, preposition(parse, child).replace(" ", "_") or "at"
