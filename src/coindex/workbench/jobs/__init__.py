"""Comparisons and tunings, which run one after the other in their own process."""

PLAN, OUTCOME, RANKING = "plan.json", "outcome", "ranking.json"
FINISHED, TUNED = "finished.jsonl", "tuning.json"
"""Files in a worker's folder."""
