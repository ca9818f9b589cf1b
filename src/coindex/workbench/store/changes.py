"""Changes between states of an annotation: computing and applying them.

A state is four lists, of mentions, entities, links and attributes; entities and links name mentions
by their place. A change has, for each list it touches:

- `removed`: places before the change;
- `changed`: pairs of a place before the change and the new row. Of an entity, only what differs:
  its `type`, its `attributes`, the mentions that `joined` (places after the change) or `left`
  (places before it); where mentions join or leave, all of its mentions are then in the order of
  their places;
- `moved`, of mentions only: pairs of a place before and a place after the change;
- `added`: pairs of a place after the change and the new row.

New rows name mentions by places after the change. All others keep their order, and mean the same
mentions as before.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Hashable, Iterable, Sequence
from itertools import pairwise
from typing import Any

from coindex.core.errors import FormatError
from coindex.core.messages import Message

State = dict[str, list[Any]]
Change = dict[str, dict[str, list[Any]]]
Places = list[int | None]
"""Index of each row after a change; `None` if it is removed."""

LISTS = ("mentions", "entities", "links", "attributes")


def apply(state: State, change: Change) -> State:
    """The state after a change; a FormatError if the change does not fit the state."""
    after = replay(state, change)
    entities, links = after.get("entities", []), after.get("links", [])
    wrong = flaw(
        len(after.get("mentions", [])),
        [place for entity in entities for place in entity["mentions"]],
        [place for link in links for place in (link["anaphor"], *link["antecedents"])],
        [entity["id"] for entity in entities],
    )
    empty = next((entity["id"] for entity in entities if not entity["mentions"]), None)
    if wrong or empty is not None:
        raise FormatError(
            Message(
                "change: {wrong}",
                wrong=wrong or f"no mention is left in the entity {empty!r}: remove it",
            )
        )
    return after


def flaw(
    mentions: int, named: Sequence[int | None], linked: Iterable[int | None], ids: Sequence[str]
) -> str:
    """What is wrong with a state; `named` are the indices of mentions in its
    entities, `linked` those in its links.
    """
    if any(place is None for place in (*named, *linked)):
        return "a mention is removed, but an entity or a link still names it"
    if any(place is not None and place >= mentions for place in (*named, *linked)):
        return f"a mention is named by its place in the list, below {mentions}"
    if len(set(named)) < len(named):
        return "a mention is in two entities, or twice in one"
    return "two entities have the same id" if len(set(ids)) < len(ids) else ""


def replay(state: State, change: Change) -> State:
    """The state after a change that was validated when it was first applied."""
    mentions, places = _edit(state.get("mentions", []), change.get("mentions", {}), "mentions")
    edits = change.get("entities", {})
    before = state.get("entities", [])
    entities, links = before, state.get("links", [])
    if change.get("mentions", {}).keys() - {"changed"}:
        entities, links = (
            [_followed(entity, places) for entity in before],
            [_linked(link, places) for link in links],
        )
    changed = [
        [place, _regrouped(_row(before, place, "entities"), new, places)]
        for place, new in edits.get("changed", [])
    ]
    after = {
        "mentions": mentions,
        "entities": _edit(entities, {**edits, "changed": changed}, "entities")[0],
        "links": _edit(links, change.get("links", {}), "links")[0],
        "attributes": _edit(
            state.get("attributes", []), change.get("attributes", {}), "attributes"
        )[0],
    }
    return {name: rows for name, rows in after.items() if rows}


def _edit(rows: list[Any], edits: dict[str, list[Any]], name: str) -> tuple[list[Any], Places]:
    """The rows after a change, and the new indices of the rows before it."""
    if not any(edits.values()):
        return rows, list(range(len(rows)))
    changed, moved, removed = (
        dict(edits.get("changed", [])),
        dict(edits.get("moved", [])),
        set(edits.get("removed", [])),
    )
    for place in (*removed, *changed, *moved):
        _row(rows, place, name)
    if removed & (changed.keys() | moved.keys()):
        raise FormatError(
            Message("change: {name} has a row that is both removed and changed", name=name)
        )
    unmoved = [place for place in range(len(rows)) if place not in removed and place not in moved]
    result = [(place, changed.get(place, rows[place])) for place in unmoved]
    new = [(after, place, changed.get(place, rows[place])) for place, after in moved.items()]
    new += [(after, -1, row) for after, row in edits.get("added", [])]
    if len({after for after, _, _ in new}) < len(new):
        raise FormatError(Message("change: {name} has two rows for one place", name=name))
    # From the first place on, since each `after` is an index into the finished list.
    for after, place, row in sorted(new, key=lambda one: one[0]):
        if after > len(result):
            raise FormatError(
                Message(
                    "change: {name} would have a gap before place {after}", name=name, after=after
                )
            )
        result.insert(after, (place, row))
    places: Places = [None] * len(rows)
    for after, (place, _) in enumerate(result):
        if place >= 0:
            places[place] = after
    return [row for _, row in result], places


def _row(rows: list[Any], place: int, name: str) -> Any:
    if place >= len(rows):
        raise FormatError(
            Message(
                "change: {name} has no place {place}, only {count} rows before the change",
                name=name,
                place=place,
                count=len(rows),
            )
        )
    return rows[place]


def _followed(entity: Any, places: Places) -> Any:
    """An entity with the new indices of its mentions."""
    after = [places[place] for place in entity["mentions"]]
    return entity if after == entity["mentions"] else {**entity, "mentions": after}


def _linked(link: Any, places: Places) -> Any:
    anaphor, antecedents = places[link["anaphor"]], [places[place] for place in link["antecedents"]]
    if anaphor == link["anaphor"] and antecedents == link["antecedents"]:
        return link
    return {**link, "anaphor": anaphor, "antecedents": antecedents}


def _regrouped(entity: Any, edit: dict[str, Any], places: Places) -> Any:
    """An entity after its change."""
    left = set(edit.get("left", []))
    if not left <= set(entity["mentions"]):
        raise FormatError(
            Message(
                "change: a mention that is not in the entity {entity!r} leaves it",
                entity=entity["id"],
            )
        )
    mentions = [places[place] for place in entity["mentions"] if place not in left]
    if left or edit.get("joined"):
        mentions = sorted(
            [*mentions, *edit.get("joined", [])], key=lambda place: -1 if place is None else place
        )
    rest = {name: edit.get(name, entity.get(name)) for name in ("type", "attributes")}
    return {
        "id": entity["id"],
        "mentions": mentions,
        **{name: value for name, value in rest.items() if value},
    }


def difference(before: State, after: State) -> Change:
    """A change that leads from one state to the other."""
    mentions, places = _mentions(before.get("mentions", []), after.get("mentions", []))
    links = [_linked(link, places) for link in before.get("links", [])]
    lists_of = {
        "mentions": mentions,
        "entities": _entities(before.get("entities", []), after.get("entities", []), places),
        "links": _replaced(links, after.get("links", [])),
        "attributes": _replaced(before.get("attributes", []), after.get("attributes", [])),
    }
    change = {
        name: {kind: rows for kind, rows in lists.items() if rows}
        for name, lists in lists_of.items()
    }
    return {name: lists for name, lists in change.items() if lists}


def _mentions(before: list[Any], after: list[Any]) -> tuple[dict[str, list[Any]], Places]:
    """The change of mentions, which are identified by their tokens, and the
    new indices of those before it.
    """
    origins = _origins([_tokens(row) for row in before], [_tokens(row) for row in after])
    # Of the mentions that stay, a longest ascending run counts as unmoved: the fewest moves.
    unmoved = set(_ascending([place for place in origins if place is not None]))
    places: Places = [None] * len(before)
    for now, place in enumerate(origins):
        if place is not None:
            places[place] = now
    change: dict[str, list[Any]] = {
        "removed": [place for place, now in enumerate(places) if now is None],
        "changed": [
            [p, after[now]]
            for p, now in enumerate(places)
            if now is not None and before[p] != after[now]
        ],
        "moved": [
            [place, now]
            for place, now in enumerate(places)
            if now is not None and place not in unmoved
        ],
        "added": [[now, after[now]] for now, place in enumerate(origins) if place is None],
    }
    return change, places


def _tokens(mention: Any) -> Hashable:
    return mention.get("zero"), *(number for part in mention.get("parts", ()) for number in part)


def _entities(before: list[Any], after: list[Any], places: Places) -> dict[str, list[Any]]:
    """The change of entities, identified by their ids; one that moves or has
    unordered mentions is replaced.
    """
    origins = _origins([entity["id"] for entity in before], [entity["id"] for entity in after])
    unmoved = set(_ascending([place for place in origins if place is not None]))
    changed, added = [], []
    for now, place in enumerate(origins):
        edit = (
            _entity_edit(before[place], after[now], places)
            if place is not None and place in unmoved
            else None
        )
        if edit is None:
            added.append([now, after[now]])
            unmoved.discard(-1 if place is None else place)
        elif edit:
            changed.append([place, edit])
    return {
        "removed": [p for p in range(len(before)) if p not in unmoved],
        "changed": changed,
        "added": added,
    }


def _entity_edit(before: Any, after: Any, places: Places) -> dict[str, Any] | None:
    """What differs in an entity; `None` if a change cannot express it."""
    edit: dict[str, Any] = {}
    was, now = [places[place] for place in before["mentions"]], after["mentions"]
    if was != now:
        members = set(now)
        edit["joined"] = sorted(members.difference(was))
        edit["left"] = [place for place in before["mentions"] if places[place] not in members]
        if now != sorted(now) or not (edit["joined"] or edit["left"]):
            return None
    for name, nothing in (("type", ""), ("attributes", [])):
        if before.get(name, nothing) != after.get(name, nothing):
            edit[name] = after.get(name, nothing)
    return {name: value for name, value in edit.items() if value or name in ("type", "attributes")}


def _replaced(before: list[Any], after: list[Any]) -> dict[str, list[Any]]:
    """The change of rows without identity: they are the same, or removed and added."""
    origins = _origins([repr(row) for row in before], [repr(row) for row in after])
    unmoved = set(_ascending([place for place in origins if place is not None]))
    return {
        "removed": [place for place in range(len(before)) if place not in unmoved],
        "added": [[now, after[now]] for now, place in enumerate(origins) if place not in unmoved],
    }


def _origins(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[int | None]:
    """For each row after a change, the index of its counterpart before it;
    equal names are paired in order.
    """
    waiting: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for place, name in enumerate(before):
        waiting[name].append(place)
    return [waiting[name].popleft() if waiting.get(name) else None for name in after]


def _ascending(places: list[int]) -> list[int]:
    """A longest increasing subsequence of the indices: these rows need not move."""
    if all(left < right for left, right in pairwise(places)):
        return places
    ends: list[int] = []  # the smallest index that ends an increasing subsequence of each length
    lengths = []
    for place in places:
        length = bisect_left(ends, place)
        ends[length : length + 1] = [place]
        lengths.append(length)
    result, wanted = [], len(ends) - 1
    for place, length in zip(reversed(places), reversed(lengths), strict=True):
        if length == wanted:
            result.append(place)
            wanted -= 1
    return result[::-1]
