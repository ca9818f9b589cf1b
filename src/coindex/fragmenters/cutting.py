"""Removes attachments from a parse: tokens lose their heads, and sentences list the fragments."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import replace

from coindex.core.document import ROOT, Document, Fragment, Sentence
from coindex.language.syntax.tree import Forest

Cuts = Mapping[int, Sequence[int]]
"""The tokens to cut off, each with the sites where it might attach, if they are known."""


def cut(forest: Forest, cuts: Cuts) -> Document:
    """The document without these attachments; fragments that it already lists are kept.

    Every sentence of several trees lists them as fragments. A fragment's parent is the lowest
    fragment that contains it wherever it and the others attach.
    """
    document = forest.document
    tokens = list(document.tokens)
    words = [root for root in forest.roots if not tokens[root].empty]
    in_circles = [root for root in words if tokens[root].head not in (None, ROOT)]
    for index in (*cuts, *in_circles):
        tokens[index] = tokens[index]._replace(head=None)
    roots = sorted({*words, *cuts})
    sentences = tuple(_listed(forest, sentence, cuts, roots) for sentence in document.sentences)
    if sentences == document.sentences and not cuts and not in_circles:
        return document
    return replace(document, tokens=tuple(tokens), sentences=sentences)


def _listed(forest: Forest, sentence: Sentence, cuts: Cuts, all_roots: list[int]) -> Sentence:
    start, end = sentence.span
    roots = all_roots[bisect_left(all_roots, start) : bisect_left(all_roots, end)]
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
