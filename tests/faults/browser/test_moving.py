"""Moving in from another tool and out to it, on the pages."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from coindex import formats
from tests.browser.pages import Project
from tests.formats.test_inception import described, formatted, packed
from tests.formats.test_inception import project as archive
from tests.formats.tool_files import chains

SACR = '#textid: keys\n\n{ann:type="person" Ann} lost {key {ann:type="person" her} key} .\n'


def upload(page: Page, file: Path) -> None:
    form = page.locator("#upload")
    form.get_by_label("Files of one format").set_input_files(file)
    form.get_by_role("button", name="Upload").click()


def test_a_project_of_inception_brings_annotators_and_states(
    page: Page, project: Project, tmp_path: Path
) -> None:
    file = tmp_path / "keys.zip"
    description = described(a="ANNOTATION_IN_PROGRESS", b="CURATION_FINISHED")
    file.write_bytes(
        archive(
            **{
                "exportedproject.json": json.dumps(description),
                "annotation/a.txt/cy.json": formatted("[Ann]1 lost [[her]1 key]2 .", "cas_json"),
                "annotation/b.txt/cy.json": formatted("Nobody read [this]1 .", "cas_json"),
            }
        )
    )
    page.goto(f"/projects/{project.id}")
    upload(page, file)
    expect(page.get_by_role("row", name="b").first).to_be_visible()

    page.goto(f"/projects/{project.id}/work")
    people = page.get_by_role("table").first
    expect(people.get_by_role("row")).to_have_count(4)
    states = page.locator("li[data-state]")
    expect(states).to_have_text(
        [
            *("anna: finished, 2 mentions", "bo: in work, 2 mentions"),
            *("cy: in work, 3 mentions", "cy: locked, 1 mention"),
        ],
        use_inner_text=True,
    )
    states.nth(0).get_by_role("link", name="anna").click()
    page.locator("html[data-ready]").wait_for()
    expect(page.locator("#text .m")).to_have_text(["Ann", "her"])

    page.goto(f"/projects/{project.id}/agreement?a=anna&b=bo&also=cy")
    expect(page.get_by_role("row", name="anna and cy")).to_be_visible()


def test_a_damaged_annotation_is_named_and_nothing_is_stored(
    page: Page, project: Project, tmp_path: Path
) -> None:
    file = tmp_path / "keys.zip"
    broken = packed({"cy.json": formatted("[Ann]1 left .", "cas_json")[:-40]})
    file.write_bytes(archive(**{"annotation/a.txt/cy.zip": broken}))
    page.goto(f"/projects/{project.id}")
    upload(page, file)
    problem = page.locator("#upload .problem")
    expect(problem).to_contain_text("keys.zip/annotation/a.txt/cy.zip!/cy.json")
    expect(problem).to_contain_text("repair the file; it may be truncated")
    assert project.call("GET", f"{project.path}/documents") == []


@pytest.mark.parametrize("format", ["sacr", "cas_json", "label_studio", "coref_annotator"])
def test_what_came_in_goes_out_to_another_tool(
    page: Page, project: Project, tmp_path: Path, format: str
) -> None:
    file = tmp_path / "keys.sacr"
    file.write_text(SACR)
    page.goto(f"/projects/{project.id}")
    upload(page, file)
    expect(page.get_by_role("row", name="keys").first).to_be_visible()
    page.goto(f"/projects/{project.id}/exchange")
    page.get_by_label("Annotation of").select_option("gold")
    page.get_by_label("Format").first.select_option(format)
    expect(page.locator("#losses")).not_to_be_empty()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    target = tmp_path / f"out-{download.value.suggested_filename}"
    download.value.save_as(target)
    [item] = formats.read(target)
    assert [words for _, words in chains(item)] == [["Ann", "her"], ["her key"]]
