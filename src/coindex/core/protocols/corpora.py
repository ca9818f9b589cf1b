"""The contracts of corpora that are found by name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from coindex.core.corpus import Corpus


@runtime_checkable
class Collection(Protocol):
    """A corpus that is found by name; `parts` are the parts that `NAME/PART` can name."""

    @property
    def title(self) -> str: ...
    @property
    def language(self) -> str: ...
    @property
    def licence(self) -> str: ...
    @property
    def parts(self) -> tuple[str, ...]: ...

    def find(self, part: str = "") -> Corpus:
        """Where the documents of the whole corpus, or of a part, are on this machine."""
        ...


@runtime_checkable
class Fetchable(Collection, Protocol):
    """A corpus that must be downloaded first; `size` is in bytes."""

    @property
    def size(self) -> int: ...

    def missing(self) -> Sequence[Any]:
        """What has not been downloaded yet; empty if everything is there."""
        ...
