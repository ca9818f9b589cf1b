"""Tables of papers, from an empty project and one file."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from fastapi.testclient import TestClient

from tests.workbench.material import API, application, client, new_project
from tests.workbench.test_runs import ended

KEY = (
    "# id: note\n# language: en\n\n{1 +Ann+} lost {2 {1 her} *key*}. {1 She} looked for {2 it}. "
    "{3 +Bob+} found {2 it}, and {3 he} hurt {3 himself}.\n"
)
PAPERS = {
    "rosana-table3": ("Table 3", "PER3"),
    "workbench": ("Workbench", "success published"),
    "disclosure": ("evaluation set", "Standard disclosure, as published"),
    "supar": ("evaluation", "before published"),
}


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    folder = tmp_path_factory.mktemp("server")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COINDEX_CACHE", str(folder / "cache"))
        with client(application(folder)) as made:
            yield made


def started(browser: TestClient, project: str, paper: str, text: str = KEY) -> str:
    answer = browser.post(
        f"{project}/papers", data={"paper": paper}, files={"files": ("note.inline", text.encode())}
    )
    assert answer.status_code == 202, answer.text
    return f"{project}/runs/{answer.json()['id']}"


@pytest.mark.parametrize("paper", PAPERS)
def test_a_file_is_all_that_a_paper_needs(browser: TestClient, paper: str) -> None:
    project = new_project(browser)
    path = started(browser, project, paper)
    run = ended(browser, path)
    assert run["state"] == "finished", run["message"]
    assert {"shown.html", "shown.es.html", "shown.csv"} <= set(run["files"])
    assert browser.get(f"{path}/results?format=csv&table=shown").status_code == 200
    page = browser.get(f"{path}/results?format=markdown&table=shown").text
    assert all(word in page for word in PAPERS[paper]), page


def test_papers_have_the_settings_that_they_print(browser: TestClient) -> None:
    papers = {one["paper"]: one for one in browser.get(f"{API}/papers").json()}
    assert papers.keys() == {
        "Stuckardt 2001, Table 3",
        "Barbu & Mitkov 2001",
        "Byron 2001",
        "Ferrández et al. 2002",
    }
    stuckardt = papers["Stuckardt 2001, Table 3"]
    assert stuckardt["detectors"] == ["nominals(relatives=True)"]
    assert all("profile='2001'" in one for one in stuckardt["resolvers"])
    assert "cogniac(mode='resolve_all')" in papers["Barbu & Mitkov 2001"]["resolvers"]


def test_only_the_documents_of_the_file_count(browser: TestClient) -> None:
    project = new_project(browser)
    first = started(browser, project, "supar")
    second = started(browser, project, "supar")
    ended(browser, first)
    run = ended(browser, second)
    assert run["total"] == 2, "one document, errors left and corrected"
    names = [one["name"] for one in browser.get(f"{project}/documents").json()]
    assert names == ["note", "note (2)"]
    answer = browser.post(f"{project}/papers", data={"paper": "supar", "source": "gold"})
    both = ended(browser, f"{project}/runs/{answer.json()['id']}")
    assert both["total"] == 4, "without a file, all documents that the source has annotated"


@pytest.mark.parametrize(
    ("data", "text", "status", "said"),
    [
        ({"paper": "workbnch"}, KEY, 422, "did you mean 'workbench'"),
        ({"paper": "workbench"}, "", 422, "choose a file"),
        ({"paper": "workbench"}, "Ann left.", 422, "no annotation in the file"),
        ({"paper": "workbench", "source": "nobody"}, "", 404, "no source 'nobody'"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is_stored(
    browser: TestClient, data: dict[str, str], text: str, status: int, said: str
) -> None:
    project = new_project(browser)
    name = "note.inline" if text == KEY else "note.txt" if text else ""
    answer = browser.post(
        f"{project}/papers", data=data, files={"files": (name, text.encode())} if text else None
    )
    assert answer.status_code == status, answer.text
    assert said in answer.json()["detail"]
    assert browser.get(f"{project}/documents").json() == []
