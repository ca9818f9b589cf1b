"""The page tells the server what was changed, not everything: little, and
enough to get the same state there.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, Request

from coindex.workbench.store.changes import apply
from tests.browser.pages import Project, Tagger

EDITS = (Path(__file__).parent / "edits.js").read_text()
"""Random edits of an annotation; what the page would send after each few of
them, and the state it has then.
"""


def by_name(state: dict[str, Any]) -> dict[str, Any]:
    """What a state says, whatever the order of its lists: mentions by their ids."""
    names = [mention["id"] for mention in state.get("mentions", [])]
    entities = {
        one["id"]: {**one, "mentions": {names[m] for m in one["mentions"]}}
        for one in state.get("entities", [])
    }
    links = [
        {
            **link,
            "anaphor": names[link["anaphor"]],
            "antecedents": [names[m] for m in link["antecedents"]],
        }
        for link in state.get("links", [])
    ]
    return {
        "mentions": {mention["id"]: mention for mention in state.get("mentions", [])},
        "entities": entities,
        "links": sorted(links, key=json.dumps),
        "attributes": state.get("attributes", []),
    }


def test_random_edits_arrive_as_they_were_made(page: Page, project: Project) -> None:
    tagger = Tagger(page, project, project.add("Ann met Bob."))
    script = tagger.page.locator("script[type=module]").last.get_attribute("src") or ""
    folder = script.rpartition("/")[0].rpartition("/")[0]
    for seed in range(1, 6):
        made = page.evaluate(EDITS, {"folder": folder, "seed": seed, "rounds": 60})
        state = made["begun"]
        for sent in made["sent"]:
            assert "change" in sent["body"], "few rows differ"
            state = apply(state, sent["body"]["change"])
            assert by_name(state) == by_name(sent["whole"])
            assert [mention["id"] for mention in state.get("mentions", [])] == sent["order"]


def test_a_save_and_a_question_send_little_however_much_there_is(
    page: Page, project: Project
) -> None:
    document = project.add("Ann met Bob . She gave him a key . " * 101, language="en")
    mentions = [{"parts": [[n, n + 1]], "kind": "personal"} for n in range(1_000)]
    project.save(
        document, {"mentions": mentions, "entities": [{"id": "e1", "mentions": list(range(900))}]}
    )
    sent: dict[str, str] = {}

    def note(request: Request) -> None:
        if request.post_data:
            sent[f"{request.method} {request.url.rpartition('/')[2]}"] = request.post_data

    tagger = Tagger(page, project, document)
    page.on("request", note)
    tagger.go(1_004)
    with page.expect_response("**/proposals"):
        tagger.press("m")
    tagger.saved(2)
    tagger.press("c")
    assert set(sent) == {"PATCH annotator", "POST proposals"}
    assert max(map(len, sent.values())) < 600
    assert len(tagger.state()["mentions"]) == 1_001


def test_what_does_not_fit_is_sent_as_a_whole(page: Page, project: Project) -> None:
    """Restoring another state replaces every row: then the whole state is shorter."""
    document = project.add("Ann met Bob . " * 100)
    project.save(document, {"mentions": [{"parts": [[n, n + 1]]} for n in range(200)]})
    tagger = Tagger(page, project, document)
    tagger.mark(300, 301)
    tagger.saved(2)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.method))
    page.get_by_role("tab", name="History").click()
    page.locator("#history summary").click()  # both saves are of one session
    page.get_by_role("button", name="Compare and restore").click()
    page.get_by_role("button", name="Restore revision 1").click()
    tagger.saved(3)
    assert "PUT" in requests
    page.locator(
        "#text"
    ).focus()  # a closed dialog leaves it on the button behind, until the list is drawn again
    tagger.mark(301, 302)
    tagger.saved(4)
    assert len(tagger.state()["mentions"]) == 201
