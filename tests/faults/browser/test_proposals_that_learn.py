"""A tuned resolver is switched on by an adjudicator and proposes for an annotator, who visits the
least certain anaphors first.
"""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.pages import PATIENCE, Project
from tests.faults.browser.people import KEY, Office
from tests.training.test_tuning import corpus

VOTE = "vote(voters=('subject', 'recent'), weights=(('personal: recent', 3.0),))"


def test_a_tuned_resolver_proposes_once_it_is_switched_on(office: Office) -> None:
    document = office.add("keys")
    office.save("Tove", document, {**KEY, "entities": []})
    part = {"before": 0.6, "after": 0.7, "difference": 0.1, "interval": [-0.01, 0.2], "p": 0.04}
    outcome = {
        "name": "vote",
        "resolver": VOTE,
        "present": "auto",
        "measure": "Success",
        "documents": 9,
        "folds": 3,
        "gain": part,
        "over_present": part,
        "weights": [],
        "signature": "Success|docs:9",
    }
    plan = json.dumps({"task": "tuning"})
    run = office.store.runs.add(office.id, plan, title="tuning of vote", private=True)
    office.store.runs.finish(run.id, {"tuning.json": json.dumps(outcome)}, done=1)

    ada, tove = office.browser("Ada"), office.browser("Tove")
    tove.goto(office.path)
    expect(tove.get_by_role("link", name="Proposals")).to_have_count(0)
    ada.goto(f"{office.path}/proposals")
    row = ada.locator(f"#run-{run.id}")
    for text in ("60.0", "70.0", "+10.0", "-1.0 – +20.0", "may be chance"):
        expect(row).to_contain_text(text)
    row.get_by_role("button", name="Switch on").click()
    expect(row).to_contain_text("switched on")
    expect(ada.get_by_role("button", name="Switch off")).to_be_visible()

    tove.goto(f"{office.path}/documents/{document}")
    tove.locator("html[data-ready]").wait_for()
    tove.get_by_text("Visit …").click()
    tove.get_by_label("Least certain first").check()
    expect(tove.locator("#live")).to_contain_text("least certain come first")
    tove.locator("#text").focus()
    with tove.expect_request(lambda request: request.url.endswith("/proposals")) as asked:
        tove.keyboard.press("Space")
    body = asked.value.post_data_json
    assert body is not None and body["resolver"] == "tuned"
    expect(tove.locator(".m.active")).to_be_visible()
    choice = tove.get_by_label("Proposing resolver")
    expect(choice.locator("option:checked")).to_have_text("tuned to this project")


def test_a_resolver_is_tuned_in_the_background_on_what_is_finished(
    page: Page, project: Project, tmp_path: Path
) -> None:
    file = tmp_path / "smiles.conllu"
    file.write_text(corpus(4))
    documents = [one["id"] for one in project.upload(file, "gold")["documents"]]
    page.goto(f"/projects/{project.id}/proposals")
    expect(page.get_by_text("At least two documents must be marked as finished")).to_be_visible()
    for document in documents:
        path = f"{project.path}/documents/{document}/annotations/annotator"
        body = {"annotation": project.annotation(document, "gold"), "finished": True}
        project.call("PUT", path, body)
    page.reload()
    page.get_by_label("Resolver").select_option("vote")
    page.get_by_role("button", name="Tune on 4 documents").click()
    row = page.get_by_role("row", name="vote").last
    expect(row.get_by_role("cell").nth(1)).to_have_text("4", timeout=5 * PATIENCE)
    expect(row.locator(".whole")).to_contain_text(" – ")
    expect(page.get_by_role("button", name="Tune on 4 documents")).to_be_visible()
