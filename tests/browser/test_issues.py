"""From the tagging tool to the list of issues, and from an issue to its place in the text."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.pages import Project, Tagger, loaded

TEXT = "Ann <b>lost</b> it. She left."


def test_an_issue_leads_to_its_place(page: Page, project: Project) -> None:
    document = project.add(TEXT, language="en", parser="bundled")
    words = project.call("GET", f"{project.path}/documents/{document}")["tokens"]
    mentions = [
        {"parts": [[0, words - 4]]},
        {"parts": [[0, 1]]},
        {"parts": [[words - 5, words - 3]]},
    ]
    project.save(document, {"mentions": mentions, "entities": [{"id": "1", "mentions": [0, 1]}]})
    Tagger(page, project, document)
    page.get_by_role("link", name="Check", exact=True).click()
    rows = page.locator("#issues tbody tr")
    crossing = page.locator('tr[data-check="crossing-mentions"]')
    loaded(crossing)
    expect(crossing).to_contain_text("it crosses “Ann <b>lost</b> it”")
    expect(page.locator("#issues b")).to_have_count(0)
    for column in (1, 2, 3, 4, 5):
        cells = page.locator(f"#issues tr > :nth-child({column})")
        sides = cells.evaluate_all("nodes => nodes.map((node) => getComputedStyle(node).textAlign)")
        assert set(sides) <= {"left", "start"}, column
    expect(page.locator('tr[data-check="unlinked-pronoun"]').first).to_contain_text("link it")
    before = rows.count()
    page.get_by_label("Ask a resolver for a second opinion").check()
    with page.expect_navigation(url=re.compile("opinion=true")):  # until the rows are there, too
        page.get_by_role("button", name="Check", exact=True).click()
    assert rows.count() >= before
    crossing.get_by_role("link").click()
    page.locator("html[data-ready]").wait_for()
    expect(page).to_have_url(re.compile(r"/read\?left=annotator"))
    expect(page.get_by_role("status").filter(has_text="in no chain")).to_contain_text("it.")
