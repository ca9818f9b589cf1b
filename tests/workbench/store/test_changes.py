"""Changes: whatever people do to a state, the change that was told
leads to the same state again.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from coindex.core.errors import FormatError
from coindex.workbench.store import contents
from coindex.workbench.store.changes import apply, difference
from coindex.workbench.store.contents import change_between
from coindex.workbench.store.documents import New
from coindex.workbench.store.errors import Damaged
from coindex.workbench.store.payloads import Payload, dumped, packed
from coindex.workbench.store.revisions import Draft, RecentTexts, RevisionCounts, Revisions
from coindex.workbench.store.store import Store
from coindex.workbench.store.tables import revisions
from tests.width import amount

State = dict[str, Any]


def tidy(state: State) -> State:
    """As it is stored: without what is empty, in the usual order."""
    return {
        name: state[name]
        for name in ("mentions", "entities", "links", "attributes")
        if state.get(name)
    }


class Annotator:
    """Edits a state at random, as people do: marks, deletes, resizes,
    links, unlinks, retypes, comments.
    """

    def __init__(self, draw: random.Random) -> None:
        self._draw, self._ids = draw, 0
        self.state: State = {name: [] for name in ("mentions", "entities", "links", "attributes")}

    def edit(self) -> None:
        edits = [
            self.mark,
            self.mark,
            self.mark,
            self.chain,
            self.chain,
            self.unmark,
            self.resize,
            self.leave,
        ]
        self._draw.choice(
            [*edits, self.link, self.unlink, self.retype, self.comment, self.shuffle]
        )()

    def _any(self, name: str) -> int | None:
        return self._draw.randrange(len(self.state[name])) if self.state[name] else None

    def mark(self) -> None:
        start = self._draw.randrange(40)
        row = (
            {"zero": start}
            if self._draw.random() < 0.1
            else {"parts": [[start, start + self._draw.randint(1, 3)]]}
        )
        self._renamed(self._draw.randint(0, len(self.state["mentions"])), 1)
        self.state["mentions"].insert(self._shift, row)

    def unmark(self) -> None:
        place = self._any("mentions")
        if place is None:
            return
        for entity in self.state["entities"]:
            entity["mentions"] = [other for other in entity["mentions"] if other != place]
        self.state["entities"] = [entity for entity in self.state["entities"] if entity["mentions"]]
        links = self.state["links"]
        self.state["links"] = [
            one for one in links if place not in (one["anaphor"], *one["antecedents"])
        ]
        del self.state["mentions"][place]
        self._renamed(place, -1)

    def _renamed(self, place: int, by: int) -> None:
        """Mentions at or behind a place get other numbers."""
        self._shift = place
        for entity in self.state["entities"]:
            entity["mentions"] = [n + by if n >= place else n for n in entity["mentions"]]
        for link in self.state["links"]:
            link["anaphor"] += by if link["anaphor"] >= place else 0
            link["antecedents"] = [n + by if n >= place else n for n in link["antecedents"]]

    def resize(self) -> None:
        place = self._any("mentions")
        if place is not None and "parts" in self.state["mentions"][place]:
            start = self._draw.randrange(40)
            self.state["mentions"][place] = {
                "parts": [[start, start + 2]],
                "kind": self._draw.choice(["name", "nominal"]),
            }

    def _free(self) -> list[int]:
        taken = {place for entity in self.state["entities"] for place in entity["mentions"]}
        return [place for place in range(len(self.state["mentions"])) if place not in taken]

    def chain(self) -> None:
        free = self._free()
        if not free:
            return
        place = self._any("entities")
        if place is None or self._draw.random() < 0.3:
            self._ids += 1
            self.state["entities"].append(
                {"id": f"e{self._ids}", "mentions": [self._draw.choice(free)]}
            )
        else:
            members = self.state["entities"][place]["mentions"]
            members.append(self._draw.choice(free))
            if self._draw.random() < 0.8:
                members.sort()

    def leave(self) -> None:
        place = self._any("entities")
        if place is None:
            return
        members = self.state["entities"][place]["mentions"]
        members.pop(self._draw.randrange(len(members)))
        if not members:
            del self.state["entities"][place]

    def retype(self) -> None:
        place = self._any("entities")
        if place is not None:
            kept = {name: self.state["entities"][place][name] for name in ("id", "mentions")}
            more = {
                "type": self._draw.choice(["", "person"]),
                "attributes": self._draw.choice([[], [["a", "b"]]]),
            }
            self.state["entities"][place] = kept | {
                name: value for name, value in more.items() if value
            }

    def link(self) -> None:
        if len(self.state["mentions"]) > 1:
            anaphor, *antecedents = self._draw.sample(range(len(self.state["mentions"])), 2)
            self.state["links"].insert(
                self._draw.randint(0, len(self.state["links"])),
                {"anaphor": anaphor, "antecedents": antecedents},
            )

    def unlink(self) -> None:
        place = self._any("links")
        if place is not None:
            del self.state["links"][place]

    def comment(self) -> None:
        self.state["attributes"] = self._draw.choice(
            [[], [["comment", "x"]], [["rulings", "a"], ["comment", "y"]]]
        )

    def shuffle(self) -> None:
        """As when another program writes the same in another order."""
        self._draw.shuffle(self.state["entities"])
        self._draw.shuffle(self.state["links"])
        order = self._draw.sample(range(len(self.state["mentions"])), len(self.state["mentions"]))
        places = {place: now for now, place in enumerate(order)}
        self.state["mentions"] = [self.state["mentions"][place] for place in order]
        for entity in self.state["entities"]:
            entity["mentions"] = [places[place] for place in entity["mentions"]]
        for link in self.state["links"]:
            link["anaphor"] = places[link["anaphor"]]
            link["antecedents"] = [places[place] for place in link["antecedents"]]

    def now(self) -> State:
        copy: State = json.loads(json.dumps(tidy(self.state)))
        return copy


@settings(deadline=None, max_examples=200)
@given(st.integers(0, 2**32), st.integers(0, 30), st.integers(1, 12))
def test_a_change_leads_from_any_state_to_any_other(seed: int, begin: int, edits: int) -> None:
    annotator = Annotator(random.Random(seed))
    for _ in range(begin):
        annotator.edit()
    before = annotator.now()
    for _ in range(edits):
        annotator.edit()
    after = annotator.now()
    copy = dumped(before)
    change = json.loads(dumped(difference(before, after)))
    assert dumped(apply(before, change)) == dumped(after)
    assert dumped(before) == copy, "nothing is changed in place"
    assert difference(after, after) == {}


@pytest.mark.parametrize("seed", range(amount(1, 20)))
def test_every_revision_is_read_back_exactly(tmp_path: Path, seed: int) -> None:
    """Random edits, one revision each; then all of them, by a store that has none in memory."""
    store = Store(tmp_path / "store.db")
    project = store.projects.add("Novels")
    document = store.documents.add(project.id, New("chapter", {}, 40)).id
    source = store.revisions.source(project.id, "ann", "annotator")
    annotator, base, saved = Annotator(random.Random(seed)), None, {}
    for _ in range(40):
        annotator.mark()
    for number in range(250):
        annotator.edit()
        state = annotator.now()
        revision = store.revisions.save(
            document, source, Draft(state, RevisionCounts(), base, comment=str(number))
        )
        base = revision.id
        saved[base] = dumped(state)
    fresh = Revisions(store.database)
    assert {
        id: fresh.text(id) for id in random.Random(seed).sample(list(saved), len(saved))
    } == saved
    with store.database.reading() as connection:
        deepest, differences = connection.execute(
            select(func.max(revisions.c.depth), func.count().filter(revisions.c.depth > 0))
        ).one()
    assert 10 < deepest <= contents.DEEPEST
    assert differences > 200, "most of them are stored as differences"
    store.close()


def test_a_change_is_small_where_little_changes() -> None:
    before: State = {
        "mentions": [{"parts": [[n, n + 1]]} for n in range(5_000)],
        "entities": [
            {"id": "e1", "mentions": list(range(0, 4_000, 2))},
            {"id": "e2", "mentions": [1]},
        ],
    }
    after = json.loads(json.dumps(before))
    after["entities"][0]["mentions"] = sorted([*after["entities"][0]["mentions"], 4_001])
    assert difference(before, after) == {"entities": {"changed": [[0, {"joined": [4_001]}]]}}
    marked = json.loads(json.dumps(before))
    marked["mentions"].insert(10, {"parts": [[9, 12]]})
    for entity in marked["entities"]:
        entity["mentions"] = [n + (n >= 10) for n in entity["mentions"]]
    assert difference(before, marked) == {"mentions": {"added": [[10, {"parts": [[9, 12]]}]]}}


BASE: State = {
    "mentions": [{"parts": [[n, n + 1]]} for n in range(4)],
    "entities": [{"id": "e1", "mentions": [0, 2]}],
    "links": [{"anaphor": 3, "antecedents": [1]}],
}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"mentions": {"removed": [4]}}, "mentions has no place 4"),
        ({"mentions": {"removed": [2]}}, "still names it"),
        ({"mentions": {"removed": [1]}}, "still names it"),
        ({"mentions": {"added": [[9, {"parts": [[5, 6]]}]]}}, "gap"),
        ({"mentions": {"added": [[0, {}], [0, {}]]}}, "two rows for one place"),
        ({"mentions": {"removed": [1], "changed": [[1, {}]]}}, "removed and changed"),
        ({"entities": {"changed": [[1, {"joined": [1]}]]}}, "entities has no place 1"),
        ({"entities": {"changed": [[0, {"left": [1]}]]}}, "not in the entity"),
        ({"entities": {"changed": [[0, {"joined": [2]}]]}}, "twice in one"),
        ({"entities": {"changed": [[0, {"joined": [4]}]]}}, "below 4"),
        (
            {"entities": {"changed": [[0, {"left": [0, 2]}]]}},
            "no mention is left in the entity 'e1'",
        ),
        ({"entities": {"added": [[1, {"id": "e1", "mentions": [1]}]]}}, "the same id"),
        ({"links": {"added": [[1, {"anaphor": 7, "antecedents": [1]}]]}}, "below 4"),
    ],
)
def test_a_change_that_does_not_fit_is_refused(change: Any, reason: str) -> None:
    with pytest.raises(FormatError, match=reason):
        apply(BASE, change)


def test_a_damaged_change_is_noticed() -> None:
    change = difference(BASE, {"mentions": BASE["mentions"]})
    whole = packed(BASE)
    after = packed({"mentions": BASE["mentions"]})
    good = Payload(packed(change).content, after.checksum)
    assert contents.restored([whole, good]) == dumped({"mentions": BASE["mentions"]})
    wrong: list[Any] = [
        {},
        {"mentions": {"removed": [99]}},
        {"entities": {"changed": [[0, "x"]]}},
        [1],
    ]
    for told in wrong:
        with pytest.raises(Damaged):
            contents.restored([whole, Payload(packed(told).content, after.checksum)])


def test_what_is_no_state_is_stored_in_full() -> None:
    assert change_between({"number": 1}, {"number": 2}, '{"number":2}') is None
    assert change_between({}, {"mentions": []}, '{"mentions":[]}') is None, (
        "an empty list would be lost"
    )
    long = dict(BASE, attributes=[["comment", "x" * 100]])
    assert change_between(BASE, long, dumped(long)) is None, "as long as the state itself"
    assert change_between(BASE, BASE, dumped(BASE)) == {}


def test_states_in_memory_are_as_many_as_there_is_room_for() -> None:
    recent = RecentTexts(299)
    for number in range(10):
        recent.put(number, json.dumps(["x" * 96]))
    assert [number for number in range(10) if recent.text(number) is not None] == [8, 9], (
        "three are just too many"
    )
    assert recent.text(8) == '["' + "x" * 96 + '"]'
    recent.put(10, "[1]")
    assert recent.text(9) is not None
    assert recent.value(10, "[1]") is recent.value(10, "[1]"), "parsed once"
    recent.value(8, recent.text(8) or "")
    assert recent.text(8) is None, "its value alone is larger than the room"
    assert recent.text(10) is None
    recent.put(11, "[2]", [2])
    recent.drop(11)
    assert recent.text(11) is None
