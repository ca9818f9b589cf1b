"""The antecedent indicators of Mitkov that need more than anaphor and candidate; shared by `mitkov`
and `mars`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from math import log

from coindex.core.glossary import Glossary
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.lexicon import words
from coindex.language.nominals.noun_phrases import Definiteness
from coindex.language.syntax.clauses import subject_of
from coindex.language.syntax.functions import Function
from coindex.language.syntax.roles import VERBAL, Role
from coindex.language.syntax.tree import NONE
from coindex.resolvers.constraints import predicate, understood_subject
from coindex.resolvers.preferences import FACTOR_TERMS, Preference, indefinite

INDICATOR_TERMS: Glossary = {
    **FACTOR_TERMS,
    "first": (
        "givenness: the candidate is the first noun phrase of an earlier sentence that is not an "
        "imperative"
    ),
    "indicating verb": (
        "indicating verbs: the candidate is the first noun phrase after a verb such as discuss, "
        "present"
    ),
    "reiterated twice": (
        "lexical reiteration: the candidate's head occurs twice more or oftener in its paragraph"
    ),
    "reiterated once": (
        "lexical reiteration: the candidate's head occurs once more in its paragraph"
    ),
    "heading": (
        "section heading preference: the candidate also occurs in the heading above the anaphor"
    ),
    "collocation": (
        "collocation pattern: the candidate stands on the same side of the same verb as the anaphor"
    ),
    "immediate reference": (
        "immediate reference: 'V1 NP ... and V2 it' refers to the noun phrase after the first verb"
    ),
    "sequential instruction": (
        "sequential instructions: 'To V1 NP, ...', followed by 'To V2 it, ...'"
    ),
    "term": (
        "term preference: the candidate is a given term, or one of the most characteristic nouns "
        "of the text (TF.IDF)"
    ),
    "prepositional": (
        "non-prepositional noun phrases: the candidate is part of a prepositional phrase, which "
        "counts against it"
    ),
}
"""Mitkov's indicators by their names in his papers."""

_DETERMINED = frozenset(
    {Definiteness.DEFINITE, Definiteness.DEMONSTRATIVE, Definiteness.POSSESSIVE}
)
_SIDES = {Function.SUBJECT: "before", Function.DIRECT_OBJECT: "after"}


class Indicators:
    """The indicators of one document; methods that take anaphor and candidate are preferences.

    `verbs` is the list of indicating verbs; `synonyms` are groups of nouns that count as the same
    in lexical reiteration.
    """

    def __init__(
        self,
        discourse: Discourse,
        *,
        verbs: str = "verb.1998",
        synonyms: Iterable[Iterable[str]] = (),
    ) -> None:
        self._discourse, self._language = discourse, discourse.document.language
        self._verbs = words(self._language, "indicators", verbs)
        self._same = {word: group[0] for group in map(tuple, synonyms) for word in group}

    # names of phrases

    def key(self, expression: Expression) -> str:
        """Phrases with the same key repeat each other: nouns by the lemma of the head, names by all
        their words.
        """
        if expression.pronominal:
            return ""
        words = expression.name.words
        return " ".join(words) if words else self._same.get(expression.lemma, expression.lemma)

    def paragraph(self, expression: Expression) -> int:
        return self._discourse.document.sentences[expression.sentence].paragraph

    def near_definite(self, expression: Expression) -> bool:
        """Whether its paragraph contains a definite article, a demonstrative or a possessive."""
        return self.paragraph(expression) in self._definite_paragraphs

    def frequent_terms(self, most: int = 10) -> frozenset[str]:
        """The keys with the highest TF.IDF, where each paragraph counts as a document; in a text of
        one paragraph, with the highest frequency. What is mentioned once is no term: in a short
        text every candidate would be one.
        """
        frequency: Counter[str] = Counter()
        places: dict[str, set[int]] = {}
        for expression in self._discourse.expressions:
            if key := self.key(expression):
                frequency[key] += 1
                places.setdefault(key, set()).add(self.paragraph(expression))
        paragraphs = len({sentence.paragraph for sentence in self._discourse.document.sentences})
        weight = {
            key: count * (1 + log(paragraphs / len(places[key])))
            for key, count in frequency.items()
            if count > 1
        }
        return frozenset(sorted(weight, key=lambda key: (-weight[key], key))[:most])

    # preferences

    def lexical_reiteration(self, anaphor: Expression, candidate: Expression) -> str:
        """How often the head of the candidate recurs in its paragraph."""
        key = self.key(candidate)
        if not key:
            return ""
        repeated = self._repetitions[self.paragraph(candidate), key] - 1
        return "reiterated twice" if repeated >= 2 else "reiterated once" if repeated == 1 else ""

    def section_heading(self, anaphor: Expression, candidate: Expression) -> str:
        """The candidate is in the heading above the anaphor."""
        above = self.headings[anaphor.sentence]
        key = self.key(candidate)
        return "heading" if key and any(self.key(other) == key for other in above) else ""

    def indicating_verbs(self, anaphor: Expression, candidate: Expression) -> str:
        """The first phrase after *discuss*, *present*, *describe* ... is the topic of the following
        text.
        """
        return "indicating verb" if candidate in self._after_verbs else ""

    def givenness(self, anaphor: Expression, candidate: Expression) -> str:
        """The first phrase of an earlier sentence is its theme, the given information; an
        imperative has no such phrase.
        """
        return (
            "first" if candidate.sentence < anaphor.sentence and candidate in self._themes else ""
        )

    def first_phrase(self, anaphor: Expression, candidate: Expression) -> str:
        """As givenness, also in the anaphor's own sentence."""
        return "first" if candidate in self._themes else ""

    def collocation_pattern(self, anaphor: Expression, candidate: Expression) -> str:
        """Both are on the same side of the same verb: *press the key*, *press it*."""
        pattern = self._pattern(anaphor)
        return "collocation" if pattern and pattern == self._pattern(candidate) else ""

    def immediate_reference_1998(self, anaphor: Expression, candidate: Expression) -> str:
        """*(You) V1 NP ... and (you) V2 it*: the first phrase after V1, if only the reader is to
        act.
        """
        first = self._joined_to(anaphor)
        return (
            "immediate reference"
            if first != NONE and self._is_first_after(candidate, first)
            else ""
        )

    def immediate_reference_2002(self, anaphor: Expression, candidate: Expression) -> str:
        """*V1 NP*, then in the next clause *V2 it*."""
        if candidate.sentence != anaphor.sentence or not (
            _is_object(anaphor) and _is_object(candidate)
        ):
            return ""
        first, second = predicate(candidate), predicate(anaphor)
        verbs = self._verbs_between(first, second)
        return "immediate reference" if first < second and not verbs else ""

    def sequential_instruction(self, anaphor: Expression, candidate: Expression) -> str:
        """*To V1 NP, ...*, then *To V2 it, ...*"""
        if (
            candidate.sentence < anaphor.sentence
            and self._opens(anaphor)
            and self._opens(candidate)
        ):
            return "sequential instruction"
        return ""

    # indexes

    @cached_property
    def headings(self) -> list[list[Expression]]:
        """The phrases of the heading above each sentence; none for a heading itself."""
        above: list[Expression] = []
        by_sentence: list[list[Expression]] = []
        for sentence, phrases in zip(
            self._discourse.document.sentences, self._discourse.sentences, strict=True
        ):
            by_sentence.append([] if sentence.heading else above)
            above = phrases if sentence.heading else above
        return by_sentence

    @cached_property
    def _repetitions(self) -> Counter[tuple[int, str]]:
        """How often each key occurs; a noun before a noun repeats nothing: *paper* is not the head
        of *paper port LED*.
        """
        roles = self._discourse.forest.roles
        heads = (one for one in self._discourse.expressions if roles[one.head] != Role.MODIFIER)
        return Counter((self.paragraph(one), self.key(one)) for one in heads)

    @cached_property
    def _definite_paragraphs(self) -> set[int]:
        return {
            self.paragraph(one)
            for one in self._discourse.expressions
            if one.definiteness in _DETERMINED
        }

    @cached_property
    def _after_verbs(self) -> set[Expression]:
        """The first phrase after each indicating verb."""
        tokens = self._discourse.document.tokens
        indicated = set()
        for sentence, phrases in zip(
            self._discourse.document.sentences, self._discourse.sentences, strict=True
        ):
            for token in range(*sentence.span):
                if tokens[token].upos == "VERB" and self._indicates(token):
                    indicated.update([one for one in phrases if one.mention.start > token][:1])
        return indicated

    def _indicates(self, verb: int) -> bool:
        """Whether it is a verb of the list, alone or with the following word: *deal with*."""
        tokens = self._discourse.document.tokens
        lemma, following = tokens[verb].lemma.lower(), tokens[min(verb + 1, len(tokens) - 1)].form
        return lemma in self._verbs or f"{lemma} {following}" in self._verbs

    @cached_property
    def _themes(self) -> set[Expression]:
        both = zip(self._discourse.document.sentences, self._discourse.sentences, strict=True)
        return {
            phrases[0]
            for sentence, phrases in both
            if phrases and not self._orders(sentence.span.start)
        }

    def _orders(self, token: int) -> bool:
        """Whether the sentence is an imperative."""
        forest = self._discourse.forest
        root = forest.root(token)
        verb = forest.document.tokens[root]
        if verb.feature("Mood"):
            return verb.feature("Mood") == "Imp"
        return (
            verb.upos == "VERB"
            and verb.form.lower() == verb.lemma
            and understood_subject(forest, root) == NONE
        )

    def _pattern(self, expression: Expression) -> tuple[str, str] | None:
        side = _SIDES.get(expression.function)
        verb = predicate(expression)
        if side is None or verb == NONE or self._discourse.document.tokens[verb].upos != "VERB":
            return None
        return side, self._discourse.document.tokens[verb].lemma.lower()

    def _joined_to(self, anaphor: Expression) -> int:
        """The verb V1 to whose clause that of *V2 it* is joined, if the reader is to do both; or
        `NONE`.
        """
        forest, tokens = self._discourse.forest, self._discourse.document.tokens
        second = anaphor.governor
        if second == NONE or anaphor.function is Function.SUBJECT:
            return NONE
        # In *put the paper on it* the verb is done to what the text knows already, and the pattern
        # is not *V2 it*; the worked example of the paper counts *add paper to it*.
        children = (self._discourse.by_head.get(child) for child in forest.children[second])
        if any(one is not None and _is_object(one) and _known(one) for one in children):
            return NONE
        first = forest.heads[second]
        joined = forest.roles[second] in (Role.CONJUNCT, Role.ADVERBIAL)
        if (
            not joined
            or first == NONE
            or not all(self._left_to_you(verb) for verb in (first, second))
        ):
            return NONE
        between = (*forest.children[second], *forest.children[first])
        joining = words(self._language, "indicators", "joining")
        return first if any(tokens[word].lemma.lower() in joining for word in between) else NONE

    def _left_to_you(self, verb: int) -> bool:
        forest = self._discourse.forest
        if forest.document.tokens[verb].upos not in VERBAL:
            return False
        subject = subject_of(forest, verb)
        reader = words(self._language, "indicators", "reader")
        return subject == NONE or forest.document.tokens[subject].form.lower() in reader

    def _is_first_after(self, candidate: Expression, verb: int) -> bool:
        phrases = self._discourse.sentences[self._discourse.document.sentence_index(verb)]
        return next((one for one in phrases if one.mention.start > verb), None) is candidate

    def _verbs_between(self, first: int, second: int) -> bool:
        return any(
            token.upos == "VERB" for token in self._discourse.document.tokens[first + 1 : second]
        )

    def _opens(self, expression: Expression) -> bool:
        """Whether it is the object of an infinitive with which its sentence begins."""
        verb = predicate(expression)
        if not _is_object(expression) or verb == NONE:
            return False
        start = self._discourse.document.sentences[expression.sentence].span.start
        opening = self._discourse.document.tokens[start].form.lower()
        infinitive = words(self._language, "syntax", "infinitive")
        return opening in infinitive and self._discourse.forest.heads[start] == verb


def _known(expression: Expression) -> bool:
    return not expression.pronominal and not indefinite(expression, expression)


def _is_object(expression: Expression) -> bool:
    return expression.function is Function.DIRECT_OBJECT


def term(indicators: Indicators, terms: Iterable[str] | None) -> Preference:
    """The candidate is one of these terms; with `None`, one of those with the
    highest TF.IDF in the document.
    """
    known = (
        indicators.frequent_terms() if terms is None else frozenset(word.lower() for word in terms)
    )
    return among("term", known, indicators)


def among(name: str, keys: frozenset[str], indicators: Indicators) -> Preference:
    """A preference called `name` for candidates with these keys."""

    def preference(anaphor: Expression, candidate: Expression) -> str:
        return (
            name
            if not keys.isdisjoint((indicators.key(candidate), candidate.lemma, candidate.form))
            else ""
        )

    return preference
