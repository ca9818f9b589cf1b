"""Two annotations made from the same one are merged by mention; only
true conflicts are asked about.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page

from tests.browser.pages import Project, Tagger

TEXT = "Ann met Bob. She told him that her key was with Mary."
WORDS = TEXT.replace(".", " .").split()
MERGE = """async ({ folder, path, base, mine, theirs, choices }) => {
  const { merged } = await import(`${folder}/model/merging.js`);
  const { Text } = await import(`${folder}/reader/document.js`);
  const text = await (await fetch(`${path}/text`)).text(), tokens = await (await fetch(`${path}/tokens`)).json();
  const { state, conflicts } = merged(base, mine, theirs, new Text(text, tokens), new Map(choices));
  return { state, conflicts };
}"""


def state(chains: str, **more: Any) -> dict[str, Any]:
    """`"e1: Ann She, Bob"`: mentions by their words, those after an id in one entity."""
    mentions: list[dict[str, Any]] = []
    entities: list[dict[str, Any]] = []
    for chain in filter(None, chains.split(", ")):
        id, colon, words = chain.rpartition(": ")
        places = [len(mentions) + number for number in range(len(words.split()))]
        mentions += [
            {"parts": [[WORDS.index(word), WORDS.index(word) + 1]]} for word in words.split()
        ]
        if colon:
            entities.append({"id": id, "mentions": places})
    return {"mentions": mentions, "entities": entities, **more}


def said(found: dict[str, Any]) -> list[str]:
    """Chains and single mentions by their words, without ids; a mention in an
    entity of its own has a colon.
    """
    words = [WORDS[mention["parts"][0][0]] for mention in found["mentions"]]
    inside = {place for entity in found["entities"] for place in entity["mentions"]}
    chains = [
        " ".join(sorted((words[m] for m in one["mentions"]), key=WORDS.index))
        for one in found["entities"]
    ]
    alone = [word for place, word in enumerate(words) if place not in inside]
    return sorted([chain if " " in chain else f": {chain}" for chain in chains] + alone)


class Merge(NamedTuple):
    page: Page
    folder: str
    path: str

    def __call__(self, base: Any, mine: Any, theirs: Any, **choices: str) -> tuple[Any, list[Any]]:
        """The state that comes of it, and the conflicts; a choice names a
        word, underscore, and the aspect.
        """
        given = {
            "folder": self.folder,
            "path": self.path,
            "base": base,
            "mine": mine,
            "theirs": theirs,
        }
        asked = self.page.evaluate(MERGE, {**given, "choices": []})["conflicts"]
        chosen = [
            [c["id"], choices[f"{c['words']}_{c['aspect']}"]]
            for c in asked
            if f"{c['words']}_{c['aspect']}" in choices
        ]
        answer = self.page.evaluate(MERGE, {**given, "choices": chosen})
        return answer["state"], answer["conflicts"]


@pytest.fixture
def merge(page: Page, project: Project) -> Merge:
    document = project.add(TEXT)
    Tagger(page, project, document)
    script = page.locator("script[type=module][src*=tagging]").get_attribute("src") or ""
    return Merge(
        page, script.rpartition("/tagging/")[0], f"/api/v1{project.path}/documents/{document}"
    )


AGREED = [
    ("", "Ann", "Bob", ["Ann", "Bob"]),
    ("Ann, Bob", "Ann", "Ann, Bob, Mary", ["Ann", "Mary"]),
    (
        "Ann, Bob, She, him",
        "e1: Ann She, Bob, him",
        "e1: Bob him, Ann, She",
        ["Ann She", "Bob him"],
    ),
    (
        "e1: Ann She, Bob",
        "e1: Ann She her, Bob",
        "e1: Ann She, e2: Bob him",
        ["Ann She her", "Bob him"],
    ),
    ("Ann, She, her", "e1: Ann She, her", "Ann, e1: She her", ["Ann She her"]),
    ("Ann, She, her", "e1: Ann She, her", "e1: Ann her, She", ["Ann She her"]),
    ("Ann, She", "e1: Ann She", "e1: Ann She, Bob", ["Ann She", "Bob"]),
    (
        "e1: Ann She, e2: Mary her",
        "e1: Ann Mary She her",
        "e1: Ann She, e2: Mary her Bob",
        ["Ann Bob She her Mary"],
    ),
    (
        "e1: Ann She her",
        "e1: Ann, e2: She her",
        "e1: Ann She her, Bob",
        [": Ann", "Bob", "She her"],
    ),
    ("e1: Ann She her", "e1: Ann her, She", "e1: Ann She her Mary", ["Ann her Mary", "She"]),
    ("e1: Ann She", "Ann, She", "e1: Ann She her", ["Ann", "She her"]),
    ("Ann, She", "e1: Ann, She", "e1: Ann She", ["Ann She"]),
]


def test_what_fits_together_is_merged(merge: Merge) -> None:
    for base, mine, theirs, expected in AGREED:
        for one, other in ((mine, theirs), (theirs, mine)):
            found, conflicts = merge(state(base), state(one), state(other))
            assert (said(found), conflicts) == (sorted(map(in_order, expected)), []), (
                base,
                one,
                other,
            )


def in_order(chain: str) -> str:
    return " ".join(sorted(chain.split(), key=[":", *WORDS].index))


def test_two_antecedents_are_asked_about(merge: Merge) -> None:
    three = state("Ann, Bob, She"), state("e1: Ann She, Bob"), state("e1: Bob She, Ann")
    for side, expected in (("mine", ["Ann She", "Bob"]), ("theirs", ["Ann", "Bob She"])):
        found, (conflict,) = merge(*three, She_antecedent=side)
        assert (conflict["words"], conflict["mine"], conflict["theirs"]) == ("She", "Ann", "Bob")
        assert said(found) == expected


def test_a_mention_that_one_removed_and_the_other_changed_is_asked_about(merge: Merge) -> None:
    base, mine, theirs = state("Ann, Bob, She"), state("Ann, Bob"), state("e1: Ann She, Bob")
    found, (conflict,) = merge(base, mine, theirs)
    assert (conflict["words"], conflict["aspect"], conflict["mine"], conflict["theirs"]) == (
        "She",
        "mention",
        "removed",
        "changed",
    )
    assert said(found) == ["Ann", "Bob"]
    found, _ = merge(base, mine, theirs, She_mention="theirs")
    assert said(found) == ["Ann She", "Bob"]


def described(kind: str, comment: str, links: list[Any], type: str, rulings: str) -> dict[str, Any]:
    return {
        "mentions": [
            {
                "parts": [[0, 1]],
                "kind": kind,
                "attributes": [["comment", comment]] if comment else [],
            },
            {"parts": [[2, 3]]},
        ],
        "entities": [{"id": "e1", "mentions": [0], "type": type}],
        "links": links,
        "attributes": [["rulings", rulings]] if rulings else [],
    }


def test_every_aspect_by_itself(merge: Merge) -> None:
    bridging = {"anaphor": 1, "antecedents": [0], "relation": "bridging"}
    base = described("", "", [], "", "kind 0-1: A")
    mine = described("name", "", [bridging], "", "kind 0-1: A\nkind 2-3: B")
    theirs = described("", "sure?", [], "person", "kind 0-1: A\nspan 4-5: O")
    found, conflicts = merge(base, mine, theirs)
    assert conflicts == []
    ann = found["mentions"][0]
    assert (ann["kind"], ann["attributes"], found["entities"][0]["type"]) == (
        "name",
        [["comment", "sure?"]],
        "person",
    )
    assert [(link["relation"], link["antecedents"]) for link in found["links"]] == [
        ("bridging", [0])
    ]
    assert found["attributes"] == [["rulings", "kind 0-1: A\nkind 2-3: B\nspan 4-5: O"]]

    theirs = described(
        "nominal", "sure?", [bridging | {"antecedents": [0], "optional": True}], "", ""
    )
    mine = described("name", "who?", [bridging], "person", "")
    found, conflicts = merge(base, mine, theirs, Ann_comment="theirs")
    assert {(c["aspect"], c["mine"], c["theirs"]) for c in conflicts} == {
        ("kind", "name", "nominal"),
        ("comment", "who?", "sure?"),
        ("links", "bridging Ann", "optional bridging Ann"),
    }
    ann = found["mentions"][0]
    assert (ann["kind"], ann["attributes"], found["entities"][0]["type"]) == (
        "name",
        [["comment", "sure?"]],
        "person",
    )
