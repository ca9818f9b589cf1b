"""Projects: making, listing, renaming, and deleting them for good; who belongs to them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query

from coindex.web.api.views import ProjectView
from coindex.web.names import Line, Name, Prose
from coindex.web.problems import Refused, documented
from coindex.web.security.visitor import Admin, In, Me
from coindex.web.services import Here
from coindex.web.strict import Strict

router = APIRouter(tags=["projects"])


class NewProject(Strict):
    name: Name
    note: Prose = ""


class Admitted(Strict):
    """Names of members who are to belong to the project."""

    members: list[Name]


@router.get("/projects")
def list_projects(me: Me, here: Here) -> list[ProjectView]:
    """The projects you belong to."""
    return [ProjectView.of(project) for project in here.store.projects.all(me.id)]


@router.post("/projects", status_code=201)
def add_project(new: NewProject, me: Admin, here: Here) -> ProjectView:
    """Whoever makes a project belongs to it."""
    return ProjectView.of(here.store.projects.add(new.name, new.note, member=me.id))


@router.get("/projects/{project}", responses=documented(404))
def show_project(found: In, here: Here) -> ProjectView:
    return ProjectView.of(found, here.store.projects.members(found.id))


@router.put("/projects/{project}", responses=documented(404))
def rename_project(found: In, new: NewProject, _: Admin, here: Here) -> ProjectView:
    here.store.projects.rename(found.id, new.name, new.note)
    return ProjectView.of(here.store.projects.find(found.id), here.store.projects.members(found.id))


@router.delete("/projects/{project}", status_code=204, responses=documented(404, 409))
def delete_project(
    found: In,
    _: Admin,
    here: Here,
    confirm: Annotated[Line, Query(description="The project's name, to show that it is meant.")] = "",
) -> None:
    """For good, with all documents, annotations and runs: this cannot be undone."""
    if confirm != found.name:
        raise Refused(409, "to delete the project for good, give its name as the parameter `confirm`")
    here.queue.cancel_all(found.id)
    here.store.projects.delete(found.id)


@router.post("/projects/{project}/members", responses=documented(404))
def admit_members(found: In, new: Admitted, _: Admin, here: Here) -> ProjectView:
    here.store.projects.admit(found.id, new.members)
    return ProjectView.of(found, here.store.projects.members(found.id))


@router.delete("/projects/{project}/members/{name}", responses=documented(404, 409))
def dismiss_member(found: In, name: Name, _: Admin, here: Here) -> ProjectView:
    """They see the project no more; what they annotated stays."""
    here.store.projects.dismiss(found.id, name)
    return ProjectView.of(found, here.store.projects.members(found.id))
