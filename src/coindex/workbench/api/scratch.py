"""Texts and files that are resolved and not stored."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Depends, File, Form, UploadFile
from pydantic import BaseModel, Field

from coindex.core.annotation import Annotated as Item
from coindex.core.annotation import Annotation
from coindex.core.document import Document
from coindex.core.errors import CoindexError, FormatError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.language.identify import language_of
from coindex.language.languages import DEFAULT
from coindex.pipeline.pipeline import PARSER, RESOLVER, Pipeline
from coindex.workbench.api.documents import Language, Text, ready
from coindex.workbench.api.long_work import LONG_WORK
from coindex.workbench.editing.contents import short
from coindex.workbench.editing.decisions import Decided
from coindex.workbench.editing.layout import Layout
from coindex.workbench.editing.parses import checked_resolver
from coindex.workbench.editing.resolution import resolve
from coindex.workbench.editing.stages import Stages, checked_stages
from coindex.workbench.editing.states import State
from coindex.workbench.names import Component, EncodingName, Line, OptionalComponent
from coindex.workbench.problems import Refused, documented, status_of
from coindex.workbench.security.visitor import ProtectedRoute, VisitorDep
from coindex.workbench.services import Services, ServicesDep
from coindex.workbench.strict import Strict
from coindex.workbench.uploads import Most, one_line, plain_name, read, receive
from coindex.workbench.wording import STRICT_FORMS, explain

router = APIRouter(route_class=ProtectedRoute, prefix="/resolve", tags=["resolving"])

DOCUMENTS = 100
"""Documents that may be resolved at once without being stored."""
Resolvers = Annotated[list[Component], Field(min_length=1, max_length=20)]


class Scratch(Strict):
    text: Text
    resolvers: Resolvers = [RESOLVER]
    language: Language = ""
    parser: OptionalComponent = ""
    fragmenter: OptionalComponent = ""
    detector: OptionalComponent = ""


class Attempt(BaseModel):
    """The result of one resolver; `problem` says why there is none."""

    resolver: str
    result: Decided | None = None
    problem: str = ""


class ScratchResolved(BaseModel):
    """`tokens` has the form of a stored document's, `given` is the annotation in the file;
    `remarks` say if the language is in doubt.
    """

    name: str
    text: str
    language: str
    tokens: dict[str, object]
    attempts: list[Attempt]
    given: State | None = None
    remarks: list[str] = []


@router.post("", response_model_exclude_defaults=True, dependencies=LONG_WORK)
def resolve_text(asked: Scratch, _: VisitorDep, services: ServicesDep) -> ScratchResolved:
    """Resolve a text with several resolvers; nothing is stored."""
    document = Document("text", asked.text, asked.language)
    stages = checked_stages(asked.parser, asked.fragmenter, asked.detector)
    return _resolve([Item(document, Annotation("text"))], asked.resolvers, services, stages)[0]


def _stages(
    parser: Annotated[
        OptionalComponent,
        Form(description="If empty, the files' own parse, else the bundled parser."),
    ] = "",
    fragmenter: Annotated[OptionalComponent, Form(description="Empty: the parse as it is.")] = "",
    detector: Annotated[OptionalComponent, Form(description="Empty: the usual one.")] = "",
) -> Stages:
    return checked_stages(parser, fragmenter, detector)


StagesDep = Annotated[Stages, Depends(_stages)]


@router.post(
    "/files",
    response_model_exclude_defaults=True,
    responses=documented(413),
    dependencies=LONG_WORK,
)
def resolve_files(
    _: VisitorDep,
    services: ServicesDep,
    stages: StagesDep,
    files: Annotated[
        list[UploadFile], File(min_length=1, description="Files of one format, or one archive.")
    ],
    resolvers: Annotated[
        list[Component] | None, Form(max_length=20, description="The default if not given.")
    ] = None,
    format: Annotated[Line, Form(description="Detected if not given.")] = "",
    encoding: Annotated[
        EncodingName, Form(description="As `latin-1` or `utf-16`; UTF-8 if not given.")
    ] = "",
    language: Annotated[Language, Form(description="Language of texts that do not state it.")] = "",
    given: Annotated[
        bool, Form(description="Resolve the mentions in the files instead of detecting them.")
    ] = False,
) -> list[ScratchResolved]:
    """Resolve files of any format with several resolvers; nothing is stored."""
    most = Most(DOCUMENTS, services.settings.scratch)
    try:
        with receive(files, services.settings.scratch_expansion, encoding) as received_files:
            documents = list(read(received_files, format, Problems(), most))
    except FormatError as error:  # nothing can be read leniently here
        raise Refused(status_of(error), explain(error, STRICT_FORMS)) from error
    items = [_named(item, language) for item in documents]
    if not items:
        raise FormatError(
            "the upload contains no document",
            path=", ".join(plain_name(file.filename) for file in files),
        )
    return _resolve(items, resolvers or [RESOLVER], services, stages, given=given)


def _named(item: Item, language: str) -> Item:
    document = item.document
    spoken = document.language or language
    return item._replace(document=replace(document, id=one_line(document.id), language=spoken))


def _resolve(
    items: list[Item],
    resolvers: list[str],
    services: Services,
    stages: Stages,
    *,
    given: bool = False,
) -> list[ScratchResolved]:
    length, most = sum(len(item.document.text) for item in items), services.settings.scratch
    if length > most:
        raise Refused(
            413,
            Message(
                "{length:,} characters are more than {most:,}; add the text to a project instead",
                length=length,
                most=most,
            ),
        )
    return [
        _of(_ready(item, stages), list(dict.fromkeys(resolvers)), stages, given).model_copy(
            update={"remarks": _remarks(item.document, stages)}
        )
        for item in items
    ]


def _remarks(document: Document, stages: Stages) -> list[str]:
    doubt = Pipeline(stages.parser or PARSER).language_doubt(document)
    return [explain(doubt)] if doubt else []


def _ready(item: Item, stages: Stages) -> Item:
    """With tokens: its own, or those of the parser that is asked for."""
    document = item.document
    if not stages.parser or document.tokens:
        return ready(item)
    spoken = document.language or language_of(document.text) or DEFAULT
    return item._replace(document=stages.parsed(replace(document, language=spoken)))


def _of(item: Item, resolvers: list[str], stages: Stages, given: bool) -> ScratchResolved:
    document, annotation = item
    state = Layout(document).state(annotation) if annotation.mentions else None
    return ScratchResolved(
        name=document.id,
        text=document.text,
        language=document.language,
        tokens=short(document),
        attempts=[_attempt(document, name, state if given else None, stages) for name in resolvers],
        given=state,
    )


def _attempt(document: Document, name: str, state: State | None, stages: Stages) -> Attempt:
    try:
        resolver = checked_resolver(name)
        return Attempt(resolver=resolver, result=resolve(document, resolver, state, stages=stages))
    except CoindexError as error:
        return Attempt(resolver=name, problem=explain(error))
