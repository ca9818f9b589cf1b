"""Comparisons and tunings, which run one after the other in their own process."""

PLAN, OUTCOME, RANKING = "plan.json", "outcome", "ranking.json"
FINISHED, TUNED = "finished.jsonl", "tuning.json"
SHOWN = "shown.html"
"""Files in a worker's folder; the last one has the tables of the paper that a run is made after."""
