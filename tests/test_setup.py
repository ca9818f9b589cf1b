"""Setting up: what is announced, what is missing, and what goes on all the same."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

SETUP = Path(__file__).parents[1] / "setup"
BASH = shutil.which("bash") or "/bin/bash"


class System:
    """A search path with nothing but bash and the programs a test writes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        (folder / "bash").symlink_to(BASH)

    def add(self, name: str, script: str) -> Path:
        program = self.folder / name
        program.write_text(f"#!{BASH}\n{script}\n")
        program.chmod(0o755)
        return program

    def run(self, script: str, *arguments: str) -> tuple[int, str]:
        done = subprocess.run(
            [BASH, str(SETUP / script), *arguments],
            env={**os.environ, "PATH": str(self.folder), "LC_ALL": "C"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout

    def package(self, check: str) -> tuple[int, str]:
        return self.run(
            "package.sh",
            check,
            "chromium",
            "for the tests of the pages",
            "Those tests are skipped.",
        )


@pytest.fixture
def system(tmp_path: Path) -> System:
    return System(tmp_path)


def test_nothing_is_said_of_a_package_that_is_there(system: System) -> None:
    assert system.package("true") == (0, "")


def test_without_apt_the_package_is_named_and_work_goes_on(system: System) -> None:
    code, output = system.package("command -v chromium")
    assert code == 0
    assert output == (
        "missing: chromium, for the tests of the pages (there is no apt-get on this system). "
        "Those tests are skipped.\n"
    )


def test_without_root_the_command_to_run_is_named(system: System) -> None:
    system.add("id", "echo 1000")
    system.add("apt-get", "echo installed anyway")
    code, output = system.package("command -v chromium")
    assert code == 0
    assert "that needs root: sudo apt-get install chromium" in output
    assert "installed anyway" not in output


def test_an_installation_is_announced_before_it_begins(system: System) -> None:
    system.add("id", "echo 0")
    system.add("apt-get", f"echo apt-get $2; [ $2 = update ] || : > {system.folder}/chromium")
    code, output = system.package(f"test -e {system.folder}/chromium")
    assert code == 0
    announcement = "installing Debian's package chromium with apt-get: for the tests of the pages"
    assert output.splitlines() == [announcement, "apt-get update"]


def test_without_network_apt_fails_and_work_goes_on(system: System) -> None:
    system.add("id", "echo 0")
    system.add("apt-get", "echo 'could not resolve the host' >&2; exit 100")
    code, output = system.package("command -v chromium")
    assert code == 0
    assert "could not resolve the host" in output
    assert output.endswith("(apt-get could not install it). Those tests are skipped.\n")


def test_every_package_is_named_as_pip_comes_to_it(system: System) -> None:
    lines = (
        "Collecting numpy>=1.26 (from coindex)",
        "  Downloading x.whl",
        "Installing collected packages: numpy",
    )
    python = system.add("python", "\n".join(f"echo '{line}'" for line in lines))
    assert system.run("install.sh", str(python), "--editable", ".") == (
        0,
        "  numpy>=1.26\n  unpacking\n",
    )


def test_a_failed_installation_says_what_it_needs(system: System) -> None:
    python = system.add("python", "echo 'ERROR: No matching distribution' >&2; exit 1")
    code, output = system.run("install.sh", str(python), "--group", "dev")
    assert code == 1
    assert output.startswith(
        "ERROR: No matching distribution\npip could not install: --group dev\nIt needs a package "
        "index"
    )
