"""Mentions, zeros, named entities."""

from __future__ import annotations

from coindex.core.annotation import Annotation, Kind, Mention, Reference
from coindex.core.chains import entities
from coindex.core.document import Document, Span, Token
from coindex.measures.antecedents import Antecedents
from coindex.measures.coreference import Mentions
from coindex.measures.occurrences import MOR, NEC, Classes, Occurrences, Zeros
from coindex.measures.pair import Pair
from coindex.measures.projection import match_zeros, zero_similarity
from coindex.testing import bracketed


def mention(*tokens: int, kind: Kind = Kind.NOMINAL) -> Mention:
    return Mention((Span(tokens[0], tokens[-1] + 1),), kind=kind)


def plain(length: int) -> Document:
    return Document(
        "d",
        " ".join("x" * length),
        tokens=tuple(Token(2 * i, 2 * i + 1, "x") for i in range(length)),
    )


def test_mention_overlap_ratio() -> None:
    key = Annotation("d", mentions=(mention(1, 2, 3), mention(5)))
    response = Annotation("d", mentions=(mention(2, 3), mention(5, 6), mention(9)))
    pair = Pair(plain(10), key, response)
    assert MOR().counts(pair) == (3, 5, 4)
    assert MOR().score(MOR().counts(pair))[:2] == (3 / 5, 3 / 4)


def test_zeros_are_decomposed_by_anaphor() -> None:
    a, z1, b, z2, _, z3 = (mention(i, kind=Kind.ZERO if i % 2 else Kind.NAME) for i in range(6))
    key = Annotation("d", entities=entities([("a", a), ("a", z1), ("b", b), ("b", z2)]))
    response = Annotation(
        "d", entities=entities([("a", a), ("a", z1), ("c", mention(2, 3)), ("c", z2)])
    )
    assert Zeros().counts(Pair(plain(6), key, response)) == (1, 0, 0, 1)
    assert Zeros().score((1, 0, 0, 1))[:2] == (1 / 2, 1 / 2)
    more = Annotation(
        "d", entities=(*entities([("a", a), ("a", z1), ("a", z3)]), response.entities[1])
    )
    assert Zeros().counts(Pair(plain(6), key, more)) == (1, 1, 0, 1)
    assert Zeros().score((1, 1, 0, 1)).precision == 1 / 3
    assert Zeros().counts(Pair(plain(6), key, Annotation("d"))) == (0, 0, 2, 0)


def test_zeros_are_matched_by_what_governs_them() -> None:
    def empty(deps: str) -> Token:
        return Token(0, 0, "", deps=deps, empty=True)

    assert [zero_similarity(deps, "4:obj") for deps in ("4:nsubj", "4:obj")] == [1, 11]
    assert match_zeros({7: empty("4:obj")}, {3: empty("4:nsubj"), 5: empty("4:obj")}) == {7: 5}


def test_named_entities_are_judged_one_by_one() -> None:
    document, key = bracketed("[Ann]a saw [Bob]b. [She]a told [him]b that [it]c rained on [her]a")
    response = bracketed(
        "[Ann]a saw [Bob]b. [She]a told [him]a that [it]c rained on her"
    ).annotation
    assert NEC().counts(Pair(document, key, response)) == (
        2 / 3 + 1,
        2 / 3 + 1 / 2,
        2 / 3 + 2 / 3,
        2,
    )
    assert NEC().score((0, 0, 0, 0)) == (None, None, None)


def test_occurrences_count_mentions_in_no_entity() -> None:
    document, key = bracketed("[Ann]a saw [it] and [her]a")
    response = bracketed("[Ann]a saw [it] and her").annotation
    pair = Pair(document, key, response)
    assert Occurrences().counts(pair) == (2, 2, 3)
    assert Occurrences("PER3").counts(pair) == (1, 1, 2)
    assert Mentions().counts(pair) == (1, 1, 2)


def test_a_pronoun_that_the_key_marks_as_pleonastic_is_not_an_occurrence_of_it() -> None:
    """The example of Table 2: without the mark, the same counts."""
    document, bare = bracketed("[John]j met [Bill]b. [He]j left and it rained")
    response = bracketed("[John]j met [Bill]b. [He]j left and [it]b rained").annotation
    it = next(m for m in response.mentions if m.text(document) == "it")
    marked = Annotation(
        "d", mentions=(*bare.mentions, it._replace(reference=Reference.NONREFERENTIAL))
    )
    marked = Annotation("d", bare.source, marked.mentions, bare.entities)
    for key in (bare, marked):
        pair = Pair(document, key, response)
        assert Antecedents("PER3").counts(pair)[:7] == (1, 0, 0, 0, 0, 1, 0)
        assert Occurrences("PER3").counts(pair) == (1, 2, 1)
        assert Classes().counts(pair) == (1, 1, 1)


def test_a_pronoun_that_the_response_marks_as_pleonastic_is_not_an_occurrence_of_it() -> None:
    document, key = bracketed("[It]a broke. [Ann]b saw [it]a")
    first, ann, it = key.mentions
    response = Annotation(
        "d", mentions=(first, ann, it._replace(reference=Reference.NONREFERENTIAL))
    )
    pair = Pair(document, key, response)
    assert Antecedents("PER3").counts(pair)[:7] == (0, 0, 0, 1, 0, 0, 0)
    assert Occurrences("PER3").counts(pair) == (1, 1, 2)
