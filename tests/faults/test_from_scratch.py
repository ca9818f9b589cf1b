"""A document of the embedded corpus is tagged by keyboard, exported and scored."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import sync_playwright

from coindex_en.corpora import Embedded
from tests.browser.browsing import launched
from tests.browser.conftest import Serving
from tests.browser.pages import Project
from tests.faults.browser.test_from_scratch import tagged_as

GOLD = Embedded.folder / "gold" / "plot" / "drover.inline"


def test_an_embedded_document_is_tagged_by_keyboard_and_its_export_scores_full(
    tmp_path: Path,
) -> None:
    with (
        Serving(tmp_path / "store.db") as server,
        Project(server.address) as project,
        sync_playwright() as playwright,
    ):
        browser = launched(playwright)
        tagged_as(GOLD, browser.new_page(base_url=server.address), project, tmp_path)
        browser.close()
