"""Resolving, decisions, proposals: what resolvers say of documents, and
of what an annotator has begun.
"""

from __future__ import annotations

from importlib.metadata import EntryPoint
from typing import Any

import pytest
from fastapi.testclient import TestClient

from coindex.core.document import Document
from coindex.workbench.cache import Cache
from coindex.workbench.editing import parses, proposals
from coindex.workbench.editing.contents import simply_cut
from coindex.workbench.editing.proposals import Passes
from coindex.workbench.editing.resolution import Resolution, resolution
from coindex.workbench.editing.states import State
from tests.workbench.material import (
    API,
    PARSED,
    STATE,
    TEXT,
    new_parsed,
    new_project,
    new_text,
    saved,
)


@pytest.fixture
def document(browser: TestClient) -> str:
    return new_parsed(browser, new_project(browser))


def test_decisions_are_kept_with_the_annotation(browser: TestClient, document: str) -> None:
    made = browser.post(f"{document}/resolve", json={"resolver": "mitkov(window=2)"}).json()
    assert made["source"] == "mitkov"
    mentions = made["annotation"]["mentions"]
    she = next(n for n, mention in enumerate(mentions) if mention["parts"] == [[5, 6]])
    decision = next(one for one in made["decisions"] if one["anaphor"] == she)
    assert mentions[decision["antecedent"]]["parts"] == [[0, 1]]
    assert "refers to “Ann”" in decision["why"]
    assert all({"mention"} <= set(candidate) for candidate in decision["candidates"])
    kept = browser.get(f"{document}/decisions/mitkov").json()
    assert kept["glossary"] == made["glossary"]
    assert made["glossary"]["first"].startswith("givenness: ")
    assert kept["annotation"] == made["annotation"]
    assert kept["decisions"] == made["decisions"]
    again = browser.post(f"{document}/resolve", json={"resolver": "mitkov"}).json()
    assert again["revision"]["number"] == 2


def test_with_the_mentions_of_a_person(browser: TestClient, document: str) -> None:
    saved(browser, document, "annotator", {"mentions": STATE["mentions"]})
    made = browser.post(
        f"{document}/resolve", json={"resolver": "recent", "mentions": "annotator"}
    ).json()
    assert made["source"] == "recent given annotator"
    assert sorted(mention["parts"] for mention in made["annotation"]["mentions"]) == sorted(
        mention["parts"] for mention in STATE["mentions"]
    )
    assert browser.get(f"{document}/annotations/recent given annotator").status_code == 200


def test_what_cannot_be_done_is_said(browser: TestClient, document: str) -> None:
    for resolver in ("nothing", "oracle", "mitkov(colour='red')", "mitkov("):
        answer = browser.post(f"{document}/resolve", json={"resolver": resolver})
        assert answer.status_code == 422, answer.text
    assert browser.post(f"{document}/resolve", json={"mentions": "nobody"}).status_code == 404
    assert browser.get(f"{document}/decisions/annotator").status_code == 404


def test_tokens_without_a_parse_are_parsed_as_they_are(browser: TestClient) -> None:
    document = new_text(browser, new_project(browser), TEXT)
    made = browser.post(f"{document}/resolve", json={"resolver": "recent"})
    assert made.status_code == 200, made.text
    assert (
        max(
            part[1]
            for mention in made.json()["annotation"]["mentions"]
            for part in mention["parts"]
        )
        <= 14
    )


def test_a_text_that_is_not_kept(browser: TestClient) -> None:
    answer = browser.post(
        f"{API}/resolve", json={"text": TEXT, "resolvers": ["recent", "mitkov", "oracle"]}
    ).json()
    assert [one.get("problem", "") != "" for one in answer["attempts"]] == [False, False, True]
    assert answer["tokens"]["starts"][:3] == [0, 4, 9]
    long = {"text": "word " * 30_000}
    assert browser.post(f"{API}/resolve", json=long).status_code == 413


def test_a_text_too_short_to_tell_its_language_is_remarked_on(browser: TestClient) -> None:
    asked = {"text": "Ann left.", "resolvers": ["recent"]}
    (remark,) = browser.post(f"{API}/resolve", json=asked).json()["remarks"]
    assert "parsed as English (choose the language if it is another)" in remark
    assert "remarks" not in browser.post(f"{API}/resolve", json={**asked, "language": "en"}).json()


def test_files_that_are_not_kept(browser: TestClient) -> None:
    """Each document with the annotation that came with it, resolved with its
    mentions or those that are found.
    """
    files = {"files": ("parsed.conllu", PARSED.encode())}
    (plain,) = browser.post(
        f"{API}/resolve/files", files=files, data={"resolvers": ["recent", "nobody"]}
    ).json()
    assert plain["name"] == "parsed"
    assert "given" not in plain
    assert plain["attempts"][0]["result"]["decisions"]
    assert "nobody" in plain["attempts"][1]["problem"]
    marked = {"files": ("a.inline", b"{ann +Ann+} met Bob. {ann She} left.\n---\nann: person\n")}
    (given,) = browser.post(
        f"{API}/resolve/files", files=marked, data={"resolvers": "one", "given": "true"}
    ).json()
    assert len(given["given"]["mentions"]) == 2
    found = given["attempts"][0]
    assert found.get("problem") or len(found["result"]["annotation"]["mentions"]) == 2
    damaged = browser.post(f"{API}/resolve/files", files={"files": ("x.conllu", b"1\tAnn\n")})
    assert damaged.status_code == 422
    assert "x.conllu" in damaged.json()["detail"]
    assert "Count problems" not in damaged.json()["detail"], "the form has no such box"


def test_proposals_number_mentions_as_the_page_does(browser: TestClient, document: str) -> None:
    """Whatever order the page has them in."""
    mentions = STATE["mentions"][::-1]
    asked = {"annotation": {"mentions": mentions}, "anaphor": 1, "resolver": "mitkov"}
    answer = browser.post(f"{document}/proposals", json=asked)
    assert answer.status_code == 200, answer.text
    (decision,) = answer.json()["decisions"]
    assert decision["anaphor"] == 1
    assert mentions[decision["antecedent"]]["parts"] == [[0, 1]]
    assert browser.get(f"{document}/annotations").json()[0]["head"] is None, "nothing was stored"


def test_proposals_build_on_what_was_decided(browser: TestClient, document: str) -> None:
    """SUPAR's tool: a pronoun that the annotator has given another
    antecedent stays so for what follows.
    """
    all_of_them = {"annotation": STATE, "resolver": "recent"}
    decisions = browser.post(f"{document}/proposals", json=all_of_them).json()["decisions"]
    assert {one["anaphor"] for one in decisions} <= set(range(5))
    asked = {"annotation": STATE, "anaphor": 5}
    assert browser.post(f"{document}/proposals", json=asked).status_code == 422


def test_proposals_on_a_revision_need_no_state(browser: TestClient, document: str) -> None:
    """A revision and what was changed in it say the same as the whole state."""
    base = saved(browser, document, "annotator", {"mentions": STATE["mentions"][:4]})
    change = {
        "mentions": {"added": [[4, STATE["mentions"][4]]]},
        "entities": {"added": list(enumerate(STATE["entities"]))},
    }
    whole = {"annotation": STATE, "anaphor": 4, "resolver": "recent"}
    told = {
        "source": "annotator",
        "base": base,
        "change": change,
        "anaphor": 4,
        "resolver": "recent",
    }
    answers = [browser.post(f"{document}/proposals", json=asked) for asked in (whole, told)]
    assert answers[0].json()["decisions"]
    assert answers[0].json() == answers[1].json()
    for wrong, code in (
        ({"source": "annotator", "base": base, "anaphor": 4}, 422),
        ({"source": "annotator", "base": base, "annotation": STATE}, 422),
        ({"source": "annotator"}, 422),
        ({"source": "annotator", "base": base + 1}, 404),
        ({"source": "nobody", "base": base}, 404),
    ):
        assert browser.post(f"{document}/proposals", json=wrong).status_code == code


def test_zero_pronouns_are_proposed_for(browser: TestClient, document: str) -> None:
    state = {
        "mentions": [
            {"parts": [[0, 1]], "kind": "name"},
            {"zero": 6},
            {"parts": [[8, 9]], "kind": "personal"},
        ]
    }
    answer = browser.post(f"{document}/proposals", json={"annotation": state, "resolver": "mitkov"})
    assert answer.status_code == 200, answer.text
    assert {one["anaphor"] for one in answer.json()["decisions"]} <= {0, 1, 2}


def test_a_document_is_parsed_once_for_all_proposals(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = new_text(browser, new_project(browser))
    asked = {
        "annotation": {"mentions": [{"parts": [[0, 1]]}, {"parts": [[5, 6]]}]},
        "resolver": "recent",
    }
    first = browser.post(f"{document}/proposals", json={**asked, "anaphor": 1})
    assert first.status_code == 200, first.text
    monkeypatch.setattr(parses, "Pipeline", None)
    assert (
        browser.post(f"{document}/proposals", json={**asked, "anaphor": 1}).json() == first.json()
    )
    assert browser.post(f"{document}/proposals", json={**asked, "anaphor": 0}).status_code == 200


MENTIONS = [
    {"parts": [[0, 1]], "kind": "name"},
    {"parts": [[2, 3]], "kind": "name"},
    {"parts": [[4, 5]], "kind": "personal"},
    {"parts": [[6, 7]], "kind": "personal"},
]
"""Of *Ann met Bob. She gave him a key.*"""


def proposed(browser: TestClient, document: str, chains: list[list[int]], **more: object) -> Any:
    entities = [{"id": str(number), "mentions": one} for number, one in enumerate(chains)]
    asked = {"annotation": {"mentions": MENTIONS, "entities": entities}, **more}
    answer = browser.post(f"{document}/proposals", json=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_one_pass_proposes_until_a_proposal_is_not_confirmed(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = {"name": "pass", "text": "Ann met Bob. She gave him a key.", "language": "en"}
    project = new_project(browser)
    document = f"{project}/documents/{browser.post(f'{project}/documents', json=text).json()['id']}"
    passes: list[str] = []

    def counted(document: Document, resolver: str, *arguments: Any, **options: Any) -> Resolution:
        passes.append(resolver)
        return resolution(document, resolver, *arguments, **options)

    monkeypatch.setattr(proposals, "resolution", counted)
    (she,) = proposed(browser, document, [], anaphor=2)["decisions"]
    assert she["antecedent"] == 0
    (him,) = proposed(browser, document, [[0, 2]], anaphor=3)["decisions"]
    assert him["antecedent"] == 1
    assert passes == ["auto(size='small')"], "the first one is confirmed, so the second is known"
    proposed(browser, document, [[1, 2]], anaphor=3)
    assert len(passes) == 2, "another antecedent may change the others"
    again = proposed(browser, document, [[0, 2]], resolver="auto")
    assert len(passes) == 2, "taken back: as it was proposed at first"
    monkeypatch.setattr(proposals, "resolution", resolution)
    assert proposed(browser, document, [[0, 2]], resolver="auto", fragmenter="none") == again


def test_people_share_the_pass_over_what_they_confirm(monkeypatch: pytest.MonkeyPatch) -> None:
    """The pass of one who decides otherwise is not given to others."""
    text = parses.with_tokens(Document("text", "Ann met Bob. She gave him a key.", "en"))
    cache, made = Cache(), 0

    def counted(*arguments: Any, **options: Any) -> Resolution:
        nonlocal made
        made += 1
        return resolution(*arguments, **options)

    monkeypatch.setattr(proposals, "resolution", counted)

    def passes(person: str, *chains: list[int]) -> int:
        """How many passes there were before this person has the proposal for *him*."""
        entities = [{"id": str(number), "mentions": one} for number, one in enumerate(chains)]
        state = {"mentions": MENTIONS, "entities": entities}
        given = Passes(cache, "text", person)
        (decision,) = proposals.proposals(text, state, "mitkov", 3, passes=given).decisions
        alone = proposals.proposals(text, state, "mitkov", 3).decisions
        assert [decision] == alone
        return made

    assert passes("ana") == 2, "hers, and the one it is compared with"
    assert passes("ben", [0, 2]) == 3, "he confirms what is proposed"
    assert passes("ben", [1, 2]) == 5
    assert passes("ana", [0, 2]) == 6
    assert passes("ben", [1, 2]) == 7
    assert passes("cleo", [1, 2]) == 9, "nobody sees what another decided"


def test_proposals_come_from_the_bundled_model(
    browser: TestClient, document: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    point = EntryPoint("large", "coindex_large:folder", "coindex.models")
    monkeypatch.setattr("coindex.resolvers.auto.installed_sizes", lambda: {"large": point})
    assert browser.post(f"{document}/proposals", json={"annotation": STATE}).status_code == 200
    asked = {"annotation": STATE, "resolver": "hybrid(size='large')"}
    refused = browser.post(f"{document}/proposals", json=asked)
    assert refused.status_code == 422
    assert "leave out its size" in refused.json()["detail"]


def test_of_a_long_document_only_a_part_is_resolved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proposals, "LONG", 400)
    monkeypatch.setattr(proposals, "BLOCK", 100)
    document = simply_cut(Document("long", "Ann saw him. " * 200, "en"))
    mentions = [{"parts": [[4 * n, 4 * n + 1]], "kind": "name"} for n in range(200)]
    mentions += [{"parts": [[4 * n + 2, 4 * n + 3]], "kind": "personal"} for n in range(200)]
    state = State.model_validate(
        {"mentions": mentions, "entities": [{"id": "x", "mentions": [0, 190]}]}
    )
    seen: list[int] = []

    def watched(document: Document, *arguments: object, **options: object) -> object:
        seen.append(len(document.tokens))
        return resolution(document, *arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr(proposals, "resolution", watched)
    found = proposals.proposals(document, state.stored(), "recent", 390)
    assert seen[0] <= 404
    (decision,) = found.decisions
    assert decision.anaphor == 390
    assert decision.antecedent is not None
    assert state.mentions[decision.antecedent].end <= state.mentions[390].start
