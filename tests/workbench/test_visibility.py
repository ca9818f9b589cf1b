"""What annotators see of a project that shows them only what is assigned to them, and roles that hold in
one project.
"""

from __future__ import annotations

from pathlib import Path

from fastapi.testclient import TestClient

from tests.workbench.material import (
    API,
    PARSED,
    STATE,
    Team,
    client,
    new_parsed,
    new_project,
    new_text,
    saved,
)


def test_what_is_not_assigned_is_hidden_and_locked(team: Team) -> None:
    project = team.project()
    admin, annotator = team.signed_in("Admin"), team.signed_in("Annotator")
    own, other = new_parsed(admin, project), new_text(admin, project, name="other")
    number = int(own.rpartition("/")[2])
    asked = {"documents": [number], "members": ["Annotator"]}
    assert admin.post(f"{project}/assignments", json=asked).status_code == 200
    assert annotator.get(other).status_code == 200, "before the project hides anything"
    only = {"name": "Novels", "assigned_only": True}
    assert admin.put(project, json=only).json()["assigned_only"]
    assert admin.put(project, json={"name": "Novels"}).json()["assigned_only"], "unchanged"

    assert [one["name"] for one in annotator.get(f"{project}/documents").json()] == ["parsed"]
    saved(annotator, own, "Annotator", STATE)
    for path in ("", "/text", "/tokens", "/content", "/annotations", "/comments"):
        assert annotator.get(f"{other}{path}").status_code == 404, path
    assert admin.get(f"{other}/text").status_code == 200
    body: dict[str, object] = {"annotation": {}}
    assert annotator.put(f"{other}/annotations/Annotator", json=body).status_code == 404
    hidden = f"{project}/export?source=Annotator&documents={other.rpartition('/')[2]}"
    assert annotator.get(hidden).status_code == 404
    names = {one["name"] for one in annotator.get(f"{project}/progress").json()}
    assert names == {"parsed"}
    found = annotator.get(f"{project}/search?words=Bob").json()
    assert not found.get("hits")
    file = PARSED.replace("newdoc id = parsed", "newdoc id = other").encode()
    brought = annotator.post(
        f"{project}/import", data={"source": "Annotator"}, files={"files": ("other.conllu", file)}
    )
    assert brought.json().get("unknown") == ["other"], brought.text

    assert admin.delete(f"{project}/assignments?document={number}&member=Annotator").is_success
    assert annotator.get(f"{own}/annotations/Annotator").status_code == 404
    assert admin.get(f"{own}/annotations/Annotator").status_code == 200, "the annotation stays"


def test_a_new_project_of_a_team_hides_what_is_not_assigned(
    team: Team, browser: TestClient
) -> None:
    for person, only in ((team.signed_in("Admin"), True), (browser, False)):
        made = person.post(f"{API}/projects", json={"name": "x"})
        assert made.json().get("assigned_only", False) is only


def test_a_role_holds_in_one_project(team: Team) -> None:
    first, second = team.project("First"), team.project("Second")
    admin, annotator = team.signed_in("Admin"), team.signed_in("Annotator")
    own = f"{first}/members/Annotator"
    assert annotator.put(own, json={"role": "admin"}).status_code == 403
    assert admin.put(own, json={"role": "adjudicator"}).status_code == 200
    text = {"name": "note", "text": "Ann left.", "parser": "none"}
    assert annotator.post(f"{first}/documents", json=text).status_code == 201
    assert annotator.post(f"{second}/documents", json=text).status_code == 403
    assert annotator.delete(f"{first}?confirm=First").status_code == 403
    assert admin.put(own, json={"role": "admin"}).status_code == 200
    assert annotator.put(first, json={"name": "Mine"}).status_code == 200
    assert annotator.get(f"{API}/members").status_code == 403
    assert annotator.post(f"{API}/projects", json={"name": "x"}).status_code == 403
    assert admin.put(own, json={"role": ""}).status_code == 200
    assert annotator.post(f"{first}/documents", json=text).status_code == 403
    hidden = new_project(team.signed_in("Other"), "Hidden")
    assert admin.put(f"{hidden}/members/Annotator", json={"role": "admin"}).status_code == 404


def test_my_work_comes_first(tmp_path: Path) -> None:
    made = Team(tmp_path, pages=True)
    with client(made.app):
        project = made.project()
        admin, annotator = made.signed_in("Admin"), made.signed_in("Annotator")
        for name in ("a", "b", "c"):
            new_text(admin, project, name=name)
        page = project.removeprefix(API)
        documents = {one["name"]: one["id"] for one in admin.get(f"{project}/documents").json()}
        assert "Start: a" in annotator.get(page).text
        for name, finished in (("a", True), ("c", False)):
            path = f"{project}/documents/{documents[name]}/annotations/Annotator"
            annotator.put(path, json={"annotation": STATE, "finished": finished})
        shown = annotator.get(page).text
        assert "1 of 3 finished." in shown
        assert "Continue: c" in shown
        assert "Continue:" not in admin.get(page).text
        annotator.put(
            f"{project}/documents/{documents['a']}/annotations/Annotator", json={"annotation": {}}
        )
        assert admin.get(f"{page}/adjudication").status_code == 200
        assert annotator.get(f"{page}/adjudication").status_code == 403


def test_nobody_is_expected_where_nothing_is_assigned(tmp_path: Path) -> None:
    """The list of documents counts those who are to annotate, not all who could if they saw it."""
    made = Team(tmp_path, pages=True)
    with client(made.app):
        project = made.project()
        admin = made.signed_in("Admin")
        page = project.removeprefix(API)
        new_text(admin, project)
        assert "not assigned" not in admin.get(page).text
        assert admin.put(project, json={"name": "Novels", "assigned_only": True}).is_success
        assert "not assigned" in admin.get(page).text
