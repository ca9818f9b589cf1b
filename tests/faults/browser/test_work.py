"""The page of a project's work, and discussions in the tagging tool."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.pages import Project, Tagger

STATE = {"mentions": [{"parts": [[0, 1]]}, {"parts": [[2, 3]]}]}


def test_a_mention_is_discussed_and_a_document_locked(page: Page, project: Project) -> None:
    document = project.add("Ann saw Bob .")
    project.save(document, STATE)
    tagger = Tagger(page, project, document)
    tagger.press("n")
    page.get_by_role("tab", name="Discussion").click()
    page.get_by_label("New comment").fill("Is this <b>her</b>?")
    page.get_by_role("checkbox", name="Discuss").check()
    page.get_by_role("button", name="Add comment").click()
    thread = page.get_by_role("region", name="Is this <b>her</b>?")
    thread.get_by_label("Answer").fill("Yes.")
    thread.get_by_role("button", name="Send answer").click()
    expect(thread).to_contain_text("Yes.")

    page.goto(f"/projects/{project.id}/work")
    row = page.get_by_role("row", name="Is this <b>her</b>?")
    row.get_by_role("link", name="Ann").click()
    page.locator("html[data-ready]").wait_for()
    expect(page.locator(".m.active")).to_have_text("Ann")
    expect(page.get_by_role("tab", name="Discussion")).to_have_attribute("aria-selected", "true")
    page.get_by_role("button", name="Close thread").click()
    expect(page.get_by_text("Discussed.")).to_be_visible()

    page.goto(f"/projects/{project.id}/work")
    expect(page.get_by_text("Nothing is flagged")).to_be_visible()
    expect(page.locator("li[data-state]")).to_contain_text("annotator: in work, 2 mentions")
    page.get_by_role("button", name="Lock").click()
    expect(page.get_by_role("button", name="Unlock")).to_be_visible()
    expect(page.locator("li[data-state='locked']")).to_be_visible()
    page.goto(f"/projects/{project.id}/documents/{document}")
    page.locator("html[data-ready]").wait_for()
    page.locator("#text").focus()
    page.keyboard.press("m")
    expect(page.locator("#live")).to_have_text("This annotation is read-only.")
