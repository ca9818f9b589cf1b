"""Documents resolved for rewriting from raw text, and what their keys say about inserted names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from coindex.core.annotation import Annotated, Annotation, Kind, Mention
from coindex.core.document import Document
from coindex.language.nominals.mentions import completed
from coindex.language.syntax.tree import forest
from coindex.pipeline.pipeline import Pipeline, key_on
from coindex.pipeline.result import Result
from coindex.resolvers.oracle import entities_of
from coindex.texts.rewriting.certainty import Opinion
from coindex.texts.rewriting.choices import Choices
from coindex.texts.rewriting.judging import Judge
from coindex.texts.rewriting.rewriter import Rewriter, with_large_model
from training.marks import MarkedText

EVERY = Choices(("pronouns", "zeros"), 0.0, quotations=True, repeat="any")
"""All that could be replaced, so that certainty alone decides."""
COVERED = 0.5
"""The share of pronouns with a name at which names are judged."""
THIRD = frozenset(
    ["he", "she", "it", "they", "him", "her", "them", "his", "hers", "its", "their", "theirs"]
)
DETERMINERS = frozenset(["the", "a", "an", "this", "that", "these", "those", "some"])


@dataclass(frozen=True)
class Text:
    """One document: what the resolvers made of it, and the key on its tokens."""

    corpus: str
    item: Annotated
    rewriters: Mapping[str, Rewriter]
    """By the size of the model; the large one only if it is installed."""
    marked: MarkedText | None = None
    """A text composed for training, whose marks are the key."""
    _opinions: dict[str, tuple[Result, list[Opinion]]] = field(default_factory=dict)

    @property
    def sizes(self) -> tuple[str, ...]:
        return tuple(self.rewriters)

    def judge(self, choices: Choices, size: str = "") -> Judge:
        """Judges the mentions of the document by a model of this size, else by the largest one;
        the resolvers run once.
        """
        size = size or self.sizes[-1]
        if size not in self._opinions:
            own = self.item.document
            document = Document(own.id, own.text, own.language if self.marked else "")
            bare = Annotated(document, Annotation(document.id))
            self._opinions[size] = self.rewriters[size].opinions(bare)
        resolved, others = self._opinions[size]
        return Judge(resolved.document, resolved.annotation, resolved.decisions, choices, others)

    def key(self, document: Document) -> Annotation:
        return self.marked.annotation(document) if self.marked else key_on(document, self.item)


def rewriters(resolver: str) -> dict[str, Rewriter]:
    """By the size of the model; the large one only if it is installed."""
    found = {"bundled": resolver, "large": with_large_model(resolver)}
    return {size: Rewriter(Pipeline(resolver=one)) for size, one in found.items() if one}


class Key:
    """What the key says about the mentions of a judge, and about the pronouns of the text."""

    def __init__(self, judge: Judge, key: Annotation) -> None:
        self._entity: Mapping[Mention, str] = {
            expression.mention: entity
            for expression, entity in entities_of(judge.discourse, key).items()
        }
        parse = forest(judge.document)
        self._words: dict[str, set[str]] = {}
        self.pronouns: dict[int, str] = {}
        """The entity of each third-person pronoun that is in one, by its token."""
        self.explicit: dict[str, list[int]] = {}
        """Where each entity is mentioned by a name or a noun."""
        for entity in key.entities:
            for mention in entity.mentions:
                self._words.setdefault(entity.id, set()).add(plain(mention.text(judge.document)))
                token = judge.document.tokens[mention.start]
                kind = completed(parse, mention).kind
                third = token.form.lower() in THIRD or (
                    judge.document.language == "es"
                    and kind in (Kind.PERSONAL, Kind.POSSESSIVE, Kind.ZERO)
                    and token.feature("Person") == "3"
                )
                if mention.span.length == 1 and third:
                    self.pronouns[mention.start] = entity.id
                elif kind in (Kind.NAME, Kind.NOMINAL, Kind.COORDINATION):
                    self.explicit.setdefault(entity.id, []).append(mention.start)

    def entity(self, mention: Mention) -> str | None:
        return self._entity.get(mention)

    def right(self, mention: Mention, name: str, origin: Sequence[Mention]) -> bool:
        """Whether the inserted name is a mention of the entity that the key puts the mention into:
        it comes from one, or has the words of one, determiners aside.
        """
        entity = self.entity(mention)
        return entity is not None and (
            any(self.entity(one) == entity for one in origin)
            or plain(name) in self._words.get(entity, ())
        )

    @property
    def nameable(self) -> list[int]:
        """The pronouns that have an explicit mention of their entity before them."""
        return [
            token
            for token, entity in self.pronouns.items()
            if any(place < token for place in self.explicit.get(entity, ()))
        ]


def plain(words: str) -> str:
    """In lower case, without determiners at the beginning."""
    left = words.lower().split()
    while left and left[0] in DETERMINERS:
        left = left[1:]
    return " ".join(left)
