"""Components from the folder that the owner of the server names: in the lists,
for texts, and in comparisons.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from coindex.core import plugins, registry
from coindex.workbench.api import components
from tests.plugin.test_files import FIRST
from tests.waiting import until
from tests.workbench.material import API, new_project


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(registry, "_added", {})
    monkeypatch.setattr(plugins, "_loaded", {})
    components._components.cache_clear()
    place = tmp_path / "plugins"
    place.mkdir()
    (place / "first.py").write_text(FIRST)
    plugins.load_folder(place)
    yield place
    components._components.cache_clear()


def test_they_are_listed_and_used_like_others(browser: TestClient) -> None:
    listed = {one["name"]: one for one in browser.get(f"{API}/components/resolvers").json()}
    assert listed["first_mention"]["parameters"][0]["description"] == "The name of the rule."
    asked = {"text": "Ann met Bob. He left.", "resolvers": ["first_mention(said='mine')"]}
    (attempt,) = browser.post(f"{API}/resolve", json=asked).json()["attempts"]
    assert attempt["result"]["decisions"][0]["rule"] == "mine"


def test_a_comparison_runs_with_them(browser: TestClient, folder: Path) -> None:
    path = f"{new_project(browser)}/runs"
    asked = {
        "corpora": ["minis/odd"],
        "resolvers": ["first_mention"],
        "mentions": "gold",
        "draws": 1,
    }
    run = browser.post(path, json=asked).json()
    done = until(lambda: _ended(browser, f"{path}/{run['id']}"), "it ends")
    assert (done["state"], done["message"]) == ("finished", "")
    (folder / "first.py").write_text(FIRST + "\n# changed\n")
    again = browser.post(path, json={**asked, "seed": 2}).json()
    assert (
        "changed since it was loaded"
        in until(lambda: _ended(browser, f"{path}/{again['id']}"), "it ends")["message"]
    )


def _ended(browser: TestClient, path: str) -> dict[str, str] | None:
    run: dict[str, str] = browser.get(path).json()
    return run if run["state"] not in ("queued", "running") else None
