"""Hobbs's naive algorithm: one walk through the parse trees, pronoun by
pronoun (Hobbs, Lingua 44, 1978).

Steps as restated by Tetreault (Computational Linguistics 27, 2001). Trees come from dependencies,
S' counts as S, and inside an NP the head with its genitive PPs and clausal complements is the N' of
step 6.

In the paper, and here:

    steps 1, 2               _Walk._inside, `_path_up`: from the NP over the pronoun to the first NP
                             or S, X
    step 3                   _Walk._inside, `_branches(left=True)`, `_between`: left of the path, an
                             NP or S between
    step 4                   _Walk._breadth_first: earlier sentences; parameter `max_sentences`
    step 5                   _Walk._inside, `_path_up` again: the next NP or S above
    step 6                   _Walk._inside: X itself; parameter `i_within_i`
    step 7                   _Walk._inside, `_branches(left=True)`
    step 8                   _Walk._inside, `_branches(left=False)`; parameter `cataphora`
    step 9                   the loop of _Walk._inside
    selectional constraints  _Selective.objection; parameter `vetoes`
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from coindex.core.annotation import Annotation, Kind
from coindex.core.decision import Decision
from coindex.core.document import Document
from coindex.core.glossary import Glossary
from coindex.core.parameters import component, ranged
from coindex.core.protocols import Correct
from coindex.language.discourse.discourse import Expression, third_person
from coindex.language.syntax.constituents import Constituents
from coindex.language.syntax.functions import container
from coindex.language.syntax.structure import Label, Structure, StructureOptions
from coindex.language.syntax.tree import NONE
from coindex.resolvers.classic.search import SEARCH_TERMS, Objection, Proposal, Search, Searcher

_SENTENTIAL = frozenset({Label.S, Label.S_BAR})
_STOPS = _SENTENTIAL | {Label.NP}
_LOCAL = frozenset({Kind.REFLEXIVE, Kind.RECIPROCAL})

Veto = tuple[str, str, str]


@component
class Hobbs(Searcher):
    """Propose NPs in the order of the walk and take the first that agrees; disjoint
    reference follows from the order alone.
    """

    max_sentences: int = ranged(0, least=0)
    """How many sentences to go back; 0 for all."""
    trees: Literal["full", "partial"] = "full"
    """Whether to walk *full* trees, or *partial* ones as SUPAR's version does: in each sentence the
    NPs from left to right, then those inside others.
    """
    cataphora: bool = True
    """Whether step 8 is taken, which looks to the right of the pronoun."""
    i_within_i: bool = True
    """Whether step 6 passes over an NP that has the pronoun in its own possessor or conjunct."""
    vetoes: tuple[Veto, ...] = ()
    """Selectional restrictions, each a verb, a function and a noun that cannot have it: `(('move',
    'direct object', 'castle'),)`.
    """
    glossary: ClassVar[Glossary] = {
        **SEARCH_TERMS,
        "subject": (
            "a reflexive or reciprocal goes to the subject of its clause before any step is taken"
        ),
        "step 3": (
            "steps 1 to 3: in the pronoun's own sentence, left of the path to the first NP or S "
            "above it, with an NP or S between"
        ),
        "step 4": "step 4: in an earlier sentence, searched from left to right, breadth-first",
        "step 6": "steps 5 and 6: the next NP above, unless the path goes through its N'",
        "step 7": "step 7: below the next NP or S above, left of the path",
        "step 8": (
            "step 8: below the next S above, right of the path, but not below another NP or S"
        ),
        "selection": "the verb does not take the candidate in this function (parameter vetoes)",
        "free": "partial trees: an NP that is in no other, searched from left to right",
        "included": "partial trees: an NP inside another, searched after those that are not",
    }

    def search(self, document: Document, mentions: Annotation, correct: Correct | None) -> Search:
        return _Selective(document, mentions, correct, self)

    def decisions(self, search: Search) -> Iterator[Decision]:
        walk = _Walk(search, self) if self.trees == "full" else _Partial(search)
        for pronoun in third_person(search.discourse.pronouns):
            first = max(0, pronoun.sentence - self.max_sentences) if self.max_sentences else 0
            yield search.first(pronoun, walk.proposals(pronoun, first))


class _Selective(Search):
    """Tests agreement, then selectional restrictions."""

    def __init__(
        self, document: Document, mentions: Annotation, correct: Correct | None, options: Hobbs
    ) -> None:
        super().__init__(
            document,
            mentions,
            correct,
            certain=options.certain,
            singular_they=options.singular_they,
            disjoint=False,
        )
        self._vetoes = frozenset(options.vetoes)

    def objection(self, anaphor: Expression, candidate: Expression) -> Objection:
        objection = super().objection(anaphor, candidate)
        if objection.reason or not self._vetoes or anaphor.governor == NONE:
            return objection
        verb = self.discourse.document.tokens[anaphor.governor].lemma.lower()
        vetoed = (verb, str(anaphor.function), candidate.lemma) in self._vetoes
        return Objection("selection", True) if vetoed else objection


class _Walk:
    """The nine steps."""

    def __init__(self, search: Search, options: Hobbs) -> None:
        self._discourse, self._options = search.discourse, options
        self._constituents = Constituents(self._discourse.forest, StructureOptions(n_bar="narrow"))
        self._expressions: dict[int, dict[int, Expression]] = {}

    def proposals(self, pronoun: Expression, first: int) -> Iterator[Proposal]:
        structure = self._constituents[pronoun.sentence]
        by_node = self._by_node(pronoun.sentence)
        for node, step in self._inside(structure, structure.of(pronoun.full), pronoun):
            if node in by_node:
                yield Proposal(by_node[node], step)
        for sentence in range(pronoun.sentence - 1, first - 1, -1):
            yield from self._breadth_first(sentence)

    def _breadth_first(self, sentence: int) -> Iterator[Proposal]:
        """Step 4."""
        structure, expressions = self._constituents[sentence], self._by_node(sentence)
        for root in structure.roots:
            for node in (root, *structure.breadth_first(root)):
                if node in expressions:
                    yield Proposal(expressions[node], "step 4")

    def _inside(
        self, structure: Structure, start: int, pronoun: Expression
    ) -> Iterator[tuple[int, str]]:
        """NPs of the pronoun's own sentence, with the step that proposes them."""
        if start == NONE:
            return
        labels, local = structure.labels, pronoun.kind in _LOCAL
        if local and (subject := self._discourse.subject(pronoun)) is not None:
            yield structure.of(subject.full), "subject"
        # Steps 1 and 2: from the NP above the pronoun up the tree to the first NP or S, which is X;
        # the path is p.
        path = _path_up(structure, start)
        top = path[-1]
        # Step 3: below X, left of p. An NP or S between keeps arguments of the pronoun's own verb
        # out; for a reflexive it is these that are wanted.
        for node in _branches(structure, path, pronoun.head, left=True):
            if local or _between(structure, node, top):
                yield node, "step 3"
        # Step 4 is left to the caller where X is the highest S. Step 9 is this loop: back to step
        # 4, one NP or S up.
        while structure.parents[top] != NONE:
            # Step 5: from X further up to the first NP or S, the new X, along a new path p.
            path = _path_up(structure, top)
            top = path[-1]
            # Step 6: X itself, if it is an NP and p did not pass through its N'. In *his mother's
            # portrait* the NP of the possessor is on p; the whole phrase is not what *his* refers
            # to.
            own = self._options.i_within_i and labels[path[-2]] is Label.NP
            if (
                labels[top] is Label.NP
                and not own
                and not any(labels[node] is Label.N_BAR for node in path)
            ):
                yield top, "step 6"
            # Step 7: below X, left of p, now without anything between.
            for node in _branches(structure, path, pronoun.head, left=True):
                yield node, "step 7"
            # Step 8: below X, right of p, if X is an S.
            if self._options.cataphora and labels[top] in _SENTENTIAL:
                for node in _branches(structure, path, pronoun.head, left=False):
                    yield node, "step 8"
        # A sentence in fragments has several trees: those before the pronoun's own are searched as
        # earlier sentences.
        for root in structure.roots:
            if root < top:
                yield from ((node, "step 4") for node in (root, *structure.breadth_first(root)))

    def _by_node(self, sentence: int) -> dict[int, Expression]:
        by_node = self._expressions.get(sentence)
        if by_node is None:
            structure = self._constituents[sentence]
            by_node = self._expressions[sentence] = {}
            for expression in self._discourse.sentences[sentence]:
                by_node.setdefault(structure.of(expression.full), expression)
        return by_node


def _path_up(structure: Structure, node: int) -> list[int]:
    """The path p from a node, itself included, to the first NP or S above
    it, or to the top of its tree.
    """
    path = [node]
    while (above := structure.parents[path[-1]]) != NONE:
        path.append(above)
        if _stops(structure, above):
            break
    return path


def _stops(structure: Structure, node: int) -> bool:
    """Whether it is an NP or S; a clause's S is the highest node it heads, including preposed and
    final adjuncts.
    """
    label, above = structure.labels[node], structure.parents[node]
    if label not in _SENTENTIAL or above == NONE:
        return label in _STOPS
    return (
        structure.labels[above] not in _SENTENTIAL
        or structure.tokens[above] != structure.tokens[node]
    )


def _branches(structure: Structure, path: list[int], pronoun: int, *, left: bool) -> Iterator[int]:
    """The nodes below the end of the path on one side of it, breadth-first; on the right not below
    any NP or S.

    The shells of a VP all have the verb as their head, so it does not show where their content is.
    """
    # A node on the path is never proposed, but what hangs from it beside the path is: so it is
    # walked through. What lies below the node at which the path begins was searched before. On the
    # right, step 8 does not go below an NP or S that it meets.
    labels, on_path = structure.labels, set(path)
    level = [path[-1]]
    while level:
        below = [
            child
            for node in level
            if left or node in on_path or not _stops(structure, node)
            for child in structure.children[node]
            if child in on_path
            or labels[child] is Label.VP
            or (structure.tokens[child] < pronoun) is left
        ]
        yield from (node for node in below if node not in on_path)
        level = [node for node in below if node != path[0]]


def _between(structure: Structure, node: int, top: int) -> bool:
    """Whether an NP or S is between a node and the top of the path."""
    for above in structure.ancestors(node):
        if above == top:
            return False
        if _stops(structure, above):
            return True
    return False


class _Partial:
    """The version for partial parses, which have no tree and show only which NPs are
    inside others.
    """

    def __init__(self, search: Search) -> None:
        self._discourse = search.discourse

    def proposals(self, pronoun: Expression, first: int) -> Iterator[Proposal]:
        forest = self._discourse.forest
        for sentence in range(pronoun.sentence, first - 1, -1):
            listed = [e for e in self._discourse.sentences[sentence] if e.number < pronoun.number]
            included = {e for e in listed if container(forest, e.head) != NONE}
            yield from (Proposal(e, "free") for e in listed if e not in included)
            yield from (Proposal(e, "included") for e in listed if e in included)
