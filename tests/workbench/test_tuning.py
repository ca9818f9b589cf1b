"""Proposals that learn: tuned in the background to what is finished, switched on if they are
better, and used from then on.
"""

from __future__ import annotations

import json
from typing import Any

from fastapi.testclient import TestClient

from tests.training.test_tuning import corpus
from tests.waiting import until
from tests.workbench.material import Team, new_project, new_text, saved

VOTE = "vote(voters=('subject', 'recent'))"


def finished_project(browser: TestClient, documents: int = 6) -> tuple[str, list[str]]:
    """Documents in which *she* is always the woman who was mentioned last."""
    project = new_project(browser)
    files = {"files": ("smiles.conllu", corpus(documents).encode())}
    answer = browser.post(f"{project}/documents/upload", files=files, data={"source": "gold"})
    assert answer.status_code == 201, answer.text
    paths = [f"{project}/documents/{one['id']}" for one in answer.json()["documents"]]
    for path in paths:
        state = browser.get(f"{path}/annotations/gold").json()["annotation"]
        body = {"annotation": state, "finished": True}
        assert browser.put(f"{path}/annotations/annotator", json=body).status_code == 200
    return project, paths


def ended(browser: TestClient, path: str) -> dict[str, Any]:
    def run() -> dict[str, Any] | None:
        answer: dict[str, Any] = browser.get(path).json()
        return answer if answer["state"] in ("finished", "failed", "cancelled") else None

    return until(run, "the tuning has not ended")


def test_a_tuned_resolver_is_switched_on_and_proposes(browser: TestClient) -> None:
    project, documents = finished_project(browser)
    assert browser.get(f"{project}/tuning").json()["finished"] == 6
    asked = {"resolver": VOTE, "folds": 3}
    run = browser.post(f"{project}/tuning", json=asked)
    assert run.status_code == 202, run.text
    id = run.json()["id"]
    early = browser.put(f"{project}/proposer", json={"run": id})
    assert early.status_code == 409, "the gain must be known first"
    assert ended(browser, f"{project}/runs/{id}")["state"] == "finished"
    assert browser.get(f"{project}/runs").json() == [], "it is not a comparison"
    [tuning] = browser.get(f"{project}/tuning").json()["tunings"]
    outcome = tuning["outcome"]
    assert (outcome["gain"]["before"], outcome["gain"]["after"]) == (0, 1)
    assert (outcome["documents"], outcome["folds"], outcome["present"]) == (6, 3, "auto")
    assert "cv:3" in outcome["signature"]

    state = browser.get(f"{documents[0]}/annotations/gold").json()["annotation"]
    alone = {**state, "entities": []}
    asked = {"annotation": alone, "anaphor": 2, "resolver": "tuned"}
    assert browser.post(f"{documents[0]}/proposals", json=asked).status_code == 404
    switched = browser.put(f"{project}/proposer", json={"run": id})
    if outcome["over_present"]["difference"] <= 0:
        assert switched.status_code == 409
        browser.app.state.services.store.proposers.switch_on(1, id, outcome["resolver"])  # type: ignore[attr-defined]
    else:
        assert switched.json()["run"] == id
    [decision] = browser.post(f"{documents[0]}/proposals", json=asked).json()["decisions"]
    assert (decision["anaphor"], decision["antecedent"]) == (2, 1)
    resolved = browser.post(f"{documents[0]}/resolve", json={"resolver": "tuned"}).json()
    assert resolved["source"] == f"vote with the weights of run {id}"
    assert browser.delete(f"{project}/proposer").status_code == 204
    assert browser.delete(f"{project}/proposer").status_code == 404
    assert browser.get(f"{project}/proposer").json() is None


def test_what_is_worse_is_not_switched_on(browser: TestClient) -> None:
    project, _ = finished_project(browser, 2)
    services = browser.app.state.services  # type: ignore[attr-defined]
    number = int(project.rpartition("/")[2])
    run = services.store.runs.add(number, '{"task": "tuning"}', title="tuning", private=True)
    part = {"before": 0.6, "after": 0.6, "difference": 0, "interval": [0, 0], "p": 1}
    outcome = {
        **dict.fromkeys(("name", "resolver", "present", "measure", "signature"), "vote"),
        "documents": 2,
        "folds": 2,
        "gain": part,
        "over_present": part,
        "weights": [],
    }
    services.store.runs.finish(run.id, {"tuning.json": json.dumps(outcome)}, done=1)
    answer = browser.put(f"{project}/proposer", json={"run": run.id})
    assert (answer.status_code, "did not resolve more" in answer.json()["detail"]) == (409, True)


def test_a_tuning_is_cancelled(browser: TestClient) -> None:
    project, _ = finished_project(browser, 2)
    id = browser.post(f"{project}/tuning", json={"resolver": VOTE}).json()["id"]
    assert browser.delete(f"{project}/runs/{id}").json()["state"] == "cancelled"
    [tuning] = browser.get(f"{project}/tuning").json()["tunings"]
    assert (tuning["run"]["state"], tuning["outcome"]) == ("cancelled", None)


def test_what_cannot_be_tuned_is_refused(browser: TestClient) -> None:
    project = new_project(browser)
    answer = browser.post(f"{project}/tuning", json={})
    assert (answer.status_code, "fewer than two" in answer.json()["detail"]) == (409, True)
    for resolver in ("sieve", "vote(voters=('llm',))", "rosana(weights='/etc/passwd')"):
        assert browser.post(f"{project}/tuning", json={"resolver": resolver}).status_code == 422


def test_documents_of_the_training_round_are_left_out(team: Team) -> None:
    project = team.project()
    admin, annotator = team.signed_in("Admin"), team.signed_in("Annotator")
    paths = [new_text(admin, project, name=name) for name in ("a", "b")]
    state = {"mentions": [{"parts": [[0, 1]]}]}
    for path in paths:
        body = {"annotation": state, "finished": True}
        assert annotator.put(f"{path}/annotations/Annotator", json=body).status_code == 200
    saved(admin, paths[0], "adjudication", state)
    assert admin.get(f"{project}/tuning").json()["finished"] == 2
    number = int(paths[0].rpartition("/")[2])
    admin.post(f"{project}/training", json={"documents": [number], "key": "adjudication"})
    assert admin.get(f"{project}/tuning").json()["finished"] == 1


def test_the_least_certain_anaphor_comes_first(browser: TestClient) -> None:
    _, documents = finished_project(browser, 2)
    state = browser.get(f"{documents[0]}/annotations/gold").json()["annotation"]
    asked = {"annotation": {**state, "entities": []}, "resolver": VOTE}
    order = browser.post(f"{documents[0]}/proposals/order", json=asked).json()["anaphors"]
    assert [one["certainty"] for one in order] == sorted(one["certainty"] for one in order)
    assert 2 in {one["anaphor"] for one in order}
    proposed = [one["antecedent"] for one in order if one["antecedent"] is not None]
    assert proposed
    assert max(proposed) < len(state["mentions"])
