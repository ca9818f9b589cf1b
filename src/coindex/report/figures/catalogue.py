"""The figures of an experiment, and the data of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from types import MappingProxyType
from typing import Any, NamedTuple

from coindex.core import spec
from coindex.core.errors import SpecError
from coindex.core.messages import Message
from coindex.experiment.conditions import Condition, ConditionGroup
from coindex.experiment.rows import Row
from coindex.interface.translation import fixed, listed, say, worded
from coindex.measures.comparison import Comparison
from coindex.measures.slices import sorted_slices
from coindex.report.causes import cause_wording
from coindex.report.cells import headline, slice_name
from coindex.report.figures.bars import count_bars
from coindex.report.figures.curves import curves
from coindex.report.figures.dots import Dot, Line, dot_plot, dumbbells
from coindex.report.figures.matrix import MatrixCell, difference_matrix
from coindex.report.figures.multiples import Panel, PanelRow, small_multiples
from coindex.report.figures.scatter import Point, scatter
from coindex.report.figures.svg import Figure, shortened
from coindex.report.findings import FORMS, MENTIONS, Findings, usual
from coindex.report.table import Chance, text
from coindex.report.titles import name_of

Drawn = Iterator[Figure]


class Sort(NamedTuple):
    """Figures of one sort: one for each group, or group and measure."""

    about: str
    draw: Callable[[Findings, ConditionGroup], Drawn]


def overview(findings: Findings, group: ConditionGroup) -> Drawn:
    """One figure for each measure, all in the order of the first."""
    results = findings.results
    runs = findings.able(group)
    short = _short(findings, group)
    for measure, label in _labels(findings).items():
        lines = [
            Line(short[run.condition.resolver], (_dot(results.row(run.condition, measure)),))
            for run in runs
        ]
        if lines:
            yield dot_plot(
                _name(findings, "overview", group, measure),
                f"{label}, {worded(findings.groups[group])}",
                lines,
            )


def mentions(findings: Findings, group: ConditionGroup) -> Drawn:
    """Comparisons with each later group that differs only in its mentions."""
    results, short = findings.results, _short(findings, group)
    for other in results.groups[results.groups.index(group) + 1 :]:
        if other[:3] != group[:3] or other.detector == group.detector:
            continue
        for measure, label in _labels(findings).items():
            lines = [
                Line(
                    short[run.condition.resolver],
                    tuple(_dot(results.row(condition, measure)) for condition in both),
                )
                for run in findings.able(group)
                if (both := (run.condition, run.condition._replace(detector=other.detector)))[1]
                in findings.numbers
                and run.condition.group == group
            ]
            name = _name(findings, f"mentions-{findings.slugs[other]}", group, measure)
            title = say(
                "{label}: {first} and {second}",
                label=label,
                first=worded(findings.groups[group]),
                second=worded(findings.groups[other]),
            )
            if lines:
                yield dumbbells(name, title, lines, _apart(group, other))


def _apart(group: ConditionGroup, other: ConditionGroup) -> tuple[str, str]:
    """What distinguishes two groups."""
    if group.given == other.given:
        return group.detector, other.detector
    return worded(MENTIONS[group.given]), worded(MENTIONS[other.given])


def tests(findings: Findings, group: ConditionGroup) -> Drawn:
    short, titles = _short(findings, group), _titles(findings, group)
    for measure, label in _labels(findings).items():
        comparisons = findings.comparisons(group, measure)
        if comparisons:
            names = list(
                dict.fromkeys(
                    short[name] for one in comparisons for name in (one.first, one.second)
                )
            )
            both = {
                (short[a], short[b]): difference
                for one in comparisons
                for (a, b), difference in _both_ways(one, titles).items()
            }
            title = say(
                "{label}, {group}: who is ahead of whom",
                label=label,
                group=worded(findings.groups[group]),
            )
            yield difference_matrix(_name(findings, "tests", group, measure), title, names, both)


def _both_ways(one: Comparison, titles: Mapping[str, str]) -> dict[tuple[str, str], MatrixCell]:
    tested = say(
        "p {chance}, with Holm's correction {corrected}",
        chance=text(Chance(one.p)),
        corrected=text(Chance(one.adjusted)),
    )
    tested += "" if one.mcnemar is None else f", McNemar {text(Chance(one.mcnemar))}"

    def way(first: str, second: str, sign: int) -> MatrixCell:
        low, high = sorted(100 * sign * bound + 0.0 for bound in one.interval)
        value = sign * one.difference + 0.0  # no negative zero
        return MatrixCell(
            value,
            one.adjusted,
            f"{titles[first]} − {titles[second]} = {fixed(100 * value, 2, '+')} "
            f"[{listed(fixed(one, 2, '+') for one in (low, high))}], {tested}",
        )

    return {
        (one.first, one.second): way(one.first, one.second, 1),
        (one.second, one.first): way(one.second, one.first, -1),
    }


def sliced(by: str) -> Callable[[Findings, ConditionGroup], Drawn]:
    def draw(findings: Findings, group: ConditionGroup) -> Drawn:
        slices = dict(list(findings.slices(group, by).items())[:FORMS])
        if slices:
            short = _short(findings, group)
            middle = {
                name: usual([row.value for row in rows.values()]) for name, rows in slices.items()
            }
            panels = [
                Panel(short[run.condition.resolver], _items(run.condition, by, slices, middle))
                for run in findings.able(group, findings.judged_by)
            ]
            label = _labels(findings)[findings.judged_by]
            title = f"{_by(label, by)}, {worded(findings.groups[group])}"
            about = say(
                "{subject} with intervals; the tick is the median of all", subject=_by(label, by)
            )
            yield small_multiples(_name(findings, by, group), title, panels, about=about)

    return draw


def curve(by: str) -> Callable[[Findings, ConditionGroup], Drawn]:
    """A curve for every measure that has these slices."""

    def draw(findings: Findings, group: ConditionGroup) -> Drawn:
        short = _short(findings, group)
        for measure, label in _labels(findings).items():
            runs = findings.able(group, measure)
            rows = {run.condition: findings.sliced(run.condition, measure, by) for run in runs}
            slices = sorted_slices(by, {name for one in rows.values() for name in one})
            lines = [
                Line(short[one.resolver], tuple(_dot(own.get(name)) for name in slices))
                for one, own in rows.items()
                if own
            ]
            if len(slices) > 1 and lines:
                title = f"{_by(label, by)}, {worded(findings.groups[group])}"
                name = _name(findings, by, group, measure)
                shown = [slice_name(by, slice) for slice in slices]
                yield curves(name, title, shown, lines, about=_by(label, by))

    return draw


def _by(label: str, by: str) -> str:
    """`Success by distance`, for titles."""
    return say("{label} by {slice}", label=label, slice=worded(Message(by)))


def _labels(findings: Findings) -> dict[str, str]:
    """Short names of measures in the language in use."""
    return {measure: worded(label) for measure, label in findings.labels.items()}


def _items(
    condition: Condition,
    by: str,
    slices: Mapping[str, Mapping[Condition, Row]],
    middle: Mapping[str, float | None],
) -> tuple[PanelRow, ...]:
    return tuple(
        PanelRow(slice_name(by, name), _dot(rows.get(condition)), middle[name])
        for name, rows in slices.items()
    )


def causes(findings: Findings, group: ConditionGroup) -> Drawn:
    profiles, short = findings.survey.profiles, _short(findings, group)
    runs = [
        run for run in findings.able(group, findings.judged_by) if profiles[run.condition].causes
    ]
    counts = {
        (short[run.condition.resolver], cause): count
        for run in runs
        for cause, count in profiles[run.condition].causes.items()
    }
    sums: dict[str, int] = {}
    for (_, cause), count in counts.items():
        sums[cause] = sums.get(cause, 0) + count
    if counts:
        names = [short[run.condition.resolver] for run in runs]
        ordered = sorted(sums, key=lambda cause: (-sums[cause], cause))
        sorts = [cause_wording(cause) for cause in ordered]
        title = say("Why anaphors went wrong, {group}", group=worded(findings.groups[group]))
        yield count_bars(_name(findings, "causes", group), title, names, sorts, counts)


def cost(findings: Findings, group: ConditionGroup) -> Drawn:
    measure, short = findings.results.plan.measures[0], _short(findings, group)
    points = [
        Point(
            short[run.condition.resolver],
            run.speed,
            _dot(findings.results.row(run.condition, measure)),
        )
        for run in findings.able(group)
        if run.speed
    ]
    if points:
        up = _labels(findings)[measure]
        title = say("Cost and {label}, {group}", label=up, group=worded(findings.groups[group]))
        across = say("tokens per CPU second")
        yield scatter(_name(findings, "cost", group), title, points, across=across, up=up)


SORTS: Mapping[str, Sort] = {
    "overview": Sort("every measure with its intervals, best first", overview),
    "mentions": Sort("gold against detected mentions", mentions),
    "tests": Sort("which differences are significant", tests),
    "form": Sort("success by form of the pronoun", sliced("form")),
    "distance": Sort("success by distance to the antecedent", sliced("distance")),
    "genre": Sort("success by genre", sliced("genre")),
    "kind": Sort("success by kind of anaphor", sliced("kind")),
    "type": Sort("success by ROSANA's types", sliced("type")),
    "length": Sort("every measure by the length of the document", curve("length")),
    "spread": Sort("every measure by how far entities reach", curve("spread")),
    "causes": Sort("why anaphors went wrong", causes),
    "cost": Sort("tokens per CPU second against quality", cost),
}


def drawn(findings: Findings, sort: str) -> Iterator[Figure]:
    """All figures of a sort."""
    for group in findings.results.groups:
        yield from SORTS[sort].draw(findings, group)


def pairs_of(findings: Findings) -> list[tuple[ConditionGroup, ConditionGroup]]:
    """Groups that differ only in their mentions."""
    return [
        (first, second)
        for first, second in combinations(findings.results.groups, 2)
        if first[:3] == second[:3] and first.detector != second.detector
    ]


def _short(findings: Findings, group: ConditionGroup) -> Mapping[str, str]:
    titles = _titles(findings, group)
    return short_names(list(titles), titles)


def _titles(findings: Findings, group: ConditionGroup) -> Mapping[str, str]:
    conditions = (run.condition for run in findings.results.runs_of(group))
    return {one.resolver: name_of(one) for one in conditions}


def _dot(row: Row | None) -> Dot:
    if row is None or row.value is None:
        return Dot(None)
    return Dot(
        row.value,
        row.interval,
        f"{name_of(row.condition)}: {worded(headline(row))}\n{row.signature}",
    )


def _name(findings: Findings, sort: str, group: ConditionGroup, measure: str = "") -> str:
    """A name of letters, digits and hyphens only."""
    ending = f"-{findings.labels[measure]}" if measure else ""
    plain = "".join(
        c if c.isascii() and c.isalnum() else "-"
        for c in f"{sort}-{findings.slugs[group]}{ending}".lower()
    )
    return "-".join(part for part in plain.split("-") if part)


NO_TITLES: Mapping[str, str] = MappingProxyType({})
ROOM = 24
"""Letters of a name beside a row of dots, which then have two thirds of the width; by eye."""


def short_names(
    names: Sequence[str], titles: Mapping[str, str] = NO_TITLES, room: int = ROOM
) -> Mapping[str, str]:
    """`rosana(profile='2001', without=('SYR',))` beside
    `rosana(profile='2001')` is `rosana without=SYR`, since it is long.
    `titles` are what people call them.
    """
    read = {name: _read(name) for name in names}
    texts = {
        name: _distinctive(titles.get(name, name), one, read.values()) for name, one in read.items()
    }
    shortened_names: dict[str, str] = {}
    for number, (name, long) in enumerate(texts.items(), 1):
        short = shortened(long, room, 1)
        if short in shortened_names.values():
            mark = f" #{number}"
            short = shortened(long, room - len(mark), 1) + mark
        shortened_names[name] = short
    return shortened_names


def _read(name: str) -> spec.Spec | None:
    """The parts of a name; names of responses need not be component strings."""
    try:
        return spec.read(name)
    except SpecError:
        return None


def _distinctive(title: str, one: spec.Spec | None, specs: Iterable[spec.Spec | None]) -> str:
    if len(title) <= ROOM or one is None or not (one.named or one.positional):
        return title
    alike = [other for other in specs if other is not None and other.name == one.name]
    common = set.intersection(*({*other.named} for other in alike))
    rest = [f"{key}={_value(value)}" for key, value in one.named if (key, value) not in common]
    return " ".join([title.partition("(")[0].strip(), *map(_value, one.positional), *rest])


def _value(value: Any) -> str:
    return ",".join(map(_value, value)) if isinstance(value, tuple) else str(value)
