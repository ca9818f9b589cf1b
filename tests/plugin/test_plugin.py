"""Resolvers from outside: one that is registered, and that of the documentation,
installed as a package of its own.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from coindex.core import registry
from coindex.testing import bracketed, check_resolver
from tests.plugin import topic_bound
from tests.plugin.topic_bound import TopicBound
from tests.resolvers.worked import Worked, read

PAGE = Path(__file__).parents[2] / "docs" / "own-resolver.md"


@pytest.fixture(scope="module", autouse=True)
def _registered() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_added", dict(registry._added))
        registry.register("resolvers", "topic_bound", TopicBound)
        yield


def test_a_registered_resolver_is_one_like_any_other() -> None:
    assert "topic_bound" in registry.names("resolvers")
    check_resolver(TopicBound(window=2), [bracketed("[Ann]1 met [Eve]2. [She]1 left.")])


def test_it_resolves_and_explains() -> None:
    worked = Worked("topic_bound", read("Ann came home. She was tired. Eve saw her."))
    assert worked.antecedent("her") == "She"
    assert worked.factors("her")["She"] == {"frequency": 2}
    assert worked.rejected("her") == {"Eve": "principle B"}


def test_it_goes_on_from_corrections() -> None:
    document = read("Ann met Eve. She was tired. She left.")
    mentions = registry.build("detectors", "nominals").detect(document)
    eve = next(one for one in mentions.mentions if one.text(document) == "Eve")
    own = list(TopicBound().resolve(document, mentions))
    corrected = list(
        TopicBound().resolve(document, mentions, correct=lambda anaphor, antecedent: eve)
    )
    assert corrected[0] == own[0]
    scores = {one.mention: one.score for one in corrected[1].candidates}
    assert scores[eve] == 2


def test_resolvers_are_short() -> None:
    for source in (Path(topic_bound.__file__).read_text(), _blocks("python")[0]):
        assert len(source.strip().splitlines()) < 50


def _blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def installed(tmp_path: Path) -> dict[str, str]:
    """The environment of a process that finds the page's package: its file, and its entry point."""
    (tmp_path / "topical.py").write_text(_blocks("python")[0], encoding="utf-8")
    metadata = tmp_path / "topical-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: topical\nVersion: 1.0\n", encoding="utf-8"
    )
    declared = next(block for block in _blocks("toml") if "entry-points" in block)
    declared = declared.replace('[project.entry-points."coindex.resolvers"]', "[coindex.resolvers]")
    (metadata / "entry_points.txt").write_text(declared.replace('"', ""), encoding="utf-8")
    return {**os.environ, "PYTHONPATH": str(tmp_path)}


def test_the_page_as_it_stands(installed: dict[str, str], tmp_path: Path) -> None:
    """All its Python, in order, prints what the page says it prints."""
    script = tmp_path / "page.py"
    script.write_text("\n".join(_blocks("python")), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, script], env=installed, capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.stdout) == ("", _blocks("text")[0])


def test_the_page_as_an_installed_package(installed: dict[str, str]) -> None:
    program = (
        "from coindex.core import registry; from coindex.testing import check_resolver\n"
        "check_resolver(registry.build('resolvers', 'topical(weights={\"subject\": 5})'))\n"
        "print(registry.spec_of(registry.build('resolvers', 'topical(window=2)')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=installed, capture_output=True, text=True, check=False
    )
    assert (done.stderr, done.stdout.strip()) == ("", "topical(window=2)")
