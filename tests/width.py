"""How much a test looks at: a sample in `make test`, far more in `make faults`."""

from __future__ import annotations

from hypothesis import settings


def amount(few: int, many: int) -> int:
    """`many` under the profile *wide*, with which `make faults` repeats the tests; else `few`."""
    return many if settings.get_current_profile_name() == "wide" else few
