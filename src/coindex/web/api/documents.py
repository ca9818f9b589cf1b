"""Documents: pasted as text, uploaded in any format, read back, put aside and brought back."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Annotated, Literal

from fastapi import APIRouter, File, Form, UploadFile
from fastapi.responses import PlainTextResponse, Response
from pydantic import BaseModel, StringConstraints

from coindex import formats
from coindex.annotation.documents import New, Stored
from coindex.annotation.revisions import Draft
from coindex.core.annotation import Annotated as Item
from coindex.core.document import Document
from coindex.core.errors import FormatError
from coindex.core.problems import Problems
from coindex.language.identify import language_of
from coindex.web.api.annotations import source_to_import
from coindex.web.api.components import named_corpus
from coindex.web.api.of import Of
from coindex.web.api.reading import Most, one_line, plain_name, read, received, words
from coindex.web.api.views import DocumentView
from coindex.web.api.working import LONG_WORK
from coindex.web.editing.contents import short, stored, with_sentences
from coindex.web.editing.layout import Layout
from coindex.web.editing.parsing import with_tokens
from coindex.web.names import Line, Name
from coindex.web.presence import check, checked
from coindex.web.problems import Refused, documented
from coindex.web.progress import numbered, tell
from coindex.web.security.visitor import Adjudicator, In, Me, Visitor
from coindex.web.services import Here, Services
from coindex.web.strict import Strict

router = APIRouter(prefix="/projects/{project}/documents", tags=["documents"])

LONGEST = 10_000_000
MOST = Most()
Text = Annotated[str, StringConstraints(min_length=1, max_length=LONGEST, pattern=r"^[^\x00]*$")]
Language = Annotated[str, StringConstraints(max_length=20, pattern=r"^[A-Za-z-]*$")]


class NewText(Strict):
    """`parser`: `bundled`, `none` (spaces and punctuation part words), or empty: whatever the language allows."""

    name: Name
    text: Text
    language: Language = ""
    parser: Literal["", "bundled", "none"] = ""


class NamedCorpus(Strict):
    """One of `GET /api/v1/corpora`, or a part of it."""

    corpus: Line
    source: Name = "gold"


class Uploaded(BaseModel):
    """What was stored; `sources` names the annotations that came along, `problems` counts what a lenient reader met."""

    documents: list[DocumentView]
    sources: list[str] = []
    problems: dict[str, int] = {}


@router.get("", responses=documented(404))
def list_documents(project: In, here: Here, archived: bool = False) -> list[DocumentView]:
    """By name; with `archived` also those that were put aside."""
    return [DocumentView.of(found) for found in here.store.documents.all(project.id, archived_too=archived)]


@router.post("", status_code=201, responses=documented(404, 409), dependencies=LONG_WORK)
def add_text(project: In, new: NewText, me: Adjudicator, here: Here) -> DocumentView:
    """A text as a document."""
    text = Document(new.name, new.text, new.language)
    _check_length(words(text), new.name)
    made = _new(with_tokens(text, new.parser), new.name, "text")
    _about_to_store()
    return DocumentView.of(here.store.documents.add(project.id, made, author=me.id))


@router.post("/upload", status_code=201, responses=documented(404, 409, 413), dependencies=LONG_WORK)
def upload_documents(
    project: In,
    me: Adjudicator,
    here: Here,
    files: Annotated[list[UploadFile], File(min_length=1, description="Files of one format, or one archive.")],
    format: Annotated[Line, Form(description="Recognised if not given.")] = "",
    source: Annotated[Name, Form(description="What to call the annotation that comes with the documents.")] = "gold",
    parser: Annotated[Literal["", "bundled", "none"], Form()] = "",
    lenient: Annotated[bool, Form(description="Count problems and go on.")] = False,
) -> Uploaded:
    """Annotated or plain files in any format Coindex reads. All of them are stored, or none."""
    problems = Problems(lenient=lenient)
    with received(files, here.settings.expansion) as found:
        items = [ready(item, parser) for item in numbered(read(found, format, problems, MOST))]
    if not items:
        raise FormatError("no document in it", path=", ".join(plain_name(file.filename) for file in files))
    origin = f"{format or 'file'}: {', '.join(plain_name(file.filename) for file in files)}"[:500]
    made, annotated = _stored(here, project.id, items, source, origin, me)
    return Uploaded(
        documents=[DocumentView.of(one) for one in made],
        sources=[source] if annotated else [],
        problems=dict(problems.counts),
    )


@router.post("/corpus", status_code=201, responses=documented(404, 409), dependencies=LONG_WORK)
def add_corpus(project: In, asked: NamedCorpus, me: Adjudicator, here: Here) -> Uploaded:
    """Documents of a corpus that is known by name, with their annotation."""
    corpus = named_corpus(asked.corpus)
    items = [
        ready(item) for item in numbered(checked(islice(formats.read(corpus.path, corpus.format), MOST.documents)))
    ]
    made, _ = _stored(here, project.id, items, asked.source, f"corpus: {asked.corpus}", me)
    return Uploaded(documents=[DocumentView.of(one) for one in made], sources=[asked.source])


def ready(item: Item, parser: str = "") -> Item:
    """With tokens; an annotation keeps the tokens it is about."""
    document = item.document
    if not document.language:
        document = replace(document, language=language_of(document.text))
    if document.tokens or item.annotation.mentions:
        return item._replace(document=with_sentences(document))
    return item._replace(document=with_tokens(document, parser))


def _stored(
    here: Services, project: int, items: list[Item], source: str, origin: str, me: Visitor
) -> tuple[list[Stored], bool]:
    states = [Layout(document).state(annotation) for document, annotation in items]
    annotated = any(state.mentions for state in states)
    behind = source_to_import(here, project, source, me) if annotated else None
    new = [_new(document, document.id, origin) for document, _ in items]
    drafts = [Draft(s.stored(), s.counts(), kind="import") if s.mentions else None for s in states]
    _about_to_store()
    return here.store.add_annotated(project, new, behind, drafts, author=me.id), annotated


def _about_to_store() -> None:
    """Whoever stops an upload at the last moment finds nothing of it."""
    check()
    tell("storing")


def _check_length(tokens: int, name: str) -> None:
    if tokens > MOST.tokens:
        raise Refused(413, f"{name}: a document may have {MOST.tokens:,} tokens at most")


def _new(document: Document, name: str, origin: str) -> New:
    _check_length(len(document.tokens), name)
    clean = one_line(name)
    content = stored(replace(document, id=clean))
    return New(clean, content, len(document.tokens), document.language, origin, document.text, short(document))


@router.get("/{document}", responses=documented(404))
def show_document(found: Of) -> DocumentView:
    return DocumentView.of(found)


@router.delete("/{document}", status_code=204, responses=documented(404))
def archive_document(found: Of, _: Adjudicator, here: Here) -> None:
    """Put aside, not deleted: `restore` brings it back with everything."""
    here.store.documents.archive(found.id)


@router.post("/{document}/restore", responses=documented(404))
def restore_document(found: Of, _: Adjudicator, here: Here) -> DocumentView:
    here.store.documents.bring_back(found.id)
    return DocumentView.of(here.store.documents.find(found.project, found.id))


@router.get("/{document}/text", response_class=PlainTextResponse, responses=documented(404))
def show_text(found: Of, here: Here) -> PlainTextResponse:
    return PlainTextResponse(here.store.documents.text(found.id))


@router.get("/{document}/tokens", responses=documented(404))
def show_tokens(found: Of, here: Here) -> Response:
    """What a page needs to draw the document: first and last characters of tokens, sentences, tags by number."""
    return Response(here.store.documents.outline(found.id), media_type="application/json")


@router.get("/{document}/content", responses=documented(404))
def show_content(found: Of, here: Here, _: Me) -> Response:
    """The document in full, as in `coindex-doc/1`, without annotations."""
    return Response(here.store.documents.content(found.id).text(), media_type="application/json")
