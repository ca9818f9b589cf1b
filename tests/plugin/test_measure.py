"""A measure from outside works wherever measures are used, with only what the protocol asks for."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
from typer.testing import CliRunner

import coindex
from coindex import formats
from coindex.cli import app
from coindex.core import registry
from coindex.core.annotation import Mention
from coindex.core.errors import CoindexError
from coindex.core.protocols import AlignedPair, Counts
from coindex.experiment.cache import DiskCache
from coindex.experiment.execution import Experiment
from coindex.experiment.plan import Plan
from coindex.experiment.results import Results
from coindex.measures.success import Success
from coindex.report.findings import Findings
from coindex.report.output_files import write_report
from coindex.report.tables.overview import overview
from coindex.testing import check_measure
from coindex.workbench.api import components
from coindex.workbench.jobs import OUTCOME, PLAN, RANKING
from tests.experiment.material import corpus, document
from tests.plugin import linked
from tests.plugin.linked import Linked, Share

PAGE = Path(__file__).parents[2] / "docs" / "own-measure.md"


@pytest.fixture(autouse=True)
def _registered() -> None:
    registry.register("measures", "Linked", Linked)


def run(*arguments: str) -> Any:
    result = CliRunner().invoke(app, list(arguments))
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """A key, and two responses of which one links nothing in the last documents."""
    known = [document(number) for number in range(4)]
    apart = [item._replace(annotation=item.annotation.only_mentions()) for item in known[2:]]
    for name, items in {"key": known, "good": known, "bad": [*known[:2], *apart]}.items():
        formats.write(items, tmp_path / f"{name}.jsonl")
    return [str(tmp_path / f"{name}.jsonl") for name in ("key", "good", "bad")]


def test_the_contract() -> None:
    check_measure(Linked())


@dataclass(frozen=True, slots=True)
class Broken(Linked):
    """As `Linked`, in a way that is not allowed."""

    fault: str = ""

    def counts(self, pair: AlignedPair) -> Counts:
        counts = Linked(self.view).counts(pair)
        if self.fault == "add":
            return counts[: 1 + bool(pair.response.entities)]
        if self.fault == "beats":
            return counts[1] - counts[0], counts[1]
        return counts

    def score(self, counts: Counts) -> Share:
        return Share(0.5) if self.fault == "perfect" else Linked(self.view).score(counts)


@pytest.mark.parametrize("fault", ["add", "beats", "perfect"])
def test_a_broken_measure_is_noticed(fault: str) -> None:
    registry.register("measures", "Broken", Broken)
    check_measure(Broken())
    with pytest.raises(AssertionError, match=r"added|perfect response"):
        check_measure(Broken(fault=fault))


@dataclass(frozen=True, slots=True)
class Named(Linked):
    """As `Linked`, with names for its counts."""

    counted: ClassVar[tuple[str, ...]] = ("linked", "mentions")


@dataclass(frozen=True, slots=True)
class Hidden(Linked):
    counted: ClassVar[tuple[str, ...]] = ("share", "mentions")


@dataclass(frozen=True, slots=True)
class CasesByMention(Linked):
    def cases(self, pair: AlignedPair) -> dict[Mention, Counts]:
        return dict.fromkeys(pair.response.mentions, (1, 1))


def test_the_name_of_a_count_is_not_that_of_a_value() -> None:
    registry.register("measures", "Named", Named)
    registry.register("measures", "Hidden", Hidden)
    check_measure(Named())
    with pytest.raises(AssertionError, match="hides the value of the same name: share"):
        check_measure(Hidden())


def test_a_measure_that_is_not_registered_is_told_how_to_be() -> None:
    with pytest.raises(CoindexError) as raised:
        check_measure(Named())
    assert 'coindex.register("measures", "Named", Named)' in str(raised.value)
    assert "coindex.load_plugin" in str(raised.value)
    assert "entry point coindex.measures" in str(raised.value)


def test_an_unknown_measure_may_be_one_of_a_plug_in(files: list[str]) -> None:
    with pytest.raises(CoindexError, match=r"'WholeChains'; .* give its file with --plugin"):
        run("score", *files[:2], "WholeChains")
    with pytest.raises(CoindexError, match="did you mean 'Linked'") as misspelt:
        run("score", *files[:2], "Linkd")
    assert "--plugin" not in str(misspelt.value)


def test_a_format_may_be_one_of_a_plug_in(tmp_path: Path) -> None:
    odd = tmp_path / "odd.unknown"
    odd.write_bytes(bytes(range(1, 9)))
    with pytest.raises(CoindexError, match=r"if a plug-in has it, load its file with coindex"):
        list(coindex.read(odd))


def test_cases_are_pairs() -> None:
    registry.register("measures", "CasesByMention", CasesByMention)
    with pytest.raises(AssertionError, match="`cases` has to give pairs of a `Mention` and"):
        check_measure(CasesByMention())


@pytest.mark.parametrize(
    ("counts", "shown"),
    [
        ((1.9999999999999998, 22.000000000000007), (2, 22)),
        ((0.5, 3.0), (0.5, 3)),
    ],
)
def test_counts_are_rounded_and_not_cut(
    files: list[str], monkeypatch: pytest.MonkeyPatch, counts: Counts, shown: Counts
) -> None:
    registry.register("measures", "Named", Named)
    monkeypatch.setattr(Named, "counts", lambda self, pair: counts)
    monkeypatch.setattr(Named, "score", lambda self, counts: Share(0.0))
    name = Path(files[0]).with_name("one.jsonl")
    formats.write([document(0)], name)
    (table,) = json.loads(run("score", str(name), str(name), "Named", "--as", "json").stdout)
    (row,) = table["rows"]
    assert (row["linked"], row["mentions"]) == shown


def test_scores(files: list[str]) -> None:
    key, good, bad = files
    rows = json.loads(
        run(
            "score", key, good, bad, "Linked", "MUC", "--ci", "--draws", "50", "--as", "json"
        ).stdout
    )
    assert [
        (row["system"], row["share"]) for row in rows[0]["rows"] if row["measure"] == "Linked"
    ] == [
        ("good", 1.0),
        ("bad", 0.5),
    ]
    assert {row["measure"] for row in rows[1]["rows"]} == {"Linked", "MUC"}
    assert "50.00" in run("score", key, bad, "Linked").stdout
    (row,) = coindex.score(key, bad, "Linked@head")
    assert (row.measure, row.value) == ("Linked@head", 0.5)


def test_it_has_slices_of_documents_and_says_why_not_of_forms(files: list[str]) -> None:
    key, good, _ = files
    assert {row.slice for row in coindex.score(key, good, "Linked", by="genre")} == {
        "",
        "plot",
        "press",
    }
    with pytest.raises(CoindexError, match="Linked cannot be split by form: whole documents"):
        coindex.score(key, good, "Linked", by="form")


@pytest.fixture
def results(tmp_path: Path) -> Iterator[Results]:
    plan = Plan(
        (corpus(tmp_path, 3),),
        ("given",),
        resolvers=("recent", "subject"),
        measures=("Linked",),
        draws=20,
    )
    yield Experiment(
        plan.checked(), registry.build("engines", "serial"), DiskCache(tmp_path / "cache")
    ).run()


def test_experiments_and_reports(results: Results, tmp_path: Path) -> None:
    assert {row.value for row in results.rows if not row.by} != {None}
    assert {row.by for row in results.rows} == {"", "genre"}
    assert len(results.comparisons(results.groups[0], "Linked")) == 1
    assert Results.from_json(results.to_json(), cache=tmp_path / "cache") == results
    write_report(results, tmp_path / "out")
    page = (tmp_path / "out" / "report.html").read_text(encoding="utf-8")
    assert "Linked" in page
    findings, judge = Findings(results), registry.spec_of(Success("third"))
    assert findings.judge == judge != findings.judged_by == "Linked"
    assert any(
        note.startswith(f"not right: anaphors ({judge})")
        for note in overview(findings, results.groups[0]).notes
    )
    assert "Linked" in (tmp_path / "out" / "measures.csv").read_text(encoding="utf-8")


def test_comparing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    place = ("--parser", "given", "--mentions", "gold", "--engine", "serial", "--draws", "20")
    chosen = ("--resolvers", "recent,subject", "--measures", "Linked", "--by", "form")
    result = run("compare", corpus(tmp_path, 3), *place, *chosen)
    assert result.exit_code == 0
    assert "Linked" in result.stdout
    assert (
        "note: no slices of Linked by form: whole documents are judged, not anaphors"
        in result.stderr
    )


def test_the_web_offers_it() -> None:
    components._components.cache_clear()
    try:
        assert "Linked" in {one.name for one in components._components("measures", "en")}
    finally:
        components._components.cache_clear()


def test_a_run_of_the_web(tmp_path: Path) -> None:
    """In the process that makes it, with the measure installed as a package of its own."""
    about = tmp_path / "linked-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: linked\nVersion: 1.0\n", encoding="utf-8"
    )
    (about / "entry_points.txt").write_text(
        "[coindex.measures]\nLinked = linked:Linked\n", encoding="utf-8"
    )
    (tmp_path / "linked.py").write_text(
        Path(linked.__file__).read_text(encoding="utf-8"), encoding="utf-8"
    )
    plan = {
        "corpora": [corpus(tmp_path, 2)],
        "parsers": ["given"],
        "detectors": ["gold"],
        "resolvers": ["recent"],
    }
    place = tmp_path / "run"
    place.mkdir()
    (place / PLAN).write_text(
        json.dumps({**plan, "measures": ["Linked"], "responses": [], "draws": 20})
    )
    environment = {
        **os.environ,
        "PYTHONPATH": str(tmp_path),
        "COINDEX_CACHE": str(tmp_path / "cache"),
    }
    command = [sys.executable, "-m", "coindex.workbench.jobs.worker", str(place)]
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE) as worker:
        assert worker.wait() == 0
    (group,) = json.loads((place / OUTCOME / RANKING).read_text())
    assert group["rows"][0]["measures"][0]["measure"] == "Linked"
    assert "Linked" in (place / OUTCOME / "report.html").read_text(encoding="utf-8")


def test_the_measure_of_the_documentation() -> None:
    (source,) = (
        block
        for block in re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
        if "class" in block
    )
    namespace: dict[str, Any] = {"__name__": "documented"}
    exec(compile(source, str(PAGE), "exec", dont_inherit=True), namespace)
    registry.register("measures", "Documented", namespace["Pairs"])
    pair = document(0)
    assert registry.build("measures", "Documented@head").view == "head"
    assert [row.value for row in coindex.score([pair], [pair], "Documented")] == [1.0]
