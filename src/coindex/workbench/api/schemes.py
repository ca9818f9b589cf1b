"""The scheme of a project: what can be annotated, in which files it comes and goes, guidelines."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, File, Query, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel, Field

from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.workbench.api.exchange import attached
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.guidelines import rendered_guidelines
from coindex.workbench.names import Line, Name, Prose
from coindex.workbench.problems import documented
from coindex.workbench.security.visitor import (
    AdjudicatorDep,
    ProjectDep,
    ProtectedRoute,
    VisitorDep,
)
from coindex.workbench.services import ServicesDep
from coindex.workbench.standings import readable_sources, standings
from coindex.workbench.store.errors import NotStored
from coindex.workbench.store.scheme.checking import violations
from coindex.workbench.store.scheme.files import (
    read_scheme,
    shipped_names,
    shipped_scheme,
    written_scheme,
)
from coindex.workbench.store.scheme.values import LONGEST_GUIDELINES, MOST, Scheme, scheme_of
from coindex.workbench.strict import Strict
from coindex.workbench.uploads import plain_name

router = APIRouter(route_class=ProtectedRoute, tags=["schemes"])

LARGEST = 1 << 20
"""Bytes of a file with a scheme."""
SHOWN = 200
"""Violations that are listed."""


class TypeBody(Strict):
    name: Line
    label: Line = ""
    key: Line = ""
    section: Line = ""


class AttributeBody(Strict):
    name: Line
    values: Annotated[list[Line], Field(max_length=MOST)] = []
    required: bool = False
    kinds: Annotated[list[Line], Field(max_length=MOST)] = []
    section: Line = ""


class RelationBody(Strict):
    relation: Line
    subtype: Line = ""
    label: Line = ""
    key: Line = ""
    section: Line = ""


class SchemeBody(Strict):
    """What can be annotated; see the documentation for the meaning of each field."""

    name: Line = ""
    note: Prose = ""
    types: Annotated[list[TypeBody], Field(max_length=MOST)] = []
    attributes: Annotated[list[AttributeBody], Field(max_length=MOST)] = []
    relations: Annotated[list[RelationBody], Field(max_length=MOST)] = []
    type_required: bool = False
    kind_required: bool = False
    guidelines: Annotated[str, Field(max_length=LONGEST_GUIDELINES)] = ""


class SchemeView(SchemeBody):
    """`html` are the guidelines as a page shows them, `sections` the ids of their headings."""

    html: str = ""
    sections: dict[str, str] = {}

    @classmethod
    def of(cls, scheme: Scheme) -> SchemeView:
        values = scheme.values()
        del values["schema"]
        shown = rendered_guidelines(scheme.guidelines)
        return cls(**values, html=str(shown.html), sections=shown.sections)


class Shipped(Strict):
    """A scheme that comes with the program."""

    name: Line


class ViolationView(BaseModel):
    """What does not follow the scheme; `place` are the tokens of the mention."""

    document: str
    place: str
    message: str
    missing: bool


@router.get("/schemes")
def list_schemes(_: VisitorDep) -> dict[str, SchemeView]:
    """List the schemes that come with the program."""
    return {name: SchemeView.of(shipped_scheme(name)) for name in shipped_names()}


@router.get("/projects/{project}/scheme", responses=documented(404))
def show_scheme(project: ProjectDep, services: ServicesDep) -> SchemeView:
    """Show the scheme of the project."""
    scheme = services.store.schemes.find(project.id)
    if scheme is None:
        raise NotStored("this project has no scheme: any value is allowed")
    return SchemeView.of(scheme)


@router.put("/projects/{project}/scheme", responses=documented(404))
def save_scheme(
    project: ProjectDep, new: SchemeBody, visitor: AdjudicatorDep, services: ServicesDep
) -> SchemeView:
    """Replace the scheme of the project. Existing annotations stay as they are."""
    return _save(project.id, scheme_of(new.model_dump(exclude_defaults=True)), visitor.id, services)


@router.delete("/projects/{project}/scheme", status_code=204, responses=documented(404))
def remove_scheme(project: ProjectDep, _: AdjudicatorDep, services: ServicesDep) -> None:
    """Remove the scheme; any value is allowed from now on."""
    services.store.schemes.remove(project.id)


@router.post("/projects/{project}/scheme/shipped", responses=documented(404))
def take_scheme(
    project: ProjectDep, chosen: Shipped, visitor: AdjudicatorDep, services: ServicesDep
) -> SchemeView:
    """Replace the scheme of the project with one that comes with the program."""
    return _save(project.id, shipped_scheme(chosen.name), visitor.id, services)


@router.get(
    "/projects/{project}/scheme/file",
    responses={**documented(404), 200: {"description": "A file.", "content": {"*/*": {}}}},
    response_class=Response,
)
def export_scheme(
    project: ProjectDep,
    _: VisitorDep,
    services: ServicesDep,
    style: Annotated[
        Literal["toml", "json"], Query(description="The format of the file.")
    ] = "toml",
) -> Response:
    """Export the scheme as a file."""
    scheme = services.store.schemes.find(project.id)
    if scheme is None:
        raise NotStored("this project has no scheme")
    name = f"{scheme.name or project.name}.{style}"
    return Response(
        written_scheme(scheme, style), media_type="application/octet-stream", headers=attached(name)
    )


@router.post("/projects/{project}/scheme/file", responses=documented(404, 413))
def import_scheme(
    project: ProjectDep,
    visitor: AdjudicatorDep,
    services: ServicesDep,
    file: Annotated[UploadFile, File(description="A scheme as TOML or JSON.")],
) -> SchemeView:
    """Replace the scheme of the project with the one in a file."""
    name = plain_name(file.filename)
    content = file.file.read(LARGEST + 1)
    if len(content) > LARGEST:
        raise FormatError(
            Message("larger than {largest} MB: not a scheme", largest=LARGEST >> 20), path=name
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FormatError("not UTF-8", path=name, remedy="save it as UTF-8") from error
    return _save(project.id, read_scheme(text, name), visitor.id, services)


@router.get(
    "/projects/{project}/scheme/violations", responses=documented(404), dependencies=LONG_WORK
)
def list_violations(
    project: ProjectDep,
    source: Annotated[Name, Query(description="Name of the source.")],
    visitor: VisitorDep,
    services: ServicesDep,
) -> list[ViolationView]:
    """List what does not follow the scheme in the annotation of a source, up to 200 places."""
    scheme = services.store.schemes.find(project.id) or Scheme()
    sources = readable_sources(services, project.id, [source], visitor)
    listed: list[ViolationView] = []
    for standing in standings(services.store, services.shelf, project.id, sources):
        state: dict[str, Any] = services.store.revisions.value(standing.revisions[0])
        for one in violations(scheme, state):
            listed.append(ViolationView(document=standing.stored.name, **one._asdict()))
            if len(listed) == SHOWN:
                return listed
    return listed


def _save(project: int, scheme: Scheme, author: int | None, services: ServicesDep) -> SchemeView:
    services.store.schemes.save(project, scheme, author=author)
    return SchemeView.of(scheme)
