"""Points in time as text that sorts."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta


def now(later: timedelta = timedelta()) -> str:
    """UTC, to the millisecond."""
    return (datetime.now(UTC) + later).isoformat(timespec="milliseconds").replace("+00:00", "Z")
