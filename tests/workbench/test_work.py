"""Work in a team: assignments, states, locks, corrections, comments and flags."""

from __future__ import annotations

from typing import Any

from tests.workbench.material import STATE, Team, new_parsed, new_text, saved

LATER: dict[str, Any] = {**STATE, "entities": STATE["entities"][:1]}


def test_assignments_and_states(team: Team) -> None:
    project = team.project()
    admin, annotator = team.signed_in("Admin"), team.signed_in("Annotator")
    documents = [new_text(admin, project, name=name) for name in "abc"]
    numbers = [int(path.rpartition("/")[2]) for path in documents]
    asked = {"documents": numbers[:1], "members": ["Annotator", "Second"]}
    assert admin.post(f"{project}/assignments", json=asked).status_code == 200
    asked = {"members": ["Second", "Annotator"], "each": 1}
    work = admin.post(f"{project}/assignments/distribute", json=asked).json()
    assert [(part["name"], part["person"], part["state"]) for part in work["parts"]] == [
        ("a", "Annotator", "open"),
        ("a", "Second", "open"),
        ("b", "Second", "open"),
        ("c", "Annotator", "open"),
    ]
    base = saved(annotator, documents[0], "Annotator", STATE)
    path = f"{documents[0]}/annotations/Annotator"
    done = {"base": base, "annotation": STATE, "finished": True}
    saved(annotator, documents[2], "Annotator", STATE)
    assert annotator.put(path, json=done).status_code == 200
    own = annotator.get(f"{project}/work").json()
    assert [(part["name"], part["state"]) for part in own["parts"]] == [
        ("a", "finished"),
        ("c", "in work"),
    ], "annotators see their own work"
    [person] = own["people"]
    assert (person["documents"], person["finished"], person["in_work"]) == (2, 1, 1)
    params: dict[str, int | str] = {"document": numbers[0], "member": "Second"}
    assert admin.delete(f"{project}/assignments", params=params).status_code == 200
    assert admin.delete(f"{project}/assignments", params=params).status_code == 404
    assert annotator.post(f"{project}/assignments", json=asked).status_code in (403, 422)
    wrong = {"documents": numbers, "members": ["Other"]}
    assert admin.post(f"{project}/assignments", json=wrong).status_code == 404
    wrong = {"members": ["Second"], "each": 3}
    answer = admin.post(f"{project}/assignments/distribute", json=wrong)
    assert (answer.status_code, "choose more people" in answer.json()["detail"]) == (422, True)


def test_a_locked_document_is_not_changed(team: Team) -> None:
    project = team.project()
    admin, annotator = team.signed_in("Admin"), team.signed_in("Annotator")
    document = new_parsed(admin, project)
    base = saved(annotator, document, "Annotator", STATE)
    assert admin.put(f"{document}/lock", json={"locked": True}).json()["locked"]
    path = f"{document}/annotations/Annotator"
    answer = annotator.put(path, json={"base": base, "annotation": LATER})
    assert (answer.status_code, "is locked" in answer.json()["detail"]) == (409, True)
    answer = annotator.patch(path, json={"base": base, "change": {}})
    assert answer.status_code == 409
    assert not annotator.get(path).json()["mine"]
    exported = annotator.get(f"{project}/export", params={"source": "Annotator"})
    files = {"files": ("a.jsonl", exported.content)}
    answer = annotator.post(f"{project}/import", files=files, data={"source": "Annotator"})
    assert answer.status_code == 409
    saved(admin, document, "adjudication", STATE)
    [part] = admin.get(f"{project}/work").json()["parts"]
    assert part["state"] == "locked"
    admin.put(f"{document}/lock", json={"locked": False})
    saved(annotator, document, "Annotator", LATER, base)


def test_corrections_are_attributed(team: Team) -> None:
    project = team.project()
    adjudicator, annotator = team.signed_in("Adjudicator"), team.signed_in("Annotator")
    document = new_parsed(adjudicator, project)
    base = saved(annotator, document, "Annotator", STATE)
    path = f"{document}/annotations/Annotator"
    shown = adjudicator.get(path).json()
    assert (shown["mine"], shown["correctable"]) == (False, True)
    correction = {"base": base, "annotation": LATER, "correct": True}
    revision = adjudicator.put(path, json=correction).json()["revision"]
    assert (revision["author"], revision["kind"]) == ("Adjudicator", "correction")
    history = annotator.get(f"{path}/revisions").json()
    assert [one["author"] for one in history] == ["Adjudicator", "Annotator"]
    second = team.signed_in("Second")
    assert second.put(path, json=correction).status_code == 404
    plain = {"base": revision["id"], "annotation": STATE}
    assert adjudicator.put(path, json=plain).status_code == 403
    saved(annotator, document, "Annotator", STATE, revision["id"])


def test_threads_and_flags(team: Team) -> None:
    project = team.project()
    admin, annotator, second = (team.signed_in(n) for n in ("Admin", "Annotator", "Second"))
    document = new_parsed(admin, project)
    saved(annotator, document, "Annotator", STATE)
    path = f"{document}/comments"
    new = {
        "source": "Annotator",
        "place": "5-6",
        "words": "She",
        "content": "Who?",
        "flagged": True,
    }
    first = annotator.post(path, json=new).json()
    answer = {"source": "Annotator", "place": "5-6", "content": "Ann.", "thread": first["id"]}
    assert admin.post(path, json=answer).json()["author"] == "Admin"
    assert second.post(path, json=answer).status_code == 404
    params = {"source": "Annotator"}
    listed = annotator.get(path, params=params).json()
    assert [(one["content"], one["thread"]) for one in listed] == [
        ("Who?", None),
        ("Ann.", first["id"]),
    ]
    assert second.get(path, params=params).status_code == 404
    assert [one["words"] for one in admin.get(f"{project}/flags").json()] == ["She"]
    assert second.get(f"{project}/flags").json() == []
    assert second.put(f"{path}/{first['id']}", json={"closed": True}).status_code == 404
    assert admin.put(f"{path}/{first['id']}", json={"closed": True}).json()["closed"]
    assert annotator.get(f"{project}/flags").json() == []
    assert annotator.post(path, json=answer).status_code == 409


def test_comments_that_are_refused(team: Team) -> None:
    project = team.project()
    admin, annotator = team.signed_in("Admin"), team.signed_in("Annotator")
    document = new_parsed(admin, project)
    path = f"{document}/comments"
    for place in ("", "x", "1-2;", "<b>", "1"):
        new = {"source": "Annotator", "place": place, "content": "?"}
        assert annotator.post(path, json=new).status_code == 422
    new = {"source": "Annotator", "place": "0-1", "content": ""}
    assert annotator.post(path, json=new).status_code == 422
    answer = {"source": "Annotator", "place": "0-1", "content": "?", "thread": 99}
    assert annotator.post(path, json=answer).status_code == 404


def test_history_of_work(team: Team) -> None:
    project = team.project()
    admin, annotator, second = (team.signed_in(n) for n in ("Admin", "Annotator", "Second"))
    one, other = new_parsed(admin, project), new_text(admin, project, name="other")
    for path, browser, name, state in (
        (one, annotator, "Annotator", STATE),
        (one, second, "Second", LATER),
        (other, second, "Second", {}),
    ):
        body = {"annotation": state, "finished": True}
        assert browser.put(f"{path}/annotations/{name}", json=body).status_code == 200
    history = admin.get(f"{project}/work/history").json()
    assert [(day["person"], day["finished"]) for day in history["days"]] == [
        ("Annotator", 1),
        ("Second", 2),
    ]
    [point] = history["agreement"]
    assert point["document"] == "parsed" and point["alpha"] == point["recent"] < 1
    asked = {"source": ["Annotator", "Second"]}
    several = admin.get(f"{project}/agreement/several", params=asked).json()["measures"]
    [alpha] = [row for row in several if (row["by"], row["slice"]) == ("document", "parsed")]
    assert point["alpha"] == alpha["agreement"]
    assert annotator.get(f"{project}/work/history").status_code == 403
