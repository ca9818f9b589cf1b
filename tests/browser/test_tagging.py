"""Deciding on anaphors, chains, shapes and zero pronouns by keyboard and mouse; undo and redo."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.pages import Project, Tagger, tagged, words

PLACES = """(words) => document.fonts.ready.then(() => words.map((word) => {
  const node = document.createTreeWalker(document.getElementById("text"), NodeFilter.SHOW_TEXT);
  while (node.nextNode()) {
    const at = node.currentNode.nodeValue.indexOf(word);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(node.currentNode, at);
    range.setEnd(node.currentNode, at + word.length);
    const { left, right, top, height } = range.getBoundingClientRect();
    return { left, right, y: top + height / 2 };
  }
}))"""
"""Where words are on the page."""


def test_candidates_are_proposed_and_confirmed(page: Page, project: Project) -> None:
    tagger = Tagger(
        page,
        project,
        project.add("Ann met Bob. She gave him her key.", language="en", parser="bundled"),
    )
    for start, end in ((0, 1), (2, 3), (4, 5), (6, 7), (7, 9), (7, 8)):
        tagger.mark(start, end)
    expect(page.get_by_role("button", name="Next unsolved (3)")).to_be_enabled()
    tagger.press("Control+Home", "Space")
    expect(tagger.active).to_have_text("She")
    expect(page.locator(".m.candidate").first).to_be_visible()
    expect(page.locator("#mention .tag.proposed")).to_be_visible()
    tagger.press("Enter")
    expect(tagger.active).to_have_text("him")
    expect(page.locator("#mention .listed.current")).to_contain_text("Bob")
    tagger.press("Enter")
    expect(tagger.active).to_have_text("her")
    expect(page.locator("#mention h2")).to_have_text("“her”")
    expect(page.locator("#mention .listed.current")).to_be_visible()
    tagger.press("Enter")
    expect(page.get_by_role("button", name="Next unsolved (0)")).to_be_disabled()
    assert words(tagger.state()) == [["[[0, 1]]", "[[4, 5]]", "[[7, 8]]"], ["[[2, 3]]", "[[6, 7]]"]]


def test_an_early_key_confirms_one_proposal(page: Page, project: Project) -> None:
    tagger = Tagger(
        page,
        project,
        project.add("Ann met Bob. She gave him her key.", language="en", parser="bundled"),
    )
    tagger.mark(0, 1)
    tagger.press("v", *"nobody", "Enter")  # who does not ask the server while words are marked
    for start, end in ((2, 3), (4, 5), (6, 7)):
        tagger.mark(start, end)
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.abort()
        else:
            held.append(route)

    page.route("**/proposals", hold_the_first)
    tagger.press("Control+Home", "Space")
    expect(tagger.active).to_have_text("She")
    with page.expect_request("**/proposals"):
        page.get_by_label("Proposing resolver").select_option("auto")
    tagger.press("Enter", "Enter", "Enter")
    held[0].continue_()
    expect(tagger.active).to_have_text("him")
    expect(page.get_by_role("button", name="Next unsolved (1)")).to_be_enabled()
    assert words(tagger.state())[0] == ["[[0, 1]]", "[[4, 5]]"]


def test_chains_are_merged_split_and_removed(page: Page, project: Project) -> None:
    tagger = tagged(page, project, (0, 1), (2, 5), (9, 10), (11, 12), (12, 13))
    tagger.press("l", "2", "p", "l", "2")  # her -> She; him -> the pilot
    assert words(tagger.state()) == [["[[11, 12]]", "[[2, 5]]"], ["[[12, 13]]", "[[9, 10]]"]]
    tagger.press("p", "l", "2")  # She begins its chain: her comes along
    assert words(tagger.state())[0] == ["[[0, 1]]", "[[12, 13]]", "[[9, 10]]"]
    tagger.press("b")
    assert words(tagger.state())[:2] == [["[[0, 1]]"], ["[[11, 12]]", "[[2, 5]]"]]
    tagger.press("Shift+m", "1")
    assert len(words(tagger.state())) == 2
    tagger.press("d")
    state = tagger.state()
    assert len(state["entities"]) == 1 and len(state["mentions"]) == 5


def test_a_split_antecedent_leaves_the_mention_in_its_chain(page: Page, project: Project) -> None:
    tagger = Tagger(
        page,
        project,
        project.add("Tom met Ann. They sang. Bob saw them, and they left.", language="en"),
    )
    for start in (0, 2, 4, 9, 12):
        tagger.mark(start, start + 1)
    tagger.press("l", "1", "p", "l", "1", "p", "s", "1", "s", "2")
    state = tagger.state()
    assert words(state) == [["[[0, 1]]"], ["[[12, 13]]", "[[4, 5]]", "[[9, 10]]"], ["[[2, 3]]"]]
    (link,) = state["links"]
    assert (link["anaphor"], link["antecedents"], link["subtype"]) == (2, [0, 1], "split")
    exported = page.request.get(
        f"/api/v1/projects/{project.id}/export?source=annotator&format=conllu"
    ).text()
    assert re.search(r"They\t.*Entity=\((e\d+)-.*SplitAnte=e\d+<\1,e\d+<\1", exported)
    tagger.press("s")
    page.locator("#text .m", has_text="them").click()
    expect(page.locator("#live")).to_contain_text("“them” is in the same chain")
    assert tagger.state() == state


def test_the_mouse_marks_resizes_and_links(page: Page, project: Project) -> None:
    tagger = tagged(page, project, (0, 1))
    box = page.locator("#text .block").first.bounding_box()
    assert box is not None
    spot = page.evaluate(PLACES, ["met", "pilot", "ferry", "She"])
    met, pilot, ferry, she = spot
    page.mouse.move(met["right"] + 6, met["y"])
    page.mouse.down()
    page.mouse.move(pilot["right"] - 1, pilot["y"], steps=4)
    page.mouse.up()
    page.locator("#selection-bar").get_by_role("button", name="Mark").click()
    expect(tagger.active).to_have_text("the old pilot")
    page.mouse.click((pilot["left"] + pilot["right"]) / 2, pilot["y"])
    handle = page.locator(".handle.end")
    expect(handle).to_be_visible()
    end = handle.bounding_box()
    assert end is not None
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + end["height"] / 2)
    page.mouse.down()
    page.mouse.move(ferry["right"] - 2, ferry["y"], steps=4)
    page.mouse.up()
    expect(tagger.active).to_have_text("the old pilot of the ferry")
    page.mouse.dblclick((she["left"] + she["right"]) / 2, she["y"])
    bar = page.locator("#selection-bar")
    expect(bar.locator("button:visible span")).to_have_text(["Mark", "Zero pronoun"])
    bar.get_by_role("button", name="Mark").click()
    # On the word, not on the number of the candidate above it, which lets clicks through.
    page.locator("#text .m", has_text="Ann").click(modifiers=["Alt"], position={"x": 10, "y": 10})
    assert words(tagger.state()) == [["[[0, 1]]", "[[9, 10]]"]]
    assert tagger.state()["mentions"][1]["parts"] == [[2, 8]]


def test_the_first_word_of_the_active_mention_is_marked_by_mouse(
    page: Page, project: Project
) -> None:
    tagger = Tagger(page, project, project.add("Then her brother Tomas left."))
    her, tomas = page.evaluate(PLACES, ["her", "Tomas"])
    for inside, end in ((1, tomas["right"]), (1, her["right"])):
        page.mouse.move(her["left"] + inside, her["y"])
        page.mouse.down()
        page.mouse.move(end - 2, her["y"], steps=4)
        page.mouse.up()
        page.locator("#selection-bar").get_by_role("button", name="Mark").click()
    expect(tagger.active).to_have_text("her")
    assert [one["parts"] for one in tagger.state()["mentions"]] == [[[1, 4]], [[1, 2]]]
    expect(tagger.active).to_have_attribute("tabindex", "0")


def test_what_is_read_out_is_shown_to_everybody(page: Page, project: Project) -> None:
    tagger = tagged(page, project)
    seen = """() => {
      const live = document.getElementById("live"), { width, height, top, bottom } = live.getBoundingClientRect();
      const { opacity, clipPath } = getComputedStyle(live);
      return opacity === "1" && clipPath === "none" && width > 80 && height > 15 && top > 0 && bottom <= innerHeight;
    }"""
    live = page.locator("#live")
    tagger.press("l")
    expect(live).to_have_text("Select a mention first: press N or P, or G at a word.")
    page.wait_for_function(seen)
    tagger.mark(0, 1)
    tagger.press("9")
    expect(live).to_have_text("There is no candidate 9.")
    page.wait_for_function(seen)


def test_help_shows_all_keys(page: Page, project: Project) -> None:
    tagger = tagged(page, project)
    tagger.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("next unsolved anaphor")
    expect(dialog).to_contain_text("insert a zero pronoun before the word")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    tagger.mark(0, 1)
    expect(tagger.active).to_have_text("Ann")


def test_a_comment_is_saved_while_it_is_typed(page: Page, project: Project) -> None:
    tagger = tagged(page, project, (0, 1))
    tagger.saved(1)
    tagger.press("w")
    expect(page.locator("#comment-text")).to_be_focused()
    page.keyboard.type("which Ann?")
    tagger.saved(2)
    expect(page.locator("#comment-text")).to_be_focused()
    assert tagger.state()["mentions"][0]["attributes"] == [["comment", "which Ann?"]]


def test_a_comment_that_is_being_typed_survives_a_reload(page: Page, project: Project) -> None:
    tagger = tagged(page, project, (0, 1))
    tagger.saved(1)
    tagger.press("w")
    expect(page.locator("#comment-text")).to_be_focused()
    page.keyboard.type("which Ann?")
    page.once("dialog", lambda dialog: dialog.accept())
    page.reload()
    page.locator("html[data-ready]").wait_for()
    tagger.saved(2)
    assert tagger.state()["mentions"][0]["attributes"] == [["comment", "which Ann?"]]


def test_a_pronoun_that_begins_an_entity_says_why_it_is_unsolved(
    page: Page, project: Project
) -> None:
    tagger = tagged(page, project, (9, 10), (12, 13))
    tagger.press("p", "f")
    expect(page.locator("#live")).to_contain_text("stays unsolved until a mention is linked to it")
    tagger.press("n", "l", "1")
    expect(page.get_by_role("button", name="Next unsolved (0)")).to_be_disabled()


def test_escape_closes_the_search_at_once(page: Page, project: Project) -> None:
    tagger = tagged(page, project, (0, 1))
    tagger.press("Shift+f")
    expect(page.get_by_role("searchbox")).to_have_value("Ann")
    tagger.press("Escape")
    expect(page.get_by_role("dialog", name="Find and mark")).to_have_count(0)
    tagger.saved(1)
