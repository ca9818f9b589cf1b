"""Agreement and disagreements of three sources."""

from __future__ import annotations

from typing import Any

import pytest

from tests.workbench.material import STATE, Team, new_parsed, new_text, saved

NAMES = ["Annotator", "Second", "Adjudicator"]
APART: dict[str, Any] = {
    **STATE,
    "entities": [{"id": "1", "mentions": [0, 1]}, {"id": "2", "mentions": [2, 3, 4]}],
}


def test_three_sources(team: Team) -> None:
    project = team.project()
    admin = team.signed_in("Admin")
    document = new_parsed(admin, project)
    for name, state in zip(NAMES, (STATE, STATE, APART), strict=True):
        saved(team.signed_in(name), document, name, state)
    answer = admin.get(f"{project}/agreement/several", params={"source": NAMES}).json()
    assert (answer["sources"], answer["documents"]) == (NAMES, ["parsed"])
    values = {(one["by"], one["slice"], one["measure"]): one for one in answer["measures"]}
    assert values["pair", "Annotator and Second", "CoNLL"]["agreement"] == 1
    assert values["without", "Adjudicator", "Alpha"]["agreement"] == 1
    whole, apart = values["", "", "Alpha"], values["pair", "Annotator and Adjudicator", "Alpha"]
    assert apart["agreement"] < whole["agreement"] < 1
    assert {slice for by, slice, _ in values if by == "kind"} >= {"name", "personal"}

    [one] = admin.get(f"{document}/disagreements", params={"source": NAMES}).json()["disagreements"]
    assert (one["words"], one["aspect"], one["parts"]) == ("She", "entity", [[5, 6]])
    assert one["majority"]
    assert one["readings"] == [
        {"saying": "Ann @0", "sources": ["Annotator", "Second"]},
        {"saying": "her key @2", "sources": ["Adjudicator"]},
    ]


def test_documents_that_not_all_have(team: Team) -> None:
    project = team.project()
    admin = team.signed_in("Admin")
    first, second, third = (new_text(admin, project, name=name) for name in "abc")
    for document, names in ((first, NAMES[:2]), (second, NAMES[1:]), (third, NAMES[:1])):
        for name in names:
            saved(team.signed_in(name), document, name, STATE)
    answer = admin.get(f"{project}/agreement/several", params={"source": NAMES}).json()
    assert answer["documents"] == ["a", "b"]
    pairs = {one["slice"] for one in answer["measures"] if one["by"] == "pair"}
    assert pairs == {"Annotator and Second", "Second and Adjudicator"}
    answer = admin.get(f"{second}/disagreements", params={"source": NAMES}).json()
    assert answer["sources"] == ["Second", "Adjudicator"]
    assert admin.get(f"{third}/disagreements", params={"source": NAMES}).status_code == 404


@pytest.mark.parametrize(
    ("names", "status"),
    [(["Annotator"], 422), (["Annotator"] * 2, 409), (["Annotator", "nobody"], 404)],
)
def test_what_cannot_be_compared(team: Team, names: list[str], status: int) -> None:
    project = team.project()
    admin = team.signed_in("Admin")
    document = new_parsed(admin, project)
    saved(team.signed_in("Annotator"), document, "Annotator", STATE)
    for path in (f"{project}/agreement/several", f"{document}/disagreements"):
        assert admin.get(path, params={"source": names}).status_code == status
