"""A team's way from its first account to what it has adjudicated, with two short texts."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser

from benchmarks.first_hour import PASSWORD, Hour
from coindex.workbench.security.passwords import initial
from tests.browser.conftest import Serving
from tests.workbench.material import quick_passwords

TEXTS = {
    "keys": "Ann lost her key. She looked for it.",
    "boats": "Bob sold his boat. He missed it.",
}


def test_five_people_get_from_accounts_to_an_adjudication(
    chromium: Browser, tmp_path: Path
) -> None:
    quick_passwords()
    for name, text in TEXTS.items():
        (tmp_path / f"{name}.txt").write_text(text)
    with Serving(tmp_path / "team.db", team=True) as serving:
        store = serving.config.app.state.services.store  # type: ignore[union-attr]
        store.members.add("admin", initial(PASSWORD), "admin")
        hour = Hour(chromium, serving.address, PASSWORD, 1440)
        steps = hour.pass_by(sorted(tmp_path.glob("*.txt")), 1, compared=False)
        (project,) = store.projects.all()
        sources = {one.name for one in store.revisions.sources(project.id)}
    assert {"Ana", "Ben", "Cleo", "adjudication", "returned"} <= sources
    assert all(step.clicks for step in steps)
