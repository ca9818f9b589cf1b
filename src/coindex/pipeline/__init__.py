"""One text to its result: parse, mentions, decisions, and how a result is shown and explained."""
