"""What is saved, when it is not, and what two tabs do to each other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, Route, expect

from tests.browser.conftest import Serving
from tests.browser.pages import Project, Tagger
from tests.waiting import until

TEXT = "Ann met Bob. She gave him a key."


NOTICES = """() => {
  window.notices = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) notices.push(node.textContent);
  }).observe(document.getElementById("notices"), { childList: true });
}"""
"""Writes down what is shown for some seconds only: on a busy machine it is gone before the save that
comes after it has ended.
"""


def spans(state: Any) -> list[Any]:
    return [mention["parts"][0] for mention in state["mentions"]]


def two_tabs(context: BrowserContext, project: Project) -> tuple[Tagger, Tagger]:
    """Both show the same revision, with one mention."""
    document = project.add(TEXT)
    project.save(document, {"mentions": [{"parts": [[0, 1]]}]})
    first, second = (Tagger(context.new_page(), project, document) for _ in range(2))
    return first, second


def conflicting_tab(context: BrowserContext, project: Project) -> Tagger:
    """The second of two tabs that say of Ann what kind it is; the first has marked
    something, too, and has saved.
    """
    first, second = two_tabs(context, project)
    first.mark(2, 3)
    first.press("p", "k", *"name", "Enter")
    first.saved()
    second.page.bring_to_front()
    second.press("n", "k", *"nominal", "Enter")
    expect(second.saving).to_have_attribute("data-phase", "conflict")
    return second


def kinds(project: Project, document: int) -> list[Any]:
    """Of Ann, in all revisions, newest first."""
    path = f"{project.path}/documents/{document}/annotations/annotator/revisions"
    states = [
        project.call("GET", f"{path}/{one['id']}")["annotation"]
        for one in project.history(document)
    ]
    return [state["mentions"][0].get("kind", "") for state in states]


def test_people_who_worked_on_different_mentions_are_merged(
    context: BrowserContext, project: Project
) -> None:
    first, second = two_tabs(context, project)
    first.mark(2, 3)
    first.saved(2)
    second.page.bring_to_front()
    second.page.evaluate(NOTICES)
    second.mark(4, 5)
    second.saved(3)
    notices = second.page.evaluate("notices")
    assert notices == [
        "Revision 2, saved elsewhere, was merged with your changes: 1 change taken over."
    ]
    expect(second.page.get_by_role("dialog")).to_have_count(0)
    expect(second.active).to_have_text("She")
    assert spans(second.state()) == [[0, 1], [2, 3], [4, 5]]
    assert [one["comment"] for one in project.history(second.document)] == [
        "merged with revision 2",
        "",
        "",
    ]


def test_a_conflict_is_shown_and_mine_is_kept_on_top(
    context: BrowserContext, project: Project
) -> None:
    tagger = conflicting_tab(context, project)
    dialog = tagger.page.get_by_role("dialog", name="saved elsewhere")
    expect(dialog.get_by_role("row", name="Ann")).to_contain_text("kindnamenominal")
    expect(dialog.get_by_role("row")).to_have_count(2)
    tagger.page.keyboard.press("Escape")
    expect(dialog).to_be_visible()
    newest = project.history(tagger.document)[0]["number"]
    dialog.get_by_role("button", name="Keep mine").click()
    tagger.saved(newest + 1)
    assert spans(tagger.state()) == [[0, 1]]
    assert kinds(project, tagger.document)[0] == "nominal"
    assert project.history(tagger.document)[0]["comment"] == f"kept over revision {newest}"


def test_theirs_is_taken_and_mine_is_in_the_history(
    context: BrowserContext, project: Project
) -> None:
    tagger = conflicting_tab(context, project)
    newest = project.history(tagger.document)[0]["number"]
    tagger.page.get_by_role("button", name="Take theirs").click()
    tagger.saved(newest + 2)
    expect(tagger.page.locator("#text .m")).to_have_text(["Ann", "Bob"])
    tagger.page.reload()
    assert spans(tagger.state()) == [[0, 1], [2, 3]]
    assert kinds(project, tagger.document)[:3] == ["name", "nominal", "name"]
    comments = [one["comment"] for one in project.history(tagger.document)][:2]
    assert comments == [
        f"revision {newest} taken",
        f"set aside: revision {newest} was taken instead",
    ]


def test_conflicts_are_settled_row_by_row(context: BrowserContext, project: Project) -> None:
    tagger = conflicting_tab(context, project)
    dialog = tagger.page.get_by_role("dialog", name="saved elsewhere")
    dialog.get_by_role("row", name="Ann").get_by_label("name", exact=True).check()
    dialog.get_by_role("button", name="Merge as chosen").click()
    expect(tagger.page.locator("#text .m")).to_have_text(["Ann", "Bob"])
    assert spans(tagger.state()) == [[0, 1], [2, 3]]
    assert kinds(project, tagger.document)[:3] == ["name", "nominal", "name"]


def test_changes_left_behind_are_merged_with_what_was_saved_since(
    context: BrowserContext, project: Project
) -> None:
    document = project.add(TEXT)
    tagger = Tagger(context.new_page(), project, document)
    context.route("**/annotations/*", refuse_saving)
    tagger.mark(0, 1)
    expect(tagger.saving).to_have_attribute("data-phase", "offline")
    tagger.page.close()
    context.unroute("**/annotations/*")
    project.save(document, {"mentions": [{"parts": [[2, 3]]}]})
    again = Tagger(context.new_page(), project, document)
    again.saved(2)
    assert spans(again.state()) == [[0, 1], [2, 3]]


def test_changes_are_kept_while_the_server_cannot_be_reached(
    context: BrowserContext, project: Project
) -> None:
    tagger = Tagger(context.new_page(), project, project.add(TEXT))
    context.set_offline(True)
    tagger.mark(0, 1)
    expect(tagger.saving).to_contain_text("Offline, retrying")
    tagger.mark(2, 3)
    context.set_offline(False)
    tagger.saved()
    assert spans(tagger.state()) == [[0, 1], [2, 3]]


def test_what_could_not_be_saved_is_there_after_the_page_was_left(
    context: BrowserContext, project: Project
) -> None:
    document = project.add(TEXT)
    tagger = Tagger(context.new_page(), project, document)
    context.route("**/annotations/*", refuse_saving)
    tagger.mark(0, 1)
    expect(tagger.saving).to_have_attribute("data-phase", "offline")
    tagger.page.close()
    context.unroute("**/annotations/*")
    again = Tagger(context.new_page(), project, document)
    again.saved(1)
    assert spans(again.state()) == [[0, 1]]


def test_the_last_change_is_sent_when_the_page_is_left(
    context: BrowserContext, project: Project
) -> None:
    document = project.add(TEXT)
    asked: list[str] = []

    def leave(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    tagger = Tagger(context.new_page(), project, document)
    tagger.page.on("dialog", leave)
    tagger.mark(0, 1)
    tagger.page.goto(f"/projects/{project.id}")
    assert asked == [], "nobody is asked whether to leave"
    until(lambda: project.history(document), "the server has not got the change")
    again = Tagger(context.new_page(), project, document)
    again.saved()
    assert spans(again.state()) == [[0, 1]]
    assert len(project.history(document)) == 1, "what the server has is no change any more"


def serving_again(database: Path, address: str) -> Serving:
    """A server for a database, at the address of one that was there before."""
    made = Serving(database)
    made.config.port = int(address.rpartition(":")[2])
    return made


def test_unsaved_changes_stay_with_their_database(chromium: Browser, tmp_path: Path) -> None:
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    with Serving(second) as server, Project(server.address) as other:
        elsewhere = other.add("The committee met. It was late.")
    with Serving(first) as server, Project(server.address) as project:
        address, document = server.address, project.add(TEXT)
        context = chromium.new_context(base_url=address)
        open_tab, left_tab = (Tagger(context.new_page(), project, document) for _ in range(2))
    for tagger in (open_tab, left_tab):
        tagger.page.bring_to_front()
        tagger.mark(0, 1)
        expect(tagger.saving).to_have_attribute("data-phase", "offline")
    left_tab.page.close()
    assert (other.path, elsewhere) == (project.path, document)
    with serving_again(second, address):
        expect(open_tab.saving).to_contain_text(
            "Not saved: these changes were made to another document"
        )
        Tagger(context.new_page(), other, document).saved(0)
        assert (
            context.request.get(f"/api/v1{other.path}/documents/{document}/annotations").json()[0][
                "head"
            ]
            is None
        )
    with serving_again(first, address):
        Tagger(context.new_page(), project, document).saved(1)
        found = context.request.get(
            f"/api/v1{project.path}/documents/{document}/annotations/annotator"
        ).json()
        assert spans(found["annotation"]) == [[0, 1]]
    context.close()


def refuse_saving(route: Route) -> None:
    if route.request.method in ("PUT", "PATCH"):
        route.abort()
    else:
        route.continue_()


def test_a_refused_state_is_told_and_not_lost(page: Page, project: Project) -> None:
    tagger = Tagger(page, project, project.add(TEXT))
    problem = {"title": "no", "detail": "this project is closed", "status": 403}
    page.route(
        "**/annotations/*", lambda route: route.fulfill(status=403, body=json.dumps(problem))
    )
    before = page.locator("#text .block").first.bounding_box()
    tagger.mark(0, 1)
    expect(tagger.saving).to_have_text("Not saved: this project is closed")
    expect(page.locator("#elsewhere")).to_have_text("Not saved: this project is closed.")
    assert page.locator("#text .block").first.bounding_box() == before, (
        "the message does not push the text aside"
    )
    page.unroute("**/annotations/*")
    page.get_by_role("button", name="Save now").click()
    tagger.saved(1)


def test_any_revision_can_be_brought_back(page: Page, project: Project) -> None:
    tagger = Tagger(page, project, project.add(TEXT))
    tagger.mark(0, 1)
    tagger.saved(1)
    tagger.press("Delete")
    tagger.saved(2)
    page.get_by_role("tab", name="History").click()
    page.locator("#history summary").click()  # both saves are of one session
    page.get_by_role("button", name="Compare and restore").click()
    dialog = page.get_by_role("dialog", name="Revision 1")
    expect(dialog).to_contain_text("1 difference")
    dialog.get_by_role("button", name="Restore revision 1").click()
    tagger.saved(3)
    assert spans(tagger.state()) == [[0, 1]]
    assert project.history(tagger.document)[0]["kind"] == "restore"


def test_another_source_is_only_looked_at(page: Page, project: Project) -> None:
    document = project.add(TEXT, language="en", parser="bundled")
    project.call("POST", f"{project.path}/documents/{document}/resolve", {"resolver": "sieve"})
    tagger = Tagger(page, project, document, query="?source=sieve")
    tagger.press("n", "Delete")
    expect(page.locator("#live")).to_have_text("This annotation is read-only.")
    expect(tagger.active).to_have_text("Ann")


@pytest.mark.parametrize("what", ["mentions", "chains"])
def test_an_annotation_begins_with_what_a_resolver_says(
    page: Page, project: Project, what: str
) -> None:
    tagger = Tagger(page, project, project.add(TEXT, language="en", parser="bundled"))
    page.get_by_role("button", name="Start from").click()
    page.get_by_label("Annotation of").select_option("resolver sieve")
    page.get_by_role("dialog").get_by_label("Include").select_option(what)
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page.locator("#text .m").first).to_have_text("Ann")
    state = tagger.state()
    assert [0, 1] in spans(state)
    assert bool(state["entities"]) == (what == "chains")
