"""What a release promises before anything is built: one version everywhere, and checks that can fail."""

from __future__ import annotations

import tomllib
import zipfile
from pathlib import Path

import coindex
from release.build import PROJECT, declared_version, version_problems, wheel_problems


def test_every_file_that_repeats_the_version_agrees() -> None:
    assert declared_version() == coindex.__version__
    assert list(version_problems(coindex.__version__)) == []


def test_another_version_is_noticed_in_every_file() -> None:
    named = {problem.partition(":")[0] for problem in version_problems("9.9.9")}
    assert named == {"CITATION.cff", ".zenodo.json", "release/conda/meta.yaml", "CHANGELOG.md"}


def test_a_wheel_without_models_and_licences_is_refused(tmp_path: Path) -> None:
    wheel = tmp_path / "coindex-9.9.9-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("coindex/__init__.py", "")
        archive.writestr("coindex/__pycache__/x.pyc", "")
        archive.writestr("coindex-9.9.9.dist-info/METADATA", "License-Expression: Apache-2.0\n")
    problems = "\n".join(wheel_problems(wheel, "9.9.9"))
    assert "coindex/models/en/model.onnx is missing" in problems
    assert "licenses/LICENSES/CC-BY-SA-4.0.txt is missing" in problems
    assert "__pycache__/x.pyc does not belong there" in problems
    assert "do not name both licences" in problems


def test_classifiers_and_workflow_name_the_same_versions_of_python() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    prefix = "Programming Language :: Python :: "
    versions = [entry.removeprefix(prefix) for entry in project["classifiers"] if entry.startswith(prefix)]
    assert versions == ["3.11", "3.12", "3.13", "3.14"]
    workflow = (PROJECT / ".github/workflows/ci.yml").read_text()
    assert 'python-version: ["' + '", "'.join(versions) + '"]' in workflow
