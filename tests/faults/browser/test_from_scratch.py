"""A document is tagged by keyboard, exported and scored; a long one in `tests/faults`."""

from __future__ import annotations

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from coindex import formats
from tests.browser.pages import Project, Scribe, Tagger
from tests.cli.calling import coindex

GOLD = """\
# id: keeper
# language: en

{-ambient It} rained when {mara +Mara+} met {osei +Osei+}. {mara She} showed {osei him} {lamp {mara her} *lamp*}.
{osei He} liked {lamp it}, and {osei {mara her} *friend*} gave {mara her} {map a *map*}.
{mara She} kept {map it} beside {lamp the *lamp*}.
---
mara: person singular feminine
osei: person singular masculine
lamp: object singular
map: object singular
"""


def test_a_document_is_tagged_by_keyboard_and_its_export_scores_full(
    page: Page, project: Project, tmp_path: Path
) -> None:
    gold = tmp_path / "keeper.inline"
    gold.write_text(GOLD, encoding="utf-8")
    tagged_as(gold, page, project, tmp_path)


def tagged_as(gold: Path, page: Page, project: Project, folder: Path) -> None:
    """With nothing but keys, until the export of what was tagged scores full against the file."""
    document = project.upload(gold, "gold")["documents"][0]["id"]
    (item,) = formats.read(gold)
    tagger = Tagger(page, project, document)
    Scribe(tagger, item).write()
    page.get_by_label("Finished").check()
    tagger.saved()

    page.goto(f"/projects/{project.id}")
    row = page.get_by_role("row", name=gold.stem)
    finished = row.get_by_role("link", name="annotator: finished")
    count = len(item.annotation.mentions)
    expect(finished).to_have_attribute("title", re.compile(rf"annotator: {count} mentions,"))
    page.get_by_role("link", name="Settings", exact=True).click()
    page.get_by_role("link", name="Import and export").click()
    page.get_by_label("Annotation of").select_option("annotator")
    page.get_by_label("Format").first.select_option("jsonl")
    expect(page.locator("#losses")).to_contain_text("nothing is lost")
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    response = folder / "response.jsonl"
    download.value.save_as(response)

    done = coindex("score", gold, response, "CoNLL", "Mentions", "--as", "json")
    scores = {row["measure"]: row["f1"] for row in json.loads(done.stdout)[0]["rows"]}
    assert scores == {"CoNLL": 1.0, "Mentions": 1.0}
