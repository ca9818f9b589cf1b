"""Languages are packages: with one of them taken away, everything else works."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

import coindex

SOURCE = Path(coindex.__file__).parents[1]
ENGLISH = "Ann lost her key. She found it in the garden."
SPANISH = "Ana perdió la llave. La encontró en el jardín."


@pytest.fixture(scope="module")
def without_spanish(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with every package of the distribution but `coindex_es`."""
    folder = tmp_path_factory.mktemp("packages")
    for name in ("coindex", "coindex_en"):
        (folder / name).symlink_to(SOURCE / name, target_is_directory=True)
    return folder


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    # Without `site`, the file that adds the checkout to the path is not read.
    path = os.pathsep.join([str(folder), sysconfig.get_path("purelib")])
    return subprocess.run(
        [sys.executable, "-S", "-m", "coindex", *arguments],
        env=os.environ | {"PYTHONPATH": path, "COINDEX_INTERFACE": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_english_works_without_spanish(without_spanish: Path) -> None:
    ended = run(without_spanish, "resolve", ENGLISH)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.startswith("[Ann]1 lost [[her]1 key]2.")


def test_spanish_text_is_refused_with_a_remedy(without_spanish: Path) -> None:
    ended = run(without_spanish, "resolve", "--language", "es", SPANISH)
    assert ended.returncode == 2
    assert "language 'es' needs coindex_es, which this installation" in ended.stderr
    assert "install Coindex again" in ended.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ("--help",),
        ("list",),
        ("list", "languages"),
        ("corpora", "list"),
        ("stats", "embedded/manual"),
        ("show", "sieve"),
    ],
)
def test_other_commands_work_without_spanish(
    without_spanish: Path, arguments: tuple[str, ...]
) -> None:
    ended = run(without_spanish, *arguments)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout


def test_its_interface_and_corpora_are_gone_too(without_spanish: Path) -> None:
    ended = run(without_spanish, "--interface", "es", "list")
    assert ended.returncode == 2
    assert "no interface is in the language 'es'" in ended.stderr
    ended = run(without_spanish, "stats", "embedded-es")
    assert ended.returncode == 2
    assert "embedded-es" in ended.stderr
