"""The measures that are used if none are named: one list for each purpose."""

from __future__ import annotations

SCORING = ("MUC", "B3", "CEAFm", "CEAFe", "LEA", "BLANC", "CoNLL", "Mentions")
"""For a response against its key."""

SUCCESS = "Success(of='third')@head"
"""For the number of third-person pronouns resolved correctly."""

COMPARISON = (
    "CoNLL(singletons=False)@head",
    SUCCESS,
    "Anchors(of='third')@head",
    "LEA(singletons=False)@head",
    "Mentions@head",
)
"""For comparing resolvers. Singletons count only for measures of mentions: every resolver here
makes an entity of each mention that it leaves alone.
"""

BESIDE = {
    "CriticalSuccess": "CriticalSuccess(of='third')@head",
    "NonTrivialSuccess": "NonTrivialSuccess(of='third')@head",
    "Antecedents": "Antecedents(of='third')@head",
    "Resolution": "Resolution@head",
    "Supar": "Supar@head",
}
"""How measures are offered beside those of a comparison: they judge the anaphors of `SUCCESS`, and
align mentions alike.
"""


def agreement(view: str) -> tuple[str, ...]:
    """For two annotators; `view` says when their mentions are the same."""
    return tuple(f"{name}@{view}" for name in ("Mentions", "MUC", "CoNLL", "Kappa", "Alpha"))
