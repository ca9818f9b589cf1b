"""Judges the mentions of a resolved document one by one: each is replaced, or left for a reason."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Kind, Mention
from coindex.core.chains import group_members
from coindex.core.decision import Decision
from coindex.core.document import Document, Span
from coindex.language import lexicon
from coindex.language.discourse.discourse import Discourse, Expression, discourse
from coindex.language.nominals.agreement import Animacy, Person, clash
from coindex.language.nominals.noun_phrases import Definiteness
from coindex.language.speech.quotation_marks import quoted
from coindex.language.syntax.functions import Function
from coindex.language.syntax.tree import NONE
from coindex.texts.edits import Edit
from coindex.texts.rewriting.appellations import (
    Appellation,
    is_naming,
    nearest,
)
from coindex.texts.rewriting.certainty import DOUBT, Evidence, Opinion
from coindex.texts.rewriting.choices import Choices, Left
from coindex.texts.rewriting.doubts import Doubts
from coindex.texts.rewriting.naming import EntityNames, Namer

FAR = 2
"""An entity that was named at most this many sentences before is near."""
DOUBTFUL = 0.5
"""How certain a gender must be to count against a name."""
_PRONOUNS = frozenset({Kind.PERSONAL, Kind.POSSESSIVE, Kind.DEMONSTRATIVE})
_ANAPHORIC = frozenset({Kind.REFLEXIVE, Kind.RECIPROCAL})
_UNREPLACED = frozenset({Left.FORM, Left.AGREEMENT, Left.UNSURE, Left.CLITIC})
"""Why a pronoun stays so that a name behind it would read as that of another."""


class Judgement(NamedTuple):
    """A mention that was considered: its edits and the name, or the reason why it is left."""

    mention: Mention
    edits: tuple[Edit, ...] = ()
    name: Appellation | None = None
    certainty: float = 0.0
    left: Left | None = None
    entity: str = ""


class Judge:
    """One resolved document."""

    def __init__(
        self,
        document: Document,
        annotation: Annotation,
        decisions: Sequence[Decision],
        choices: Choices,
        opinions: Sequence[Opinion] = (),
        groups: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.discourse: Discourse = discourse(document, annotation)
        self.document, self.choices = document, choices
        self.evidence = Evidence(self.discourse, annotation, decisions, opinions)
        self._groups = group_members(annotation) if groups is None else groups
        self._entity: dict[Mention, Entity] = dict(annotation.entity_of())
        by_mention = self.discourse.by_mention
        self._members: dict[str, list[Expression]] = {
            entity.id: [by_mention[one] for one in entity.mentions if one in by_mention]
            for entity in annotation.entities
        }
        self._explicit: dict[tuple[str, int], list[Expression]] = {}
        for id, members in self._members.items():
            for one in members:
                if is_naming(one):
                    self._explicit.setdefault((id, one.sentence), []).append(one)
        self._inserted: dict[tuple[str, int], list[Expression]] = {}
        self._written: dict[int, list[str]] = {}
        self._staying: set[tuple[str, int]] = set()
        self._doubts = Doubts(self.discourse, self._members, self.entity_id)
        self._types = {entity.id: entity.type for entity in annotation.entities}
        self._names: dict[str, EntityNames] = {}
        self._naming = Namer(
            self.discourse,
            self._members,
            self.entity_id,
            self.evidence,
            choices,
            self._owner_certainty,
        )

    def judgements(self, among: Callable[[Expression], bool] | None = None) -> Iterator[Judgement]:
        """Judgements on every mention of the chosen kinds, in textual order; `among`
        narrows them.
        """
        for expression in self.discourse.expressions:
            if not self._considered(expression) or (among is not None and not among(expression)):
                self._pass(expression)
                continue
            judgement = self._judgement(expression)
            self._remember(judgement, expression)
            yield judgement

    def first_mentions(self, sentences: Span) -> list[Judgement]:
        """For a passage of these sentences: the mentions before anything names their entity.

        Each is judged, until one can be replaced; after that, later ones are clear.
        """
        named, judgements = set[str](), []
        self._inserted, self._written, self._staying = {}, {}, set()
        for number in range(*sentences):
            for expression in self.discourse.sentences[number]:
                id = self.entity_id(expression)
                if id in named:
                    continue
                if self._considered(expression):
                    judgement = self._judgement(expression)
                    naming = is_naming(expression)
                    self._remember(judgement, expression)
                    if judgement.left is None or not naming:
                        judgements.append(judgement)
                    if judgement.left is None or naming:
                        named.add(id)
                elif is_naming(expression):
                    named.add(id)
        return judgements

    def names(self, id: str) -> EntityNames:
        """The names of an entity in the document."""
        if id not in self._names:
            self._names[id] = self._naming.names(id, self._types.get(id, ""))
        return self._names[id]

    def _remember(self, judgement: Judgement, expression: Expression) -> None:
        """What later mentions of the sentence have to regard."""
        place = (judgement.entity, expression.sentence)
        if judgement.name is not None:
            self._inserted.setdefault(place, []).append(expression)
            self._written.setdefault(expression.sentence, []).append(judgement.name.text)
        elif judgement.left in _UNREPLACED and expression.pronominal:
            self._staying.add(place)

    def _pass(self, expression: Expression) -> None:
        """*The other took it, and Abel left*: Abel would not be the other."""
        if expression.kind is Kind.INDEFINITE:
            self._staying.add((self.entity_id(expression), expression.sentence))

    def entity_id(self, expression: Expression) -> str:
        entity = self._entity.get(expression.mention)
        return "" if entity is None else entity.id

    def members(self, id: str) -> list[Expression]:
        return self._members.get(id, [])

    def _considered(self, expression: Expression) -> bool:
        """Whether it is of a chosen kind, and in the third person."""
        kinds = self.choices.kinds
        if expression.kind is Kind.ZERO:
            return "zeros" in kinds and _third(expression)
        if expression.kind in _PRONOUNS or expression.kind in _ANAPHORIC:
            return (
                "pronouns" in kinds and _third(expression) and expression.mention.span.length == 1
            )
        if expression.kind is not Kind.NOMINAL or "nominals" not in kinds:
            return False
        return (
            expression.definiteness in (Definiteness.DEFINITE, Definiteness.DEMONSTRATIVE)
            and nearest(self._members.get(self.entity_id(expression), ()), expression) is not None
        )

    def _judgement(self, expression: Expression) -> Judgement:
        mention, id = expression.mention, self.entity_id(expression)
        if expression.kind in _ANAPHORIC:
            return Judgement(mention, left=Left.REFLEXIVE, entity=id)
        if expression.kind is Kind.DEMONSTRATIVE:
            return Judgement(mention, left=Left.DEMONSTRATIVE, entity=id)
        anchors = self.anchors(expression, id)
        if not anchors:
            return Judgement(mention, left=self._unnamed(expression, id), entity=id)
        name = self._naming.name(expression, anchors, id)
        if isinstance(name, Left):
            certainty = min(self.evidence.certainty(expression, one) for one in anchors)
            return Judgement(mention, certainty=certainty, left=name, entity=id)
        certainty = self._certainty(expression, anchors, proper=name.proper)
        restraint = self._restraint(expression, anchors, name, id, certainty)
        if restraint is not None:
            return Judgement(mention, certainty=certainty, left=restraint, entity=id)
        edits = self._naming.edits(expression, name)
        if isinstance(edits, Left):
            return Judgement(mention, certainty=certainty, left=edits, entity=id)
        return Judgement(mention, edits, name, certainty, entity=id)

    def _certainty(
        self, expression: Expression, anchors: Sequence[Expression], *, proper: bool
    ) -> float:
        """How certain it is that an expression means what its anchors name, doubts included."""
        certainty = min(self.evidence.certainty(expression, one) for one in anchors)
        doubts = self._doubts
        # Where there are probabilities, they say more than what else a reader may take it for.
        if (proper and doubts.is_introduced(expression)) or (
            not self.evidence.rated and doubts.of(expression, anchors, proper=proper)
        ):
            certainty = min(certainty, DOUBT)
        if doubts.is_suspect(expression, proper=proper):
            certainty = self.evidence.suspected(certainty)
        return certainty

    def _owner_certainty(self, possessive: Expression, anchor: Expression) -> float:
        """How certain the possessor of a description is: *her* of *her secretary*."""
        return self._certainty(possessive, [anchor], proper=True)

    def _unnamed(self, expression: Expression, id: str) -> Left:
        """Why no preceding mention names the entity."""
        if (id, expression.sentence) in self._explicit:
            return Left.NAMED
        return Left.NAMELESS if len(self._members.get(id, ())) > 1 else Left.OPEN

    def anchors(self, expression: Expression, id: str) -> list[Expression]:
        """The nearest preceding mention that names the entity; for a group, that of each member."""
        anchor = nearest(self._members.get(id, ()), expression)
        if anchor is not None:
            return [anchor]
        parts = [self._members.get(member, ()) for member in self._groups.get(id, ())]
        anchors = [nearest(members, expression) for members in parts]
        return [one for one in anchors if one is not None] if all(anchors) else []

    def _restraint(
        self,
        expression: Expression,
        anchors: Sequence[Expression],
        name: Appellation,
        id: str,
        certainty: float,
    ) -> Left | None:
        """The reason not to replace a mention whose name is known."""
        choices = self.choices
        # Only the first reason that holds is reported, so their order matters.
        if certainty < choices.min_confidence:
            return Left.UNSURE
        if not choices.quotations and self._is_quoted(expression.head):
            return Left.QUOTED
        if self._repeats(expression, anchors, id) or self._stands(expression, name):
            return Left.NAMED
        if choices.repeat != "any" and self._under_subject(expression, id):
            return Left.SUBJECT
        if choices.repeat != "any" and (id, expression.sentence) in self._staying:
            return Left.EARLIER
        if (
            self._is_behind_person(expression)
            if name.proper
            else self._is_relative(expression, anchors[0])
        ):
            return Left.FORM
        if len(anchors) == 1 and self._disagrees(expression, anchors[0]):
            return Left.AGREEMENT
        if self._bound(anchors):
            return Left.BOUND
        if expression.kind is Kind.NOMINAL and self._informative(expression, name):
            return Left.INFORMATIVE
        if choices.only == "ambiguous" and not self.evidence.competitors(expression, anchors[0]):
            return Left.CLEAR
        if choices.only == "far" and self._is_near(expression, id):
            return Left.NEAR
        return None

    def _disagrees(self, expression: Expression, anchor: Expression) -> bool:
        differ = clash(expression.features, anchor.features, certain=DOUBTFUL, persons=False)
        return bool(differ) and self._doubts.tells(anchor, expression)

    def _bound(self, anchors: Sequence[Expression]) -> bool:
        """Whether a quantifier binds it: *every girl ... she*, *no one ... they*."""
        return any(
            anchor.definiteness is Definiteness.QUANTIFIED
            and anchor.kind is Kind.NOMINAL
            and not anchor.features.number
            for anchor in anchors
        )

    def _is_near(self, expression: Expression, id: str) -> bool:
        return any(
            (id, expression.sentence - back) in self._explicit
            or (id, expression.sentence - back) in self._inserted
            for back in range(FAR + 1)
        )

    def _repeats(self, expression: Expression, anchors: Sequence[Expression], id: str) -> bool:
        """Whether the name would occur twice in the sentence, or in the clause."""
        if self.choices.repeat == "any":
            return False
        ids = {id} if len(anchors) == 1 else {self.entity_id(anchor) for anchor in anchors}
        near = [
            one
            for entity in ids
            for naming in (self._explicit, self._inserted)
            for one in naming.get((entity, expression.sentence), ())
            if one is not expression
        ]
        if self.choices.repeat == "sentence":
            return bool(near)
        return any(self._binds(one, expression) for one in near)

    def _under_subject(self, expression: Expression, id: str) -> bool:
        """*In his rage he left*: a name would read as that of another person than the subject, of
        its clause or of one around it that follows.
        """
        clauses, number = self.discourse.clauses, self.discourse.clauses.number[expression.head]
        own = True
        while number != NONE:
            clause = clauses.clauses[number]
            subject = self.discourse.by_head.get(clause.subject)
            if (
                subject is not None
                and subject is not expression
                and subject.pronominal
                and self.entity_id(subject) == id
                and (own or subject.head > expression.head)
            ):
                return True
            own, number = False, clause.parent
        return False

    def _is_behind_person(self, expression: Expression) -> bool:
        """*In a letter to her brother she wrote*: *her brother Ann* would be one person."""
        before = self.document.tokens[expression.head - 1] if expression.head else None
        if before is None or before.upos != "NOUN" or expression.kind is Kind.NOMINAL:
            return False
        person = self.discourse.by_head.get(expression.head - 1)
        return person is not None and person.features.animacy == Animacy.ANIMATE

    def _is_relative(self, expression: Expression, anchor: Expression) -> bool:
        """*His father*: *the son’s father* says nothing."""
        noun = self.discourse.forest.heads[expression.head]
        if expression.kind is not Kind.POSSESSIVE or noun == NONE:
            return False
        kin = lexicon.words(self.document.language, "people", "kin")
        return anchor.lemma in kin and self.document.tokens[noun].lemma.lower() in kin

    def _stands(self, expression: Expression, name: Appellation) -> bool:
        """Whether the words of the name are in the sentence, of the same entity or another."""
        if self.choices.repeat != "sentence":
            return False
        written = self._written.get(expression.sentence, ())
        if any(one in name.text or name.text in one for one in written):
            return True
        if expression.kind is Kind.NOMINAL:
            return False
        span = self.document.sentence_of(expression.head).span
        words = rf"(?<!\w){re.escape(name.text)}(?!\w)"
        return re.search(words, self.document.surface(span), re.IGNORECASE) is not None

    def _binds(self, one: Expression, other: Expression) -> bool:
        """Whether both are in one clause, or one is in a clause around the other's."""
        clauses = self.discourse.clauses
        upper, number = clauses.number[one.head], clauses.number[other.head]
        while number != NONE:
            if number == upper:
                return True
            number = clauses.clauses[number].parent
        return False

    def _informative(self, expression: Expression, name: Appellation) -> bool:
        """Whether it is a description with modifiers, one that describes a name, *Ann, the owner*,
        or one that contains the words of the name.
        """
        if expression.text.casefold() == name.text.casefold():
            return True
        if expression.function in (Function.PREDICATE, Function.APPOSITION):
            return True
        words = [one for one in self.document.words(expression.mention.span) if one.upos != "PUNCT"]
        return len(words) > 2

    def _is_quoted(self, token: int) -> bool:
        return token in self._quoted

    @cached_property
    def _quoted(self) -> Collection[int]:
        return frozenset(
            token for quotation in quoted(self.document) for token in range(*quotation.span)
        )


def _third(expression: Expression) -> bool:
    person = expression.features.person
    return not person or bool(person & Person.THIRD)
