"""Results of benchmarks as files, and the pages that show them: `make results`.

A benchmark records its tables with `record`. A page shows a result between two marks:

    <!-- result NAME -->
    ...
    <!-- end of result -->

What is between them is written by this module, never by hand; so is a single figure in a sentence:

    right on <!-- value NAME: ROW | COLUMN -->91.7<!-- end --> % of the targets

Any other decimal or percentage on a page is refused, unless it stands in code, as a setting does,
belongs to a name (*Python 3.11*, *section 4.2*), or its paragraph or table says where it is from:

    <!-- figures: published by Byron (2001) -->

A console block whose figures may differ on other processors has a digest of what it shows:

    <!-- figures within 4 (1f0c9a3e): the parser decides some sentences differently -->

`python -m tests.figures PAGE` prints such blocks again (see `tests.documentation`).

A result knows the components that it measures and their fingerprints (`benchmarks.fingerprints`):
the weights that they use, and their answers on a small sample. A result is stale when a fingerprint
of today differs; `make release` refuses stale results, results altered by hand, and pages that mix
two states of a component. Results on tests that may be scored a few times only have no fingerprint:
they carry version and date. Figures of an earlier version are stale unless their components have
fingerprints that hold.

`make remeasure CORPORA=folder` runs the benchmarks of all stale results.
"""

from __future__ import annotations

import argparse
import json
import platform
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import rich.table
from rich.text import Text

import coindex
from benchmarks.fingerprints import Fingerprint, digest_of, fingerprint, is_large, weights
from coindex.report.table import Cell, Estimate, ShareBounds, Table, render, text

PROJECT = Path(__file__).resolve().parent.parent
RESULTS = PROJECT / "results"
PAGES = ("README.md", "docs/**/*.md", "src/*/models/**/*.md", "distributions/**/*.md")
FINGERPRINTS = "fingerprints.json"
"""The states of components that results were measured with, by their digests."""
_BLOCK = re.compile(r"<!-- result ([\w-]+) -->\n(.*?)<!-- end of result -->", re.DOTALL)
_VALUE = re.compile(r"<!-- value ([\w-]+): (.+?) \| (.+?) -->(.*?)<!-- end -->")
_PRINTED = re.compile(
    r"(?P<head><!-- figures within [\d.]+)(?: \((?P<seal>\w+)\))?"
    r"(?P<rest>: .+? -->.*?^ *```\w*\n(?P<text>.*?)^ *```)",
    re.DOTALL | re.MULTILINE,
)
_CODE = re.compile(r"^ *```.*?^ *```|<!--(?! figures: ).*?-->", re.DOTALL | re.MULTILINE)
_NO_PROSE = re.compile(r"`[^`\n]+`|\]\([^)\s]*\)|https?://\S+")
_NAMED = re.compile(
    r"\b(?:[Vv]ersions?|[Ss]ections?|Until|From|Python|SQLite|BY(?:-SA)?|ShareAlike|Apache"
    r"(?: License)?|[AL]?GPL|MPL|GUM|EWT|GSD|CRAFT|CAS|XML|TCF|Wesnoth|cassis|arXiv)[ -]v?"
    r"\d+(?:\.\d+)+(?:(?:,| and| to) \d+(?:\.\d+)+)*"
    r"|\b95 % (?:\w+ )?intervals?"
)
"""Numbers that belong to names: versions, licences, sections; and how wide all intervals are."""
_FIGURE = re.compile(
    r"(?<![\w.])[-+−]?"
    r"(?:[\d,]*\.?\d+(?: ?%| per ?cent\b| por ciento)|(?:\d[\d,]*)?\.\d+(?!\w|\.\d))"
)
_NUMBER = re.compile(
    r"([-+−]?(?:\d[\d,]*)?\.?\d+) ?%?(?: [\[(]([-+−]?\d*\.?\d+)(?:, ?|[-–])([-+−]?\d*\.?\d+)[\])])?"
)
"""A number as benchmarks print it, perhaps with an interval: `1,200`, `.67`, `91.7 % [87, 95]`."""


@dataclass(frozen=True)
class Result:
    """Tables with everything that is needed to measure them again."""

    name: str
    command: str
    tables: Sequence[Mapping[str, Any]]
    components: Sequence[str] = ()
    """What was measured: resolvers as component strings, `parsers/NAME`, `texts/NAME`."""
    languages: Sequence[str] = ("en",)
    learned_from: str = ""
    """A remark where models have learned from texts of this kind; it is the first line."""
    limited: bool = False
    """Whether the test may be scored a few times only; it is not measured again for a release."""
    earlier: bool = False
    """Whether it comes from a page of an earlier version, not from a benchmark's own record."""
    version: str = coindex.__version__
    commit: str = ""
    date: str = ""
    processor: str = ""
    fingerprints: Mapping[str, str] = field(default_factory=dict)
    """Digests of the states in which the components were, by component."""
    seal: str = ""
    """A digest of the tables as they were recorded; it does not fit an altered figure."""

    def is_altered(self) -> bool:
        """Whether the tables differ from those that were recorded."""
        return self.seal != _sealed(self.tables)

    def markdown(self) -> str:
        """The result as a page shows it."""
        parts = [f"*{self.learned_from}*\n"] if self.learned_from else []
        for table in self.tables:
            if table["title"]:
                parts.append(f"**{table['title']}**\n")
            columns = [_escaped(one) for one in table["columns"]]
            rows = [[_escaped(cell["text"]) for cell in row] for row in table["rows"]]
            if columns:
                lines = [columns, ["---"] * len(columns), *rows]
                parts.append("\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n")
            parts += [f"{note}\n" for note in table["notes"]]
        parts.append(f"<small>{self.origin()}</small>\n")
        return "\n".join(parts)

    def origin(self) -> str:
        """When, with what and on which machine it was measured."""
        state = f"version {self.version}" + (f", commit {self.commit}" if self.commit else "")
        again = "scored a few times only" if self.limited else f"`{self.command}`"
        if self.earlier:
            how = f": {again}" if self.command or self.limited else ""
            return f"Of an earlier version: printed on {self.date} with {state}{how}."
        return f"Measured on {self.date} with {state}, on {self.processor}: {again}."

    def value(self, row: str, column: str) -> str:
        """The text of one cell, by the first cell of its row and the name of its column."""
        for table in self.tables:
            if column in table["columns"]:
                for cells in table["rows"]:
                    if cells[0]["text"].strip("`*") == row:
                        return str(cells[table["columns"].index(column)]["text"])
        raise KeyError(f"results/{self.name}.json has no value {row} | {column}")


def _sealed(tables: Sequence[Mapping[str, Any]]) -> str:
    return digest_of(json.dumps(tables, ensure_ascii=False).encode())


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|")


def record(
    name: str,
    tables: Sequence[Table | rich.table.Table],
    *,
    command: str,
    components: Sequence[str] = (),
    languages: Sequence[str] = ("en",),
    learned_from: str = "",
    limited: bool = False,
    notes: Sequence[str] = (),
) -> Result:
    """Print the tables, and write them to `results/NAME.json` with where they come from."""
    plain = [_plain(one) if isinstance(one, rich.table.Table) else one for one in tables]
    plain[-1] = replace(plain[-1], notes=[*plain[-1].notes, *notes])
    sys.stdout.write(render(plain, "markdown"))
    prints = {} if limited else {one: fingerprint(one, languages) for one in components}
    data = [_data(table) for table in plain]
    result = Result(
        name,
        command,
        data,
        components,
        languages,
        learned_from,
        limited,
        commit=_commit(),
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        processor=_processor(),
        fingerprints={one: print.digest for one, print in prints.items()},
        seal=_sealed(data),
    )
    RESULTS.mkdir(exist_ok=True)
    _write(RESULTS / f"{name}.json", asdict(result))
    _remember(prints.values())
    return result


def _remember(prints: Iterable[Fingerprint]) -> None:
    """Keep the states that results refer to, and no others."""
    known = _known() | {print.digest: print for print in prints}
    used = {digest for result in results() for digest in result.fingerprints.values()}
    kept = {digest: asdict(known[digest]) for digest in sorted(used & known.keys())}
    _write(RESULTS / FINGERPRINTS, kept)


def _known() -> dict[str, Fingerprint]:
    path = RESULTS / FINGERPRINTS
    content = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {digest: Fingerprint(**one) for digest, one in content.items()}


def _write(path: Path, content: Any) -> None:
    path.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")


def _plain(table: rich.table.Table) -> Table:
    """A table of the terminal without its colours."""
    columns = [[*column.cells] for column in table.columns]
    rows = [[_unmarked(cell) for cell in row] for row in zip(*columns, strict=True)]
    title = _unmarked(table.title or "")
    return Table([_unmarked(column.header) for column in table.columns], rows, title)


def _unmarked(cell: Any) -> str:
    return Text.from_markup(str(cell)).plain


def _data(table: Table) -> dict[str, Any]:
    return {
        "title": table.title,
        "columns": list(table.columns),
        "rows": [[_cell(cell) for cell in row] for row in table.rows],
        "notes": list(table.notes),
    }


def _cell(cell: Cell) -> dict[str, Any]:
    """The text of a cell, and for a number its value and interval."""
    data: dict[str, Any] = {"text": text(cell)}
    if isinstance(cell, int | float):
        data["value"] = cell
    elif isinstance(cell, str) and (found := _NUMBER.fullmatch(cell.strip())):
        number, *bounds = (
            float(part.replace(",", "").replace("−", "-")) for part in found.groups() if part
        )
        data["value"] = number
        if bounds:
            data["interval"] = bounds
    if isinstance(cell, Estimate | ShareBounds) and cell.interval is not None:
        data["interval"] = list(cell.interval)
    return data


def read(name: str) -> Result:
    """A recorded result."""
    content = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    return Result(**content)


def results() -> Iterator[Result]:
    """Every recorded result, by name."""
    return (read(path.stem) for path in sorted(RESULTS.glob("*.json")) if path.name != FINGERPRINTS)


def _commit() -> str:
    """The commit, and whether sources differ from it; results and pages may."""
    described = _git("describe", "--always", "--exclude", "*")
    changed = _git("status", "--porcelain", "--", "src", "benchmarks", "training", "distributions")
    return f"{described}-dirty" if changed else described


def _git(*arguments: str) -> str:
    command = ["git", *arguments]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    return done.stdout.strip()


def _processor() -> str:
    """The name of the processor, as the system gives it."""
    with_names = Path("/proc/cpuinfo")
    lines = with_names.read_text(encoding="utf-8").splitlines() if with_names.exists() else []
    names = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(names, platform.processor()) or platform.machine()


def stale() -> Iterator[str]:
    """Yield a line for each component of a result whose state is not that of today."""
    same, known = _processor(), _known()
    for result in results():
        if result.earlier and not result.limited and not result.fingerprints:
            yield f"results/{result.name}.json: of version {result.version}; run: {result.command}"
        for component, digest in result.fingerprints.items():
            before = known.get(digest)
            if before is None or _differs(
                component, result.languages, before, same_processor=same == result.processor
            ):
                yield (
                    f"results/{result.name}.json: {component} is not what was measured ({digest}); "
                    f"run: {result.command}"
                )


def _differs(
    component: str, languages: Sequence[str], before: Fingerprint, *, same_processor: bool
) -> bool:
    """Whether the component is in another state now. Where the large model is not installed, only
    its weights are compared.
    """
    if before.weights != weights(component, languages):
        return True
    if is_large(component) and not entry_points(group="coindex.models", name="large"):
        return False
    return fingerprint(component, languages).differs(before, same_processor=same_processor)


def mixed() -> Iterator[str]:
    """Yield a line for each page that shows two states of a component."""
    known = _known()
    for path in pages():
        states: dict[tuple[str, tuple[str, ...]], tuple[str, Fingerprint]] = {}
        for name in _BLOCK.findall(path.read_text(encoding="utf-8")):
            result = read(name[0])
            for component, digest in result.fingerprints.items():
                key = (component, tuple(result.languages))
                first, state = states.setdefault(key, (result.name, known[digest]))
                if known[digest].differs(state, same_processor=False):
                    where = path.relative_to(PROJECT)
                    yield f"{where}: {first} and {result.name} measure two states of {component}"


def pages() -> list[Path]:
    return [path for pattern in PAGES for path in sorted(PROJECT.glob(pattern))]


def shown(page: str, markdown: Callable[[str], str] = lambda name: read(name).markdown()) -> str:
    """A page with every result, and every single figure, as it was recorded."""
    page = _BLOCK.sub(
        lambda block: f"<!-- result {block[1]} -->\n{markdown(block[1])}<!-- end of result -->",
        page,
    )
    return _VALUE.sub(
        lambda value: (
            f"<!-- value {value[1]}: {value[2]} | {value[3]} -->"
            f"{read(value[1]).value(value[2], value[3])}<!-- end -->"
        ),
        page,
    )


def altered() -> Iterator[str]:
    """Yield a line for each result that is not as it was recorded, and for each page that shows
    another one.
    """
    for result in results():
        if result.is_altered():
            yield (
                f"results/{result.name}.json: figures were altered after they were recorded; "
                f"run: {result.command}"
            )
    for path in pages():
        page = path.read_text(encoding="utf-8")
        for block in _BLOCK.finditer(page):
            where = f"{path.relative_to(PROJECT)}: result {block[1]}"
            if not (RESULTS / f"{block[1]}.json").exists():
                yield f"{where} was never recorded"
            elif block[2] != read(block[1]).markdown():
                yield f"{where} differs from results/{block[1]}.json; run make results"
        for value in _VALUE.finditer(page):
            where = f"{path.relative_to(PROJECT)}: {value[2]} | {value[3]}"
            if not (RESULTS / f"{value[1]}.json").exists():
                yield f"{where}: result {value[1]} was never recorded"
            elif value[4] != read(value[1]).value(value[2], value[3]):
                yield f"{where} differs from results/{value[1]}.json; run make results"
        for block in _PRINTED.finditer(page):
            if block["seal"] != seal_of(block["text"]):
                where = f"{path.relative_to(PROJECT)}:{page[: block.start()].count(chr(10)) + 1}"
                yield (
                    f"{where}: figures were altered after they were printed; run "
                    f"python -m tests.figures {path.relative_to(PROJECT)}"
                )


def printed(page: str) -> str:
    """A page with the digests of its console blocks as they stand."""
    return _PRINTED.sub(
        lambda block: f"{block['head']} ({seal_of(block['text'])}){block['rest']}", page
    )


def seal_of(text: str) -> str:
    """A short digest of the text of a console block."""
    return digest_of(text.encode())[:8]


def typed() -> Iterator[str]:
    """Yield a line for each decimal and percentage that is neither recorded nor another's."""
    for path in pages():
        page = path.read_text("utf-8")
        for recorded in (_BLOCK, _VALUE, _CODE):
            page = recorded.sub(lambda part: "\n" * part[0].count("\n"), page)
        sourced = False
        for number, line in enumerate(page.splitlines(), 1):
            sourced = bool(line.strip()) and (sourced or "<!-- figures: " in line)
            figure = _FIGURE.search(_NAMED.sub("", _NO_PROSE.sub("", line)))
            if figure and not sourced:
                where = f"{path.relative_to(PROJECT)}:{number}"
                yield f"{where}: {figure[0]} is a figure that no benchmark recorded"


def write_pages() -> list[Path]:
    """Write the recorded results into the pages, and return those that changed."""
    changed = []
    for path in pages():
        before = path.read_text(encoding="utf-8")
        after = shown(before)
        if after != before:
            path.write_text(after, encoding="utf-8")
            changed.append(path)
    return changed


def measure(corpora: str, names: Sequence[str]) -> None:
    """Run the commands of the named results, or of all stale ones, and write the pages."""
    wanted = set(names) or {line.partition(".json")[0].removeprefix("results/") for line in stale()}
    commands = {result.command: None for result in results() if result.name in wanted}
    failed = []
    for command in filter(None, commands):
        print(f"$ {command}", flush=True)
        if "PYTHON" in command:
            print("  by hand: PYTHON is that of another release")
            continue
        parts = [part.replace("FOLDER", corpora) for part in shlex.split(command)]
        parts[0] = sys.executable if parts[0] == "python" else parts[0]
        if subprocess.run(parts, cwd=PROJECT, check=False).returncode:
            failed.append(command)
    for path in write_pages():
        print(f"written: {path.relative_to(PROJECT)}")
    if failed:
        sys.exit("failed, or below a target:\n" + "\n".join(failed))


def main() -> None:
    parser = argparse.ArgumentParser(description="Write results into pages, and name stale ones.")
    parser.add_argument("--check", action="store_true", help="change nothing")
    parser.add_argument(
        "--measure",
        nargs="*",
        metavar="NAME",
        help="measure these results again; without names all that are stale",
    )
    parser.add_argument("--corpora", default="", help="folder of public corpora, to measure")
    chosen = parser.parse_args()
    if chosen.measure is not None:
        measure(chosen.corpora, chosen.measure)
        return
    if not chosen.check:
        for path in write_pages():
            print(f"written: {path.relative_to(PROJECT)}")
    if problems := [*altered(), *typed(), *mixed(), *stale()]:
        sys.exit("\n".join(problems))
    print(f"{len(list(results()))} results, none of them stale")


if __name__ == "__main__":
    main()
