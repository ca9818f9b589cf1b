"""More of the tagging tool: choosing, shapes, undo, zeros, scripts, options."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.browser.pages import PATIENCE, Project, Tagger, tagged, words


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


def test_definite_descriptions_are_gone_through_on_demand(page: Page, project: Project) -> None:
    tagger = tagged(page, project, (2, 8), (6, 8), (9, 10))
    tagger.press("k", *"personal", "Enter")
    expect(page.get_by_role("button", name="Next unsolved (1)")).to_be_visible()
    page.get_by_text("Visit …").click()
    page.get_by_label("Include descriptions").check()
    expect(page.get_by_role("button", name="Next unsolved (3)")).to_be_visible()
    tagger.press("Control+Home", "Space", "f")
    expect(page.get_by_role("button", name="Next unsolved (2)")).to_be_visible()


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
    expect(proposer.get_by_label("Proposing resolver")).to_have_value("rosana")
    proposer.get_by_role("button", name="Options").first.click()
    dialog = page.get_by_role("dialog", name="Options of rosana")
    expect(dialog).to_contain_text(
        "How many sentences back a personal or possessive pronoun looks."
    )
    dialog.get_by_label("window").fill("1")
    with page.expect_request(lambda request: request.url.endswith("/proposals")) as asked:
        dialog.get_by_role("button", name="Apply").click()
    assert json.loads(asked.value.post_data or "")["resolver"] == "rosana(window=1)"
    expect(proposer.get_by_label("Proposing resolver")).to_have_value("rosana(window=1)")
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
