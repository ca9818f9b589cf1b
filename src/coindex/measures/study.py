"""What a study of pronouns covers and leaves out, and the expressions of a document from its point
of view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Kind, Mention
from coindex.core.document import Document, Span, Token
from coindex.core.errors import SpecError, suggestion
from coindex.core.messages import Message
from coindex.core.protocols import AlignedPair
from coindex.measures.categories import CATEGORIES, Category, Sorting, token_kind
from coindex.measures.selection import ZERO, check_selection, form_of, kind_of, selected

OUTSIDE = "out of scope"
NOT_COVERED = "form not covered"

_COUNTED = (Kind.PERSONAL, Kind.POSSESSIVE, Kind.REFLEXIVE, Kind.DEMONSTRATIVE)


class StudiedExpression(NamedTuple):
    """A pronoun of the text, or another expression of the key that the study covers.

    `mention` is the key's, or stands for a pronoun that the key does not mark. `sorts` are all
    categories that apply, in their order. `attainable`: the key has an antecedent. `split` are the
    antecedents that it has together.
    """

    mention: Mention
    form: str
    entity: Entity | None
    sorts: tuple[str, ...] = ()
    attainable: bool = False
    split: tuple[Mention, ...] = ()
    pronominal: bool = True


class Placement(NamedTuple):
    """Where the study counts an expression: its column, and the reason why it is left out, or the
    empty string.

    `sort` is the first category that studies leave out because of the antecedent or for lack of
    coverage, whether or not this study does: errors are itemised by it.
    """

    column: str
    reason: str
    sort: str

    @property
    def referential(self) -> bool:
        return not self.reason or self.reason == NOT_COVERED or category_of(self.reason).refers


def category_of(label: str) -> Category:
    """The category of a label such as `pleonastic: cleft`."""
    return CATEGORIES[label.partition(":")[0]]


def _several(text: str) -> tuple[str, ...]:
    return tuple(part.strip().lower() for part in text.split(",") if part.strip())


@dataclass(frozen=True)
class Study:
    """What a study covers; all lists are separated by commas; `merge` has groups of forms such as
    `he+she`.
    """

    forms: str = ""
    also: str = ""
    include: str = ""
    exclude: str = ""
    merge: str = ""
    longest: int = 2

    def __post_init__(self) -> None:
        """Reject unknown names before anything is counted."""
        both = _categories("include", self.include) & _categories("exclude", self.exclude)
        if both:
            raise SpecError(
                Message("{both!r} is both included and excluded; name it once", both=min(both))
            )
        for of in self._also:
            check_selection(of)

    @cached_property
    def _forms(self) -> frozenset[str]:
        return frozenset(_several(self.forms))

    @cached_property
    def _also(self) -> tuple[str, ...]:
        return tuple(part.strip() for part in self.also.split(",") if part.strip())

    @cached_property
    def _left_out(self) -> frozenset[str]:
        """The categories that are excluded."""
        usual = {category.name for category in CATEGORIES.values() if category.usual}
        return frozenset(usual - _categories("include", self.include) | self._excluded)

    @cached_property
    def _excluded(self) -> frozenset[str]:
        """The categories that the study itself excludes."""
        return _categories("exclude", self.exclude)

    @cached_property
    def _merged(self) -> Mapping[str, str]:
        """Columns by form."""
        groups = [[form.strip() for form in group.split("+")] for group in _several(self.merge)]
        return {form: "/".join(group) for group in groups for form in group}

    def verdict(self, expression: StudiedExpression) -> Placement:
        """Where an expression is counted; the reason is the first category that is excluded."""
        left_out = [label for label in expression.sorts if self._leaves_out(label, expression)]
        named = not self._forms or expression.form in self._forms or not expression.pronominal
        outside = not named or any(category_of(label).of_form for label in left_out)
        reason = left_out[0] if left_out else "" if named else NOT_COVERED
        column = OUTSIDE if outside else self._merged.get(expression.form, expression.form)
        special = (label for label in expression.sorts if _is_special(category_of(label)))
        return Placement(column, reason, next(special, ""))

    def _leaves_out(self, label: str, expression: StudiedExpression) -> bool:
        category = category_of(label)
        if (
            category.of_form
            and category.name not in self._excluded
            and expression.form in self._forms
        ):
            return False
        return category.name in self._left_out

    def expressions(self, document: Document, key: Annotation) -> Iterator[StudiedExpression]:
        """The pronouns of the text and everything else that the study covers, in textual order."""
        sorting = Sorting(document, key, self.longest)
        entity_of = key.entity_of()
        known = _by_token(key, entity_of, document)
        pronouns: list[StudiedExpression] = []
        for index, token in enumerate(document.tokens):
            mention = known.get(index)
            if _is_counted(token, mention, document.language):
                place = mention or Mention((Span(index, index + 1),))
                entity = entity_of.get(place)
                sorts = tuple(sorting.of_pronoun(place, entity))
                form = ZERO if token.empty else token.form.lower()
                split = sorting.split.get(place, ())
                pronouns.append(
                    StudiedExpression(
                        place, form, entity, sorts, sorting.attainable(place, entity), split
                    )
                )
        others = self._others(document, key, sorting, {one.mention for one in pronouns})
        return iter(
            sorted([*pronouns, *others], key=lambda one: (one.mention.start, -one.mention.end))
        )

    def _others(
        self, document: Document, key: Annotation, sorting: Sorting, known: set[Mention]
    ) -> Iterator[StudiedExpression]:
        if not self._also and not self._forms:
            return
        entity_of = key.entity_of()
        for mention in dict.fromkeys((*key.mentions, *entity_of)):
            if mention in known or not self._covers(document, mention):
                continue
            kind, entity, words = (
                kind_of(document, mention),
                entity_of.get(mention),
                form_of(document, mention),
            )
            form = words if kind.pronominal or words in self._forms else str(kind)
            sorts = tuple(sorting.of_phrase(mention, entity))
            attainable = "first mention" not in sorts
            yield StudiedExpression(
                mention, form, entity, sorts, attainable, sorting.split.get(mention, ()), False
            )

    def _covers(self, document: Document, mention: Mention) -> bool:
        return form_of(document, mention) in self._forms or any(
            selected(of, document, mention) for of in self._also
        )


def _categories(name: str, text: str) -> frozenset[str]:
    given = _several(text)
    for one in given:
        if one not in CATEGORIES:
            raise SpecError(
                Message(
                    "{name}: no category is called {one!r}; {suggestion}",
                    name=name,
                    one=one,
                    suggestion=suggestion(one, CATEGORIES),
                )
            )
    return frozenset(given)


def _is_special(category: Category) -> bool:
    """Whether errors on a category deserve a row of their own: forms that are usually covered have
    columns.
    """
    return category.refers and (category.usual or not category.of_form)


def _by_token(
    key: Annotation, entity_of: Mapping[Mention, Entity], document: Document
) -> Mapping[int, Mention]:
    """The mention that a pronoun is or begins (*he himself*); of several the shortest, and one in
    an entity first.
    """
    by_token: dict[int, Mention] = {}
    mentions: Iterable[Mention] = dict.fromkeys((*key.mentions, *entity_of))
    for mention in sorted(mentions, key=lambda one: (one.end - one.start, one not in entity_of)):
        if (
            mention.end - mention.start == 1
            or kind_of(document, mention).pronominal
            or _heads(mention)
        ):
            by_token.setdefault(mention.start, mention)
    return by_token


def _heads(mention: Mention) -> bool:
    """Whether the first token is known to be the head."""
    return mention.head == mention.start or mention.minimum == Span(
        mention.start, mention.start + 1
    )


def _is_counted(token: Token, mention: Mention | None, language: str) -> bool:
    """Whether a token is a zero of the key, or a pronoun of a kind that is counted; the key may
    name another kind.
    """
    if token.empty:
        return mention is not None
    kinds = [
        token_kind(token, language),
        *([mention.kind] if mention is not None and mention.kind.pronominal else []),
    ]
    return all(kind in _COUNTED for kind in kinds)


def intrasentential(pair: AlignedPair, expression: StudiedExpression) -> bool:
    """Whether the nearest antecedent is in the expression's own sentence; that of a cataphor
    follows it.
    """
    chain = expression.entity.mentions if expression.entity is not None else ()
    start, sentence = expression.mention.start, pair.document.sentence_index
    earlier = [other for other in (*chain, *expression.split) if other.start < start]
    later = [other for other in chain if other.start > start]
    nearest = max(earlier, default=None, key=lambda other: other.start) or next(iter(later), None)
    return nearest is not None and sentence(nearest.start) == sentence(start)
