"""The dependency forest as an index."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from coindex.core.document import Document, Sentence, Span, Token
from coindex.language.syntax.tree import NONE, forest

Parsed = Callable[..., Document]


def test_subtrees_spans_and_dominance(parsed: Parsed) -> None:
    index = forest(
        parsed(
            "Ann/PROPN/2/nsubj saw/VERB/0/root the/DET/4/det man/NOUN/2/obj in/ADP/6/case "
            "Rome/PROPN/4/nmod"
        )
    )
    assert index.subtree(3) == [2, 3, 4, 5]
    assert index.span(3) == Span(2, 6)
    assert index.dominates(1, 5)
    assert not index.dominates(3, 3)
    assert list(index.ancestors(5)) == [3, 1]
    assert (index.root(5), index.depth[5], index.cases[5]) == (1, 2, 4)
    assert index.first(1, "nsubj") == 0
    assert index.first(1, "iobj") == NONE


def test_clause_heads(parsed: Parsed) -> None:
    index = forest(
        parsed(
            "He/PRON/3/nsubj is/AUX/3/cop tall/ADJ/0/root and/CCONJ/5/cc kind/ADJ/3/conj "
            "to/ADP/8/case tired/ADJ/8/amod men/NOUN/5/obl"
        )
    )
    assert [token for token, clausal in enumerate(index.clausal) if clausal] == [2, 4]


def test_cycle_is_opened_at_its_first_token(parsed: Parsed) -> None:
    index = forest(parsed("a/NOUN/2/nmod b/NOUN/3/nmod c/NOUN/1/nmod d/NOUN/3/nmod"))
    assert index.roots == [0]
    assert index.subtree(0) == [0, 1, 2, 3]


def test_heads_outside_the_sentence_are_unknown(parsed: Parsed) -> None:
    index = forest(parsed("a/NOUN/0/root", "b/NOUN/7/nmod c/NOUN/1/nmod"))
    assert index.heads == [NONE, NONE, 1]


@given(st.lists(st.one_of(st.none(), st.integers(-3, 12)), max_size=12))
def test_any_heads_make_a_forest(heads: list[int | None]) -> None:
    tokens = tuple(
        Token(at, at + 1, "w", head=head, deprel="nmod") for at, head in enumerate(heads)
    )
    index = forest(Document("d", "w" * len(heads), "en", tokens, (Sentence(Span(0, len(heads))),)))
    assert sorted(index.order) == list(range(len(heads)))
    assert sum(index.size[root] for root in index.roots) == len(heads)
    for token in range(len(heads)):
        assert all(index.dominates(above, token) for above in index.ancestors(token))
        assert index.depth[token] == len(list(index.ancestors(token)))
