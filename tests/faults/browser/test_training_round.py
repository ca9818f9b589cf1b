"""The training round in the browsers of an adjudicator and a new annotator."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.faults.browser.people import KEY, Office

WRONG = {**KEY, "entities": [{"id": "1", "mentions": [0, 1]}, {"id": "2", "mentions": [2, 3, 4]}]}


def test_an_annotator_hands_in_and_sees_the_differences(office: Office) -> None:
    document = office.add("keys")
    office.save("Ada", document, KEY, "adjudication")
    ada, tove = office.browser("Ada"), office.browser("Tove")

    ada.goto(f"{office.path}/training")
    ada.locator("select[name=key]").select_option("adjudication")
    ada.get_by_role("group", name="Documents to do").get_by_label("keys").check()
    ada.get_by_role("button", name="Add to the training round").click()
    expect(ada.get_by_text("keys, key: adjudication")).to_be_visible()

    answers = all_answers(tove)
    tove.goto(f"{office.path}/training")
    row = tove.get_by_role("row", name="keys")
    expect(row).to_contain_text("open")
    office.save("Tove", document, WRONG)
    row.get_by_role("link", name="keys").click()
    tove.locator("html[data-ready]").wait_for()
    expect(tove.get_by_label("Source").locator("option")).to_have_text(["Tove"])
    seen = "\n".join(answers)
    assert "Tove" in seen and "adjudication" not in seen, "the key was sent before handing in"

    tove.get_by_label("Finished").check()
    expect(tove.locator("#saving")).to_have_attribute("data-phase", "saved")
    tove.goto(f"{office.path}/training")
    expect(row).to_contain_text("handed in")
    expect(row.get_by_role("cell").nth(2)).to_have_text("100.0")
    row.get_by_role("link", name="difference").click()
    difference = tove.get_by_role("row", name="She")
    expect(difference.first).to_contain_text("what it refers to")
    difference.first.get_by_role("link", name="She").click()
    tove.locator("html[data-ready]").wait_for()
    expect(tove.locator(".m.active")).to_have_text("She")

    ada.reload()
    expect(ada.get_by_role("table").nth(1)).to_contain_text("1 of 1")


def all_answers(page: Page) -> list[str]:
    """The text of everything that the server sends to a page from now on."""
    texts: list[str] = []

    def note(response: object) -> None:
        kind = response.headers.get("content-type", "")  # type: ignore[attr-defined]
        address = response.url  # type: ignore[attr-defined]
        if "/static/" not in address and ("json" in kind or "html" in kind):
            texts.append(response.text())  # type: ignore[attr-defined]

    page.on("response", note)
    return texts
