"""Clauses: finite ones with their nesting, verb and subject; relative clauses; the verb of a clause
with its dependents; utterances; segments derived from parts of speech alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Literal, NamedTuple

from coindex.core.annotation import Kind
from coindex.core.document import Document, Span, Token
from coindex.core.identity import by_identity
from coindex.language.languages import get_language
from coindex.language.lexicon import words
from coindex.language.nominals.pronouns import pronoun_kind
from coindex.language.syntax.roles import VERBAL, Role
from coindex.language.syntax.tree import NONE, Forest

NONFINITE = frozenset({"Inf", "Ger", "Part"})
_SUBJECTS_VERB_CLAUSES = frozenset({Role.SUBJECT, Role.OUTER})


class VerbClause:
    """`verb` is the word with the personal ending, `predicate` the head of its clause; labels are
    universal ones.
    """

    def __init__(self, forest: Forest, verb: int, predicate: int) -> None:
        self.forest, self.verb, self.predicate = forest, verb, predicate
        self.tokens, self.language = forest.document.tokens, forest.document.language
        self.children = forest.children[predicate]

    def label(self, token: int) -> str:
        return self.forest.labels[token].partition(":")[0]

    def labelled(self, *labels: str) -> list[int]:
        return [child for child in self.children if self.label(child) in labels]

    def lemma(self, token: int) -> str:
        return self.tokens[token].lemma.lower()

    def form(self, token: int) -> str:
        return self.tokens[token].form.lower()

    def words(self, name: str) -> frozenset[str]:
        """A list of verbs and the words that accompany them."""
        return words(self.language, "verbs", name)

    @property
    def lemmas(self) -> set[str]:
        """The lemmas of the predicate and of infinitives that depend on it: *empezó a llover*."""
        return {self.lemma(word) for word in (self.predicate, *self.labelled("xcomp"))}

    @property
    def plural(self) -> bool:
        return self.tokens[self.verb].feature("Number") == "Plur"

    @property
    def third(self) -> bool:
        return self.tokens[self.verb].feature("Person") not in ("1", "2")

    @property
    def reflexive(self) -> list[int]:
        own = self.words("clitic.reflexive")
        return [child for child in self.children if self.form(child) in own]

    def has_subject(self, predicate: int) -> bool:
        """Whether there is a subject; zero pronouns do not count."""
        return any(
            self.forest.roles[child] in _SUBJECTS_VERB_CLAUSES and not self.tokens[child].empty
            for child in self.forest.children[predicate]
        )

    def begins_with(self, child: int, *forms: str) -> bool:
        return self.form(self.forest.left[child]) in forms


_OPEN = frozenset({"dep", "root", ""})
"""Labels of a clause without a known function."""


def relative_pronoun(forest: Forest, clause: int) -> int:
    """The relative pronoun that opens a clause, in it or in one of its
    phrases; `NONE` if it has none.
    """
    return next(_pronouns(forest, clause), NONE)


@by_identity(4)
def relative_antecedents(forest: Forest) -> Mapping[int, int]:
    """For each relative pronoun the head that its clause modifies."""
    known = get_language(forest.document.language).relative_clauses
    antecedents: dict[int, int] = {}
    for clause, label in enumerate(forest.labels):
        if label in known and forest.heads[clause] != NONE:
            for pronoun in _pronouns(forest, clause):
                antecedents.setdefault(pronoun, forest.heads[clause])
    return antecedents


def loose_relatives(forest: Forest) -> list[int]:
    """The relative pronouns of clauses that are fragments: they modify a noun, but it is not known
    which.

    A clause that opens its sentence does not count.
    """
    known = {*get_language(forest.document.language).relative_clauses, *_OPEN}
    return [
        pronoun
        for clause in forest.roots
        if forest.labels[clause] in known and forest.clausal[clause]
        if (pronoun := relative_pronoun(forest, clause)) != NONE and _follows_noun(forest, clause)
    ]


def _follows_noun(forest: Forest, clause: int) -> bool:
    start = forest.document.sentence_of(clause).span.start
    return any(forest.nominal[token] for token in range(start, forest.left[clause]))


def _pronouns(forest: Forest, clause: int) -> Iterator[int]:
    tokens, language = forest.document.tokens, forest.document.language
    for index in (clause, *forest.children[clause]):
        for inner in (index, *forest.children[index]):
            if inner < clause or inner == index:
                token = tokens[inner]
                if token.upos == "PRON" and pronoun_kind(token, language) is Kind.RELATIVE:
                    yield inner


class ClauseKind(StrEnum):
    MAIN = "main"
    COORDINATE = "coordinate"
    COMPLEMENT = "complement"
    RELATIVE = "relative"
    ADVERBIAL = "adverbial"
    SUBJECT = "subject"
    PARENTHETICAL = "parenthetical"


_KINDS = {
    Role.CONJUNCT: ClauseKind.COORDINATE,
    Role.COMPLEMENT: ClauseKind.COMPLEMENT,
    Role.ADNOMINAL: ClauseKind.RELATIVE,
    Role.ADVERBIAL: ClauseKind.ADVERBIAL,
    Role.SUBJECT: ClauseKind.SUBJECT,
    Role.OUTER: ClauseKind.SUBJECT,
    Role.PARATAXIS: ClauseKind.PARENTHETICAL,
}

_SUBJECTS = frozenset({Role.SUBJECT, Role.OUTER, Role.EXPLETIVE})

Unit = Literal["sentence", "conjoined", "tensed"]


class Clause(NamedTuple):
    """`parent` is the number of the enclosing clause, or `NONE`; `verb` is its finite verb, or else
    its head.

    `subject` is a token or `NONE`; a coordinate clause without its own has that of the clause it
    continues.
    """

    head: int
    parent: int
    kind: ClauseKind
    verb: int
    subject: int


@dataclass(frozen=True)
class Clauses:
    """The finite clauses of a document, outer ones before inner ones; `number` is the clause of
    each token.

    The root of a tree heads a clause even if it is not a verb, so that every token is in one.
    """

    forest: Forest
    clauses: tuple[Clause, ...]
    number: list[int]

    def of(self, token: int) -> Clause:
        return self.clauses[self.number[token]]

    @cached_property
    def tokens(self) -> list[list[int]]:
        """The tokens of each clause, without those of embedded clauses, in surface order."""
        by_clause: list[list[int]] = [[] for _ in self.clauses]
        for token, number in enumerate(self.number):
            by_clause[number].append(token)
        return by_clause


def clauses(forest: Forest) -> Clauses:
    """Segment a parsed document into finite clauses."""
    segmented: list[Clause] = []
    number = [NONE] * len(forest.heads)
    for token in forest.order:
        head = forest.heads[token]
        outer = number[head] if head != NONE else NONE
        if head == NONE or (forest.clausal[token] and is_finite(forest, token)):
            number[token] = len(segmented)
            segmented.append(_clause(forest, token, outer, segmented))
        else:
            number[token] = outer
    return Clauses(forest, tuple(segmented), number)


def _clause(forest: Forest, token: int, outer: int, earlier: list[Clause]) -> Clause:
    kind = ClauseKind.MAIN if outer == NONE else _KINDS.get(forest.roles[token], ClauseKind.MAIN)
    subject = subject_of(forest, token)
    if subject == NONE and kind is ClauseKind.COORDINATE:
        subject = earlier[outer].subject
    return Clause(token, outer, kind, _finite_verb(forest, token), subject)


def subject_of(forest: Forest, predicate: int) -> int:
    """The subject of a predicate, an expletive only if there is no other, or `NONE`."""
    roles = forest.roles
    subjects = [
        (roles[child], child) for child in forest.children[predicate] if roles[child] in _SUBJECTS
    ]
    return min(subjects)[1] if subjects else NONE  # the expletive is the last of these roles


def is_finite(forest: Forest, predicate: int) -> bool:
    """Whether it, its auxiliary or its copula is finite; if the parse has no verb forms, whether it
    has a subject.
    """
    tokens = forest.document.tokens
    group = (
        predicate,
        *(child for child in forest.children[predicate] if tokens[child].upos == "AUX"),
    )
    forms = [form for form in (tokens[word].feature("VerbForm") for word in group) if form]
    if forms:
        return "Fin" in forms
    return (
        any(tokens[word].feature("Mood") for word in group) or subject_of(forest, predicate) != NONE
    )


def _finite_verb(forest: Forest, head: int) -> int:
    """The first finite word of the verb group: the auxiliary, the copula or the verb itself."""
    tokens = forest.document.tokens
    group = sorted(
        [head, *(child for child in forest.children[head] if tokens[child].upos == "AUX")]
    )
    finite = [word for word in group if tokens[word].feature("VerbForm") == "Fin"]
    return (finite or [word for word in group if tokens[word].upos in VERBAL] or [head])[0]


class CenteringUnit(NamedTuple):
    """The unit of centering: its tokens, in surface order, may be interrupted by those
    of another.
    """

    sentence: int
    head: int
    tokens: tuple[int, ...]


def utterances(forest: Forest, *, unit: Unit = "conjoined") -> tuple[CenteringUnit, ...]:
    """Utterances in the order of their first tokens.

    `sentence`: one for each tree; `conjoined`: main clauses joined by coordination, each with a
    subject, are separate; `tensed` (Kameyama): so are coordinate and adverbial finite clauses,
    while complements and relative clauses are not.
    """
    heads = list(range(len(forest.heads)))
    for token in forest.order:
        head = forest.heads[token]
        if head != NONE and not _starts_utterance(forest, token, heads[head], unit):
            heads[token] = heads[head]
    groups: dict[int, list[int]] = {}
    for token, head in enumerate(heads):
        groups.setdefault(head, []).append(token)
    document = forest.document
    return tuple(
        CenteringUnit(document.sentence_index(head), head, tuple(group))
        for head, group in groups.items()
    )


def _starts_utterance(forest: Forest, token: int, top: int, unit: Unit) -> bool:
    """Whether a token starts an utterance; `top` is the head of the utterance of the
    token's head.
    """
    if unit == "sentence" or not forest.clausal[token]:
        return False
    role = forest.roles[token]
    joined = (
        role == Role.CONJUNCT and forest.heads[token] == top and subject_of(forest, token) != NONE
    )
    if unit == "conjoined":
        return joined
    return joined or (
        role in (Role.CONJUNCT, Role.ADVERBIAL, Role.PARATAXIS) and is_finite(forest, token)
    )


def segments(document: Document, sentence: Span) -> tuple[Span, ...]:
    """Clauses from parts of speech alone (SUPAR's heuristic H1).

    A new one begins at a free conjunction, a relative pronoun or a semicolon after a verb, if
    another verb follows.
    """
    if not sentence.length:
        return ()
    tokens = document.tokens
    starts = [sentence.start]
    verb_seen = False
    verbs = [index for index in range(*sentence) if tokens[index].upos in VERBAL]
    for index in range(*sentence):
        if tokens[index].upos in VERBAL:
            verb_seen = True
        elif verb_seen and verbs[-1] > index and _is_free(document, sentence, index):
            starts.append(index)
            verb_seen = False
    return tuple(
        Span(start, end) for start, end in zip(starts, [*starts[1:], sentence.end], strict=True)
    )


def _is_free(document: Document, sentence: Span, index: int) -> bool:
    """Whether a word opens a clause and does not join two noun phrases or prepositional phrases."""
    tokens = document.tokens
    word = tokens[index]
    if word.upos == "CCONJ":
        return index > sentence.start and not (
            _ends_phrase(tokens[index - 1]) and _joins(tokens, sentence, index + 1)
        )
    return word.upos == "SCONJ" or word.form == ";" or is_relative(document, index)


def is_relative(document: Document, index: int) -> bool:
    """Whether a token is a relative pronoun, by features or tag, or else by the word list after a
    noun.
    """
    word = document.tokens[index]
    if word.upos not in ("PRON", "DET"):
        return False
    if word.feature("PronType"):
        return "Rel" in word.feature("PronType")
    before = document.tokens[index - 1] if index else word
    return _ends_phrase(before) and word.form.lower() in words(
        document.language, "syntax", "relative"
    )


def _ends_phrase(word: Token) -> bool:
    return word.upos in ("NOUN", "PROPN", "PRON", "NUM")


def _joins(tokens: tuple[Token, ...], sentence: Span, start: int) -> bool:
    """Whether a noun phrase or prepositional phrase follows that is not the subject of a verb
    directly after it.
    """
    index = start
    while index < sentence.end and tokens[index].upos in ("ADP", "DET", "ADJ", "NUM", "ADV"):
        index += 1
    if index >= sentence.end or not _ends_phrase(tokens[index]):
        return False
    while index < sentence.end and _ends_phrase(tokens[index]):
        index += 1
    return index >= sentence.end or tokens[index].upos not in VERBAL
