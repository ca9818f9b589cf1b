"""The list of documents, and a search that has an address."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from coindex_en.corpora import Embedded
from tests.browser.pages import Project, actions_on


def test_a_document_is_renamed_in_the_list(page: Page, project: Project) -> None:
    for name in ("ferry", "harbour"):
        project.add("Ann lost her key.", name=name)
    page.goto(f"/projects/{project.id}")
    actions_on(page, "ferry").get_by_role("button", name="Rename").click()
    dialog = page.get_by_role("dialog", name="Rename document")
    field = dialog.get_by_label("Name")
    expect(field).to_have_value("ferry")
    field.fill("harbour")
    dialog.get_by_role("button", name="Rename").click()
    expect(dialog.get_by_role("alert")).to_contain_text("already has a document called 'harbour'")
    field.fill("crossing")
    field.press("Enter")
    expect(page.get_by_role("link", name="crossing", exact=True)).to_be_visible()
    expect(page.locator("#notices")).to_contain_text("Renamed to “crossing”.")
    actions_on(page, "crossing").get_by_role("button", name="Rename").click()
    expect(dialog.get_by_role("listitem")).to_contain_text(["ferry, since", "crossing, since"])


def test_what_an_upload_brought_is_said(page: Page, project: Project) -> None:
    page.goto(f"/projects/{project.id}")
    form = page.locator("#upload")
    files = sorted((Embedded.folder / "a" / "plot").glob("*.inline"))[:2]
    form.locator("input[type=file]").set_input_files(files)
    form.get_by_role("button", name="Upload").click()
    expect(page.locator("#notices")).to_contain_text(
        "2 documents added. Annotations are stored as: gold."
    )
    expect(page.get_by_role("link", name=files[0].stem)).to_be_visible()


def test_a_search_has_an_address(page: Page, project: Project) -> None:
    document = project.add("Ann lost her key. Bob found her.", name="text")
    project.save(document, {"mentions": [{"parts": [[0, 1]], "kind": "name"}]})
    page.goto(f"/projects/{project.id}/corpus")
    page.get_by_label("Words", exact=True).fill("her")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".kwic tbody tr")).to_have_count(2)
    assert "form=her" in page.url
    page.reload()
    expect(page.get_by_label("Words", exact=True)).to_have_value("her")
    expect(page.locator(".kwic tbody tr")).to_have_count(2)
