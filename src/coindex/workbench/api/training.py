"""The training round: exercises of new annotators, and how far what they hand in agrees with the
key, which they see only then.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from coindex.experiment.response_pairs import Key
from coindex.experiment.scoring import Scores, Scoring
from coindex.measures.purposes import agreement
from coindex.workbench.api.agreement import (
    A_ROW,
    DifferenceView,
    Measured,
    listed_differences,
    measured_row,
    standing_pair,
)
from coindex.workbench.api.dependencies import DocumentDep
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.api.work import IN_WORK, MOST, OPEN
from coindex.workbench.names import Id, Name
from coindex.workbench.problems import Refused, documented
from coindex.workbench.security.visitor import (
    AdjudicatorDep,
    ProjectDep,
    ProtectedRoute,
    Visitor,
    VisitorDep,
)
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.standings import Standing, readable_sources
from coindex.workbench.store.documents import StoredDocument
from coindex.workbench.store.exercises import Exercise
from coindex.workbench.store.finishing import FirstFinished
from coindex.workbench.store.revisions import Revision, StoredSource
from coindex.workbench.strict import Strict

router = APIRouter(route_class=ProtectedRoute, prefix="/projects/{project}", tags=["training"])

HANDED_IN = "handed in"


class NewExercises(Strict):
    """Documents for the training round, and the source whose annotation of them is the key."""

    documents: Annotated[list[Id], Field(min_length=1, max_length=MOST)]
    key: Name


class ExerciseView(BaseModel):
    """A document of the training round; only adjudicators see where its key comes from."""

    document: int
    name: str
    tokens: int
    key: str = ""


class Attempt(BaseModel):
    """One person's work on an exercise: *open*, *in work* or *handed in*, and then how far the
    first version that was handed in agrees with the key.
    """

    document: int
    name: str
    person: str
    state: str = OPEN
    handed_in: str = ""
    measures: list[Measured] = []
    differences: int | None = None


class Training(BaseModel):
    """Exercises by name; `attempts` in the order of exercises, then of people."""

    exercises: list[ExerciseView]
    attempts: list[Attempt]


class Feedback(BaseModel):
    """What was handed in, compared with the key: `a` of each difference is what the key says, `b`
    what the annotator says.
    """

    attempt: Attempt
    differences: list[DifferenceView]


@router.get("/training", responses=documented(404), dependencies=LONG_WORK)
def show_training(project: ProjectDep, visitor: VisitorDep, services: ServicesDep) -> Training:
    """Show the exercises and how well everybody did; annotators see their own attempts."""
    store, supervising = services.store, visitor.at_least("adjudicator")
    stored = {one.id: one for one in store.documents.all(project.id)}
    exercises = [one for one in store.exercises.all(project.id) if one.document in stored]
    sources = {
        one.name: one
        for one in store.revisions.sources(project.id)
        if one.kind == "annotator" and visitor.reads(one)
    }
    heads = {
        (head.document, head.source): head
        for head in store.revisions.heads(one.document for one in exercises)
    }
    # Who was assigned an exercise is listed before the first attempt.
    places = {place for place in heads if place[1] in sources}
    places |= {(one.document, one.member) for one in store.assignments.all(project.id)}
    if not supervising:
        places = {(one.document, visitor.name) for one in exercises}
    handed_in = store.exercises.handed_in(project.id)
    return Training(
        exercises=[_exercise(one, stored[one.document], named=supervising) for one in exercises],
        attempts=[
            _attempt(services, one, stored[one.document], person, heads, handed_in, sources)
            for one in exercises
            for person in sorted({name for document, name in places if document == one.document})
            if person != one.key.name
        ],
    )


def _exercise(exercise: Exercise, stored: StoredDocument, *, named: bool) -> ExerciseView:
    return ExerciseView(
        document=stored.id,
        name=stored.name,
        tokens=stored.tokens,
        key=exercise.key.name if named else "",
    )


def _attempt(
    services: Services,
    exercise: Exercise,
    stored: StoredDocument,
    person: str,
    heads: dict[tuple[int, str], Revision],
    handed_in: dict[tuple[int, str], FirstFinished],
    sources: dict[str, StoredSource],
) -> Attempt:
    place = (exercise.document, person)
    attempt = Attempt(document=stored.id, name=stored.name, person=person)
    if place in heads:
        attempt.state = IN_WORK
    if place in handed_in and person in sources:
        return _judged(services, exercise, stored, sources[person], handed_in[place]).attempt
    return attempt


def _judged(
    services: Services,
    exercise: Exercise,
    stored: StoredDocument,
    source: StoredSource,
    handed_in: FirstFinished,
) -> Feedback:
    """What was handed in, compared with the newest revision of the key."""
    key = services.store.revisions.head(stored.id, exercise.key)
    if key is None:
        raise Refused(409, f"the key {exercise.key.name!r} has no annotation of {stored.name!r}")
    both = (exercise.key, source)
    ids = (key.id, handed_in.revision)
    standing = Standing(stored, both, ids, services.store, services.shelf)

    def judged() -> Feedback:
        scores = Scores(Scoring(agreement("exact")), Key(stored.name))
        scores.begin(source.name).add(standing_pair(standing, both).pair, stored.name)
        differences = listed_differences(standing, both)
        return Feedback(
            attempt=Attempt(
                document=stored.id,
                name=stored.name,
                person=source.name,
                state=HANDED_IN,
                handed_in=handed_in.created,
                measures=[measured_row(row) for row in scores.rows],
                differences=len(differences),
            ),
            differences=differences,
        )

    return services.cache.of(
        ("exercise", *standing.key), judged, lambda one: A_ROW * (5 + len(one.differences))
    )


@router.post("/training", responses=documented(404, 409))
def add_exercises(
    project: ProjectDep, new: NewExercises, visitor: AdjudicatorDep, services: ServicesDep
) -> list[ExerciseView]:
    """Make exercises of documents that the key has annotated."""
    (key,) = readable_sources(services, project.id, [new.key], visitor)
    if key.kind == "resolver":
        raise Refused(
            409,
            f"{key.name!r} is a resolver, whose annotations everybody may read: choose the source "
            "of a person or an import as the key",
        )
    stored = [services.store.documents.find(project.id, id) for id in new.documents]
    annotated = {
        head.document
        for head in services.store.revisions.heads(one.id for one in stored)
        if head.source == key.name
    }
    for one in stored:
        if one.id not in annotated:
            raise Refused(409, f"{key.name!r} has not annotated {one.name!r}")
    services.store.exercises.add((one.id for one in stored), key, author=visitor.id)
    return [_exercise(Exercise(one.id, key), one, named=True) for one in stored]


@router.delete("/documents/{document}/training", status_code=204, responses=documented(404))
def remove_exercise(document: DocumentDep, _: AdjudicatorDep, services: ServicesDep) -> None:
    """Take a document out of the training round; what was annotated stays."""
    services.store.exercises.remove(document.id)


@router.get(
    "/documents/{document}/training", responses=documented(404, 409), dependencies=LONG_WORK
)
def show_feedback(
    project: ProjectDep,
    document: DocumentDep,
    person: Annotated[Name, Query(description="Name of the annotator.")],
    visitor: VisitorDep,
    services: ServicesDep,
) -> Feedback:
    """Show where what was handed in differs from the key; refused before it was handed in."""
    exercise, source, handed_in = _handed_in(services, document, person, visitor)
    return _judged(services, exercise, document, source, handed_in)


def _handed_in(
    services: Services, document: StoredDocument, person: str, visitor: Visitor
) -> tuple[Exercise, StoredSource, FirstFinished]:
    exercise = services.store.exercises.find(document.project, document.id)
    not_yet = Refused(
        409,
        f"{document.name!r} was not handed in by {person!r}: the key is shown once the annotation "
        "is marked as finished",
    )
    if person == visitor.name and all(
        one.name != person for one in services.store.revisions.sources(document.project)
    ):
        raise not_yet
    (source,) = readable_sources(services, document.project, [person], visitor)
    handed_in = services.store.exercises.handed_in(document.project).get((document.id, person))
    if handed_in is None:
        raise not_yet
    return exercise, source, handed_in
