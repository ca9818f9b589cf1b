"""Tables that `coindex compare` prints: resolvers on the embedded corpus, and other systems beside
them on eight of its texts.

    python -m benchmarks.compared [embedded|systems ...]
"""

from __future__ import annotations

import argparse
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from typer.testing import CliRunner

from benchmarks.results import PROJECT, record
from coindex import corpora
from coindex.cli import app
from coindex.report.table import Cell, Table

RECORDED = PROJECT / "tests/systems/recorded"
LEARNED = (
    "`auto`, the default, has learned from other texts of these kinds, by the same guidelines."
)
SPEED = "tokens/CPU s"
"""The column that depends on the machine is left out."""


def embedded() -> list[Table]:
    """Resolvers with gold and with detected mentions."""
    measures = 'CoNLL(singletons=False)@head,Success(of="third")@head'
    resolvers = "auto,sieve,rosana,rap,kennedy_boguraev"
    return _compared(["embedded", "--resolvers", resolvers, "--measures", measures])


def systems() -> list[Table]:
    """Other systems' files on the texts that all of them can read."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place, "eight")
        folder.mkdir()
        names = {path.stem for path in (RECORDED / "xrenner").iterdir()}
        for path in corpora.find("embedded").path.rglob("*.inline"):
            if path.stem in names:
                shutil.copy(path, folder)
        options = ["--resolvers", "hybrid,sieve,rosana,recent", "--mentions", "detected"]
        for system in ("xrenner", "compromise"):
            options += ["--response", f"{system}={RECORDED / system}"]
        measures = "CoNLL(singletons=False)@partial,LEA(singletons=False)@partial,MUC@partial"
        return _compared([str(folder), *options, "--measures", measures])


def _compared(arguments: Sequence[str]) -> list[Table]:
    outcome = CliRunner().invoke(app, ["compare", *arguments, "--as", "markdown"])
    if outcome.exit_code:
        raise SystemExit(outcome.output)
    tables, title, lines = [], "", outcome.stdout.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("|") and set(line) <= set("|- :"):
            columns = _cells(lines[number - 1])
            kept = [place for place, name in enumerate(columns) if name != SPEED]
            rows: list[list[Cell]] = []
            for row in lines[number + 1 :]:
                if not row.startswith("|"):
                    break
                rows.append([_cells(row)[place] for place in kept])
            tables.append(Table([columns[place] for place in kept], rows, title))
        elif line and not line.startswith("|"):
            title = line.strip("#* ")
    return tables


def _cells(row: str) -> list[str]:
    return [cell.strip() for cell in row.strip().strip("|").split("|")]


RESULTS = {"embedded": embedded, "systems": systems}


def main() -> None:
    arguments = argparse.ArgumentParser(description=(__doc__ or "").partition("\n\n")[0])
    arguments.add_argument("--corpora", help="not needed: the texts are those of the package")
    arguments.add_argument("names", nargs="*", choices=[*RESULTS, []], help="all, if none is named")
    for name in arguments.parse_args().names or RESULTS:
        record(
            name,
            RESULTS[name](),
            command=f"python -m benchmarks.compared {name}",
            components=["auto", "sieve", "rosana"],
            learned_from=LEARNED,
        )


if __name__ == "__main__":
    main()
