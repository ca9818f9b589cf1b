"""The action for GitHub and the hook for pre-commit: their own commands, run by a shell."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from coindex.formats import write
from coindex.testing import bracketed

PROJECT = Path(__file__).parents[1]
ACTION = (PROJECT / "action.yml").read_text(encoding="utf-8")
HOOK = (PROJECT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")
BROKEN = """\
# newdoc id = a
# global.Entity = eid-etype-head-other
1\tAnn\tAnn\tPROPN\t_\t_\t0\troot\t_\tEntity=(e1--9

"""


def script(name: str) -> str:
    """What a step of the action runs."""
    step = ACTION.partition(f"- name: {name}\n")[2].partition("- name: ")[0]
    return dedent(step.partition("run: |\n")[2])


def shell(command: str, folder: Path, **values: str) -> subprocess.CompletedProcess[str]:
    programs = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    outputs = {"RUNNER_TEMP": str(folder), "GITHUB_OUTPUT": str(folder / "outputs")}
    outputs["GITHUB_STEP_SUMMARY"] = str(folder / "summary.md")
    outputs["TASK"] = ""
    return subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": programs, **outputs, **values},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write([bracketed("[Ann]1 lost [her]1 key . [She]1 left .", id="a")], tmp_path / "key.jsonl")
    write([bracketed("[Ann]1 lost [her]1 key . [She]2 left .", id="a")], tmp_path / "other.jsonl")
    (tmp_path / "broken.conllu").write_text(BROKEN)
    return tmp_path


def test_the_action_scores(folder: Path) -> None:
    values = {"KEY": "key.jsonl", "RESPONSE": "other.jsonl", "MEASURE": "MUC"}
    good = shell(script("Score"), folder, **values, MINIMUM="60")
    assert good.returncode == 0, good.stderr
    assert (folder / "outputs").read_text().startswith("f1=66.6")
    bad = shell(script("Score"), folder, **values, MINIMUM="70")
    assert bad.returncode == 1
    assert "::error::MUC is 66.6" in bad.stdout


def test_the_action_scores_a_submission_as_its_task_does(folder: Path) -> None:
    coref = [
        bracketed(text, id="a") for text in ("[Ann]1 lost [her]1 key .", "[Ann]1 lost [her]2 key .")
    ]
    for name, item in zip(("key", "response"), coref, strict=True):
        write([item], folder / f"{name}.conll")
    values = {"RESPONSE": "response.conll", "TASK": "conll12"}
    assert shell(script("Submission"), folder, **values).returncode == 0
    done = shell(script("Score"), folder, KEY="key.conll", MEASURE="", MINIMUM="0", **values)
    assert done.returncode == 0, done.stderr
    assert (folder / "outputs").read_text().startswith("f1=")
    assert "CEAFm" in (folder / "summary.md").read_text()


def test_a_submission_in_another_format_is_refused(folder: Path) -> None:
    values = {"RESPONSE": "key.jsonl", "TASK": "crac26"}
    refused = shell(script("Submission"), folder, **values)
    assert refused.returncode == 2
    assert "key.jsonl" in refused.stderr


def test_the_action_checks(folder: Path) -> None:
    bad = shell(script("Check"), folder, FILES="broken.conllu", FAIL_ON="error")
    assert bad.returncode == 1
    assert "broken.conllu:3" in bad.stdout


def test_the_hook_checks_the_files_it_is_given(folder: Path) -> None:
    entry = re.search(r"^  entry: (.+)$", HOOK, re.M)
    files = re.search(r"^  files: (.+)$", HOOK, re.M)
    assert entry is not None and files is not None
    assert re.search(files[1], "keys/a.conllu") and not re.search(files[1], "README.md")
    assert shell(f"{entry[1]} broken.conllu", folder).returncode == 1


def test_the_action_installs_its_own_version_or_the_one_named(tmp_path: Path) -> None:
    program = tmp_path / "python"
    program.write_text('#!/bin/sh\necho "$@"\n')
    program.chmod(0o755)
    values = {"PATH": f"{tmp_path}{os.pathsep}{os.environ['PATH']}", "GITHUB_ACTION_PATH": "/own"}
    for version, requirement in (("", "/own"), ("==0.2.0", "coindex==0.2.0")):
        command = shell(script("Install"), tmp_path, VERSION=version, **values).stdout
        assert command == f"-m pip install --quiet {requirement}\n"


def test_values_of_users_reach_no_command_line() -> None:
    """Inputs go through the environment: an expression inside a script would be run."""
    scripts = [script(name) for name in ("Install", "Check", "Score")]
    assert all(scripts) and not any("${{" in one for one in scripts)
