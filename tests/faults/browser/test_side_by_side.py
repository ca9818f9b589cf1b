"""Two documents side by side, each annotated as on its own page."""

from __future__ import annotations

from playwright.sync_api import FrameLocator, Page, expect

from tests.browser.pages import Project


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
    page.get_by_role("link", name="Side by side").first.click()
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
