"""A large language model as resolver, at any OpenAI-compatible endpoint.

The three ways to ask are a numbering of mentions (the document template of Le & Ritter 2023, *Are
Large Language Models Robust Coreference Resolvers?*), the same with mentions that the model finds
itself, and a list of links. Answers are aligned with the text, and what is wrong with them
is counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from typing import ClassVar

from coindex.core import registry
from coindex.core.annotation import Annotation, Mention, Reference, in_order
from coindex.core.decision import Decision
from coindex.core.document import Document, Span
from coindex.core.glossary import Glossary
from coindex.core.protocols import Correct
from coindex.resolvers.llm.asking import Asking
from coindex.resolvers.llm.client import ModelAnswer
from coindex.resolvers.llm.detection import LlmMentions
from coindex.resolvers.llm.reading import CUT, MentionAnswer, linked, numbered
from coindex.resolvers.llm.shown import ShownText

SAID, UNSAID = "the model's words", "not in the answer"
DIFFERENT = "mentions that two windows resolve differently"
_MILLION = 1_000_000
"""Tokens to which prices refer."""


@dataclass(frozen=True, slots=True)
class Llm(Asking):
    """Link mentions as a large language model does, at any OpenAI-compatible endpoint."""

    glossary: ClassVar[Glossary] = {
        f"{SAID}: *": "what the model wrote about this mention",
        UNSAID: "the model's answer has no number or antecedent for this pronoun",
    }

    @property
    def detector(self) -> str:
        """With *document*, mentions are those that the model finds; otherwise those of
        the rules.
        """
        if self.prompt != "document":
            return "nominals"
        shared = {field.name: getattr(self, field.name) for field in fields(self)}
        return registry.spec_of(LlmMentions(**shared))

    def resolve(
        self, document: Document, mentions: Annotation, *, correct: Correct | None = None
    ) -> Iterator[Decision]:
        answers, _ = self._read(document, mentions)
        for mention in _referring(mentions):
            one = answers.get(mention)
            if one is not None and one.antecedent is not None:
                yield Decision(mention, one.antecedent, f"{SAID}: {one.words}")
            elif one is None and mention.kind.pronominal:
                yield Decision(mention, None, UNSAID)

    def account(self, document: Document, mentions: Annotation) -> Mapping[str, float]:
        """The cost of the answers about a document, and what was wrong with them."""
        return self._read(document, mentions)[1]

    def _read(
        self, document: Document, mentions: Annotation
    ) -> tuple[dict[Mention, MentionAnswer], Counter[str]]:
        given = _referring(mentions)
        answers: dict[Mention, MentionAnswer] = {}
        account: Counter[str] = Counter()
        for part, answer in self.turns(document, given):
            account += self._spent(answer)
            if self.prompt == "links":
                read, damage = linked(part, answer.text)
            else:
                every = self.prompt == "mentions"
                inside = part.mentions if every else _inside(part, given)
                read, damage = numbered(part, inside, answer.text, all_marked=every)
            account += damage
            account[DIFFERENT] += _add(answers, read, part)
        return answers, +account

    def _spent(self, answer: ModelAnswer) -> Counter[str]:
        cost = answer.tokens_in * self.price_in + answer.tokens_out * self.price_out
        spent: Counter[str] = Counter(
            {
                "requests": 1,
                "retries": answer.retries,
                "tokens in": answer.tokens_in,
                "tokens out": answer.tokens_out,
                CUT: int(answer.cut),
            }
        )
        spent["cost"] = cost / _MILLION  # type: ignore[assignment]  # Counter adds any numbers
        return spent


def _referring(mentions: Annotation) -> tuple[Mention, ...]:
    referring = (
        mention
        for mention in mentions.mentions
        if mention.reference is not Reference.NONREFERENTIAL
    )
    return tuple(dict.fromkeys(in_order(list(referring))))


def _inside(part: ShownText, given: tuple[Mention, ...]) -> tuple[Mention, ...]:
    window = Span(part.tokens[0][0], part.tokens[-1][1] + 1) if part.tokens else Span(0, 0)
    return tuple(mention for mention in given if window.covers(mention.span))


def _add(answers: dict[Mention, MentionAnswer], given: list[MentionAnswer], part: ShownText) -> int:
    """Add the answers of a window to those of earlier ones, which had more preceding text; returns
    the number of mentions with contradictory answers.
    """
    different = 0
    window = Span(part.tokens[0][0], part.tokens[-1][1] + 1) if part.tokens else Span(0, 0)
    for one in given:
        before = answers.get(one.mention)
        if before is None or before.antecedent is None:
            answers[one.mention] = one
        elif window.covers(before.antecedent.span):
            different += one.antecedent != before.antecedent
    return different
