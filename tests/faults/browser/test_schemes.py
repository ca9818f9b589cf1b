"""The scheme of a project on its page, and in the tagging tool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from tests.browser.pages import PARTS, Project, Tagger


def test_a_scheme_is_entered_and_used(page: Page, project: Project) -> None:
    document = project.add("Ann saw Bob .")
    page.goto(f"/projects/{project.id}/scheme")
    expect(page.get_by_text("This project has no scheme")).to_be_visible()
    page.get_by_label("Scheme to start from").select_option("litbank")
    page.get_by_role("button", name="Use this scheme").click()
    expect(page.get_by_role("heading", name="Annotating as in LitBank")).to_be_visible()
    expect(page.locator("#types tbody tr")).to_have_count(6)

    page.get_by_role("button", name="Add type").click()
    row = page.locator("#types tbody tr").last
    row.get_by_label("Type", exact=True).fill("ANI")
    row.get_by_label("Key").fill("a")
    row.get_by_label("Section of the guidelines").fill("Types")
    page.get_by_role("button", name="Add attribute").click()
    attribute = page.locator("#attributes tbody tr").last
    attribute.get_by_label("Attribute", exact=True).fill("certain")
    attribute.get_by_label("Values, separated by commas").fill("yes, no")
    with page.expect_event("load"):  # the page is loaded again as it was saved
        page.get_by_role("button", name="Save scheme").click()
    expect(page.locator("#types tbody tr")).to_have_count(7)
    stored = project.call("GET", f"{project.path}/scheme")
    assert stored["types"][-1] == {"name": "ANI", "label": "", "key": "a", "section": "Types"}
    assert stored["attributes"][0]["values"] == ["yes", "no"]

    tagger = Tagger(page, project, document)
    tagger.mark(0, 1)
    tagger.press("t", "a")
    expect(page.locator("#saving")).to_have_attribute("data-phase", "saved")
    assert project.annotation(document)["entities"][0]["type"] == "ANI"
    page.get_by_text("Words, entity, links, comment").click()
    page.get_by_role("combobox", name="certain").select_option("no")
    expect(page.locator("#saving")).to_have_attribute("data-phase", "saved")
    assert project.annotation(document)["mentions"][0]["attributes"] == [["certain", "no"]]
    page.locator("#mention").get_by_role("button", name="Guidelines").first.click()
    expect(page.get_by_role("heading", name="Types", exact=True)).to_be_focused()
    expect(page.locator("#guidelines table")).to_be_visible()


def test_any_word_can_be_the_name_of_a_type_and_of_a_mention(page: Page, project: Project) -> None:
    """`constructor` and the like are what all objects of a script have."""
    document = project.add("The constructor left .")
    types = [{"name": "constructor", "key": "c", "section": "constructor"}]
    project.call("PUT", f"{project.path}/scheme", {"types": types, "guidelines": "# Types\n"})
    tagger = Tagger(page, project, document)
    tagger.mark(1, 2)
    tagger.press("t", "c")
    tagger.saved()
    state = project.annotation(document)
    assert state["entities"][0]["type"] == "constructor"
    assert state["mentions"][0].get("kind", "") in ("", "nominal")
    expect(page.locator("#mention")).to_contain_text("constructor")
    expect(page.locator("#mention").get_by_role("button", name="Guidelines")).to_have_count(0)


def test_a_scheme_that_is_wrong_is_not_saved(page: Page, project: Project) -> None:
    page.goto(f"/projects/{project.id}/scheme")
    for _ in range(2):
        page.get_by_role("button", name="Add type").click()
        page.locator("#types tbody tr").last.get_by_label("Type", exact=True).fill("PER")
    page.get_by_role("button", name="Save scheme").click()
    expect(page.locator("#scheme .problem")).to_contain_text("the type 'PER' is there twice")


def test_a_scheme_goes_to_another_project_as_a_file(
    page: Page, project: Project, tmp_path: Path
) -> None:
    page.goto(f"/projects/{project.id}/scheme")
    page.get_by_label("Scheme to start from").select_option("gum")
    page.get_by_role("button", name="Use this scheme").click()
    expect(page.locator("#types tbody tr")).to_have_count(10)
    with page.expect_download() as download:
        page.get_by_role("link", name="Export as TOML").click()
    file = tmp_path / "gum.toml"
    download.value.save_as(file)
    with Project(project.server) as other:
        page.goto(f"/projects/{other.id}/scheme")
        page.get_by_label("File with a scheme").set_input_files(file)
        page.get_by_role("button", name="Import scheme").click()
        expect(page.locator("#types tbody tr")).to_have_count(10)
        theirs, ours = (one.call("GET", f"{one.path}/scheme") for one in (other, project))
        assert theirs == ours
        file.write_text(file.read_text().replace("coindex-scheme/1", "coindex-scheme/9"))
        page.get_by_label("File with a scheme").set_input_files(file)
        page.get_by_role("button", name="Import scheme").click()
        expect(page.locator(".problem", has_text="gum.toml")).to_be_visible()
        assert other.call("GET", f"{other.path}/scheme") == ours


def test_what_is_required_and_what_is_unknown(page: Page, project: Project, tmp_path: Path) -> None:
    document = project.add("Ann saw Bob .")
    scheme = {"name": "strict", "types": [{"name": "person", "key": "p"}], "type_required": True}
    project.call("PUT", f"{project.path}/scheme", scheme)
    tagger = Tagger(page, project, document)
    tagger.mark(0, 1)
    tagger.press("f")
    tagger.saved()
    finished = page.get_by_label("Finished")
    finished.click()
    expect(page.get_by_text("not finished yet")).to_be_visible()
    expect(finished).not_to_be_checked()
    page.locator("#text").focus()
    tagger.press("t", "p")
    tagger.saved()
    finished.check()
    tagger.saved()
    assert project.history(document)[0]["finished"]

    file = tmp_path / "text.sacr"
    file.write_text('{a:type="ship" Ann} saw Bob .\n')
    page.goto(f"/projects/{project.id}/exchange")
    form = page.locator("#import")
    form.get_by_label("Files of one format").set_input_files(file)
    form.get_by_label("Source").fill("other")
    form.get_by_role("button", name="Import").click()
    expect(form.locator(".problem")).to_contain_text("the scheme of the project does not have")


EVIL = (
    "\"'></script><img src=x onerror=document.title='hacked'><svg/onload=document.title='hacked'>"
)
ATTACK: dict[str, Any] = {
    "name": EVIL,
    "guidelines": f"# {EVIL}\n\n[a](javascript:alert(1)) {EVIL}\n",
    "types": [{"name": EVIL, "label": EVIL, "key": "<", "section": EVIL}],
    "attributes": [{"name": EVIL, "values": [EVIL], "section": EVIL}],
    "relations": [{"relation": "bridging", "subtype": EVIL, "label": EVIL, "key": ">"}],
}


def test_scripts_in_a_scheme_stay_text(page: Page, project: Project) -> None:
    """On all pages, in the choices and panels of the tagging tool, and in a report."""
    project.call("PUT", f"{project.path}/scheme", ATTACK)
    document = project.add("Ann met Bob . She saw him .", language="en")
    tagger = Tagger(page, project, document)
    tagger.mark(0, 1)
    tagger.press("t")
    expect(page.get_by_role("dialog")).to_contain_text("onerror")
    tagger.press("<")
    tagger.mark(4, 5)
    tagger.press("l", "1")
    page.get_by_text("Words, entity, links, comment").click()
    page.get_by_role("combobox", name="onerror").select_option(EVIL)
    tagger.saved()
    entity = project.annotation(document)["entities"][0]
    assert (entity["type"], entity["mentions"]) == (EVIL, [0, 1])
    for tab in ("Chains", "History", "Guidelines"):
        page.get_by_role("tab", name=tab).click()
        assert not markup(page), tab
    run = {"corpora": [], "sources": ["annotator"], "resolvers": ["recent"], "draws": 10}
    id = project.call("POST", f"{project.path}/runs", run)["id"]
    page.goto(f"{project.path}/runs/{id}")
    page.get_by_role("link", name="View report").click()
    report = page.frame_locator("iframe.report")
    report.locator("svg").first.wait_for(state="attached")
    assert report.locator("img, [onload], [onerror]").count() == 0
    text = f"{project.path}/documents/{document}"
    for path in (
        *(f"{project.path}{part}" for part in PARTS),
        f"{text}/read?left=annotator",
        f"{text}/adjudicate",
        f"{text}/issues?source=annotator",
        f"{project.path}/corpus?run={id}",
    ):
        page.goto(path, wait_until="networkidle")  # some fetch what they show
        assert not markup(page), path


def markup(page: Page) -> list[str]:
    """Elements that a page made of the markup in the scheme, and the title that a script of it
    would set.
    """
    made = page.locator("img, [onload], [onerror], [href^='javascript']").all()
    titles = ["title"] if page.title() == "hacked" else []
    return [str(one.evaluate("(made) => made.outerHTML")) for one in made] + titles
