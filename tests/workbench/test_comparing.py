"""Which annotations are compared, and what can be compared before anything is linked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from coindex.workbench.standings import usual_sources
from coindex.workbench.store.revisions import Revision, RevisionCounts
from tests.workbench.material import API, STATE, Team, client, new_parsed, new_text

KINDS = {
    "ana": "annotator",
    "ben": "annotator",
    "cleo": "person",
    "auto": "resolver",
    "gold": "import",
    "adjudication": "adjudication",
}
UNLINKED: dict[str, Any] = {"mentions": STATE["mentions"], "entities": []}


def heads(*rows: str) -> list[Revision]:
    """`ana 1` has annotated the first document; `ana 1 finished` has finished it."""
    made = []
    for row in rows:
        source, document, *finished = row.split()
        made.append(
            Revision(
                1,
                int(document),
                source,
                1,
                None,
                "",
                "",
                "save",
                "",
                bool(finished),
                RevisionCounts(),
            )
        )
    return made


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (["ana 1", "auto 1", "ben 1 finished", "cleo 1 finished"], ["ben", "cleo"]),
        (["ana 1", "auto 1", "ben 1 finished"], ["ana", "ben"]),
        (["ana 1 finished", "ben 2 finished", "cleo 2"], ["ben", "cleo"]),
        (["ana 1 finished", "auto 1", "gold 1"], ["ana", "gold"]),
        (["ana 1", "auto 1", "adjudication 1"], ["ana", "auto"]),
        (["ana 1", "adjudication 1"], ["ana"]),
        ([], []),
    ],
)
def test_people_who_finished_are_compared_first(rows: list[str], expected: list[str]) -> None:
    assert usual_sources(heads(*rows), KINDS) == expected


def test_pages_compare_who_finished(tmp_path: Path) -> None:
    made = Team(tmp_path, pages=True)
    with client(made.app):
        project = made.project()
        people = ("Annotator", "Second", "Adjudicator")
        admin, *browsers = (made.signed_in(name) for name in ("Admin", *people))
        document = new_parsed(admin, project)
        for name, browser, finished in zip(people, browsers, (False, True, True), strict=True):
            body = {"annotation": STATE, "finished": finished}
            assert browser.put(f"{document}/annotations/{name}", json=body).status_code == 200
        page = admin.get(f"{document.removeprefix(API)}/adjudicate").text
        ticked = [line for line in page.splitlines() if 'name="also"' in line]
        assert len(ticked) == 3
        assert [" checked" in line for line in ticked] == ['"Annotator"' not in x for x in ticked]
        page = admin.get(f"{project.removeprefix(API)}/agreement").text
        selected = [line for line in page.splitlines() if "selected>" in line]
        assert any("selected>Second<" in line for line in selected)
        assert not any("selected>Annotator<" in line for line in selected)


def test_mentions_are_compared_before_they_are_linked(team: Team) -> None:
    project = team.project()
    admin = team.signed_in("Admin")
    document = new_parsed(admin, project)
    for name in ("Annotator", "Second"):
        body = {"annotation": UNLINKED}
        put = team.signed_in(name).put(f"{document}/annotations/{name}", json=body)
        assert put.status_code == 200
    asked: dict[str, Any]
    for path, asked in (
        ("agreement", {"a": "Annotator", "b": "Second"}),
        ("agreement/several", {"source": ["Annotator", "Second"]}),
    ):
        answer = admin.get(f"{project}/{path}", params=asked).json()
        assert not answer["chains"]
        assert {one["measure"] for one in answer["measures"]} == {"Mentions"}
        assert answer["measures"][0]["agreement"] == 1


def test_only_finished_documents_show_how_agreement_develops(team: Team) -> None:
    project = team.project()
    admin = team.signed_in("Admin")
    first, other = new_parsed(admin, project), new_text(admin, project, name="other")
    for document, finished in ((first, True), (other, False)):
        for name in ("Annotator", "Second"):
            body = {"annotation": STATE, "finished": finished}
            put = team.signed_in(name).put(f"{document}/annotations/{name}", json=body)
            assert put.status_code == 200
    history = admin.get(f"{project}/work/history").json()
    assert [one["document"] for one in history["agreement"]] == ["parsed"]
