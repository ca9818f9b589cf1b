"""Every code block of README and docs/ runs, or says why not: see `tests.documentation`."""

from __future__ import annotations

import ast
import gzip
import inspect
import json
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from itertools import takewhile
from pathlib import Path
from types import ModuleType

import pytest

import coindex
from coindex import corpora, formats, passes
from coindex.core import registry
from coindex.core.annotation import Annotated
from coindex.core.parameters import parameters
from coindex.experiment.response_pairs import checksum
from coindex.language import languages
from tests.documentation import PAGES, PROJECT, Reader, Step, fits, refreshed, steps
from tests.experiment.material import document

TEXT = "Ann lost her key. She found it in the garden. "
BROKEN = """\
# newdoc id = a
# sent_id = 1
# text = Ann sang
1\tAnn\tAnn\tPROPN\t_\t_\t2\tnsubj\t_\t_
2\tsang\tsing\tVERB\t_\t_\t0\troot\t_\t_

1\tEve\tEve\tPROPN\t_\t_\t0\troot\t_

"""
GENRES = ("news", "bio")


def material(folder: Path) -> None:
    """The files the pages speak of, under the names they use."""
    items = [_of_genre(document(number), GENRES[number % 2]) for number in range(6)]
    for name in (
        "key",
        "response",
        "a",
        "b",
        "one",
        "other",
        "my-corpus",
        "corpus",
        "parsed",
        "report",
    ):
        formats.write(items, folder / f"{name}.conllu")
    for name in ("response", "theirs", "other", "a", "b"):
        formats.write(items, folder / f"{name}.conll")
    for name in ("answers", "gold", "annotator"):
        formats.write(items, folder / f"{name}.jsonl")
    for name in ("corpus", "their-output", "letters", "texts", "crawl"):
        (folder / name).mkdir()
    formats.write(items, folder / "corpus/all.conllu")
    formats.write(items, folder / "their-output/all.conll")
    for name in ("report", "story", "novel", "book", "text", "letters/first", "texts/first"):
        (folder / f"{name}.txt").write_text(TEXT)
    rows = "".join(json.dumps({"id": str(number), "text": TEXT}) + "\n" for number in range(3))
    (folder / "crawl/a.jsonl.gz").write_bytes(gzip.compress(rows.encode()))
    story = coindex.resolve("Ann lost her key. She found it.")
    formats.write([Annotated(story.document, story.annotation)], folder / "story.conllu")
    (folder / "broken.conllu").write_text(BROKEN)


def _of_genre(item: Annotated, genre: str) -> Annotated:
    return Annotated(replace(item.document, meta={"genre": genre}), item.annotation)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("documentation")
    material(folder)
    return folder


@pytest.fixture
def at_work(files: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a copy of the files, with a cache of its own; components and
    languages that a page registers are forgotten afterwards.
    """
    shutil.copytree(files, tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COINDEX_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setattr(languages, "_registered", {})


def code_of(page: Path, *, slow: bool) -> list[Step]:
    """What runs of a page: with the quick tests, or with the slow ones."""
    listed = steps(page)
    return [one for one in listed if one.mark is None or (slow and one.mark.slow)]


QUICK = [page for page in PAGES if code_of(page, slow=False)]


@pytest.mark.usefixtures("at_work")
@pytest.mark.parametrize("page", QUICK, ids=lambda page: page.name)
def test_the_page_as_it_stands(page: Path) -> None:
    reader = Reader()
    for step in code_of(page, slow=False):
        reader.follow(step)


@pytest.mark.parametrize(
    ("shown", "printed", "within", "expected"),
    [
        ("a 1.\n", "a  1.\n", 0, True),
        ("... 0.78\n- b", "first 0.73\n  - b", 0.1, True),
        ("... 0.78\n- b", "first 0.67\n  - b", 0.1, False),
        ("0.5 of 12", "0.5 of 13", 0.1, False),
        ("a 0.5", "b 0.5", 0.1, False),
        ("0.78", "0.77", 0, False),
        ("1,200 1.5", "1,202 3.4", 2, True),
        ("1,200 1.5", "1,203 3.4", 2, False),
    ],
)
def test_what_fits(shown: str, printed: str, within: float, expected: bool) -> None:
    assert fits(shown, printed, within) is expected


def test_figures_are_written_as_they_are_printed() -> None:
    assert refreshed("b 1.5  of ... 1,200\n", "b 2.5 of   many 99\n") == "b 2.5  of ... 99\n"
    with pytest.raises(AssertionError, match="and not"):
        refreshed("b 1.5", "c 1.5")


def test_most_code_runs() -> None:
    everything = [step for page in PAGES for step in steps(page)]
    running = [step for step in everything if step.mark is None or step.mark.slow]
    assert len(everything) > 80
    assert len(running) > len(everything) / 2


PUBLIC = (
    "coindex",
    "coindex.testing",
    "coindex.integrations.datasets",
    "coindex.integrations.langchain",
    "coindex.integrations.llama_index",
    "coindex.integrations.notebook",
    "coindex.integrations.sklearn",
)
"""Classes for other frameworks are imported from modules that need these."""


def test_pages_import_only_what_is_public() -> None:
    deeper = [
        f"{step.place}: {name}"
        for page in PAGES
        for step in steps(page)
        if step.language == "python"
        for name in _modules(step.code)
        if name.partition(".")[0] == "coindex" and name not in PUBLIC
    ]
    assert not deeper, "private modules:\n" + "\n".join(deeper)


def test_signatures_on_the_pages_are_those_of_this_version() -> None:
    embedded = map(corpora.find, ("embedded", "embedded-es"))
    marks = {f"{corpus.name}-{corpus.version}#{checksum(corpus.path)}" for corpus in embedded}
    pages = "".join(page.read_text(encoding="utf-8") for page in PAGES)
    shown = re.findall(r"corpus:(embedded-[^|]+)\S*\|v:(\S+)", pages)
    assert set(shown) == {(mark, coindex.__version__) for mark in marks}


@pytest.mark.parametrize("name", ["embedded", "embedded-es", "embedded-es-train"])
def test_the_sizes_of_corpora_are_those_of_their_files(name: str) -> None:
    corpus = corpora.find(name)
    annotations = [item.annotation for item in formats.read(corpus.path, corpus.format)]
    mentions = sum(len(one.mentions) for one in annotations)
    entities = sum(len(one.entities) for one in annotations)
    page = (PROJECT / "docs/corpus.md").read_text(encoding="utf-8")
    assert f"{mentions:,} mentions, {entities:,} entities" in page


def _cells(row: str) -> int:
    """The cells of a row of a Markdown table; an escaped bar, and one in code, is text."""
    return len(re.findall(r"(?<!\\)\|", re.sub(r"`[^`]*`", "", row.strip().strip("|"))))


def test_rows_of_tables_have_as_many_cells_as_their_head() -> None:
    pages = [*PROJECT.glob("*.md"), *(PROJECT / "docs").rglob("*.md")]
    wrong = []
    tables = 0
    for page in pages:
        lines = page.read_text(encoding="utf-8").splitlines()
        for number, line in enumerate(lines):
            if re.fullmatch(r"\s*\|(?:\s*:?-+:?\s*\|)+\s*", line):
                tables += 1
                table = takewhile(lambda row: row.strip().startswith("|"), lines[number + 1 :])
                for below, row in enumerate(table, number + 2):
                    if _cells(row) != _cells(lines[number - 1]):
                        wrong.append(f"{page.name}:{below}")
    assert tables > 100
    assert not wrong


def test_figures_and_marks_do_not_cut_a_paragraph_in_two() -> None:
    """A comment at the beginning of a line begins a block of its own."""
    cut = [
        f"{page.name}: {found[0].strip()}"
        for page in PAGES
        for found in re.finditer(
            r"^ *<!-- value .*|^(?![ |<]).*[^|\s]\n<!-- figures: .*", page.read_text("utf-8"), re.M
        )
        if not found[0].startswith(("-", "*"))
    ]
    assert not cut


def test_commands_of_the_pages_can_be_typed_anywhere() -> None:
    """In zsh, too, for which `?` and brackets outside quotation marks are patterns; and extras
    are those of a checkout or a wheel, which one has whether or not there is a release.
    """
    pages = {page.name: page.read_text(encoding="utf-8") for page in PAGES}
    asked = [line for text in pages.values() for line in re.findall(r"^ *curl .*", text, re.M)]
    assert len(asked) > 2
    bare = [re.sub(r"'[^']*'|\"[^\"]*\"", "", line) for line in asked]
    assert not [line for line in bare if set(line) & set("?*[]&")]
    installed = [
        (name, found)
        for name, text in pages.items()
        for found in re.findall(r"pip install ([^\s`]*\[[^\s`]*)", text)
    ]
    assert len(installed) > 10
    places = ("'.[", "'/", "'coindex-VERSION-py3-none-any.whl[")
    assert not [found for found in installed if not found[1].startswith(places)]


def _modules(code: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def test_the_reference_lists_every_public_name() -> None:
    page = (PROJECT / "docs/api.md").read_text(encoding="utf-8")
    for name in coindex.__all__:
        public = (
            f"## coindex.{name}\n"
            if inspect.ismodule(getattr(coindex, name))
            else f"::: coindex.{name}\n"
        )
        assert name == "__version__" or public in page, f"docs/api.md: add {name}"
    for module in (coindex.ranking, passes, coindex.testing):
        for name in module.__all__:
            assert f"        - {name}\n" in page, f"docs/api.md: add {module.__name__}.{name}"


def test_every_public_name_is_used_by_code_that_runs() -> None:
    code = "\n".join(
        step.code
        for page in PAGES
        for step in code_of(page, slow=False)
        if step.language != "shell"
    )
    names = [name for name in coindex.__all__ if not inspect.ismodule(getattr(coindex, name))]
    assert len(names) > 80
    assert [name for name in names if not re.search(rf"\b{name}\b", code)] == ["__version__"]


def test_tables_of_parameters_are_made_from_the_fields() -> None:
    path = PROJECT / "docs/hooks/tables.py"
    hook = vars(ModuleType("hook"))
    exec(compile(path.read_text(encoding="utf-8"), path, "exec", dont_inherit=True), hook)
    pages = "".join(hook["on_page_markdown"](page.read_text(encoding="utf-8")) for page in PAGES)
    for family in (
        "resolvers",
        "formats",
        "measures",
        "parsers",
        "fragmenters",
        "detectors",
        "engines",
    ):
        for name in registry.names(family):
            for parameter in parameters(registry.component(family, name)):
                row = f"| `{parameter.name}` | "
                meaning = " ".join(parameter.description.split())
                assert any(
                    line.startswith(row) and meaning in line for line in pages.splitlines()
                ), (name, parameter)
    assert "| `emphasis` | `'non-adverbial' or 'matrix'` | `'non-adverbial'` |" in pages
    assert '| `gender` | `"natural"` | `natural`: pronouns tell what' in pages
    assert "| `grammar.txt` | `definite` | definite articles: *the* |" in pages
    assert "| `synonyms.tsv` | noun, nouns ... | synonyms, and more general nouns" in pages


def test_the_tests_that_a_page_names_exist() -> None:
    """`docs/papers.md` says of every item which test holds it."""
    named = re.findall(r"`([\w/]+\.py)::(\w+)`", (PROJECT / "docs/papers.md").read_text("utf-8"))
    assert len(named) > 50
    sources = {file: (PROJECT / "tests" / file).read_text("utf-8") for file, _ in named}
    assert [name for file, name in named if f"def {name}(" not in sources[file]] == []
