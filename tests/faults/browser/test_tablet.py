"""The tagging tool on a tablet, without keyboard and mouse."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser.pages import TEXT, Project, Tagger, words

OLD, SHE = 3, 9


@pytest.fixture
def tablet(chromium: Browser, server: str) -> Iterator[Page]:
    context = chromium.new_context(
        base_url=server,
        viewport={"width": 1024, "height": 768},
        has_touch=True,
        is_mobile=True,
        locale="en-GB",
    )
    yield context.new_page()
    context.close()


def middle(target: Locator) -> tuple[float, float]:
    box = target.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def word(page: Page, form: str) -> tuple[float, float]:
    """The middle of a word on the screen."""
    x, y = page.evaluate(
        """(form) => {
          const walker = document.createTreeWalker(document.getElementById("text"), NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {
            const at = node.nodeValue.indexOf(form);
            if (at < 0) continue;
            const range = document.createRange();
            range.setStart(node, at);
            range.setEnd(node, at + form.length);
            const { left, right, top, bottom } = range.getBoundingClientRect();
            return [(left + right) / 2, (top + bottom) / 2];
          }
        }""",
        form,
    )
    return x, y


def pull(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    """One finger from here to there."""
    finger = page.context.new_cdp_session(page)
    places = [start, ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2), end]
    for kind, place in zip(("touchStart", "touchMove", "touchMove"), places, strict=True):
        points = [{"x": place[0], "y": place[1]}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_mentions_are_marked_resized_and_linked_by_touch(tablet: Page, project: Project) -> None:
    page = tablet
    tagger = Tagger(page, project, project.add(TEXT, language="en"))
    for form in ("Ann", "She"):
        page.touchscreen.tap(*word(page, form))
        page.locator("#mention").get_by_role("button", name="Mark").tap()
        expect(tagger.active).to_have_text(form)
    page.touchscreen.tap(*word(page, "old"))
    page.locator("#mention").get_by_role("button", name="Mark").tap()
    expect(tagger.active).to_have_text("old")
    page.touchscreen.tap(*word(page, "old"))
    handle = page.locator(".handle.end")
    expect(handle).to_be_visible()
    pull(page, middle(handle), word(page, "pilot"))
    expect(tagger.active).to_have_text("old pilot")

    page.touchscreen.tap(*word(page, "She"))
    expect(tagger.active).to_have_text("She")
    page.locator("#mention .listed").first.wait_for()
    page.locator("#mention .listed", has_text="Ann").tap()
    assert words(tagger.state()) == [["[[0, 1]]", f"[[{SHE}, {SHE + 1}]]"]]
    spans = [one["parts"] for one in tagger.state()["mentions"]]
    assert spans == [[[0, 1]], [[OLD, OLD + 2]], [[SHE, SHE + 1]]]
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
