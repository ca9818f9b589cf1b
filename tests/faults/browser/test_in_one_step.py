"""Accepting certain proposals, adding to an annotation, and the history by sessions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.pages import Project, Tagger
from tests.workbench.material import PARSED, STATE

UNSOLVED = {"mentions": STATE["mentions"]}


@pytest.fixture
def document(project: Project, tmp_path: Path) -> int:
    """A parsed text whose mentions are marked, and nothing else."""
    file = tmp_path / "parsed.conllu"
    file.write_text(PARSED, encoding="utf-8")
    id = int(project.upload(file, "gold")["documents"][0]["id"])
    project.save(id, UNSOLVED)
    return id


def chains(project: Project, document: int) -> list[list[int]]:
    entities: list[dict[str, Any]] = project.annotation(document)["entities"]
    return sorted(one["mentions"] for one in entities if len(one["mentions"]) > 1)


def test_certain_proposals_are_accepted_in_one_step(
    page: Page, project: Project, document: int
) -> None:
    tagger = Tagger(page, project, document)
    tagger.press("n")
    tagger.let_propose("mitkov")
    tagger.press("Shift+a")
    dialog = page.get_by_role("dialog", name="Accept proposals of mitkov")
    dialog.get_by_label("Least certainty").fill("0")
    rows = dialog.get_by_role("listitem")
    count = rows.count()
    assert count > 1
    expect(dialog.get_by_role("status")).to_have_text(f"{count} of {count} unsolved anaphors.")
    rows.first.get_by_role("checkbox").uncheck()
    dialog.get_by_label("Least certainty").fill("101")
    expect(rows).to_have_count(0)
    expect(dialog.get_by_role("button", name="Accept")).to_be_disabled()
    dialog.get_by_label("Least certainty").fill("0")
    before = len(project.history(document))
    dialog.get_by_role("button", name=f"Accept {count - 1} proposal").click()
    tagger.saved()
    assert chains(project, document)
    assert len(project.history(document)) == before + 1
    tagger.press("Control+z")
    tagger.saved()
    assert chains(project, document) == []


def test_another_annotation_is_added_to_what_is_there(
    page: Page, project: Project, document: int
) -> None:
    """What is new joins the chains that are there; what was left unsolved stays so."""
    project.save(document, STATE, "adjudication")
    mentions = STATE["mentions"]
    begun = {
        "mentions": [mentions[n] for n in (1, 3, 4)],
        "entities": [{"id": "1", "mentions": [0, 1]}],
    }
    base = project.history(document)[0]["id"]
    path = f"{project.path}/documents/{document}/annotations/annotator"
    project.call("PUT", path, {"base": base, "annotation": begun})
    tagger = Tagger(page, project, document)
    page.get_by_role("button", name="Start from").click()
    dialog = page.get_by_role("dialog", name="Start from")
    dialog.get_by_label("Annotation of").select_option(label="adjudication (5 mentions)")
    dialog.get_by_label("Include").select_option("chains")
    dialog.get_by_label("Keep what is there, and add to it").check()
    expect(dialog.get_by_text("Your 3 mentions stay as they are.")).to_be_visible()
    dialog.get_by_role("button", name="Start", exact=True).click()
    expect(page.get_by_text("2 mentions from adjudication.")).to_be_visible()
    tagger.saved()
    parts = [one["parts"] for one in project.annotation(document)["mentions"]]
    assert sorted(parts) == sorted(one["parts"] for one in mentions)
    (chain,) = chains(project, document)
    assert sorted(parts[place] for place in chain) == [[[0, 1]], [[2, 3]], [[5, 6]]]


def test_saves_without_a_pause_are_one_session(page: Page, project: Project, document: int) -> None:
    tagger = Tagger(page, project, document)
    for _ in range(2):
        tagger.press("n", "x")
        tagger.saved()
    page.get_by_role("tab", name="History").click()
    session = page.locator("#history details")
    expect(session).to_have_count(1)
    expect(session.locator("summary")).to_have_text(re.compile(r"1–3 session of 3 saves, current"))
    session.locator("summary").click()
    expect(session.get_by_role("listitem")).to_have_count(3)
    session.get_by_role("button", name="Compare and restore").first.click()
    expect(page.get_by_role("dialog", name="Revision 2")).to_be_visible()
