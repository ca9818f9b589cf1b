"""CogNIAC: rules in order of their precision; the first that finds a unique antecedent decides.

B. Baldwin, "CogNIAC: High Precision Coreference with Limited Knowledge and Linguistic Resources",
1997.

In the paper, and here:

    1 Unique in Discourse             Rules._in_discourse, Read.entities
    2 Reflexive                       Rules._reflexive; parameter `reflexive_first`
    3 Unique in Current + Prior       Rules._unique
    4 Possessive Pro                  Rules._possessive
    5 Unique Current Sentence         Rules._in_sentence
    6 Unique Subject/Subject Pronoun  Rules._subject
    7 Cb-Picking                      Rules._centre; parameter `mode`
    8 Pick Most Recent                Rules._latest; parameter `mode`
    extras of the MUC-6 system        parameters `same_clause_subject`, `widening`, `quoted_speech`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import ClassVar, Literal

from coindex.core.annotation import Kind
from coindex.core.decision import Decision
from coindex.core.glossary import Glossary
from coindex.core.parameters import component
from coindex.language.discourse.discourse import Expression, third_person
from coindex.language.nominals.agreement import Features, Number, Person, clash
from coindex.language.syntax.functions import Function
from coindex.language.syntax.tree import NONE
from coindex.resolvers.classic.frame import RANKER_TERMS, Ranker
from coindex.resolvers.constraints import (
    CO_ARGUMENT_TERMS,
    CONTAINMENT_TERMS,
    LOCAL,
    co_argument,
    containment,
    entity_agreement,
    for_entity,
)
from coindex.resolvers.entities import Group
from coindex.resolvers.namesakes import NAMESAKE_TERMS, Namesakes
from coindex.resolvers.ranking import (
    LISTED,
    Choice,
    Method,
    Ranked,
    Ranking,
    closeness,
    preceding,
)

RULE_TERMS: Glossary = {
    "unique in discourse": "rule 1: only one possible antecedent in everything read so far",
    "reflexive": "rule 2: the nearest possible antecedent in the sentence of a reflexive",
    "unique in current and prior sentence": (
        "rule 3: only one possible antecedent in this sentence and the one before"
    ),
    "possessive pronoun": (
        "rule 4: the same possessive pronoun stands exactly once in the sentence before"
    ),
    "unique in current sentence": (
        "rule 5: only one possible antecedent in the pronoun's own sentence"
    ),
    "unique subject": (
        "rule 6: the pronoun is the subject of its sentence, and that of the sentence before holds "
        "only one possible antecedent"
    ),
    "backward-looking centre": (
        "rule 7: the highest-ranked possible antecedent of the finite clause before"
    ),
    "most recent": "rule 8: the nearest possible antecedent",
}
"""The rules of the paper, in its order."""
RULES = tuple(RULE_TERMS)
_PRECISE = 6
"""How many of the rules are precise; the two after them apply only with `resolve_all`."""


@component
class CogNIAC(Ranker):
    """Apply the rules in order; a pronoun for which none finds a unique antecedent is left open.

    Uniqueness is counted over entities; identical names are one.
    """

    mode: Literal["high_precision", "resolve_all"] = "high_precision"
    """Whether only rules 1 to 6 apply, which may leave a pronoun open
    (*high_precision*), or all eight (*resolve_all*).
    """
    reflexive_first: bool = False
    """Whether reflexives are resolved by rule 2 before rule 1 is tried."""
    same_clause_subject: bool = False
    """Whether, after rule 6, the subject of the pronoun's own clause is chosen (MUC-6 system)."""
    widening: tuple[int, ...] = ()
    """Numbers of sentences in which, after rule 6, a unique antecedent is looked for,
    e.g. `(3, 8, 12)` (MUC-6 system).
    """
    quoted_speech: bool = False
    """Whether a first person singular in quotation marks goes to the
    speaker of the quotation (MUC-6 system).
    """
    glossary: ClassVar[Glossary] = {
        **RANKER_TERMS,
        **CO_ARGUMENT_TERMS,
        **CONTAINMENT_TERMS,
        **NAMESAKE_TERMS,
        **RULE_TERMS,
        "same clause subject": "of the MUC-6 system: the subject of the pronoun's own clause",
        "unique in * sentences": (
            "of the MUC-6 system: only one possible antecedent in that many sentences"
        ),
        "speaker": (
            "of the MUC-6 system: a first person in quotation marks is the speaker of the quotation"
        ),
        "not unique": "no rule finds exactly one possible antecedent, so the pronoun is left open",
    }

    def decisions(self, ranking: Ranking) -> Iterator[Decision]:
        rules = Rules(self, ranking)
        names = Namesakes(ranking)
        entities = ranking.entities
        constraints = (
            entity_agreement(entities, self.certain),
            for_entity(entities, co_argument),
            containment,
        )
        method = Method(
            partial(preceding, back=1, most=self.most), constraints, select=rules.select
        )
        for sentence in ranking.discourse.sentences:
            yield from names.decisions(sentence)
            if self.quoted_speech:
                yield from ranking.decisions(_SPEECH, filter(_is_quoted, sentence))
            yield from ranking.decisions(method, third_person(sentence))


def _is_quoted(expression: Expression) -> bool:
    """Whether it is a first person singular whose speaker is known."""
    features = expression.features
    return (
        features.person == Person.FIRST
        and features.number == Number.SINGULAR
        and _speaker(expression) != []
    )


def _speaker(expression: Expression) -> list[Expression]:
    speaker = expression.speaker
    return [] if speaker is None or not speaker.features.person & Person.THIRD else [speaker]


def _is_person(anaphor: Expression, speaker: Expression) -> str:
    return clash(anaphor.features, speaker.features, persons=False)


def _speaking(anaphor: Expression, ranked: Sequence[Ranked]) -> Choice:
    return Choice(ranked[0].expression, "speaker") if ranked else Choice(None, "no candidate")


_SPEECH = Method(_speaker, (_is_person,), select=_speaking)


class Rules:
    """Each rule takes a pronoun and the possible antecedents in its sentence and
    the one before, nearest first.
    """

    def __init__(self, options: CogNIAC, ranking: Ranking) -> None:
        self._entities, self._discourse = ranking.entities, ranking.discourse
        self._options, self._read = options, Read(ranking, options.certain)
        rules = [
            self._in_discourse,
            self._reflexive,
            self._unique,
            self._possessive,
            self._in_sentence,
            self._subject,
        ]
        numbered = list(zip(RULES, rules, strict=False))
        if options.same_clause_subject:
            numbered.append(("same clause subject", self._clause_subject))
        numbered += [
            (f"unique in {size} sentences", partial(self._wider, size)) for size in options.widening
        ]
        if options.mode == "resolve_all":
            numbered += [(RULES[_PRECISE], self._centre), (RULES[_PRECISE + 1], self._latest)]
        self._rules = numbered
        self._for_reflexives = (
            [numbered[1], numbered[0], *numbered[2:]] if options.reflexive_first else numbered
        )

    def select(self, pronoun: Expression, ranked: Sequence[Ranked]) -> Choice:
        possible = sorted(
            (item.expression for item in ranked), key=partial(closeness, pronoun), reverse=True
        )
        for name, rule in self._for_reflexives if pronoun.kind in LOCAL else self._rules:
            antecedent = rule(pronoun, possible)
            if antecedent is not None:
                return Choice(
                    antecedent,
                    name,
                    () if antecedent in possible else self._beyond(pronoun, antecedent),
                )
        return Choice(None, "not unique" if possible else "no candidate")

    def _beyond(self, pronoun: Expression, antecedent: Expression) -> tuple[Expression, ...]:
        """An antecedent from earlier sentences, with an agreeing mention of each other entity
        there.
        """
        own = self._entities.of(antecedent)
        agreeing = self._read.entities(pronoun, LISTED)
        return antecedent, *(one for one in agreeing if self._entities.of(one) is not own)

    def _single(self, possible: Iterable[Expression]) -> Expression | None:
        """The nearest mention, if all are of one entity."""
        nearest: Expression | None = None
        for expression in possible:
            if nearest is None:
                nearest = expression
            elif self._entities.of(expression) is not self._entities.of(nearest):
                return None
        return nearest

    def _in_discourse(
        self, pronoun: Expression, possible: Sequence[Expression]
    ) -> Expression | None:
        near = self._single(possible)
        if near is None and possible:
            return None
        further = self._read.entities(pronoun, 2)
        if near is None:
            return self._read.latest(pronoun) if len(further) == 1 else None
        return self._single([near, *further])

    def _reflexive(self, pronoun: Expression, possible: Sequence[Expression]) -> Expression | None:
        if pronoun.kind not in LOCAL:
            return None
        return next((one for one in possible if one.sentence == pronoun.sentence), None)

    def _unique(self, pronoun: Expression, possible: Sequence[Expression]) -> Expression | None:
        return self._single(possible)

    def _possessive(self, pronoun: Expression, possible: Sequence[Expression]) -> Expression | None:
        if pronoun.kind is not Kind.POSSESSIVE:
            return None
        same = [
            one
            for one in possible
            if one.sentence < pronoun.sentence
            and one.kind is Kind.POSSESSIVE
            and one.form == pronoun.form
        ]
        return same[0] if len(same) == 1 else None

    def _in_sentence(
        self, pronoun: Expression, possible: Sequence[Expression]
    ) -> Expression | None:
        return self._single(one for one in possible if one.sentence == pronoun.sentence)

    def _subject(self, pronoun: Expression, possible: Sequence[Expression]) -> Expression | None:
        """Rule 6: the pronoun is the subject of its sentence, and the subject of the preceding
        sentence contains one possible antecedent.
        """
        if pronoun.head != self._main_subject(pronoun.sentence) or not pronoun.sentence:
            return None
        subject = self._main_subject(pronoun.sentence - 1)
        if subject == NONE:
            return None
        span = self._discourse.forest.span(subject)
        return self._single(one for one in possible if one.head in span)

    def _clause_subject(
        self, pronoun: Expression, possible: Sequence[Expression]
    ) -> Expression | None:
        return next((one for one in possible if one.head == pronoun.clause.subject), None)

    def _wider(
        self, size: int, pronoun: Expression, possible: Sequence[Expression]
    ) -> Expression | None:
        wider = (
            one
            for one in preceding(pronoun, back=size - 1, most=self._options.most)
            if one.sentence < pronoun.sentence - 1
        )
        return self._single([*possible, *(one for one in wider if self._read.agrees(pronoun, one))])

    def _centre(self, pronoun: Expression, possible: Sequence[Expression]) -> Expression | None:
        """The highest ranked phrase of the preceding finite clause: its subject, else its first
        phrase.
        """
        clauses = self._discourse.clauses
        number = clauses.number[pronoun.head]
        verb = clauses.clauses[number].verb
        before = [one for one in possible if one.clause.verb < verb]
        if not before:
            return None
        last = max(one.clause.verb for one in before)
        inside = [one for one in before if one.clause.verb == last]
        return min(inside, key=lambda one: (one.function is not Function.SUBJECT, one.head))

    def _latest(self, pronoun: Expression, possible: Sequence[Expression]) -> Expression | None:
        return possible[0] if possible else self._read.latest(pronoun)

    def _main_subject(self, sentence: int) -> int:
        """The head of the subject of the main clause (the first of several), or `NONE`."""
        forest = self._discourse.forest
        root = forest.root(self._discourse.document.sentences[sentence].span.start)
        return self._discourse.clauses.of(root).subject


class Read:
    """What has been read before the sentence that precedes a pronoun's, by the pronouns with which
    it agrees.

    Each kind of pronoun reads the text once, so that searching the whole discourse costs almost
    nothing.
    """

    def __init__(self, ranking: Ranking, certain: float) -> None:
        self._entities, self._sentences, self._certain = (
            ranking.entities,
            ranking.discourse.sentences,
            certain,
        )
        self._pages: dict[Features, _Page] = {}

    def agrees(self, pronoun: Expression, candidate: Expression) -> bool:
        return not clash(
            pronoun.features, self._entities.of(candidate).features, certain=self._certain
        )

    def entities(self, pronoun: Expression, most: int) -> list[Expression]:
        """An agreeing mention of each entity, at most `most` of them."""
        page = self._page(pronoun)
        agreeing: dict[Group, Expression] = {}
        while page.firsts and len(agreeing) < most:
            candidate = page.firsts.pop()
            if self.agrees(pronoun, candidate):
                agreeing[self._entities.of(candidate)] = candidate
        page.firsts += agreeing.values()
        return list(agreeing.values())

    def latest(self, pronoun: Expression) -> Expression | None:
        """The last mention that agrees."""
        mentions = self._page(pronoun).mentions
        while mentions and not self.agrees(pronoun, mentions[-1]):
            mentions.pop()
        return mentions[-1] if mentions else None

    def _page(self, pronoun: Expression) -> _Page:
        page = self._pages.setdefault(pronoun.features, _Page())
        while page.sentence < pronoun.sentence - 1:
            for candidate in self._sentences[page.sentence]:
                if self.agrees(pronoun, candidate):
                    page.mentions.append(candidate)
                    group = self._entities.of(candidate)
                    if group not in page.groups:
                        page.groups.add(group)
                        page.firsts.append(candidate)
            page.sentence += 1
        return page


class _Page:
    """`firsts` holds one mention of each entity, `mentions` all of them; `sentence` is the first
    one not yet read.
    """

    def __init__(self) -> None:
        self.sentence = 0
        self.groups: set[Group] = set()
        self.firsts: list[Expression] = []
        self.mentions: list[Expression] = []
