"""The nodes of a sentence's structure while they are built, from the top and left to right."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from coindex.core.document import Span
from coindex.language.syntax.structure import Label, Structure, VerbShell
from coindex.language.syntax.tree import NONE, Forest

Step = tuple[Callable[..., None], int, int, Any]
"""A method that builds a phrase, the head of the phrase, the node above, and what else it needs."""


class Nodes:
    """What is built, and the agenda of what remains to be built.

    An agenda instead of recursion, because sentences of thousands of words, as lists and tables are
    parsed, would exceed Python's recursion limit.

    `weights` counts daughters because c-command skips nodes that do not branch. `phrases` is the NP
    of a noun including adjoined material, `wholes` that of its coordination, `cores` the NP without
    adjoined material, all by token.
    """

    def __init__(self, forest: Forest, span: Span) -> None:
        self.forest, self.span = forest, span
        self.labels: list[Label] = []
        self.tokens: list[int] = []
        self.parents: list[int] = []
        self.weights: list[int] = []
        self.subjects: list[int] = []
        self.controllers: list[int] = []
        unknown = [NONE] * span.length
        self.phrases, self.wholes, self.cores, self.clauses = (
            unknown,
            unknown.copy(),
            unknown.copy(),
            unknown.copy(),
        )
        self.shells: dict[int, list[VerbShell]] = {}
        self.agenda: list[Step] = []

    def node(self, label: Label, token: int, parent: int, weight: int) -> int:
        """Add a node; `weight` counts the daughters, words included."""
        self.labels.append(label)
        self.tokens.append(token)
        self.parents.append(parent)
        self.weights.append(weight)
        self.subjects.append(NONE)
        self.controllers.append(NONE)
        return len(self.labels) - 1

    def work_off(self) -> None:
        """Carry out the agenda, including what its steps add."""
        agenda = self.agenda
        while agenda:
            step, token, parent, more = agenda.pop()
            step(token, parent, more)

    def later(self, steps: list[Step]) -> None:
        """Put the daughters of one node on the agenda, in surface order."""
        self.agenda.extend(reversed(steps))

    def finished(self) -> Structure:
        parents, weights, subjects = self.parents, self.weights, self.subjects
        branching, categories = list[int](), list[int]()
        # A parent is built before its daughters, so one pass from the top is enough; `last` needs
        # one from the bottom.
        for parent in parents:
            if parent == NONE:
                branching.append(NONE)
                categories.append(NONE)
            else:
                branching.append(parent if weights[parent] > 1 else branching[parent])
                categories.append(categories[parent] if subjects[parent] == NONE else parent)
        last = list(range(len(parents)))
        for node in range(len(parents) - 1, -1, -1):
            parent = parents[node]
            if parent != NONE and last[parent] < last[node]:
                last[parent] = last[node]
        return Structure(
            self.span,
            self.labels,
            self.tokens,
            parents,
            last,
            branching,
            categories,
            subjects,
            self.controllers,
            self.phrases,
            self.wholes,
            self.cores,
            self.clauses,
            self.shells,
            self.forest,
        )
