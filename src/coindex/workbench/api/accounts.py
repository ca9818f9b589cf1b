"""Accounts: signing in and out, tokens for programs, members and their roles."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import BaseModel, Field, StringConstraints

from coindex.core import registry
from coindex.core.messages import Message
from coindex.workbench.api.views import MemberView
from coindex.workbench.names import Line, Name
from coindex.workbench.problems import Refused, documented
from coindex.workbench.security import devices
from coindex.workbench.security.passwords import fits, hashed, initial, new_token, token_hash
from coindex.workbench.security.strength import weakness
from coindex.workbench.security.visitor import (
    ADJUDICATION,
    COOKIE,
    LOCAL,
    AdminDep,
    ProtectedRoute,
    Visitor,
    VisitorDep,
    token_cookie,
)
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.store.lookalikes import alike, mixed_scripts
from coindex.workbench.store.members import Member
from coindex.workbench.store.times import now
from coindex.workbench.strict import Strict

root = APIRouter(tags=["accounts"])
"""Routes outside the API's path."""
router = APIRouter(route_class=ProtectedRoute, tags=["accounts"])

LONGEST_TOKEN = 365
"""Days."""
RESERVED = (LOCAL, ADJUDICATION, "gold")
Password = Annotated[str, StringConstraints(min_length=1, max_length=1_000)]
_CHECKING = ThreadPoolExecutor(2, thread_name_prefix="coindex passwords")
"""Threads that check passwords, so that sign-ins do not block the threads of other requests."""
Role = Literal["annotator", "adjudicator", "admin"]


class Credentials(Strict):
    name: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    password: Annotated[str, StringConstraints(min_length=1, max_length=1_000)]


class NewMember(Strict):
    name: Name
    password: Password
    role: Role = "annotator"


class ChangedMember(Strict):
    """`successor`: the admin who takes over the projects whose only admin the member was."""

    password: Password | None = None
    role: Role | None = None
    successor: Name | None = None


class ChangedPassword(Strict):
    old: Annotated[str, StringConstraints(min_length=1, max_length=1_000)]
    new: Password


class NewToken(Strict):
    """`scope`: *read* may read, *work* may also save, upload and start comparisons, *all* may also
    manage accounts and tokens. A token never may more than the person.
    """

    label: Line = ""
    days: Annotated[int, Field(ge=1, le=LONGEST_TOKEN)] = 90
    scope: Literal["read", "work", "all"] = "work"


class SessionView(BaseModel):
    """The signed-in member; send `csrf` as the header X-CSRF-Token of
    requests that change something.

    `initial`: the password was chosen by an admin and must be changed first.
    """

    name: str
    role: str
    team: bool
    csrf: str = ""
    initial: bool = False


class TokenView(BaseModel):
    """`token` is only in the answer that creates it; afterwards, `id` identifies it."""

    id: str
    label: str
    created: str = ""
    expires: str
    scope: str = ""
    token: str = ""


def _team(services: ServicesDep) -> Services:
    if not services.settings.team:
        raise Refused(404, "this server has no accounts: it was started for one person")
    return services


TeamDep = Annotated[Services, Depends(_team)]


@root.post("/login", responses=documented(401, 404, 429))
async def sign_in(
    credentials: Credentials, request: Request, response: Response, services: TeamDep
) -> SessionView:
    """Sign in and set a cookie; after wrong passwords, the next attempt has to wait."""
    name, address = credentials.name, request.client.host if request.client else ""
    stored = await run_in_threadpool(services.store.members.password, name)
    device = devices.device_of(request.cookies.get(devices.COOKIE, ""), name, stored)
    _allow(services.attempts.reserve(name, address, device))
    loop = asyncio.get_running_loop()
    if not await loop.run_in_executor(_CHECKING, fits, credentials.password, stored):
        raise Refused(401, "name or password is wrong")
    services.attempts.succeeded(name, address, device)
    member, token = await run_in_threadpool(_signed_in, services, name)
    secure = services.settings.secure or request.url.scheme == "https"
    lasts = timedelta(days=services.settings.session_days)
    _set_cookie(response, COOKIE, token, lasts, secure=secure)
    if not device:
        known = devices.new_device(name, stored)
        _set_cookie(
            response,
            devices.COOKIE,
            known,
            timedelta(days=devices.DAYS),
            secure=secure,
            path="/login",
        )
    return _session(services, Visitor(member, token))


def _allow(wait: int) -> None:
    if wait:
        raise Refused(
            429,
            Message("too many wrong passwords; try again in {wait} s", wait=wait),
            headers={"Retry-After": str(wait)},
        )


def _signed_in(services: Services, name: str) -> tuple[Member, str]:
    member, token = services.store.members.find(name), new_token()
    expires = now(timedelta(days=services.settings.session_days))
    services.store.members.open_session(member, token_hash(token), expires=expires)
    return member, token


def _set_cookie(
    response: Response, name: str, value: str, lasts: timedelta, *, secure: bool, path: str = "/"
) -> None:
    age = int(lasts.total_seconds())
    response.set_cookie(
        name, value, max_age=age, path=path, httponly=True, samesite="lax", secure=secure
    )


def _session(services: Services, visitor: Visitor) -> SessionView:
    changing = visitor.member is not None and visitor.member.initial
    return SessionView(
        name=visitor.name,
        role=visitor.role,
        team=services.settings.team,
        csrf=visitor.csrf,
        initial=changing,
    )


@root.post("/logout", status_code=204)
def sign_out(
    request: Request, visitor: VisitorDep, response: Response, services: ServicesDep
) -> None:
    if visitor.token and visitor.member is not None:
        services.store.members.close_session(token_hash(visitor.token))
    response.delete_cookie(COOKIE if services.settings.team else token_cookie(request))


@router.get("/session")
def show_session(services: ServicesDep, visitor: VisitorDep) -> SessionView:
    """Show the signed-in member; status 401 if there is none."""
    return _session(services, visitor)


@router.put("/session/password", status_code=204, responses=documented(404, 429))
def change_own_password(changed: ChangedPassword, visitor: VisitorDep, services: TeamDep) -> None:
    """Change your password; this signs you out on all devices."""
    assert visitor.member is not None
    session = token_hash(visitor.token)
    _allow(services.attempts.reserve(visitor.name, "", session))
    if not fits(changed.old, services.store.members.password(visitor.name)):
        raise Refused(403, "the old password is wrong")
    services.attempts.succeeded(visitor.name, "", session)
    _check_password(changed.new, visitor.name)
    if changed.new == changed.old:
        raise Refused(422, "the new password is the same as the old one")
    services.store.members.change(visitor.member, password=hashed(changed.new))


def _check_password(password: str, name: str) -> None:
    reason = weakness(password, name)
    if reason:
        raise Refused(422, Message("the password is too easy to guess: {reason}", reason=reason))


@router.get("/tokens", responses=documented(404))
def list_tokens(visitor: VisitorDep, services: TeamDep) -> list[TokenView]:
    """List your sign-ins and tokens."""
    assert visitor.member is not None
    return [
        TokenView(
            id=one.token[:16],
            label=one.label,
            created=one.created,
            expires=one.expires,
            scope=one.scope,
        )
        for one in services.store.members.sessions(visitor.member)
    ]


@router.post("/tokens", status_code=201, responses=documented(404))
def add_token(new: NewToken, visitor: VisitorDep, services: TeamDep) -> TokenView:
    """Create a token for programs, which send it as `Authorization: Bearer
    TOKEN`; it has your permissions, as far as its scope goes.
    """
    assert visitor.member is not None
    token, expires = new_token(), now(timedelta(days=new.days))
    label = new.label or "token"
    services.store.members.open_session(
        visitor.member, token_hash(token), expires=expires, label=label, scope=new.scope
    )
    return TokenView(
        id=token_hash(token)[:16], label=label, expires=expires, scope=new.scope, token=token
    )


@router.delete("/tokens/{id}", status_code=204, responses=documented(404))
def delete_token(id: Name, visitor: VisitorDep, services: TeamDep) -> None:
    assert visitor.member is not None
    hash_of_token = next(
        (
            one.token
            for one in services.store.members.sessions(visitor.member)
            if one.token[:16] == id
        ),
        None,
    )
    if hash_of_token is None:
        raise Refused(404, "the token was not found")
    services.store.members.close_session(hash_of_token)


@router.get("/members", responses=documented(404))
def list_members(_: AdminDep, services: TeamDep) -> list[MemberView]:
    return [MemberView.of(member) for member in services.store.members.all()]


@router.post("/members", status_code=201, responses=documented(404, 409))
def add_member(new: NewMember, _: AdminDep, services: TeamDep) -> MemberView:
    """Add a member, who has to choose another password at the first sign-in."""
    _check_name(new.name)
    _check_password(new.password, new.name)
    return MemberView.of(services.store.members.add(new.name, initial(new.password), new.role))


def _check_name(name: str) -> None:
    resolver = name.partition("(")[0].partition(" ")[0].casefold() in registry.names("resolvers")
    if (
        resolver
        or any(alike(name, taken) for taken in RESERVED)
        or name.casefold().startswith("former member")
    ):
        raise Refused(409, Message("{name!r} is reserved; choose another name", name=name))
    scripts = mixed_scripts(name)
    if scripts:
        raise Refused(
            422,
            Message(
                "{name!r} mixes {scripts} letters that look alike; write it in one script",
                name=name,
                scripts=scripts,
            ),
        )


@router.put("/members/{name}", responses=documented(404, 409))
def change_member(name: Name, changed: ChangedMember, _: AdminDep, services: TeamDep) -> MemberView:
    """Change the password, the role, or both; the member has to sign in
    again and choose a new password.
    """
    member = services.store.members.find(name)
    if changed.password:
        _check_password(changed.password, name)
    password = initial(changed.password) if changed.password else ""
    if password or changed.role:
        services.store.members.change(
            member,
            password=password,
            role=changed.role or "",
            successor=_successor(services, changed.successor),
        )
    return MemberView.of(services.store.members.find(name))


@router.delete("/members/{name}", status_code=204, responses=documented(404, 409))
def delete_member(
    name: Name,
    _: AdminDep,
    services: TeamDep,
    confirm: Annotated[Line, Query(description="The member's name, as a confirmation.")] = "",
    successor: Annotated[
        Line, Query(description="The admin who takes over projects without another admin.")
    ] = "",
) -> None:
    """Permanently delete name, password and sessions; annotations stay, by a former member."""
    if confirm != name:
        raise Refused(
            409, "to delete the account permanently, give its name as the parameter `confirm`"
        )
    services.store.members.delete(
        services.store.members.find(name), successor=_successor(services, successor)
    )


def _successor(services: Services, name: str | None) -> Member | None:
    return services.store.members.find(name) if name else None
