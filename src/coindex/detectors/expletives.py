"""What a detector does with pronouns that do not refer: drop them, mark them, or keep them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from coindex.core.annotation import Mention, Reference
from coindex.core.errors import SpecError, suggestion
from coindex.language.pleonastic import nonreferential
from coindex.language.tree import Forest

TREATMENTS = ("drop", "keep", "mark")


def treated(mentions: Iterable[Mention], parse: Forest, treatment: str) -> Iterator[Mention]:
    """The mentions after treatment; one that is marked carries the type of its use."""
    found = {} if treatment == "keep" else nonreferential(parse.document)
    for mention in mentions:
        if mention.head is None or mention.head not in found:
            yield mention
        elif treatment == "mark":
            yield replace(mention, reference=Reference.NONREFERENTIAL, subtype=found[mention.head])


def check(name: str, value: str, known: tuple[str, ...]) -> None:
    """An option that has one of a few values."""
    if value not in known:
        raise SpecError(f"{name}={value!r}: {suggestion(value, known)}")
