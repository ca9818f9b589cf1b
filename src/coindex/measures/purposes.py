"""The measures that are taken when none are named: one list for each purpose."""

from __future__ import annotations

SCORING = ("MUC", "B3", "CEAFm", "CEAFe", "LEA", "BLANC", "CoNLL", "Mentions")
"""For a response against its key."""

SUCCESS = "Success(of='third')@head"
"""For how many third-person pronouns were resolved correctly."""

COMPARISON = (
    "CoNLL(singletons=False)@head",
    SUCCESS,
    "Anchors(of='third')@head",
    "LEA(singletons=False)@head",
    "Mentions@head",
)
"""For resolvers side by side. Singletons count only where mentions are judged: every resolver here
makes an entity of each mention it leaves alone.
"""


def agreement(view: str) -> tuple[str, ...]:
    """For two annotators, whose mentions are the same as `view` says."""
    return tuple(f"{name}@{view}" for name in ("Mentions", "MUC", "CoNLL", "Kappa", "Alpha"))
