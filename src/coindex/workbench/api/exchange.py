"""Export and import of annotations in any format, with a list of what is lost."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Iterator
from typing import Annotated
from urllib.parse import quote

from fastapi import APIRouter, Depends, File, Form, Query, UploadFile
from fastapi.responses import Response
from pydantic import BaseModel

from coindex import formats
from coindex.core.annotation import Annotated as Item
from coindex.core.layers import Layer
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.protocols import Writer
from coindex.formats.inception import Work, unprefixed, work
from coindex.formats.recognition import PROJECTS, is_project
from coindex.workbench import workplace
from coindex.workbench.api.annotations import check_unlocked
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.api.sources import source_to_import
from coindex.workbench.api.storing import source_to_bring
from coindex.workbench.api.views import RevisionView
from coindex.workbench.editing.contents import simply_cut
from coindex.workbench.editing.imports import Taken, map_annotation
from coindex.workbench.editing.pairs import annotated
from coindex.workbench.editing.parses import without_files
from coindex.workbench.editing.schemes import report_incomplete, report_violations
from coindex.workbench.names import Component, EncodingName, Id, Line, Name
from coindex.workbench.problems import Refused, documented
from coindex.workbench.progress import numbered, tell
from coindex.workbench.security.visitor import ProjectDep, ProtectedRoute, Visitor, VisitorDep
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.standings import readable_sources, standings
from coindex.workbench.store.documents import StoredDocument
from coindex.workbench.store.projects import Project
from coindex.workbench.store.revisions import Draft, StoredSource
from coindex.workbench.uploads import Most, one_line, read, receive
from coindex.workbench.visibility import visible_document, visible_documents

router = APIRouter(route_class=ProtectedRoute, prefix="/projects/{project}", tags=["exchange"])

LOSSES = "LOSSES.txt"


class Losses(BaseModel):
    """What the format cannot represent, with counts for the documents to export.

    `annotated` names those losses that concern the annotation; they come first, before those of
    the text and its parse.
    """

    format: str
    documents: int
    losses: dict[str, int]
    annotated: list[str] = []


class Export(BaseModel):
    """What to export."""

    source: str
    format: str
    documents: list[int]


def _export(
    source: Annotated[Name, Query(description="Source of the annotation.")],
    format: Annotated[
        Component, Query(description="A format that can be written, such as conllu.")
    ] = "jsonl",
    documents: Annotated[
        list[Id] | None, Query(description="Numbers of documents; all if not given.")
    ] = None,
) -> Export:
    return Export(source=source, format=format, documents=documents or [])


ExportDep = Annotated[Export, Depends(_export)]


@router.get("/export/losses", responses=documented(404), dependencies=LONG_WORK)
def show_losses(
    project: ProjectDep, export: ExportDep, visitor: VisitorDep, services: ServicesDep
) -> Losses:
    """Show what an export would lose."""
    writer, lost, count = _writer(export.format), Counter[Layer](), 0
    for item in _items(services, project.id, export, visitor):
        lost.update(formats.losses(item, writer))
        count += 1
    annotated = [str(layer) for layer in lost if _is_annotated(layer)]
    return Losses(format=export.format, documents=count, losses=_counts(lost), annotated=annotated)


@router.get(
    "/export",
    responses={
        **documented(404),
        200: {"description": "A file, or a ZIP archive of several.", "content": {"*/*": {}}},
    },
    response_class=Response,
    dependencies=LONG_WORK,
)
def export_annotations(
    project: ProjectDep, export: ExportDep, visitor: VisitorDep, services: ServicesDep
) -> Response:
    """Export the newest annotation of a source.

    The header X-Coindex-Losses, and LOSSES.txt in an archive, list what the format cannot
    represent.
    """
    _writer(export.format)
    items = _items(services, project.id, export, visitor)
    with workplace.folder("export-") as place:
        stem = _stem(services, project, export)
        lost = formats.write_into(items, place / "files", stem, export.format)
        files = {
            path.relative_to(place).as_posix().removeprefix("files/"): path.read_bytes()
            for path in sorted((place / "files").rglob("*"))
            if path.is_file()
        }
    if not files:
        raise Refused(
            404,
            Message("{source!r} has not annotated any of these documents", source=export.source),
        )
    losses = _counts(lost)
    name, body = (
        next(iter(files.items())) if len(files) == 1 else (f"{stem}.zip", _zipped(files, losses))
    )
    return Response(
        body, media_type="application/octet-stream", headers={**attached(name), **_header(losses)}
    )


def _stem(services: Services, project: Project, export: Export) -> str:
    """Downloads are named after their only document, else after the project."""
    name = project.name
    if len(export.documents) == 1:
        name = services.store.documents.find(project.id, export.documents[0]).name
    return re.sub(r"[^\w.() -]+", "-", name).strip(" .-")[:100] or "documents"


def _writer(format: str) -> Writer:
    without_files(format)
    return formats.writer_of(format)


def _items(services: Services, project: int, export: Export, visitor: Visitor) -> Iterator[Item]:
    (source,) = readable_sources(services, project, [export.source], visitor)
    documents = [visible_document(services, project, id, visitor) for id in export.documents]
    chosen = documents or visible_documents(services, project, visitor)
    for number, standing in enumerate(
        standings(services.store, services.shelf, project, [source], chosen)
    ):
        tell("writing", number, len(chosen))
        yield annotated(standing.document, source, standing.states[0])


def _counts(lost: Counter[Layer]) -> dict[str, int]:
    """What is lost of the annotation first, the most frequent first."""
    ordered = sorted(lost.most_common(), key=lambda one: not _is_annotated(one[0]))
    return {str(layer): count for layer, count in ordered}


def _is_annotated(layer: Layer) -> bool:
    """Whether a person annotates it; the layers of text and parse come before the mentions."""
    layers = list(Layer)
    return layers.index(layer) >= layers.index(Layer.MENTIONS)


def _zipped(files: dict[str, bytes], losses: dict[str, int]) -> bytes:
    out = io.BytesIO()
    lines = [f"{count}\t{what}\n" for what, count in losses.items()] or ["nothing was lost\n"]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in {**files, LOSSES: "".join(lines).encode()}.items():
            archive.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
    return out.getvalue()


def attached(name: str) -> dict[str, str]:
    """Headers of a download whose name may contain any characters."""
    return {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(one_line(name), safe='')}"}


def _header(losses: dict[str, int]) -> dict[str, str]:
    return {
        "X-Coindex-Losses": "; ".join(f"{what}: {count}" for what, count in losses.items())
        or "none"
    }


class Imported(BaseModel):
    """`unknown` are documents that the project does not have.

    `inexact` mentions began or ended inside a token and now cover all of it; `lost` mentions had no
    counterpart.
    """

    source: str
    revisions: list[RevisionView]
    unknown: list[str] = []
    inexact: int = 0
    lost: int = 0
    problems: dict[str, int] = {}


@router.post("/import", responses=documented(404, 409, 413), dependencies=LONG_WORK)
def import_annotations(
    project: ProjectDep,
    visitor: VisitorDep,
    services: ServicesDep,
    files: Annotated[
        list[UploadFile], File(min_length=1, description="Files of one format, or one archive.")
    ],
    source: Annotated[Name, Form(description="Your own source, or a new one.")],
    format: Annotated[Line, Form(description="Detected if not given.")] = "",
    encoding: Annotated[
        EncodingName, Form(description="As `latin-1` or `utf-16`; UTF-8 if not given.")
    ] = "",
    lenient: Annotated[bool, Form(description="Count problems and continue.")] = False,
) -> Imported:
    """Import annotations of the project's documents, which are matched by
    name. Each becomes a new revision.

    Those of an INCEpTION or WebAnno project go to sources with the names of its annotators, and
    what is finished there is marked as finished.
    """
    problems = Problems(lenient=lenient)
    scheme = services.store.schemes.find(project.id)
    answer = Imported(source=source, revisions=[])
    with receive(files, services.settings.expansion, encoding) as received_files:
        whole = is_project(received_files) and format in ("", PROJECTS)
        if not whole:
            behind = source_to_import(services, project.id, source, visitor)
        known = work(received_files, problems) if whole else {}
        visible = {one.id for one in visible_documents(services, project.id, visitor)}
        for given in numbered(read(received_files, format, problems, Most())):
            item = unprefixed(given) if whole else given
            name, own = item.annotation.source.name, known.get(item.document.id, Work())
            if whole and not item.annotation.mentions and name not in own.begun:
                continue
            if whole:
                behind = source_to_bring(services, project.id, one_line(name), visitor)
            stored = services.store.documents.named(project.id, one_line(item.document.id))
            if stored is None or stored.id not in visible:
                answer.unknown.append(one_line(item.document.id))
            else:
                mapped = map_annotation(services.shelf.document(stored), _with_tokens(item))
                check_unlocked(services, stored, behind)
                content = mapped.state.stored()
                report_violations(scheme, content, problems, stored.name)
                finished = name in own.finished and not report_incomplete(
                    scheme, content, problems, stored.name
                )
                answer.revisions.append(
                    _import(services, stored, behind, mapped, answer, visitor, finished=finished)
                )
    answer.problems = dict(problems.counts)
    return answer


def _import(
    services: Services,
    stored: StoredDocument,
    behind: StoredSource,
    mapped: Taken,
    answer: Imported,
    visitor: Visitor,
    *,
    finished: bool,
) -> RevisionView:
    answer.inexact += mapped.inexact
    answer.lost += mapped.lost
    state = mapped.state
    head = services.store.revisions.head(stored.id, behind)
    base = None if head is None else head.id
    draft = Draft(state.stored(), state.counts(), base, "import", finished=finished)
    return RevisionView.of(
        services.store.revisions.save(stored.id, behind, draft, author=visitor.id)
    )


def _with_tokens(item: Item) -> Item:
    return item if item.document.tokens else item._replace(document=simply_cut(item.document))
