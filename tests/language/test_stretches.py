"""Overlong sentences cut into stretches."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from coindex.core.document import ROOT, Document, Sentence, Span, Token
from coindex.language.syntax.shallow import LONGEST, readable, shallow, stretched
from coindex.language.syntax.tree import NONE, forest

Parsed = Callable[..., Document]


def flat(clauses: int) -> str:
    """*She fell , she fell , ...*, every verb joined to the first."""
    return " ".join(
        f"she/PRON/{first + 2}/nsubj fell/VERB/{'2/conj' if first else '0/root'} "
        f",/PUNCT/{first + 2}/punct"
        for first in range(0, 3 * clauses, 3)
    )


def lengths(document: Document) -> list[int]:
    return [sentence.span.length for sentence in document.sentences]


def test_a_document_of_ordinary_sentences_is_itself(parsed: Parsed) -> None:
    document = parsed(flat(LONGEST // 3), flat(2))
    assert stretched(document) is document
    assert readable(document) is document


def test_stretches_hold_whole_clauses(parsed: Parsed) -> None:
    document = parsed(flat(3), flat(50), flat(3))
    view = stretched(document, longest=20)
    assert lengths(view) == [9, *[18] * 8, 6, 9]
    assert all(view.tokens[sentence.span.end - 1].form == "," for sentence in view.sentences)
    assert [token.form for token in view.tokens] == [token.form for token in document.tokens]


def test_the_first_of_a_row_heads_it(parsed: Parsed) -> None:
    view = stretched(parsed(flat(50)), longest=20)
    parse = forest(view)
    assert parse.roots == [sentence.span.start + 1 for sentence in view.sentences]
    assert {view.tokens[root].deprel for root in parse.roots} == {"root"}
    assert [parse.heads[token] for token in (22, 25, 28, 31, 34)] == [19] * 5


def test_what_else_is_cut_off_has_no_head(parsed: Parsed) -> None:
    chain = " ".join(
        f"of/ADP/{2 * n + 2}/case man/NOUN/{2 * n}/{'nmod' if n else 'root'}" for n in range(15)
    )
    parse = forest(stretched(parsed(chain), longest=10))
    assert parse.roots == [1, 11, 21]
    assert [parse.labels[root] for root in parse.roots] == ["root", "nmod", "nmod"]


def test_a_sentence_without_dependencies_is_cut_behind_punctuation(parsed: Parsed) -> None:
    words = " ".join(
        f"{'he' if place % 7 else ','}/{'PRON' if place % 7 else 'PUNCT'}/_/"
        for place in range(1, 60)
    )
    document = parsed(words)
    view = stretched(document, longest=20)
    assert lengths(view)[:3] == [14, 14, 14]
    assert lengths(shallow(parsed(flat(LONGEST)))) == lengths(stretched(parsed(flat(LONGEST))))


def test_empty_tokens_keep_the_heads_they_had() -> None:
    tokens = [Token(0, 0, "_", upos="PRON", deps="30:nsubj", empty=True)]
    tokens += [
        Token(at, at, "cae", upos="VERB", head=ROOT if at == 0 else at, deprel="conj")
        for at in range(40)
    ]
    document = Document("zeros", "", "es", tuple(tokens), (Sentence(Span(0, len(tokens))),))
    assert forest(document).heads[0] == 30
    assert forest(stretched(document, longest=35)).heads[0] == 30
    cut = forest(stretched(document, longest=20))
    assert (cut.heads[0], cut.labels[0]) == (NONE, "nsubj")


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(-1, 60), min_size=61, max_size=61), st.integers(2, 30))
def test_any_tree_is_cut_to_size(heads: list[int], longest: int) -> None:
    tokens = tuple(
        Token(
            at,
            at,
            "x",
            upos="NOUN",
            head=None if head == at else head,
            deprel=("conj", "nmod")[at % 2],
        )
        for at, head in enumerate(heads)
    )
    document = Document("any", "", "en", tokens, (Sentence(Span(0, len(tokens))),))
    view = stretched(document, longest=longest)
    spans = [sentence.span for sentence in view.sentences]
    assert all(one.end == other.start for one, other in pairwise(spans))
    assert (spans[0].start, spans[-1].end) == (0, len(tokens))
    assert max(span.length for span in spans) <= longest
    assert sorted(forest(view).order) == list(range(len(tokens)))
