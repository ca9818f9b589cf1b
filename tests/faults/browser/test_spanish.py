"""Subjects that Spanish leaves out: shown with the pronoun that could stand
there; added, moved and removed.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from coindex.models.session import available
from tests.browser.pages import Project, Tagger, words

pytestmark = pytest.mark.skipif(not available("es"), reason="there is no Spanish model")

TEXT = "Ana abre la verja y la cierra tras de sí."
#       0   1    2  3     4 5  7      8    9  10; 6 is the subject of cierra
CHAIN = {
    "mentions": [{"parts": [[0, 1]], "kind": "name"}, {"parts": [[6, 7]], "kind": "zero"}],
    "entities": [{"id": "1", "mentions": [0, 1]}],
}


@pytest.fixture
def document(project: Project) -> int:
    return project.add(TEXT, name="verja", language="es", parser="bundled")


def test_a_zero_is_added_linked_moved_and_removed(
    page: Page, project: Project, document: int
) -> None:
    tagger = Tagger(page, project, document)
    tagger.mark(0, 1)
    tagger.go(7)
    tagger.press("z")
    zero = page.locator("#text .m.zero")
    expect(zero).to_have_attribute("data-zero", "∅ él")
    assert tagger.state()["mentions"][1] | {"id": ""} == {
        "id": "",
        "parts": [[6, 7]],
        "kind": "zero",
    }

    tagger.press("l", "1")
    expect(zero).to_have_attribute("data-zero", "∅ ella")
    expect(zero).to_have_attribute(
        "aria-label", "zero pronoun ella before cierra, zero, chain 1, mention 2 of 2"
    )
    expect(page.locator("#mention h2")).to_have_text("“∅ ella”")
    assert words(tagger.state()) == [["[[0, 1]]", "[[6, 7]]"]]

    tagger.go(1)
    tagger.press("e")
    expect(zero).to_have_attribute("data-zero", "∅ ella")
    assert [mention.get("zero") for mention in tagger.state()["mentions"]] == [None, 1]
    tagger.go(7)
    tagger.press("e")
    assert tagger.state()["mentions"][1]["parts"] == [[6, 7]]

    tagger.press("Delete")
    expect(zero).to_have_count(0)
    assert len(tagger.state()["mentions"]) == 1
    tagger.press("Control+z")
    expect(zero).to_have_attribute("data-zero", "∅ ella")


def test_the_cursor_is_seen_at_an_empty_token(page: Page, project: Project, document: int) -> None:
    tagger = Tagger(page, project, document)
    caret = page.locator(".caret")
    expect(caret).to_be_hidden()
    tagger.go(6)
    expect(caret).to_be_visible()
    expect(page.locator("#live")).to_have_text("empty token before cierra")
    tagger.press("ArrowRight")
    expect(caret).to_be_hidden()
    tagger.press("z", "Escape")
    tagger.go(6)
    zero, around = page.locator("#text .m.zero").bounding_box(), caret.bounding_box()
    assert zero is not None and around is not None
    assert around["x"] <= zero["x"] and around["x"] + around["width"] >= zero["x"] + zero["width"]
    tagger.press("Shift+ArrowRight")
    expect(caret).to_be_hidden()


def test_pages_say_what_could_stand_there(page: Page, project: Project, document: int) -> None:
    project.save(document, CHAIN)
    page.goto(f"/projects/{project.id}/documents/{document}/read")
    zero = page.locator("#text-left .m.zero")
    expect(zero).to_have_attribute("data-zero", "∅ ella")
    zero.click()
    expect(page.locator("#why h2")).to_have_text("“∅ ella”")

    page.goto(f"/projects/{project.id}/corpus")
    page.locator("#search [name=resolver]").select_option("annotator")
    page.get_by_role("button", name="Search").click()
    expect(page.locator(".kwic td.words")).to_have_text(["Ana", "∅ ella"])


def test_a_difference_names_the_zero(
    page: Page, project: Project, document: int, tmp_path: Path
) -> None:
    project.save(document, CHAIN)
    other = tmp_path / "verja.inline"
    other.write_text(f"# id: verja\n# language: es\n\n{{ana +Ana+}}{TEXT.removeprefix('Ana')}\n")
    project.upload(other, "Bert", how="import")
    page.goto(f"/projects/{project.id}/documents/{document}/adjudicate?a=annotator&b=Bert")
    page.locator("html[data-walking]").wait_for()
    expect(page.locator(".difference-list")).to_contain_text("∅ ella")


def test_a_resolved_text_shows_its_zeros(page: Page) -> None:
    page.goto("/resolve")
    page.get_by_label("Text", exact=True).fill(TEXT)
    page.get_by_role("button", name="Resolve").click()
    expect(page.locator("#text-left .m.zero")).to_have_attribute("data-zero", "∅ ella")
