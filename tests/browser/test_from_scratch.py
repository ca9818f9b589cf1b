"""A whole document is tagged by keyboard, exported and scored."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import Page, expect

from coindex import formats
from coindex.corpora import embedded
from tests.browser.pages import Project, Scribe, Tagger

GOLD = embedded.folder() / "gold" / "plot" / "drover.inline"


def test_an_embedded_document_is_tagged_by_keyboard_and_its_export_scores_full(
    page: Page, project: Project, tmp_path: Path
) -> None:
    document = project.upload(GOLD, "gold")["documents"][0]["id"]
    (gold,) = formats.read(GOLD)
    tagger = Tagger(page, project, document)
    Scribe(tagger, gold).write()
    page.get_by_label("Finished").check()
    tagger.saved()

    page.goto(f"/projects/{project.id}")
    row = page.get_by_role("row", name="drover")
    expect(row).to_contain_text(f"finished {len(gold.annotation.mentions)} mentions")
    page.get_by_role("link", name="Import and export").click()
    page.get_by_label("Whose annotation").select_option("annotator")
    page.get_by_label("Format").first.select_option("jsonl")
    expect(page.locator("#losses")).to_contain_text("nothing is lost")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    response = tmp_path / "response.jsonl"
    download.value.save_as(response)

    files = (str(GOLD), str(response))
    command = [sys.executable, "-m", "coindex", "score", *files, "CoNLL", "Mentions", "--as", "json"]
    out = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    scores = {row["measure"]: row["f1"] for row in json.loads(out)[0]["rows"]}
    assert scores == {"CoNLL": 1.0, "Mentions": 1.0}
