"""Deciding on anaphors, chains, shapes and zero pronouns by keyboard and mouse; undo and redo."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Page, expect

from tests.browser.pages import PATIENCE, Project, Tagger, words

TEXT = "Ann met the old pilot of the ferry. She gave him her key. It was late, and they left."
#       0   1   2   3   4     5  6   7    8 9   10   11  12  13 14 15 16  17  18 19  20   21  22


def tagged(page: Page, project: Project, *spans: tuple[int, int]) -> Tagger:
    tagger = Tagger(page, project, project.add(TEXT, language="en"))
    for span in spans:
        tagger.mark(*span)
    return tagger


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


def test_discarded_candidates_say_why(page: Page, project: Project) -> None:
    tagger = Tagger(
        page,
        project,
        project.add("Ann met the boys. She gave them a key.", language="en", parser="bundled"),
    )
    for start, end in ((0, 1), (2, 4), (5, 6)):
        tagger.mark(start, end)
    tagger.let_propose("rosana")
    discarded = page.locator("#text .m.discarded")
    expect(discarded).to_have_text("the boys")
    expect(discarded).to_have_attribute("title", "discarded: number")
    page.get_by_text("1 discarded").click()
    expect(page.locator("#mention .listed.out .fate")).to_contain_text("do not agree in number")


def test_another_candidate_is_chosen_by_number_and_with_arrows(
    page: Page, project: Project
) -> None:
    tagger = tagged(page, project, (0, 1), (2, 5), (9, 10))
    tagger.let_propose("nearest")
    expect(tagger.candidates()).to_have_count(2)
    tagger.press("2")
    assert words(tagger.state()) == [["[[0, 1]]", "[[9, 10]]"]]
    expect(page.locator("#mention .listed.current")).to_contain_text("Ann")
    tagger.press("ArrowUp")
    expect(page.locator("#mention .listed.current")).to_contain_text("the old pilot")
    tagger.press("Enter")
    expect(page.locator("#mention .state")).to_contain_text("refers to the old pilot")
    assert words(tagger.state())[1:] == [["[[2, 5]]", "[[9, 10]]"]]


def test_references_other_than_anaphors(page: Page, project: Project) -> None:
    tagger = tagged(page, project, (9, 10), (11, 12), (15, 16), (20, 21))
    tagger.press("Control+Home", "n", "x", "o", "r", *"ambi", "Enter", "c")
    expect(tagger.active).to_have_text("they")
    mentions = tagger.state()["mentions"]
    assert [mention["reference"] for mention in mentions] == [
        "exophoric",
        "other",
        "nonreferential",
        "cataphoric",
    ]
    assert mentions[2]["subtype"] == "ambient"


def test_undo_and_redo_without_limit(page: Page, project: Project) -> None:
    tagger = tagged(page, project, (0, 1), (2, 5), (6, 8), (9, 10), (11, 12))
    tagger.press("l", "4", "k", *"possessive", "Enter", "y", "t", *"person", "Enter", "Delete")
    before = tagger.state()
    deeds = 10
    tagger.press(*["Control+z"] * (deeds - 1))
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    tagger.press("Control+z")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    assert tagger.state() == {"mentions": [], "entities": [], "links": []}
    tagger.press(*["Control+y"] * deeds)
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    assert tagger.state() == before
    assert {revision["kind"] for revision in project.history(tagger.document)} >= {
        "save",
        "undo",
        "redo",
    }


def test_a_zero_pronoun_is_inserted_linked_moved_and_removed(page: Page, project: Project) -> None:
    text = "Pedro vio a Ana en el parque. Estaba muy guapa."
    tagger = Tagger(page, project, project.add(text, name="parque", language="es"))
    tagger.mark(3, 4)
    tagger.go(8)
    tagger.press("z")
    expect(page.locator(".m.zero.active")).to_have_attribute(
        "aria-label", "zero pronoun before Estaba, zero, unsolved"
    )
    tagger.press("l", "1")
    state = tagger.state()
    assert [mention.get("zero") for mention in state["mentions"]] == [None, 8]
    assert words(state) == [["8", "[[3, 4]]"]]
    exported = page.request.get(
        f"/api/v1/projects/{project.id}/export?source=annotator&format=conllu"
    ).text()
    assert "0.1\t" in exported
    tagger.go(9)
    tagger.press("e")
    assert tagger.state()["mentions"][1]["zero"] == 9
    tagger.press("Delete")
    assert len(tagger.state()["mentions"]) == 1


def test_shapes_by_keyboard(page: Page, project: Project) -> None:
    tagger = tagged(page, project, (2, 5))
    tagger.go(4)
    tagger.press("h", "i")
    tagger.go(2)
    tagger.press(*["Shift+ArrowRight"] * 5, "e")
    expect(tagger.active).to_have_text("the old pilot of the ferry")
    mention = tagger.state()["mentions"][0]
    assert (mention["parts"], mention["head"], mention["minimum"]) == ([[2, 8]], 4, [4, 5])
    tagger.go(5)
    tagger.press("-")
    assert tagger.state()["mentions"][0]["parts"] == [[2, 5], [6, 8]]
    expect(page.locator(".m.active")).to_have_count(2)
    tagger.press("+")
    assert tagger.state()["mentions"][0]["parts"] == [[2, 8]]
    tagger.go(6)
    tagger.press("/")
    expect(tagger.active).to_have_text("the ferry")
    assert [mention["parts"] for mention in tagger.state()["mentions"]] == [[[2, 6]], [[6, 8]]]


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


def test_split_antecedents_optional_links_and_comments(page: Page, project: Project) -> None:
    tagger = tagged(page, project, (0, 1), (2, 5), (20, 21))
    tagger.press("s", "1", "s", "2", "y", "w")
    page.keyboard.type("Ann and the pilot?")
    page.keyboard.press("Escape")
    state = tagger.state()
    (link,) = state["links"]
    assert (link["anaphor"], link["antecedents"], link["subtype"], link["optional"]) == (
        2,
        [0, 1],
        "split",
        True,
    )
    assert state["mentions"][2]["attributes"] == [["comment", "Ann and the pilot?"]]


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


def test_definite_descriptions_are_gone_through_on_demand(page: Page, project: Project) -> None:
    tagger = tagged(page, project, (2, 8), (6, 8), (9, 10))
    tagger.press("k", *"personal", "Enter")
    expect(page.get_by_role("button", name="Next unsolved (1)")).to_be_visible()
    page.get_by_label("Include descriptions").check()
    expect(page.get_by_role("button", name="Next unsolved (3)")).to_be_visible()
    tagger.press("Control+Home", "Space", "f")
    expect(page.get_by_role("button", name="Next unsolved (2)")).to_be_visible()


def test_the_mouse_marks_resizes_and_links(page: Page, project: Project) -> None:
    tagger = tagged(page, project, (0, 1))
    box = page.locator("#text .block").first.bounding_box()
    assert box is not None
    spot = page.evaluate(
        """() => [["met", "the"], ["pilot", "of"], ["ferry", "."], ["She", "gave"]].map(([word]) => {
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
        })"""
    )
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
    page.locator("#selection-bar").get_by_role("button", name="Mark").click()
    # On the word, not on the number of the candidate above it, which lets clicks through.
    page.locator("#text .m", has_text="Ann").click(modifiers=["Alt"], position={"x": 10, "y": 10})
    assert words(tagger.state()) == [["[[0, 1]]", "[[9, 10]]"]]
    assert tagger.state()["mentions"][1]["parts"] == [[2, 8]]


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
    assert page.evaluate(seen)
    tagger.mark(0, 1)
    tagger.press("9")
    expect(live).to_have_text("There is no candidate 9.")
    assert page.evaluate(seen)


def test_any_language_and_any_character(page: Page, project: Project) -> None:
    tagger = Tagger(page, project, project.add("🎉 Анна 🎉 засмеялась. Она 🙂 ушла."))
    tagger.mark(1, 2)
    expect(tagger.active).to_have_text("Анна")
    tagger.mark(5, 6)
    expect(tagger.active).to_have_text("Она")
    tagger.press("k", *"personal", "Enter")
    expect(page.locator("#mention")).to_contain_text(
        "showing the nearest mentions", timeout=PATIENCE
    )
    tagger.press("1")
    assert words(tagger.state()) == [["[[1, 2]]", "[[5, 6]]"]]


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


def test_options_and_stages_of_who_proposes_candidates(page: Page, project: Project) -> None:
    tagger = Tagger(
        page,
        project,
        project.add("Ann met Bob. She gave him her key.", language="en", parser="bundled"),
    )
    for start, end in ((0, 1), (2, 3), (4, 5)):
        tagger.mark(start, end)
    tagger.let_propose("rosana")
    proposer = page.locator(".proposer")
    expect(proposer.get_by_label("Who proposes candidates")).to_have_value("rosana")
    proposer.get_by_role("button", name="Options").first.click()
    dialog = page.get_by_role("dialog", name="Options of rosana")
    expect(dialog).to_contain_text(
        "How many sentences back a personal or possessive pronoun looks."
    )
    dialog.get_by_label("window").fill("1")
    with page.expect_request(lambda request: request.url.endswith("/proposals")) as asked:
        dialog.get_by_role("button", name="Apply").click()
    assert json.loads(asked.value.post_data or "")["resolver"] == "rosana(window=1)"
    expect(proposer.get_by_label("Who proposes candidates")).to_have_value("rosana(window=1)")
    proposer.get_by_text("Parser, fragmenter").click()
    with page.expect_request(lambda request: request.url.endswith("/proposals")) as asked:
        proposer.locator("[name=fragmenter]").select_option("uncertain")
    question = json.loads(asked.value.post_data or "")
    assert (question["resolver"], question["fragmenter"], question["parser"]) == (
        "rosana(window=1)",
        "uncertain",
        "",
    )
    expect(page.locator("#mention .tag.proposed")).to_be_visible()
