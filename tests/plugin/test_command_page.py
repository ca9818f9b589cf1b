"""The page "A command of your own": its files as an installed package."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = (Path(__file__).parents[2] / "docs" / "own-command.md").read_text(encoding="utf-8")


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A folder with the page's package, and its metadata as an installer writes them."""
    for title, body in re.findall(r'```\w+ title="([^"]+)"\n(.*?)```', PAGE, re.DOTALL):
        path = tmp_path / title
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(body, encoding="utf-8")
    metadata = tmp_path / "coindex_longest-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: coindex-longest\nVersion: 1.0\n"
    )
    declared = (tmp_path / "pyproject.toml").read_text(encoding="utf-8").replace('"', "")
    (metadata / "entry_points.txt").write_text(declared.replace("project.entry-points.", ""))
    return tmp_path


def call(package: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from coindex.cli import main; main()", *arguments],
        env=os.environ | {"PYTHONPATH": str(package)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_command_of_the_page_works(package: Path) -> None:
    (shown,) = re.findall(r'longest "(.*?)"\n(text: .*?)\n', PAGE)
    done = call(package, "longest", shown[0])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{shown[1]}\n"


def test_it_is_listed_in_its_group_and_has_help(package: Path) -> None:
    listed = call(package, "--help").stdout
    texts = listed.partition("\nTexts:")[2].partition("\n\n")[0]
    assert "longest       Print the entity that a text mentions most often." in texts
    own = call(package, "longest", "--help").stdout
    assert "--most" in own and "--plugin" in own and "\nInput:" in own


def test_one_that_cannot_be_loaded_is_left_out(package: Path) -> None:
    (package / "coindex_longest/__init__.py").write_text("import nowhere_at_all\n")
    done = call(package, "list", "engines")
    assert done.returncode == 0 and "serial" in done.stdout
    assert "command 'longest' (coindex_longest:longest) cannot be loaded" in done.stderr


def test_one_whose_function_is_missing_ends_on_one_line(package: Path) -> None:
    declaration = package / "coindex_longest/__init__.py"
    declaration.write_text(declaration.read_text().replace("command:run", "comand:run"))
    done = call(package, "longest", "Ann slept.")
    assert done.returncode == 2
    assert done.stderr == (
        "coindex: command 'longest' (coindex_longest.comand:run) cannot be loaded: "
        "No module named 'coindex_longest.comand'\n"
    )
