"""Removes attachments from a parse: tokens lose their heads, and sentences list the fragments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from coindex.core.document import ROOT, Document, Fragment, Sentence
from coindex.language.tree import NONE, Forest

Cuts = Mapping[int, Sequence[int]]
"""The tokens to cut off, each with the sites where it might attach, if they are known."""


def cut(forest: Forest, cuts: Cuts) -> Document:
    """The document without these attachments; fragments that it already lists are kept.

    Every sentence of several trees lists them as fragments. A fragment's parent is the lowest
    fragment that contains it wherever it and the others attach.
    """
    document = forest.document
    tokens = list(document.tokens)
    for index, token in enumerate(tokens):
        in_circle = (
            forest.heads[index] == NONE and token.head not in (None, ROOT) and not token.empty
        )
        if index in cuts or in_circle:
            tokens[index] = token._replace(head=None)
    sentences = tuple(_listed(forest, sentence, cuts) for sentence in document.sentences)
    if sentences == document.sentences and all(
        new is old for new, old in zip(tokens, document.tokens, strict=True)
    ):
        return document
    return replace(document, tokens=tuple(tokens), sentences=sentences)


def _listed(forest: Forest, sentence: Sentence, cuts: Cuts) -> Sentence:
    tokens = forest.document.tokens
    roots = [
        token
        for token in range(*sentence.span)
        if token in cuts or (forest.heads[token] == NONE and not tokens[token].empty)
    ]
    if len(roots) < 2:
        return sentence._replace(fragments=()) if sentence.fragments else sentence
    number = _numbers(forest, sentence, roots)
    known = _known_sites(sentence)
    sites = {
        root: tuple(sorted(cuts[root] if root in cuts else known.get(root, ()))) for root in roots
    }
    attached = [{number[site] for site in sites[root] if site in number} for root in roots]
    for fragment in sentence.fragments:
        if fragment.parent is not None and fragment.root in sites and not sites[fragment.root]:
            attached[number[fragment.root]].add(number[sentence.fragments[fragment.parent].root])
    parents = embedding(attached)
    fragments = tuple(
        Fragment(root, parent, sites[root]) for root, parent in zip(roots, parents, strict=True)
    )
    return sentence._replace(fragments=fragments)


def _known_sites(sentence: Sentence) -> dict[int, tuple[int, ...]]:
    return {fragment.root: fragment.sites for fragment in sentence.fragments}


def _numbers(forest: Forest, sentence: Sentence, roots: list[int]) -> dict[int, int]:
    """The fragment to which each token of a sentence belongs."""
    rank = {root: number for number, root in enumerate(roots)}
    numbers: dict[int, int] = {}
    for token in sorted(range(*sentence.span), key=forest.place.__getitem__):
        if token in rank:
            numbers[token] = rank[token]
        elif forest.heads[token] in numbers:
            numbers[token] = numbers[forest.heads[token]]
    return numbers


def embedding(attached: Sequence[set[int]]) -> list[int | None]:
    """For each fragment the lowest one that must contain it, given the fragments to which each may
    attach; `None` if there is none.

    The fragments that must contain it are common to all to which it may attach: the dominators of a
    graph, found by iteration. Fragments that can attach only to each other have no top, and nothing
    is known about them.
    """
    grounded = _grounded(attached)
    everything = (1 << len(attached)) - 1
    open_ = [number for number, targets in enumerate(attached) if targets and number in grounded]
    above = [1 << number for number in range(len(attached))]
    for number in open_:
        above[number] = everything
    changed = True
    while changed:
        changed = False
        for number in open_:
            common = everything
            for target in attached[number]:
                common &= above[target]
            common |= 1 << number
            changed = changed or common != above[number]
            above[number] = common
    return [_lowest(number, above) for number in range(len(attached))]


def _grounded(attached: Sequence[set[int]]) -> set[int]:
    """The fragments from which attachments lead to one that is attached to nothing."""
    grounded = {number for number, targets in enumerate(attached) if not targets}
    added = True
    while added:
        new = {
            number
            for number, targets in enumerate(attached)
            if number not in grounded and targets & grounded
        }
        grounded |= new
        added = bool(new)
    return grounded


def _lowest(number: int, above: list[int]) -> int | None:
    rest = above[number] ^ 1 << number
    candidates = []
    while rest:
        candidates.append(rest.bit_length() - 1)
        rest ^= 1 << candidates[-1]
    return max(candidates, key=lambda other: above[other].bit_count(), default=None)
