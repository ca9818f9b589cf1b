"""The contracts of the component families: what a component must have, and what else it may have.

Each family has one small required protocol. The optional protocols name everything else that
commands, experiments and pages ask of a component, and they are checked with `isinstance`. A frozen
dataclass with the members of the required protocol is enough to work everywhere; `coindex.testing`
has a contract suite for each family.
"""

from __future__ import annotations

from coindex.core.protocols.anywhere import LanguageBound, Remote, Trained, Wrapping
from coindex.core.protocols.corpora import Collection, Fetchable
from coindex.core.protocols.detectors import Detector, InformedDetector
from coindex.core.protocols.engines import Engine, In, Out, Preparing
from coindex.core.protocols.formats import (
    Chunk,
    Grouping,
    Localised,
    Reader,
    Reasoned,
    Writer,
)
from coindex.core.protocols.fragmenters import Fragmenter
from coindex.core.protocols.measures import (
    AlignedPair,
    Anaphoric,
    Averaging,
    Bounded,
    Case,
    Categorical,
    Counted,
    Counts,
    Itemised,
    Measure,
    MentionBased,
    NamedValues,
    Overlapping,
    OverlapTable,
    SingletonAware,
    SolutionLine,
    Syntactic,
    Tabular,
)
from coindex.core.protocols.parsers import Parser, ReportingProgress
from coindex.core.protocols.resolvers import (
    COST,
    SPENT,
    Accounting,
    Combining,
    Correct,
    Delegating,
    Detecting,
    Elementary,
    Extending,
    Glossed,
    Informed,
    Listing,
    LogLinear,
    Reasoning,
    Resolver,
    Tunable,
)

__all__ = [
    "COST",
    "SPENT",
    "Accounting",
    "AlignedPair",
    "Anaphoric",
    "Averaging",
    "Bounded",
    "Case",
    "Categorical",
    "Chunk",
    "Collection",
    "Combining",
    "Correct",
    "Counted",
    "Counts",
    "Delegating",
    "Detecting",
    "Detector",
    "Elementary",
    "Engine",
    "Extending",
    "Fetchable",
    "Fragmenter",
    "Glossed",
    "Grouping",
    "In",
    "Informed",
    "InformedDetector",
    "Itemised",
    "LanguageBound",
    "Listing",
    "Localised",
    "LogLinear",
    "Measure",
    "MentionBased",
    "NamedValues",
    "Out",
    "OverlapTable",
    "Overlapping",
    "Parser",
    "Preparing",
    "Reader",
    "Reasoned",
    "Reasoning",
    "Remote",
    "ReportingProgress",
    "Resolver",
    "SingletonAware",
    "SolutionLine",
    "Syntactic",
    "Tabular",
    "Trained",
    "Tunable",
    "Wrapping",
    "Writer",
]
