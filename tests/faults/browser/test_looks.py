"""What the tagging tool looks like: chains that can be told apart, a panel with one primary action,
a bar in one line, and captions that are not cut.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.pages import Project, Tagger
from tests.workbench.material import PARSED, STATE

CHAINS = 25
LOOKS = """(nodes) => nodes.map((node) => {
  const { borderBottomColor, borderBottomStyle, borderImageSource } = getComputedStyle(node);
  return [borderBottomColor, borderBottomStyle, borderImageSource].join(" ");
})"""
"""How the line under each mention is drawn."""


@pytest.fixture
def many(project: Project) -> int:
    """A document of 25 chains of two mentions each, in the order of the text."""
    document = project.add(" ".join(f"n{number} n{number}" for number in range(CHAINS)))
    state = {
        "mentions": [{"parts": [[place, place + 1]]} for place in range(2 * CHAINS)],
        "entities": [
            {"id": f"e{number}", "mentions": [2 * number, 2 * number + 1]}
            for number in range(CHAINS)
        ],
    }
    project.save(document, state)
    return document


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("part", ["", "/read?left=annotator"], ids=["tagging", "reading"])
def test_twenty_four_chains_have_lines_of_their_own(
    page: Page, project: Project, many: int, part: str, scheme: Any
) -> None:
    page.emulate_media(color_scheme=scheme)
    page.goto(f"/projects/{project.id}/documents/{many}{part}")
    page.locator("html[data-ready]").wait_for()
    mentions = page.locator(".text .m")
    expect(mentions).to_have_count(2 * CHAINS)
    lines = mentions.evaluate_all(LOOKS)
    assert lines[::2] == lines[1::2], "mentions of a chain look alike"
    assert len(set(lines)) == 24
    assert lines[-1] == lines[0], "the 25th chain looks like the first"
    assert mentions.last.get_attribute("data-n") == str(CHAINS), "but has a number of its own"
    page.emulate_media(color_scheme=None)


def test_the_list_of_chains_has_the_same_lines(page: Page, project: Project, many: int) -> None:
    Tagger(page, project, many)
    page.get_by_role("tab", name="Chains").click()
    numbers = page.locator("#chains .number")
    expect(numbers).to_have_count(CHAINS)
    assert len(set(numbers.evaluate_all(LOOKS))) == 24


def parsed(page: Page, project: Project, folder: Path) -> Tagger:
    file = folder / "parsed.conllu"
    file.write_text(PARSED, encoding="utf-8")
    document = int(project.upload(file, "gold")["documents"][0]["id"])
    project.save(document, {"mentions": STATE["mentions"]})
    return Tagger(page, project, document)


def test_the_panel_has_groups_and_one_primary_action(
    page: Page, project: Project, tmp_path: Path
) -> None:
    tagger = parsed(page, project, tmp_path)
    tagger.press("Space")
    panel = page.locator("#mention")
    expect(tagger.candidates().first).to_be_visible()
    primary = panel.locator(".primary")
    expect(primary).to_have_count(1)
    expect(primary).to_contain_text("Confirm")
    for name, labels in {
        "Link": ["Confirm", "Link to …"],
        "Change": ["New", "Undecided", "Cataphor", "Exophor", "Other", "Non-referential"],
        "Discuss": ["Comment", "Discussion"],
        "Delete": ["Remove mention"],
    }.items():
        group = panel.get_by_role("group", name=name, exact=True)
        for label in labels:
            expect(group.get_by_role("button", name=label)).to_be_visible()
    tagger.press("Control+Home", "g")  # nothing precedes it
    expect(panel.get_by_text("No earlier mention fits.")).to_be_visible()
    expect(primary).to_have_count(1)
    expect(primary).to_contain_text("Link to …")
    panel.get_by_role("button", name="Discussion").click()
    expect(page.get_by_label("New comment")).to_be_visible()
    page.get_by_role("tab", name="Mention").click()
    panel.get_by_role("button", name="Remove mention").click()
    tagger.saved()
    assert len(tagger.state()["mentions"]) == len(STATE["mentions"]) - 1


def test_names_of_factors_are_explained_without_pointing(
    page: Page, project: Project, tmp_path: Path
) -> None:
    tagger = parsed(page, project, tmp_path)
    tagger.press("Space")
    tagger.let_propose("mitkov")
    meanings = page.locator("#mention .meanings").first
    meanings.get_by_text("What the names mean").click()
    name = page.locator("#mention .factors span[title]").first
    expect(meanings.locator("dt").first).to_have_text(name.inner_text())
    expect(meanings.locator("dd").first).to_have_text(name.get_attribute("title") or "?")
    tagger.page.locator("#text").focus()
    tagger.press("ArrowDown")  # drawn again, and still open
    expect(page.locator("#mention .meanings[open]").first).to_be_visible()


@pytest.mark.parametrize("language", ["en-GB", "es-ES"])
def test_the_bar_fits_one_line(
    chromium: Browser, server: str, project: Project, many: int, language: str
) -> None:
    context = chromium.new_context(
        base_url=server, viewport={"width": 1440, "height": 900}, locale=language
    )
    page = context.new_page()
    page.goto(f"/projects/{project.id}/documents/{many}")
    page.locator("html[data-ready]").wait_for()
    middles = page.locator(
        ".status-bar h1, #saving, #tools button, .checks > :is(a, button, label), .checks summary"
    ).evaluate_all(
        "(nodes) => nodes.map((n) => n.getBoundingClientRect()).map((r) => (r.top + r.bottom) / 2)"
    )
    assert len(middles) > 8
    assert max(middles) - min(middles) < 6
    bar = page.locator(".status-bar")
    assert bar.evaluate("(node) => node.scrollWidth <= node.clientWidth")
    page.locator(".checks summary").click()
    expect(page.locator("#descriptions")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#descriptions")).to_be_hidden()
    context.close()


@pytest.mark.parametrize("language", ["en-GB", "es-ES"])
def test_the_bar_shows_the_name_of_the_document(
    chromium: Browser, server: str, project: Project, language: str
) -> None:
    document = project.add("Ann left.", name="lighthouse keeper")
    context = chromium.new_context(
        base_url=server, viewport={"width": 1400, "height": 900}, locale=language
    )
    page = context.new_page()
    page.goto(f"/projects/{project.id}/documents/{document}")
    page.locator("html[data-ready]").wait_for()
    name = page.locator(".status-bar h1")
    expect(name).to_have_attribute("title", "lighthouse keeper")
    assert name.evaluate(
        "({ scrollWidth, clientWidth, scrollHeight, clientHeight }) => "
        "[scrollWidth - clientWidth, scrollHeight - clientHeight]"
    ) <= [0, 2]
    context.close()


def test_captions_are_not_cut_on_a_telephone(chromium: Browser, server: str) -> None:
    """A table that is wider than the screen is scrolled below its caption."""
    context = chromium.new_context(base_url=server, viewport={"width": 390, "height": 844})
    page = context.new_page()
    page.goto("/")
    page.evaluate("""() => {
      const cells = "<td>0.123456789</td>".repeat(20);
      const caption = "A long caption of a wide table that has to be read without scrolling it";
      document.querySelector("main").innerHTML = `<div class="scroll" tabindex="0"><table>
        <caption>${caption}</caption><tbody><tr>${cells}</tr></tbody></table></div>`;
    }""")
    scroller, caption = page.locator(".scroll"), page.locator("caption")
    assert scroller.evaluate("(node) => node.scrollWidth > 2 * node.clientWidth")
    for left in (0, 300):
        scroller.evaluate("(node, left) => { node.scrollLeft = left; }", left)
        box = caption.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
    context.close()
