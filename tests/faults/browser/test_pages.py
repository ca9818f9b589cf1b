"""All pages: no markup of users is run, and everything that can be used has a name."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.pages import PARTS, Project, Tagger

EVIL = "<img src=x onerror=document.title='hacked'> & <script>document.title='hacked'</script>"


def test_markup_stays_text(page: Page, project: Project) -> None:
    document = project.add(f"{EVIL} She left.", name=EVIL.replace("/", ""))
    tagger = Tagger(page, project, document)
    tagger.mark(0, 5)
    tagger.press("w")
    page.keyboard.type(EVIL)
    page.keyboard.press("Escape")
    page.get_by_label("Name of the entity").fill(EVIL)
    page.locator("#text").focus()
    page.get_by_role("tab", name="Chains").click()
    page.get_by_label("singletons").check()
    expect(page.locator("#chains")).to_contain_text("onerror")
    tagger.saved()
    project.call("POST", f"{project.path}/runs", {"title": EVIL, "resolvers": ["recent"]})
    for path in ("", "/exchange", "/runs", f"/documents/{document}", f"/documents/{document}/read"):
        page.goto(f"/projects/{project.id}{path}")
        expect(page.locator("body")).to_contain_text("onerror")
        assert "hacked" not in page.title().replace(EVIL.replace("/", ""), "")
        assert page.locator("img").count() == 0
    page.goto(f"/projects/{project.id}/corpus")
    page.get_by_label("Words", exact=True).fill("onerror")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".kwic")).to_contain_text("onerror")
    assert page.locator("img").count() == 0


def test_everything_that_can_be_used_has_a_name(page: Page, project: Project) -> None:
    document = project.add("Ann met Bob. She left.")
    tagger = Tagger(page, project, document)
    tagger.mark(0, 1)
    nameless = """() => [...document.querySelectorAll("button, a, input, select, textarea")].filter((node) =>
      node.checkVisibility() && !node.textContent.trim() && !node.getAttribute("aria-label") && !node.labels?.length)
      .map((node) => node.outerHTML)"""
    assert page.evaluate(nameless) == []
    here = f"/projects/{project.id}"
    for path in (
        "/resolve",
        *(f"{here}{part}" for part in PARTS),
        f"{here}/documents/{document}/read",
    ):
        page.goto(path)
        assert page.evaluate(nameless) == [], path
