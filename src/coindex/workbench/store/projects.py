"""Projects and their members."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, func, insert, select, update

from coindex.core.messages import Message
from coindex.workbench.store.database import Database
from coindex.workbench.store.errors import NotStored, Taken
from coindex.workbench.store.tables import archived, documents, members, memberships, projects
from coindex.workbench.store.times import now


class Project(NamedTuple):
    id: int
    name: str
    note: str
    created: str
    assigned_only: bool = False
    """Whether annotators see and change only documents that are assigned to them."""
    documents: int = 0


class Projects:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        name: str,
        note: str = "",
        *,
        member: int | None = None,
        assigned_only: bool = False,
    ) -> Project:
        """Add a project; its creator becomes a member."""
        created = now()
        with self._database.writing() as connection:
            id = connection.execute(
                insert(projects)
                .values(name=name, note=note, created=created, assigned_only=assigned_only)
                .returning(projects.c.id)
            ).scalar_one()
            if member is not None:
                connection.execute(insert(memberships).values(project=id, member=member))
        return Project(id, name, note, created, assigned_only)

    def all(self, member: int | None = None) -> list[Project]:
        """All projects, or those of a member."""
        chosen = _chosen()
        if member is not None:
            inside = memberships.c.project == projects.c.id
            chosen = chosen.join(memberships, inside).where(memberships.c.member == member)
        with self._database.reading() as connection:
            return [Project(*row) for row in connection.execute(chosen.order_by(projects.c.id))]

    def find(self, id: int, *, member: int | None = None) -> Project:
        """The project with this number; for a member, only one of theirs."""
        chosen = _FOUND if member is None else _FOUND_BY_MEMBER
        with self._database.reading() as connection:
            row = connection.execute(chosen, {"id": id, "member": member}).first()
        if row is None:
            raise NotStored(Message("project {id} was not found", id=id))
        return Project(*row)

    def rename(self, id: int, name: str, note: str) -> None:
        with self._database.writing() as connection:
            connection.execute(
                update(projects).where(projects.c.id == id).values(name=name, note=note)
            )

    def role(self, id: int, member: int) -> str:
        """The role of a member in this project; empty if it is that of the account."""
        asked = select(memberships.c.role).where(
            memberships.c.project == id, memberships.c.member == member
        )
        with self._database.reading() as connection:
            return connection.scalar(asked) or ""

    def roles(self, id: int) -> dict[str, str]:
        """The roles that members have in this project and not elsewhere, by name."""
        asked = (
            select(members.c.name, memberships.c.role)
            .join(memberships, memberships.c.member == members.c.id)
            .where(memberships.c.project == id, memberships.c.role != "")
        )
        with self._database.reading() as connection:
            return {row.name: row.role for row in connection.execute(asked)}

    def set_role(self, id: int, name: str, role: str) -> None:
        """Give a member a role in this project; an empty one is that of the account."""
        member = select(members.c.id).where(members.c.name == name).scalar_subquery()
        where = (memberships.c.project == id) & (memberships.c.member == member)
        with self._database.writing() as connection:
            changed = connection.execute(update(memberships).where(where).values(role=role))
            if not changed.rowcount:
                raise NotStored(Message("{name!r} is not a member of this project", name=name))

    def show_assigned_only(self, id: int, only: bool) -> None:
        """Whether annotators see and change only documents that are assigned to them."""
        with self._database.writing() as connection:
            connection.execute(
                update(projects).where(projects.c.id == id).values(assigned_only=only)
            )

    def members(self, id: int) -> list[str]:
        asked = (
            select(members.c.name)
            .join(memberships, memberships.c.member == members.c.id)
            .where(memberships.c.project == id)
            .order_by(members.c.name)
        )
        with self._database.reading() as connection:
            return list(connection.scalars(asked))

    def admit(self, id: int, names: Iterable[str]) -> None:
        """Add members to a project."""
        with self._database.writing() as connection:
            for name in names:
                member = connection.scalar(
                    select(members.c.id).where(members.c.name == name, members.c.gone.is_(False))
                )
                if member is None:
                    raise NotStored(Message("member {name!r} was not found", name=name))
                inside = (memberships.c.project == id) & (memberships.c.member == member)
                if connection.scalar(select(memberships.c.member).where(inside)) is None:
                    connection.execute(insert(memberships).values(project=id, member=member))

    def dismiss(self, id: int, name: str) -> None:
        """Remove a member; their annotations stay. One admin must remain to manage the project."""
        with self._database.writing() as connection:
            rows = connection.execute(
                select(members.c.id, members.c.name, members.c.role)
                .join(memberships, memberships.c.member == members.c.id)
                .where(memberships.c.project == id)
            ).all()
            leaving = next((row for row in rows if row.name == name), None)
            if leaving is None:
                raise NotStored(Message("{name!r} is not a member of this project", name=name))
            if all(row.role != "admin" or row.name == name for row in rows):
                raise Taken(
                    Message(
                        "{name!r} is the only admin of this project; add another one first",
                        name=name,
                    )
                )
            connection.execute(
                delete(memberships).where(
                    memberships.c.project == id, memberships.c.member == leaving.id
                )
            )

    def delete(self, id: int) -> None:
        """Permanently delete a project with everything in it."""
        with self._database.writing() as connection:
            connection.execute(delete(projects).where(projects.c.id == id))
        self._database.forget()


def _chosen() -> Any:
    """Projects with their numbers of documents that are not archived."""
    counted = (
        select(func.count())
        .select_from(documents.outerjoin(archived, archived.c.document == documents.c.id))
        .where(documents.c.project == projects.c.id, archived.c.document.is_(None))
        .scalar_subquery()
    )
    return select(projects, counted)


_FOUND = _chosen().where(projects.c.id == bindparam("id"))
_FOUND_BY_MEMBER = _FOUND.join(memberships, memberships.c.project == projects.c.id).where(
    memberships.c.member == bindparam("member")
)
