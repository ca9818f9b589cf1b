"""Chains of head tokens, with the interface of coreferee's `doc._.coref_chains`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from spacy.tokens import Doc, SpanGroup, Token

from coindex.core.annotation import Relation
from coindex.integrations.spacy.groups import HEADS, own_groups
from coindex.pipeline.result import Result


@dataclass(frozen=True, repr=False)
class ChainMention:
    """The head of a mention, or the heads of those that are mentioned together."""

    token_indexes: list[int]
    pretty_representation: str

    @property
    def root_index(self) -> int:
        return self.token_indexes[0]

    def __len__(self) -> int:
        return len(self.token_indexes)

    def __getitem__(self, place: Any) -> Any:
        return self.token_indexes[place]

    def __iter__(self) -> Iterator[int]:
        return iter(self.token_indexes)

    def __repr__(self) -> str:
        return repr(self.token_indexes)


@dataclass(frozen=True, repr=False)
class Chain:
    """The mentions of one entity."""

    index: int
    mentions: list[ChainMention]
    most_specific_mention_index: int

    def __len__(self) -> int:
        return len(self.mentions)

    def __getitem__(self, place: int) -> ChainMention:
        return self.mentions[place]

    def __iter__(self) -> Iterator[ChainMention]:
        return iter(self.mentions)

    def __repr__(self) -> str:
        return f"{self.index}: {', '.join(map(repr, self.mentions))}"

    @property
    def pretty_representation(self) -> str:
        mentions = ", ".join(mention.pretty_representation for mention in self.mentions)
        return f"{self.index}: {mentions}"

    def mentions_together(self, token: int) -> ChainMention | None:
        """The mention of several tokens, unless this is one of them."""
        several = (one for one in self.mentions if len(one) > 1 and token not in one)
        return next(several, None)


class ChainHolder(Sequence[Chain]):
    """The chains of a document, or those that a token is in."""

    def __init__(self, chains: Iterable[Chain]) -> None:
        self.chains = list(chains)

    def __len__(self) -> int:
        return len(self.chains)

    def __getitem__(self, place: Any) -> Any:
        return self.chains[place]

    def __repr__(self) -> str:
        return repr(self.chains)

    @property
    def pretty_representation(self) -> str:
        return "; ".join(chain.pretty_representation for chain in self.chains)

    def print(self) -> None:
        """Print a line for each chain."""
        print("\n".join(chain.pretty_representation for chain in self.chains))  # noqa: T201

    @cached_property
    def by_token(self) -> dict[int, list[Chain]]:
        """The chains of each head token."""
        chains: dict[int, list[Chain]] = {}
        for chain in self.chains:
            for token in dict.fromkeys(token for mention in chain for token in mention):
                chains.setdefault(token, []).append(chain)
        return chains

    def resolve(self, token: Token) -> list[Token] | None:
        """The heads of the most specific mentions of what a token refers to; `None` if that is
        the token itself.
        """
        heads = _specific(chains_of_document(token.doc).by_token, token.i, frozenset())
        return None if heads <= {token.i} else [token.doc[head] for head in sorted(heads)]


def _specific(
    chains: dict[int, list[Chain]], token: int, visited: frozenset[int]
) -> frozenset[int]:
    if token in visited:
        return frozenset({token})
    visited |= {token}
    own = chains.get(token, [])
    for chain in own:
        together = chain.mentions_together(token)
        if together is not None:
            parts = (_specific(chains, part, visited) for part in together)
            return frozenset().union(*parts)
    alone = [chain for chain in own if all(len(mention) == 1 for mention in chain)]
    if alone:
        chain = alone[0]
        return frozenset({chain[chain.most_specific_mention_index].root_index})
    return frozenset({token})


_CHAINS = "coindex_chains"


def chains_of_document(doc: Doc) -> ChainHolder:
    """The chains of a document, computed on first use."""
    holder = doc.user_data.get(_CHAINS)
    if not isinstance(holder, ChainHolder):
        holder = doc.user_data[_CHAINS] = ChainHolder(_chains(doc))
    return holder


def forget_chains(doc: Doc) -> None:
    doc.user_data.pop(_CHAINS, None)


def _chains(doc: Doc) -> Iterator[Chain]:
    drafts = [_draft(doc, group) for group in own_groups(doc)]
    result = doc._.coindex
    if isinstance(result, Result):
        _add_groups(doc, result, drafts)
    drafts.sort(key=lambda draft: draft[0][0])
    for number, (mentions, specific) in enumerate(drafts):
        yield Chain(number, [_mention(doc, tokens) for tokens in mentions], specific)


Draft = tuple[list[list[int]], int]
"""The tokens of each mention, and which mention is the most specific one."""


def _draft(doc: Doc, group: SpanGroup) -> Draft:
    heads = group.attrs.get(HEADS)
    if heads is None or len(heads) != len(group):  # changed since by other code
        return [[span.root.i if doc.has_annotation("DEP") else span.end - 1] for span in group], 0
    return [list(tokens) for tokens in heads], int(group.attrs.get("specific", 0))


def _add_groups(doc: Doc, result: Result, drafts: list[Draft]) -> None:
    """What a split antecedent means: *Ann met Bob. They left* is a chain `[Ann; Bob], They`."""
    tokens = result.document.tokens

    def spacy_head(mention: Any) -> int | None:
        token = None if mention.head is None else tokens[mention.head]
        if token is None or token.empty:
            return None
        span = doc.char_span(token.start, token.end, alignment_mode="expand")
        return None if span is None else int(span.start)

    for link in result.annotation.links:
        if link.relation is Relation.IDENTITY and len(link.antecedents) > 1:
            parts = [spacy_head(mention) for mention in link.antecedents]
            together = [part for part in parts if part is not None]
            anaphor = spacy_head(link.anaphor)
            if anaphor is None or len(together) < 2:
                continue
            chain = next((one for one, _ in drafts if [anaphor] in one), None)
            if chain is None:
                drafts.append(([together, [anaphor]], 0))
            # A chain has one group at most: a second one would contradict the first.
            elif all(len(heads) == 1 for heads in chain):
                chain.insert(0, together)


def _mention(doc: Doc, tokens: list[int]) -> ChainMention:
    words = [f"{doc[token].text}({token})" for token in tokens]
    return ChainMention(tokens, words[0] if len(words) == 1 else f"[{'; '.join(words)}]")
