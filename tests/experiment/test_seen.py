"""Documents that systems have seen in training: found, marked, and left out on request."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from coindex import formats, write_fingerprints
from coindex.cli import app
from coindex.core import registry
from coindex.core.annotation import Annotated, Source
from coindex.core.document import Document
from coindex.core.errors import CoindexError, FormatError
from coindex.experiment.response_pairs import Key
from coindex.experiment.results import Results
from coindex.experiment.scoring import Scoring
from coindex.experiment.seen import Exposure, declarations, training_data
from coindex.models.fingerprints import Fingerprints, Learned, beside
from coindex.parsers.bundled import Bundled
from coindex.report.html.page import page
from coindex.report.seen import MARK, exposure_warnings
from coindex.report.tables.papers import summary
from coindex.resolvers.baselines import Recent
from coindex.resolvers.hybrid import Hybrid
from coindex.resolvers.llm import Llm
from coindex.resolvers.rosana import Rosana
from coindex.resolvers.sieve import Sieve
from coindex.resolvers.supar import Supar
from coindex.workbench.mcp.answers import compare
from tests.experiment.material import carried_out, corpus, document, planned

SEEN = ("d00", "d02", "d03")


def texts(*ids: str) -> list[str]:
    return [one.document.text for one in map(document, range(6)) if one.document.id in ids]


@dataclass(frozen=True)
class Schooled(Recent):
    """`recent`, which says that it has learned from documents."""

    data: str = ""

    def fingerprints(self, language: str) -> Sequence[Path]:
        return (Path(self.data),)


@pytest.fixture
def schooled(tmp_path: Path) -> str:
    registry.register("resolvers", "schooled", Schooled)
    path = tmp_path / "school.npz"
    Fingerprints({"school": Learned.of(texts(*SEEN))}).write(path)
    return f"schooled(data={str(path)!r})"


def compared(folder: Path, resolver: str, **changes: object) -> Results:
    plan = replace(planned(corpus(folder)), resolvers=(resolver, "recent", "subject"), **changes)  # type: ignore[arg-type]
    return carried_out(plan, folder / "cache")[0]


def test_a_comparison_says_what_was_seen(tmp_path: Path, schooled: str) -> None:
    results = compared(tmp_path, schooled)
    (described,) = results.corpora
    group = results.groups[0]
    run = next(run for run in results.runs_of(group) if run.condition.resolver == schooled)
    assert described.seen_by(run.condition) == SEEN
    row = results.row(run.condition, results.plan.measures[0])
    assert row is not None and "|seen:3/6|" in row.signature
    other = next(run for run in results.runs_of(group) if run.condition.resolver == "recent")
    clean = results.row(other.condition, results.plan.measures[0])
    assert described.seen_by(other.condition) is None
    assert clean is not None and "seen:" not in clean.signature
    assert [str(one) for one in exposure_warnings(results)] == [
        f"seen in training by {schooled}: 3 of 6 documents (d00, d02, d03)"
    ]


def test_the_signature_of_a_difference_counts_both(tmp_path: Path, schooled: str) -> None:
    results = compared(tmp_path, schooled)
    group, measure = results.groups[0], results.plan.measures[0]
    for one in results.comparisons(group, measure):
        signature = results.signature(group, measure, one)
        assert ("|seen:3/6|" in signature) == (schooled in (one.first, one.second))


def test_rows_and_p_values_are_marked(tmp_path: Path, schooled: str) -> None:
    results = compared(tmp_path, schooled)
    group = results.groups[0]
    table = summary(results, group)
    names = [str(row[0]) for row in table.rows]
    assert [name for name in names if name.endswith(MARK)] == [f"{schooled} {MARK}"]
    assert any("seen in training" in note for note in table.notes)
    programs = summary(results, group, "json")
    assert programs.columns[-1] == "seen"
    assert {str(row[0]): row[-1] for row in programs.rows} == {
        schooled: "3/6",
        "recent": "0/6",
        "subject": "0/6",
    }


def test_the_tool_for_language_models_says_what_was_seen(
    tmp_path: Path, schooled: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    school = tmp_path / "school.npz"
    monkeypatch.setattr(Schooled, "fingerprints", lambda self, language: (school,))
    key = Path(corpus(tmp_path))
    values = {"key": key.read_text(), "resolvers": ["schooled", "subject"], "mentions": "gold"}
    answer = compare({**values, "format": ""})
    assert f"| schooled {MARK} |" in answer["table"]
    assert "seen in training by schooled" in answer["notes"][0]


def test_the_page_has_the_mark_and_the_reservation(tmp_path: Path, schooled: str) -> None:
    shown = page(compared(tmp_path, schooled))
    assert f"{MARK}" in shown and "seen in training by" in shown


def test_results_keep_it_as_json(tmp_path: Path, schooled: str) -> None:
    results = compared(tmp_path, schooled)
    again = Results.from_json(results.to_json(), cache=tmp_path / "cache")
    assert again.corpora == results.corpora
    older = json.loads(results.to_json())
    for one in older["corpora"]:
        del one["seen"], one["left_out"]
    assert Results.from_json(json.dumps(older)).corpora[0].seen == {}


def test_unseen_leaves_documents_out_for_all(tmp_path: Path, schooled: str) -> None:
    results = compared(tmp_path, schooled, unseen=True)
    assert all(
        [part.document for part in run.parts] == ["d01", "d04", "d05"] for run in results.runs
    )
    assert (results.corpora[0].documents, results.corpora[0].left_out) == (3, 3)
    words = sum(len(document(n).document.tokens) for n in (1, 4, 5))
    assert results.corpora[0].words == words
    assert "|seen:0/3|unseen:3/6|" in results.rows[0].signature
    assert not list(exposure_warnings(results))


def test_if_nothing_is_left_that_is_an_error(tmp_path: Path) -> None:
    folder = corpus(tmp_path)
    with pytest.raises(CoindexError, match="each document was seen in training"):
        compared(tmp_path, "recent", unseen=True, seen=(f"recent={folder}",))


def test_a_user_names_training_data_of_any_system(tmp_path: Path) -> None:
    folder = corpus(tmp_path)
    results = compared(tmp_path, "recent", seen=(f"subject={folder}",))
    assert results.corpora[0].seen == {"resolvers subject": [f"d{n:02}" for n in range(6)]}


def response(folder: Path, source: str) -> Path:
    path = folder / "response.jsonl"
    items = [
        Annotated(item.document, replace(item.annotation, source=Source(source, "system")))
        for item in map(document, range(6))
    ]
    formats.write(items, path, "jsonl")
    return path


def key(folder: Path) -> Path:
    path = folder / "key.jsonl"
    formats.write(map(document, range(6)), path, "jsonl")
    return path


def test_a_response_that_names_its_resolver_is_recognised(tmp_path: Path, schooled: str) -> None:
    scores = Scoring(("MUC",)).run(Key.of(key(tmp_path)), {"theirs": response(tmp_path, schooled)})
    assert scores.responses[0].seen == SEEN
    assert "|seen:3/6|" in scores.rows[0].signature
    unknown = Scoring(("MUC",)).run(Key.of(key(tmp_path)), {"x": response(tmp_path, "somebody")})
    assert "seen:" not in unknown.rows[0].signature


def test_scores_without_what_was_seen(tmp_path: Path, schooled: str) -> None:
    path = response(tmp_path, schooled)
    scores = Scoring(("MUC",), unseen=True).run(Key.of(key(tmp_path)), {"theirs": path})
    assert scores.responses[0].ids == ["d01", "d04", "d05"]
    assert scores.rows[0].documents == 3 and "|unseen:3/6|" in scores.rows[0].signature


def test_commands_warn(tmp_path: Path) -> None:
    given = key(tmp_path)
    data = tmp_path / "data.npz"
    write_fingerprints(given, data)
    for command in (
        ["score", given, given, "MUC"],
        ["errors", given, given],
        ["disclose", given, given],
    ):
        result = CliRunner().invoke(app, [*map(str, command), "--seen", f"key={data}"])
        assert result.exit_code == 0, result.output
        assert "warning: seen in training by key: 6 of 6 documents" in result.stderr
        assert MARK in result.stdout


@pytest.mark.parametrize("text", ["", "data.npz", "=data.npz", "llm="])
def test_a_declaration_has_a_name_and_a_path(text: str) -> None:
    with pytest.raises(CoindexError, match="NAME=PATH"):
        declarations([text])


def test_a_declared_file_must_exist(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="no such file"):
        declarations([f"llm={tmp_path / 'none.npz'}"])


def test_a_language_model_declares_its_data(tmp_path: Path) -> None:
    data = tmp_path / "data.npz"
    Fingerprints({"web": Learned.of(texts("d01"))}).write(data)
    model = Llm("m", seen=str(data))
    known = training_data(model, "en")
    assert known is not None and list(known.corpora) == ["web"]
    assert training_data(Llm("m"), "en") is None


@pytest.mark.parametrize(
    ("component", "language"),
    [
        (Hybrid(), "en"),
        (Sieve(), "en"),
        (Sieve(), "es"),
        (Rosana(), "en"),
        (Supar(profile="fitted"), "es"),
        (Bundled(), "en"),
        (Bundled(), "es"),
    ],
    ids=str,
)
def test_what_is_bundled_says_what_it_learned_from(component: object, language: str) -> None:
    known = training_data(component, language)
    assert known is not None and any(len(one.passages) for one in known.corpora.values())


@pytest.mark.parametrize("component", [Rosana(profile="2001"), Supar(), Recent()], ids=str)
def test_what_has_not_learned_says_nothing(component: object) -> None:
    assert training_data(component, "es") is None


def test_a_tuned_profile_brings_its_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[weights]\nSUP = 20\n", encoding="utf-8")
    Fingerprints({"mine": Learned.of(texts("d01"))}).write(beside(path))
    known = training_data(Rosana(profile=str(path)), "en")
    assert known is not None and {"mine", "GUM train"} <= set(known.corpora)


def test_the_language_decides_which_table_counts() -> None:
    text = "Ana entró. Cerró la puerta, y la dejó así hasta que su madre llegó a casa por la noche."
    exposure = Exposure()
    assert exposure.seen("resolvers", "sieve", Document("d", text, language="es")) is False
    assert exposure.seen("resolvers", "recent", Document("d", text)) is None
