"""What a release promises before anything is built: one version
everywhere, and checks that can fail.
"""

from __future__ import annotations

import tarfile
import tomllib
import zipfile
from pathlib import Path

import coindex
from release.build import (
    PROJECT,
    archive_problems,
    declared_version,
    version_problems,
    wheel_problems,
)

LARGE = "distributions/large/pyproject.toml"


def test_every_file_that_repeats_the_version_agrees() -> None:
    assert declared_version() == coindex.__version__
    assert list(version_problems(coindex.__version__)) == []


def test_another_version_is_noticed_in_every_file() -> None:
    named = {problem.partition(":")[0] for problem in version_problems("9.9.9")}
    assert named == {
        "CITATION.cff",
        ".zenodo.json",
        "release/conda/meta.yaml",
        "CHANGELOG.md",
        LARGE,
    }


def test_a_wheel_without_models_and_licences_is_refused(tmp_path: Path) -> None:
    wheel = tmp_path / "coindex-9.9.9-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("coindex/__init__.py", "")
        archive.writestr("coindex/__pycache__/x.pyc", "")
        archive.writestr("coindex-9.9.9.dist-info/METADATA", "License-Expression: Apache-2.0\n")
    problems = "\n".join(wheel_problems(wheel, "9.9.9"))
    assert "coindex_en/models/model.onnx is missing" in problems
    assert "licenses/LICENSES/CC-BY-SA-4.0.txt is missing" in problems
    assert "__pycache__/x.pyc does not belong there" in problems
    assert "do not name both licences" in problems


def test_a_source_archive_that_cannot_be_tested_is_refused(tmp_path: Path) -> None:
    archive = tmp_path / "coindex-9.9.9.tar.gz"
    with tarfile.open(archive, "w:gz") as file:
        file.add(PROJECT / "Makefile", "coindex-9.9.9/Makefile")
        file.add(PROJECT / "Makefile", "coindex-9.9.9/src/own.db")
        file.add(PROJECT / "Makefile", "coindex-9.9.9/tests/fixtures/0.1.0/workbench.db")
    problems = "\n".join(archive_problems(archive, "9.9.9"))
    assert "setup/install.sh is missing" in problems
    assert "src/own.db does not belong there" in problems
    assert "workbench.db" not in problems, "a file of an earlier version, which tests open"
    assert "Makefile" not in problems


def test_a_wheel_of_the_large_model_without_weights_is_refused(tmp_path: Path) -> None:
    wheel = tmp_path / "coindex_large-9.9.9-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        archive.writestr("coindex_large/__init__.py", "")
        archive.writestr(
            "coindex_large-9.9.9.dist-info/METADATA",
            "License-Expression: Apache-2.0 AND CC-BY-SA-4.0\n",
        )
    problems = "\n".join(wheel_problems(wheel, "9.9.9"))
    assert "coindex_large/model/words.onnx is missing" in problems
    assert "coindex_en/models/model.onnx" not in problems


def test_the_large_model_is_declared_where_coindex_looks() -> None:
    project = tomllib.loads((PROJECT / LARGE).read_text())["project"]
    assert project["entry-points"]["coindex.models"] == {"large": "coindex_large:folder"}
    assert project["dependencies"] == [f"coindex>={coindex.__version__}"]


def test_no_file_of_a_model_is_too_large_to_be_kept() -> None:
    folders = (PROJECT / "src/coindex/models", PROJECT / "distributions/large/coindex_large/model")
    sizes = {
        file.name: file.stat().st_size
        for folder in folders
        for file in folder.rglob("*")
        if file.is_file()
    }
    assert not [name for name, size in sizes.items() if size > 45_000_000]
    large = sum(file.stat().st_size for file in folders[1].rglob("*"))
    assert large < 80_000_000


def test_the_conda_recipe_asks_for_what_the_package_asks_for() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    recipe = (PROJECT / "release/conda/meta.yaml").read_text()
    needed = recipe.partition("  run:\n")[2].partition("\n\n")[0]
    listed = [line.removeprefix("    - ").replace(" ", "") for line in needed.splitlines()]
    assert listed == [f"python{project['requires-python']}", *project["dependencies"]]
    assert f"license: {project['license']}\n" in recipe


def test_classifiers_and_workflow_name_the_same_versions_of_python() -> None:
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text())["project"]
    prefix = "Programming Language :: Python :: "
    versions = [
        entry.removeprefix(prefix) for entry in project["classifiers"] if entry.startswith(prefix)
    ]
    assert versions == ["3.11", "3.12", "3.13", "3.14"]
    workflow = (PROJECT / ".github/workflows/ci.yml").read_text()
    assert 'python-version: ["' + '", "'.join(versions) + '"]' in workflow
