"""Two annotations of a document, their agreement, and a walk through their differences."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from coindex_en.corpora import Embedded
from tests.browser.pages import Project

NAME = "plot/bellfounder.inline"


@pytest.fixture
def document(project: Project) -> int:
    found = project.upload(Embedded.folder / "a" / NAME, "Ada")
    project.upload(Embedded.folder / "b" / NAME, "Bert", how="import")
    return int(found["documents"][0]["id"])


def differences(project: Project, document: int, first: str, second: str) -> list[Any]:
    path = f"{project.path}/documents/{document}/differences?a={first}&b={second}"
    return list(project.call("GET", path)["differences"])


def show_all(page: Page) -> None:
    """Minimal spans, kinds and types as well, which are hidden at first."""
    page.get_by_label("Differences shown").select_option("")


def test_who_only_looks_leaves_no_adjudication(page: Page, project: Project, document: int) -> None:
    page.goto(f"/projects/{project.id}/documents/{document}/adjudicate?a=Ada&b=Bert")
    page.locator("html[data-walking]").wait_for()
    expect(page.locator("#saving")).to_have_text("Nothing to save yet")
    page.goto(f"/projects/{project.id}/documents/{document}/read")
    page.locator("html[data-ready]").wait_for()
    sources = project.call("GET", f"{project.path}/documents/{document}/annotations")
    assert {one["name"] for one in sources if one["head"]} == {"Ada", "Bert"}


def test_the_start_of_an_adjudication_cannot_be_undone(
    page: Page, project: Project, document: int
) -> None:
    address = f"/projects/{project.id}/documents/{document}/adjudicate?a=Ada&b=Bert"
    page.goto(address)
    page.locator("html[data-walking]").wait_for()
    count = page.locator("#text .m").count()
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.keyboard.press("Control+z")
    expect(page.locator("#live")).to_have_text("Nothing to undo.")
    page.keyboard.press("b")
    page.keyboard.press("Control+z")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    expect(page.locator("#saving")).to_have_attribute("data-phase", "saved")
    page.keyboard.press("Control+z")
    assert page.locator("#text .m").count() == count
    assert len(project.annotation(document, "adjudication")["mentions"]) == count


def test_an_adjudication_that_was_emptied_can_be_begun_again(
    page: Page, project: Project, document: int
) -> None:
    project.save(document, {}, "adjudication")
    page.goto(f"/projects/{project.id}/documents/{document}/adjudicate?a=Ada&b=Bert")
    page.locator("html[data-walking]").wait_for()
    page.keyboard.press("a")
    expect(page.locator("#differences")).to_contain_text("1 of ")
    expect(page.locator("#saving")).to_have_attribute("data-revision", "2")
    begun, first = (
        len(project.annotation(document, name)["mentions"]) for name in ("adjudication", "Ada")
    )
    assert begun == first


@pytest.mark.parametrize(("key", "side"), [("a", "Ada"), ("b", "Bert")])
def test_whoever_is_followed_throughout_is_the_outcome(
    page: Page, project: Project, document: int, key: str, side: str
) -> None:
    count = len(differences(project, document, "Ada", "Bert"))
    page.goto(f"/projects/{project.id}/documents/{document}/adjudicate?a=Ada&b=Bert")
    page.locator("html[data-walking]").wait_for()
    show_all(page)
    for settled in range(count):
        expect(page.locator("#differences")).to_contain_text(
            f"{settled} of {count} differences settled"
        )
        page.keyboard.press(key)
    expect(page.locator("#differences")).to_contain_text(f"{count} of {count} differences settled")
    expect(page.locator("#saving")).to_have_attribute("data-phase", "saved")
    assert differences(project, document, side, "adjudication") == []


def test_a_walk_goes_on_where_it_stopped_and_allows_other_readings(
    page: Page, project: Project, document: int
) -> None:
    page.goto(f"/projects/{project.id}/documents/{document}/adjudicate?a=Ada&b=Bert")
    page.locator("html[data-walking]").wait_for()
    page.keyboard.press("b")
    expect(page.locator("#differences")).to_contain_text("1 of ")
    page.get_by_role("button", name="Edit by hand").click()
    page.keyboard.press("k")
    page.keyboard.type("indefinite")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    page.keyboard.press("o")
    expect(page.locator("#differences")).to_contain_text("2 of ")
    expect(page.locator("#saving")).to_have_attribute("data-phase", "saved")
    page.reload()
    page.locator("html[data-walking]").wait_for()
    expect(page.locator("#differences")).to_contain_text("2 of ")
    rulings = page.locator(".difference-list .ruling").all_inner_texts()
    assert rulings[:3] == ["B", "O", "·"]
    page.locator(".difference-list button").nth(1).click()
    page.locator("#text").focus()
    page.keyboard.press("Control+z")
    expect(page.locator(".difference-list .ruling").nth(0)).to_have_text("B")


def test_agreement_leads_to_adjudication(page: Page, project: Project, document: int) -> None:
    page.goto(f"/projects/{project.id}")
    page.get_by_role("link", name="Agreement").click()
    expect(page.get_by_label("First")).to_have_value("Ada")
    expect(page.get_by_label("Second")).to_have_value("Bert")
    row = page.get_by_role("row", name="Mentions F1")
    expect(row.get_by_role("cell").first).to_have_text("99.2", use_inner_text=True)
    expect(page.get_by_role("row", name="bellfounder")).to_contain_text(
        str(len(differences(project, document, "Ada", "Bert")))
    )
    page.get_by_role("link", name="Adjudicate").click()
    expect(page.get_by_role("group", name="Difference 1")).to_be_visible()


def test_the_majority_of_three_is_chosen_beforehand(
    page: Page, project: Project, document: int
) -> None:
    """The adjudication starts as Bert has it, and ends as most have it."""
    project.upload(Embedded.folder / "a" / NAME, "Cleo", how="import")
    project.save(document, project.annotation(document, "Bert"), "adjudication")
    page.goto(f"/projects/{project.id}/agreement?a=Ada&b=Bert&also=Cleo")
    expect(page.get_by_role("checkbox", name="Cleo")).to_be_checked()
    expect(page.get_by_role("row", name="Ada and Cleo")).to_contain_text("100.0")
    expect(page.get_by_role("table", name="Differences by kind")).to_be_visible()
    page.get_by_role("link", name="Adjudicate").click()
    page.locator("html[data-walking]").wait_for()
    show_all(page)
    expect(page.locator(".readings .majority")).to_contain_text("Ada, Cleo")
    expect(page.locator(".difference")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#differences")).to_contain_text("1 of ")
    page.keyboard.press("2")
    expect(page.locator(".difference-list .ruling").nth(1)).to_have_text("B")
    page.locator("#text").focus()
    page.keyboard.press("Control+z")
    expect(page.locator("#differences")).to_contain_text("1 of ")
    page.get_by_role("button", name="Accept the majority").click()
    expect(page.get_by_role("button", name="Accept the majority")).to_have_count(0)
    expect(page.locator("#saving")).to_have_attribute("data-phase", "saved")
    assert differences(project, document, "Ada", "adjudication") == []


def test_the_differences_of_one_aspect_are_settled_at_once(
    page: Page, project: Project, document: int
) -> None:
    found = differences(project, document, "Ada", "Bert")
    aspects = [one["aspect"] for one in found]
    aspect = max(set(aspects), key=aspects.count)
    page.goto(f"/projects/{project.id}/documents/{document}/adjudicate?a=Ada&b=Bert")
    page.locator("html[data-walking]").wait_for()
    page.get_by_label("Differences shown").select_option(aspect)
    expect(page.locator(".difference-list li")).to_have_count(aspects.count(aspect))
    page.locator("[data-settle=B]").click()
    expect(page.locator("#differences > p").first).to_contain_text(
        f"{aspects.count(aspect)} of {aspects.count(aspect)}"
    )
    expect(page.locator("[data-settle]")).to_have_count(0)
    expect(page.locator("#saving")).to_have_attribute("data-phase", "saved")
    left = differences(project, document, "adjudication", "Bert")
    assert not [one for one in left if one["aspect"] == aspect]
    assert len(project.history(document, "adjudication")) == 1
    page.keyboard.press("Control+z")
    expect(page.locator("#differences > p").first).to_contain_text(f"0 of {aspects.count(aspect)}")
    page.locator("[data-settle=B]").click()
    rest = page.get_by_text(f"{len(found) - aspects.count(aspect)} differences of other kinds")
    expect(rest).to_be_visible()
    rest.get_by_role("button", name="Show all").click()
    expect(page.locator(".difference-list li")).to_have_count(len(found))


@pytest.mark.parametrize("place", ["#differences > p", "#text .m", "#counts"])
def test_letters_settle_the_difference_wherever_one_clicked(
    page: Page, project: Project, document: int, place: str
) -> None:
    page.goto(f"/projects/{project.id}/documents/{document}/adjudicate?a=Ada&b=Bert")
    page.locator("html[data-walking]").wait_for()
    page.locator(place).nth(0).click()
    expect(page.locator(".difference")).not_to_be_focused()
    page.keyboard.press("b")
    expect(page.locator("#differences > p").first).to_contain_text("1 of ")
    expect(page.locator(".difference-list .ruling").nth(0)).to_have_text("B")
    expect(page.locator(".difference")).to_be_focused()


def test_keys_edit_the_text_only_by_hand(page: Page, project: Project, document: int) -> None:
    page.goto(f"/projects/{project.id}/documents/{document}/adjudicate?a=Ada&b=Bert")
    page.locator("html[data-walking]").wait_for()
    page.locator("#text .m").nth(2).click()
    for key in ("d", "Delete", "m", "Shift+m"):
        page.keyboard.press(key)
        expect(page.locator("#live")).to_contain_text("press E: Edit by hand")
    expect(page.get_by_role("button", name="Undo")).to_be_disabled()
    page.keyboard.press("e")
    expect(page.locator("#text .m:focus")).to_have_count(1)
    page.keyboard.press("Delete")
    expect(page.get_by_role("button", name="Undo")).to_be_enabled()
    expect(page.locator("#live")).to_contain_text("removed")
