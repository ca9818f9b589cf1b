"""ROSANA's disciplines for one run in the layout of its Figure 5: occurrences, classes,
antecedents, anchors.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coindex.core.messages import Message, messages
from coindex.core.protocols import Counts
from coindex.measures.antecedents import CELLS, cell_score
from coindex.measures.scores import ratio, total
from coindex.measures.selection import NOMINAL_TYPES, PRONOUN_TYPES, types_in
from coindex.report.links import of_list
from coindex.report.run_profile import NOTHING, RunProfile
from coindex.report.table import Cell, Detail, Share, Table

MEANINGS = Message(
    "Antecedent ++ right, +- wrong, +? no mention of the gold; +_ none, +* none though the link is "
    "optional; ?+ and ?_ anaphors the gold does not have, with and without antecedent. P = ++ / "
    "(++ +- +?), R = ++ / (++ +- +? +_)"
)


def figure5(profile: RunProfile, notes: Sequence[str] = ()) -> list[Table]:
    """The table; recall is printed for pronouns only, because for nominals +_ includes the first
    mentions.
    """
    both, system, gold = profile.occurrences
    kept, ours, theirs = profile.classes
    occurrences: list[Cell] = [
        both,
        system - both,
        gold - both,
        _share(both, system),
        _share(both, gold),
    ]
    classes: list[list[Cell]] = [
        [Message("system"), ours, ours - kept, _share(kept, ours), ""],
        [Message("gold"), theirs, theirs - kept, "", _share(kept, theirs)],
    ]
    return [
        Table(
            messages("both", "system only", "gold only", "P", "R"),
            [occurrences],
            Message("Occurrences"),
            notes,
        ),
        Table(
            messages("classes of", "possible", "cuts", "P", "R"),
            classes,
            Message("Coreference classes"),
            notes,
        ),
        _cells(Message("Immediate antecedents"), profile, profile.antecedents, _ANTECEDENTS, notes),
        _cells(Message("Non-pronominal anchors"), profile, profile.anchors, _PRONOUNS, notes),
        _by_antecedent(profile, notes),
        _anchored(profile, notes),
    ]


_THIRD = "PER3+POS3+REFL+RELA"
"""The paper's third-person pronouns: personal and possessive ones,
reflexives, reciprocals and relatives.
"""
_PRONOUNS = (*PRONOUN_TYPES, _THIRD, Message("pronouns"))
_ANTECEDENTS = (*_PRONOUNS, *NOMINAL_TYPES, Message("nominals"), Message("all"))


def _cells(
    title: str,
    profile: RunProfile,
    by_type: Mapping[str, Counts],
    names: Sequence[str],
    notes: Sequence[str],
) -> Table:
    rows: list[list[Cell]] = []
    details: dict[tuple[int, int], Detail] = {}
    discipline = "anchor" if by_type is profile.anchors else "antecedent"
    for name in names:
        types = types_in(name)
        counts = total([by_type.get(type, NOTHING) for type in types])
        if not any(counts) and types == (name,):
            continue
        score = cell_score(counts)
        recall = _defined(score.recall) if name in _PRONOUNS else ""
        for place, cell in enumerate(CELLS):
            if counts[place]:
                link = of_list(profile.number, **{discipline: cell, "type": name})
                details[len(rows), place + 1] = Detail(link=link)
        rows.append([name, *map(int, counts[: len(CELLS)]), _defined(score.precision), recall])
    columns = (Message("type"), *CELLS, *messages("P", "R"))
    return Table(columns, rows, title, (MEANINGS, *notes), details)


def _by_antecedent(profile: RunProfile, notes: Sequence[str]) -> Table:
    """Whether pronouns that were given a pronoun, a name or a noun have the right antecedent
    (section 6.3 of the paper).
    """
    rows: list[list[Cell]] = []
    for name in _ANTECEDENTS:
        types = types_in(name)
        counts = total([profile.by_antecedent.get(type, NOTHING) for type in types])
        if any(counts) or types != (name,):
            rows.append([name, *map(int, counts[:3]), _defined(cell_score(counts).precision)])
    return Table(
        (Message("antecedent"), *CELLS[:3], Message("P")),
        rows,
        Message("Immediate antecedents of pronouns, by type of the antecedent"),
        notes,
    )


def _anchored(profile: RunProfile, notes: Sequence[str]) -> Table:
    """How the anchors of pronouns are whose antecedent is right (section 6.3): a wrong one comes
    from an earlier link of the chain.
    """
    counts = [profile.anchored[cell] for cell in CELLS[:4]]
    return Table(
        (*CELLS[:4], Message("anchor right")),
        [[*counts, _share(counts[0], sum(counts))]],
        Message("Anchors of pronouns with a right antecedent"),
        notes,
    )


def _share(part: float, whole: float) -> Cell:
    return _defined(ratio(part, whole))


def _defined(value: float | None) -> Cell:
    return None if value is None else Share(value)
