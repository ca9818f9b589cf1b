"""A document and its mentions, prepared: what resolvers, rewriting and measures of coherence ask of
them, computed once and shared.

`discourse(document, mentions)` gives the `Discourse`; it is cached by identity, so that several
resolvers over the same two objects share one, and none may change it. Its `expressions` are the
referring mentions in textual order (start, longer ones first), each an `Expression`:

    always there     number, mention (as it was given), head, sentence, kind, features, function,
                     lemma, form, pronominal
    when asked for   definiteness, name, called, words, clause, governor, preposition, node,
                     binding, type, quotation, speaker, addressee, voice

Indexes: `sentences[i]` (expressions of a sentence), `by_head[token]`, `by_mention[mention]`,
`by_lemma[lemma]` (common nouns), `pronouns`. Pairs of expressions: `appositions`, `relatives`,
`copulas`, `reflexives`, each from the dependent one to what it goes back to. Syntax: `forest`,
`clauses`, `structure(i)` and `fragments(i)` of a sentence. What forbids that two expressions
corefer is a decision, so it is with the resolvers (`coindex.resolvers.disjointness`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from coindex.core.annotation import Annotation, Kind, Mention, Reference, in_order
from coindex.core.document import Document
from coindex.core.fast import once
from coindex.core.identity import by_identity
from coindex.language.nominals.agreement import UNKNOWN, Animacy, Features, Gender, Number, Person
from coindex.language.nominals.features import entity_type, features_of
from coindex.language.nominals.mentions import completed
from coindex.language.nominals.names import Name, name_of
from coindex.language.nominals.noun_phrases import (
    Definiteness,
    PhraseWords,
    appositions,
    conjuncts,
    copulas,
    definiteness,
    minimal,
    name_given,
    phrase_words,
)
from coindex.language.speech.quotations import Speech, quotations
from coindex.language.speech.turns import spoken
from coindex.language.syntax.binding import Binding, binding_type
from coindex.language.syntax.clauses import (
    Clause,
    Clauses,
    clauses,
    relative_antecedents,
    subject_of,
)
from coindex.language.syntax.constituents import Constituents
from coindex.language.syntax.covert import covert_subject
from coindex.language.syntax.fragments import Fragments, Place
from coindex.language.syntax.functions import Function, function, preposition
from coindex.language.syntax.roles import VERBAL, Role
from coindex.language.syntax.shallow import readable
from coindex.language.syntax.structure import DEFAULT, Structure, StructureOptions
from coindex.language.syntax.tree import NONE, Forest, forest

_DEEPEST = 20
"""How many coordinated predicates are followed upwards for a subject: trees of parsers may be
chains.
"""


_NO_NAME = Name(())


class Expression:
    """A mention in its context. `number` is its index in the discourse; `head`
    is a token and always present.
    """

    def __init__(self, discourse: Discourse, number: int, mention: Mention) -> None:
        full = (
            completed(discourse.forest, mention)
            if mention.head is None or not mention.kind
            else mention
        )
        head = mention.start if full.head is None else full.head
        token = discourse.document.tokens[head]
        self.discourse = discourse
        self.number = number
        self.mention = mention
        self.full = full
        self.head = head
        self.sentence = discourse.document.sentence_index(head)
        self.kind = full.kind
        self.pronominal = full.kind.pronominal
        self.features: Features = features_of(
            discourse.document, full, singular_they=discourse.singular_they
        )
        self.function: Function = function(discourse.forest, head)
        self.lemma = (token.lemma or token.form).lower()
        self.form = token.form.lower()
        """The head word in lower case."""

    def __repr__(self) -> str:
        return f"<{self.number}: {self.text}>"

    @property
    def text(self) -> str:
        return self.mention.text(self.discourse.document)

    @once
    def definiteness(self) -> Definiteness:
        return definiteness(self.discourse.forest, self.head)

    @once
    def name(self) -> Name:
        """The name; empty if the expression is not a name."""
        if self.kind is not Kind.NAME:
            return _NO_NAME
        return name_of(self.discourse.document, self.full.minimum or self.full.span)

    @once
    def called(self) -> Name:
        """The name that a noun phrase gives the person or thing it introduces: *un sastre llamado
        Blas*; usually empty.
        """
        parse = self.discourse.forest
        given = name_given(parse, self.head) if self.kind is Kind.NOMINAL else NONE
        if given == NONE:
            return _NO_NAME
        return name_of(self.discourse.document, minimal(parse, given))

    @once
    def beside(self) -> Name:
        """The name that stands beside a noun for a person, *Rui* of *her brother Rui*; else
        empty.
        """
        parse, head = self.discourse.forest, self.head
        if self.kind is not Kind.NOMINAL or self.features.animacy != Animacy.ANIMATE:
            return _NO_NAME
        named = (
            child
            for child in parse.children[head]
            if parse.left[child] == head + 1
            and parse.labels[child] in ("flat", "appos")
            and self.discourse.document.tokens[child].upos == "PROPN"
        )
        child = next(named, NONE)
        if child == NONE or conjuncts(parse, child):
            return _NO_NAME
        return name_of(self.discourse.document, minimal(parse, child))

    @once
    def words(self) -> PhraseWords:
        """The words by which it is compared with other phrases."""
        mention = self.mention
        return phrase_words(self.discourse.document, mention.start, mention.end, self.head)

    @once
    def clause(self) -> Clause:
        return self.discourse.clauses.of(self.head)

    @once
    def governor(self) -> int:
        """The verb or other predicate to which it belongs, `NONE` if there is none; a predicate
        nominal is its own.
        """
        parse = self.discourse.forest
        token = self.head
        while token != NONE and not (
            parse.clausal[token]
            or (token != self.head and parse.document.tokens[token].upos in VERBAL)
        ):
            token = parse.heads[token]
        return token

    @once
    def preposition(self) -> str:
        return preposition(self.discourse.forest, self.head)

    @once
    def type(self) -> str:
        """The entity type: that of the mention, if it has one, else the parser's."""
        return self.mention.attribute("type") or entity_type(
            self.discourse.document.tokens[self.head]
        )

    @once
    def quotation(self) -> Speech | None:
        """The innermost quotation that contains it."""
        return self.discourse.quoted.get(self.head)

    @once
    def speaker(self) -> Expression | None:
        """The speaker of the quotation that contains it, if that is a mention."""
        return self._headed_by(self.quotation.speaker if self.quotation else None)

    @once
    def addressee(self) -> Expression | None:
        """The addressee of the quotation that contains it, if that is a mention."""
        return self._headed_by(self.quotation.addressee if self.quotation else None)

    def _headed_by(self, token: int | None) -> Expression | None:
        return None if token is None else self.discourse.by_head.get(token)

    @once
    def voice(self) -> tuple[str, int]:
        """The speaker of a turn, or the number of an utterance: *I* refers to the same person
        within one voice.
        """
        quotation = self.quotation
        speaker = self.discourse.document.sentences[self.sentence].speaker
        return speaker, NONE if quotation is None else quotation.utterance

    @once
    def node(self) -> int:
        """Its noun phrase in the structure of its sentence."""
        return self.discourse.structure(self.sentence).of(self.full)

    @once
    def binding(self) -> Binding:
        return binding_type(self.kind)

    @once
    def place(self) -> Place:
        return Place(self.node, self.binding)


class Discourse:
    """The prepared view of a document; see the docstring of this module."""

    def __init__(
        self,
        document: Document,
        mentions: Annotation,
        *,
        singular_they: bool = True,
        options: StructureOptions = DEFAULT,
    ) -> None:
        self.document, self.mentions, self.singular_they = document, mentions, singular_they
        self.forest: Forest = forest(document)
        referring = [
            mention
            for mention in mentions.mentions
            if mention.reference is not Reference.NONREFERENTIAL
        ]
        self.expressions = [
            Expression(self, number, mention)
            for number, mention in enumerate(dict.fromkeys(in_order(referring)))
        ]
        self.sentences: list[list[Expression]] = [[] for _ in document.sentences]
        for expression in self.expressions:
            self.sentences[expression.sentence].append(expression)
        self._constituents = Constituents(self.forest, options)
        self._fragments: dict[int, Fragments] = {}

    # syntax

    @once
    def clauses(self) -> Clauses:
        return clauses(self.forest)

    def structure(self, sentence: int) -> Structure:
        return self._constituents[sentence]

    def fragments(self, sentence: int) -> Fragments:
        fragments = self._fragments.get(sentence)
        if fragments is None:
            listed = self.document.sentences[sentence].fragments
            fragments = self._fragments[sentence] = Fragments(self.structure(sentence), listed)
        return fragments

    @once
    def relative_pronouns(self) -> Mapping[int, int]:
        """The relative pronoun of each relative clause that has one, by the head of the clause."""
        return {
            self.forest.below(upper, token): token
            for token, upper in self._relative_antecedents.items()
        }

    @property
    def relative_heads(self) -> Mapping[int, int]:
        """For each relative pronoun the head that its clause modifies."""
        return self._relative_antecedents

    @once
    def _relative_antecedents(self) -> Mapping[int, int]:
        return relative_antecedents(self.forest)

    # speech

    @once
    def quotations(self) -> tuple[Speech, ...]:
        return quotations(self.document)

    @once
    def quoted(self) -> Mapping[int, Speech]:
        """The innermost quotation of each quoted token."""
        return {
            token: quotation for quotation in self.quotations for token in range(*quotation.span)
        }

    # indexes

    @once
    def reported(self) -> Mapping[int, frozenset[int]]:
        """The utterances of each speaker that a reporting verb names, by the speaker's head."""
        by_speaker: dict[int, set[int]] = {}
        for quotation in self.quotations:
            if quotation.verb is not None and quotation.speaker is not None:
                by_speaker.setdefault(quotation.speaker, set()).add(quotation.utterance)
        return {head: frozenset(utterances) for head, utterances in by_speaker.items()}

    @once
    def by_head(self) -> Mapping[int, Expression]:
        """The expression that a token heads; not the coordination that it begins, if it also heads
        another one.
        """
        headed: dict[int, Expression] = {}
        for expression in self.expressions:
            if expression.head not in headed or headed[expression.head].kind is Kind.COORDINATION:
                headed[expression.head] = expression
        return headed

    @once
    def by_mention(self) -> Mapping[Mention, Expression]:
        return {expression.mention: expression for expression in self.expressions}

    @once
    def by_lemma(self) -> Mapping[str, list[Expression]]:
        """Common nouns by their lemma."""
        nouns: dict[str, list[Expression]] = {}
        for expression in self.expressions:
            if expression.kind is Kind.NOMINAL or expression.kind is Kind.INDEFINITE:
                nouns.setdefault(expression.lemma, []).append(expression)
        return nouns

    @once
    def clauses_given(self) -> bool:
        """Whether clauses are among the mentions, as in a key that marks them."""
        return any(expression.kind is Kind.VERBAL for expression in self.expressions)

    @once
    def pronouns(self) -> list[Expression]:
        return [expression for expression in self.expressions if expression.pronominal]

    # pairs

    @once
    def appositions(self) -> Mapping[Expression, Expression]:
        """Maps an apposition to the expression that it explains."""
        return self._pairs((inner, outer) for outer, inner in appositions(self.forest))

    @once
    def relatives(self) -> Mapping[Expression, Expression]:
        """Maps a relative pronoun to the expression that its clause modifies."""
        return self._pairs(self._relative_antecedents.items())

    @once
    def copulas(self) -> Mapping[Expression, Expression]:
        """Maps a predicate nominal to the subject."""
        return self._pairs((predicate, subject) for subject, predicate in copulas(self.forest))

    @once
    def reflexives(self) -> Mapping[Expression, Expression]:
        """Maps a reflexive or reciprocal to the expression that is, or controls, the subject of its
        clause.
        """
        own = (e for e in self.expressions if e.kind in (Kind.REFLEXIVE, Kind.RECIPROCAL))
        bound = ((e, self._binder(e)) for e in own)
        return {e: subject for e, subject in bound if subject is not None and subject is not e}

    def _binder(self, expression: Expression) -> Expression | None:
        if expression.governor == NONE:
            return None
        token = self._understood_subject(expression.governor)
        if expression.kind is Kind.RECIPROCAL and token in self.coordinations:
            return self.coordinations[token]
        return self.by_head.get(token)

    def _understood_subject(self, predicate: int) -> int:
        """The subject: overt, shared with the predicate that it is coordinated with, or covert and
        controlled.
        """
        forest = self.forest
        for _ in range(_DEEPEST):
            if (subject := subject_of(forest, predicate)) != NONE:
                return subject
            if forest.roles[predicate] != Role.CONJUNCT:
                break
            predicate = forest.heads[predicate]
        return covert_subject(
            forest, predicate, self._constituents.options, self._understood_subject
        )[1]

    @once
    def coordinations(self) -> Mapping[int, Expression]:
        """Coordinations by the head of their first member."""
        return {e.head: e for e in self.expressions if e.kind is Kind.COORDINATION}

    def _pairs(self, tokens: Iterable[tuple[int, int]]) -> dict[Expression, Expression]:
        by_head = self.by_head
        return {
            by_head[one]: by_head[other]
            for one, other in tokens
            if one in by_head and other in by_head
        }

    def subject(self, expression: Expression) -> Expression | None:
        """The subject of its predicate; the expression itself if it is the subject."""
        if expression.governor == NONE:
            return None
        return self.by_head.get(subject_of(self.forest, expression.governor))


@by_identity(4)
def discourse(
    document: Document,
    mentions: Annotation,
    *,
    singular_they: bool = True,
    options: StructureOptions = DEFAULT,
) -> Discourse:
    """The prepared view of a document and its mentions; do not change it, because it is shared.

    For a document without a parse, it is based on the parts of speech.
    """
    return Discourse(
        spoken(readable(document)), mentions, singular_they=singular_they, options=options
    )


_PRONOUNS = frozenset({Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.RECIPROCAL, Kind.ZERO})
_GENERIC = Number.SINGULAR | Number.EPICENE


def third_person(expressions: Iterable[Expression]) -> Iterator[Expression]:
    """Personal, possessive, reflexive, reciprocal and zero pronouns of the third
    person, without the generic *one*.
    """
    for expression in expressions:
        features = expression.features
        if (
            expression.kind in _PRONOUNS
            and features.person in (UNKNOWN, Person.THIRD)
            and not (features.number == _GENERIC and features.gender != Gender.OTHER)
        ):
            yield expression
