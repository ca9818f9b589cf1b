"""Results of benchmarks as files, and the pages that show them: `make results`.

A benchmark records its tables with `record`. A page shows a result between two marks:

    <!-- result NAME -->
    ...
    <!-- end of result -->

What is between them is written by this module, never by hand. A result knows the components that it
measures and their fingerprints: the weights that they use, and their answers on a small sample. A
result is stale when a fingerprint of today differs; `make release` refuses stale results. Results
on tests that may be scored a few times only have no fingerprint: they carry version and date.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import platform
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

import coindex
from coindex import corpora, formats
from coindex.language.languages import get_language
from coindex.pipeline.pipeline import Pipeline
from coindex.report.table import Cell, Estimate, ShareBounds, Table, render, text

PROJECT = Path(__file__).resolve().parent.parent
RESULTS = PROJECT / "results"
PAGES = ("README.md", "docs/**/*.md")
_BLOCK = re.compile(r"<!-- result ([\w-]+) -->\n(.*?)<!-- end of result -->", re.DOTALL)
SAMPLES = {"en": "embedded/manual", "es": "embedded-es"}
"""Texts on which components are asked, by language: committed, short, and in several genres."""
MOST_TEXTS = 4
TOLERANCE = 0.02
"""Share of answers that may differ on another processor, whose arithmetic rounds differently."""


@dataclass(frozen=True)
class Fingerprint:
    """A component in one state: the weights it uses, and its answers on the sample."""

    weights: str
    answers: str
    """For each word of the sample, where the chain begins that has a mention ending there; a dot
    stands for none.
    """

    @property
    def digest(self) -> str:
        return _digest(self.weights.encode(), self.answers.encode())[:12]

    def differs(self, other: Fingerprint, *, same_processor: bool) -> bool:
        """Whether the two are of different states."""
        ours, theirs = self.answers.split(), other.answers.split()
        if self.weights != other.weights or len(ours) != len(theirs):
            return True
        changed = sum(one != another for one, another in zip(ours, theirs, strict=True))
        return changed > (0 if same_processor else TOLERANCE * len(ours))


@dataclass(frozen=True)
class Result:
    """Tables with everything that is needed to measure them again."""

    name: str
    command: str
    tables: Sequence[Mapping[str, Any]]
    components: Sequence[str] = ()
    """The resolvers that were measured, as component strings."""
    languages: Sequence[str] = ("en",)
    learned_from: str = ""
    """A remark where models have learned from texts of this kind; it is the first line."""
    limited: bool = False
    """Whether the test may be scored a few times only; it is not measured again for a release."""
    version: str = coindex.__version__
    commit: str = ""
    date: str = ""
    processor: str = ""
    fingerprints: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def markdown(self) -> str:
        """The result as a page shows it."""
        parts = [f"*{self.learned_from}*\n"] if self.learned_from else []
        for table in self.tables:
            if table["title"]:
                parts.append(f"**{table['title']}**\n")
            columns = [_escaped(one) for one in table["columns"]]
            rows = [[_escaped(cell["text"]) for cell in row] for row in table["rows"]]
            lines = [columns, ["---"] * len(columns), *rows]
            parts.append("\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n")
            parts += [f"{note}\n" for note in table["notes"]]
        parts.append(f"<small>{self.origin()}</small>\n")
        return "\n".join(parts)

    def origin(self) -> str:
        """When, with what and on which machine it was measured."""
        state = f"version {self.version}" + (f", commit {self.commit}" if self.commit else "")
        again = "scored a few times only" if self.limited else f"`{self.command}`"
        return f"Measured on {self.date} with {state}, on {self.processor}: {again}."


def _escaped(cell: str) -> str:
    return cell.replace("|", "\\|")


def record(
    name: str,
    tables: Sequence[Table],
    *,
    command: str,
    components: Sequence[str] = (),
    languages: Sequence[str] = ("en",),
    learned_from: str = "",
    limited: bool = False,
) -> Result:
    """Print the tables, and write them to `results/NAME.json` with where they come from."""
    sys.stdout.write(render(tables, "markdown"))
    prints = {} if limited else {one: fingerprint(one, languages) for one in components}
    result = Result(
        name,
        command,
        [_data(table) for table in tables],
        components,
        languages,
        learned_from,
        limited,
        commit=_commit(),
        date=f"{datetime.now(UTC):%Y-%m-%d}",
        processor=_processor(),
        fingerprints={one: asdict(print) for one, print in prints.items()},
    )
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{name}.json"
    path.write_text(json.dumps(asdict(result), ensure_ascii=False, indent=1) + "\n", "utf-8")
    return result


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
    if isinstance(cell, Estimate | ShareBounds) and cell.interval is not None:
        data["interval"] = list(cell.interval)
    return data


def read(name: str) -> Result:
    """A recorded result."""
    content = json.loads((RESULTS / f"{name}.json").read_text(encoding="utf-8"))
    return Result(**content)


def results() -> Iterator[Result]:
    """Every recorded result, by name."""
    return (read(path.stem) for path in sorted(RESULTS.glob("*.json")))


def fingerprint(component: str, languages: Sequence[str]) -> Fingerprint:
    """The state of a resolver in some languages."""
    answers = " ".join(_answers(component, one) for one in languages)
    return Fingerprint(_digest(*(_weights(one) for one in languages)), answers)


@cache
def _answers(component: str, language: str) -> str:
    """See `Fingerprint.answers`."""
    pipeline = Pipeline(resolver=component)
    answers: list[str] = []
    for parse in pipeline.parsed(_sample(language)):
        result = pipeline.resolved(parse)
        ends = {
            mention.end: entity.mentions[0].start
            for entity in result.entities
            if len(entity.mentions) > 1
            for mention in entity.mentions
        }
        answers += [str(ends.get(place + 1, ".")) for place in range(len(result.document.tokens))]
    return " ".join(answers)


@cache
def _sample(language: str) -> tuple[coindex.Document, ...]:
    corpus = corpora.find(SAMPLES[language])
    texts = [
        coindex.Document(item.document.id, item.document.text, language=language)
        for item in formats.read(corpus.path, corpus.format)
    ]
    return tuple(texts[:MOST_TEXTS])


@cache
def _weights(language: str) -> bytes:
    """A digest of the models in the package of a language."""
    folder = Path(str(get_language(language).folder), "models")
    files = sorted(path for path in folder.rglob("*") if path.suffix in {".onnx", ".npz", ".json"})
    return _digest(*(path.read_bytes() for path in files)).encode()


def _digest(*parts: bytes) -> str:
    digest = hashlib.sha256()
    for part in parts:
        digest.update(part)
    return digest.hexdigest()[:16]


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty", "--exclude", "*"]
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
    same = _processor()
    for result in results():
        for component, before in result.fingerprints.items():
            known = Fingerprint(before["weights"], before["answers"])
            now = fingerprint(component, result.languages)
            if now.differs(known, same_processor=same == result.processor):
                yield (
                    f"results/{result.name}.json: {component} is not what was measured "
                    f"({known.digest}, now {now.digest}); run: {result.command}"
                )


def pages() -> list[Path]:
    return [path for pattern in PAGES for path in sorted(PROJECT.glob(pattern))]


def shown(page: str, markdown: Callable[[str], str] = lambda name: read(name).markdown()) -> str:
    """A page with every result as it was recorded."""
    return _BLOCK.sub(
        lambda block: f"<!-- result {block[1]} -->\n{markdown(block[1])}<!-- end of result -->",
        page,
    )


def altered() -> Iterator[str]:
    """Yield a line for each page that shows a result other than the recorded one."""
    for path in pages():
        page = path.read_text(encoding="utf-8")
        for block in _BLOCK.finditer(page):
            where = f"{path.relative_to(PROJECT)}: result {block[1]}"
            if not (RESULTS / f"{block[1]}.json").exists():
                yield f"{where} was never recorded"
            elif block[2] != read(block[1]).markdown():
                yield f"{where} differs from results/{block[1]}.json; run make results"


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


def main() -> None:
    parser = argparse.ArgumentParser(description="Write results into pages, and name stale ones.")
    parser.add_argument("--check", action="store_true", help="change nothing")
    parser.add_argument("--corpora", help="not used; all benchmarks take it")
    problems = [*altered()] if parser.parse_args().check else []
    if not problems:
        for path in write_pages():
            print(f"written: {path.relative_to(PROJECT)}")
    problems += stale()
    if problems:
        sys.exit("\n".join(problems))
    print(f"{len(list(results()))} results, none of them stale")


if __name__ == "__main__":
    main()
