"""Projects, documents, exchange and settings; texts and names that look
like markup; people with accounts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from coindex.workbench.security.passwords import hashed
from tests.browser.conftest import Serving
from tests.browser.pages import PARTS, PATIENCE, Project, Tagger, loaded


def test_a_project_is_made_filled_and_deleted(page: Page, tmp_path: Path) -> None:
    page.goto("/")
    page.get_by_role("textbox", name="Name", exact=True).fill("Harbour")
    page.get_by_label("Description").fill("Texts about a harbour")
    page.get_by_role("button", name="Create project").click()
    loaded(page.get_by_role("heading", name="Harbour"))

    page.get_by_role("textbox", name="Name").fill("first")
    page.get_by_label("Text", exact=True).fill("Ann met Bob. She left.")
    page.get_by_role("button", name="Add document").click()
    loaded(page.get_by_role("row", name="first").filter(has_text="not started"))

    page.get_by_role("textbox", name="Name", exact=True).fill("first")
    page.get_by_label("Text", exact=True).fill("Again.")
    page.get_by_role("button", name="Add document").click()
    expect(page.get_by_role("alert").filter(has_text="already")).to_be_visible()

    file = tmp_path / "second.inline"
    file.write_text("{ann +Ann+} met {bob +Bob+}. {ann She} left.\n---\nann: person\nbob: person\n")
    page.get_by_label("Files of one format").set_input_files(file)
    page.get_by_role("button", name="Upload").click()
    loaded(page.get_by_label("Actions for second"))
    page.get_by_label("Actions for second").click()
    expect(page.get_by_role("row", name="second").get_by_role("link", name="gold")).to_be_visible()
    page.keyboard.press("Escape")

    page.get_by_label("Name of a document").or_(page.get_by_role("searchbox")).fill("FIR")
    expect(page.get_by_role("row", name="second")).to_be_hidden()
    expect(page.locator("#shown-documents")).to_have_text("1 document")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_label("Actions for first").click()
    page.get_by_role("row", name="first").get_by_role("button", name="Archive").click()
    loaded(page.get_by_text("1 archived"))
    page.get_by_text("1 archived").click()
    page.get_by_role("button", name="Restore").click()
    loaded(page.get_by_role("row", name="first"))

    page.get_by_role("link", name="Settings").click()
    loaded(page.get_by_label("Type the project's name"))
    page.get_by_label("Type the project's name").fill("Harbour")
    page.get_by_role("button", name="Delete project").click()
    expect(page).to_have_url(re.compile(r"\d/$"))


def test_losses_are_announced_before_an_export(page: Page, project: Project) -> None:
    document = project.add("Ann met Bob.")
    mentions = [{"parts": [[0, 1]], "attributes": [["comment", "who?"]]}, {"parts": [[2, 3]]}]
    project.save(document, {"mentions": mentions, "entities": [{"id": "1", "mentions": [0, 1]}]})
    page.goto(f"/projects/{project.id}/exchange")
    expect(page.locator("#losses")).to_have_text("1 document; nothing is lost.")
    page.get_by_label("Format").first.select_option("conll")
    expect(page.locator("#losses")).to_contain_text("the format cannot represent")


def test_an_answer_that_comes_too_late_is_not_shown(page: Page, project: Project) -> None:
    document = project.add("Ann met Bob.")
    mentions = [{"parts": [[0, 1]], "attributes": [["comment", "who?"]]}]
    project.save(document, {"mentions": mentions, "entities": [{"id": "1", "mentions": [0]}]})
    kept: list[Route] = []

    def keep(route: Route) -> None:
        kept.append(route)

    page.route("**/export/losses?*format=conll*", keep)
    page.goto(f"/projects/{project.id}/exchange")
    losses = page.locator("#losses")
    expect(losses).to_have_text("1 document; nothing is lost.")
    chosen = page.locator("#export select[name=format]")
    with page.expect_request("**/export/losses?*format=conll*"):
        chosen.select_option("conll")
    chosen.select_option("jsonl")
    expect(losses).to_have_text("1 document; nothing is lost.")
    with page.expect_response("**/export/losses?*format=conll*"):
        kept[0].continue_()
    expect(losses).to_have_text("1 document; nothing is lost.")


def test_annotations_are_imported_as_a_new_revision(
    page: Page, project: Project, tmp_path: Path
) -> None:
    document = project.add("Ann met Bob. She left.", name="greeting", language="en")
    file = tmp_path / "greeting.inline"
    file.write_text(
        "# id: greeting\n\n{ann +Ann+} met {bob +Bob+}. {ann She} left.\n---\nann: person\nbob: "
        "person\n"
    )
    page.goto(f"/projects/{project.id}/exchange")
    page.get_by_label("Files of one format").set_input_files(file)
    page.get_by_role("button", name="Import").click()
    expect(page.locator("#imported")).to_contain_text("1 document imported as annotator.")
    assert len(project.annotation(document)["mentions"]) == 3


def test_every_page_is_usable_on_a_telephone(page: Page, project: Project) -> None:
    document = project.add("Ann met Bob. She left. " * 20)
    page.set_viewport_size({"width": 400, "height": 800})
    project.save(document, {"mentions": [{"parts": [[2, 3]]}]})
    here = f"/projects/{project.id}"
    for path in (
        "/",
        "/resolve",
        "/api",
        *(f"{here}{part}" for part in PARTS),
        f"{here}/documents/{document}/read",
    ):
        page.goto(path, wait_until="networkidle")  # some fetch what they show
        assert page.evaluate("document.documentElement.scrollWidth") <= 400, path
    tagger = Tagger(page, project, document)
    page.locator("#text .block").first.click(position={"x": 15, "y": 18})
    page.locator("#mention").get_by_role("button", name="Mark").click()
    expect(tagger.active).to_have_text("Ann")
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


def test_colours_can_be_chosen(page: Page) -> None:
    page.goto("/")
    paper = "getComputedStyle(document.body).backgroundColor"
    system = page.evaluate(paper)
    page.get_by_role("button", name="Colours: system").click()
    page.get_by_role("button", name="Colours: light").click()
    expect(page.get_by_role("button", name="Colours: dark")).to_be_visible()
    expect(page.locator("body")).not_to_have_css("background-color", system)
    page.reload()
    expect(page.locator("body")).not_to_have_css("background-color", system)


def test_a_page_that_is_not_there_is_still_a_page(page: Page) -> None:
    answer = page.goto("/projects/999999")
    assert answer is not None and answer.status == 404
    expect(page.get_by_role("heading", name="Not found")).to_be_visible()


@pytest.fixture
def team(tmp_path: Path) -> Iterator[Serving]:
    with Serving(tmp_path / "team.db", team=True) as serving:
        members = serving.config.app.state.services.store.members  # type: ignore[union-attr]
        for name, role in (("Ines", "admin"), ("Tove", "annotator")):
            members.add(name, hashed("correct horse battery"), role)
        yield serving


def test_people_sign_in_and_see_their_own_projects(chromium: Browser, team: Serving) -> None:
    context = chromium.new_context(base_url=team.address)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto("/")
    sign_in(page, "Ines")
    page.get_by_role("textbox", name="Name", exact=True).fill("Secret")
    page.get_by_role("button", name="Create project").click()
    loaded(page.get_by_role("heading", name="Secret"))
    address = page.url
    page.get_by_role("link", name="Settings", exact=True).click()
    loaded(page.get_by_label("Type the project's name"))
    page.get_by_role("button", name="Sign out").click()
    loaded(page.get_by_role("heading", name="Sign in"))

    page.get_by_role("textbox", name="Name", exact=True).fill("Tove")
    page.get_by_label("Password").fill("wrong password")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("alert")).to_have_text("name or password is wrong")
    sign_in(page, "Tove")
    expect(page.get_by_text("You are not a member of any project yet")).to_be_visible()
    answer = page.goto(address)
    assert answer is not None and answer.status == 404
    context.close()


def sign_in(page: Page, name: str) -> None:
    page.get_by_role("textbox", name="Name", exact=True).fill(name)
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Sign in").click()
    loaded(page.get_by_role("button", name="Sign out"))


@pytest.mark.parametrize(
    ("path", "instead"), [("/resolve", "add the text to a project"), ("/rewrite", "in parts")]
)
def test_a_text_that_is_too_long_is_refused_and_not_cut(
    page: Page, path: str, instead: str
) -> None:
    text = "Ann left. " * 10_000 + "She"
    page.goto(path)
    field = page.get_by_label("Text", exact=True)
    field.focus()
    page.keyboard.insert_text(text)  # as by pasting, which a limit of the field would cut
    page.locator("form button.primary").first.click()
    problem = page.locator("form .problem").first
    expect(problem).to_contain_text("100,003 characters are more than 100,000")
    expect(problem).to_contain_text(instead)
    expect(field).to_have_value(text)


def test_a_comparison_needs_a_resolver(page: Page, project: Project) -> None:
    page.goto(f"{project.path}/runs")
    page.get_by_text("Choose resolvers one by one …").click()
    page.get_by_role("group", name="Resolvers").get_by_role("button", name="none").click()
    page.get_by_role("button", name="Start comparison").click()
    expect(page.locator("#new-run .problem")).to_have_text("Choose at least one resolver.")
    assert project.call("GET", f"{project.path}/runs") == []


def test_an_empty_file_is_named(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "nothing.txt"
    file.touch()
    page.goto("/resolve")
    page.get_by_label("or files").set_input_files(file)
    page.get_by_role("button", name="Resolve", exact=True).click()
    expect(page.locator("#resolve .problem")).to_have_text("The file nothing.txt is empty.")


def test_the_tables_of_a_paper_take_four_clicks(
    page: Page, project: Project, tmp_path: Path
) -> None:
    """Comparisons, the paper, its file, and the button: everything else is set."""
    file = tmp_path / "note.inline"
    file.write_text("{1 +Ann+} lost {2 {1 her} *key*}. {1 She} looked for {2 it}.\n")
    page.goto(project.path)
    page.get_by_role("link", name="Comparisons").click()
    loaded(page.get_by_role("radio", name="Byron 2001"))
    page.get_by_role("radio", name="Byron 2001").click()
    with page.expect_file_chooser() as asked:
        page.get_by_label("File with the correct annotation").click()
    asked.value.set_files(file)
    page.get_by_role("button", name="Make the tables").click()
    shown = page.locator("#shown")
    expect(shown).to_contain_text("Standard disclosure, as published", timeout=120_000)
    expect(shown).to_contain_text("hobbs: resolution rate")
    expect(page.get_by_role("heading", name="Byron 2001: note.inline")).to_be_visible()


def test_a_preset_chooses_resolvers_and_the_form_says_which(page: Page, project: Project) -> None:
    page.goto(f"{project.path}/runs")
    preset = page.locator("#preset")
    chosen = page.locator("#chosen-resolvers")
    expect(chosen).to_contain_text("Kennedy & Boguraev 1996")
    preset.select_option(label="A first look: a baseline and two that give reasons")
    expect(chosen).to_have_text("3: Multi-pass sieve · ROSANA, Stuckardt 2001 · Nearest")
    page.get_by_text("Choose resolvers one by one …").click()
    page.get_by_label("Hobbs 1978").check()
    expect(preset).to_have_value("")
    expect(chosen).to_contain_text("Hobbs 1978")


def test_what_is_not_chosen_has_no_options(page: Page) -> None:
    page.goto("/resolve")
    options = page.get_by_role("button", name="Options of sieve")
    expect(options).to_be_hidden()
    page.get_by_label("Multi-pass sieve").check()
    expect(options).to_be_visible()
    button = page.get_by_role("button", name="Resolve", exact=True)
    page.get_by_text("More resolvers …").click()
    expect(button).to_be_in_viewport()
