"""The page "Add a language": its files as an installed package, and lists that no rule asks for."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from coindex.language.inventory import LISTS

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "own-language.md").read_text(encoding="utf-8")


@pytest.fixture
def package(tmp_path: Path) -> dict[str, str]:
    """The environment of a process that finds the page's package:
    its folder, and its entry point.
    """
    for title, body in re.findall(r'```\w+ title="([^"]+)"\n(.*?)```', PAGE, re.DOTALL):
        path = tmp_path / title
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, encoding="utf-8")
    metadata = tmp_path / "coindex_eo-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: coindex-eo\nVersion: 1.0\n", encoding="utf-8"
    )
    declared = (tmp_path / "pyproject.toml").read_text(encoding="utf-8").replace('"', "")
    (metadata / "entry_points.txt").write_text(
        declared.replace("project.entry-points.", ""), encoding="utf-8"
    )
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


def output(arguments: list[str], environment: dict[str, str], folder: Path) -> str:
    done = subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_page_as_it_stands(package: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text(
        re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)[0], encoding="utf-8"
    )
    bare = {name: value for name, value in package.items() if name != "PYTHONPATH"}
    assert output(["page.py"], bare, tmp_path) == (tmp_path / "output").read_text(encoding="utf-8")


def test_the_page_as_an_installed_package(package: dict[str, str], tmp_path: Path) -> None:
    command = ["-c", "from coindex.cli import main; main()"]
    assert "  eo  Esperanto   natural gender; parses must be given; resolver rap\n" in output(
        [*command, "list", "languages"], package, tmp_path
    )
    assert "  grammar definite          1  la\n" in output(
        [*command, "show", "eo"], package, tmp_path
    )
    resolved = output([*command, "resolve", "ana.conllu", "--parser", "given"], package, tmp_path)
    (promised,) = re.findall(r"--parser given\n(\[.*?)\n```", PAGE)
    assert resolved.splitlines()[0] == promised


def test_every_list_is_asked_for() -> None:
    """A list that no rule reads any more leaves the inventory, and the folders."""
    source = "\n".join(
        path.read_text(encoding="utf-8") for path in sorted((ROOT / "src").rglob("*.py"))
    )
    source = source.replace(
        (ROOT / "src/coindex/language/inventory.py").read_text(encoding="utf-8"), ""
    )
    for file, names in LISTS.items():
        for name in names:
            last = name.rpartition(".")[2]
            wholly = (
                f'lists("{file}")' in source
            )  # every list of the file counts: verbs of the conjugation table
            asked = wholly or any(
                f'"{part}"' in source for part in (name, last, name.partition(".")[0])
            )
            assert asked, f"{file}.txt, {name}"
