"""Everything Coindex raises on purpose, as one tree."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class CoindexError(Exception):
    """Root of the tree; the command line prints it on one line and exits with 2."""


class FormatError(CoindexError):
    """Input that does not follow its format: where it is, what is wrong, what to do about it."""

    def __init__(self, message: str, *, path: str = "", line: int = 0, column: int = 0, remedy: str = "") -> None:
        super().__init__(message, path, line, column, remedy)
        self.message, self.path, self.line, self.column, self.remedy = message, path, line, column, remedy

    def __str__(self) -> str:
        where = ":".join(str(part) for part in (self.path, self.line, self.column) if part)
        what = f"{where}: {self.message}" if where else self.message
        return f"{what} ({self.remedy})" if self.remedy else what

    def __reduce__(self) -> tuple[object, ...]:
        return _format_error, (type(self), *self.args)


def _format_error(kind: type[FormatError], message: str, path: str, line: int, column: int, remedy: str) -> FormatError:
    return kind(message, path=path, line=line, column=column, remedy=remedy)


class TooLarge(FormatError):  # noqa: N818 - the tree's own word
    """Input that is larger, or expands further, than its reader allows."""


class WrongType(CoindexError, TypeError):  # noqa: N818 - the tree's own word
    """A function was given a value of another type than it takes."""


class SpecError(CoindexError):
    """A component string that cannot be read, or names a parameter the component does not have."""


class UnknownComponent(SpecError):  # noqa: N818 - the tree's own word
    """A component name nobody registered."""


class MissingLayer(CoindexError):  # noqa: N818
    """A component needs something the document or annotation does not have (a parse, heads, a key ...)."""


class AlignmentError(CoindexError):
    """Key and response cannot be laid over each other."""


class MissingExtra(CoindexError):  # noqa: N818
    """An optional library is not installed."""

    def __init__(self, library: str, extra: str) -> None:
        super().__init__(library, extra)
        self.library, self.extra = library, extra

    def __str__(self) -> str:
        return f"{self.library} is not installed; install it with: pip install 'coindex[{self.extra}]'"


def suggestion(word: str, known: Iterable[str]) -> str:
    """What was probably meant, and what is known, as the end of an error message."""
    names = sorted(known)
    close = get_close_matches(word, names, n=1, cutoff=0.5)
    meant = f"did you mean {close[0]!r}? " if close else ""
    return f"{meant}known: {', '.join(names) or 'none'}"
