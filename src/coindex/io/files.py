"""Reads files safely: folders, compressed files and archives, including damaged ones."""

from __future__ import annotations

import gzip
import io
import lzma
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path, PurePath, PurePosixPath
from typing import IO, Any, NamedTuple

from coindex.core.errors import FormatError
from coindex.core.messages import Message
from coindex.core.problems import Problems
from coindex.core.remedies import Action, Remedy, Step, leniently
from coindex.io.archives import BAD_STREAM, is_archive, unpack
from coindex.io.encodings import Recoder, checked_encoding
from coindex.io.expansion import Expansion, allowed, counted

LONGEST_LINE = 10_000_000
"""Characters of a line: a file with a longer one is rarely text, and would be in memory as a whole.
"""
SAMPLE = 16_384
"""Bytes that formats see when they say whether a file is theirs."""
REPLACED = "replaces it with U+FFFD"
"""What reading leniently does with a byte that is not text."""
_SYSTEM = ("__macosx", "thumbs.db", "desktop.ini")
PIECE = 65_536
"""Bytes read at a time: few enough to stay in the processor's cache while they are processed."""


NOT_UTF_8 = Remedy(
    "convert the file to UTF-8", (Step(Action.NAME_ENCODING), Step(Action.READ_LENIENTLY, REPLACED))
)


@dataclass(frozen=True, slots=True)
class File:
    """One file of an input. `name` is its path inside the input, `label` its name in error
    messages.

    `id` is for a document without a name of its own: the stem, unless another file of the input has
    the same one. All files of an input share its `expansion`. Text is UTF-8, unless it has another
    `encoding`.
    """

    path: Path
    name: str
    label: str
    id: str = ""
    expansion: Expansion = field(default_factory=Expansion, compare=False, repr=False, kw_only=True)
    encoding: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        if not self.id:
            object.__setattr__(self, "id", self.stem)

    @property
    def stem(self) -> str:
        """The file's name without folder, compression suffix and suffix."""
        return PurePosixPath(uncompressed(self.name)).stem

    @property
    def suffix(self) -> str:
        return PurePosixPath(uncompressed(self.name)).suffix.lower()

    def open(self) -> IO[bytes]:
        """Open the content, decompressed while it is read, within the limits of the input."""
        if self.path.suffix not in (".gz", ".xz"):
            return self.path.open("rb")
        packed = self.path.stat().st_size
        opening: Callable[..., Any] = gzip.open if self.path.suffix == ".gz" else lzma.open
        return counted(opening(self.path, "rb"), self.expansion, self.label, packed=packed)

    def pieces(self) -> Iterator[bytes]:
        """Yield the content in blocks; a broken compressed stream is a FormatError."""
        count = 0
        try:
            with self.expansion.watched(self.open()) as stream:
                while block := stream.read(PIECE):
                    yield block
                    count += 1
        except BAD_STREAM as error:
            message, line = (
                Message("cannot be read: {error}", error=error),
                self._lines_in(count) + 1,
            )
            raise FormatError(
                message,
                path=self.label,
                line=line,
                column=1,
                remedy="download or copy the file again",
            ) from error

    def utf8_pieces(self, problems: Problems) -> Iterator[bytes]:
        """As `pieces`, for text: what is in another encoding becomes UTF-8."""
        if not self.encoding:
            yield from self.pieces()
            return
        recoder = Recoder(self.encoding)
        noted = False
        for piece in recoder.recoded(self.pieces()):
            if recoder.undecodable is not None and not noted:
                noted = True
                byte, offset, line, column = recoder.undecodable
                problems.report(
                    "not in the encoding named for it",
                    path=self.label,
                    line=line,
                    column=column,
                    detail=Message(
                        "byte 0x{raw:02x} at offset {offset:,} is not {encoding}",
                        raw=byte,
                        offset=offset,
                        encoding=self.encoding,
                    ),
                    remedy=leniently(REPLACED, "name another encoding"),
                )
            yield piece
        if recoder.of_utf_8:
            problems.note(
                Message(
                    "this is UTF-8, but was read as {encoding}: letters such as é are wrong in it "
                    "(read it as UTF-8)",
                    encoding=self.encoding,
                ),
                self.label,
            )

    def _lines_in(self, count: int) -> int:
        """How many line ends the first blocks contain."""
        with self.open() as stream:
            return sum(stream.read(PIECE).count(b"\n") for _ in range(count))

    def sample(self) -> str:
        """Return the beginning of the content, to recognise a format; undecodable bytes are
        replaced.
        """
        try:
            with self.open() as stream:
                beginning = stream.read(SAMPLE)
                return beginning.decode(self.encoding or "utf-8-sig", errors="replace")
        except BAD_STREAM:
            return ""

    def lines(self, problems: Problems, *, longest: int = LONGEST_LINE) -> Iterator[str]:
        """Yield the lines, without line ends."""
        return map(bytes.decode, chain.from_iterable(self.batches(problems, longest=longest)))

    def batches(self, problems: Problems, *, longest: int = LONGEST_LINE) -> Iterator[list[bytes]]:
        """Yield the lines, without line ends, one block at a time, as valid UTF-8.

        Decoding many short pieces at once is faster than one by one.
        """
        problems.begin(self.label, 1)
        held: list[bytes] = []
        number, length, ends, offset = 0, 0, "", 0
        for piece in self._newlined(problems):
            cut = piece.rfind(b"\n") + 1
            if not cut:
                held.append(piece)
                length += len(piece)
                self._check_length(length, number, longest)
                continue
            raw = b"".join([*held, piece[:cut]])
            lines, ends = self._lines(raw, _Place(number, offset), ends, problems)
            offset += len(raw)
            if len(raw) > longest:
                for at, line in enumerate(lines, number):
                    self._check_length(len(line.decode()), at, longest)
            yield lines
            number += len(lines)
            held, length = [piece[cut:]], len(piece) - cut
        rest = b"".join(held)
        if rest:
            self._check_length(len(rest), number, longest)
            yield self._lines(rest, _Place(number, offset), ends, problems)[0]

    def _newlined(self, problems: Problems) -> Iterator[bytes]:
        """The content, with newlines instead of carriage returns alone, which ended lines on early
        Macs.
        """
        pieces = self.utf8_pieces(problems)
        first = next(pieces, b"")
        if b"\n" in first or b"\r" not in first[:-1]:  # the last may be half of a Windows line end
            yield from filter(None, chain((first,), pieces))
            return
        number = 0
        for piece in chain((first,), pieces):
            if b"\n" in piece:
                line = number + piece[: piece.index(b"\n")].count(b"\r") + 1
                self._report_mixed_ends(line, problems)
            number += piece.count(b"\r")
            yield piece.replace(b"\r\n", b"\n").replace(b"\r", b"\n")

    def text(self, problems: Problems, *, longest: int = LONGEST_LINE, end: str = "\n") -> str:
        """Return the whole content, with one kind of line end.

        Lines are joined block by block: a short line takes several times its size in memory.
        """
        mark = end.encode()
        blocks = (mark.join(batch) for batch in self.batches(problems, longest=longest))
        return "".join([f"{block.decode()}{end}" for block in blocks])

    def _check_length(self, length: int, number: int, longest: int) -> None:
        if length > longest:
            raise FormatError(
                Message("line longer than {longest:,} characters", longest=longest),
                path=self.label,
                line=number + 1,
                remedy="this is probably not the format it is read as, or line ends were lost",
            )

    def _lines(
        self, raw: bytes, place: _Place, ends: str, problems: Problems
    ) -> tuple[list[bytes], str]:
        """The lines of a block, and the kinds of line ends that occur in it."""
        if ends != "\n" or not _ordinary(raw):
            text, ends = self._clean(raw, place, ends, problems)
            raw = text.encode()
        return raw.removesuffix(b"\n").split(b"\n"), ends

    def _clean(self, raw: bytes, place: _Place, ends: str, problems: Problems) -> tuple[str, str]:
        """Decode a block of whole lines, and report what is wrong with it."""
        number = place.line
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            before = raw[: error.start]
            problems.report(
                "not UTF-8",
                path=self.label,
                line=number + before.count(b"\n") + 1,
                column=len(before.rpartition(b"\n")[2].decode(errors="replace")) + 1,
                detail=Message(
                    "byte 0x{raw:02x} at offset {offset:,}",
                    raw=raw[error.start],
                    offset=place.offset + error.start,
                ),
                remedy=NOT_UTF_8,
            )
            text = raw.decode(errors="replace")
        if number == 0:
            text = text.removeprefix("\ufeff")  # a byte order mark means UTF-8
        if b"\0" in raw:
            before_nul = text[: text.index("\0")]
            problems.report(
                "NUL character",
                path=self.label,
                line=number + before_nul.count("\n") + 1,
                column=len(before_nul.rpartition("\n")[2]) + 1,
                remedy=leniently("drops such characters", "the file is binary or damaged"),
            )
            text = text.replace("\0", "")
        if b"\r" in raw or ends not in ("", "\n"):
            return self._unify_ends(text, number, ends, problems)
        return text, "\n" if b"\n" in raw else ends

    def _unify_ends(self, text: str, number: int, ends: str, problems: Problems) -> tuple[str, str]:
        # Three counts show that a block has one kind of line end, as nearly all have, without a
        # look at its lines. `ends` is what earlier blocks had: a file that changes its kind between
        # two blocks is mixed, too.
        pairs, total, returns = text.count("\r\n"), text.count("\n"), text.count("\r")
        style = "\r\n" if pairs and pairs == total == returns else "\n" if not returns else "mixed"
        if not total and not returns:
            return text, ends
        if style == "mixed" or (ends and style != ends):
            # The first line end of a file counts as the intended one; the error names the first
            # line with another.
            wanted = (
                ends
                if ends in ("\n", "\r\n")
                else ("\r\n" if text.find("\r\n") == text.find("\n") - 1 >= 0 else "\n")
            )
            odd = next(
                (
                    index
                    for index, line in enumerate(text.split("\n"))
                    if line.endswith("\r") != (wanted == "\r\n") or "\r" in line[:-1]
                ),
                0,
            )
            self._report_mixed_ends(number + odd + 1, problems)
        # A carriage return alone ends a line for a lenient reader; a strict one has raised an error
        # by now.
        return text.replace("\r\n", "\n").replace(
            "\r", "\n" if problems.lenient else ""
        ), ends or style

    def _report_mixed_ends(self, line: int, problems: Problems) -> None:
        problems.report(
            "mixed line ends",
            path=self.label,
            line=line,
            column=1,
            remedy=leniently("treats each as a line end", "use one kind of line end"),
        )


class _Place(NamedTuple):
    """Where a block begins in a file: how many lines and bytes come before it."""

    line: int
    offset: int


@dataclass(frozen=True, slots=True)
class InMemory(File):
    """A file that was never written: `path` is only a name."""

    content: bytes = b""

    def open(self) -> IO[bytes]:
        return io.BytesIO(self.content)


@dataclass(frozen=True, slots=True)
class Sampled(File):
    """A file whose beginning has already been read, so that recognising its format need not open it
    again.
    """

    beginning: str = ""

    def sample(self) -> str:
        return self.beginning


def _ordinary(raw: bytes) -> bool:
    if b"\r" in raw or b"\0" in raw:
        return False
    try:
        raw.decode()
    except UnicodeDecodeError:
        return False
    return True


class Files(Sequence[File]):
    """The files of one input, in the order of their names."""

    def __init__(self, files: Sequence[File], label: str) -> None:
        self._files = tuple(files)
        self._by_name = {file.name: file for file in self._files}
        self.label = label

    def __len__(self) -> int:
        return len(self._files)

    def __getitem__(self, index: int) -> File:  # type: ignore[override]  # slices are not needed
        return self._files[index]

    def named(self, name: str) -> File | None:
        """Return the file with this name, if there is one."""
        return self._by_name.get(name)

    def with_suffix(self, *suffixes: str) -> Files:
        """Return the files whose names have one of these suffixes before that of a compression."""
        return Files(
            [file for file in self if uncompressed(file.name).lower().endswith(suffixes)],
            self.label,
        )


def uncompressed(name: str) -> str:
    """A file's name without `.gz` or `.xz`."""
    return name[:-3] if name.endswith((".gz", ".xz")) else name


def without_suffix(name: str) -> str:
    """A file's name with its folders, but without suffixes of compression and format."""
    return str(PurePosixPath(uncompressed(name)).with_suffix(""))


def shortest_names(names: Iterable[str]) -> dict[str, str]:
    """The name of each file without suffix, with as many of its folders as are needed to make it
    unique.

    `x/a.txt` and `y/a.txt` are called `x/a` and `y/a`; files that differ only in the suffix share a
    name.
    """
    whole = {name: PurePosixPath(without_suffix(name)).parts for name in names}
    shared = Counter(tail for parts in set(whole.values()) for tail in _tails(parts))
    return {
        name: "/".join(next((tail for tail in _tails(parts) if shared[tail] == 1), parts))
        for name, parts in whole.items()
    }


def _tails(parts: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    return (parts[-length:] for length in range(1, len(parts) + 1))


@contextmanager
def opened(
    path: Path | str, expansion: Expansion | None = None, *, encoding: str = ""
) -> Iterator[Files]:
    """The files of a file, folder or archive. An archive is unpacked to a temporary folder while it
    is in use. Text is UTF-8, unless another `encoding` is named.

    `expansion` counts what compressed files and archives expand to; by default the limits are those
    of `Limits`.
    """
    path, encoding = Path(path), checked_encoding(encoding)
    if not path.exists():
        raise FormatError("no such file or folder", path=str(path), remedy="check the path")
    with ExitStack() as stack:
        if expansion is None:
            expansion = stack.enter_context(closing(Expansion(allowed(path))))
        if path.is_dir():
            yield _folder(path, str(path), expansion, encoding)
        elif is_archive(path):
            place = stack.enter_context(tempfile.TemporaryDirectory(prefix="coindex-"))
            unpack(path, Path(place), expansion)
            yield _folder(Path(place), f"{path}!", expansion, encoding)
        else:
            file = File(path, path.name, str(path), expansion=expansion, encoding=encoding)
            yield Files([file], str(path))


def hidden(name: PurePath) -> bool:
    """Whether a file belongs to the operating system and not to the user."""
    return any(part.startswith(".") or part.lower() in _SYSTEM for part in name.parts)


def listed(root: Path) -> list[Path]:
    """The files of a folder at any depth, sorted; for a file, the file itself."""
    if not root.is_dir():
        return [root]
    return sorted(
        item for item in root.rglob("*") if item.is_file() and not hidden(item.relative_to(root))
    )


def _folder(root: Path, label: str, expansion: Expansion, encoding: str) -> Files:
    paths = listed(root)
    names = [item.relative_to(root).as_posix() for item in paths]
    files = [
        File(item, name, f"{label}/{name}", expansion=expansion, encoding=encoding)
        for item, name in zip(paths, names, strict=True)
    ]
    return Files(files, label)
