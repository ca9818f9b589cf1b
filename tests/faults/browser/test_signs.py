"""What a chain does not show has a sign in the text, and the signs are explained."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.pages import Project, Tagger

STATE = {
    "mentions": [
        {"parts": [[0, 1]], "kind": "name"},
        {"parts": [[2, 3]], "kind": "name"},
        {"parts": [[4, 5]], "kind": "personal"},
        {"parts": [[6, 8]], "kind": "nominal", "attributes": [["comment", "which one?"]]},
    ],
    "entities": [{"id": "1", "mentions": [0]}, {"id": "2", "mentions": [1, 3]}],
    "links": [
        {"anaphor": 2, "antecedents": [0, 1], "subtype": "split"},
        {"anaphor": 3, "antecedents": [0], "relation": "bridging"},
    ],
}


def test_relations_doubts_and_comments_are_seen(page: Page, project: Project) -> None:
    document = project.add("Ann met Bob . They saw the door")
    project.save(document, STATE)
    tagger = Tagger(page, project, document)
    signed = page.locator("#text .m[data-n]")
    expect(signed).to_have_count(3)
    labels = signed.evaluate_all("(nodes) => nodes.map((node) => node.dataset.n)")
    assert labels == ["1", "+", "1⤳✎"]
    tagger.go(6)
    tagger.press("g", "y")  # it has an antecedent in its chain: that is optional, not the bridging
    expect(signed.last).to_have_attribute("data-n", "1⤳?✎")
    links = [
        (link.get("relation", "identity"), link.get("optional", False))
        for link in tagger.state()["links"]
    ]
    assert links == [("identity", False), ("bridging", False), ("identity", True)]
    tagger.press("?")
    expect(page.locator(".legend")).to_contain_text("bridging or another relation")
