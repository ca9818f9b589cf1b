"""Components in a file that the user names, without a package."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from coindex.cli import app
from coindex.cli.wording import explain
from coindex.core import plugins, registry
from coindex.core.document import Document
from coindex.core.errors import CoindexError
from coindex.engines.processes import Processes
from coindex.experiment import plan_file
from coindex.experiment.execution import version_of
from coindex.experiment.plan import Plan
from coindex.pipeline.pipeline import Pipeline

FIRST = '''"""First: everything refers to the first mention."""

from dataclasses import dataclass

from coindex import Decision


@dataclass(frozen=True)
class FirstMention:
    """Link each pronoun to the first mention."""

    said: str = "first"
    """The name of the rule."""

    def resolve(self, document, mentions, *, correct=None):
        for mention in mentions.mentions:
            if mention.kind.pronominal:
                yield Decision(mention, mentions.mentions[0], self.said)


@dataclass(frozen=True)
class NotAComponent:
    size: int = 1
'''


@pytest.fixture(autouse=True)
def nothing_loaded(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What a test loads is forgotten after it."""
    monkeypatch.setattr(registry, "_added", {})
    monkeypatch.setattr(plugins, "_loaded", {})
    yield


@pytest.fixture
def first(tmp_path: Path) -> Path:
    path = tmp_path / "first.py"
    path.write_text(FIRST)
    return path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def plan(folder: Path, checksum: str) -> Path:
    path = folder / "plan.toml"
    path.write_text(f'resolvers = ["first_mention"]\nplugins = ["first.py sha256:{checksum}"]\n')
    return path


def chain(text: str) -> list[str]:
    pipeline = Pipeline(resolver="first_mention(said='again')")
    result = pipeline.resolved(next(pipeline.parsed([Document("text", text)])))
    return [mention.text(result.document) for mention in result.entities[0].mentions]


def test_a_resolver_of_a_file_works_like_any_other(first: Path) -> None:
    text = "Ann met Bob. He left."
    done = run(
        "resolve",
        "--text",
        text,
        "--resolver",
        "first_mention(said='mine')",
        "--why",
        "--plugin",
        str(first),
    )
    assert done.exit_code == 0, done.output
    assert "refers to “Ann” (sentence 1), by mine" in done.stdout
    assert registry.names("resolvers").count("first_mention") == 1
    assert "Link each pronoun to the first mention" in run("list", "resolvers").stdout
    assert "The name of the rule." in run("show", "first_mention").stdout


@pytest.mark.parametrize(
    "command", ["parse", "mentions", "compare", "run", "score", "errors", "tune", "convert"]
)
def test_every_command_with_components_takes_files(command: str) -> None:
    assert "--plugin" in run(command, "--help").stdout


def test_worker_processes_have_the_same_components(first: Path) -> None:
    plugins.load_plugin(first)
    assert list(Processes(1).map(chain, ["Ann met Bob. He left."])) == [["Ann", "He"]]


def test_a_plan_never_loads_what_it_needs(first: Path, tmp_path: Path) -> None:
    checksum = sha256(FIRST.encode()).hexdigest()
    path = plan(tmp_path, checksum)
    with pytest.raises(CoindexError, match=r"plug-in first\.py is needed but not loaded") as caught:
        plan_file.read(path)
    assert "give the file with --plugin" in explain(caught.value)
    assert "first_mention" not in registry.names("resolvers")
    plugins.load_plugin(first)
    assert plan_file.read(path).plugins == (f"first.py sha256:{checksum}",)


def test_another_version_of_the_file_is_refused(first: Path, tmp_path: Path) -> None:
    plugins.load_plugin(first)
    with pytest.raises(CoindexError, match="another version of the file") as caught:
        plan_file.read(plan(tmp_path, "0" * 64))
    assert sha256(FIRST.encode()).hexdigest() in str(caught.value)
    assert "0" * 64 in str(caught.value)


def test_an_error_in_a_file_names_the_place(first: Path) -> None:
    first.write_text(FIRST.replace("mentions[0]", "mentions[99]"))
    plugins.load_plugin(first)
    line = 1 + FIRST[: FIRST.index("mentions[0]")].count("\n")
    with pytest.raises(CoindexError) as caught:
        chain("Ann met Bob. He left.")
    assert str(caught.value) == (
        f"{first}:{line}: resolver first_mention failed on text: "
        "IndexError: tuple index out of range"
    )


def test_errors_elsewhere_stay_as_they_are(first: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plugins.load_plugin(first)
    monkeypatch.setattr("coindex.pipeline.pipeline.check_language", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        chain("Ann met Bob. He left.")


def test_an_unknown_name_in_a_plan_may_be_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text('resolvers = ["first_mention"]\n')
    with pytest.raises(CoindexError, match="no resolver is called 'first_mention'") as caught:
        plan_file.read(path)
    assert explain(caught.value).endswith("; give the file with --plugin)")


def test_a_comparison_states_the_files_that_it_used(first: Path) -> None:
    plugins.load_plugin(first)
    checksum = sha256(FIRST.encode()).hexdigest()
    assert Plan(resolvers=("first_mention",)).checked().plugins == (f"first.py sha256:{checksum}",)
    assert Plan(resolvers=("mitkov",)).checked().plugins == ()


def test_changed_code_makes_another_version(first: Path) -> None:
    plugins.load_plugin(first)
    before = version_of.__wrapped__("resolvers", "first_mention")
    registry._added.clear()
    plugins._loaded.clear()
    first.write_text(FIRST + "\n# changed\n")
    plugins.load_plugin(first)
    assert version_of.__wrapped__("resolvers", "first_mention") != before


@pytest.mark.parametrize(
    ("source", "problem"),
    [
        ("import nothing_like_this", "cannot be loaded: No module named"),
        ("x = 1", "has no component"),
        (
            "class Half:\n    def detect(self, document): ...\n    name = suffixes = ''",
            "Half is not a dataclass",
        ),
        (
            "class Half:\n    headline = view = ''\n    def counts(self, pair): ...",
            "Half is not a complete measure; it lacks score",
        ),
        (FIRST.replace("frozen=True", "frozen=False"), "FirstMention can be changed"),
        (
            FIRST.replace("FirstMention", "Mitkov"),
            r"'mitkov' already exists, from coindex.resolvers.classic.mitkov:Mitkov \(give the class",
        ),
    ],
)
def test_problems_are_named(source: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    path.write_text(source)
    with pytest.raises(CoindexError, match=problem):
        plugins.load_plugin(path)


def test_an_incomplete_class_beside_others_is_explained_when_it_is_asked_for(
    first: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "_incomplete", {})
    half = "class Half:\n    headline = view = ''\n    def counts(self, pair): ...\n"
    first.write_text(f"{FIRST}\n{half}")
    plugins.load_plugin(first)
    assert registry.build("resolvers", "first_mention")
    with pytest.raises(CoindexError, match="Half is not a complete measure; it lacks score"):
        registry.build("measures", "Half")


def test_a_folder_of_files(first: Path, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "other.py").write_text("raise SystemExit")
    plugins.load_folder(tmp_path)
    assert [plugin.name for plugin in plugins.loaded()] == ["first.py"]
    with pytest.raises(CoindexError, match="no such folder"):
        plugins.load_folder(tmp_path / "none")


FAILING = """from dataclasses import dataclass
from typing import NamedTuple


class Half(NamedTuple):
    half: float


@dataclass(frozen=True)
class BadParser:
    def parse(self, documents):
        for document in documents:
            raise ValueError("no parse")
            yield document


@dataclass(frozen=True)
class BadDetector:
    def detect(self, document):
        raise ValueError("no mentions")


@dataclass(frozen=True)
class BadFragmenter:
    def fragment(self, document):
        raise ValueError("no fragments")


@dataclass(frozen=True)
class BadMeasure:
    headline = "half"
    view: str = "exact"

    def counts(self, pair):
        raise ValueError("no counts")

    def score(self, counts):
        return Half(0.5)
"""


@pytest.fixture
def failing(tmp_path: Path) -> Path:
    path = tmp_path / "failing.py"
    path.write_text(FAILING)
    return path


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--parser", "bad_parser"], "parser bad_parser failed: ValueError: no parse"),
        (["--detector", "bad_detector"], "detector bad_detector failed on text: ValueError: no"),
        (["--fragmenter", "bad_fragmenter"], "fragmenter bad_fragmenter failed on text: Value"),
    ],
)
def test_stages_that_fail_are_named(options: list[str], named: str, failing: Path) -> None:
    done = run(
        "resolve",
        "Ann slept. She woke.",
        "--resolver",
        "recent",
        *options,
        "--plugin",
        str(failing),
    )
    assert isinstance(done.exception, CoindexError)
    assert str(done.exception).startswith(f"{failing}:")
    assert named in str(done.exception)


def test_a_measure_that_fails_is_named(failing: Path, tmp_path: Path) -> None:
    key = tmp_path / "key.inline"
    key.write_text("{ann +Ann+} slept. {ann She} woke.\n")
    done = run("score", str(key), str(key), "BadMeasure", "--plugin", str(failing))
    assert isinstance(done.exception, CoindexError)
    assert "measure BadMeasure failed on key: ValueError: no counts" in str(done.exception)


def test_a_component_of_a_package_that_fails_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "failing_package.py").write_text(FAILING)
    monkeypatch.syspath_prepend(str(tmp_path))
    module = import_module("failing_package")
    registry.register("detectors", "bad", module.BadDetector)
    pipeline = Pipeline(detector="bad")
    with pytest.raises(CoindexError, match=r"failing_package\.py:\d+: detector bad failed on text"):
        pipeline.mentions(Document("text", "Ann slept."))


def test_a_package_with_the_same_file_fulfils_a_plan(
    first: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "package"
    about = package / "coindex_first-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: coindex_first\nVersion: 1.0\n")
    points = "[coindex.resolvers]\nfirst_mention = coindex_first:FirstMention\n"
    (about / "entry_points.txt").write_text(points)
    (package / "coindex_first.py").write_text(FIRST)
    monkeypatch.syspath_prepend(str(package))
    registry._declared.cache_clear()
    try:
        checksum = sha256(FIRST.encode()).hexdigest()
        assert plan_file.read(plan(tmp_path, checksum)).resolvers == ("first_mention",)
        with pytest.raises(CoindexError, match="is needed but not loaded") as caught:
            plan_file.read(plan(tmp_path, "0" * 64))
        assert "leave it out of plugins" in explain(caught.value)
    finally:
        registry._declared.cache_clear()


def test_a_report_notes_a_changed_file(
    first: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    corpus = tmp_path / "a.inline"
    corpus.write_text("{ann +Ann+} lost {key {ann her} *key*}. {ann She} found {key it}.\n")
    options = ["--resolvers", "first_mention,recent", "--mentions", "gold", "--draws", "10"]
    output = tmp_path / "out"
    done = run("compare", str(corpus), *options, "-o", str(output), "--plugin", str(first))
    assert done.exit_code == 0, done.stderr
    same = run("report", str(output), "table3", "--plugin", str(first))
    assert same.exit_code == 0, same.stderr
    assert "has changed" not in same.stderr
    registry._added.clear()
    plugins._loaded.clear()
    first.write_text(FIRST + "\n# changed\n")
    other = run("report", str(output), "table3", "--plugin", str(first))
    assert other.exit_code == 0, other.stderr
    assert "plug-in first.py has changed since these results were computed" in other.stderr
