"""The evaluation workbench's first table (Barbu & Mitkov 2001): for one run text by text, or for
many runs together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from coindex.core.messages import Message, messages
from coindex.core.outcome import Outcome
from coindex.core.protocols import Counts
from coindex.measures.scores import ratio, total
from coindex.measures.success import Success
from coindex.report.links import of_document, of_list, of_run
from coindex.report.published import OF_WORKBENCH, WORKBENCH, workbench_row
from coindex.report.run_profile import DocumentLine, RunProfile
from coindex.report.table import Average, Cell, Detail, Share, Table
from coindex.report.titles import name_cell

COUNTS = messages("pronouns", "attempted", "anaphors", "right")
RATES = messages("precision", "recall", "success", "critical success", "non-trivial success")
ORDER = (2, 1, 3, 0)
"""Where `Success` has the counts that `COUNTS` names."""
OF_COUNT = tuple("".join(one for one in Outcome if one.counts[where]) for where in ORDER)
"""The outcomes that each of `COUNTS` includes, by their letters."""

DEFINED = Message(
    "precision = right / attempted, recall = right / pronouns the system has, success = right / "
    "anaphors of the gold; non-trivial: success over the anaphors for which the text has more than "
    "one candidate; critical: over those for which more than one agrees in form; the same anaphors "
    "for every resolver; statistics count the pronouns of the gold, and anaphors with an earlier "
    "mention"
)


def by_document(profile: RunProfile, places: Mapping[str, int], notes: Sequence[str] = ()) -> Table:
    """A row for each document; `places` says which of them the page shows."""
    whole = DocumentLine(
        Message("total"),
        sum(line.words for line in profile.documents),
        profile.success,
        total((line.critical for line in profile.documents), 2),
        total((line.nontrivial for line in profile.documents), 2),
    )
    rows = [[line.document, line.words, *_numbers(line)] for line in (*profile.documents, whole)]
    details: dict[tuple[int, int], Detail] = {}
    for row, line in enumerate((*profile.documents, whole)):
        wanted = (
            {}
            if row == len(profile.documents)
            else {"document": str(places.get(line.document, -1))}
        )
        if wanted and line.document in places:
            details[row, 0] = Detail(link=of_document(places[line.document], profile.number))
        if not wanted or line.document in places:
            details |= _listed(row, 2, profile.number, line.success, wanted)
    columns = (*messages("document", "words"), *COUNTS, *RATES)
    return Table(columns, rows, Message("Text by text"), (DEFINED, *notes), details)


def by_run(profiles: Sequence[RunProfile], title: str, notes: Sequence[str] = ()) -> Table:
    printed = [workbench_row(profile.run.condition.resolver) for profile in profiles]
    rows: list[list[Cell]] = []
    details: dict[tuple[int, int], Detail] = {}
    for row, (profile, published) in enumerate(zip(profiles, printed, strict=True)):
        line = DocumentLine(
            profile.run.condition.resolver,
            0,
            profile.success,
            total((line.critical for line in profile.documents), 2),
            total((line.nontrivial for line in profile.documents), 2),
        )
        theirs: list[Cell] = [*map(Share, published)] if published else ["", ""]
        rows.append(
            [
                name_cell(profile.run.condition),
                *_numbers(line),
                *theirs * any(printed),
                *_candidates(profile),
            ]
        )
        details[row, 0] = Detail(link=of_run(profile.number))
        details |= _listed(row, 1, profile.number, line.success, {})
    candidates = messages("candidates", "agreeing", "admissible")
    beside = messages("success published", "precision published") if any(printed) else ()
    columns = (Message("resolver"), *COUNTS, *RATES, *beside, *candidates)
    about = (DEFINED, *([OF_WORKBENCH] if any(printed) else []), *notes)
    return Table(columns, rows, title, about, details)


def as_published() -> Table:
    """Table 1 of the paper, file by file."""
    names = ("Mitkov", "CogNIAC", "Kennedy & Boguraev")
    columns = (
        *messages("document", "words", "pronouns", "anaphors"),
        *(Message("{name} success", name=name) for name in names),
        *(Message("{name} precision", name=name) for name in names),
    )
    rows: list[list[Cell]] = [
        [
            *(one.name, one.words, one.pronouns, one.anaphors),
            *(Share(rate / 100) for rate in (*one.success, *one.precision)),
        ]
        for one in WORKBENCH
    ]
    return Table(columns, rows, Message("Text by text, as published"), (OF_WORKBENCH,))


def _listed(
    row: int, column: int, number: int, success: Counts, wanted: Mapping[str, str]
) -> dict[tuple[int, int], Detail]:
    return {
        (row, column + place): Detail(link=of_list(number, outcome=OF_COUNT[place], **wanted))
        for place, where in enumerate(ORDER)
        if success[where]
    }


def _numbers(line: DocumentLine) -> list[Cell]:
    rates = (*Success.score(line.success), ratio(*line.critical), ratio(*line.nontrivial))
    return [
        *(int(line.success[where]) for where in ORDER),
        *(None if r is None else Share(r) for r in rates),
    ]


def _candidates(profile: RunProfile) -> list[Cell]:
    """Candidates per decided anaphor."""
    anaphors, *sums = profile.candidates
    return [Average(value / anaphors) if anaphors else None for value in sums]
