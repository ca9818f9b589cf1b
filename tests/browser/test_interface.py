"""The language of the pages: chosen in the header, kept, and spoken by scripts, too."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.pages import Project, Tagger


def test_the_choice_is_kept_and_scripts_follow_it(page: Page, project: Project) -> None:
    document = project.add("Ann lost her key. She found it.", language="en")
    page.goto("/")
    expect(page.locator("h1")).to_have_text("Projects")
    page.locator("#interface").select_option("es")
    expect(page.locator("h1")).to_have_text("Proyectos")
    expect(page.locator("html")).to_have_attribute("lang", "es")

    tagger = Tagger(page, project, document)
    expect(page.locator("#mention h2")).to_have_text("Todavía no hay nada marcado")
    tagger.mark(5, 6)
    expect(page.locator("#live")).to_contain_text("«She» marcada como personal")
    expect(page.locator("#counts")).to_contain_text("1 mención, 1 anáfora sin resolver")
    tagger.press("?")
    expect(page.locator("#help-title")).to_have_text("Teclas")
    expect(page.locator("dialog.help")).to_contain_text("insertar un pronombre cero ante la")
    assert tagger.state()["mentions"][0]["kind"] == "personal"
    page.keyboard.press("Escape")

    page.locator("#interface").select_option("en")
    expect(page.locator("html")).to_have_attribute("lang", "en")
    expect(page.locator("#mention h2")).to_have_text("No mention selected")
