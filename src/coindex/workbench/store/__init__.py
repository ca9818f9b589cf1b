"""The store behind the tagging tool: append-only revisions in SQLite or PostgreSQL."""
