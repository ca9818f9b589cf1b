"""The process of one comparison or tuning: reads its folder, writes progress as lines,
and leaves files in the folder.

It ends with the process that started it; finished parts are in the cache and are not computed
again.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import traceback
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from coindex.core import registry
from coindex.core.errors import CoindexError
from coindex.core.plugins import load_plugin
from coindex.core.problems import Problems
from coindex.core.spec import several
from coindex.experiment.conditions import OWN, ConditionGroup
from coindex.experiment.execution import Experiment
from coindex.experiment.plan import Plan, Response
from coindex.experiment.results import Results, Row, Run
from coindex.experiment.units import Done
from coindex.interface.catalogues import interfaces, language, speaking
from coindex.io.expansion import hold_to
from coindex.report.findings import Findings
from coindex.report.html import translated
from coindex.report.html.table import table_html
from coindex.report.output_files import write_parts, write_report
from coindex.report.table import Table
from coindex.report.tables.contents import checked_parts
from coindex.report.tables.results import line
from coindex.workbench.jobs import OUTCOME, PLAN, RANKING, SHOWN
from coindex.workbench.jobs.tuning import tune
from coindex.workbench.settings import UPLOADED
from coindex.workbench.store.runs import TUNING
from coindex.workbench.wording import explain


def ranking(results: Results) -> list[dict[str, Any]]:
    """All measures of each run by group, sorted by the plan's first measure."""
    return [
        {**group._asdict(), "given": group.given, "rows": _rows(results, group)}
        for group in results.groups
    ]


def _rows(results: Results, group: ConditionGroup) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for run in results.best_first(group):
        scored = [
            (measure, results.row(run.condition, measure)) for measure in results.plan.measures
        ]
        rows.append(
            {
                "resolver": run.condition.resolver,
                "response": run.condition.detector == OWN,
                "lacking": run.lacking,
                "problems": len(run.problems),
                "speed": run.speed,
                "measures": [
                    {
                        "measure": measure,
                        "value": row.value,
                        "interval": None if row.interval is None else list(row.interval),
                        "signature": row.signature,
                    }
                    for measure, row in scored
                    if row is not None
                ],
            }
        )
    return rows


def main(folder: Path, *plugins: str) -> int:
    """`plugins` are paths and checksums of the plug-ins that the server has loaded."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    hold_to(UPLOADED, folder)
    try:
        for path, checksum in zip(plugins[::2], plugins[1::2], strict=True):
            load_plugin(path, checksum)
        value = json.loads((folder / PLAN).read_text(encoding="utf-8"))
        if value.get("task") == TUNING:
            tune(folder, value, _say)
            return 0
        parts = checked_parts(several(value.pop("show", "")))
        plan = _plan(value).checked()
        problems = Problems(lenient=plan.lenient)
        results = Experiment(plan, registry.build("engines", "serial"), problems=problems).run(
            _Watcher()
        )
    except CoindexError as error:
        _say(failed=explain(error).replace(str(folder), ""))
        return 2
    bare = without_paths(results)
    outcome = folder / OUTCOME
    outcome.mkdir()
    (outcome / RANKING).write_text(json.dumps(ranking(bare), allow_nan=False), encoding="utf-8")
    _say(message="writing the report")
    try:
        others = [code for code in interfaces() if code != language()]
        findings = write_report(bare, outcome, others)
        if parts:
            _write_shown(findings, parts, outcome, others)
    except Exception:  # the results are complete, even if the report cannot be written
        traceback.print_exc()
    return 0


def _write_shown(
    findings: Findings, parts: Sequence[str], outcome: Path, others: Iterable[str]
) -> None:
    """The tables of a paper: as files, and as parts of a page in each language."""
    tables = [_without_links(table) for table in write_parts(findings, parts, outcome)]
    names = {language(): SHOWN, **{code: translated(SHOWN, code) for code in others}}
    for code, name in names.items():
        with speaking(code):
            text = "".join(map(table_html, tables))
        (outcome / name).write_text(text, encoding="utf-8")


def _without_links(table: Table) -> Table:
    """The table without links into the report, which is another page."""
    details = {place: one._replace(link="") for place, one in table.details.items()}
    return replace(table, details=details)


def _end_with_parent() -> None:
    """End when standard input ends, which happens whenever the server ends."""
    while os.read(0, 1):
        pass
    os._exit(3)


def _plan(value: dict[str, Any]) -> Plan:
    plain: dict[str, Any] = {
        name: tuple(held) if isinstance(held, list) else held for name, held in value.items()
    }
    plain["responses"] = tuple(Response(**response) for response in value["responses"])
    return Plan(**plain)


def without_paths(results: Results) -> Results:
    """The results without paths on the server."""
    responses = tuple(one._replace(path=one.name, corpus="") for one in results.plan.responses)
    names = tuple(corpus.name for corpus in results.corpora)
    return replace(results, plan=replace(results.plan, corpora=names, responses=responses))


class _Watcher:
    def __init__(self) -> None:
        self._done = 0

    def begin(self, units: int) -> None:
        _say(total=units)

    def advance(self, done: Done) -> None:
        self._done += 1
        _say(done=self._done, message=done.part.document)

    def finish(self, run: Run, rows: Sequence[Row]) -> None:
        _say(line=line(run, rows))


def _say(**what: Any) -> None:
    sys.stdout.write(json.dumps(what) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))
