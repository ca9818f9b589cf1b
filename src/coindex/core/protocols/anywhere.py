"""Optional members of components of any family."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar, Protocol, runtime_checkable


@runtime_checkable
class Wrapping(Protocol):
    """A component that uses another library, which may not be installed; `library` is the name
    under which it is imported.
    """

    library: ClassVar[str]


@runtime_checkable
class LanguageBound(Protocol):
    """A component whose rules are written for certain languages; `languages` holds their codes."""

    languages: ClassVar[tuple[str, ...]]


@runtime_checkable
class Remote(Protocol):
    """A component that sends texts to another server, if `remote` is true.

    It runs only if a user names it: never in a comparison of all components, nor for visitors of a
    server.
    """

    remote: ClassVar[bool]


@runtime_checkable
class Trained(Protocol):
    """A component that learned from documents.

    `fingerprints` names the files by which documents of a language are known again that it has
    seen, as training, tuning and `coindex.write_fingerprints` write them.
    """

    def fingerprints(self, language: str) -> Sequence[Path]: ...
