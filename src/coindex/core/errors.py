"""The errors that Coindex raises on purpose."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches

from coindex.core.messages import Message
from coindex.core.remedies import Remedy, Words, remedy_of

_EXTRA = re.compile(r"extra == ['\"]([\w-]+)['\"]")
_BOUNDS = re.compile(r"[\[<>=!~ ]")
"""What follows a name in a requirement."""


class CoindexError(Exception):
    """The base class; the command line prints the error on one line and exits with 2.

    `remedy` says what to do. `str` words it for Python; each front end words it with `worded`.
    """

    remedy: Remedy = Remedy()

    def __init__(self, *args: object, remedy: Remedy | str = "") -> None:
        super().__init__(*args)
        if remedy:
            self.remedy = remedy_of(remedy)

    def what(self) -> Message:
        """Return what is wrong, and where."""
        return Message(super().__str__() if len(self.args) != 1 else self.args[0])

    def worded(self, words: Words) -> Message:
        """Return what is wrong, and in brackets what to do about it."""
        what, remedy = self.what(), self.remedy.worded(words)
        return Message("{what} ({remedy})", what=what, remedy=remedy) if remedy else what

    def __str__(self) -> str:
        return str(self.worded({}))


class FormatError(CoindexError):
    """Input that does not follow its format: where, what is wrong, what to do about it."""

    def __init__(
        self,
        message: str,
        *,
        path: str = "",
        line: int = 0,
        column: int = 0,
        remedy: Remedy | str = "",
    ) -> None:
        super().__init__(message, path, line, column, remedy_of(remedy), remedy=remedy)
        self.message, self.path, self.line, self.column = message, path, line, column

    def what(self) -> Message:
        where = ":".join(str(part) for part in (self.path, self.line, self.column) if part)
        what = Message(self.message)
        return Message("{where}: {what}", where=where, what=what) if where else what

    def __reduce__(self) -> tuple[object, ...]:
        return _format_error, (type(self), *self.args)


def _format_error(
    kind: type[FormatError], message: str, path: str, line: int, column: int, remedy: Remedy | str
) -> FormatError:
    return kind(message, path=path, line=line, column=column, remedy=remedy)


class TooLarge(FormatError):  # noqa: N818 - the tree's own word
    """Input that is larger, or expands further, than its reader allows."""


class WrongType(CoindexError, TypeError):  # noqa: N818 - the tree's own word
    """A function was given a value of a type that it does not accept."""


class ComponentError(CoindexError):
    """A component of a plug-in or another package raised an error of its own."""


class SpecError(CoindexError):
    """A component string that cannot be read, or that names a parameter the component does not
    have.
    """


class UnknownComponent(SpecError):  # noqa: N818 - the tree's own word
    """No component has this name."""


class MissingLayer(CoindexError):  # noqa: N818
    """A component needs something that the document or annotation does not have (a parse, heads, a
    key ...).
    """


class LanguageDoubt(CoindexError, UserWarning):  # noqa: N818 - warned of, not raised
    """The language of a text is a guess: it is too short, or looks like another."""


class AlignmentError(CoindexError):
    """Key and response cannot be aligned."""


class MissingExtra(CoindexError):  # noqa: N818
    """An optional library is not installed.

    `library` is its name on the package index. `extra` is the extra of Coindex that must be
    complete; without it, the library alone is enough.
    """

    def __init__(self, library: str, extra: str = "") -> None:
        super().__init__(library, extra)
        self.library, self.extra = library, extra

    def what(self) -> Message:
        return Message(
            "{library} is not installed; install it with: pip install {packages}",
            library=self.library,
            packages=" ".join(_packages(self.library, self.extra)),
        )


def _packages(library: str, extra: str) -> list[str]:
    """What pip has to install, with our least versions: advice that works from a checkout and from
    a wheel.
    """
    from importlib.metadata import PackageNotFoundError, requires

    try:
        required = requires("coindex") or []
    except PackageNotFoundError:
        required = []
    wanted = [(name.strip(), when) for name, _, when in (one.partition(";") for one in required)]
    packages = [name for name, when in wanted if extra and _EXTRA.findall(when) == [extra]]
    packages = packages or [name for name, _ in wanted if _BOUNDS.split(name)[0] == library][:1]
    return [f"'{name}'" for name in packages] or [library]


def suggestion(word: str, known: Iterable[str]) -> Message:
    """The end of an error message: what was probably meant, and which names are known."""
    names = sorted(known)
    listed = ", ".join(names) or "none"
    if close := closest(word, names):
        return Message("did you mean {close!r}? known: {names}", close=close, names=listed)
    return Message("known: {names}", names=listed)


def closest(word: str, known: Iterable[str]) -> str:
    """The known name that is most similar to a word; empty if none is similar."""
    return next(iter(get_close_matches(word, list(known), n=1, cutoff=0.5)), "")
