"""A long document: how mentions look is computed when they come into view, and is right whatever
has been done to them before.
"""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.pages import Project, Tagger

PARAGRAPHS = 5_100
"""With four mentions in each there are more than the page draws in advance."""
PARAGRAPH = "Ann met Bo. She saw him."


def opened(page: Page, project: Project) -> Tagger:
    """In each paragraph, the first and the third mention are a chain; the last is unsolved."""
    document = project.add("\n\n".join([PARAGRAPH] * PARAGRAPHS), language="en")
    mentions, entities = [], []
    for number in range(PARAGRAPHS):
        first = 8 * number
        for place, kind in ((0, "name"), (2, "name"), (4, "personal"), (6, "personal")):
            mentions.append({"parts": [[first + place, first + place + 1]], "kind": kind})
        entities.append({"id": f"e{number + 1}", "mentions": [4 * number, 4 * number + 2]})
    project.save(document, {"mentions": mentions, "entities": entities})
    return Tagger(page, project, document)


def find_chain(page: Page, number: int) -> None:
    page.get_by_role("tab", name="Chains").click()
    page.get_by_label("Find a chain").fill(str(number))


def test_what_was_never_in_view_is_drawn_as_it_is_now(page: Page, project: Project) -> None:
    tagger = opened(page, project)
    counts, tools = page.locator("#counts"), page.locator("#tools")
    expect(counts).to_have_text("20,400 mentions, 5,100 unsolved anaphors")
    near, far = page.locator("[data-b='0'] .m"), page.locator("[data-b='3999'] .m")
    expect(near).to_have_count(4)
    expect(far).to_have_count(0)  # it is not in view

    find_chain(page, 4000)
    page.locator("#chains [data-select-entity='e4000']").check()
    tagger.page.locator("#text").focus()
    tagger.press("Delete")
    expect(counts).to_have_text("20,398 mentions, 5,100 unsolved anaphors")
    page.locator("[data-b='3999']").scroll_into_view_if_needed()
    expect(far).to_have_text(["Bo", "him"])

    tagger.press("Control+z")
    expect(far).to_have_text(["Ann", "Bo", "She", "him"])
    expect(far.first).to_have_attribute("data-n", "4000")
    expect(tools).to_contain_text("Next unsolved (5100)")
    assert len(tagger.state()["mentions"]) == 4 * PARAGRAPHS


def test_chains_are_numbered_as_in_the_text_before_they_are_drawn(
    page: Page, project: Project
) -> None:
    tagger = opened(page, project)
    find_chain(page, 5000)
    page.locator("#chains summary").click()
    page.locator("#chains .jump", has_text="She").click()
    expect(tagger.active).to_have_text("She")
    expect(tagger.active).to_have_attribute("data-n", "5000")
    tagger.press("n")
    expect(tagger.active).to_have_text("him")
    expect(tagger.active).to_contain_class("open")
    tagger.press("l", "1", "Enter")
    expect(tagger.active).not_to_contain_class("open")
    expect(page.locator("#tools")).to_contain_text("Next unsolved (5099)")
    tagger.saved()
