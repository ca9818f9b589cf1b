"""What papers print in the tables that Coindex makes, to be shown beside them.

Only figures that are printed are here; none is computed from others, and one that is not at hand is
left out. Texts, parser and key are those of the paper.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from coindex.core import spec
from coindex.core.errors import SpecError
from coindex.core.messages import Message

TABLE3_COLUMNS = ("Pco", "Rco", "Pna", "Rna", "PER3", "POS3")
_ROLES = frozenset({"SUP", "DOP", "IOP", "APP"})
TABLE3: Mapping[str, Mapping[frozenset[str], tuple[float, ...]]] = {
    "press": {
        frozenset(): (0.81, 0.68, 0.70, 0.65, 0.71, 0.76),
        frozenset({"SYR"}): (0.80, 0.68, 0.68, 0.63, 0.70, 0.73),
        _ROLES: (0.80, 0.68, 0.67, 0.62, 0.69, 0.73),
        _ROLES | {"SYR"}: (0.78, 0.66, 0.58, 0.54, 0.56, 0.69),
        frozenset({"SDM"}): (0.78, 0.66, 0.60, 0.56, 0.63, 0.60),
        frozenset({"KAM"}): (0.80, 0.68, 0.66, 0.61, 0.65, 0.77),
    },
    "plot": {
        frozenset(): (0.88, 0.81, 0.75, 0.74, 0.79, 0.77),
        frozenset({"SYR"}): (0.89, 0.82, 0.76, 0.75, 0.77, 0.80),
        _ROLES: (0.87, 0.80, 0.68, 0.68, 0.74, 0.67),
        _ROLES | {"SYR"}: (0.87, 0.80, 0.70, 0.70, 0.73, 0.79),
        frozenset({"SDM"}): (0.84, 0.77, 0.55, 0.55, 0.55, 0.50),
        frozenset({"KAM"}): (0.88, 0.81, 0.71, 0.71, 0.75, 0.67),
    },
}
"""Stuckardt 2001, Table 3, by kind of text and by the factors that are switched off."""
OF_TABLE3 = Message(
    "published: Stuckardt 2001, Table 3: 35 press releases with 479 pronouns, 3 opera plots with "
    "236; his parser and key"
)


class WorkbenchFile(NamedTuple):
    """A file of Barbu & Mitkov's: its words, pronouns, anaphors, and success and precision of
    Mitkov's approach, CogNIAC, and Kennedy & Boguraev's.
    """

    name: str
    words: int
    pronouns: int
    anaphors: int
    success: tuple[float, float, float]
    precision: tuple[float, float, float]


WORKBENCH_SYSTEMS = ("mitkov", "cogniac", "kennedy_boguraev")
WORKBENCH = (
    WorkbenchFile("ACC", 9617, 182, 160, (52.34, 45.0, 55.0), (42.85, 37.18, 48.35)),
    WorkbenchFile("WIN", 2773, 51, 47, (55.31, 44.64, 63.82), (50.98, 41.17, 58.82)),
    WorkbenchFile("BEO", 6392, 92, 70, (48.57, 42.85, 55.71), (36.95, 32.60, 42.39)),
    WorkbenchFile("CDR", 9490, 97, 85, (71.76, 67.05, 74.11), (62.88, 58.76, 64.95)),
    WorkbenchFile("total", 28272, 422, 362, (56.9, 49.72, 61.6), (48.81, 42.65, 52.84)),
)
"""Barbu & Mitkov 2001, Table 1."""
OF_WORKBENCH = Message(
    "published: Barbu & Mitkov 2001, Table 1: four technical texts, the FDG parser; success is "
    "right / 362 anaphors, precision right / 422 pronouns"
)


MEANS = {"sentence_distance": 1.275, "mention_distance": 4.275, "candidates": 10.85}
"""Its means of files."""
OF_MEANS = Message(
    "published: Barbu & Mitkov 2001, Table 2: means of four files with 422 pronouns (360 personal, "
    "57 possessive, 5 reflexive; 241 with an antecedent in their sentence)"
)


class SuparRow(NamedTuple):
    """What SUPAR's authors report of a language."""

    language: str
    success: float
    right: int
    solved: int


SUPAR = (SuparRow("en", 0.74, 835, 1163), SuparRow("es", 0.81, 921, 1144))
SUPAR_BEFORE, SUPAR_AFTER, SUPAR_AFTER_REFLEXIVES = 44.4, 17.8, 1.3
"""Candidates of a pronoun before constraints, and after them: of those that are not reflexive, and
of reflexives.
"""
OF_SUPAR = Message(
    "published: Ferrández, Peral & Luján-Mora 2002: 81 % of Spanish pronouns (921 of 1,144 are "
    "80.5 %) and 74 % of English ones as printed (835 of 1,163 are 71.8 %); candidates of 8,938 "
    "pronouns; their texts and partial parser; 89 % of the time is spent in resolution"
)

BYRON = ("her", "she", "herself", "he", "him", "his", "himself", "it", "its", "itself")
"""The forms that Byron's tables cover, in her order; all others are left out."""
BYRON_ROWS: Mapping[str, tuple[int, ...]] = {
    "B": (0, 0, 0, 1, 0, 1, 0, 6, 0, 0, 4),
    "C": (22, 25, 3, 88, 44, 6, 14, 88, 12, 1, 182),
    "E": (22, 25, 3, 87, 44, 6, 14, 73, 12, 1, 0),
}
BYRON_TOTALS: Mapping[str, int] = {"A": 497, "B": 12, "C": 485, "D": 198, "E": 287}
BYRON_SYSTEMS: Mapping[str, tuple[int, float, float]] = {
    "Alpha": (216, 0.753, 0.45),
    "Beta": (248, 0.864, 0.51),
}
"""Correct referents, their share of E, and resolution rates of two techniques."""
OF_BYRON = Message(
    "published: Byron 2001, Tables 1 and 2: her texts, two techniques; some of her other cells do "
    "not follow from each other and are left out"
)


def table3_row(resolver: str, corpus: str) -> tuple[float, ...] | None:
    """The published row for a resolver: ROSANA as printed, with these factors switched off."""
    kind = next((kind for kind in TABLE3 if kind in corpus.rpartition("/")[2]), "")
    varied = factors_of_table3(resolver)
    return None if varied is None or not kind else TABLE3[kind].get(varied)


def factors_of_table3(resolver: str) -> frozenset[str] | None:
    """The factors that are switched off, if this is ROSANA as printed."""
    one = _read(resolver)
    if one is None or one.name != "rosana":
        return None
    named = dict(one.named)
    if named.get("profile") != "2001" or named.keys() - {"profile", "without"}:
        return None
    return frozenset(named.get("without", ()))


def workbench_row(resolver: str) -> tuple[float, float] | None:
    """Published success and precision, as proportions, of one of the three approaches."""
    one = _read(resolver)
    if one is None or one.name not in WORKBENCH_SYSTEMS:
        return None
    resolves_all = dict(one.named) == {"mode": "resolve_all"}
    if (one.name == "cogniac") != resolves_all or (one.named and not resolves_all):
        return None
    place, whole = WORKBENCH_SYSTEMS.index(one.name), WORKBENCH[-1]
    return whole.success[place] / 100, whole.precision[place] / 100


def _read(name: str) -> spec.Spec | None:
    try:
        return spec.read(name)
    except SpecError:  # the name of a response
        return None
