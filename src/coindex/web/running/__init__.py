"""Comparisons in a process of their own, one after the other."""

PLAN, OUTCOME, RANKING = "plan.json", "outcome", "ranking.json"
"""What a worker finds in its folder, and what it leaves there."""
