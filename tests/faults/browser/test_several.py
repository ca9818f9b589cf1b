"""Many mentions at once: selecting them, moving, merging, separating, retyping and deleting them,
marking all occurrences, pinned entities, and dragging. Each is one undo step and one revision.
"""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.pages import Project, Tagger, words

PAIR = "Anna met Peter. She saw him. He smiled. She left."
#       0    1   2    3 4   5   6  7 8  9      10 11 12  13
ANNA, PETER, SHE, HIM, HE, SHE_TOO = 0, 2, 4, 6, 8, 11
KINDS = {"Anna": "name", "Peter": "name"}


def mention(place: int, kind: str = "personal") -> dict[str, Any]:
    return {"parts": [[place, place + 1]], "kind": kind}


def prepared(
    page: Page, project: Project, chains: list[list[int]], text: str = PAIR, language: str = "en"
) -> Tagger:
    """A document with these one-word mentions in these chains; a chain of one is a singleton."""
    document = project.add(text, language=language)
    forms = text.replace(".", " .").split()
    places = sorted(place for chain in chains for place in chain)
    mentions = [mention(place, KINDS.get(forms[place], "personal")) for place in places]
    entities = [
        {"id": f"e{number}", "mentions": [places.index(place) for place in chain]}
        for number, chain in enumerate(chains, 1)
    ]
    project.save(document, {"mentions": mentions, "entities": entities})
    return Tagger(page, project, document)


def chains(state: Any) -> list[list[int]]:
    starts = [one["parts"][0][0] for one in state["mentions"]]
    return sorted([starts[place] for place in entity["mentions"]] for entity in state["entities"])


def revisions(project: Project, tagger: Tagger) -> int:
    return len(project.history(tagger.document))


def undone(tagger: Tagger, before: Any) -> None:
    """One undo takes all of it back; what is left to undo was saved before."""
    tagger.press("Control+z")
    assert chains(tagger.state()) == chains(before)
    undo = tagger.page.get_by_role("button", name="Undo")
    expect(undo).to_have_attribute("title", re.compile(r"Undo: revision 1 \("))


def test_selected_mentions_move_in_one_step_and_one_revision(page: Page, project: Project) -> None:
    tagger = prepared(page, project, [[ANNA, SHE, HIM, HE], [PETER], [SHE_TOO]])
    before = tagger.state()
    tagger.go(HIM)
    tagger.press("g", "q", "n", "q")  # him and He
    expect(page.locator("#text .m.selected")).to_have_text(["him", "He"])
    expect(page.get_by_role("toolbar", name="Selected mentions")).to_contain_text("2 mentions")
    tagger.press("j", *"Peter", "Enter")
    tagger.saved(2)
    assert chains(tagger.state()) == [[ANNA, SHE], [PETER, HIM, HE], [SHE_TOO]]
    expect(page.locator("#live")).to_contain_text("2 mentions moved to “Peter”")
    expect(page.locator("#text .m.selected")).to_have_count(0)
    undone(tagger, before)


def test_what_can_be_done_to_selected_mentions_covers_nothing(page: Page, project: Project) -> None:
    """The rows of the panel end above the bar, however low the window is."""
    tagger = prepared(page, project, [[ANNA, SHE, HIM, HE], [PETER], [SHE_TOO]])
    page.set_viewport_size({"width": 1024, "height": 420})
    tagger.go(HIM)
    tagger.press("g", "q", "n", "q")
    bar = page.get_by_role("toolbar", name="Selected mentions")
    expect(bar).to_contain_text("2 mentions")
    panels = page.locator(".side > .panels")
    assert panels.evaluate("(node) => node.scrollHeight > node.clientHeight")
    above, below = panels.bounding_box(), bar.bounding_box()
    assert above is not None
    assert below is not None
    assert above["y"] + above["height"] <= below["y"] + 1
    assert below["y"] + below["height"] <= 420


def test_clicks_with_ctrl_and_shift_select(page: Page, project: Project) -> None:
    tagger = prepared(page, project, [[ANNA, SHE, HIM, HE, SHE_TOO], [PETER]])
    text = page.locator("#text .m")
    text.nth(3).click(modifiers=["Control"], position={"x": 8, "y": 10})
    text.nth(4).click(modifiers=["Shift"], position={"x": 8, "y": 10})
    expect(page.locator("#text .m.selected")).to_have_text(["him", "He"])
    tagger.press("Shift+j")
    assert chains(tagger.state()) == [[ANNA, SHE, SHE_TOO], [PETER], [HIM, HE]]
    text.nth(0).click(modifiers=["Control"], position={"x": 8, "y": 10})
    text.nth(0).click(modifiers=["Control"], position={"x": 8, "y": 10})
    expect(page.locator("#several")).to_be_hidden()


def test_the_selection_is_retyped_undecided_and_deleted(page: Page, project: Project) -> None:
    tagger = prepared(page, project, [[ANNA, SHE], [PETER, HIM], [HE]])
    tagger.press("Control+Home", "n", "Shift+ArrowDown", "Shift+ArrowDown", "Shift+ArrowUp")
    expect(page.locator("#text .m.selected")).to_have_text(["Anna", "Peter"])
    tagger.press("t", *"person", "Enter")
    assert [one.get("type") for one in tagger.state()["entities"]] == ["person", "person", None]
    tagger.press("k", *"nominal", "Enter")
    kinds = [one["kind"] for one in tagger.state()["mentions"]]
    assert kinds == ["nominal", "nominal", "personal", "personal", "personal"]
    tagger.press("x")
    assert [one.get("reference") for one in tagger.state()["mentions"][:3]] == [
        "exophoric",
        "exophoric",
        None,
    ]
    tagger.press("u")
    assert chains(tagger.state()) == [[SHE], [HIM], [HE]]
    tagger.press("Delete")
    assert len(tagger.state()["mentions"]) == 3
    tagger.press("Control+z")
    assert len(tagger.state()["mentions"]) == 5


def test_several_chains_merge_at_once(page: Page, project: Project) -> None:
    tagger = prepared(page, project, [[ANNA, SHE], [PETER, HIM], [HE], [SHE_TOO]])
    before = tagger.state()
    tagger.press("Control+Home", "n", "Control+a")
    expect(page.locator("#text .m.selected")).to_have_text(["Anna", "She"])
    tagger.press("Escape")
    expect(page.locator("#text .m.selected")).to_have_count(0)
    tagger.go(ANNA)
    tagger.press("g", "q")
    tagger.go(SHE_TOO)
    tagger.press("g", "q")
    tagger.go(HE)
    tagger.press("g", "q", "Shift+m")
    tagger.saved(2)
    assert chains(tagger.state()) == [[ANNA, SHE, HE, SHE_TOO], [PETER, HIM]]
    undone(tagger, before)


def test_all_occurrences_become_one_entity_after_a_preview(page: Page, project: Project) -> None:
    text = "The Crown sank. the crown, an old ship, and the crowned king. The Crown rose."
    tagger = prepared(page, project, [[0]], text=text)
    tagger.press("Shift+f", *"the crown")
    rows = page.locator(".found-list li")
    expect(rows).to_have_count(3)
    expect(rows.nth(1)).to_contain_text("an old ship")
    page.get_by_label("whole words").uncheck()
    expect(rows).to_have_count(4)
    page.get_by_label("regular expression").check()
    page.get_by_label("Words or pattern").fill("the crown(")
    expect(page.locator(".finding [role=status]")).to_contain_text("not valid")
    page.get_by_label("Words or pattern").fill(r"the cro\w+")
    page.get_by_label("match case").check()
    expect(rows).to_have_count(2)
    page.get_by_label("match case").uncheck()
    rows.nth(2).get_by_role("checkbox").uncheck()
    page.get_by_role("button", name="Mark 3 occurrences").click()
    tagger.saved(2)
    assert words(tagger.state()) == [["[[0, 1]]"], ["[[0, 2]]", "[[16, 18]]", "[[4, 6]]"]]
    tagger.press("Control+z")
    assert len(tagger.state()["mentions"]) == 1


def test_occurrences_join_the_chain_they_are_in(page: Page, project: Project) -> None:
    text = "Anna met Peter. Anna left. Anna slept."
    tagger = prepared(page, project, [[0, 4], [2]], text=text)
    tagger.press("Control+Home", "n", "Shift+f")
    expect(page.get_by_label("Words or pattern")).to_have_value("Anna")
    expect(page.get_by_label("Entity", exact=True)).to_have_value("e1")
    expect(page.locator(".found-list small")).to_have_text(["in Anna", "in Anna"])
    tagger.press("Enter")
    assert chains(tagger.state()) == [[0, 4, 7], [2]]


def test_pinned_entities_have_number_keys(page: Page, project: Project) -> None:
    tagger = prepared(page, project, [[ANNA], [PETER]])
    tagger.press("Control+Home", "n", "0", "n", "0")
    expect(page.locator("#pinned li")).to_have_text(["1Anna", "2Peter"])
    tagger.go(SHE)
    tagger.press("1")  # an unmarked word is marked
    tagger.go(HIM)
    tagger.press("2")
    tagger.go(HE)
    tagger.press("m", "2")
    assert chains(tagger.state()) == [[ANNA, SHE], [PETER, HIM, HE]]
    page.reload()
    expect(page.locator("#pinned li")).to_have_text(["1Anna", "2Peter"])
    page.locator("#text").focus()
    tagger.go(SHE_TOO)
    tagger.press("m")
    tagger.let_propose("nearest")
    badges = page.locator("#mention .candidates .listed kbd")
    expect(badges).to_have_text(["3", "4"])
    expect(page.locator("#text .m.candidate").first).to_have_attribute("data-badge", "4")
    tagger.press("3")
    assert chains(tagger.state()) == [[ANNA, SHE], [PETER, HIM, HE, SHE_TOO]]
    tagger.press("1")
    assert chains(tagger.state()) == [[ANNA, SHE, SHE_TOO], [PETER, HIM, HE]]
    tagger.press("0")
    expect(page.locator("#pinned li")).to_have_text(["2Peter"])


def fused(count: int) -> tuple[str, list[int]]:
    """A text about two people in turn, and the places of their mentions: one wrong chain."""
    text = " ".join(
        "Anna slept." if turn == 0 else "Peter slept." if turn == 1 else "She ran. He ran."
        for turn in range(count + 1)
    )
    return text, list(range(0, 6 + 6 * (count - 1), 3))


def test_two_fused_chains_of_fifty_are_separated_in_four_actions(
    page: Page, project: Project
) -> None:
    text, places = fused(50)
    assert len(places) == 100
    tagger = prepared(page, project, [places], text=text)
    page.locator("#text .m").first.click(position={"x": 8, "y": 10})
    tagger.press("Shift+b")
    dialog = page.get_by_role("dialog", name="Separate chain 1: 100 mentions")
    dialog.get_by_role("button", name="by gender").click()
    expect(dialog.locator(".groups")).to_have_text("1: Anna, 50 mentions · 2: Peter, 50 mentions")
    page.keyboard.press("Enter")
    tagger.saved(2)
    assert chains(tagger.state()) == [places[::2], places[1::2]]
    tagger.press("Control+z")
    assert chains(tagger.state()) == [places]


def test_a_chain_is_separated_by_name_and_by_hand(page: Page, project: Project) -> None:
    tagger = prepared(page, project, [[ANNA, PETER, SHE, HIM, HE, SHE_TOO]])
    tagger.press("Control+Home", "n", "Shift+b")
    rows = page.locator(".separation-list li")
    groups = page.locator(".separation-list .group")
    expect(groups).to_have_text(["1", "2", "2", "2", "2", "2"])
    tagger.press("End", "1", "Home", "ArrowDown", "ArrowDown", "1")
    expect(groups).to_have_text(["1", "2", "1", "2", "2", "1"])
    page.get_by_role("button", name="by hand").click()
    expect(groups).to_have_text(["1"] * 6)
    expect(page.get_by_role("button", name="Separate", exact=True)).to_be_disabled()
    rows.nth(1).click()
    rows.nth(3).click(modifiers=["Control"])
    rows.nth(4).click(modifiers=["Shift", "Control"])
    expect(page.locator(".separation-list [aria-selected=true]")).to_have_count(3)
    page.get_by_role("group", name="Put the selected").get_by_role("button", name="2").click()
    expect(groups).to_have_text(["1", "2", "1", "2", "2", "1"])
    page.get_by_role("button", name="Separate into 2 entities").click()
    assert chains(tagger.state()) == [[ANNA, SHE, SHE_TOO], [PETER, HIM, HE]]


def test_mentions_and_chains_are_dragged_onto_entities(page: Page, project: Project) -> None:
    tagger = prepared(page, project, [[ANNA, SHE, HIM], [PETER, HE], [SHE_TOO]])
    page.get_by_role("tab", name="Chains").click()
    page.get_by_label("singletons").check()
    entities = page.locator(".chain-list > li")
    expect(entities).to_have_count(3)
    page.locator("#text .m", has_text="him").drag_to(entities.nth(1))
    tagger.saved(2)
    assert chains(tagger.state()) == [[ANNA, SHE], [PETER, HIM, HE], [SHE_TOO]]
    entities.nth(1).locator("summary").click()
    expect(entities.nth(1).locator(".mentions li")).to_have_count(3)
    entities.nth(1).get_by_role("button", name="He").drag_to(entities.nth(0))
    assert chains(tagger.state()) == [[ANNA, SHE, HE], [PETER, HIM], [SHE_TOO]]
    entities.nth(2).locator("summary").drag_to(entities.nth(0).locator("summary"))
    assert chains(tagger.state()) == [[ANNA, SHE, HE, SHE_TOO], [PETER, HIM]]
    expect(page.locator("#live")).to_contain_text("merged")
    assert revisions(project, tagger) == 4


def test_a_frame_over_the_list_selects(page: Page, project: Project) -> None:
    tagger = prepared(page, project, [[ANNA, SHE, HIM, HE, SHE_TOO], [PETER]])
    page.get_by_role("tab", name="Chains").click()
    page.locator(".chain-list summary").first.click()
    rows = page.locator(".chain-list .mentions li")
    expect(rows).to_have_count(5)
    first, last = rows.nth(1).bounding_box(), rows.nth(3).bounding_box()
    assert first and last
    page.mouse.move(first["x"] + first["width"] - 8, first["y"] + 4)
    page.mouse.down()
    page.mouse.move(last["x"] + last["width"] - 60, last["y"] + 8, steps=4)
    page.mouse.up()
    expect(page.locator("#text .m.selected")).to_have_text(["She", "him", "He"])
    rows.nth(1).get_by_role("checkbox").uncheck()
    page.get_by_role("button", name="New entity").click()
    assert chains(tagger.state()) == [[ANNA, SHE, SHE_TOO], [PETER], [HIM, HE]]
    page.get_by_label("Select all mentions of “Anna”").check()
    expect(page.locator("#text .m.selected")).to_have_count(3)


def test_a_pronoun_is_linked_in_two_keystrokes(page: Page, project: Project) -> None:
    document = project.add("Ann met Bob. She left.", language="en", parser="bundled")
    tagger = Tagger(page, project, document)
    for start, end in ((0, 1), (2, 3), (4, 5)):
        tagger.mark(start, end)
    tagger.press("Control+Home")
    tagger.press("Space")
    expect(page.locator("#mention .listed.current")).to_contain_text("Ann")
    tagger.press("Enter")
    assert words(tagger.state()) == [["[[0, 1]]", "[[4, 5]]"]]


def test_the_chain_is_walked_and_the_end_of_the_text_reached(page: Page, project: Project) -> None:
    tagger = prepared(page, project, [[ANNA, SHE, SHE_TOO], [PETER, HIM]])
    tagger.press("Control+Home", "n", "Shift+n")
    expect(tagger.active).to_have_text("She")
    tagger.press("Shift+n", "Shift+n")
    expect(page.locator("#live")).to_contain_text("last mention of the chain")
    tagger.press("Shift+p", "Shift+p")
    expect(tagger.active).to_have_text("Anna")
    tagger.press("Control+End")
    assert tagger.token == 13
