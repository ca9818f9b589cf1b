"""What a detector does with pronouns that do not refer: drop them, mark them, or keep them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec

from coindex.core.annotation import Mention, Reference
from coindex.core.errors import SpecError, suggestion
from coindex.language.tree import Forest

TREATMENTS = ("drop", "keep", "mark")


def treated(mentions: Iterable[Mention], parse: Forest, treatment: str) -> Iterator[Mention]:
    """The mentions after treatment; one that is marked carries the type of its use."""
    found = {} if treatment == "keep" else expletives(parse)
    for mention in mentions:
        if mention.head is None or mention.head not in found:
            yield mention
        elif treatment == "mark":
            yield replace(mention, reference=Reference.NONREFERENTIAL, subtype=found[mention.head])


def expletives(parse: Forest) -> Mapping[int, str]:
    """Non-referring pronouns and the type of their use; the parser's own label alone has no type."""
    if find_spec("coindex.language.pleonastic") is not None:
        module = import_module("coindex.language.pleonastic")
        if hasattr(module, "nonreferential"):
            found: Mapping[int, str] = module.nonreferential(parse.document)
            return found
    return {index: "" for index, label in enumerate(parse.labels) if label == "expl"}


def check(name: str, value: str, known: tuple[str, ...]) -> None:
    """An option that has one of a few values."""
    if value not in known:
        raise SpecError(f"{name}={value!r}: {suggestion(value, known)}")
