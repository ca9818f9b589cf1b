"""The tree decoder against all trees there are."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from coindex.models.arcs import best_tree


def is_tree(heads: tuple[int, ...]) -> bool:
    if heads.count(0) != 1:
        return False
    for word in range(1, len(heads) + 1):
        seen = set()
        node = word
        while node:
            if node in seen:
                return False
            seen.add(node)
            node = heads[node - 1]
    return True


@pytest.mark.parametrize("words", [1, 2, 3, 4, 5])
def test_the_best_of_all_single_rooted_trees_is_found(words: int) -> None:
    chance = np.random.default_rng(words)
    trees = [heads for heads in product(range(words + 1), repeat=words) if is_tree(heads)]
    for _ in range(60):
        scores = chance.normal(size=(words, words + 1)) * 3
        best = max(sum(scores[word, head] for word, head in enumerate(heads)) for heads in trees)
        found = tuple(best_tree(scores).tolist())
        assert is_tree(found)
        assert sum(scores[word, head] for word, head in enumerate(found)) == pytest.approx(best)


def test_large_random_matrices_give_trees() -> None:
    chance = np.random.default_rng(7)
    for words in (40, 120):
        assert is_tree(tuple(best_tree(chance.normal(size=(words, words + 1))).tolist()))
