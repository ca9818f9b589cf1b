"""Agreement of three annotators on the page: of all, of each person, by type, with intervals."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.pages import Project

ANNOTATORS = {
    "anna": '{ann:type="person" Ann} lost {key:type="thing" {ann:type="person" her} key} .',
    "bo": '{ann:type="person" Ann} lost {key:type="thing" {ann:type="person" her} key} .',
    "cy": '{ann:type="person" Ann} lost {key:type="thing" {key:type="thing" her} key} .',
}


def test_agreement_of_three_by_person_and_type(
    page: Page, project: Project, tmp_path: Path
) -> None:
    for number in range(3):
        for name, text in ANNOTATORS.items():
            file = tmp_path / f"text{number}.sacr"
            file.write_text(f"{text}\n")
            project.upload(file, name, how="import" if name != "anna" else "documents/upload")
    page.goto(f"/projects/{project.id}/agreement?a=anna&b=bo&also=cy")
    whole = page.get_by_role("table", name="Agreement on 3 documents")
    alpha = whole.get_by_role("row", name="Alpha")
    expect(alpha).to_be_visible()
    expect(alpha.get_by_role("cell").nth(1)).to_have_text(
        alpha.get_by_role("cell").nth(0).inner_text()
        + " – "
        + alpha.get_by_role("cell").nth(0).inner_text()
    )
    chains = whole.get_by_role("row", name="Chains")
    expect(chains.get_by_role("cell").first).not_to_have_text("100.0")

    pairs = page.get_by_role("table", name="Every two sources")
    expect(pairs.get_by_role("row", name="anna and bo")).to_contain_text("100.0")
    people = page.get_by_role("table", name="Each source with the others")
    expect(people.locator("tbody th")).to_have_text(["anna", "bo", "cy"])
    without = page.get_by_role("table", name="Alpha without one of the 3")
    expect(without.get_by_role("row", name="cy").get_by_role("cell").nth(1)).to_have_text("100.0")
    types = page.get_by_role("table", name="Alpha by type of entity")
    expect(types.get_by_role("row", name="person")).to_be_visible()
    kinds = page.get_by_role("table", name="Differences by kind")
    expect(kinds.locator("tbody tr")).to_have_count(1)
    expect(kinds.locator("tbody td")).to_have_text(["3"])
