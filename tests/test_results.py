"""Numbers of the documentation come from recorded results; what is altered or stale is named."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import rich.table

from benchmarks import fingerprints, results
from benchmarks.fingerprints import Fingerprint, fingerprint
from benchmarks.results import Result, read, record, shown
from benchmarks.sizes import sizes
from coindex.report.table import Estimate, Table

TABLE = Table(
    ("resolver", "right", "of"),
    [("`recent`", Estimate(0.5, (0.4, 0.6)), 1200)],
    "A title",
    ["Why."],
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of its own, with one page."""
    monkeypatch.setattr(results, "PROJECT", tmp_path)
    monkeypatch.setattr(results, "RESULTS", tmp_path / "results")
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/page.md").write_text(
        "# Page\n\n<!-- result small -->\n<!-- end of result -->\n\nText.\n"
    )
    return tmp_path


@pytest.fixture
def small(folder: Path) -> Result:
    return record("small", [TABLE], command="python -m small", components=["recent"])


def test_pages_of_the_project_show_what_was_recorded() -> None:
    assert list(results.altered()) == []
    assert list(results.typed()) == []
    assert len(list(results.results())) > 50


@pytest.mark.usefixtures("small")
def test_a_result_is_written_into_its_page(folder: Path) -> None:
    assert [path.name for path in results.write_pages()] == ["page.md"]
    page = (folder / "docs/page.md").read_text()
    assert "| `recent` | 50.00 [40.00, 60.00] | 1,200 |" in page
    assert "`python -m small`" in page and page.endswith("Text.\n")
    assert list(results.altered()) == []
    assert results.write_pages() == []


@pytest.mark.usefixtures("small")
def test_a_number_altered_in_a_page_is_named(folder: Path) -> None:
    results.write_pages()
    path = folder / "docs/page.md"
    path.write_text(path.read_text().replace("50.00", "51.00"))
    assert list(results.altered()) == [
        "docs/page.md: result small differs from results/small.json; run make results"
    ]


@pytest.mark.usefixtures("small")
def test_a_number_altered_in_a_result_is_named(folder: Path) -> None:
    results.write_pages()
    path = folder / "results/small.json"
    recorded = path.read_text()
    path.write_text(recorded.replace("50.00", "51.00"))
    assert len(list(results.altered())) == 2
    results.write_pages()
    (line,) = results.altered()
    assert line.startswith("results/small.json: figures were altered") and "python -m small" in line
    path.write_text(recorded.replace('"value": 0.5', '"value": 0.6'))
    results.write_pages()
    assert len(list(results.altered())) == 1, "also where no page shows it"


def test_a_page_that_shows_what_was_never_recorded(folder: Path) -> None:
    assert list(results.altered()) == ["docs/page.md: result small was never recorded"]
    with pytest.raises(FileNotFoundError):
        shown((folder / "docs/page.md").read_text())


def test_a_result_is_stale_when_answers_or_weights_change(
    small: Result, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert list(results.stale()) == []
    states = folder / "results/fingerprints.json"
    ((digest, state),) = json.loads(states.read_text()).items()
    answers = ["7", *state["answers"].split()[1:]]
    states.write_text(json.dumps({digest: state | {"answers": " ".join(answers)}}))
    assert len(list(results.stale())) == 1
    path = folder / "results/small.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"processor": "another"}))
    assert list(results.stale()) == [], "one answer may differ where arithmetic rounds differently"
    monkeypatch.setattr(fingerprints, "_weights", lambda language: b"retrained")
    (line,) = results.stale()
    assert "recent is not what was measured" in line and "python -m small" in line
    assert small.fingerprints


@pytest.mark.usefixtures("small")
def test_a_page_with_two_states_of_a_component_is_named(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = folder / "docs/page.md"
    page.write_text(page.read_text() + "\n<!-- result later -->\n<!-- end of result -->\n")
    record("later", [TABLE], command="python -m later", components=["recent"])
    assert list(results.mixed()) == []
    monkeypatch.setattr(fingerprints, "_weights", lambda language: b"retrained")
    record("later", [TABLE], command="python -m later", components=["recent"])
    assert list(results.mixed()) == ["docs/page.md: small and later measure two states of recent"]


@pytest.mark.usefixtures("small")
def test_a_single_figure_is_written_and_checked(folder: Path) -> None:
    page = folder / "docs/page.md"
    page.write_text("Right: <!-- value small: recent | of -->?<!-- end --> in all.\n")
    assert list(results.altered()) == [
        "docs/page.md: recent | of differs from results/small.json; run make results"
    ]
    results.write_pages()
    assert page.read_text() == "Right: <!-- value small: recent | of -->1,200<!-- end --> in all.\n"
    assert list(results.altered()) == []
    with pytest.raises(KeyError, match="has no value recent"):
        read("small").value("recent", "wrong")


def test_a_figure_altered_in_a_console_block_is_named(folder: Path) -> None:
    page = folder / "docs/page.md"
    text = "<!-- run by make faults: slow -->\n<!-- figures within 4: x -->\n```\n$ a\n9.5\n```\n"
    page.write_text(f"# Page\n\n{text}")
    named = ["docs/page.md:4: figures were altered after they were printed; "]
    named[0] += "run python -m tests.figures docs/page.md"
    assert list(results.altered()) == named, "without a digest, too"
    page.write_text(results.printed(page.read_text()))
    assert list(results.altered()) == [] and list(results.typed()) == []
    page.write_text(page.read_text().replace("9.5", "9.6"))
    assert list(results.altered()) == named


@pytest.mark.usefixtures("folder")
def test_tables_of_the_terminal_are_recorded_with_values_and_intervals() -> None:
    table = rich.table.Table("", "share", "words", title="One")
    table.add_row("`recent`", "[red]91.7 % [87, 95]", "1,200")
    record("small", [table], command="x")
    (one,) = read("small").tables
    assert (one["title"], one["columns"]) == ("One", ["", "share", "words"])
    assert one["rows"][0][1] == {"text": "91.7 % [87, 95]", "value": 91.7, "interval": [87, 95]}
    assert one["rows"][0][2] == {"text": "1,200", "value": 1200}


@pytest.mark.parametrize(
    ("components", "limited", "named"),
    [((), False, True), ((), True, False), (("recent",), False, False)],
)
def test_a_result_of_an_earlier_version_is_stale_unless_its_components_are_the_same(
    folder: Path, components: tuple[str, ...], limited: bool, named: bool
) -> None:
    record("small", [TABLE], command="x", components=components, limited=limited)
    path = folder / "results/small.json"
    earlier = json.loads(path.read_text()) | {"earlier": True, "version": "0.1.0"}
    path.write_text(json.dumps(earlier))
    assert "Of an earlier version" in read("small").origin()
    assert [
        line.startswith("results/small.json: of version 0.1.0") for line in results.stale()
    ] == ([True] if named else [])


@pytest.mark.usefixtures("small")
def test_a_figure_typed_into_a_page_is_named(folder: Path) -> None:
    page = folder / "docs/page.md"
    page.write_text("| resolver | right |\n|---|---|\n| `recent` | .51 |\n| `rap` | .62 |\n")
    assert list(results.typed()) == [
        f"docs/page.md:{line}: {figure} is a figure that no benchmark recorded"
        for line, figure in ((3, ".51"), (4, ".62"))
    ]
    page.write_text(f"<!-- figures: published by its authors -->\n{page.read_text()}")
    assert list(results.typed()) == []


@pytest.mark.parametrize(
    ("sentence", "figure"),
    [
        ("It finds 91.7 of them.", "91.7"),
        ("It finds .51 of them.", ".51"),
        ("An error in -0.5 of cases", "-0.5"),
        ("Right are 90 % of them.", "90 %"),
        ("Aciertan el 90 por ciento.", "90 por ciento"),
        ("Half, 90 percent", "90 percent"),
        ("From `0.9` on, as with Python 3.11, 3.12 and 3.13, in section 4.2 of version 0.3.0", ""),
        ("[95 % intervals](page.md#0.5), GUM 11.1 (CC BY-SA 4.0), Apache-2.0", ""),
        ("Right: <!-- value small: recent | of -->1.5<!-- end --> in all", ""),
        ("<!-- figures: published by its authors -->\nThey report 90.5 %.\nAnd 91.5 %.", ""),
        ("<!-- figures: published by its authors -->\n90.5 %.\n\nWe get 91.5 %.", "91.5 %"),
        ("<!-- figures within 4 (1f0c9a3e): rounding -->\n```\n91.5\n```\n91.5", "91.5"),
    ],
)
def test_a_figure_typed_into_a_sentence_is_named(folder: Path, sentence: str, figure: str) -> None:
    (folder / "docs/page.md").write_text(f"# Page\n\n{sentence}\n")
    named = [line.partition(": ")[2].partition(" is a")[0] for line in results.typed()]
    assert named == ([figure] if figure else [])


def test_sizes_of_models_are_those_of_their_files() -> None:
    (recorded,) = read("sizes").tables
    assert [[cell["text"] for cell in row] for row in recorded["rows"]] == [
        [*row] for row in sizes().rows
    ]


def test_fingerprints_tell_states_apart() -> None:
    one = Fingerprint("w", "0 . . 0 . 5")
    assert not one.differs(one, same_processor=True)
    assert one.differs(replace(one, answers="0 . . . . 5"), same_processor=True)
    assert one.differs(replace(one, answers="0 . . 0 ."), same_processor=False)
    assert one.differs(replace(one, weights="v"), same_processor=False)


def test_resolvers_have_fingerprints_of_their_own() -> None:
    digests = {fingerprint(name, ("en",)).digest for name in ("recent", "subject", "singletons")}
    assert len(digests) == 3


@pytest.mark.parametrize("language", ["en", "es"])
def test_functions_for_texts_have_fingerprints_of_what_they_write(language: str) -> None:
    written = {
        name: fingerprint(f"texts/{name}", (language,)).answers.split()
        for name in fingerprints.WRITERS
    }
    assert len({len(words) for words in written.values()}) == 1, "an answer for each word"
    silent = [name for name, words in written.items() if set(words) == {"."}]
    assert silent == ([] if language == "en" else ["rewrite"])


def test_a_changed_byte_of_the_large_model_is_noticed_where_it_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fingerprints, "LARGE", tmp_path)
    monkeypatch.setattr(results, "entry_points", lambda **_: ())
    component, languages = "neural(size='large')", ("en",)
    (tmp_path / "words.0").write_bytes(b"01")
    before = Fingerprint(fingerprints.weights(component, languages), "")
    assert not results._differs(component, languages, before, same_processor=True)
    assert before.weights != fingerprints.weights("neural", languages)
    fingerprints._contents.cache_clear()
    (tmp_path / "words.0").write_bytes(b"00")
    assert results._differs(component, languages, before, same_processor=True)


@pytest.mark.usefixtures("folder")
def test_a_limited_test_carries_version_and_date_only() -> None:
    record("small", [TABLE], command="x", components=["recent"], limited=True)
    result = read("small")
    assert not result.fingerprints and result.date and "scored a few times only" in result.origin()
    assert list(results.stale()) == []
