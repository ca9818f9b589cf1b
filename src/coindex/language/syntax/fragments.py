"""Fragments of an incomplete parse: embedding, attachment sites, and what holds wherever two of
them attach.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import NamedTuple

from coindex.core.document import Fragment
from coindex.language.syntax.attachment import attachment, possible_sites
from coindex.language.syntax.binding import Binding, binding_category
from coindex.language.syntax.structure import Attachment, Structure
from coindex.language.syntax.tree import NONE


class Place(NamedTuple):
    """A mention as the rule patterns see it."""

    node: int
    binding: Binding


class Verdict(NamedTuple):
    """The rule pattern that matched, and whether it admits coindexing or rules it out."""

    pattern: str
    admits: bool


class Fragments:
    """The fragments of one sentence over its structure, numbered as its trees; nothing is known
    about unlisted trees.

    Structures must have been built with the wide N'.
    """

    def __init__(self, structure: Structure, listed: tuple[Fragment, ...] = ()) -> None:
        self.structure = structure
        roots = [structure.tokens[node] for node in structure.roots]
        known = {fragment.root: fragment for fragment in listed}
        self.listed = tuple(known.get(root, Fragment(root)) for root in roots)
        self._above = _embedding(listed, {root: number for number, root in enumerate(roots)})
        self._places: dict[int, list[tuple[int, Attachment]]] = {}

    def __len__(self) -> int:
        return len(self.listed)

    def of(self, node: int) -> int:
        """The number of the fragment that contains a node."""
        return bisect_right(self.structure.roots, node) - 1

    def embedded(self, inner: int, outer: int) -> bool:
        """Whether a fragment is known to be subordinate to another, directly or indirectly."""
        return bool(self._above[inner] >> outer & 1)

    def places(self, number: int) -> list[tuple[int, Attachment]]:
        """Where a fragment could be attached: for each site its fragment and the position there."""
        attachments = self._places.get(number)
        if attachments is None:
            structure, fragment = self.structure, self.listed[number]
            sites = fragment.sites or self._possible_sites(number)
            attachments = [
                (self.of(node), attachment(structure, site, fragment.root))
                for site in sites
                if site in structure.span and (node := structure.node(site)) != NONE
            ]
            self._places[number] = attachments
        return attachments

    def _possible_sites(self, number: int) -> tuple[int, ...]:
        tops = [other.root for rank, other in enumerate(self.listed) if self.embedded(number, rank)]
        return possible_sites(self.structure.forest, self.listed[number].root, tops)

    def c_commands(self, upper: int, inner: int) -> bool:
        """Whether a node c-commands everything in another fragment regardless of attachment.

        If a site is in a third fragment, the possible attachments of that one count.
        """
        places = self.places(inner)
        if not places:
            return self._is_first_subject(upper, inner)
        home, seen = self.of(upper), {inner}
        agenda = list(places)
        while agenda:
            number, place = agenda.pop()
            if number == home:
                if not self._over(upper, place):
                    return False
            elif number not in seen:
                seen.add(number)
                if not self.embedded(number, home) or not self.places(number):
                    return False
                agenda += self.places(number)
        return True

    def _over(self, upper: int, place: Attachment) -> bool:
        """Whether the node c-commands what would be attached at a place. An attachment there does
        not change the branching node above.
        """
        structure = self.structure
        above = structure.branching[upper]
        if NONE in (above, place.node) or upper == place.owner:
            return False
        return (
            above <= place.node <= structure.last[above]
            and not upper <= place.node <= structure.last[upper]
        )

    def _is_first_subject(self, upper: int, inner: int) -> bool:
        """The shortcut if no site is known: the subject of the top clause c-commands everything
        that follows it.
        """
        structure = self.structure
        root = structure.tokens[structure.roots[self.of(upper)]]
        top = structure.clauses[root - structure.span.start]
        return (
            top != NONE
            and structure.subject(top) == upper
            and structure.tokens[upper] < self.listed[inner].root
        )

    def locally_binds(self, binder: int, node: int) -> bool:
        """For a node whose category is outside its fragment: whether `binder` would be a local
        binder at every site.
        """
        home = self.of(binder)
        places = self.places(self.of(node))
        return bool(places) and all(
            number == home and self._binds(binder, place) for number, place in places
        )

    def _binds(self, binder: int, place: Attachment) -> bool:
        structure = self.structure
        if place.node == NONE:
            return False
        category = (
            place.node
            if structure.subjects[place.node] != NONE
            else structure.categories[place.node]
        )
        if category == NONE:
            return False
        binds = structure.dominates(category, binder) and self._over(binder, place)
        return binds or structure.controller(category) == binder

    def pattern(
        self,
        anaphor: Place,
        candidate: Place,
        *,
        strong: bool = True,
        a1: bool = False,
        b1: bool = False,
    ) -> Verdict | None:
        """The verdict on two mentions in different fragments (Stuckardt 2001, figure 1), or `None`.

        `strong` uses the patterns that require a reflexive to be bound by this very candidate (F2,
        E2, E4); without it they are left out, as for pairs coindexed only through others. `a1` and
        `b1` add the patterns of footnote 13, for local binding at every site: it satisfies
        principle A of a reflexive and violates principle B of a pronoun.
        """
        if NONE in (anaphor.node, candidate.node):
            return None
        return (
            (self._disjoint_reflexive(anaphor, candidate) if strong else None)
            or self._disjoint_name(anaphor, candidate)
            or (self._disjoint_pronoun(anaphor, candidate) if b1 else None)
            or self._contained(anaphor, candidate)
            or (self._bound_reflexive(anaphor, candidate) if a1 else None)
            or self._admissible(anaphor, candidate)
        )

    def _has_category(self, place: Place) -> bool:
        return binding_category(self.structure, place.node, place.binding) != NONE

    def _disjoint_reflexive(self, anaphor: Place, candidate: Place) -> Verdict | None:
        if anaphor.binding is not Binding.A:
            return None
        inner, outer = self.of(anaphor.node), self.of(candidate.node)
        branches = self.structure.branching[candidate.node] != NONE
        bound = self._has_category(anaphor)
        if bound and self.embedded(inner, outer):
            return Verdict("E2", False)
        if branches and self.embedded(outer, inner):
            return Verdict("E4", False)
        return Verdict("F2", False) if bound and branches else None

    def _disjoint_name(self, anaphor: Place, candidate: Place) -> Verdict | None:
        mine, other = self.of(anaphor.node), self.of(candidate.node)
        if (
            anaphor.binding is Binding.C
            and self.embedded(mine, other)
            and self.c_commands(candidate.node, mine)
        ):
            return Verdict("E3a", False)
        if (
            candidate.binding is Binding.C
            and self.embedded(other, mine)
            and self.c_commands(anaphor.node, other)
        ):
            return Verdict("E3b", False)
        return None

    def _disjoint_pronoun(self, anaphor: Place, candidate: Place) -> Verdict | None:
        for lower, upper in ((anaphor, candidate), (candidate, anaphor)):
            if (
                lower.binding is Binding.B
                and self.embedded(self.of(lower.node), self.of(upper.node))
                and not self._has_category(lower)
                and self.locally_binds(upper.node, lower.node)
            ):
                return Verdict("B1", False)
        return None

    def _bound_reflexive(self, anaphor: Place, candidate: Place) -> Verdict | None:
        binds = (
            anaphor.binding is Binding.A
            and self.embedded(self.of(anaphor.node), self.of(candidate.node))
            and not self._has_category(anaphor)
            and self.locally_binds(candidate.node, anaphor.node)
        )
        return Verdict("A1", True) if binds else None

    def _contained(self, anaphor: Place, candidate: Place) -> Verdict | None:
        parents = self.structure.parents
        mine, other = self.of(anaphor.node), self.of(candidate.node)
        if parents[candidate.node] == NONE and self.embedded(mine, other):
            return Verdict("IEa", False)
        if parents[anaphor.node] == NONE and self.embedded(other, mine):
            return Verdict("IEb", False)
        return None

    def _admissible(self, anaphor: Place, candidate: Place) -> Verdict | None:
        mine, other = self.of(anaphor.node), self.of(candidate.node)
        anaphor_bound = anaphor.binding is Binding.B and self._has_category(anaphor)
        candidate_bound = candidate.binding is Binding.B and self._has_category(candidate)
        if anaphor_bound and self.embedded(mine, other):
            return Verdict("E1a", True)
        if candidate_bound and anaphor.binding is not Binding.A and self.embedded(other, mine):
            return Verdict("E1b", True)
        return Verdict("F1", True) if anaphor_bound and candidate_bound else None


def _embedding(listed: tuple[Fragment, ...], number: dict[int, int]) -> list[int]:
    """For each fragment, the set of those in which it is known to be embedded, as bits."""
    parents = [NONE] * len(number)
    for fragment in listed:
        if (
            fragment.parent is not None
            and 0 <= fragment.parent < len(listed)
            and fragment.root in number
        ):
            parents[number[fragment.root]] = number.get(listed[fragment.parent].root, NONE)
    above = [0] * len(number)
    for start in range(len(number)):
        at = parents[start]
        while at not in (NONE, start) and not above[start] >> at & 1:
            above[start] |= 1 << at
            at = parents[at]
    return above
