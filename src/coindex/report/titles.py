"""What people call a resolver: by the paper that describes it, or by what it does."""

from __future__ import annotations

from coindex.experiment.conditions import CORRECTED, OWN, Condition
from coindex.interface.translation import say
from coindex.report.table import Name

PUBLISHED = {
    "rosana": "ROSANA, Stuckardt 2001",
    "supar": "SUPAR, Palomar et al. 2001",
    "rap": "Lappin & Leass 1994",
    "kennedy_boguraev": "Kennedy & Boguraev 1996",
    "mars": "MARS, Mitkov et al. 2002",
    "mitkov": "Mitkov 1998",
    "cogniac": "CogNIAC, Baldwin 1997",
    "hobbs": "Hobbs 1978",
    "bfp": "Brennan, Friedman & Pollard 1987",
    "lrc": "Tetreault 2001",
    "slist": "Strube 1998",
}
"""What the literature calls a resolver."""


def titled(name: str) -> str:
    """What people call a resolver. Its options stay as they are: `ROSANA, Stuckardt 2001
    (profile='2001')`; a name that nobody knows does, too.
    """
    if name.endswith(CORRECTED):
        return say("{resolver} corrected", resolver=titled(name.removesuffix(CORRECTED)))
    known, bracket, options = name.partition("(")
    title = PUBLISHED.get(known) or _ours().get(known)
    if title is None:
        return name
    return f"{title} ({options}" if bracket else title


def in_program(condition: Condition) -> str:
    """The component string of a condition's resolver."""
    return condition.resolver


def name_of(condition: Condition) -> str:
    """What people call the resolver of a condition; a response has the name that it was given."""
    return condition.resolver if condition.detector == OWN else titled(condition.resolver)


def name_cell(condition: Condition) -> Name:
    """The resolver of a condition in a table."""
    return Name(condition.resolver, name_of(condition))


def _ours() -> dict[str, str]:
    return {
        "auto": say("Automatic"),
        "hybrid": say("Hybrid"),
        "neural": say("Learned"),
        "sieve": say("Multi-pass sieve"),
        "bridging": say("Bridging"),
        "vote": say("Vote"),
        "recent": say("Nearest"),
        "subject": say("Nearest subject"),
        "random": say("Random"),
        "singletons": say("Every mention alone"),
        "one": say("All in one entity"),
        "oracle": say("Upper bound"),
    }
