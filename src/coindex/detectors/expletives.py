"""What a detector does with pronouns that do not refer: drop them, mark them, or keep them."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from coindex.core.annotation import Mention, Reference
from coindex.core.document import Document
from coindex.language.pleonastic import LIKELY, Subtype, expletive_chance, nonreferential
from coindex.language.syntax.tree import Forest

_CONTESTED = frozenset({Subtype.EXTRAPOSITION})
"""Types of which about half refer after all if the parser is uncertain; of weather, time and
idioms, hardly any do.
"""


def treated(
    mentions: Iterable[Mention], parse: Forest, treatment: str, kept: Container[int] = ()
) -> Iterator[Mention]:
    """The mentions after treatment, those with a `kept` head as they are; a mention that is marked
    has the type of its use.
    """
    uses = {} if treatment == "keep" else _undoubted(parse.document)
    for mention in mentions:
        if mention.head is None or mention.head not in uses or mention.head in kept:
            yield mention
        elif treatment == "mark":
            yield mention._replace(reference=Reference.NONREFERENTIAL, subtype=uses[mention.head])


def _undoubted(document: Document) -> dict[int, str]:
    """The mentions that do not refer, without those the parser is uncertain about: a mention that
    is dropped is lost for good.
    """
    return {
        index: subtype
        for index, subtype in nonreferential(document).items()
        if subtype not in _CONTESTED
        or expletive_chance(document.tokens[index], unknown=1) >= LIKELY
    }
