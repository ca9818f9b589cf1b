"""Stems of SUPAR's files."""

from __future__ import annotations

import pytest

from coindex.formats.supar.stems import stem


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("irrelevant", "irrelev"),  # Ferrández et al. 2002, Figure 3
        ("help", "help"),
        ("john", "john"),
        ("caresses", "caress"),  # Porter 1980
        ("ponies", "poni"),
        ("agreed", "agre"),
        ("feed", "feed"),
        ("plastered", "plaster"),
        ("bled", "bled"),
        ("motoring", "motor"),
        ("sing", "sing"),
        ("conflated", "conflat"),
        ("hopping", "hop"),
        ("falling", "fall"),
        ("filing", "file"),
        ("happy", "happi"),
        ("sky", "sky"),
        ("relational", "relat"),
        ("rational", "ration"),
        ("vietnamization", "vietnam"),
        ("hopefulness", "hope"),
        ("electrical", "electr"),
        ("adjustment", "adjust"),
        ("adoption", "adopt"),
        ("controlling", "control"),
        ("generalizations", "gener"),
        ("rate", "rate"),
        ("cease", "ceas"),
        ("1986", "1986"),
    ],
)
def test_stems(word: str, expected: str) -> None:
    assert stem(word) == expected
