"""What a corpus is like."""

from __future__ import annotations

import pytest

from coindex.measures.statistics import Statistics, described, means
from coindex.testing import bracketed

TEXT = """\
[Ann]a met [Bob]b and [his]b [dog]d.
[She]a liked [it]d and [herself]a.
[It]c rained.
"""


def test_kinds_distances_and_candidates() -> None:
    found = described(*bracketed(TEXT))
    assert (found.personal, found.possessive, found.reflexive, found.pronouns) == (3, 1, 1, 5)
    assert found.first_second == 0
    assert (found.anaphors, found.intrasentential) == (4, 2)
    assert found.mentions == 8
    assert found.singletons == 1
    assert found.sentence_distance == 4 + 2
    assert described(*bracketed(TEXT), count_same_as_one=False).sentence_distance == 2
    assert found.mention_distance == 0 + 3 + 1 + 1
    assert found.candidates == 2 + 3 + 3 + 3
    assert (found.nontrivial, found.critical) == (4, 2)
    assert found.averages().sentence_distance == 6 / 4


def test_critical_anaphors_are_those_with_which_several_candidates_agree() -> None:
    assert described(*bracketed("[Ann]a met [Bob]b. [She]a left.")).critical == 0
    assert described(*bracketed("[Ann]a met [Eve]b. [She]a left.")).critical == 1


def test_first_and_second_persons_are_counted_apart() -> None:
    found = described(
        *bracketed(
            "[I]i saw [you]y. [I]i like [you]y. [My]i dog hurt [myself]i. [Ann]a saw [herself]a."
        )
    )
    assert (found.personal, found.possessive, found.reflexive, found.first_second) == (0, 0, 1, 6)
    assert (found.pronouns, found.anaphors) == (1, 1)


def test_published_sums() -> None:
    files = [(161, 18, 3), (40, 11, 0), (74, 18, 0), (85, 10, 2)]
    whole = sum((Statistics(1, 0, 0, 0, 0, 0, *kinds) for kinds in files), Statistics(0))
    assert (whole.personal, whole.possessive, whole.reflexive, whole.pronouns) == (360, 57, 5, 422)
    assert whole.documents == 4


def test_means_of_files_and_of_anaphors_differ() -> None:
    small, large = Statistics(anaphors=1, candidates=10), Statistics(anaphors=3, candidates=6)
    assert means([small, large], "candidates") == (6.0, 4.0)
    assert means([], "candidates") == (None, None)
    assert means([Statistics()], "candidates").of_files is None


def test_nothing_has_no_averages() -> None:
    assert described(*bracketed("")).averages() == pytest.approx((None,) * 5)
