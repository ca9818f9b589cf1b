"""Project archives of INCEpTION (Klie et al. 2018) and WebAnno (Eckart de Castilho et al. 2016):
texts, and what each annotator marked in them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import ClassVar, NamedTuple

from coindex.core import registry
from coindex.core.annotation import GOLD, Annotated, Source
from coindex.core.errors import FormatError, TooLarge
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.protocols import Reader
from coindex.core.remedies import LEFT_OUT, leniently
from coindex.formats.recognition import PLAIN, PROJECT, recognised
from coindex.formats.records import Record, records
from coindex.io.archives import is_archive
from coindex.io.files import File, Files, opened

CURATION = "curation"
"""What the curated annotation is called."""
_ROLE = "human"
_CURATOR, _INITIAL = "CURATION_USER", "INITIAL_CAS"
_UNNAMED = "webanno"
"""How names of files begin that older versions did not call after the annotator."""
_TYPES = "typesystem.xml"
_REEXPORT = "export the project again as UIMA CAS XMI, UIMA CAS JSON or WebAnno TSV"
_UNTOUCHED, _IGNORED, _FINISHED = "NEW", "IGNORE", "FINISHED"
"""States of annotations; every other one is work in progress."""
_CURATED, _LOCKING = "CURATION_FINISHED", ("CURATION_FINISHED", "CURATION_IN_PROGRESS")
"""States of documents after which annotators cannot change their annotations any more."""


@dataclass(frozen=True, slots=True)
class Inception:
    """A project as INCEpTION and WebAnno export it, packed or unpacked.

    Each annotation is read as a document of its own, called after annotator and document:
    `anna/report`, and `curation/report` for what was curated. A document that nobody annotated is
    called `report`. Annotations are read in the format that was chosen for the export, if Coindex
    reads it; the serialised form of Java is not read.
    """

    suffixes: ClassVar[tuple[str, ...]] = (".zip",)
    annotator: str = ""
    """Whose annotation to read, `curation` for the curated one; all if empty. The documents of one
    annotator are called by their own names.
    """

    def recognise(self, file: File) -> float:
        return 0.95 if PROJECT.fullmatch(file.name) else 0.0

    def parts(self, files: Files) -> Iterator[File]:
        """All files, among them archives with one annotation each."""
        yield from files

    def read(self, files: Files, problems: Problems) -> Iterator[Annotated]:
        project = _Project.of(files, problems)
        count = 0
        for folder in project.documents.values():
            for item in project.annotations(folder, self.annotator):
                count += 1
                yield item
        if not count:
            raise FormatError(
                Message("contains no annotation of {annotator!r}", annotator=self.annotator)
                if self.annotator
                else "contains no document",
                path=files.label,
                remedy=_REEXPORT,
            )


class Work(NamedTuple):
    """How far the work on a document of a project is, by the names of annotators."""

    open: tuple[str, ...] = ()
    """Those who are to annotate it, and have not begun."""
    begun: tuple[str, ...] = ()
    finished: tuple[str, ...] = ()
    """Those of them who have finished."""
    locked: bool = False
    """Whether annotators cannot change it any more, because its curation has begun."""


def work(files: Files, problems: Problems) -> dict[str, Work]:
    """How far the work on each document of a project is, by the ids of documents."""
    return {folder.id: folder.work for folder in _Project.of(files, problems).documents.values()}


def unprefixed(item: Annotated) -> Annotated:
    """The document under its own name, without that of the annotator."""
    return _called(item, item.document.id.removeprefix(f"{item.annotation.source.name}/"))


def by_annotator(items: Iterable[Annotated]) -> dict[str, list[Annotated]]:
    """The documents of each annotator, under their own names, without what was curated."""
    annotators: dict[str, list[Annotated]] = {}
    for item in items:
        if item.annotation.source.role == _ROLE:
            annotators.setdefault(item.annotation.source.name, []).append(unprefixed(item))
    return annotators


def _called(item: Annotated, id: str, source: Source | None = None) -> Annotated:
    document, annotation = item
    return Annotated(
        replace(document, id=id),
        replace(annotation, document=id, source=source or annotation.source),
    )


class _Folder(NamedTuple):
    """The files of one document."""

    id: str
    annotations: list[File]
    serialised: list[File]
    texts: list[File]
    work: Work
    """Who worked on it, in the description of the project."""


@dataclass(frozen=True, slots=True)
class _Project:
    documents: dict[str, _Folder]
    problems: Problems

    @classmethod
    def of(cls, files: Files, problems: Problems) -> _Project:
        described = next((file for file in files if PROJECT.fullmatch(file.name)), None)
        if described is None:
            raise FormatError(
                "contains no project of INCEpTION or WebAnno",
                path=files.label,
                remedy="upload or name the archive as it was exported, with exportedproject.json",
            )
        root = PurePosixPath(described.name).parent
        known = _described(described, problems)
        documents: dict[str, _Folder] = {}
        for file in files:
            path = PurePosixPath(file.name)
            inside = path.relative_to(root).parts if path.is_relative_to(root) else ()
            if len(inside) < 2:
                continue
            kind, name = inside[0], inside[1]
            folder = documents.get(name) or _Folder("", [], [], [], known.get(name, Work()))
            match kind:
                case "annotation" | "curation":
                    folder.annotations.append(file)
                case "annotation_ser" | "curation_ser":
                    folder.serialised.append(file)
                case "source":
                    folder.texts.append(file)
                case _:
                    continue
            documents[name] = folder
        stems = Counter(PurePosixPath(name).stem for name in documents)
        return cls(
            {
                name: folder._replace(
                    id=stem if stems[stem := PurePosixPath(name).stem] == 1 else name
                )
                for name, folder in documents.items()
            },
            problems,
        )

    def annotations(self, folder: _Folder, wanted: str) -> Iterator[Annotated]:
        """The annotations of a document; the document alone if it has none, and all are wanted."""
        done: set[str] = set()
        initial = None
        for file in folder.annotations:
            user, item = self._annotation(file, folder, wanted)
            # The initial state is where everybody began, not what somebody says: it counts only if
            # nobody has annotated.
            if item is not None and user == _INITIAL:
                initial = item
            elif item is not None:
                done.add(user)
                source = Source(user, GOLD.role if user == CURATION else _ROLE)
                yield _called(item, folder.id if wanted else f"{user}/{folder.id}", source)
        for file in folder.serialised:
            user = _user(file, folder)
            if user not in {*done, _INITIAL} and wanted in ("", user):
                done.add(user)
                self.problems.report(
                    "annotation is stored only in Java's serialised form",
                    path=file.label,
                    remedy=leniently("leaves it out", _REEXPORT),
                )
        if not done and not wanted:
            texts = (self._read(text, plain=True) for text in folder.texts)
            item = initial or next((one for one in texts if one is not None), None)
            if item is not None:
                yield _called(item, folder.id)

    def _annotation(self, file: File, folder: _Folder, wanted: str) -> tuple[str, Annotated | None]:
        """Whose annotation a file has, and the annotation if it is wanted. The file may be an
        archive, in which a type system is beside the annotation.
        """
        if not is_archive(file.path):
            user = _user(file, folder)
            return user, self._read(file) if wanted in ("", user) else None
        try:
            with opened(file.path, file.expansion, encoding=file.encoding) as files:
                for one in files:
                    if _name(one).lower() != _TYPES:
                        user = _user(one, folder)
                        content = replace(one, label=f"{file.label}!/{one.name}")
                        return user, self._read(content) if wanted in ("", user) else None
        except TooLarge:
            raise
        except FormatError as error:
            self.problems.add(error, "file cannot be read")
        return "", None

    def _read(self, file: File, *, plain: bool = False) -> Annotated | None:
        """The document of a file in whatever format it is; only texts may be plain."""
        format = recognised(file)
        reader = registry.build("formats", format) if format else None
        if not isinstance(reader, Reader) or (format == PLAIN and not plain):
            self.problems.report(
                "annotation in a format that is not read", path=file.label, remedy=LEFT_OUT
            )
            return None
        try:
            return next(iter(reader.read(Files([file], file.label), self.problems)), None)
        except TooLarge:
            raise
        except FormatError as error:
            self.problems.add(error, "file cannot be read")
            return None


def _described(file: File, problems: Problems) -> dict[str, Work]:
    """How far the work on each document is, in the description of the project."""
    people: dict[str, dict[str, list[str]]] = {}
    states: dict[str, str] = {}
    for record in records(file, problems):
        for one in record.records("annotation_documents"):
            own = people.setdefault(one.string("name"), {})
            own.setdefault(_state(one), []).append(one.string("user"))
        states |= {one.string("name"): _state(one) for one in record.records("source_documents")}
    return {name: _work(people.get(name, {}), states.get(name, "")) for name in people | states}


def _state(record: Record) -> str:
    """The state of a document or annotation; older versions leave out an underscore."""
    return record.string("state").replace("INPROGRESS", "IN_PROGRESS")


def _work(people: Mapping[str, list[str]], state: str) -> Work:
    done = people.get(_FINISHED, [])
    begun = [
        name for own, names in people.items() if own not in (_UNTOUCHED, _IGNORED) for name in names
    ]
    if state in _LOCKING:
        begun.append(CURATION)
        done = [*done, CURATION] if state == _CURATED else done
    open = people.get(_UNTOUCHED, [])
    return Work(tuple(open), tuple(begun), tuple(done), state in _LOCKING)


def _name(file: File) -> str:
    return PurePosixPath(file.name).name


def _user(file: File, folder: _Folder) -> str:
    """Whose annotation a file has: files are called after the annotator, except in older versions,
    where only the annotator of a single annotation is known.
    """
    stem = PurePosixPath(file.name).stem
    annotators = [name for name in folder.work.begun if name != CURATION]
    if stem.startswith(_UNNAMED) and len(annotators) == 1:
        return annotators[0]
    return CURATION if stem == _CURATOR else stem
