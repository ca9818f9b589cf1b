"""Work of a team in real browsers: assigning, distributing, correcting, and progress over time."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.faults.browser.people import KEY, Office
from tests.workbench.material import PASSWORD

OUTSIDE = """(width) => [...document.querySelectorAll("main :is(a, button, select)")].filter((one) => {
  const { left, right, width: wide } = one.getBoundingClientRect();
  return wide > 0 && !one.closest("details:not([open])") && (left < 0 || right > width);
}).map((one) => one.textContent.trim())"""
"""What one has to scroll sideways for."""
OTHER = {**KEY, "entities": [{"id": "1", "mentions": [0, 1]}, {"id": "2", "mentions": [2, 3, 4]}]}


def test_a_supervisor_assigns_and_distributes_documents(office: Office) -> None:
    for name in ("alpha", "beta", "gamma"):
        office.add(name)
    ada, tove = office.browser("Ada"), office.browser("Tove")
    tove.goto(f"{office.path}/work")
    expect(tove.get_by_text("No document is assigned to you yet.")).to_be_visible()
    expect(tove.get_by_role("button", name="Assign")).to_have_count(0)

    ada.goto(f"{office.path}/work")
    form = ada.locator("form").filter(has=ada.get_by_role("button", name="Assign"))
    for name in ("alpha", "Tove", "Olaf"):
        form.get_by_label(name, exact=True).check()
    form.get_by_role("button", name="Assign").click()
    alpha = ada.get_by_role("row", name="alpha")
    expect(alpha.get_by_role("listitem")).to_have_count(2)
    expect(ada.locator("#notices")).to_contain_text("1 document assigned to Olaf, Tove.")
    expect(alpha.get_by_role("progressbar")).to_have_attribute("value", "0")

    form = ada.locator("form").filter(has=ada.get_by_role("button", name="Distribute"))
    for name in ("Tove", "Olaf"):
        form.get_by_label(name, exact=True).check()
    form.get_by_label("Annotators for each document").fill("1")
    form.get_by_role("button", name="Distribute").click()
    expect(ada.get_by_role("row", name="beta").get_by_role("listitem")).to_have_count(1)
    expect(ada.get_by_role("row", name="gamma").get_by_role("listitem")).to_have_count(1)
    people = ada.get_by_role("table").first
    expect(people.get_by_role("row", name="Tove").get_by_role("cell").first).to_have_text("2")
    expect(people.get_by_role("row", name="Olaf").get_by_role("cell").first).to_have_text("2")

    ada.get_by_role("button", name="Withdraw alpha from Olaf").click()
    expect(alpha.get_by_role("listitem")).to_have_count(1)
    tove.reload()
    expect(tove.get_by_role("row", name="alpha")).to_contain_text("Tove: open")


def test_a_correction_has_the_name_of_its_author(office: Office) -> None:
    document = office.add("keys")
    office.save("Tove", document, OTHER)
    ada, tove = office.browser("Ada"), office.browser("Tove")
    ada.goto(f"{office.path}/work")
    ada.get_by_role("row", name="keys").get_by_role("link", name="Tove").click()
    ada.locator("html[data-ready]").wait_for()
    ada.locator("#text").focus()
    ada.keyboard.press("n")
    ada.keyboard.press("d")
    expect(ada.locator("#live")).to_have_text("This annotation is read-only.")
    ada.get_by_role("link", name="Correct").click()
    ada.locator("html[data-ready]").wait_for()
    expect(ada.get_by_text("You correct the annotation of Tove.")).to_be_visible()
    ada.locator("#text").focus()
    ada.keyboard.press("n")
    ada.keyboard.press("d")
    expect(ada.locator("#saving")).to_have_attribute("data-revision", "2")

    tove.goto(f"{office.path}/documents/{document}")
    tove.locator("html[data-ready]").wait_for()
    tove.get_by_role("tab", name="History").click()
    history = tove.get_by_role("tabpanel", name="History")
    expect(history).to_contain_text("Ada")
    expect(history).to_contain_text("correction")
    path = f"{office.path}/documents/{document}/annotations/Tove"
    state = office.call("Tove", "GET", path)["annotation"]
    assert len(state["entities"]) == 1, "the chain was removed"
    expect(tove.get_by_role("link", name="Correct")).to_have_count(0)


def test_progress_over_time(office: Office) -> None:
    first, second = office.add("alpha"), office.add("beta")
    for person, state in (("Tove", KEY), ("Olaf", OTHER)):
        office.save(person, first, state, finished=True)
    for person in ("Tove", "Olaf"):
        office.save(person, second, KEY, finished=True)
    ada = office.browser("Ada")
    ada.goto(f"{office.path}/work")
    expect(ada.get_by_role("row", name="alpha").first).to_contain_text("2 of 2")
    table = ada.get_by_role("table", name="Krippendorff's alpha")
    rows = table.locator("tbody tr")
    expect(rows).to_have_count(2)
    expect(rows.nth(0).get_by_role("rowheader")).to_have_text("alpha")
    expect(rows.nth(1).get_by_role("cell").nth(1)).to_have_text("100.0")
    expect(ada.locator("svg.curve circle")).to_have_count(2)
    days = ada.get_by_role("table", name="Work by day")
    expect(days.get_by_role("row", name="Tove").get_by_role("cell").last).to_have_text("2")


def test_a_page_goes_on_after_signing_in_again_in_another_tab(office: Office) -> None:
    document = office.add("keys")
    tove = office.browser("Tove")
    tove.goto(f"{office.path}/documents/{document}")
    tove.locator("html[data-ready]").wait_for()
    sign_in_elsewhere(tove, "Tove")
    tove.locator("#text").focus()
    tove.keyboard.press("m")
    expect(tove.locator("#saving")).to_have_attribute("data-revision", "1")
    expect(tove.locator("#saving")).to_have_attribute("data-phase", "saved")


def test_a_page_says_who_has_signed_in_instead(office: Office) -> None:
    document = office.add("keys")
    tove = office.browser("Tove")
    tove.goto(f"{office.path}/documents/{document}")
    tove.locator("html[data-ready]").wait_for()
    sign_in_elsewhere(tove, "Olaf")
    tove.locator("#text").focus()
    tove.keyboard.press("m")
    expect(tove.locator("#elsewhere")).to_have_text(
        "Not saved: Olaf is signed in now; sign in again as Tove in another tab, then save."
    )
    sign_in_elsewhere(tove, "Tove")
    tove.get_by_role("button", name="Save now").click()
    expect(tove.locator("#saving")).to_have_attribute("data-revision", "1")


def sign_in_elsewhere(page: Page, name: str) -> None:
    """In another tab of the same browser: sign out, then in."""
    tab = page.context.new_page()
    tab.goto("/")
    tab.get_by_role("button", name="Sign out").click()
    tab.get_by_label("Name").fill(name)
    tab.get_by_label("Password").fill(PASSWORD)
    tab.get_by_role("button", name="Sign in").click()
    tab.get_by_role("button", name="Sign out").wait_for()
    tab.close()


def test_everything_is_in_reach_on_a_telephone(office: Office) -> None:
    document = office.add("the harbour master's letters")
    office.save("Tove", document, KEY, finished=True)
    office.save("Olaf", document, OTHER, finished=True)
    office.call("Ines", "POST", "/tokens", {"label": "a script that counts"})
    page = office.browser("Ines")
    page.set_viewport_size({"width": 390, "height": 844})
    here = [f"{office.path}{part}" for part in ("", "/work", "/adjudication", "/settings")]
    for path in ("/", "/members", "/account", *here):
        page.goto(path)
        assert page.evaluate(OUTSIDE, 390) == [], path
    page.goto(f"{office.path}/work")
    expect(page.get_by_text("Olaf: finished")).to_be_visible()
    page.get_by_role("button", name="Lock").click()
    expect(page.get_by_role("button", name="Unlock")).to_be_visible()


def test_my_work_is_the_first_thing_an_annotator_sees(office: Office) -> None:
    tove = office.browser("Tove")
    tove.goto("/")
    expect(tove.get_by_role("heading", level=1)).to_have_text("Projects")
    document = office.add("keys")
    office.save("Tove", document, KEY)
    tove.goto("/")
    expect(tove.get_by_role("heading", level=1)).to_have_text("My work")
    card = tove.get_by_role("listitem").filter(has_text="Novels")
    expect(card).to_contain_text("0 of 1 finished")
    follow = card.get_by_role("link", name="Continue: keys")
    expect(follow).to_have_class(re.compile("primary"))
    follow.click()
    tove.locator("html[data-ready]").wait_for()
    judith = office.browser("Ada")
    judith.goto("/")
    expect(judith.get_by_role("heading", level=1)).to_have_text("Projects")


def test_several_people_are_added_at_once_and_get_roles(office: Office) -> None:
    path = f"/projects/{office.call('Ines', 'POST', '/projects', {'name': 'Letters'})['id']}"
    ines = office.browser("Ines")
    ines.goto(f"{path}/settings")
    form = ines.locator("form").filter(has=ines.get_by_role("button", name="Add to the project"))
    form.get_by_role("button", name="Add to the project").click()
    expect(form.get_by_role("alert")).to_have_text("Choose at least one person.")
    for name in ("Tove", "Olaf"):
        form.get_by_label(name, exact=True).check()
    form.get_by_role("button", name="Add to the project").click()
    expect(ines.locator("#notices")).to_contain_text("Olaf, Tove added to the project.")
    row = ines.get_by_role("row", name="Olaf")
    expect(row.get_by_role("button", name="Save")).to_be_hidden()
    row.get_by_role("combobox").select_option("adjudicator")
    row.get_by_role("button", name="Save").click()
    expect(ines.locator("#notices")).to_contain_text("Role of Olaf changed.")
    expect(ines.get_by_role("row", name="Olaf").get_by_role("combobox")).to_have_value(
        "adjudicator"
    )
