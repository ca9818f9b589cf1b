"""Projects: creating, listing, renaming and deleting them, and their members."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query

from coindex.workbench.api.views import ProjectView
from coindex.workbench.names import Line, Name, Prose, Title
from coindex.workbench.problems import Refused, documented
from coindex.workbench.security.visitor import AdminDep, ProjectDep, ProtectedRoute, VisitorDep
from coindex.workbench.services import ServicesDep
from coindex.workbench.strict import Strict

router = APIRouter(route_class=ProtectedRoute, tags=["projects"])


class NewProject(Strict):
    """`assigned_only`: annotators see and change only documents that are assigned to them. New
    projects of a team begin so, unless it is false.
    """

    name: Title
    note: Prose = ""
    assigned_only: bool | None = None


class NewRole(Strict):
    """A role in this project; an empty one is that of the account."""

    role: Literal["", "annotator", "adjudicator", "admin"]


class Admitted(Strict):
    """Names of members to add to the project."""

    members: list[Name]


@router.get("/projects")
def list_projects(visitor: VisitorDep, services: ServicesDep) -> list[ProjectView]:
    """List the projects you belong to."""
    projects = services.store.projects
    return [ProjectView.of(one, projects.members(one.id)) for one in projects.all(visitor.id)]


@router.post("/projects", status_code=201)
def add_project(new: NewProject, visitor: AdminDep, services: ServicesDep) -> ProjectView:
    """Create a project; you become a member of it."""
    only = services.settings.team if new.assigned_only is None else new.assigned_only
    return ProjectView.of(
        services.store.projects.add(new.name, new.note, member=visitor.id, assigned_only=only)
    )


@router.get("/projects/{project}", responses=documented(404))
def show_project(project: ProjectDep, services: ServicesDep) -> ProjectView:
    return ProjectView.of(project, services.store.projects.members(project.id))


@router.put("/projects/{project}", responses=documented(404))
def rename_project(
    project: ProjectDep, new: NewProject, _: AdminDep, services: ServicesDep
) -> ProjectView:
    services.store.projects.rename(project.id, new.name, new.note)
    if new.assigned_only is not None:
        services.store.projects.show_assigned_only(project.id, new.assigned_only)
    return ProjectView.of(
        services.store.projects.find(project.id), services.store.projects.members(project.id)
    )


@router.delete("/projects/{project}", status_code=204, responses=documented(404, 409))
def delete_project(
    project: ProjectDep,
    _: AdminDep,
    services: ServicesDep,
    confirm: Annotated[Line, Query(description="The project's name, as a confirmation.")] = "",
) -> None:
    """Permanently delete the project with all documents, annotations and runs."""
    if confirm != project.name:
        raise Refused(
            409, "to delete the project permanently, give its name as the parameter `confirm`"
        )
    services.queue.cancel_all(project.id)
    services.store.projects.delete(project.id)


@router.post("/projects/{project}/members", responses=documented(404))
def admit_members(
    project: ProjectDep, new: Admitted, _: AdminDep, services: ServicesDep
) -> ProjectView:
    services.store.projects.admit(project.id, new.members)
    return ProjectView.of(project, services.store.projects.members(project.id))


@router.delete("/projects/{project}/members/{name}", responses=documented(404, 409))
def dismiss_member(
    project: ProjectDep, name: Name, _: AdminDep, services: ServicesDep
) -> ProjectView:
    """Remove a member from the project; their annotations stay."""
    services.store.projects.dismiss(project.id, name)
    return ProjectView.of(project, services.store.projects.members(project.id))


@router.put("/projects/{project}/members/{name}", responses=documented(404))
def change_role(
    project: ProjectDep, name: Name, new: NewRole, _: AdminDep, services: ServicesDep
) -> ProjectView:
    """Give a member another role in this project than the account has."""
    services.store.projects.set_role(project.id, name, new.role)
    return ProjectView.of(
        services.store.projects.find(project.id), services.store.projects.members(project.id)
    )
