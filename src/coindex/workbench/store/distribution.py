"""Distributing documents among annotators."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from coindex.core.errors import CoindexError
from coindex.core.messages import Message


def distributed(
    documents: Sequence[int],
    members: Sequence[str],
    each: int,
    present: Mapping[int, Collection[str]],
) -> dict[int, list[str]]:
    """Additional annotators of each document, so that it has `each` of them.

    The member with fewest documents comes next, in the order of `members`; `present` are the
    annotators that documents have already.
    """
    if not 1 <= each <= len(members):
        raise CoindexError(
            Message(
                "{each} annotators for each document cannot be chosen from {count}: choose "
                "more people, or fewer for each document",
                each=each,
                count=len(members),
            )
        )
    load = {name: sum(name in names for names in present.values()) for name in members}
    chosen: dict[int, list[str]] = {}
    for document in documents:
        having = present.get(document, ())
        free = sorted((name for name in members if name not in having), key=load.__getitem__)
        chosen[document] = free[: max(0, each - len(having))]
        for name in chosen[document]:
            load[name] += 1
    return chosen
