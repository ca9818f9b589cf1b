"""Accounts: signing in and out, tokens for programs, members and their roles."""

from __future__ import annotations

from datetime import timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from coindex.annotation.times import now
from coindex.core import registry
from coindex.web.api.views import MemberView
from coindex.web.names import Line, Name
from coindex.web.problems import Refused, documented
from coindex.web.security.passwords import SHORTEST, fits, hashed, new_token, token_hash
from coindex.web.security.visitor import ADJUDICATION, COOKIE, LOCAL, Admin, Me, Visitor, visiting
from coindex.web.services import Here, Services
from coindex.web.strict import Strict

root = APIRouter(tags=["accounts"])
"""What is not under the API's own path."""
router = APIRouter(tags=["accounts"])

LONGEST_TOKEN = 365
RESERVED = (LOCAL, ADJUDICATION, "gold")
Password = Annotated[str, StringConstraints(min_length=SHORTEST, max_length=1_000)]
Role = Literal["annotator", "adjudicator", "admin"]


class Credentials(Strict):
    name: Annotated[str, StringConstraints(min_length=1, max_length=200)]
    password: Annotated[str, StringConstraints(min_length=1, max_length=1_000)]


class NewMember(Strict):
    name: Name
    password: Password
    role: Role = "annotator"


class ChangedMember(Strict):
    password: Password | None = None
    role: Role | None = None


class ChangedPassword(Strict):
    old: Annotated[str, StringConstraints(min_length=1, max_length=1_000)]
    new: Password


class NewToken(Strict):
    label: Line = ""
    days: Annotated[int, Field(ge=1, le=LONGEST_TOKEN)] = 90


class SessionView(BaseModel):
    """Who you are; `csrf` goes into the header X-CSRF-Token of requests that change something."""

    name: str
    role: str
    team: bool
    csrf: str = ""


class TokenView(BaseModel):
    """`token` is told once, when it is made; `id` names it from then on."""

    id: str
    label: str
    created: str = ""
    expires: str
    token: str = ""


def _team(here: Here) -> Services:
    if not here.settings.team:
        raise Refused(404, "this server has no accounts: it was started without --team")
    return here


Team = Annotated[Services, Depends(_team)]


@root.post("/login", responses=documented(401, 404, 429))
def sign_in(credentials: Credentials, request: Request, response: Response, here: Team) -> SessionView:
    """Sets a cookie; wrong passwords are counted by name and by address."""
    address = request.client.host if request.client else ""
    wait = here.attempts.wait(credentials.name, address)
    if wait:
        raise Refused(429, f"too many wrong passwords; try again in {wait} s", headers={"Retry-After": str(wait)})
    if not fits(credentials.password, here.store.members.password(credentials.name)):
        here.attempts.failed(credentials.name, address)
        raise Refused(401, "name or password is wrong")
    here.attempts.succeeded(credentials.name)
    member, token = here.store.members.find(credentials.name), new_token()
    lasts = timedelta(days=here.settings.session_days)
    here.store.members.open_session(member, token_hash(token), expires=now(lasts))
    response.set_cookie(
        COOKIE,
        token,
        max_age=int(lasts.total_seconds()),
        httponly=True,
        samesite="lax",
        secure=here.settings.secure,
    )
    return SessionView(name=member.name, role=member.role, team=True, csrf=Visitor(member, token).csrf)


@root.post("/logout", status_code=204)
def sign_out(me: Me, response: Response, here: Here) -> None:
    if me.token:
        here.store.members.close_session(token_hash(me.token))
    response.delete_cookie(COOKIE)


@router.get("/session")
def show_session(here: Here, me: Annotated[Visitor | None, Depends(visiting)]) -> SessionView:
    """Who you are, or a 401."""
    if me is None:
        raise Refused(401, "sign in at POST /login")
    return SessionView(name=me.name, role=me.role, team=here.settings.team, csrf=me.csrf)


@router.put("/session/password", status_code=204, responses=documented(404, 429))
def change_own_password(changed: ChangedPassword, request: Request, me: Me, here: Team) -> None:
    """Signs you out everywhere."""
    assert me.member is not None
    address = request.client.host if request.client else ""
    if here.attempts.wait(me.name, address):
        raise Refused(429, "too many wrong passwords; try again later")
    if not fits(changed.old, here.store.members.password(me.name)):
        here.attempts.failed(me.name, address)
        raise Refused(403, "the old password is wrong")
    here.store.members.change(me.member, password=hashed(changed.new))


@router.get("/tokens", responses=documented(404))
def list_tokens(me: Me, here: Team) -> list[TokenView]:
    """Your sign-ins and tokens."""
    assert me.member is not None
    return [
        TokenView(id=one.token[:16], label=one.label, created=one.created, expires=one.expires)
        for one in here.store.members.sessions(me.member)
    ]


@router.post("/tokens", status_code=201, responses=documented(404))
def add_token(new: NewToken, me: Me, here: Team) -> TokenView:
    """A token for programs, sent as `Authorization: Bearer TOKEN`; it may do what you may."""
    assert me.member is not None
    token, expires = new_token(), now(timedelta(days=new.days))
    label = new.label or "token"
    here.store.members.open_session(me.member, token_hash(token), expires=expires, label=label)
    return TokenView(id=token_hash(token)[:16], label=label, expires=expires, token=token)


@router.delete("/tokens/{id}", status_code=204, responses=documented(404))
def delete_token(id: Name, me: Me, here: Team) -> None:
    assert me.member is not None
    found = next((one.token for one in here.store.members.sessions(me.member) if one.token[:16] == id), None)
    if found is None:
        raise Refused(404, "there is no such token")
    here.store.members.close_session(found)


@router.get("/members", responses=documented(404))
def list_members(_: Admin, here: Team) -> list[MemberView]:
    return [MemberView.of(member) for member in here.store.members.all()]


@router.post("/members", status_code=201, responses=documented(404, 409))
def add_member(new: NewMember, _: Admin, here: Team) -> MemberView:
    resolver = new.name.partition("(")[0].partition(" ")[0] in registry.names("resolvers")
    if resolver or new.name in RESERVED or new.name.startswith("former member"):
        raise Refused(409, f"{new.name!r} means something else here; choose another name")
    return MemberView.of(here.store.members.add(new.name, hashed(new.password), new.role))


@router.put("/members/{name}", responses=documented(404, 409))
def change_member(name: Name, changed: ChangedMember, _: Admin, here: Team) -> MemberView:
    """A new password, a new role, or both; they have to sign in again."""
    member = here.store.members.find(name)
    password = hashed(changed.password) if changed.password else ""
    if password or changed.role:
        here.store.members.change(member, password=password, role=changed.role or "")
    return MemberView.of(here.store.members.find(name))


@router.delete("/members/{name}", status_code=204, responses=documented(404, 409))
def delete_member(
    name: Name,
    _: Admin,
    here: Team,
    confirm: Annotated[Line, Query(description="The member's name, to show that it is meant.")] = "",
) -> None:
    """For good: name, password, sessions. What they annotated stays, as a former member's."""
    if confirm != name:
        raise Refused(409, "to delete the account for good, give its name as the parameter `confirm`")
    here.store.members.delete(here.store.members.find(name))
