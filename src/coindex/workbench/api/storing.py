"""Stores documents with the annotations of any number of sources, all of them or none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import chain, count

from coindex.core.annotation import Annotated as Item
from coindex.core.document import Document
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.formats.inception import CURATION
from coindex.workbench.api.sources import is_member, is_resolver, source_to_import, source_to_write
from coindex.workbench.editing.contents import short, stored
from coindex.workbench.editing.imports import Gathered
from coindex.workbench.editing.layout import Layout
from coindex.workbench.editing.schemes import report_incomplete, report_violations
from coindex.workbench.editing.states import State
from coindex.workbench.presence import check
from coindex.workbench.problems import Refused
from coindex.workbench.progress import tell
from coindex.workbench.security.visitor import ADJUDICATION, Visitor
from coindex.workbench.services import Services
from coindex.workbench.store.documents import New, StoredDocument
from coindex.workbench.store.revisions import Draft, StoredSource
from coindex.workbench.store.scheme.values import Scheme
from coindex.workbench.uploads import Most, one_line

MOST = Most()


def store_items(
    services: Services,
    project: int,
    items: list[Item],
    source: str,
    origin: str,
    visitor: Visitor,
    problems: Problems,
) -> tuple[list[StoredDocument], list[str]]:
    """Store documents with the annotation of one source; name it if any of them is annotated."""
    gathered = [
        Gathered(document, {source: Layout(document).state(annotation)})
        for document, annotation in items
    ]
    return _store(services, project, gathered, origin, visitor, problems, source_to_import)


def store_project(
    services: Services,
    project: int,
    gathered: list[Gathered],
    origin: str,
    visitor: Visitor,
    problems: Problems,
) -> tuple[list[StoredDocument], list[str]]:
    """Store the documents of a project of another program, and name its annotators. What is open
    there is assigned to the members that have the annotators' names.
    """
    documents, sources = _store(
        services, project, gathered, origin, visitor, problems, source_to_bring
    )
    members = services.store.projects.members(project)
    chosen = {
        document.id: [name for name in one.work.open if name in members]
        for one, document in zip(gathered, documents, strict=True)
    }
    services.store.assignments.assign(project, chosen, author=visitor.id)
    return documents, sources


def _store(
    services: Services,
    project: int,
    gathered: list[Gathered],
    origin: str,
    visitor: Visitor,
    problems: Problems,
    source_of: Callable[[Services, int, str, Visitor], StoredSource],
) -> tuple[list[StoredDocument], list[str]]:
    """Store documents with the annotations of their sources, and name the sources that have any."""
    scheme = services.store.schemes.find(project)
    drafts = [
        {name: _draft(scheme, one, name, state, problems) for name, state in one.begun().items()}
        for one in gathered
    ]
    names = dict.fromkeys(name for own in drafts for name in own)
    behind = {name: source_of(services, project, one_line(name), visitor) for name in names}
    new = [
        new_document(one.document, one.document.id, origin)._replace(locked=one.work.locked)
        for one in gathered
    ]
    about_to_store()
    documents = services.store.add_with_sources(
        project,
        new,
        [[(behind[name], draft) for name, draft in own.items()] for own in drafts],
        author=visitor.id,
    )
    return documents, [source.name for source in behind.values()]


def source_to_bring(services: Services, project: int, name: str, visitor: Visitor) -> StoredSource:
    """As `source_to_import`, for an annotator of another program, or what was curated there: if the
    name is that of a member or of a resolver, the source is called `NAME (imported)`.
    """
    taken = name != visitor.name and is_member(services, name)
    free = f"{name} (imported)" if taken or is_resolver(name) else name
    known = {one.name for one in services.store.revisions.sources(project) if one.kind == "import"}
    if free in {visitor.name, ADJUDICATION, CURATION, *known}:
        return source_to_import(services, project, free, visitor)
    if not visitor.at_least("adjudicator"):
        return source_to_write(services, project, free, visitor)
    return services.store.revisions.source(project, free, "person")


def _draft(
    scheme: Scheme | None, one: Gathered, name: str, state: State, problems: Problems
) -> Draft:
    """The state of a source, if the scheme of the project admits it."""
    content, id = state.stored(), one.document.id
    report_violations(scheme, content, problems, id)
    finished = name in one.work.finished and not report_incomplete(scheme, content, problems, id)
    return Draft(content, state.counts(), kind="import", finished=finished)


def about_to_store() -> None:
    """Check for a cancelled upload one last time, so that nothing of it is stored."""
    check()
    tell("storing")


def check_length(tokens: int, name: str) -> None:
    if tokens > MOST.tokens:
        raise Refused(
            413,
            Message(
                "{name}: a document may have at most {tokens:,} tokens",
                name=name,
                tokens=MOST.tokens,
            ),
        )


def new_document(document: Document, name: str, origin: str) -> New:
    """A document as it is stored."""
    check_length(len(document.tokens), name)
    clean = one_line(name)
    content = stored(replace(document, id=clean))
    return New(
        clean,
        content,
        len(document.tokens),
        document.language,
        origin,
        document.text,
        short(document),
    )


def free_names(services: Services, project: int) -> Callable[[Document], Document]:
    """A function that gives documents names that no other has: *ferry*, *ferry (2)*."""
    names = {one.name for one in services.store.documents.all(project, archived_too=True)}

    def renamed(document: Document) -> Document:
        name = one_line(document.id)
        numbers = (f"{name} ({number})" for number in count(2))
        free = next(one for one in chain([name], numbers) if one not in names)
        names.add(free)
        return replace(document, id=free)

    return renamed
