"""Texts that run from right to left, and texts without spaces."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.pages import Project, Tagger, words

ARABIC = "ذهبت ليلى إلى السوق. ثم عادت ليلى.\n\nLayla came home."
#         0    1    2   3    4  5  6    7   8       9
CHINESE = "小明看见了小红。小红笑了。"


def test_each_paragraph_runs_as_its_script_does(page: Page, project: Project) -> None:
    tagger = Tagger(page, project, project.add(ARABIC, language="ar"))
    blocks = page.locator("#text .block")
    directions = [
        block.evaluate("(node) => getComputedStyle(node).direction") for block in blocks.all()
    ]
    assert directions == ["rtl", "ltr"]
    tagger.press("ArrowLeft")
    assert tagger.token == 1, "onwards is to the left"
    tagger.press("m", "Control+End", "ArrowLeft")
    assert tagger.token == 11
    tagger.press("Control+Home", "Shift+f")
    page.get_by_label("Words or pattern").fill("ليلى")
    expect(page.locator(".found-list li")).to_have_count(2)
    tagger.press("Enter")
    assert words(tagger.state()) == [["[[1, 2]]", "[[7, 8]]"]]
    box = page.locator("#text .m").first.bounding_box()
    assert box
    page.mouse.click(box["x"] + 3, box["y"] + box["height"] / 2)
    assert tagger.token == 1, "the last letter of the word, at its left"


def test_parts_of_a_clause_without_spaces(page: Page, project: Project) -> None:
    tagger = Tagger(page, project, project.add(CHINESE, language="zh"))
    tagger.press("Shift+f")
    page.get_by_label("Words or pattern").fill("小红")
    expect(page.locator(".found-list li")).to_have_count(2)
    tagger.press("Enter")
    assert words(tagger.state()) == [["[[5, 7]]", "[[8, 10]]"]]
    tagger.mark(0, 2)
    expect(tagger.active).to_have_text("小明")
