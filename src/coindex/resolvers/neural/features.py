"""The features of words and mentions for the learned resolver: small integers, the same in training
and at run time.

`word_columns` are classes of each token, added to the encoder's input. A mention has classes
(`CLASSES`, each with its number of values), and marks (`MARKS`) that mean nothing by themselves but
are compared with those of another mention: places, identities of strings and voices, numbers of
other mentions. A mark of -1 means none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from coindex.core.annotation import Kind
from coindex.core.decision import Decision
from coindex.core.document import UPOS, Document, Token
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.languages import DEFAULT
from coindex.language.nominals.agreement import CERTAIN, Features, Gender, Number, Person
from coindex.language.nominals.features import entity_type
from coindex.language.nominals.names import nation_of
from coindex.language.nominals.noun_phrases import Definiteness
from coindex.language.pleonastic import expletive_chance
from coindex.language.syntax.functions import Function
from coindex.language.syntax.tree import NONE
from coindex.models.word_features import LetterCase, case_class
from coindex.resolvers.neural.choices import by_rules
from coindex.resolvers.sieve import EXTRAPOSED, ORDER, Sieve

_FIRST: Final = {
    Kind.PERSONAL: ("i", "we"),
    Kind.ZERO: ("i", "we"),
    Kind.POSSESSIVE: ("my", "our"),
    Kind.REFLEXIVE: ("myself", "ourselves"),
}
_SECOND: Final = {
    Kind.PERSONAL: ("you", "you"),
    Kind.ZERO: ("you", "you"),
    Kind.POSSESSIVE: ("your", "your"),
    Kind.REFLEXIVE: ("yourself", "yourselves"),
}
_OTHER: Final = {
    Kind.POSSESSIVE: ("their", "their"),
    Kind.REFLEXIVE: ("itself", "themselves"),
    Kind.RECIPROCAL: ("each", "each"),
    Kind.DEMONSTRATIVE: ("that", "those"),
    Kind.RELATIVE: ("which", "which"),
    Kind.INTERROGATIVE: ("who", "who"),
    Kind.ZERO: ("one", "they"),
}
_SUBJECT: Final = {Gender.MASCULINE: "he", Gender.FEMININE: "she"}
_OBJECT: Final = {Gender.MASCULINE: "him", Gender.FEMININE: "her"}


def counterpart(expression: Expression) -> str:
    """The English pronoun; *one* for a third person singular whose gender is unknown, empty if
    there is none.
    """
    return pronoun_like(expression.kind, expression.features, expression.function)


def pronoun_like(kind: Kind, features: Features, function: Function) -> str:
    """The English pronoun of this kind with these features and this function."""
    plural = features.number == Number.PLURAL
    by_person = _FIRST if features.person == Person.FIRST else _SECOND
    if features.person in (Person.FIRST, Person.SECOND) and kind in by_person:
        return by_person[kind][plural]
    if kind is not Kind.PERSONAL:
        return _OTHER[kind][plural] if kind in _OTHER else ""
    subject = function is Function.SUBJECT
    if plural:
        return "they" if subject else "them"
    return (_SUBJECT if subject else _OBJECT).get(features.gender, "one")


TAGS = ("", *UPOS)
RELATIONS = (
    "", "acl", "advcl", "advmod", "amod", "appos", "aux", "case", "cc", "ccomp", "compound",
    "conj", "cop", "csubj", "dep", "det", "discourse", "dislocated", "expl", "fixed", "flat",
    "goeswith", "iobj", "list", "mark", "nmod", "nsubj", "nummod", "obj", "obl", "orphan",
    "parataxis", "punct", "reparandum", "root", "vocative", "xcomp",
)  # fmt: skip
TYPES = (
    "", "abstract", "animal", "event", "object", "organization", "person", "place", "plant",
    "substance", "time",
)  # fmt: skip
KINDS = tuple(Kind)
FUNCTIONS = tuple(Function)
DEFINITENESS = tuple(Definiteness)
PRONOUNS = (
    *("", "i", "me", "my", "mine", "myself", "you", "your", "yours", "yourself", "yourselves"),
    *("he", "him", "his", "himself", "she", "her", "hers", "herself", "it", "its", "itself"),
    *("we", "us", "our", "ours", "ourselves", "they", "them", "their", "theirs", "themselves"),
    *("this", "that", "these", "those", "one", "who", "whose", "whom", "which", "each", "other"),
)

WORDS = {
    "upos": len(TAGS),
    "relation": len(RELATIONS),
    "type": len(TYPES),
    "case": len(LetterCase),
    "begin": 3,
}
WORDS |= {"heads": len(KINDS) + 1, "edge": 4}

CLASSES = {
    "kind": len(KINDS),
    "type": len(TYPES),
    "number": 8,
    "person": 8,
    "gender": 16,
    "animacy": 8,
    "definiteness": len(DEFINITENESS),
    "function": len(FUNCTIONS),
    "pronoun": len(PRONOUNS),
    "quoted": 2,
    "length": 6,
    "expletive": 5,
}

NAME_WORDS = 4
"""Columns for the words of a name; like all widths here, part of what models are trained with."""
MODIFIERS = 4
"""Columns for the modifiers of a noun; part of the trained models, too. By eye."""
PLACES = ("number", "sentence", "paragraph", "start", "end", "head")
IDENTITIES = (
    "text",
    "core",
    "lemma",
    "letters",
    "initials",
    "nation",
    "voice",
    "governor",
    "clause",
    "chain",
)
OTHERS = ("speaker", "addressee", "target", "construct")
MARKS = (
    *PLACES,
    *IDENTITIES,
    *OTHERS,
    *(f"name{place}" for place in range(NAME_WORDS)),
    *(f"modifier{place}" for place in range(MODIFIERS)),
    "first_name",
    "last_name",
)

Columns = NDArray[np.int32]
_NEUTER = 5
"""A value that no combination of genders has."""
_LATE = frozenset({EXTRAPOSED, "pronoun", "event", "open demonstrative", "talk"})
_EARLY = tuple(name for name in ORDER if name not in _LATE)
"""The passes of the sieve except those for pronouns and talks, which are left to the model."""


class FeatureRows(NamedTuple):
    """A row for each expression of the discourse: `classes` in the order of
    CLASSES, `marks` in that of MARKS.
    """

    classes: Columns
    marks: Columns


def mention_features(discourse: Discourse) -> FeatureRows:
    known = _Known(discourse)
    rows = [known.classes(expression) for expression in discourse.expressions]
    marks = [known.marks(expression) for expression in discourse.expressions]
    return FeatureRows(
        np.array(rows, np.int32).reshape(-1, len(CLASSES)),
        np.array(marks, np.int32).reshape(-1, len(MARKS)),
    )


def word_columns(discourse: Discourse) -> NDArray[np.uint8]:
    """A row for each token, in the order of WORDS."""
    document = discourse.document
    begin = _begins(document)
    heads, edges = [0] * len(begin), [0] * len(begin)
    for expression in discourse.expressions:
        heads[expression.head] = 1 + _KIND[expression.kind]
        edges[expression.mention.start] |= 1
        edges[expression.mention.end - 1] |= 2
    rows = [
        (*_looks(token), start, head, edge)
        for token, start, head, edge in zip(document.tokens, begin, heads, edges, strict=True)
    ]
    return np.array(rows, np.uint8).reshape(-1, len(WORDS))


def _begins(document: Document) -> list[int]:
    """2 at the start of a paragraph, 1 at the start of a sentence."""
    starts = [0] * len(document.tokens)
    paragraph = -1
    for sentence in document.sentences:
        if sentence.span.length:
            starts[sentence.span.start] = 1 if sentence.paragraph == paragraph else 2
        paragraph = sentence.paragraph
    return starts


def _looks(token: Token) -> tuple[int, int, int, int]:
    return (
        _UPOS.get(token.upos, 0),
        _RELATION.get(token.relation, 0),
        _TYPE.get(entity_type(token), 0),
        int(case_class(token.form)),
    )


def _index(values: Sequence[str]) -> dict[str, int]:
    return {value: index for index, value in enumerate(values)}


_UPOS, _RELATION, _TYPE, _KIND = _index(TAGS), _index(RELATIONS), _index(TYPES), _index(KINDS)
_FUNCTION, _DEFINITENESS, _PRONOUN = _index(FUNCTIONS), _index(DEFINITENESS), _index(PRONOUNS)


class _Known:
    """The identities seen so far in one document."""

    def __init__(self, discourse: Discourse) -> None:
        self.discourse = discourse
        self._strings: dict[object, int] = {}
        self._chains = _chains(discourse)
        self._targets = dict(_targets(discourse))

    def classes(self, expression: Expression) -> tuple[int, ...]:
        features, token = expression.features, self.discourse.document.tokens[expression.head]
        return (
            _KIND[expression.kind],
            _TYPE.get(expression.type, 0),
            features.number,
            features.person,
            _gender(features),
            features.animacy + 4 * (features.animacy_certainty >= CERTAIN),
            _DEFINITENESS[expression.definiteness],
            _FUNCTION[expression.function],
            self._pronoun(expression),
            int(expression.quotation is not None),
            min(5, expression.mention.span.length.bit_length()),
            _expletive(token),
        )

    def _pronoun(self, expression: Expression) -> int:
        """Its index in PRONOUNS; in languages other than English, that of its counterpart."""
        if not expression.pronominal:
            return 0
        english = _english(self.discourse.document)
        return _PRONOUN.get(expression.form if english else counterpart(expression), 0)

    def marks(self, expression: Expression) -> list[int]:
        document = self.discourse.document
        names, content = expression.name.words, not expression.pronominal
        modifiers = sorted(expression.words.modifiers)[:MODIFIERS] if content else []
        target, construct = self._targets.get(expression.number, (NONE, 0))
        spelled = expression.name.spelled
        voice = expression.voice
        return [
            expression.number,
            expression.sentence,
            document.sentences[expression.sentence].paragraph,
            expression.mention.start,
            expression.mention.end,
            expression.head,
            self._string("text", expression.words.extent) if content else -1,
            self._string("core", expression.words.core) if content else -1,
            self._string("lemma", expression.lemma) if content else -1,
            self._string("letters", _letters(spelled)),
            self._string("letters", _initials(spelled)),
            self._string(
                "nation", nation_of(" ".join(spelled), document.language) if spelled else ""
            ),
            self._string("voice", voice) if voice != ("", NONE) else -1,
            expression.governor,
            expression.clause.head,
            self._chains[expression.number],
            _number(expression.speaker),
            _number(expression.addressee),
            target,
            construct,
            *self._row(names, NAME_WORDS),
            *self._row(modifiers, MODIFIERS),
            self._string("word", names[0] if names else ""),
            self._string("word", names[-1] if names else ""),
        ]

    def _row(self, words: Sequence[str], size: int) -> list[int]:
        ids = [self._string("word", word) for word in words[:size]]
        return ids + [-1] * (size - len(ids))

    def _string(self, sort: str, value: object) -> int:
        """The number of a string (or voice); the same for equal ones of one kind, -1 for the empty
        one.
        """
        return self._strings.setdefault((sort, value), len(self._strings)) if value else -1


def _gender(features: Features) -> int:
    """A class for each gender, certain or not."""
    gender = _NEUTER if features.gender == Gender.NEUTER else features.gender
    return gender + 8 * (features.gender_certainty >= CERTAIN)


def _english(document: Document) -> bool:
    return document.language in ("", DEFAULT)


def _number(expression: Expression | None) -> int:
    return NONE if expression is None else expression.number


def _letters(spelled: tuple[str, ...]) -> str:
    """The letters of a name that is an acronym."""
    letters = spelled[0].replace(".", "") if len(spelled) == 1 else ""
    return letters if len(letters) > 1 and letters.isupper() else ""


def _initials(spelled: tuple[str, ...]) -> str:
    """The capitals of a name of several words."""
    letters = "".join(word[0] for word in spelled if word[:1].isupper()) if len(spelled) > 1 else ""
    return letters if len(letters) > 1 else ""


def _expletive(token: Token) -> int:
    """0 if the parser says nothing, else the probability that the pronoun does not refer, in
    quarters.
    """
    chance = expletive_chance(token, unknown=-1) if "Expletive=" in token.misc else -1
    return 1 + int(min(chance, 0.99) * 4) if chance >= 0 else 0


def _targets(discourse: Discourse) -> Iterator[tuple[int, tuple[int, int]]]:
    """Maps the number of a mention to that of the mention to which a construction links it, and the
    construction.
    """
    constructions = (
        discourse.appositions,
        discourse.copulas,
        discourse.relatives,
        discourse.reflexives,
    )
    for construct, pairs in enumerate(constructions, 1):
        for one, other in pairs.items():
            yield one.number, (other.number, construct)


def _chains(discourse: Discourse) -> list[int]:
    """The number of the first member of the entity to which the sieve, without pronouns, assigns
    each mention.
    """
    decisions = _early(discourse)
    number = {expression.mention: expression.number for expression in discourse.expressions}
    first = list(range(len(discourse.expressions)))
    for decision in decisions:
        if (
            decision.antecedent is not None
            and number[decision.antecedent] < number[decision.anaphor]
        ):
            first[number[decision.anaphor]] = first[number[decision.antecedent]]
    return first


def _early(discourse: Discourse) -> Iterator[Decision]:
    """The decisions of rules on names and nouns: the sieve's, or SUPAR's for other languages."""
    if _english(discourse.document):
        return iter(Sieve(order=_EARLY).resolve(discourse.document, discourse.mentions))
    return (decision for decision in by_rules(discourse) if not decision.anaphor.kind.pronominal)
