"""Build the wheels and source archives of all distributions, and check what a
release promises: `make release`.

Nothing is uploaded. The checks are those of RELEASING.md; each failure names the file to mend.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from benchmarks import results
from release import translations

PROJECT = Path(__file__).resolve().parent.parent
LARGEST_WHEEL = 95_000_000
"""Bytes; package indexes commonly refuse files over 100 MB."""
LICENSES = ("LICENSE", "LICENSES/CC-BY-SA-4.0.txt")
IN_WHEEL = (
    "coindex/py.typed",
    "coindex_en/models/model.onnx",
    "coindex_en/models/CARD.md",
    "coindex_en/models/antecedents/CARD.md",
    "coindex_es/models/model.onnx",
    "coindex_es/models/CARD.md",
    "coindex_es/models/antecedents/words.onnx",
    "coindex_es/models/antecedents/CARD.md",
    *(
        f"coindex_{language}/{name}"
        for language in ("en", "es")
        for name in (
            "NOTICE.md",
            "LICENSES/CC-BY-4.0.txt",
            "LICENSES/CC-BY-SA-4.0.txt",
            "LICENSES/MIT.txt",
        )
    ),
)
IN_ARCHIVE = (
    "CHANGELOG.md",
    "Makefile",
    "setup/install.sh",
    "release/build.py",
    "tests/wheel.py",
    "src/coindex/__init__.py",
)
"""Some of what `make test` needs where the source archive was unpacked."""
LARGE = PROJECT / "distributions/large"
"""The distribution of the large model: its wheel holds the weights, its source archive too."""
IN_LARGE = tuple(
    f"coindex_large/{name}"
    for name in (
        "__init__.py",
        "model/CARD.md",
        "model/LICENSE.md",
        "model/about.json",
        "model/words.onnx",
    )
)
NOT_SHIPPED = re.compile(
    r"(^|/)(\.git|\.venv|build|__pycache__|\.mypy_cache)(/|$)|^(?!tests/fixtures/).*\.(pyc|db|pt|safetensors)$"
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--out",
        type=Path,
        default=PROJECT / "dist",
        help="folder of the built files; emptied first",
    )
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob("coindex*.whl"), *out.glob("coindex*.tar.gz")):
        old.unlink()
    version = declared_version()
    problems = [
        *version_problems(version),
        *translations.problems(),
        *results.altered(),
        *results.typed(),
        *results.mixed(),
        *results.stale(),
    ]
    for source in (PROJECT, LARGE):
        _run(sys.executable, "-m", "build", "--outdir", str(out), str(source))
    wheels, archives = sorted(out.glob("*.whl")), sorted(out.glob("*.tar.gz"))
    _run(sys.executable, "-m", "twine", "check", "--strict", *map(str, (*wheels, *archives)))
    for wheel in wheels:
        problems += wheel_problems(wheel, version)
    for archive in archives:
        problems += archive_problems(archive, version)
    for file in (*wheels, *archives):
        sys.stdout.write(f"{file.name}: {file.stat().st_size / 1e6:.1f} MB\n")
    if problems:
        sys.exit("not ready for release:\n  " + "\n  ".join(problems))
    sys.stdout.write(f"ready: {version}\n")


def declared_version() -> str:
    """The version, from the one place that states it."""
    found = re.search(
        r'^__version__ = "([^"]+)"$',
        (PROJECT / "src/coindex/__init__.py").read_text(),
        re.MULTILINE,
    )
    if not found:
        sys.exit("src/coindex/__init__.py: no line __version__ = ...")
    return found[1]


def version_problems(version: str) -> Iterator[str]:
    """Files that repeat the version must agree with it."""
    if f"\nversion: {version}\n" not in (PROJECT / "CITATION.cff").read_text():
        yield f"CITATION.cff: version is not {version}"
    if f'"version": "{version}"' not in (PROJECT / ".zenodo.json").read_text():
        yield f".zenodo.json: version is not {version}"
    if f'version = "{version}"' not in (PROJECT / "release/conda/meta.yaml").read_text():
        yield f"release/conda/meta.yaml: version is not {version}"
    if f'\nversion = "{version}"\n' not in (LARGE / "pyproject.toml").read_text():
        yield f"distributions/large/pyproject.toml: version is not {version}"
    headings = re.findall(
        r"^## \[([^\]]+)\](?: - (\S+))?$", (PROJECT / "CHANGELOG.md").read_text(), re.MULTILINE
    )
    if not headings or headings[0][0] != version:
        yield f"CHANGELOG.md: the first section is not [{version}]"


def wheel_problems(wheel: Path, version: str) -> Iterator[str]:
    """What is missing from a wheel, or too much in it."""
    if wheel.stat().st_size > LARGEST_WHEEL:
        yield (
            f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB, more than "
            f"{LARGEST_WHEEL / 1e6:.0f} MB"
        )
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        large = wheel.name.startswith("coindex_large-")
        info = f"{'coindex_large' if large else 'coindex'}-{version}.dist-info"
        wanted = {
            *(IN_LARGE if large else IN_WHEEL),
            *(f"{info}/licenses/{name}" for name in LICENSES),
        }
        yield from (f"{wheel.name}: {name} is missing" for name in sorted(wanted - names))
        yield from (
            f"{wheel.name}: {name} does not belong there"
            for name in sorted(filter(NOT_SHIPPED.search, names))
        )
        if f"{info}/METADATA" in names:
            metadata = archive.read(f"{info}/METADATA").decode()
            if "License-Expression: Apache-2.0 AND CC-BY-SA-4.0" not in metadata:
                yield f"{wheel.name}: the metadata do not name both licences"


def archive_problems(archive: Path, version: str) -> Iterator[str]:
    """What is missing from a source archive, or too much in it."""
    with tarfile.open(archive) as file:
        names = {name.partition("/")[2] for name in file.getnames()}
    large = archive.name.startswith("coindex_large-")
    own = IN_LARGE if large else IN_ARCHIVE
    wanted = {*LICENSES, "pyproject.toml", "README.md", *own}
    yield from (f"{archive.name}: {name} is missing" for name in sorted(wanted - names))
    yield from (
        f"{archive.name}: {name} does not belong there"
        for name in sorted(filter(NOT_SHIPPED.search, names))
    )
    if not archive.name.startswith((f"coindex-{version}", f"coindex_large-{version}")):
        yield f"{archive.name}: not named after version {version}"


def _run(*command: str) -> None:
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")


if __name__ == "__main__":
    main()
