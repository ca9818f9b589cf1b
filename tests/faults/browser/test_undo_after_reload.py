"""Undo and redo reach back over a reload, by the revisions that were saved, and never further than
one's own.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.conftest import Serving
from tests.browser.pages import Project, Tagger
from tests.faults.browser.people import Office
from tests.faults.browser.test_saving import NOTICES, refuse_saving, serving_again, spans

TEXT = "Ann met Bob. She gave him a key."
ANN, BOB, SHE, HIM = [0, 1], [2, 3], [4, 5], [6, 7]
UNDO, REDO = "Control+z", "Control+y"


def reopened(tagger: Tagger) -> None:
    tagger.page.reload()
    tagger.page.locator("html[data-ready]").wait_for()
    tagger.page.locator("#text").focus()


def shown(tagger: Tagger) -> list[Any]:
    """What is saved, and what is on the page."""
    saved = spans(tagger.state())
    expect(tagger.page.locator("#text .m")).to_have_count(len(saved))
    return saved


def marked(page: Page, project: Project, *spans: list[int]) -> Tagger:
    """A revision for each mention."""
    tagger = Tagger(page, project, project.add(TEXT))
    for number, (start, end) in enumerate(spans, 1):
        tagger.mark(start, end)
        tagger.saved(number)
    return tagger


def test_undo_and_redo_go_on_after_a_reload(page: Page, project: Project) -> None:
    tagger = marked(page, project, ANN, BOB, SHE)
    reopened(tagger)
    undo = page.get_by_role("button", name="Undo")
    assert (undo.get_attribute("title") or "").startswith("Undo: revision 3 (")
    tagger.press(UNDO)
    expect(page.locator("#live")).to_contain_text("Undone: revision 3 (")
    assert shown(tagger) == [ANN, BOB]
    reopened(tagger)
    tagger.press(UNDO)
    tagger.saved(5)
    assert shown(tagger) == [ANN]
    reopened(tagger)
    tagger.press(REDO, REDO)
    expect(page.locator("#text .m")).to_have_count(3)
    assert shown(tagger) == [ANN, BOB, SHE]
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    tagger.press(UNDO, UNDO, UNDO, UNDO)
    expect(page.locator("#live")).to_have_text("Nothing to undo.")
    assert shown(tagger) == []
    expect(undo).to_be_disabled()


STEPS = (*"abc", UNDO, UNDO, "d", UNDO, REDO, UNDO, UNDO, REDO, REDO)
PLACES = {"a": ANN, "b": BOB, "c": SHE, "d": HIM}


@pytest.mark.parametrize("reloads", [False, True], ids=["one page", "reloaded at each step"])
def test_steps_lead_to_the_same_states_with_and_without_reloads(
    page: Page, project: Project, reloads: bool
) -> None:
    tagger, states = Tagger(page, project, project.add(TEXT)), []
    for number, step in enumerate(STEPS, 1):
        if step in PLACES:
            tagger.mark(*PLACES[step])
        else:
            tagger.press(step)
        tagger.saved(number)
        states.append(spans(tagger.state()))
        if reloads:
            reopened(tagger)
    assert states == [
        [ANN],
        [ANN, BOB],
        [ANN, BOB, SHE],
        [ANN, BOB],
        [ANN],
        [ANN, HIM],
        [ANN],
        [ANN, HIM],
        [ANN],
        [],
        [ANN],
        [ANN, HIM],
    ]


def test_a_redo_waits_for_the_revisions(page: Page, project: Project) -> None:
    """The key is pressed before the server has answered whether there is something to redo."""
    tagger = marked(page, project, ANN, BOB)
    for number, step in enumerate((UNDO, UNDO, REDO), 3):
        tagger.press(step)
        tagger.saved(number)
    waiting: list[Route] = []

    def wait(route: Route) -> None:
        waiting.append(route)

    page.route("**/annotations/*/revisions", wait)
    with page.expect_request("**/annotations/*/revisions"):
        reopened(tagger)
    tagger.press(REDO)
    for route in waiting:
        route.continue_()
    tagger.saved(6)
    assert shown(tagger) == [ANN, BOB]


def test_several_steps_in_one_revision_are_followed(page: Page, project: Project) -> None:
    """Three undos that are saved together lead to where three steps lead."""
    tagger = marked(page, project, ANN, BOB, SHE, HIM)
    page.route("**/annotations/*", refuse_saving)
    tagger.press(UNDO, UNDO, UNDO)
    expect(tagger.saving).to_have_attribute("data-phase", "offline")
    page.unroute("**/annotations/*")
    tagger.saved(5)
    assert shown(tagger) == [ANN]
    reopened(tagger)
    tagger.press(UNDO)
    tagger.saved(6)
    assert shown(tagger) == []
    reopened(tagger)
    tagger.press(REDO)
    tagger.saved(7)
    assert shown(tagger) == [ANN]


def test_another_browser_finds_the_same_steps(
    chromium: Browser, page: Page, project: Project, server: str
) -> None:
    first = marked(page, project, ANN, BOB)
    page.goto(f"/projects/{project.id}")
    context = chromium.new_context(base_url=server)
    other = Tagger(context.new_page(), project, first.document)
    other.press(UNDO)
    other.saved(3)
    assert shown(other) == [ANN]
    assert [one["kind"] for one in project.history(first.document)] == ["undo", "save", "save"]
    context.close()
    again = Tagger(page, project, first.document)
    again.press(REDO)
    again.saved(4)
    assert shown(again) == [ANN, BOB]


def test_what_was_only_finished_is_no_step(page: Page, project: Project) -> None:
    tagger = marked(page, project, ANN, BOB)
    page.get_by_label("Finished").check()
    tagger.saved(3)
    reopened(tagger)
    tagger.press(UNDO)
    tagger.saved(4)
    assert shown(tagger) == [ANN]


def test_new_work_ends_the_way_forward(page: Page, project: Project) -> None:
    tagger = marked(page, project, ANN, BOB)
    tagger.press(UNDO)
    tagger.saved(3)
    reopened(tagger)
    expect(page.get_by_role("button", name="Redo")).to_be_enabled()
    tagger.mark(*SHE)
    tagger.saved(4)
    expect(page.get_by_role("button", name="Redo")).to_be_disabled()
    tagger.press(REDO)
    expect(page.locator("#live")).to_have_text("Nothing to redo.")
    assert shown(tagger) == [ANN, SHE]


def test_recovered_changes_are_undone_before_what_was_saved(
    context: BrowserContext, project: Project
) -> None:
    tagger = marked(context.new_page(), project, ANN)
    context.route("**/annotations/*", refuse_saving)
    tagger.mark(*BOB)
    expect(tagger.saving).to_have_attribute("data-phase", "offline")
    tagger.page.close()
    context.unroute("**/annotations/*")
    again = Tagger(context.new_page(), project, tagger.document)
    again.saved(2)
    assert shown(again) == [ANN, BOB]
    again.press(UNDO)
    expect(again.page.locator("#live")).to_have_text("Undone: unsaved changes recovered")
    assert shown(again) == [ANN]
    again.press(UNDO)
    expect(again.page.locator("#live")).to_contain_text("Undone: revision 1 (")
    assert shown(again) == []


def test_an_import_is_not_taken_back(page: Page, project: Project, tmp_path: Path) -> None:
    document = project.add(TEXT)
    project.save(document, {"mentions": [{"parts": [ANN]}, {"parts": [SHE]}]}, "adjudication")
    file = tmp_path / "text.jsonl"
    file.write_bytes(project.exported("adjudication"))
    project.save(document, {"mentions": [{"parts": [ANN]}]})
    project.upload(file, "annotator", how="import")
    tagger = Tagger(page, project, document)
    tagger.mark(*BOB)
    tagger.saved(3)
    reopened(tagger)
    tagger.press(UNDO)
    tagger.saved(4)
    assert shown(tagger) == [ANN, SHE]
    tagger.press(UNDO)
    expect(page.locator("#live")).to_have_text(
        "Undo ends here: revision 2 was imported. Earlier revisions can be restored under History."
    )
    assert shown(tagger) == [ANN, SHE]


def test_what_another_person_saved_is_not_undone(office: Office) -> None:
    document = office.add("letter")
    first = office.save("Tove", document, {"mentions": [{"parts": [[0, 1]]}]})
    corrected = {"mentions": [{"parts": [[0, 1]]}, {"parts": [[5, 6]]}]}
    office.save("Ada", document, corrected, "Tove", base=first, correct=True)
    page = office.browser("Tove")
    page.goto(f"{office.path}/documents/{document}")
    page.locator("html[data-ready]").wait_for()
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    page.locator("#text").focus()
    page.keyboard.press(UNDO)
    expect(page.locator("#live")).to_have_text(
        "Undo ends here: revision 2 was saved by Ada. Earlier revisions can be restored under "
        "History."
    )
    expect(page.locator("#text .m")).to_have_count(2)
    page.keyboard.press("n")
    page.keyboard.press("Delete")
    expect(page.locator("#saving")).to_have_attribute("data-revision", "3")
    page.reload()
    page.locator("html[data-ready]").wait_for()
    page.locator("#text").focus()
    for _ in range(2):
        page.keyboard.press(UNDO)
    expect(page.locator("#live")).to_contain_text("revision 2 was saved by Ada")
    expect(page.locator("#text .m")).to_have_count(2)


def test_what_another_person_saves_meanwhile_survives_an_undo(office: Office) -> None:
    """Tove's page does not know of Ada's correction yet: the two are merged, and Tove is told."""
    document = office.add("letter")
    ann, both = [{"parts": [[0, 1]]}], [{"parts": [[0, 1]]}, {"parts": [[2, 3]]}]
    first = office.save("Tove", document, {"mentions": ann})
    second = office.save("Tove", document, {"mentions": both}, base=first)
    page = office.browser("Tove")
    page.goto(f"{office.path}/documents/{document}")
    page.locator("html[data-ready]").wait_for()
    corrected = {"mentions": [*both, {"parts": [[5, 6]]}]}
    office.save("Ada", document, corrected, "Tove", base=second, correct=True)
    page.evaluate(NOTICES)
    page.locator("#text").focus()
    page.keyboard.press(UNDO)
    expect(page.locator("#saving")).to_have_attribute("data-revision", "4")
    assert "Revision 3, saved elsewhere, was merged" in page.evaluate("notices")[0]
    expect(page.locator("#text .m")).to_have_text(["Ann", "She"])
    path = f"{office.path}/documents/{document}/annotations/Tove"
    assert spans(office.call("Tove", "GET", path)["annotation"]) == [[0, 1], [5, 6]]


def test_undo_stays_with_its_database(chromium: Browser, tmp_path: Path) -> None:
    """The server is started again with another database while the page is open."""
    first, second = tmp_path / "first.db", tmp_path / "second.db"
    with Serving(second) as server, Project(server.address) as other:
        elsewhere = other.add("The committee met. It was late.")
        other.save(elsewhere, {"mentions": [{"parts": [[0, 2]]}]})
        both = {"mentions": [{"parts": [[0, 2]]}, {"parts": [[4, 5]]}]}
        path = f"{other.path}/documents/{elsewhere}/annotations/annotator"
        base = other.history(elsewhere)[0]["id"]
        other.call("PUT", path, {"base": base, "annotation": both})
    with Serving(first) as server, Project(server.address) as project:
        address = server.address
        context = chromium.new_context(base_url=address)
        tagger = marked(context.new_page(), project, ANN, BOB)
        reopened(tagger)
    with serving_again(second, address):
        tagger.press(UNDO)
        expect(tagger.page.locator("#live")).to_have_text(
            "This server has a different database open; load the page again."
        )
        expect(tagger.page.locator("#text .m")).to_have_text(["Ann", "Bob"])
        expect(tagger.saving).to_have_attribute("data-phase", "saved")
    context.close()
