"""Chooses the reader for each file of an input."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from coindex.core import registry
from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.protocols import Grouping, Reader
from coindex.core.remedies import Action, Remedy, Step
from coindex.io.archives import is_archive
from coindex.io.files import File, Files, Sampled, opened, shortest_names, without_suffix

SURE = 0.5
"""A reader with at least this confidence has examined the content; one with less relies on the file
name.
"""
CERTAIN = 1.0
"""A reader that is certain of a file with its name as suffix gets the file, and no
other is asked.
"""
PLAIN, PROJECTS = "text", "inception"
PROJECT = re.compile(r"(.*/)?exportedproject[^/]*\.json")
"""The name of a file whose folder is a project of INCEpTION or WebAnno, with all its archives."""
LISTED = 5
"""How many files of unknown format one error names."""

_DESCRIPTION = re.compile(
    r"(readme|licen[cs]e|copying|copyright|notice|authors|contributors|contributing|changes|changelog|history|"
    r"citation|manifest|code_of_conduct)([-_.]\w+){0,2}",
    re.IGNORECASE,
)


class FileGroup(NamedTuple):
    """Files for one call of a reader: a single one, or all files of a format that needs several for
    a document.
    """

    reader: Reader
    files: Files


def readers() -> dict[str, Reader]:
    """The formats that can be read, by name."""
    built = {name: registry.build("formats", name) for name in registry.installed("formats")}
    return {name: format for name, format in built.items() if isinstance(format, Reader)}


def recognised(file: File, known: Mapping[str, Reader] | None = None) -> str:
    """The name of the format that fits a file best, among those `known`; empty if none fits."""
    sampled = _sampled(file)
    scores = {name: _sure(reader, sampled) for name, reader in (known or readers()).items()}
    best = max(scores.values(), default=0.0)
    return min(name for name, score in scores.items() if score == best) if best else ""


def _sampled(file: File) -> Sampled:
    if isinstance(file, Sampled):
        return file
    return Sampled(file.path, file.name, file.label, file.id, file.sample())


def _certain(file: File) -> Reader | None:
    """The reader with the name of the file's suffix, if it is certain: the others need not be
    imported, which would take a third of the time of a short command.
    """
    name = file.suffix.removeprefix(".")
    reader = registry.build("formats", name) if name in registry.names("formats") else None
    certain = isinstance(reader, Reader) and _sure(reader, _sampled(file)) == CERTAIN
    return reader if certain else None


def _sure(reader: Reader, file: File) -> float:
    return max(0.0, min(1.0, reader.recognise(file)))


def groups(
    files: Files, problems: Problems, reader: Reader | None = None, *, archives: bool = True
) -> Iterator[FileGroup]:
    """All files of an input, each with the named reader, or else with the one that fits it best.

    A file that no reader recognises is a problem; files that are left out for a good reason are
    noted. Files get ids of their own, unless the caller gave them others. Unless `archives` is
    false, an archive in a folder is opened like a folder.
    """
    if not files:
        raise FormatError(
            "contains no files",
            path=files.label,
            remedy="check the path; hidden files are not read",
        )
    if whole := _project_reader(files, reader):
        yield FileGroup(whole, files)
        return
    packed = {file.path for file in files if archives and is_archive(file.path)}
    plain = Files([file for file in files if file.path not in packed], files.label)
    assigned = _by_suffix(plain, problems, reader) if reader else _by_content(plain, problems)
    called = _distinct(plain, assigned)
    for file in files:
        if file.path in packed:
            yield from _inside(file, problems, reader)
        elif own := assigned.pop(file.path, None):
            together = (
                [one for one in plain if assigned.get(one.path) is own]
                if isinstance(own, Grouping)
                else []
            )
            # They are read together, at the place of the first, and must not be read again.
            for one in together:
                del assigned[one.path]
            named = [replace(one, id=called[one.path]) for one in (file, *together)]
            yield FileGroup(own, Files(named, files.label if together else file.label))


def is_project(files: Files) -> bool:
    """Whether the files are a project of INCEpTION or WebAnno."""
    return any(PROJECT.fullmatch(file.name) for file in files)


def _project_reader(files: Files, reader: Reader | None) -> Reader | None:
    """The reader of projects, if it was named, or none was and the files are a project."""
    if reader is not None:
        return reader if registry.name_of(reader)[1] == PROJECTS else None
    return readers().get(PROJECTS) if is_project(files) else None


def _inside(archive: File, problems: Problems, reader: Reader | None) -> Iterator[FileGroup]:
    """The files of an archive in a folder; the names of documents include that of the archive."""
    folder = without_suffix(without_suffix(archive.name))
    with opened(archive.path, archive.expansion, encoding=archive.encoding) as files:
        short = shortest_names(file.name for file in files)
        named = Files(
            [replace(file, id=f"{folder}/{short[file.name]}") for file in files], files.label
        )
        yield from groups(named, problems, reader, archives=False)


def _by_content(files: Files, problems: Problems) -> dict[Path, Reader]:
    # Files that leave no doubt one by one need no comparison with each other.
    certain = {file.path: reader for file in files if (reader := _certain(file))}
    if len(certain) == len(files):
        return certain
    known = readers()
    formats = {file.path: recognised(file, known) for file in files}
    annotated = any(format not in ("", PLAIN) for format in formats.values())
    formats.update(_claimed(files, formats, known))
    unknown = []
    for file in files:
        format = formats[file.path]
        if len(files) > 1 and _describes(file) and (not format or (annotated and format == PLAIN)):
            problems.note("left out because it describes the other files", file.label)
            del formats[file.path]
        elif not format:
            unknown.append(file)
    for name, reason in registry.broken("formats").items():
        problems.note(Message("left out: {reason}", reason=Message(reason)), f"format {name}")
    _report_unknown(unknown, problems if any(formats.values()) else Problems())
    return {path: known[format] for path, format in formats.items() if format}


def _claimed(
    files: Files, formats: Mapping[Path, str], known: Mapping[str, Reader]
) -> dict[Path, str]:
    """Files that belong to documents of several files, with the format of these."""
    claimed: dict[Path, str] = {}
    for name in sorted(set(formats.values())):
        reader = known.get(name)
        if isinstance(reader, Grouping):
            free = Files([file for file in files if file.path not in claimed], files.label)
            claimed.update((file.path, name) for file in reader.parts(free))
    return claimed


def _by_suffix(files: Files, problems: Problems, reader: Reader) -> dict[Path, Reader]:
    """The files for a reader that was named: a single file in any case, and of several those with a
    suitable suffix.
    """
    if len(files) < 2:
        return {file.path: reader for file in files}
    chosen = list(reader.parts(files) if isinstance(reader, Grouping) else _fitting(files, reader))
    if not chosen:
        format = registry.name_of(reader)[1]
        raise FormatError(
            Message("contains no file of the format {format}", format=format),
            path=files.label,
            remedy="check path and format",
        )
    paths = {file.path for file in chosen}
    for file in files:
        if file.path not in paths:
            problems.note("left out because its format is not the one named", file.label)
    return dict.fromkeys(paths, reader)


def _fitting(files: Files, reader: Reader) -> Sequence[File]:
    named = {file.name for file in files.with_suffix(*reader.suffixes)}
    described = [file for file in files if not _describes(file)]
    fitting = [file for file in described if file.name in named or _sure(reader, file) >= SURE]
    return fitting or [file for file in files if file.name in named or _sure(reader, file)]


def _describes(file: File) -> bool:
    """Whether a file describes the others beside it and is not one of them."""
    return _DESCRIPTION.fullmatch(PurePosixPath(file.name).name) is not None


def _report_unknown(unknown: Sequence[File], problems: Problems) -> None:
    """Report files of unknown format: the error points to the first and names the others."""
    rest = ", ".join(file.name for file in unknown[1 : LISTED + 1])
    more = f", and {len(unknown) - LISTED - 1:,} more" if len(unknown) > LISTED + 1 else ""
    for number, file in enumerate(unknown):
        try:
            next(file.pieces(), b"")  # a file that cannot be read at all says so itself
        except FormatError as error:
            problems.add(error, "file cannot be read")
            continue
        problems.report(
            "format not recognised",
            path=file.label,
            detail=f"also of {rest}{more}" if rest and not number and not problems.lenient else "",
            remedy=Remedy(
                "",
                (
                    Step(Action.NAME_FORMAT),
                    Step(Action.FIND_IN_PLUGIN),
                    Step(Action.READ_LENIENTLY, "leaves it out"),
                ),
            ),
        )


def _distinct(files: Files, assigned: Mapping[Path, Reader]) -> dict[Path, str]:
    """Ids by path; files that are read separately and differ only in the suffix keep it."""
    short = shortest_names(file.name for file in files)
    ids = {file.path: short[file.name] if file.id == file.stem else file.id for file in files}
    alone = [file for file in files if not isinstance(assigned.get(file.path), Grouping | None)]
    often = Counter(ids[file.path] for file in alone)
    for file in alone:
        if often[id := ids[file.path]] > 1:
            ids[file.path] = id + file.name.removeprefix(without_suffix(file.name))
    return ids
