"""Components in a file that the user names, without a package."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from coindex.cli import app
from coindex.cli.wording import worded
from coindex.core import plugins, registry
from coindex.core.document import Document
from coindex.core.errors import CoindexError
from coindex.engines.processes import Processes
from coindex.experiment import plan_file
from coindex.experiment.pipeline import Pipeline
from coindex.experiment.plan import Plan
from coindex.experiment.versions import version_of

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
    with pytest.raises(
        CoindexError, match=r"plug-in first\.py is needed, and is not loaded"
    ) as caught:
        plan_file.read(path)
    assert "give the file with --plugin" in worded(caught.value)
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
    monkeypatch.setattr("coindex.experiment.pipeline.check_language", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        chain("Ann met Bob. He left.")


def test_an_unknown_name_in_a_plan_may_be_in_a_file(tmp_path: Path) -> None:
    path = tmp_path / "plan.toml"
    path.write_text('resolvers = ["first_mention"]\n')
    with pytest.raises(CoindexError, match="no resolver is called 'first_mention'") as caught:
        plan_file.read(path)
    assert worded(caught.value).endswith("; give the file with --plugin)")


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
            r"'mitkov' is already there, from coindex.resolvers.mitkov:Mitkov \(give the class",
        ),
    ],
)
def test_problems_are_named(source: str, problem: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.py"
    path.write_text(source)
    with pytest.raises(CoindexError, match=problem):
        plugins.load_plugin(path)


def test_a_folder_of_files(first: Path, tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    (tmp_path / "inner" / "other.py").write_text("raise SystemExit")
    plugins.load_folder(tmp_path)
    assert [plugin.name for plugin in plugins.loaded()] == ["first.py"]
    with pytest.raises(CoindexError, match="no such folder"):
        plugins.load_folder(tmp_path / "none")
