"""The inputs of a command: texts, files, folders, corpora by their names, or standard input."""

from __future__ import annotations

import atexit
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from shutil import rmtree
from tempfile import TemporaryDirectory, mkdtemp
from typing import IO, Any, NamedTuple

import typer

from coindex import corpora, formats
from coindex.cli.wording import explain
from coindex.core import registry
from coindex.core.annotation import Annotated, Annotation
from coindex.core.document import Document
from coindex.core.errors import CoindexError, FormatError
from coindex.core.problems import Problems
from coindex.core.protocols import Grouping
from coindex.interface.translation import say
from coindex.io.archives import is_archive
from coindex.io.files import PIECE, File, Files, listed, opened, shortest_names, without_suffix
from coindex.language.discourse.prose import prose_of
from coindex.pipeline.pipeline import Pipeline

_LIKE_A_PATH = re.compile(r"[^\s]*[/\\][^\s]*|[^\s]+\.\w{1,8}")


class Input(NamedTuple):
    """Documents that belong together; read them before asking for the next input.

    `name` is the name of their output without suffix, `path` the file they come from, if any,
    `label` what messages call that, and `format` the one in which they were read.
    """

    name: str
    items: Iterator[Annotated]
    path: Path | None = None
    label: str = ""
    format: str = ""


def documents(
    given: Sequence[str],
    *,
    texts: Sequence[str] = (),
    format: str = "",
    problems: Problems | None = None,
    prose: bool = False,
    encoding: str = "",
) -> Iterator[Annotated]:
    """Documents in files, folders, archives and corpora; `-` is standard input;
    arguments with white space are texts.

    `texts` are always texts. `prose` marks headings in plain text and leaves out tables, code,
    contents and references.
    """
    given_inputs = inputs(
        given, texts=texts, format=format, problems=problems, prose=prose, encoding=encoding
    )
    return (item for input in given_inputs for item in input.items)


def corpus_items(
    names: Iterable[str], format: str, problems: Problems
) -> Iterator[tuple[str, Annotated]]:
    """The documents of corpora, given by path or name, each with the name of its corpus."""
    for name in names:
        corpus = corpora.find(name)
        for item in formats.read(corpus.path, corpus.format or format, problems):
            yield corpus.name, item


def inputs(
    given: Sequence[str],
    *,
    texts: Sequence[str] = (),
    format: str = "",
    problems: Problems | None = None,
    prose: bool = False,
    annotated: bool = False,
    encoding: str = "",
) -> Iterator[Input]:
    """The same, file by file; where a format needs several files for a
    document, document by document.

    `annotated` documents are expected: the format of standard input is recognised. Files are UTF-8,
    unless they have another `encoding`; those of corpora are as their corpus has them.
    """
    how = _How(format, encoding, problems or Problems(), annotated=annotated)
    whole = _inputs(given, texts, how)
    return (input._replace(items=map(prose_of, input.items)) for input in whole) if prose else whole


class _How(NamedTuple):
    """How the files of an input are read."""

    format: str
    encoding: str
    problems: Problems
    annotated: bool


def _inputs(given: Sequence[str], texts: Sequence[str], how: _How) -> Iterator[Input]:
    places = [_checked_place(argument, annotated=how.annotated) for argument in given]
    arguments = _Given.of(places)
    several = len(given) + len(texts) > 1
    if not given and not texts:
        given, places = ["-"], [None]
    for number, (argument, place) in enumerate(zip(given, places, strict=True), 1):
        if argument == "-":
            yield Input("stdin", _standard_input(how), format=how.format)
        elif place is not None:
            yield from _files(place, how, arguments)
        else:
            yield _input(argument, f"text{number}" if several else "text")
    for number, text in enumerate(texts, len(given) + 1):
        yield _input(text, f"text{number}" if several else "text")


def _checked_place(argument: str, *, annotated: bool) -> InputPlace | None:
    """The files of an argument, `None` for a text or standard input. All arguments are checked
    before the first is read: a misspelt path should not be noticed after an hour of work.
    """
    place = None if argument == "-" else place_of(argument)
    if place is None and argument not in ("", "-") and not any(map(str.isspace, argument)):
        remedy = (
            "check the path"
            if annotated
            else "check the path; quote a sentence as a whole, and give a single word with --text"
        )
        raise FormatError("no such file, folder or corpus", path=argument, remedy=remedy)
    return place


def exists(argument: str) -> bool:
    """Whether an argument is a path; a text may be too long to be
    one, and an empty argument is not.
    """
    try:
        return bool(argument) and Path(argument).exists()
    except (OSError, ValueError):
        return False


class InputPlace(NamedTuple):
    """Where the files of an argument are, and their format, if it is known."""

    path: str
    format: str = ""


def place_of(argument: str) -> InputPlace | None:
    """The files of a path, or of a corpus with this name; `None` for a text."""
    if any(character.isspace() for character in argument) and not exists(argument):
        return None
    corpus = corpora.named(argument) if argument else None
    if corpus is not None:
        return InputPlace(str(corpus.path), corpus.format)
    return InputPlace(argument) if exists(argument) else None


def holds_files(argument: str) -> bool:
    """Whether an argument is a folder, an archive or a corpus."""
    place = place_of(argument)
    return place is not None and (Path(place.path).is_dir() or is_archive(Path(place.path)))


def like_a_path(argument: str) -> bool:
    """Whether an argument that does not exist was probably meant as a path."""
    return _LIKE_A_PATH.fullmatch(argument) is not None


class _Given(NamedTuple):
    """The files of all arguments: ids of documents by path, and names that several files share."""

    ids: Mapping[str, str]
    shared: frozenset[str]

    @classmethod
    def of(cls, places: Iterable[InputPlace | None]) -> _Given:
        roots = dict.fromkeys(Path(place.path) for place in places if place is not None)
        names = Counter(
            without_suffix(_inside(path, root)) for root in roots for path in listed(root)
        )
        shared = frozenset(name for name, count in names.items() if count > 1)
        return cls(_distinct(list(roots)) if len(roots) > 1 else {}, shared)

    def named(self, files: Files) -> Files:
        """The files of one argument with their ids; ids of files in
        archives are not known beforehand.
        """
        return Files(
            [replace(file, id=self.ids.get(file.path.as_posix(), file.id)) for file in files],
            files.label,
        )


def _inside(path: Path, root: Path) -> str:
    return path.name if path == root else path.relative_to(root).as_posix()


def _distinct(roots: Sequence[Path]) -> dict[str, str]:
    """Names of documents by the paths of their files; files that
    differ only in their suffix keep it.
    """
    ids = shortest_names(path.as_posix() for root in roots for path in listed(root))
    often = Counter(ids[root.as_posix()] for root in roots if root.is_file())
    for root in roots:
        path = root.as_posix()
        if root.is_file() and often[ids[path]] > 1:
            ids[path] += root.suffix
    return ids


def _files(place: InputPlace, how: _How, given: _Given) -> Iterator[Input]:
    format, encoding = how.format or place.format, "" if place.format else how.encoding
    with opened(place.path, encoding=encoding) as files:
        for group, items in formats.read_groups(given.named(files), format, how.problems):
            own = registry.spec_of(group.reader)
            if isinstance(group.reader, Grouping):
                for item in items:
                    yield Input(item.document.id, iter([item]), None, group.files.label, own)
            else:
                (file,) = group.files
                name = without_suffix(file.name)
                called = file.id if name in given.shared else name
                yield Input(called, items, file.path, file.label, own)


def _standard_input(how: _How) -> Iterator[Annotated]:
    """Read standard input: plain text, unless a format is named or annotations are expected."""
    if sys.stdin.isatty():
        typer.echo(say("reading standard input; press Ctrl-D on a new line to end it"), err=True)
    if not how.encoding and (lines := stream_of(how.format)) is not None:
        yield from formats.read_files(lines, how.format, how.problems)
        return
    with TemporaryDirectory(prefix="coindex-") as folder:
        path = Path(folder, "stdin")
        path.write_bytes(sys.stdin.buffer.read())
        file = File(path, "stdin", "standard input", encoding=how.encoding)
        recognise = how.annotated and path.stat().st_size > 0
        chosen = how.format or ("" if recognise else "text")
        yield from formats.read_files(Files([file], file.label), chosen, how.problems)


def _input(text: str, id: str) -> Input:
    return Input(id, iter([_text(text, id)]))


def _text(text: str, id: str) -> Annotated:
    if any("\ud800" <= character <= "\udfff" for character in text):
        raise FormatError(
            "not UTF-8",
            path=id,
            line=1,
            remedy="set the terminal to UTF-8, or put the text into a file",
        )
    return Annotated(Document(id, text), Annotation(id))


def warn_of_language(document: Document, pipeline: Pipeline) -> None:
    """Say on standard error if the language of a document is in doubt."""
    if doubt := pipeline.language_doubt(document):
        typer.echo(explain(doubt), err=True)


DASH = "-"
_PREFIX = "coindex-stdin-"
LINED = ("jsonl", "clusters", "coref_data")
"""Formats with a document in each line: the first is worked on before the last is there."""


@dataclass(frozen=True)
class InputStream(File):
    """Lines of standard input, read when they are needed; not twice."""

    source: IO[bytes] = field(default_factory=lambda: sys.stdin.buffer, compare=False, kw_only=True)

    def pieces(self) -> Iterator[bytes]:
        read = getattr(self.source, "read1", self.source.read)
        while block := read(PIECE):
            yield block

    def sample(self) -> str:
        """Nothing: what is read to recognise a format would be lost."""
        return ""


def stream_of(format: str) -> Files | None:
    """Standard input, if documents of this format come line by line. Then what is printed appears
    line by line, too.
    """
    if format.partition("(")[0] not in LINED:
        return None
    make_lines_appear = getattr(sys.stdout, "reconfigure", None)
    if make_lines_appear is not None:
        make_lines_appear(line_buffering=True)
    return Files(
        [InputStream(Path("stdin.jsonl"), "stdin.jsonl", "standard input")], "standard input"
    )


def as_files(context: typer.Context, value: Any) -> Any:
    """An argument of a command, or several, with a file instead of `-`; the file is removed
    when the command ends.
    """
    if isinstance(value, list | tuple):
        return type(value)(as_files(context, one) for one in value)
    if value is None or str(value) != DASH:
        return value
    if "stdin" in context.meta:
        raise CoindexError("standard input can be read only once: give - for one of the inputs")
    context.meta["stdin"] = True
    folder = mkdtemp(prefix=_PREFIX)
    remove = partial(rmtree, folder, ignore_errors=True)
    context.call_on_close(remove)
    atexit.register(remove)  # a context that other arguments are wrong in is not closed
    path = Path(folder, "stdin")
    path.write_bytes(sys.stdin.buffer.read())
    return path if isinstance(value, Path) else str(path)


def path_name(path: Path) -> str:
    """What a path is called in a table; the file of standard input is not one of the user's."""
    return "standard input" if path.parent.name.startswith(_PREFIX) else str(path)
