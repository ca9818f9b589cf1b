"""What a component of any family may have."""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable


@runtime_checkable
class Wrapping(Protocol):
    """A component around another library, which may not be installed; `library`
    is the name it is imported by.
    """

    library: ClassVar[str]


@runtime_checkable
class LanguageBound(Protocol):
    """A component whose rules are tied to languages; `languages` holds their codes."""

    languages: ClassVar[tuple[str, ...]]


@runtime_checkable
class Remote(Protocol):
    """A component that sends texts to another server, if `remote` is true. It runs only where a
    user names it: never in a comparison of all components, nor for visitors of a server.
    """

    remote: ClassVar[bool]
