"""Two documents side by side, each annotated as on its own page."""

from __future__ import annotations

import pytest
from playwright.sync_api import FrameLocator, Page, Route, expect

from tests.browser.pages import Project, actions_on


def marked(frame: FrameLocator, word: int) -> None:
    """Mark a word of the document in a frame, by keyboard."""
    frame.locator("html[data-ready]").wait_for()
    frame.locator("#text").focus()
    for key in [*["ArrowRight"] * word, "m"]:
        frame.locator("#text").press(key)
    expect(frame.locator("#saving")).to_have_attribute("data-phase", "saved")


def test_two_documents_are_annotated_side_by_side(page: Page, project: Project) -> None:
    ids = [
        project.add("Ann lost her key.", name="English"),
        project.add("Ana perdió su llave.", name="Spanish"),
    ]
    page.goto(f"/projects/{project.id}")
    actions_on(page, "English").get_by_role("link", name="Side by side").click()
    frames = [page.frame_locator(f"#{side}") for side in ("left", "right")]
    for frame, word in zip(frames, (0, 1), strict=True):
        expect(frame.locator("header.bar")).to_have_count(0)
        marked(frame, word)
    parts = [project.annotation(id)["mentions"][0]["parts"] for id in ids]
    assert parts == [[[0, 1]], [[1, 2]]]


def test_the_documents_are_chosen_and_links_leave_the_frames(page: Page, project: Project) -> None:
    first, second, third = (project.add(f"Text {name}.", name=name) for name in "abc")
    page.goto(f"/projects/{project.id}/beside?left={first}&right={second}")
    page.get_by_label("Right").select_option("c")
    page.wait_for_url(f"**/beside?left={first}&right={third}")
    expect(page.frame_locator("#right").get_by_text("Text c.")).to_be_visible()
    page.get_by_label("Read only").check()
    page.wait_for_url("**read=true")
    page.frame_locator("#left").get_by_role("link", name="Annotate").click()
    page.wait_for_url(f"**/documents/{first}")


def test_panes_say_that_they_load_and_that_they_could_not(page: Page, project: Project) -> None:
    first, second = (project.add(f"Text {name}.", name=name) for name in "ab")
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    page.route(f"**/documents/{first}?framed=true", hold)
    page.route(f"**/documents/{second}?framed=true", lambda route: route.abort())
    page.goto(f"/projects/{project.id}/beside?left={first}&right={second}", wait_until="commit")
    left, right = page.locator(".framed").first, page.locator(".framed").last
    expect(right.get_by_text("b could not be loaded.")).to_be_visible()
    expect(right.get_by_text("Loading b …")).to_be_hidden()
    expect(left.get_by_text("Loading a …")).to_be_visible()
    expect(left).to_have_attribute("aria-busy", "true")

    for route in waiting:
        route.continue_()
    expect(left).to_have_attribute("aria-busy", "false")
    expect(left.get_by_text("Loading a …")).to_be_hidden()
    expect(page.frame_locator("#left").get_by_text("Text a.")).to_be_visible()

    page.unroute(f"**/documents/{second}?framed=true")
    right.get_by_role("button", name="Try again").click()
    expect(page.frame_locator("#right").get_by_text("Text b.")).to_be_visible()
    expect(right.get_by_text("b could not be loaded.")).to_be_hidden()


def test_a_pane_shows_why_its_document_was_not_opened(page: Page, project: Project) -> None:
    first, second = (project.add(f"Text {name}.", name=name) for name in "ab")
    page.route(f"**/documents/{second}/tokens", lambda route: route.abort())
    for read in ("false", "true"):
        page.goto(f"/projects/{project.id}/beside?left={first}&right={second}&read={read}")
        pane = page.locator(".framed").last
        expect(pane).to_have_attribute("aria-busy", "false")
        expect(pane.get_by_text("Loading b …")).to_be_hidden()
        opened = page.frame_locator("#right").get_by_text("The document could not be opened")
        expect(opened).to_be_visible()


@pytest.mark.parametrize("read", ["false", "true"], ids=["annotating", "reading"])
def test_a_small_screen_shows_some_of_both_texts(page: Page, project: Project, read: str) -> None:
    """Neither the bar nor the panel covers the beginning of a text."""
    ids = [project.add("Ann lost her key. She found it.", name=name) for name in "ab"]
    for document in ids:
        project.save(document, {"mentions": [{"parts": [[0, 1]]}]})
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"/projects/{project.id}/beside?left={ids[0]}&right={ids[1]}&read={read}")
    for side in ("left", "right"):
        frame = page.frame_locator(f"#{side}")
        frame.locator("html[data-ready]").wait_for()
        bar, text, panel = (
            frame.locator(part).first.bounding_box() for part in (".status-bar", ".text", ".side")
        )
        assert bar and text and panel
        assert bar["y"] + bar["height"] <= text["y"]
        assert text["y"] + 30 <= panel["y"]
