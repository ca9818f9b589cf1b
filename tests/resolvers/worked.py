"""Worked examples: resolve a parse and look a pronoun's decision up by the words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from coindex.core import registry
from coindex.core.decision import Decision
from coindex.core.document import Document


class Worked:
    """Mentions are detected; a pronoun is named by its form and which occurrence it is, from 1."""

    def __init__(self, resolver: str, document: Document) -> None:
        self.document = document
        mentions = registry.build("detectors", "nominals").detect(document)
        self.decisions: list[Decision] = list(
            registry.build("resolvers", resolver).resolve(document, mentions)
        )

    def of(self, form: str, occurrence: int = 1) -> Decision:
        places = [index for index, token in enumerate(self.document.tokens) if token.form == form]
        return next(one for one in self.decisions if one.anaphor.start == places[occurrence - 1])

    def antecedent(self, form: str, occurrence: int = 1) -> str:
        """The head word of what was chosen, with its place among equal words if
        it is not the first: `Apple#2`.
        """
        return self._head(self.of(form, occurrence))

    def _head(self, decision: Decision) -> str:
        return "" if decision.antecedent is None else self.word(decision.antecedent.head or 0)

    def word(self, index: int) -> str:
        forms = [token.form for token in self.document.tokens]
        number = forms[: index + 1].count(forms[index])
        return forms[index] if number == 1 else f"{forms[index]}#{number}"

    def factors(self, form: str, occurrence: int = 1) -> Mapping[str, Mapping[str, float]]:
        """Of each candidate that was scored, by its head word."""
        decision = self.of(form, occurrence)
        return {self.word(one.mention.head or 0): dict(one.factors) for one in decision.admissible}

    def scores(
        self, form: str, occurrence: int = 1, *, without: tuple[str, ...] = ()
    ) -> Mapping[str, float]:
        """What the factors of each candidate come to, some left aside."""
        found = self.factors(form, occurrence)
        return {
            word: sum(value for name, value in factors.items() if name not in without)
            for word, factors in found.items()
        }

    def rejected(self, form: str, occurrence: int = 1) -> Mapping[str, str]:
        decision = self.of(form, occurrence)
        return {
            self.word(one.mention.head or 0): one.rejected
            for one in decision.candidates
            if one.rejected
        }


@cache
def read(text: str) -> Document:
    """Parsed by the bundled parser."""
    parser = registry.build("parsers", "bundled")
    document: Document = next(iter(parser.parse([Document("text", text)])))
    return document
