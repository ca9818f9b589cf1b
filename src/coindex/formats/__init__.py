"""Reads and writes annotated documents in the formats of the field, one module per format."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Protocol, runtime_checkable

from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.core.errors import CoindexError, FormatError, TooLarge, WrongType
from coindex.core.layers import Layer
from coindex.core.messages import Message
from coindex.core.plugins import naming_plugin
from coindex.core.problems import Problems
from coindex.core.protocols import Chunk, Reader, Writer
from coindex.core.remedies import Action, doing, leniently
from coindex.formats.recognition import FileGroup, groups, readers, recognised
from coindex.formats.roundtrip import losses
from coindex.io.files import Files, opened, uncompressed
from coindex.io.output import replacing, replacing_folder

__all__ = [
    "FileGroup",
    "convert",
    "format_for",
    "groups",
    "losses",
    "read",
    "read_files",
    "read_groups",
    "reader_of",
    "readers",
    "recognised",
    "write",
    "write_into",
    "write_stream",
    "writer_of",
    "writers",
]
UNSAFE = '<>:"|?*\\'


@runtime_checkable
class Resolved(Protocol):
    """A document and its annotation in one object, as a `Result` is."""

    @property
    def document(self) -> Document: ...

    @property
    def annotation(self) -> Annotation: ...


Writable = Annotated | Resolved
"""What can be written: a document with its annotation, however it is handed over."""


def read(
    path: Path | str, format: str = "", problems: Problems | None = None, *, encoding: str = ""
) -> Iterator[Annotated]:
    """Yield the documents of a file, folder or archive with their annotation, one at a time.

    The format of each file is recognised from content and name unless it is given as a component
    string such as `conllu` or `brat(entities="Coref")`. Problems are raised unless a lenient
    `Problems` collects them; a file that cannot be read or recognised is also a problem. Text is
    UTF-8, unless another `encoding` is named, such as `latin-1` or `utf-16`.
    """
    with opened(path, encoding=encoding) as files:
        yield from read_files(files, format, problems)


def read_files(
    files: Files, format: str | Reader = "", problems: Problems | None = None
) -> Iterator[Annotated]:
    """Like `read`, for files that are already open."""
    for _, items in read_groups(files, format, problems):
        yield from items


def read_groups(
    files: Files, format: str | Reader = "", problems: Problems | None = None
) -> Iterator[tuple[FileGroup, Iterator[Annotated]]]:
    """As `read_files`, file by file or, if a format needs several files for a document, format by
    format.

    Read the documents of a group before asking for the next group.
    """
    problems = problems or Problems()
    reader = format if isinstance(format, Reader) else reader_of(format) if format else None
    seen: dict[str, int] = {}
    for group in groups(files, problems, reader):
        yield (
            group,
            _checked(_documents(group, problems, several=len(files) > 1), group, seen, problems),
        )


def _documents(group: FileGroup, problems: Problems, *, several: bool) -> Iterator[Annotated]:
    """The documents of several files; a file that cannot be read at all is a problem like any
    other, but exceeding a limit is an error.
    """
    try:
        with naming_plugin(group.reader):
            yield from group.reader.read(group.files, problems)
    except TooLarge:
        raise
    except FormatError as error:
        if not several:
            raise
        problems.add(error, "file cannot be read")


def _checked(
    items: Iterable[Annotated], group: FileGroup, seen: dict[str, int], problems: Problems
) -> Iterator[Annotated]:
    for item in items:
        id, number = item.document.id, len(seen) + 1
        if seen.setdefault(id, number) != number:
            path, line = problems.begun
            problems.report(
                "document id occurs twice",
                path=path or group.files.label,
                line=line,
                column=1 if line else 0,
                detail=f"{id!r}, of documents {seen[id]} and {number}",
                remedy=leniently(
                    "keeps both", "give each document its own id, or read files of one format only"
                ),
            )
        yield item


def reader_of(format: str) -> Reader:
    reader = registry.build("formats", format)
    if not isinstance(reader, Reader):
        raise CoindexError(Message("format {format} can be written but not read", format=format))
    return reader


def writer_of(format: str) -> Writer:
    writer = registry.build("formats", format)
    if not isinstance(writer, Writer):
        raise CoindexError(
            Message(
                "format {format} can be read but not written; {writable}",
                format=format,
                writable=_writable(),
            )
        )
    return writer


def writers() -> dict[str, Writer]:
    """The formats that can be written, by name."""
    built = {name: registry.build("formats", name) for name in registry.installed("formats")}
    return {name: format for name, format in built.items() if isinstance(format, Writer)}


def _writable() -> str:
    return Message("these can be written: {writers}", writers=", ".join(writers()))


def format_for(path: Path) -> str:
    """The format that the name of a target implies."""
    name = uncompressed(path.name).lower()
    fits = [
        (len(suffix), format)
        for format, writer in writers().items()
        for suffix in writer.suffixes
        if name.endswith(suffix)
    ]
    if not fits:
        endings = sorted({writer.suffixes[0] for writer in writers().values()})
        raise CoindexError(
            Message(
                "cannot determine a format from the name {path!r}; known suffixes: {endings}",
                path=path.name,
                endings=", ".join(endings),
            ),
            remedy=doing(Action.NAME_OUTPUT_FORMAT),
        )
    return max(fits)[1]


def write(
    items: Iterable[Writable] | Writable, path: Path | str, format: str = ""
) -> Counter[Layer]:
    """Write documents to a file, or into a folder if the format or the path requires one.

    Documents are `Annotated`, or results of `coindex.resolve`; one may stand alone. The target
    gets its name only when everything is written. The result counts what the format could not
    represent.
    """
    path = Path(path)
    writer = writer_of(format or format_for(path))
    lost: Counter[Layer] = Counter()
    chunks = writer.write(_counting(_annotated_items(items), writer, lost))
    first = next(chunks, Chunk(""))
    if first.name or path.is_dir() or not (path.suffix or path.exists()):
        with replacing_folder(path) as folder:
            _fill(folder, chain((first,), chunks), f"documents{writer.suffixes[0]}")
    else:
        with replacing(path) as stream:
            stream.write(first.text)
            stream.writelines(chunk.text for chunk in chunks)
    return lost


def convert(
    source: Path | str, target: Path | str, *, from_: str = "", to: str = ""
) -> Counter[Layer]:
    """Convert from one format to another, each detected from content and name unless it is given;
    the result counts losses.
    """
    return write(read(source, from_), target, to)


def write_into(
    items: Iterable[Annotated], folder: Path | str, stem: str, format: str
) -> Counter[Layer]:
    """Write documents into a folder, as the file `stem` with the format's suffix.

    A format of several files names them itself.
    """
    writer = writer_of(format)
    lost: Counter[Layer] = Counter()
    chunks = writer.write(_counting(items, writer, lost))
    with replacing_folder(folder) as place:
        _fill(place, chunks, f"{stem}{writer.suffixes[0]}")
    return lost


def write_stream(items: Iterable[Annotated], stream: IO[str], format: str) -> Counter[Layer]:
    """Write documents to an open stream; this works only for formats of one file."""
    writer = writer_of(format)
    lost: Counter[Layer] = Counter()
    for chunk in writer.write(_counting(items, writer, lost)):
        if chunk.name:
            raise CoindexError(
                Message("format {format} needs files of its own", format=format),
                remedy=doing(Action.WRITE_TO_FOLDER),
            )
        stream.write(chunk.text)
    return lost


def _counting(
    items: Iterable[Annotated], writer: Writer, lost: Counter[Layer]
) -> Iterator[Annotated]:
    for item in items:
        lost.update(losses(item, writer))
        yield item


def _fill(folder: Path, chunks: Iterable[Chunk], unnamed: str) -> None:
    """Write the chunks, which are consecutive per file, so that one file is open at a time."""
    current, stream = "", None
    try:
        for chunk in chunks:
            name = chunk.name or unnamed
            if name != current:
                if stream:
                    stream.close()
                target = folder.joinpath(*_inside(name))
                target.parent.mkdir(parents=True, exist_ok=True)
                current, stream = name, target.open("a", encoding="utf-8", newline="\n")
            assert stream is not None
            stream.write(chunk.text)
    finally:
        if stream:
            stream.close()


def _inside(name: str) -> list[str]:
    """A file name from a document id: it cannot leave the folder, and has no characters that a file
    system refuses.
    """
    parts = [part for part in name.split("/") if part not in ("", ".", "..")]
    return [
        "".join("_" if c in UNSAFE or ord(c) < 32 else c for c in part)[-200:] for part in parts
    ] or ["document"]


def _annotated_items(given: Iterable[Writable] | Writable) -> Iterator[Annotated]:
    """The documents with their annotation; a single one may stand alone."""
    alone = _annotated(given)
    if alone is not None:
        return iter((alone,))
    if not isinstance(given, Iterable) or isinstance(given, str | bytes):
        raise _wrong(given)
    return map(_as_item, given)


def _as_item(value: object) -> Annotated:
    item = _annotated(value)
    if item is None:
        raise _wrong(value)
    return item


def _annotated(value: object) -> Annotated | None:
    if isinstance(value, Annotated):
        return value
    match (value.document, value.annotation) if isinstance(value, Resolved) else value:
        case (Document() as document, Annotation() as annotation):
            return Annotated(document, annotation)
    return None


def _wrong(value: object) -> WrongType:
    return WrongType(
        Message("expected documents with their annotation, not {name}", name=type(value).__name__),
        remedy="take Annotated(document, annotation), or what coindex.resolve gives",
    )
