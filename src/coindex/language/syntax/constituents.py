"""Constituents from dependencies: S, S', VP shells, PP, NP and N', coordination, covert subjects.

After the construction of Stuckardt, "Design and Enhanced Evaluation of a Robust Anaphor Resolution
Algorithm" (2001): subjects c-command into the VP, each object into what follows it, nothing out of
a PP, nothing into a preposed adjunct.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from coindex.core.document import Span
from coindex.language.lexicon import words
from coindex.language.syntax.attachment import Rank, left_edge, rank
from coindex.language.syntax.covert import covert_subject
from coindex.language.syntax.roles import NOMINAL_ROLES, Role
from coindex.language.syntax.structure import (
    DEFAULT,
    PRO,
    Label,
    Structure,
    StructureOptions,
    VerbShell,
)
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


_WORD, _CONJUNCT, _OUTER, _POSSESSOR = Role.WORD, Role.CONJUNCT, Role.OUTER, Role.POSSESSOR
_SUBJECTS = frozenset({Role.SUBJECT, Role.EXPLETIVE})
_BARE = frozenset({Role.SUBJECT, Role.OBJECT, Role.POSSESSOR})
_ELSEWHERE = frozenset({Role.WORD, Role.CONJUNCT, Role.OUTER})
_LEAVES = frozenset({Role.MODIFIER, Role.ADVERB, Role.OUTSIDE})
_PREPOSABLE = frozenset({Role.OBLIQUE, Role.ADVERBIAL, Role.ADVERB, Role.PARATAXIS})
_OF_NOUNS = frozenset(
    {Role.ATTRIBUTE, Role.POSSESSOR, Role.APPOSITION, Role.ADNOMINAL, Role.MODIFIER}
)
_ADJOINED = frozenset(
    {Role.ADNOMINAL, Role.APPOSITION, Role.ADVERBIAL, Role.PARATAXIS, Role.OUTSIDE}
)
_ARGUMENT_PPS = frozenset({Rank.DATIVE, Rank.ARGUMENT})


class Constituents:
    """The structures of a document's sentences, each built on first use."""

    def __init__(self, forest: Forest, options: StructureOptions = DEFAULT) -> None:
        self.forest, self.options = forest, options
        self._built: dict[int, Structure] = {}

    def __getitem__(self, sentence: int) -> Structure:
        structure = self._built.get(sentence)
        if structure is None:
            span = self.forest.document.sentences[sentence].span
            structure = self._built[sentence] = build(self.forest, span, self.options)
        return structure

    def around(self, token: int) -> Structure:
        """The structure of the sentence that contains a token."""
        return self[self.forest.document.sentence_index(token)]


def build(forest: Forest, span: Span, options: StructureOptions = DEFAULT) -> Structure:
    """The structure of one sentence, in time linear in its length."""
    builder = _Builder(forest, span, options)
    for token in range(*span):
        if forest.heads[token] == NONE and (
            forest.children[token] or not forest.document.tokens[token].empty
        ):
            builder.tree(token)
    return builder.finished()


class _Parts(NamedTuple):
    """The phrases among a predicate's dependents, by their position in the structure."""

    subjects: list[int]
    inner: list[tuple[Rank, int]]
    complements: list[int]
    postposed: list[int]
    preposed: list[int]
    outside: list[int]


class _Builder(Nodes):
    """Builds the phrases of a sentence.

    A method that builds a phrase takes its head, the node above and what else it needs, creates its
    own node and puts its daughters on the agenda.
    """

    def __init__(self, forest: Forest, span: Span, options: StructureOptions) -> None:
        super().__init__(forest, span)
        self.options = options
        self.roles, self.children, self.clausal = forest.roles, forest.dependents, forest.clausal
        self.nominal, self.cases = forest.nominal, forest.cases

    def tree(self, root: int) -> None:
        self.phrase(root, NONE, None)
        self.work_off()

    def bears(self, token: int) -> bool:
        """Whether a dependent heads a phrase; an adjective or adverb on its own does not."""
        role = self.roles[token]
        if role is _WORD:
            return False
        return (
            role not in _LEAVES
            or bool(self.children[token])
            or self.nominal[token]
            or self.clausal[token]
        )

    def phrase(self, token: int, parent: int, place: Rank | None) -> None:
        role = self.roles[token]
        if self.clausal[token]:
            self.clause(token, parent, None)
        elif role in NOMINAL_ROLES or self.nominal[token]:
            if role not in _BARE:
                parent = self.prepositional(token, parent, place)
            self.noun_phrase(token, parent, False)
        else:
            self.other_phrase(token, parent, None)

    def prepositional(self, token: int, parent: int, place: Rank | None) -> int:
        """The node to which the NP is attached: a new PP if there is a preposition,
        else `parent`.
        """
        if self.cases[token] == NONE:
            return parent
        # A PP that does not branch lets its NP c-command out of it: *to John* in *talked to John
        # about himself*.
        transparent = self.options.argument_pp_transparent and place in _ARGUMENT_PPS
        return self.node(Label.PP, token, parent, 1 if transparent else 2)

    def other_phrase(self, token: int, parent: int, _: None) -> None:
        inner = [child for child in self.children[token] if self.bears(child)]
        node = self.node(Label.XP, token, parent, 1 + len(inner))
        self.later([(self.phrase, child, node, None) for child in inner])

    def apart(self, token: int, parent: int, _: None) -> None:
        """Build a phrase outside the clause: neither c-commands the other."""
        if self.clausal[token]:
            self.clause(token, parent, None)
        else:
            self.later([(self.phrase, token, self.node(Label.XP, token, parent, 2), None)])

    # clauses

    def clause(self, token: int, parent: int, _: None) -> None:
        outer = [child for child in self.children[token] if self.roles[child] is _OUTER]
        if outer:
            parent = self.node(Label.S, token, parent, 1 + len(outer))
            self.subjects[parent] = outer[0]
            self.later(
                [
                    *((self.phrase, child, parent, None) for child in outer),
                    (self.joined, token, parent, None),
                ]
            )
        else:
            self.joined(token, parent, None)

    def joined(self, token: int, parent: int, _: None) -> None:
        """Build joined clauses: those with their own subjects are sisters, predicates without one
        share the first subject.
        """
        # The list grows while it is read: a conjunct may have conjuncts of its own.
        predicates, clauses = [token], list[int]()
        for predicate in predicates:
            for child in self.children[predicate]:
                if self.roles[child] is not _CONJUNCT:
                    continue
                if self.clausal[child] and not self.has_subject(child):
                    predicates.append(child)
                elif self.clausal[child] or not self.nominal[predicate]:
                    clauses.append(child)
        if clauses:
            parent = self.node(Label.S, token, parent, 1 + len(clauses))
            steps: list[Step] = [(self.simple, token, parent, predicates)]
            steps += [(self.apart, child, parent, None) for child in clauses]
            self.later(steps)
        else:
            self.simple(token, parent, predicates)

    def has_subject(self, token: int) -> bool:
        roles = self.roles
        return any(
            roles[child] in _SUBJECTS or roles[child] is _OUTER for child in self.children[token]
        )

    def simple(self, token: int, parent: int, predicates: list[int]) -> None:
        parts = [self.parts(predicate, token) for predicate in predicates]
        before = [child for part in parts for child in part.preposed]
        outside = [child for part in parts for child in part.outside]
        # What is preposed hangs above S, outside the reach of the subject: *Near him, Dan saw a
        # snake*.
        if before or outside:
            parent = self.node(Label.S_BAR, token, parent, 1 + len(before) + len(outside))
            self.later([(self.apart, child, parent, None) for child in outside if child > token])
        after = [child for part in parts for child in part.postposed]
        steps: list[Step] = [(self.sentence, token, parent, (predicates, parts, after))]
        early: list[Step] = [(self.phrase, child, parent, None) for child in before]
        early += [(self.apart, child, parent, None) for child in outside if child < token]
        early.sort(key=lambda step: step[1])
        self.later(early + steps)

    def parts(self, predicate: int, clause: int) -> _Parts:
        parts = _Parts([], [], [], [], [], [])
        edge = left_edge(self.forest, clause)
        nominal = self.nominal[predicate]
        if nominal:
            parts.inner.append((Rank.PREDICATE, predicate))
        for child in self.children[predicate]:
            role = self.roles[child]
            if role in _ELSEWHERE or (nominal and role in _OF_NOUNS) or not self.bears(child):
                continue
            if role in _SUBJECTS:
                parts.subjects.append(child)
            elif role in _PREPOSABLE and predicate == clause and child < edge:
                parts.preposed.append(child)
            elif role == Role.COMPLEMENT:
                parts.complements.append(child)
            elif role == Role.OUTSIDE or (role == Role.PARATAXIS and not self.clausal[child]):
                parts.outside.append(child)
            elif role in (Role.ADVERBIAL, Role.PARATAXIS):
                parts.postposed.append(child)
            else:
                parts.inner.append((rank(self.forest, child), child))
        # By rank and not by position: a direct object c-commands what ranks below it, wherever it
        # stands.
        parts.inner.sort()
        return parts

    def sentence(
        self, token: int, parent: int, content: tuple[list[int], list[_Parts], list[int]]
    ) -> None:
        predicates, parts, after = content
        subjects = parts[0].subjects
        node = self.node(Label.S, token, parent, len(subjects) + len(predicates) + len(after))
        for predicate in predicates:
            self.clauses[predicate - self.span.start] = node
        self.set_subject(node, token, subjects)
        steps: list[Step] = [(self.phrase, child, node, None) for child in subjects + after]
        steps += [
            (self.shell, predicate, node, (part, 0))
            for predicate, part in zip(predicates, parts, strict=True)
            if part.inner or part.complements
        ]
        steps.sort(key=lambda step: step[1])
        self.later(steps)

    def set_subject(self, node: int, token: int, subjects: list[int]) -> None:
        overt = [child for child in subjects if self.roles[child] == Role.SUBJECT] or subjects
        if overt:
            self.subjects[node] = overt[0]
        else:
            self.subjects[node], self.controllers[node] = covert_subject(
                self.forest, token, self.options, self.subject_of
            )

    def subject_of(self, token: int) -> int:
        """The subject token, overt or controlling, of the clause that contains a token or whose
        predicate it is.
        """
        while token != NONE:
            node = self.clauses[token - self.span.start]
            if node != NONE and self.subjects[node] != NONE:
                return self.controllers[node] if self.subjects[node] == PRO else self.subjects[node]
            token = self.forest.heads[token]
        return NONE

    def shell(self, token: int, parent: int, content: tuple[_Parts, int]) -> None:
        """Build the verb, or its copy, with one dependent and the next shell; clausal complements
        are in the lowest.

        One shell for each dependent makes the tree binary, so that each object c-commands those
        below and not those above (Larson's shells).
        """
        part, depth = content
        node = self.node(Label.VP, token, parent, 2)
        steps: list[Step] = []
        if depth < len(part.inner):
            place, dependent = part.inner[depth]
            self.shells.setdefault(token, []).append(VerbShell(place, dependent, node))
            step = self.predicate_noun if place == Rank.PREDICATE else self.phrase
            steps.append((step, dependent, node, place))
        if depth + 1 < len(part.inner):
            steps.append((self.shell, token, node, (part, depth + 1)))
        else:
            if not part.inner:
                self.shells[token] = [VerbShell(Rank.PREDICATE, NONE, node)]
            steps += [(self.phrase, child, node, None) for child in part.complements]
        self.later(steps)

    def predicate_noun(self, token: int, parent: int, _: Rank) -> None:
        self.noun_phrase(token, self.prepositional(token, parent, None), True)

    # noun phrases

    def noun_phrase(self, token: int, parent: int, predicate: bool) -> None:
        """Build a noun phrase; with `predicate`, the noun is the predicate of a clause, to which
        its other dependents belong.
        """
        at = token - self.span.start
        if not self.children[token]:
            self.phrases[at] = self.wholes[at] = self.cores[at] = self.node(
                Label.NP, token, parent, 1
            )
            return
        conjuncts, possessors, inner, adjoined = self.noun_parts(token, predicate)
        steps: list[Step] = []
        if conjuncts:
            parent = self.wholes[at] = self.node(Label.NP, token, parent, 1 + len(conjuncts))
            self.later([(self.phrase, child, parent, None) for child in conjuncts])
        # With a wide N', relative clauses and the like are adjoined to NP. Hobbs's N' is narrow:
        # there they are sisters of N' below the one NP that his steps can stop at.
        narrow = self.options.n_bar == "narrow"
        if adjoined and not narrow:
            parent = self.phrases[at] = self.node(Label.NP, token, parent, 1 + len(adjoined))
            self.later([(self.phrase, child, parent, None) for child in adjoined])
        core = self.cores[at] = self.node(Label.NP, token, parent, 1 + len(possessors))
        if self.phrases[at] == NONE:
            self.phrases[at] = core
        if self.wholes[at] == NONE:
            self.wholes[at] = self.phrases[at]
        if possessors:
            self.subjects[core] = possessors[0]
            steps += [(self.phrase, child, core, None) for child in possessors]
        if narrow:
            steps += [(self.phrase, child, core, None) for child in adjoined]
            self.weights[core] += len(adjoined)
        if inner:
            steps.append((self.n_bar, token, core, inner))
        steps.sort(key=lambda step: step[1])
        self.later(steps)

    def noun_parts(
        self, token: int, predicate: bool
    ) -> tuple[list[int], list[int], list[int], list[int]]:
        conjuncts, possessors, inner, adjoined = list[int](), list[int](), list[int](), list[int]()
        for child in self.children[token]:
            role = self.roles[child]
            if role is _WORD or (predicate and role not in _OF_NOUNS and role is not _CONJUNCT):
                continue
            if role is _CONJUNCT:
                if not self.clausal[child]:
                    conjuncts.append(child)
                elif not predicate:
                    adjoined.append(child)
            elif role is _POSSESSOR:
                possessors.append(child)
            elif self.bears(child):
                (adjoined if self.is_adjoined(child, role) else inner).append(child)
        return conjuncts, possessors, inner, adjoined

    def is_adjoined(self, child: int, role: Role) -> bool:
        if role != Role.ATTRIBUTE or self.options.n_bar == "wide":
            return role in _ADJOINED
        case = self.cases[child]
        document = self.forest.document
        return case != NONE and document.tokens[case].form.lower() not in words(
            document.language, "syntax", "genitive"
        )

    def n_bar(self, token: int, parent: int, inner: list[int]) -> None:
        node = self.node(Label.N_BAR, token, parent, 1 + len(inner))
        self.later([(self.phrase, child, node, None) for child in inner])
