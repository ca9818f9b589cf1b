"""The table of `docs/integrations.md` names every extra and tests that exist; the libraries of the
extras are imported when they are needed, not before.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[2]
PAGE = (PROJECT / "docs/integrations.md").read_text(encoding="utf-8").partition("\n## ")[0]
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in PAGE.splitlines()
    if line.startswith("| ")
]
PYPROJECT = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS: dict[str, list[str]] = PYPROJECT["optional-dependencies"]
MODULES = {
    "web": "fastapi uvicorn sqlalchemy multipart python_multipart markdown_it starlette",
    "postgres": "psycopg",
    "files": "pyarrow pypdf fsspec",
    "scale": "ray pyarrow pypdf fsspec",
    "train": "torch onnx",
    "notebook": "anywidget ipywidgets traitlets IPython",
    "mask": "phonenumbers stdnum",
    "llm": "openai",
    "mcp": "mcp",
}
"""What each extra brings, as it is imported."""
BROUGHT = {
    "pandas": "pandas",
    "polars": "polars",
    "spacy": "spacy",
    "stanza": "stanza",
    "ufal.udpipe": "ufal",
    "langchain-text-splitters": "langchain_text_splitters langchain_core",
    "llama-index-core": "llama_index",
    "datasets": "datasets",
    "scikit-learn": "sklearn",
}
"""What users bring of themselves, by its name on the package index."""
_INSTALLED = re.compile(r"""(?:coindex|['"/ `]\.|/coindex)\[([a-z]+(?:, ?[a-z]+)*)\]""")
"""Extras as people type them: `'.[web]'`, `coindex[web,llm]`."""
_NAMED = re.compile(r"the extras? ((?:`[a-z]+`(?:,| and)? ?)+)|MissingExtra\([^()]+, \"(\w+)\"\)")
"""Extras in sentences, and in the code that reports what is missing."""
READ = {".py", ".md", ".toml", ".ipynb", ".yml", ".yaml", ".sh", ".po", ".html"}
FOLDERS = (
    "docs",
    "src",
    "tests",
    "examples",
    "training",
    "release",
    "setup",
    "distributions",
    ".github",
)
BLOCKED = """
import sys
missing = set({names!r}.split())
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in missing:
            raise ModuleNotFoundError("No module named " + name, name=name)
sys.meta_path.insert(0, Missing())
from importlib.metadata import entry_points
count = 0
for group in entry_points().groups:
    if group.startswith("coindex."):
        for entry in entry_points(group=group):
            if entry.value.startswith("coindex."):
                entry.load()
                count += 1
from typer.testing import CliRunner
from coindex.cli import app
for command in (["--help"], ["resolve", "--help"], ["serve", "--help"], ["list"]):
    outcome = CliRunner().invoke(app, command)
    assert outcome.exit_code == 0, (command, outcome.output)
import coindex
print(count, coindex.resolve("Ann lost her key. She found it.", resolver="recent").text())
"""


def test_the_table_is_complete() -> None:
    assert ROWS[0] == ["with", "how", "install", "proved by", "the other side"]
    assert all(len(row) == 5 and row[3] for row in ROWS)
    cells = " ".join(row[2] for row in ROWS[1:])
    assert {*re.findall(r"`\.\[(\w+)\]`", cells), "all", "train"} == set(EXTRAS)
    assert set(re.findall(r"`(\w[^`]*)`", cells)) == set(BROUGHT)


def test_each_row_names_tests_that_exist() -> None:
    for row in ROWS[1:]:
        paths = re.findall(r"`(tests/[^`]+)`", row[3])
        assert paths, row
        assert not [path for path in paths if not (PROJECT / path).exists()], row
    tests = {
        path.relative_to(PROJECT).as_posix()
        for folder in ("integrations", "systems")
        for path in (PROJECT / "tests" / folder).glob("test_*.py")
    }
    assert not [path for path in tests if path not in PAGE]


def test_extras_are_few_and_small() -> None:
    assert set(MODULES) == set(EXTRAS) - {"all"}
    assert len(EXTRAS) <= 10
    assert len(PYPROJECT["dependencies"]) <= 8
    assert all(len(libraries) <= 5 for name, libraries in EXTRAS.items() if name != "all")
    every = EXTRAS["all"][0].removeprefix("coindex[").removesuffix("]").split(",")
    assert sorted(every) == sorted(set(EXTRAS) - {"all"})


def test_every_extra_that_anything_names_exists() -> None:
    """Pages, messages, skipped tests, recipes and pyproject itself."""
    paths = [path for path in PROJECT.iterdir() if path.is_file() and path.name != "CHANGELOG.md"]
    paths += [
        path
        for folder in FOLDERS
        for path in (PROJECT / folder).rglob("*")
        if path.suffix in READ and path != Path(__file__)
    ]
    named = [
        (path.relative_to(PROJECT).as_posix(), name)
        for path in paths
        if path.suffix in READ or path.name in ("Makefile", "Dockerfile")
        for found in (_INSTALLED, _NAMED)
        for names in found.findall(path.read_text(encoding="utf-8"))
        for name in re.findall(r"[a-z]+", names if isinstance(names, str) else " ".join(names))
        if name != "and"
    ]
    assert {"README.md", "Makefile", "Dockerfile", "pyproject.toml"} <= {path for path, _ in named}
    assert {name for _, name in named} >= {"web", "files", "mask", "train", "llm"}
    assert not [(path, name) for path, name in named if name not in EXTRAS]


def test_the_page_of_commands_lists_every_extra() -> None:
    page = (PROJECT / "docs/command-line.md").read_text(encoding="utf-8")
    rows = page.partition("| extra | for |")[2].partition("\n\n")[0].splitlines()[2:]
    assert {name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])} == set(
        EXTRAS
    )


def test_components_are_imported_without_the_extras() -> None:
    code = BLOCKED.format(names=" ".join([*MODULES.values(), *BROUGHT.values()]))
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    count, text = run.stdout.split(" ", 1)
    assert int(count) > 80
    assert text.strip() == "[Ann]1 lost [[her]1 key]2. [She]1 found [it]2."
