"""How often third-person pronouns are resolved rightly: the
definition the accuracy commands share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from coindex.core.annotation import Annotation, Entity, Mention
from coindex.core.document import Document
from coindex.language.nominals.mentions import completed
from coindex.language.syntax.tree import forest

THIRD_PERSON = frozenset(
    {
        *("he", "him", "his", "himself", "she", "her", "hers", "herself"),
        *("it", "its", "itself", "they", "them", "their", "theirs", "themselves"),
    }
)


class Outcome(NamedTuple):
    """`right`: the nearest earlier mention of the response entity has the head
    of a mention of the key entity.

    `anchored` is the same for the nearest earlier mention that is not a pronoun, `None` where the
    key entity has none.
    """

    form: str
    right: bool
    anchored: bool | None


def outcomes(document: Document, key: Annotation, response: Annotation) -> Iterator[Outcome]:
    """Every third-person pronoun of the key with an earlier mention in
    its entity; unresolved is wrong.
    """
    parse = forest(document)
    full = {
        mention: completed(parse, mention) for entity in key.entities for mention in entity.mentions
    }
    response_entity = {
        mention.start: entity
        for entity in response.entities
        for mention in entity.mentions
        if mention.span.length == 1
    }
    for entity in key.entities:
        heads = {full[mention].head for mention in entity.mentions}
        for mention in entity.mentions:
            form = document.tokens[mention.start].form.lower()
            if mention.span.length > 1 or form not in THIRD_PERSON:
                continue
            earlier = [other for other in entity.mentions if other.start < mention.start]
            if not earlier:
                continue
            found = response_entity.get(mention.start)
            nouns = [other for other in earlier if not full[other].kind.pronominal]
            yield Outcome(
                form,
                _head(found, mention) in heads,
                _head(found, mention, nouns=True) in heads if nouns else None,
            )


def _head(entity: Entity | None, pronoun: Mention, *, nouns: bool = False) -> int | None:
    """The head of the nearest earlier mention, or of the nearest earlier one that
    is not a pronoun; -1 for none.
    """
    earlier = [
        other
        for other in (entity.mentions if entity else ())
        if other.start < pronoun.start and not (nouns and other.kind.pronominal)
    ]
    return max(earlier, key=lambda other: (other.start, -other.end)).head if earlier else -1


def rate(counts: Counter[str], what: str) -> float | None:
    return counts[f"{what} right"] / counts[what] if counts[what] else None


def counted(found: Iterator[Outcome], counts: Counter[str]) -> None:
    for outcome in found:
        counts.update({"pronouns": 1, "pronouns right": outcome.right})
        counts.update({outcome.form: 1, f"{outcome.form} right": outcome.right})
        if outcome.anchored is not None:
            counts.update({"anchors": 1, "anchors right": outcome.anchored})
