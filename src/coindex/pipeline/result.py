"""The result of resolving one document: entities, decisions, and reasons on request."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Unpack

from coindex.core import registry
from coindex.core.annotation import Annotation, Entity
from coindex.core.chains import group_members
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary, explanations

if TYPE_CHECKING:
    from coindex.pipeline.notebook import NotebookPanel
    from coindex.texts.books.book import Book
    from coindex.texts.graphs.graph import Graph
    from coindex.texts.rewriting.choices import ChoiceOptions
    from coindex.texts.rewriting.rewriting import Rewriting

_NAMED = 12
"""How many anaphors the message names for a word that no decision is about."""


@dataclass(frozen=True, slots=True, repr=False)
class Result:
    """One resolved document: `result.entities`, `result.text()`, `result.why("she")`."""

    document: Document
    """The text with its parse."""
    annotation: Annotation
    """All mentions, entities (including singletons) and links that the resolver found."""
    decisions: tuple[Decision, ...] = ()
    """The decision about each anaphor, in the order in which they were made."""

    @property
    def entities(self) -> tuple[Entity, ...]:
        """Entities of two or more mentions, groups and the members of groups, in order of first
        mention. Where the parser gives no types, as in Spanish, the words do.
        """
        from coindex.language.nominals.entity_types import typed

        grouped = {name for whole, parts in self.groups.items() for name in (whole, *parts)}
        chains = (
            entity
            for entity in self.annotation.entities
            if not entity.singleton or entity.id in grouped
        )
        ordered = sorted(chains, key=lambda entity: entity.mentions[0].start)
        return typed(self.document, self.annotation, ordered)

    @property
    def groups(self) -> dict[str, tuple[str, ...]]:
        """The ids of entities that are groups, with the ids of the entities that each group
        consists of: *Ann met Bob. They left.*
        """
        return group_members(self.annotation)

    def __repr__(self) -> str:
        tokens, mentions = len(self.document.tokens), len(self.annotation.mentions)
        counted = f"tokens {tokens}, mentions {mentions}, entities {len(self.entities)}"
        return (
            f"<Result {self.document.id!r}: {counted}; resolved by {self.annotation.source.name}>"
        )

    def _repr_html_(self) -> str:
        """The text with coloured chains, for notebooks; on hover a
        mention shows the reasons for its link.
        """
        from coindex.pipeline.notebook import panel_html

        return panel_html(self._panel())

    def _panel(self) -> NotebookPanel:
        """The notebook's view of the result."""
        from coindex.pipeline.explanation import explained
        from coindex.pipeline.notebook import NotebookPanel, shortened

        reasons = {
            decision.anaphor: shortened(explained(self.document, decision))
            for decision in self._reasoned()
        }
        name = self.annotation.source.name
        return NotebookPanel(name, self.document, self.entities, reasons, self.groups)

    def text(self) -> str:
        """Return the text with brackets: `[Ann]1 lost [[her]1 key]2.` A group has the indices of
        its members: `[They]1+2`.
        """
        from coindex.pipeline.brackets import bracketed_text

        return bracketed_text(self.document, self.entities, self.groups)

    def replaced(self) -> str:
        """Return the text with every third-person pronoun replaced that can be, however uncertain,
        also where the name stands twice in a sentence; `rewritten` is more careful.
        """
        from coindex.texts.rewriting.replacement import replaced

        return replaced(self.document, self.entities, self.groups)

    def rewritten(self, *opinions: Result, **choices: Unpack[ChoiceOptions]) -> Rewriting:
        """Return the text with pronouns and zeros made explicit where that is safe.

        `kinds` are *pronouns*, *nominals*, *zeros*. What is less certain than `min_confidence`, is
        quoted (unless `quotations`), or has the name in its `repeat` (*sentence*, *clause*; *any*:
        no such limit) stays. `only` narrows it to *ambiguous* mentions or those *far* from a name;
        `style` is *name* or *description*. `opinions` are what other resolvers make of the same
        parse: where they differ, less is certain.
        """
        from coindex.texts.rewriting.certainty import Opinion
        from coindex.texts.rewriting.choices import choices_of
        from coindex.texts.rewriting.rewriting import rewriting

        others = [Opinion(one.annotation) for one in opinions]
        asked = choices_of(Result.rewritten, choices)
        return rewriting(self.document, self.annotation, self.decisions, asked, others)

    def graph(
        self,
        select: str = "repeated",
        types: Sequence[str] = (),
        *,
        summed: bool = False,
        min_confidence: float = 0.5,
    ) -> Graph:
        """Return a graph: its nodes are entities, its edges what clauses say about two of them.

        `select` are the entities that are nodes: *named*, *repeated* (named, or of two mentions or
        more) or *all*; `types` narrows them to *person*, *place* ... With `summed`, edges that
        differ in nothing but the sentence are one. Edges are left out if the mentions at their ends
        are less certain to be of these entities than `min_confidence`.
        """
        from coindex.texts.graphs.graph import summed as sums
        from coindex.texts.graphs.relations import Relations

        relations = Relations(self.document, self.annotation, self.decisions)
        graph = relations.graph(select, types, min_confidence)
        return sums(graph) if summed else graph

    def book(self, *, least: int = 2) -> Book:
        """Return the characters, quotations and meetings of a novel or play; `least` is how many
        mentions a character has at least. Resolve it with `names="book"`, as `coindex.book` does.
        """
        from coindex.texts.books.book import Book

        return Book(self.document, self.annotation, least)

    def to_dict(self, *, why: bool = False) -> dict[str, Any]:
        """Return the entities with character offsets; with `why`, also the decisions, their
        reasons, and what the names in them mean.

        `id` of an entity is its number in `text()`; `members` of a group are the ids of its
        entities.
        """
        from coindex.pipeline.offsets import decision_at

        value: dict[str, Any] = {
            "document": self.document.id,
            "resolver": self.annotation.source.name,
            "entities": self._chains(),
        }
        if self.document.extra:
            value["extra"] = dict(self.document.extra)
        if why:
            value["decisions"] = [
                decision_at(self.document, decision) for decision in self._reasoned()
            ]
            value["glossary"] = explanations(self._glossary(), self.decisions)
        return value

    def _chains(self) -> list[dict[str, Any]]:
        from coindex.pipeline.offsets import entity_at

        listed, groups = self.entities, self.groups
        number = {entity.id: place for place, entity in enumerate(listed, 1)}
        chains = []
        for entity in listed:
            chain = entity_at(self.document, entity, number[entity.id])
            if entity.id in groups:
                chain["members"] = [number[name] for name in groups[entity.id]]
            chains.append(chain)
        return chains

    def to_json(self, *, why: bool = False) -> str:
        """Return `to_dict` as one line of JSON."""
        return json.dumps(self.to_dict(why=why), ensure_ascii=False)

    def to_frame(self, kind: str = "pandas", rows: str = "mentions") -> Any:
        """Return a data frame of pandas or polars, or a plain `dict` of columns. `rows` are the
        *mentions* of entities of two or more mentions, these *entities*, or all *links*: one row
        for each antecedent.
        """
        from coindex.pipeline.data_frames import data_frame
        from coindex.pipeline.result_rows import columns

        return data_frame(columns(self, rows), kind)

    def why(self, words: str = "") -> str:
        """Return the reasons for each decision about an anaphor with these words; about every
        anaphor, but not first mentions, if none are given.

        At the end stands what the names of rules, constraints and preferences mean.
        """
        from coindex.pipeline.explanation import explained, is_first_mention, legend

        wanted = words.lower()
        chosen = [
            decision
            for decision in self._reasoned()
            if (
                self._anaphor(decision).lower() == wanted
                if words
                else not is_first_mention(decision)
            )
        ]
        if words and not chosen:
            return self._nothing_about(words)
        reasons = [
            explained(self.document, decision, self.annotation.mentions) for decision in chosen
        ]
        return "\n\n".join(filter(None, [*reasons, legend(self._glossary(), chosen)]))

    def _reasoned(self) -> tuple[Decision, ...]:
        """The decisions with what speaks for them, if their resolver can tell."""
        from coindex.pipeline.explanation import reasoned

        return reasoned(self.document, self.decisions, self.annotation.source.name)

    def _glossary(self) -> Glossary:
        return registry.glossary(self.annotation.source.name, self.document)

    def _anaphor(self, decision: Decision) -> str:
        return " ".join(decision.anaphor.text(self.document).split()) or "∅"

    def _nothing_about(self, words: str) -> str:
        known = list(dict.fromkeys(map(self._anaphor, self.decisions)))
        close = get_close_matches(words, known, n=3, cutoff=0.5)
        meant = f" Did you mean {' or '.join(f'“{name}”' for name in close)}?" if close else ""
        more = f" and {len(known) - _NAMED} more" if len(known) > _NAMED else ""
        anaphors = (
            f"anaphors are {', '.join(known[:_NAMED])}{more}" if known else "there are no anaphors"
        )
        return f"no decision is about “{words}”; {anaphors}.{meant}"
