"""All checks, in the order in which their issues are listed."""

from __future__ import annotations

from collections.abc import Mapping

from coindex.checking.check import Check
from coindex.checking.contradictions import AGREEMENT
from coindex.checking.opinions import OPINIONS
from coindex.checking.structure import STRUCTURE
from coindex.checking.unlinked import UNLINKED

CHECKS: Mapping[str, Check] = {
    one.name: one for one in (*STRUCTURE, *AGREEMENT, *UNLINKED, *OPINIONS)
}
"""By name."""
