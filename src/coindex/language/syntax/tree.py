"""An index of a document's dependency forest: heads, children, spans, dominance, roles, clause
heads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from coindex.core.document import Document, Span, Token
from coindex.core.identity import by_identity
from coindex.language.syntax.roles import (
    CLAUSAL_ROLES,
    NOMINAL,
    ROLES,
    VERBAL,
    VERBS_HEAD_CLAUSES,
    Role,
)

NONE = -1
"""Stands for no token or no node."""


_WORD, _CONJUNCT = Role.WORD, Role.CONJUNCT
_OF_PREDICATES = frozenset({Role.SUBJECT, Role.OUTER, Role.EXPLETIVE})


@dataclass(frozen=True, slots=True)
class Forest:
    """All lists run over the tokens of the document.

    A head that is unknown, outside the sentence or part of a cycle is `NONE`, and its token a root.
    An empty token takes head and label from its first enhanced dependency. `children` are in
    surface order; `order` lists the tokens with every head before what it dominates, and `place[t]`
    is where t stands there, so that `order[place[t]:place[t] + size[t]]` is the subtree of t.
    """

    document: Document
    heads: list[int]
    labels: list[str]
    roles: list[Role]
    children: list[list[int]]
    dependents: list[list[int]]
    """As `children`, but dependents of a function word or a part of a name count for the word to
    which it belongs.
    """
    roots: list[int]
    order: list[int]
    place: list[int]
    size: list[int]
    left: list[int]
    """The first token of each subtree."""
    right: list[int]
    """The last token of each subtree."""
    depth: list[int]
    nominal: list[bool]
    """Whether the word heads noun phrases: by its part of speech or, unless it is a verb, by its
    preposition.
    """
    cases: list[int]
    """The first preposition or case marker of each token, or `NONE`."""
    clausal: list[bool]
    """Whether the token heads a clause: a verb in the position of a clause, or any predicate with a
    subject or copula.
    """

    def dominates(self, upper: int, lower: int) -> bool:
        """Whether a token properly dominates another."""
        start = self.place[upper]
        return start < self.place[lower] < start + self.size[upper]

    def below(self, upper: int, lower: int) -> int:
        """The dependent of the upper token that the lower one is or belongs to; if there is none,
        the root above it.
        """
        while self.heads[lower] not in (NONE, upper):
            lower = self.heads[lower]
        return lower

    def ancestors(self, token: int) -> Iterator[int]:
        """The head, the head of the head, and so on."""
        token = self.heads[token]
        while token != NONE:
            yield token
            token = self.heads[token]

    def root(self, token: int) -> int:
        while self.heads[token] != NONE:
            token = self.heads[token]
        return token

    def subtree(self, token: int) -> list[int]:
        """The token and everything it dominates, in surface order."""
        start = self.place[token]
        return sorted(self.order[start : start + self.size[token]])

    def span(self, token: int) -> Span:
        """The span from the first token of the subtree to the last, including gaps."""
        return Span(self.left[token], self.right[token] + 1)

    def first(self, token: int, label: str) -> int:
        """The first child with this label (its universal part), or `NONE`."""
        for child in self.children[token]:
            if self.labels[child].partition(":")[0] == label:
                return child
        return NONE


@by_identity(4)
def forest(document: Document) -> Forest:
    """Index a document, in time linear in its length. The same document gets the same index, so do
    not change it.
    """
    tokens = document.tokens
    heads, labels = attachments(document)
    roles = [ROLES[label] for label in labels]
    # One object for each number and one list for all leaves: long documents have many of both.
    numbers = list(range(len(tokens)))
    leaf: list[int] = []
    children = [leaf] * len(tokens)
    cases = [NONE] * len(tokens)
    for index, head in zip(numbers, heads, strict=True):
        label = labels[index]
        if head != NONE:
            if children[head] is leaf:
                children[head] = [index]
            else:
                children[head].append(index)
            if label == "case" and cases[head] == NONE:
                cases[head] = index
        if label == "det" and "Poss=Yes" in tokens[index].feats:
            roles[index] = Role.POSSESSOR
    order, depth = _ordered(heads, children, numbers)
    place = [0] * len(tokens)
    for position, index in zip(numbers, order, strict=True):
        place[index] = position
    size = [1] * len(tokens)
    left, right = numbers.copy(), numbers.copy()
    for index in reversed(order):
        head = heads[index]
        if head != NONE:
            size[head] += size[index]
            left[head] = min(left[head], left[index])
            right[head] = max(right[head], right[index])
    roots = [index for index, head in enumerate(heads) if head == NONE]
    nominal = [
        token.upos in NOMINAL or (case != NONE and token.upos not in VERBAL)
        for token, case in zip(tokens, cases, strict=True)
    ]
    clausal = _clausal(document, heads, labels, roles, order)
    return Forest(
        document,
        heads,
        labels,
        roles,
        children,
        _lifted(heads, roles, children),
        roots,
        order,
        place,
        size,
        left,
        right,
        depth,
        nominal,
        cases,
        clausal,
    )


def attachments(document: Document) -> tuple[list[int], list[str]]:
    """Head and label of each token; the head is `NONE` if it is unknown or outside the sentence."""
    tokens = document.tokens
    heads = [NONE] * len(tokens)
    labels = [token.deprel for token in tokens]
    for sentence in document.sentences:
        start, end = sentence.span
        words: list[int] = []
        for index in range(start, min(end, len(tokens))):
            head = tokens[index].head
            if head is None:
                if tokens[index].empty and tokens[index].deps:
                    words = words or [word for word in range(start, end) if not tokens[word].empty]
                    heads[index], labels[index] = _enhanced(tokens[index], words)
            elif start <= head < end and head != index:
                heads[index] = head
    return heads, labels


def _enhanced(token: Token, words: list[int]) -> tuple[int, str]:
    """Head and label of an empty token, from the first of its enhanced dependencies on a word of
    the sentence.
    """
    number, _, label = token.deps.partition("|")[0].partition(":")
    if number.isdecimal() and 0 < int(number[:9]) <= len(words):
        return words[int(number[:9]) - 1], label
    return NONE, ""


def _ordered(
    heads: list[int], children: list[list[int]], numbers: list[int]
) -> tuple[list[int], list[int]]:
    """Tokens in preorder and their depth; a cycle is opened at its first token, also in `heads` and
    `children`.
    """
    order: list[int] = []
    depth = [NONE] * len(heads)
    for start in numbers:
        if heads[start] == NONE:
            _walk(start, children, order, depth)
    if len(order) < len(heads):
        for start in numbers:
            if depth[start] == NONE:
                top = _in_cycle(start, heads)
                children[heads[top]].remove(top)
                heads[top] = NONE
                _walk(top, children, order, depth)
    return order, depth


def _lifted(heads: list[int], roles: list[Role], children: list[list[int]]) -> list[list[int]]:
    stray = [
        token
        for token, head in enumerate(heads)
        if head != NONE and roles[head] is _WORD is not roles[token] and heads[head] != NONE
    ]
    if not stray:
        return children
    daughters = children.copy()
    lifted: dict[int, list[int]] = {}
    for token in stray:
        above = heads[token]
        while roles[above] is _WORD and heads[above] != NONE:
            above = heads[above]
        lifted.setdefault(above, []).append(token)
    for head in {heads[token] for token in stray}:
        daughters[head] = [child for child in daughters[head] if roles[child] is _WORD]
    for above, tokens in lifted.items():
        daughters[above] = sorted(daughters[above] + tokens)
    return daughters


def _walk(root: int, children: list[list[int]], order: list[int], depth: list[int]) -> None:
    depth[root] = 0
    agenda = [root]
    while agenda:
        token = agenda.pop()
        order.append(token)
        if dependents := children[token]:
            below = depth[token] + 1
            for child in dependents:
                depth[child] = below
            agenda += reversed(dependents)


def _in_cycle(token: int, heads: list[int]) -> int:
    """The first token of the cycle that the heads from this token lead to."""
    seen: set[int] = set()
    while token not in seen:
        seen.add(token)
        token = heads[token]
    first, token = token, heads[token]
    start = first
    while token != start:
        first, token = min(first, token), heads[token]
    return first


def _clausal(
    document: Document, heads: list[int], labels: list[str], roles: list[Role], order: list[int]
) -> list[bool]:
    """Whether a token heads a clause; heads come first in `order`, so that the value of a head is
    known before its conjuncts need it.
    """
    clausal = [False] * len(heads)
    for index, role in enumerate(roles):
        head = heads[index]
        if (
            head != NONE
            and (role in _OF_PREDICATES or labels[index] == "cop")
            and roles[head] is not _WORD
        ):
            clausal[head] = True
    for index in order:
        role = roles[index]
        if clausal[index] or role is _WORD:
            continue
        if role is _CONJUNCT:
            clausal[index] = _predicate_conjunct(document, heads[index], index, clausal)
        elif role in VERBS_HEAD_CLAUSES or not labels[index]:
            clausal[index] = document.tokens[index].upos in VERBAL or (
                # A noun as a complement heads a clause only by its copula, which was seen above.
                role in CLAUSAL_ROLES
                and not (labels[index] == "ccomp" and document.tokens[index].upos in NOMINAL)
            )
    return clausal


def _predicate_conjunct(document: Document, head: int, index: int, clausal: list[bool]) -> bool:
    """Whether it is a verb joined to a clause, or an adjective joined to a predicate that is not a
    noun.
    """
    if head == NONE or not clausal[head]:
        return head == NONE and document.tokens[index].upos in VERBAL
    upos = document.tokens[index].upos
    return upos in VERBAL or (upos not in NOMINAL and document.tokens[head].upos not in NOMINAL)
