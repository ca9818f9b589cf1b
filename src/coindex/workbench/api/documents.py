"""Documents: added as text or files, read, renamed, archived and restored."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Annotated, Literal

from fastapi import APIRouter, File, Form, Request, UploadFile
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel, StringConstraints

from coindex import formats
from coindex.core.annotation import Annotated as Item
from coindex.core.document import Document
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.core.remedies import remedy_of
from coindex.formats.inception import unprefixed, work
from coindex.formats.recognition import PROJECTS, is_project
from coindex.interface.translation import translate
from coindex.language.identify import language_of
from coindex.measures.projection import project
from coindex.workbench.api.components import named_corpus
from coindex.workbench.api.dependencies import DocumentDep
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.api.storing import (
    MOST,
    about_to_store,
    check_length,
    free_names,
    new_document,
    store_items,
    store_project,
)
from coindex.workbench.api.views import DocumentView
from coindex.workbench.editing.contents import with_sentences
from coindex.workbench.editing.cutting import with_short_tokens
from coindex.workbench.editing.imports import gather
from coindex.workbench.editing.parses import with_tokens
from coindex.workbench.names import EncodingName, Line, Name
from coindex.workbench.presence import checked
from coindex.workbench.problems import documented
from coindex.workbench.progress import numbered
from coindex.workbench.security.visitor import (
    AdjudicatorDep,
    ProjectDep,
    ProtectedRoute,
    Visitor,
    VisitorDep,
)
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.store.errors import Taken
from coindex.workbench.store.payloads import dumped, gzipped, unpacked_text
from coindex.workbench.strict import Strict
from coindex.workbench.uploads import plain_name, read, receive, words
from coindex.workbench.visibility import visible_documents


def stored_answer(request: Request, packed: bytes, media_type: str) -> Response:
    """The text of a payload, still compressed where the client takes that."""
    headers = {"Vary": "Accept-Encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(unpacked_text(packed), headers=headers, media_type=media_type)
    return Response(
        gzipped(packed), headers=headers | {"Content-Encoding": "gzip"}, media_type=media_type
    )


router = APIRouter(
    route_class=ProtectedRoute, prefix="/projects/{project}/documents", tags=["documents"]
)

LONGEST = 10_000_000
"""Characters of a text that is pasted: some fifteen novels."""
Text = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST, pattern=r"^[^\x00]*$")]
Language = Annotated[str, StringConstraints(max_length=20, pattern=r"^[A-Za-z-]*$")]


TakenNames = Annotated[
    Literal["refuse", "number"],
    Form(description="`number`: a document whose name is taken gets a number behind it."),
]


class NewText(Strict):
    """`parser`: `bundled`, `none` (split at spaces and
    punctuation), or empty for the best available.
    """

    name: Name
    text: Text
    language: Language = ""
    parser: Literal["", "bundled", "none"] = ""


class NamedCorpus(Strict):
    """One of `GET /api/v1/corpora`, or a part of it."""

    corpus: Line
    source: Name = "gold"


class NewName(Strict):
    name: Name


class NamingView(BaseModel):
    """A name of a document, when it was given and by whom."""

    name: str
    since: str
    author: str = ""


class Uploaded(BaseModel):
    """The stored documents; `sources` names their annotations, `problems` counts
    what a lenient reader skipped, `notes` say what is odd about a file.
    """

    documents: list[DocumentView]
    sources: list[str] = []
    problems: dict[str, int] = {}
    notes: list[str] = []


@router.get("", responses=documented(404))
def list_documents(
    project: ProjectDep, visitor: VisitorDep, services: ServicesDep, archived: bool = False
) -> list[DocumentView]:
    """List documents by name; with `archived` also archived ones."""
    return [
        DocumentView.of(document)
        for document in visible_documents(services, project.id, visitor, archived_too=archived)
    ]


@router.post("", status_code=201, responses=documented(404, 409), dependencies=LONG_WORK)
def add_text(
    project: ProjectDep, new: NewText, visitor: AdjudicatorDep, services: ServicesDep
) -> DocumentView:
    """Add a text as a document."""
    text = Document(new.name, new.text, new.language)
    check_length(words(text), new.name)
    document = new_document(with_tokens(text, new.parser), new.name, "text")
    about_to_store()
    return DocumentView.of(services.store.documents.add(project.id, document, author=visitor.id))


@router.post(
    "/upload", status_code=201, responses=documented(404, 409, 413), dependencies=LONG_WORK
)
def upload_documents(  # noqa: PLR0913, PLR0917 - the fields of a form
    project: ProjectDep,
    visitor: AdjudicatorDep,
    services: ServicesDep,
    files: Annotated[
        list[UploadFile], File(min_length=1, description="Files of one format, or one archive.")
    ],
    format: Annotated[Line, Form(description="Detected if not given.")] = "",
    encoding: Annotated[
        EncodingName, Form(description="As `latin-1` or `utf-16`; UTF-8 if not given.")
    ] = "",
    source: Annotated[Name, Form(description="Name of the annotation in the files.")] = "gold",
    parser: Annotated[Literal["", "bundled", "none"], Form()] = "",
    lenient: Annotated[bool, Form(description="Count problems and continue.")] = False,
    taken: TakenNames = "refuse",
) -> Uploaded:
    """Add annotated or plain files in any format that Coindex reads. Either
    all of them are stored or none.

    The annotators of an INCEpTION or WebAnno project become sources of their own, with the states
    of their work.
    """
    return stored_upload(
        services,
        project.id,
        files,
        visitor,
        format=format,
        encoding=encoding,
        source=source,
        parser=parser,
        problems=Problems(lenient=lenient),
        numbered_names=taken == "number",
    )


def stored_upload(  # noqa: PLR0913 - what a form says
    services: Services,
    project: int,
    files: list[UploadFile],
    visitor: Visitor,
    *,
    format: str = "",
    encoding: str = "",
    source: str = "gold",
    parser: str = "",
    problems: Problems,
    numbered_names: bool,
    annotated: bool = False,
) -> Uploaded:
    """Store what was uploaded, all of it or nothing; with `annotated`, only if there is an
    annotation in it.
    """
    with receive(files, services.settings.expansion, encoding) as received_files:
        whole = is_project(received_files) and format in ("", PROJECTS)
        # Everything is read before anything is stored: an error in the last file leaves no trace.
        items = [
            ready(unprefixed(item) if whole else item, parser)
            for item in numbered(read(received_files, format, problems, MOST))
        ]
        gathered = gather(items, work(received_files, problems)) if whole else []
    if not items:
        raise FormatError(
            "the upload contains no document",
            path=", ".join(plain_name(file.filename) for file in files),
        )
    if annotated and not any(item.annotation.mentions for item in items):
        raise FormatError(
            "there is no annotation in the file, so there is nothing to score against",
            path=", ".join(plain_name(file.filename) for file in files),
            remedy="upload a key in any format that has one: MUC, MATE, CoNLL, brackets ...",
        )
    if numbered_names:
        renamed = free_names(services, project)
        if whole:
            gathered = [one._replace(document=renamed(one.document)) for one in gathered]
        else:
            items = [one._replace(document=renamed(one.document)) for one in items]
    origin = f"{format or 'file'}: {', '.join(plain_name(file.filename) for file in files)}"[:500]
    try:
        if whole:
            documents, sources = store_project(
                services, project, gathered, origin, visitor, problems
            )
        else:
            documents, sources = store_items(
                services, project, items, source, origin, visitor, problems
            )
    except Taken as error:
        error.remedy = remedy_of("“Add a number to names that are taken” adds it nevertheless")
        raise
    return Uploaded(
        documents=[DocumentView.of(one) for one in documents],
        sources=sources,
        problems=dict(problems.counts),
        notes=[
            f"{', '.join(dict.fromkeys(paths))}: {translate(note)}"
            for note, paths in problems.notes.items()
        ],
    )


@router.post("/corpus", status_code=201, responses=documented(404, 409), dependencies=LONG_WORK)
def add_corpus(
    project: ProjectDep, asked: NamedCorpus, visitor: AdjudicatorDep, services: ServicesDep
) -> Uploaded:
    """Add the documents of a corpus, with their annotation."""
    corpus = named_corpus(asked.corpus)
    items = [
        ready(item)
        for item in numbered(
            checked(islice(formats.read(corpus.path, corpus.format), MOST.documents))
        )
    ]
    origin = f"corpus: {asked.corpus}"
    documents, _ = store_items(
        services, project.id, items, asked.source, origin, visitor, Problems()
    )
    return Uploaded(documents=[DocumentView.of(one) for one in documents], sources=[asked.source])


def ready(item: Item, parser: str = "") -> Item:
    """The item with tokens; an annotated document keeps its own, unless
    they are clauses without spaces.
    """
    document = item.document
    if not document.language:
        document = replace(document, language=language_of(document.text))
    if document.tokens or item.annotation.mentions:
        finer = with_short_tokens(document)
        annotation = (
            item.annotation
            if finer is document
            else project(item.annotation, document, finer).annotation
        )
        return item._replace(document=with_sentences(finer), annotation=annotation)
    return item._replace(document=with_tokens(document, parser))


@router.get("/{document}", responses=documented(404))
def show_document(document: DocumentDep) -> DocumentView:
    return DocumentView.of(document)


@router.put("/{document}", responses=documented(404, 409))
def rename_document(
    document: DocumentDep, new: NewName, visitor: AdjudicatorDep, services: ServicesDep
) -> DocumentView:
    """Rename a document; nothing else of it changes. Finished runs keep the name that they saw."""
    services.store.documents.rename(document, new.name, author=visitor.id)
    return DocumentView.of(services.store.documents.find(document.project, document.id))


@router.get("/{document}/names", responses=documented(404))
def list_names(document: DocumentDep, services: ServicesDep) -> list[NamingView]:
    """List the names that a document has had, the first one first."""
    return [NamingView(**one._asdict()) for one in services.store.documents.names(document.id)]


@router.delete("/{document}", status_code=204, responses=documented(404))
def archive_document(document: DocumentDep, _: AdjudicatorDep, services: ServicesDep) -> None:
    """Archive a document; `restore` brings it back with all annotations."""
    services.store.documents.archive(document.id)


@router.post("/{document}/restore", responses=documented(404))
def restore_document(
    document: DocumentDep, _: AdjudicatorDep, services: ServicesDep
) -> DocumentView:
    services.store.documents.bring_back(document.id)
    return DocumentView.of(services.store.documents.find(document.project, document.id))


@router.get("/{document}/text", response_class=PlainTextResponse, responses=documented(404))
def show_text(request: Request, document: DocumentDep, services: ServicesDep) -> Response:
    packed = services.store.documents.packed_text(document.id)
    return stored_answer(request, packed, "text/plain")


@router.get("/{document}/tokens", responses=documented(404))
def show_tokens(request: Request, document: DocumentDep, services: ServicesDep) -> Response:
    """Show what a page needs to draw the document: character offsets of tokens, sentences, tags."""
    packed = services.store.documents.packed_outline(document.id)
    return stored_answer(request, packed, "application/json")


@router.get("/{document}/content", responses=documented(404))
def show_content(document: DocumentDep, services: ServicesDep, _: VisitorDep) -> Response:
    """Show the whole document as in `coindex-doc/1`, without annotations."""
    content = services.store.documents.content(document.id)
    renamed = len(services.store.documents.names(document.id)) > 1
    text = dumped(content.value() | {"id": document.name}) if renamed else content.text()
    return Response(text, media_type="application/json")
