"""What makes it doubtful that a mention means what the resolver says, whatever its probability.

Resolvers link pronouns back; where a subject that agrees stands nearer, or follows, a reader may
well take the pronoun for that. Entities whose pronouns do not agree hold two referents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from coindex.core.annotation import Kind
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression
from coindex.language.languages import get_language
from coindex.language.nominals.agreement import CERTAIN, Animacy, Features, Gender, Number, clash
from coindex.language.syntax.clauses import ClauseKind
from coindex.language.syntax.functions import Function
from coindex.language.syntax.tree import NONE
from coindex.texts.rewriting.appellations import is_naming

WINDOW = 2
"""Sentences back in which a name competes with a description."""
_GENDERED = Gender.MASCULINE | Gender.FEMININE


def _has_gendered_title(name: Expression) -> bool:
    """Whether a title says the gender of a person: *Mr*, *Sir*, *Mrs*."""
    language = name.discourse.document.language
    gendered = lexicon.words(language, "people", "title.male") | lexicon.words(
        language, "people", "title.female"
    )
    return not gendered.isdisjoint(name.name.titles)


class Doubts:
    """The doubts about the pronouns of one resolved document."""

    def __init__(
        self,
        discourse: Discourse,
        members: Mapping[str, Sequence[Expression]],
        entity: Callable[[Expression], str],
    ) -> None:
        self._discourse, self._members, self._entity = discourse, members, entity
        self._mixed: dict[tuple[str, Features], bool] = {}
        self._strangers: dict[str, int] = {}

    def of(self, expression: Expression, anchors: Sequence[Expression], *, proper: bool) -> bool:
        """Whether a pronoun is doubtful; `proper`: its entity would be called by a proper name.

        Pronouns are asked about in textual order, because one behind a doubtful one of the same
        entity is doubtful, too.
        """
        if not expression.pronominal:
            return False
        strange = (
            self._follows_stranger(expression)
            or self._is_out_of_focus(expression)
            or (proper and self.is_introduced(expression))
            or (not proper and self._is_rivalled(expression))
        )
        if strange:
            self._strangers[self._entity(expression)] = expression.number
        return (
            strange
            or self._may_be_people(expression, anchors)
            or self._has_nearer_subject(expression)
            or self._is_reported(expression)
            or self._announces(expression)
        )

    def is_suspect(self, expression: Expression, *, proper: bool) -> bool:
        """Whether a pronoun may stand for what was said, or its entity holds two referents: some
        members do not agree with it, or have a name, which would not be used.
        """
        return expression.pronominal and (
            self._may_be_event(expression)
            or self._is_mixed(expression)
            or (not proper and self._has_name(expression))
        )

    def is_introduced(self, expression: Expression) -> bool:
        """*Her partner is German. His name is Till*: someone who has a name gets no other one."""
        forest, noun = self._discourse.forest, self._discourse.forest.heads[expression.head]
        document = self._discourse.document
        naming = get_language(document.language).words("rewriting", "naming_nouns")
        return (
            expression.kind is Kind.POSSESSIVE
            and noun != NONE
            and document.tokens[noun].lemma.lower() in naming
            and forest.labels[noun].startswith("nsubj")
        )

    def tells(self, name: Expression, pronoun: Expression) -> bool:
        """Whether the features of a name or noun count, if a pronoun means it."""
        return name in self._telling(self._entity(pronoun), pronoun.features)

    def _follows_stranger(self, expression: Expression) -> bool:
        """*The dog is fine. She sleeps. She barks once*: both are the dog, or neither."""
        entity = self._entity(expression)
        first = self._strangers.get(entity, expression.number)
        return first < expression.number and not any(
            first < one.number < expression.number and is_naming(one)
            for one in self._members.get(entity, ())
        )

    def _has_name(self, expression: Expression) -> bool:
        """*The child* for an adult whose name could not be used."""
        return any(
            one.kind is Kind.NAME and one.name.words
            for one in self._members.get(self._entity(expression), ())
        )

    def _is_mixed(self, expression: Expression) -> bool:
        """*She* and *his* in one entity; number may differ, as it does for teams."""
        id, own = self._entity(expression), expression.features
        if (id, own) not in self._mixed:
            kinds = {
                clash(own, other.features, certain=CERTAIN, persons=False)
                for other in self._telling(id, own)
            }
            self._mixed[id, own] = bool(kinds & {"gender", "animacy"})
        return self._mixed[id, own]

    def _telling(self, id: str, own: Features) -> list[Expression]:
        """The members of an entity whose features count: *Sir Hilary* says more than *Hilary*, and
        a firm may be *the Client*.
        """
        members = [one for one in self._members.get(id, ()) if one.kind is not Kind.COORDINATION]
        names = [one for one in members if one.kind is Kind.NAME]
        titled = {
            word
            for one in names
            if _has_gendered_title(one) and not clash(own, one.features, persons=False)
            for word in one.name.words
        }
        firm = own.animacy == Animacy.INANIMATE and any(one.type == "organization" for one in names)
        return [
            one
            for one in members
            if titled.isdisjoint(one.name.words if one.kind is Kind.NAME else ())
            and not (firm and one.kind is Kind.NOMINAL)
        ]

    def _has_nearer_subject(self, expression: Expression) -> bool:
        """*The prior forgave his enemies*, *As soon as she saw it, Gudrun rose*: another entity is
        the subject of its clause or one around it, agrees, and may bind it or be what it announces.
        """
        own = True
        for subject in self._subjects(expression):
            follows = subject.head > expression.head
            bound = own and expression.kind is Kind.POSSESSIVE
            own = False
            if (
                (bound or (follows and not subject.pronominal))
                and self._entity(subject) != self._entity(expression)
                and not subject.mention.span.covers(expression.mention.span)
                and not clash(expression.features, subject.features, certain=0.5, persons=False)
                and (subject.features.animacy or not expression.features.gender & _GENDERED)
            ):
                return True
        return False

    def _is_reported(self, expression: Expression) -> bool:
        """*The vet says that she does it*: the one who says so may be meant."""
        clauses = self._discourse.clauses
        own = clauses.number[expression.head]
        if (
            own == NONE
            or clauses.clauses[own].kind is not ClauseKind.COMPLEMENT
            or expression.function is not Function.SUBJECT
            or not expression.features.gender & _GENDERED
        ):
            return False
        subject = next((one for one in self._subjects(expression)), None)
        return (
            subject is not None
            and subject.head < expression.head
            and self._entity(subject) != self._entity(expression)
            and self._may_be(subject, expression.features.gender & _GENDERED)
        )

    def _announces(self, expression: Expression) -> bool:
        """*Because she trusts him, the smith takes it to Quist*: a pronoun of a clause that comes
        first may mean someone whom the clause around it names.
        """
        clauses, gender = self._discourse.clauses, expression.features.gender & _GENDERED
        own = clauses.number[expression.head]
        number = clauses.clauses[own].parent if own != NONE else NONE
        if not gender or number == NONE or clauses.clauses[number].verb < expression.head:
            return False
        return any(
            other.number > expression.number
            and clauses.number[other.head] == number
            and not other.pronominal
            and self._entity(other) != self._entity(expression)
            and self._may_be(other, gender)
            for other in self._discourse.sentences[expression.sentence]
        )

    def _subjects(self, expression: Expression) -> Iterator[Expression]:
        """The subject of its own clause, then those of the clauses around it; some have none."""
        discourse = self._discourse
        number = discourse.clauses.number[expression.head]
        while number != NONE:
            clause = discourse.clauses.clauses[number]
            subject = discourse.by_head.get(clause.subject)
            if subject is not None and subject is not expression:
                yield subject
            number = clause.parent

    def _may_be_people(self, expression: Expression, anchors: Sequence[Expression]) -> bool:
        """*The trailers had started. They had bought the tickets*: *they* who do something to
        something are people, unless nothing but things was named.
        """
        features, forest = expression.features, self._discourse.forest
        first = max(0, expression.sentence - WINDOW)
        near = self._discourse.sentences[first : expression.sentence + 1]
        return (
            bool(features.number & Number.PLURAL)
            and not features.animacy
            and any(one.features.animacy == Animacy.ANIMATE for some in near for one in some)
            and expression.function is Function.SUBJECT
            and any(anchor.features.animacy == Animacy.INANIMATE for anchor in anchors)
            and forest.first(forest.heads[expression.head], "obj") != NONE
        )

    def _may_be_event(self, expression: Expression) -> bool:
        """*Did not care to discuss it*: what was said or done, rather than a thing."""
        document = self._discourse.document
        language = get_language(document.language)
        if expression.form not in language.words("grammar", "of events"):
            return False
        verb = expression.governor
        return (
            expression.function is Function.DIRECT_OBJECT
            and verb != NONE
            and document.tokens[verb].lemma.lower() in language.words("rewriting", "of_events")
        )

    def _is_out_of_focus(self, expression: Expression) -> bool:
        """Whether the sentence before does not mention the entity, and its subject agrees.

        A subject is the preferred center (Brennan, Friedman & Pollard 1987).
        """
        gender = expression.features.gender & _GENDERED
        if not gender or not expression.sentence:
            return False
        own = self._entity(expression)
        near = [
            *self._discourse.sentences[expression.sentence - 1],
            *self._discourse.sentences[expression.sentence],
        ]
        before = [one for one in near if one.number < expression.number]
        return all(self._entity(one) != own for one in before) and any(
            one.function is Function.SUBJECT and self._may_be(one, gender) for one in before
        )

    def _may_be(self, one: Expression, gender: int) -> bool:
        """Whether it has this gender, or is a living being of unknown gender: *the dog*."""
        own = one.features.gender & _GENDERED
        animate = bool(one.features.animacy & Animacy.ANIMATE) and not one.pronominal
        return own == gender or (animate and own in (0, _GENDERED) and self._is_one(one))

    def _is_one(self, expression: Expression) -> bool:
        return not expression.features.number & Number.PLURAL

    def _is_rivalled(self, expression: Expression) -> bool:
        """*Ifeoma had stolen it. The author lets this fall. She ...*: a person with a name, of
        the same gender, was just spoken of, too.
        """
        gender = expression.features.gender & _GENDERED
        if not gender:
            return False
        own = self._entity(expression)
        for back in range(min(WINDOW, expression.sentence) + 1):
            for other in self._discourse.sentences[expression.sentence - back]:
                if (
                    other.number < expression.number
                    and other.kind is Kind.NAME
                    and self._entity(other) != own
                    and other.features.gender == gender
                ):
                    return True
        return False
