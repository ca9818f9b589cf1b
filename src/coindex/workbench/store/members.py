"""Accounts and their sessions. Passwords and tokens are hashed before they get here."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from coindex.core.messages import Message
from coindex.workbench.store.database import Database
from coindex.workbench.store.errors import NotStored, Taken
from coindex.workbench.store.lookalikes import alike
from coindex.workbench.store.tables import members, memberships, sessions, sources
from coindex.workbench.store.times import now

ROLES = ("annotator", "adjudicator", "admin")
"""Roles; each includes the permissions of those before it."""


class Member(NamedTuple):
    """`initial`: the password was chosen by an admin and must be changed first."""

    id: int
    name: str
    role: str
    created: str
    initial: bool = False


class Session(NamedTuple):
    """A sign-in of a browser or the token of a program; `token` is a hash."""

    token: str
    label: str
    created: str
    expires: str
    scope: str = ""


INITIAL = "initial:"
"""Prefix of the hash of such a password."""
_COLUMNS = (
    *(members.c[name] for name in ("id", "name", "role", "created")),
    members.c.password.startswith(INITIAL, autoescape=True).label("initial"),
)
_OF_SESSION = (
    select(sessions.c.scope, *_COLUMNS)
    .join(sessions, sessions.c.member == members.c.id)
    .where(
        sessions.c.token == bindparam("token"),
        sessions.c.expires > bindparam("now"),
        members.c.gone.is_(False),
    )
)


class Members:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, name: str, password: str, role: str) -> Member:
        """Add a member; a name that looks like another member's is refused."""
        created = now()
        statement = insert(members).values(
            name=name, password=password, role=role, created=created, gone=False
        )
        try:
            with self._database.alone() as connection:
                for other in connection.scalars(
                    select(members.c.name).where(members.c.gone.is_(False))
                ):
                    if alike(name, other):
                        raise Taken(
                            Message(
                                "{name!r} looks like the member {other!r}; choose another name",
                                name=name,
                                other=other,
                            )
                        )
                id = connection.execute(statement.returning(members.c.id)).scalar_one()
        except IntegrityError as error:
            raise Taken(Message("a member called {name!r} already exists", name=name)) from error
        return Member(id, name, role, created, password.startswith(INITIAL))

    def all(self) -> list[Member]:
        asked = select(*_COLUMNS).where(members.c.gone.is_(False)).order_by(members.c.name)
        with self._database.reading() as connection:
            return [Member(*row) for row in connection.execute(asked)]

    def find(self, name: str) -> Member:
        matching = next((member for member in self.all() if member.name == name), None)
        if matching is None:
            raise NotStored(Message("member {name!r} was not found", name=name))
        return matching

    def password(self, name: str) -> str:
        """The hash of a member's password; empty if the member does not exist."""
        asked = select(members.c.password).where(members.c.name == name, members.c.gone.is_(False))
        with self._database.reading() as connection:
            return connection.scalar(asked) or ""

    def change(
        self,
        member: Member,
        *,
        password: str = "",
        role: str = "",
        successor: Member | None = None,
    ) -> None:
        """Change password or role of a member, who then has to sign in again.

        The projects whose only admin they were go to the `successor`.
        """
        changes = {key: value for key, value in (("password", password), ("role", role)) if value}
        with self._database.writing() as connection:
            if role and role != "admin":
                self._keep_an_admin(connection, member, successor)
            connection.execute(update(members).where(members.c.id == member.id).values(**changes))
            connection.execute(delete(sessions).where(sessions.c.member == member.id))

    def delete(self, member: Member, *, successor: Member | None = None) -> None:
        """Permanently delete name, password, sessions and memberships;
        annotations stay, by a former member.

        The projects whose only admin they were go to the `successor`.
        """
        former = f"former member {member.id}"
        with self._database.writing() as connection:
            self._keep_an_admin(connection, member, successor)
            connection.execute(delete(sessions).where(sessions.c.member == member.id))
            connection.execute(delete(memberships).where(memberships.c.member == member.id))
            connection.execute(
                update(sources).where(sources.c.member == member.id).values(name=former)
            )
            connection.execute(
                update(members)
                .where(members.c.id == member.id)
                .values(name=former, password="", gone=True)
            )
        self._database.forget()

    def _keep_an_admin(
        self, connection: Connection, member: Member, successor: Member | None
    ) -> None:
        """Give the member's projects that have no other admin to the successor. Raise an error if
        the server or a project would be left without an admin.
        """
        if member.role != "admin":
            return
        others = (
            (members.c.role == "admin") & members.c.gone.is_(False) & (members.c.id != member.id)
        )
        if not connection.scalar(select(func.count()).select_from(members).where(others)):
            raise Taken(
                Message(
                    "{member!r} is the only admin; create another one first", member=member.name
                )
            )
        looked_after = (
            select(memberships.c.project)
            .join(members, members.c.id == memberships.c.member)
            .where(others)
        )
        alone = select(memberships.c.project).where(
            memberships.c.member == member.id, memberships.c.project.not_in(looked_after)
        )
        orphans = list(connection.scalars(alone))
        if not orphans:
            return
        if successor is None:
            raise Taken(
                Message(
                    "{member!r} is the only admin of project {orphan}; say which admin takes over",
                    member=member.name,
                    orphan=orphans[0],
                )
            )
        if successor.role != "admin" or successor.id == member.id:
            raise Taken(Message("{successor!r} is not another admin", successor=successor.name))
        for project in orphans:
            inside = (memberships.c.project == project) & (memberships.c.member == successor.id)
            if connection.scalar(select(memberships.c.member).where(inside)) is None:
                connection.execute(insert(memberships).values(project=project, member=successor.id))

    def open_session(
        self, member: Member, token: str, *, expires: str, label: str = "", scope: str = ""
    ) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.expires < now()))
            connection.execute(
                insert(sessions).values(
                    token=token,
                    member=member.id,
                    label=label,
                    created=now(),
                    expires=expires,
                    scope=scope,
                )
            )

    def of_session(self, token: str) -> tuple[Member, str] | None:
        """The member and the scope of a session, unless it has expired."""
        with self._database.reading() as connection:
            row = connection.execute(_OF_SESSION, {"token": token, "now": now()}).first()
        return None if row is None else (Member(*row[1:]), row[0])

    def sessions(self, member: Member) -> list[Session]:
        asked = select(*(sessions.c[name] for name in Session._fields)).where(
            sessions.c.member == member.id
        )
        with self._database.reading() as connection:
            return [Session(*row) for row in connection.execute(asked.order_by(sessions.c.created))]

    def close_session(self, token: str) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(sessions).where(sessions.c.token == token))
