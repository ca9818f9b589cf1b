"""Times as text that can be sorted."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now(later: timedelta = timedelta()) -> str:
    """The current time in UTC, to the millisecond, plus a difference."""
    return (datetime.now(UTC) + later).isoformat(timespec="milliseconds").replace("+00:00", "Z")
