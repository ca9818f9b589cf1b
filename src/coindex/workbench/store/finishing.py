"""When annotators first marked documents as finished."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, func, select

from coindex.workbench.store.tables import revisions, sources


class FirstFinished(NamedTuple):
    """The first revision that its annotator marked as finished."""

    document: int
    source: str
    revision: int
    created: str


def first_finished(
    connection: Connection, project: int, *conditions: Any
) -> dict[tuple[int, str], FirstFinished]:
    """What annotators have finished, by document and source; corrections by others do not count.

    `conditions` restrict the revisions.
    """
    first = (
        select(
            revisions.c.document, revisions.c.source, func.min(revisions.c.number).label("number")
        )
        .join(sources, sources.c.id == revisions.c.source)
        .where(
            sources.c.project == project,
            sources.c.kind == "annotator",
            revisions.c.finished,
            revisions.c.author.is_not_distinct_from(sources.c.member),
            *conditions,
        )
        .group_by(revisions.c.document, revisions.c.source)
        .subquery()
    )
    same = [first.c[name] == revisions.c[name] for name in ("document", "source", "number")]
    asked = (
        select(revisions.c.document, sources.c.name, revisions.c.id, revisions.c.created)
        .join(first, and_(*same))
        .join(sources, sources.c.id == revisions.c.source)
    )
    rows = [FirstFinished(*row) for row in connection.execute(asked)]
    return {(row.document, row.source): row for row in rows}
