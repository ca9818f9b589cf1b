"""Aligns the mentions of the response with those of the key, one-to-one and independently of their
order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from coindex.core.annotation import Mention, in_order
from coindex.core.document import Document
from coindex.core.errors import MissingLayer, SpecError, suggestion
from coindex.core.messages import Message
from coindex.measures.matching import heaviest

VIEWS = ("exact", "head", "min", "partial", "craft", "overlap")


def check_view(view: str) -> None:
    if view not in VIEWS:
        raise SpecError(
            Message(
                "no view is called {view!r}; {suggestion}",
                view=view,
                suggestion=suggestion(view, VIEWS),
            )
        )


def align(
    document: Document, key: Iterable[Mention], response: Iterable[Mention], view: str = "exact"
) -> dict[Mention, Mention]:
    """Map mentions of the response to mentions of the key.

    `exact`: the same tokens. `head`: the same head. `min`: inside the key mention, and containing
    its minimal span (the whole mention, if the key gives none). `partial`: inside the key mention,
    and containing its head (CorefUD). `craft`: a part of it inside the first part of the key
    mention (CRAFT 2019). `overlap`: at least one word in common.

    With `head`, `min` and `partial`, mentions with the same tokens (and head) are partners, and of
    the others those that together cover the largest shares of their key mentions, as in the
    official scorers of CorefUD and Universal Anaphora since 2024; in a tie, the earlier. With
    `overlap`, partners are those that share the most words.
    """
    check_view(view)
    key, response = distinct(key), distinct(response)
    if not key or not response:
        return {}
    if view == "exact":
        return _same_tokens(key, response)
    if view == "overlap":
        return _most_words(key, response)
    if view == "craft":
        return _in_first_part(key, response)
    if view == "head":
        heads = {mention: head_of(document, mention) for mention in {*key, *response}}
        same = {
            mention: partner
            for mention, partner in _same_tokens(key, response).items()
            if heads[mention] == heads[partner]
        }
        return same | _largest_shares(key, response, _same_head(key, response, heads), same)
    same = _same_tokens(key, response)
    core = _minimum if view == "min" else lambda mention: {head_of(document, mention)}
    return same | _largest_shares(key, response, _within(key, response, core), same)


def _same_tokens(key: Sequence[Mention], response: Sequence[Mention]) -> dict[Mention, Mention]:
    by_parts = {mention.parts: mention for mention in key}
    return {mention: by_parts[mention.parts] for mention in response if mention.parts in by_parts}


def distinct(mentions: Iterable[Mention]) -> list[Mention]:
    """The mentions in textual order; of mentions with the same tokens, only the first given."""
    first: dict[object, Mention] = {}
    for mention in mentions:
        first.setdefault(mention.parts, mention)
    return list(in_order(list(first.values())))


def known_head(document: Document, mention: Mention) -> int | None:
    """The head that the source gives, or else the highest token in the tree: the first that depends
    on nothing inside the mention.
    """
    inside = mention.tokens
    if mention.head is not None or len(inside) == 1:
        return mention.head if mention.head is not None else inside[0]
    members = set(inside)
    heads = ((index, document.tokens[index].head) for index in inside)
    return next((index for index, head in heads if head is not None and head not in members), None)


def head_of(document: Document, mention: Mention) -> int:
    """The head of a mention; an error if it is not known."""
    head = known_head(document, mention)
    if head is None:
        words = mention.text(document)
        raise MissingLayer(
            Message(
                "{document}: the head of {words!r} is not known; match with @exact, or "
                "parse the file: coindex parse FILE -o FILE.conllu",
                document=document.id,
                words=words,
            )
        )
    return head


def _same_head(
    key: Sequence[Mention], response: Sequence[Mention], heads: Mapping[Mention, int]
) -> Iterator[tuple[Mention, Mention]]:
    by_head: dict[int, list[Mention]] = {}
    for mention in key:
        by_head.setdefault(heads[mention], []).append(mention)
    for mention in response:
        for partner in by_head.get(heads[mention], ()):
            yield partner, mention


def _minimum(mention: Mention) -> set[int]:
    return set(mention.tokens) if mention.minimum is None else set(range(*mention.minimum))


def _within(
    key: Sequence[Mention], response: Sequence[Mention], core: Callable[[Mention], set[int]]
) -> Iterator[tuple[Mention, Mention]]:
    """Response mentions inside key mentions that contain the core of the key mention."""
    by_token: dict[int, list[Mention]] = {}
    for mention in response:
        for index in mention.tokens:
            by_token.setdefault(index, []).append(mention)
    for mention in key:
        needed, all_of_it = core(mention), set(mention.tokens)
        for partner in by_token.get(min(needed), ()):
            if needed.issubset(partner.tokens) and all_of_it.issuperset(partner.tokens):
                yield mention, partner


_LATER = 1e-9
"""What a partner further on in the text costs: less than any difference between two shares."""


def _largest_shares(
    key: Sequence[Mention],
    response: Sequence[Mention],
    possible: Iterable[tuple[Mention, Mention]],
    taken: Mapping[Mention, Mention],
) -> dict[Mention, Mention]:
    """Partners for the mentions that have none yet, so that the shares of key mentions that they
    cover are largest together; in a tie, the earlier.
    """
    gone = {id(mention) for mention in taken.values()}
    rows = {id(mention): row for row, mention in enumerate(key) if id(mention) not in gone}
    columns = {id(m): column for column, m in enumerate(response) if m not in taken}
    cost = _LATER / (len(key) + len(response))
    edges = []
    for wanted, mention in possible:
        row, column = rows.get(id(wanted)), columns.get(id(mention))
        if row is not None and column is not None:
            words = set(wanted.tokens)
            share = len(words.intersection(mention.tokens)) / len(words)
            edges.append((row, column, share - cost * (row + column)))
    return {response[column]: key[row] for row, column, _ in heaviest(edges)}


def _in_first_part(key: Sequence[Mention], response: Sequence[Mention]) -> dict[Mention, Mention]:
    """As in CRAFT's task: each mention of the response, in textual order, goes with the first one
    of the key whose first part contains a part of it, unless an earlier one has that already.
    """
    partners = _same_tokens(key, response)
    taken = set(partners.values())
    free = [mention for mention in key if mention not in taken]
    for mention in response:
        if mention in partners:
            continue
        for wanted in free:
            first = wanted.parts[0]
            if any(first.start <= part.start and part.end <= first.end for part in mention.parts):
                if wanted not in taken:
                    partners[mention] = wanted
                    taken.add(wanted)
                break
    return partners


def _difference(key: Mention, response: Mention) -> int:
    return 0 if key.parts == response.parts else len(set(key.tokens) ^ set(response.tokens))


def _most_words(key: Sequence[Mention], response: Sequence[Mention]) -> dict[Mention, Mention]:
    """The rank of a pair: shared words first, then as few others as possible, as one integer, so
    that nothing is rounded.
    """
    by_token: dict[int, list[int]] = {}
    for row, mention in enumerate(key):
        for index in mention.tokens:
            by_token.setdefault(index, []).append(row)
    unit = 1 + sum(len(mention.tokens) for mention in (*key, *response))
    edges = []
    for column, mention in enumerate(response):
        shared: dict[int, int] = {}
        for index in mention.tokens:
            for row in by_token.get(index, ()):
                shared[row] = shared.get(row, 0) + 1
        edges += [
            (row, column, words * unit - _difference(key[row], mention))
            for row, words in shared.items()
        ]
    return {response[column]: key[row] for row, column, _ in heaviest(sorted(edges))}
