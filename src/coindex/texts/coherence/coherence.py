"""How a text holds together: centers and their transitions, the entity grid, chains.

Centers of attention as in Grosz, Joshi & Weinstein (Computational Linguistics 21, 1995), with the
transitions of Brennan, Friedman & Pollard (ACL 1987) and their ranking by grammatical function; the
entity grid of Barzilay & Lapata (Computational Linguistics 34, 2008).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from coindex.core.annotation import Annotated, Annotation, Mention, Reference
from coindex.core.document import Document
from coindex.core.errors import SpecError
from coindex.core.messages import Message
from coindex.language.discourse.centers import (
    SEGMENTS,
    UNITS,
    Course,
    Transition,
    by_function,
    transition,
)
from coindex.language.discourse.discourse import Expression, discourse
from coindex.language.syntax.functions import Function
from coindex.pipeline.pipeline import (
    PARSER,
    RESOLVER,
    Pipeline,
    as_document,
    with_entities,
)

ABSENT = "-"
ROLES = ("S", "O", "X", ABSENT)
"""Subject, object, any other function, not mentioned."""
_SUBJECTS = (Function.SUBJECT, Function.EXISTENTIAL)
_OBJECTS = (Function.DIRECT_OBJECT, Function.INDIRECT_OBJECT)


class Utterance(NamedTuple):
    """An utterance with its centers, by the ids of their entities."""

    sentence: int
    forward: tuple[str, ...]
    """The forward-looking centers, best ranked first; the first is the preferred center."""
    backward: str | None
    """The backward-looking center: the highest ranked one of the preceding utterance that is
    realised.
    """
    transition: Transition | None
    """The transition; `None` for the first utterance of a segment."""


@dataclass(frozen=True, slots=True)
class Coherence:
    """What holds a document together. Entities with one mention are in the centers and the grid as
    well.
    """

    id: str
    words: int
    sentences: int
    names: dict[str, str]
    """The first words of each entity, by its id."""
    utterances: tuple[Utterance, ...]
    grid: dict[str, str]
    """For each entity a letter of `ROLES` for each sentence."""
    lengths: tuple[int, ...]
    """How many mentions each entity has, the longest chain first."""
    distances: tuple[int, ...]
    """How many sentences lie between a mention and the preceding one of its chain."""
    overt: int
    """Subjects and objects that are words of the text."""
    left_out: int
    """Subjects and objects that are zero pronouns."""

    def to_frame(self, kind: str = "pandas") -> Any:
        """Return a data frame of pandas or polars, or a plain `dict` of columns: one row for each
        utterance.
        """
        from coindex.pipeline.data_frames import data_frame

        utterances = self.utterances
        columns: dict[str, list[Any]] = {
            "sentence": [one.sentence for one in utterances],
            "backward": [self.names.get(one.backward or "", "") for one in utterances],
            "preferred": [self.names[one.forward[0]] if one.forward else "" for one in utterances],
            "forward": [[self.names[name] for name in one.forward] for one in utterances],
            "transition": [
                "" if one.transition is None else one.transition.label for one in utterances
            ],
        }
        return data_frame(columns, kind)

    @property
    def transitions(self) -> Counter[Transition]:
        return Counter(one.transition for one in self.utterances if one.transition is not None)

    @property
    def steps(self) -> Counter[str]:
        """How often an entity changes from one role to another between adjacent sentences."""
        return Counter(
            before + after for roles in self.grid.values() for before, after in pairwise(roles)
        )

    @property
    def chains(self) -> tuple[int, ...]:
        """The lengths of chains of two mentions or more."""
        return tuple(length for length in self.lengths if length > 1)

    @property
    def density(self) -> float | None:
        """Referential density: the proportion of argument positions that are filled by words
        (Bickel, Language 79, 2003).
        """
        positions = self.overt + self.left_out
        return self.overt / positions if positions else None


@dataclass(frozen=True, slots=True)
class Coherer:
    """Measures documents: with their own entities, or else with those of a resolver."""

    pipeline: Pipeline = field(default_factory=Pipeline)
    utterance: str = "conjoined"
    """What an utterance is: *sentence*, *conjoined* clauses, or every *tensed_clause*."""
    segment: str = "document"
    """Where the list of centers starts empty: with the *document*, or with a *paragraph*."""

    def __post_init__(self) -> None:
        for name, value, known in (
            ("utterance", self.utterance, UNITS),
            ("segment", self.segment, SEGMENTS),
        ):
            if value not in known:
                raise SpecError(
                    Message(
                        "{name} is one of {known}, not {value!r}",
                        name=name,
                        known=", ".join(known),
                        value=value,
                    )
                )

    def __call__(self, item: Annotated, progress: Callable[[int], None] | None = None) -> Coherence:
        resolved = with_entities(self.pipeline, item, progress)
        return self.measured(resolved.document, resolved.annotation)

    def measured(self, document: Document, annotation: Annotation) -> Coherence:
        """The measurements of a parsed document with entities."""
        entity = _entities(annotation)
        view = discourse(document, annotation)
        course = Course(view, utterance=self.utterance, segment=self.segment)
        expressions = [one for one in view.expressions if one.mention in entity]
        firsts = {entity[one.mention]: one.text for one in reversed(expressions)}
        arguments = [
            document.tokens[one.head].empty
            for one in expressions
            if one.function in (*_SUBJECTS, *_OBJECTS)
        ]
        lengths = Counter(entity[one.mention] for one in expressions)
        return Coherence(
            document.id,
            sum(not token.empty for token in document.tokens),
            len(document.sentences),
            firsts,
            tuple(_utterances(course, entity)),
            _grid(expressions, entity, len(document.sentences)),
            tuple(sorted(lengths.values(), reverse=True)),
            tuple(_distances(expressions, entity)),
            arguments.count(False),
            arguments.count(True),
        )


def _entities(annotation: Annotation) -> dict[Mention, str]:
    """The entity of each mention by its id; a mention in no chain is an entity of its own."""
    known = {mention: entity.id for entity in annotation.entities for mention in entity.mentions}
    free = [
        mention
        for mention in annotation.mentions
        if mention not in known and mention.reference is not Reference.NONREFERENTIAL
    ]
    return {**known, **{mention: f"mention {number}" for number, mention in enumerate(free, 1)}}


def _utterances(course: Course, entity: dict[Mention, str]) -> Iterable[Utterance]:
    before: tuple[str, ...] = ()
    backward: str | None = None
    for unit in course.utterances:
        if unit.opens:
            before, backward = (), None
        ranked = sorted((e for e in unit.expressions if e.mention in entity), key=by_function)
        forward = tuple(dict.fromkeys(entity[one.mention] for one in ranked))
        center = next((one for one in before if one in forward), None)
        kind = None if unit.opens else transition(backward, center, forward[0] if forward else None)
        yield Utterance(unit.sentence, forward, center, kind)
        before, backward = forward, center


def _grid(
    expressions: Sequence[Expression], entity: dict[Mention, str], sentences: int
) -> dict[str, str]:
    grid: dict[str, list[str]] = {}
    for one in expressions:
        row = grid.setdefault(entity[one.mention], [ABSENT] * sentences)
        row[one.sentence] = min(row[one.sentence], _role(one.function), key=ROLES.index)
    return {name: "".join(roles) for name, roles in grid.items()}


def _role(function: Function) -> str:
    return "S" if function in _SUBJECTS else "O" if function in _OBJECTS else "X"


def _distances(expressions: Sequence[Expression], entity: dict[Mention, str]) -> Iterable[int]:
    last: dict[str, int] = {}
    for one in expressions:
        name = entity[one.mention]
        if name in last:
            yield one.sentence - last[name]
        last[name] = one.sentence


def cohere(
    text: str | Document | Annotated,
    *,
    resolver: str = RESOLVER,
    parser: str = PARSER,
    utterance: str = "conjoined",
    segment: str = "document",
) -> Coherence:
    """Return how a text holds together: its centers, entity grid and chains. A text that has
    entities of its own keeps them.
    """
    pipeline = Pipeline(parser, resolver=resolver)
    if isinstance(text, Annotated):
        item = text
    else:
        document = as_document(text, pipeline)
        item = Annotated(document, Annotation(document.id))
    return Coherer(pipeline, utterance, segment)(item)
