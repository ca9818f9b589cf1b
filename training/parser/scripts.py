"""Lemmas as edit scripts, which the parser learns as labels of words."""

from __future__ import annotations

from coindex.models.word_features import cased


def _common(one: str, other: str) -> tuple[int, int, int]:
    """The start in each string and the length of the longest common substring; of equally long
    ones, the first.
    """
    best = (0, 0, 0)
    previous = [0] * (len(other) + 1)
    for i, left in enumerate(one):
        row = [0] * (len(other) + 1)
        for j, right in enumerate(other):
            if left == right:
                row[j + 1] = length = previous[j] + 1
                if length > best[2]:
                    best = (i + 1 - length, j + 1 - length, length)
        previous = row
    return best


def edit_script(form: str, lemma: str) -> str:
    """How to derive the lemma from the form.

    ``case|n+prefix|m+suffix``: change case (l lower, k keep, c capital, u upper), replace the first
    n and the last m characters; or ``=lemma`` if form and lemma share nothing.
    """
    cases = [(case, _common(cased(form, case), lemma)) for case in "lkcu"]
    case, (start, offset, length) = max(cases, key=lambda item: item[1][2])
    if not length or "|" in lemma[:offset]:
        return f"={lemma}"
    tail = len(cased(form, case)) - start - length
    return f"{case}|{start}+{lemma[:offset]}|{tail}+{lemma[offset + length :]}"
