"""The constituents of a sentence as numbered nodes: dominance and c-command in constant time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Literal, NamedTuple

from coindex.core.annotation import Kind, Mention
from coindex.core.document import Span
from coindex.language.syntax.tree import NONE, Forest

PRO = -2
"""Stands for a covert subject in place of a subject token."""


class Label(StrEnum):
    S = "S"
    S_BAR = "S'"
    VP = "VP"
    PP = "PP"
    NP = "NP"
    N_BAR = "N'"
    XP = "XP"
    """A phrase of an adjective or adverb that contains other phrases."""


@dataclass(frozen=True, slots=True)
class StructureOptions:
    """How to build.

    `argument_pp_transparent`: dative and argument PPs do not branch, so the NP inside c-commands
    out of them. `adjunct_control`: whether a matrix object controls the covert subject of an
    adverbial clause too, as it does with a complement, or the matrix subject alone. `n_bar`: `wide`
    puts every attribute into N' and adjoins clauses and appositions above the core NP; `narrow`
    (Hobbs) leaves only genitive PPs and clausal complements in N' and makes the rest its sisters.
    """

    argument_pp_transparent: bool = False
    adjunct_control: Literal["object", "subject"] = "subject"
    n_bar: Literal["wide", "narrow"] = "wide"


DEFAULT = StructureOptions()


class Attachment(NamedTuple):
    """Where a phrase would be attached: below `node`, and below `owner` if attaching it adds a
    layer to that NP.
    """

    node: int
    owner: int = NONE


class VerbShell(NamedTuple):
    """A VP shell: the rank among the verb's dependents, and the dependent that it introduces."""

    rank: int
    dependent: int
    node: int


@dataclass(frozen=True)
class Structure:
    """The nodes of one sentence, one tree per fragment, numbered so that a
    node precedes all it dominates.

    Words are not nodes. Lists over nodes: `labels`, `tokens` (the head word), `parents`, `last`
    (the highest number among the dominated), `branching` (bn: the lowest dominating node with two
    daughters, words counted), `categories` (the lowest dominating node that has a subject or
    possessor), `subjects` (the token of subject or possessor, `PRO`, or `NONE`), `controllers` (the
    token that controls a PRO, or `NONE`).

    Lists over the tokens of `span`: `phrases` (the NP of a head, what is adjoined included),
    `wholes` (the coordination a first conjunct stands for, or its NP), `cores` (the NP without what
    is adjoined), `clauses` (the S of a predicate; VP conjuncts share it). `shells` are the VP
    shells of each predicate, from the top.
    """

    span: Span
    labels: list[Label]
    tokens: list[int]
    parents: list[int]
    last: list[int]
    branching: list[int]
    categories: list[int]
    subjects: list[int]
    controllers: list[int]
    phrases: list[int]
    wholes: list[int]
    cores: list[int]
    clauses: list[int]
    shells: dict[int, list[VerbShell]]
    forest: Forest

    @cached_property
    def children(self) -> list[list[int]]:
        """The daughters of each node in surface order."""
        daughters: list[list[int]] = [[] for _ in self.parents]
        for node, parent in enumerate(self.parents):
            if parent != NONE:
                daughters[parent].append(node)
        return daughters

    @cached_property
    def roots(self) -> list[int]:
        return [node for node, parent in enumerate(self.parents) if parent == NONE]

    def dominates(self, upper: int, lower: int) -> bool:
        """Whether a node properly dominates another."""
        return upper < lower <= self.last[upper]

    def c_commands(self, upper: int, lower: int) -> bool:
        """Whether bn(upper) dominates `lower`, and neither of the two is or dominates the other."""
        above = self.branching[upper]
        return (
            above != NONE
            and above < lower <= self.last[above]
            and not upper <= lower <= self.last[upper]
            and not lower < upper <= self.last[lower]
        )

    def ancestors(self, node: int) -> Iterator[int]:
        node = self.parents[node]
        while node != NONE:
            yield node
            node = self.parents[node]

    def root(self, node: int) -> int:
        while self.parents[node] != NONE:
            node = self.parents[node]
        return node

    def node(self, token: int) -> int:
        """The NP that the token heads, else its S, else the node of its head; `NONE` if there is
        none of these.
        """
        start = self.span.start
        heads = self.forest.heads
        while token != NONE:
            at = token - start
            if self.phrases[at] != NONE:
                return self.phrases[at]
            if self.clauses[at] != NONE:
                return self.clauses[at]
            token = heads[token]
        return NONE

    def whole(self, token: int) -> int:
        """As `node`, but the whole coordination for a first conjunct."""
        coordination = self.wholes[token - self.span.start]
        return coordination if coordination != NONE else self.node(token)

    def of(self, mention: Mention) -> int:
        """The node of a mention: the coordination if it is one, or extends over another
        conjunct.
        """
        # In a dependency tree a coordination and its first conjunct have the same head, so the head
        # does not say which of the two a mention is: its kind or its extent does.
        head = mention.start if mention.head is None else mention.head
        whole = self.wholes[head - self.span.start]
        if whole == NONE or whole == self.phrases[head - self.span.start]:
            return self.node(head)
        labels, covered = self.forest.labels, mention.span
        if mention.kind is Kind.COORDINATION or any(
            child in covered and labels[child] == "conj" for child in self.forest.children[head]
        ):
            return whole
        return self.node(head)

    def subject(self, node: int) -> int:
        """The node of the overt subject of an S or possessor of an NP, or `NONE`."""
        token = self.subjects[node]
        return self.whole(token) if token >= 0 else NONE

    def controller(self, node: int) -> int:
        """The node that controls the covert subject of an S, or `NONE`."""
        token = self.controllers[node]
        return self.whole(token) if token >= 0 else NONE

    def breadth_first(self, node: int) -> Iterator[int]:
        """Everything below a node, level by level, from left to right."""
        level = self.children[node]
        while level:
            yield from level
            level = [child for upper in level for child in self.children[upper]]

    def bracketing(self, node: int) -> str:
        """The tree below a node in brackets, with heads as forms, for explanations and tests."""
        word = self.forest.document.tokens[self.tokens[node]].form
        inner = [self.bracketing(child) for child in self.children[node]]
        return f"({' '.join([self.labels[node], *(inner or [word])])})"
