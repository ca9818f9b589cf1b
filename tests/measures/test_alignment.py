"""Which mention is which, in every view."""

from __future__ import annotations

import random

import pytest

from coindex.core.annotation import Annotation, Mention
from coindex.core.chains import entities
from coindex.core.document import ROOT, Document, Sentence, Span, Token
from coindex.core.errors import AlignmentError, MissingLayer, SpecError
from coindex.measures.alignment import VIEWS, align, head_of
from coindex.measures.coreference import MUC, CoNLL, Mentions
from coindex.measures.pair import Pair
from coindex.measures.projection import project
from coindex.testing import bracketed

TEXT = Document("d", "x " * 12, tokens=tuple(Token(2 * i, 2 * i + 1, "x") for i in range(12)))


def mention(
    start: int, end: int, head: int | None = None, minimum: tuple[int, int] | None = None
) -> Mention:
    return Mention((Span(start, end),), head=head, minimum=Span(*minimum) if minimum else None)


def found(view: str, key: list[Mention], response: list[Mention]) -> list[tuple[int, int]]:
    pairs = align(TEXT, key, response, view)
    return sorted((key.index(k), response.index(r)) for r, k in pairs.items())


def test_exact() -> None:
    assert found("exact", [mention(0, 3), mention(4, 5)], [mention(4, 5), mention(0, 2)]) == [
        (1, 0)
    ]


def test_discontinuous_mentions_are_their_parts() -> None:
    split = Mention((Span(0, 2), Span(4, 5)))
    assert found("exact", [split], [mention(0, 5)]) == []
    assert found("exact", [split], [Mention((Span(0, 2), Span(4, 5)))]) == [(0, 0)]


def test_head_prefers_the_smallest_difference() -> None:
    key = [mention(0, 4, 2), mention(0, 3, 2)]
    assert found("head", key, [mention(0, 4, 2), mention(1, 3, 2)]) == [(0, 0), (1, 1)]
    assert found("head", [mention(0, 3, 2)], [mention(1, 3, 2), mention(2, 3, 2)]) == [(0, 0)]
    assert found("head", [mention(0, 3, 2)], [mention(0, 3, 1)]) == []


def test_ties_go_to_the_earlier_start() -> None:
    assert found("head", [mention(1, 4, 2)], [mention(1, 5, 2), mention(0, 4, 2)]) == [(0, 1)]


def test_minimum_lies_in_the_response_and_the_response_in_the_key() -> None:
    key = [mention(0, 6, minimum=(1, 3))]
    assert found("min", key, [mention(1, 3)]) == [(0, 0)]
    assert found("min", key, [mention(0, 7)]) == []
    assert found("min", key, [mention(2, 6)]) == []
    assert found("min", [mention(0, 6)], [mention(0, 5)]) == []


def test_partial_holds_the_key_head() -> None:
    key = [mention(0, 6, 3)]
    assert found("partial", key, [mention(3, 5)]) == [(0, 0)]
    assert found("partial", key, [mention(0, 3)]) == []
    assert found("partial", key, [mention(2, 7)]) == []


def test_overlap_maximises_shared_words_and_then_likeness() -> None:
    assert found("overlap", [mention(0, 3), mention(3, 5)], [mention(1, 4), mention(4, 5)]) == [
        (0, 0),
        (1, 1),
    ]
    assert found("overlap", [mention(0, 3)], [mention(0, 6), mention(0, 3)]) == [(0, 1)]


@pytest.mark.parametrize("view", VIEWS)
def test_order_does_not_matter_and_no_mention_is_used_twice(view: str) -> None:
    chance = random.Random(view)
    spans = sorted({tuple(sorted(chance.sample(range(12), 2))) for _ in range(25)})
    key = [mention(start, end, start) for start, end in spans[::2]]
    response = [mention(start, end, start) for start, end in spans[1::2] + spans[:4]]
    first = align(TEXT, key, response, view)
    assert len(set(first.values())) == len(first)
    for _ in range(5):
        assert (
            align(TEXT, chance.sample(key, len(key)), chance.sample(response, len(response)), view)
            == first
        )


def test_head_from_the_parse() -> None:
    tokens = (Token(0, 3, "the", head=1), Token(4, 7, "dog", head=ROOT))
    document = Document("d", "the dog", tokens=tokens)
    assert head_of(document, mention(0, 2)) == 1
    with pytest.raises(MissingLayer, match="head of 'x x'"):
        head_of(TEXT, mention(0, 2))


def test_unknown_view() -> None:
    with pytest.raises(SpecError, match="did you mean 'exact'"):
        align(TEXT, [], [], "exakt")


def tokenised(text: str, *spans: tuple[int, int]) -> Document:
    tokens = tuple(Token(start, end, text[start:end]) for start, end in spans)
    return Document("d", text, tokens=tokens, sentences=(Sentence(Span(0, len(tokens))),))


def test_same_characters_in_other_tokens() -> None:
    target = tokenised("I can't go", (0, 1), (2, 5), (5, 7), (8, 10))
    source = tokenised("I can 't  go", (0, 1), (2, 5), (6, 8), (10, 12))
    joined = tokenised("I can't go", (0, 1), (2, 7), (8, 10))
    whole = Annotation(
        "d", mentions=(mention(1, 2), mention(0, 3)), entities=entities([("e", mention(1, 2))])
    )
    moved = project(whole, joined, target)
    assert [m.parts for m in moved.annotation.mentions] == [(Span(1, 3),), (Span(0, 4),)]
    assert moved.annotation.entities[0].mentions == (moved.annotation.mentions[0],)
    assert not moved.inexact
    cut = project(Annotation("d", mentions=(mention(2, 3),)), source, joined)
    assert cut.annotation.mentions[0].parts == (Span(1, 2),)
    assert len(cut.inexact) == 1


def test_a_mention_that_cuts_a_token_is_no_exact_match() -> None:
    joined, apart = tokenised("cannot", (0, 6)), tokenised("cannot", (0, 3), (3, 6))
    from coindex.core.annotation import Annotated

    key = Annotated(joined, Annotation("d", entities=entities([("e", mention(0, 1))])))
    response = Annotated(apart, Annotation("d", entities=entities([("e", mention(0, 1))])))
    pair = Pair.of(key, response)
    assert Mentions().counts(pair) == (0, 1, 1)
    assert Mentions(view="overlap").counts(pair) == (1, 1, 1)


def test_other_characters_are_an_error_that_names_the_place() -> None:
    with pytest.raises(
        AlignmentError,
        match=r"from character 5 on .*key 'thecat', response 'thecow'|from character 5",
    ):
        project(Annotation("d"), bracketed("the cow").document, bracketed("the cat").document)


def test_zeros_follow_their_governor_into_another_document() -> None:
    def document(*deps: str) -> Document:
        zeros = tuple(Token(0, 0, "", deps=dep, empty=True) for dep in deps)
        tokens = (*zeros, Token(0, 5, "llueve"[:5]))
        return Document("d", "lluev", tokens=tokens, sentences=(Sentence(Span(0, len(tokens))),))

    target, source = document("1:nsubj", "1:obj"), document("1:obj")
    annotation = Annotation("d", mentions=(mention(0, 1), mention(1, 2)))
    moved = project(annotation, source, target)
    assert [m.parts for m in moved.annotation.mentions] == [(Span(1, 2),), (Span(2, 3),)]
    by_place = project(annotation, source, target, zeros="linear")
    assert by_place.annotation.mentions[0].parts == (Span(0, 1),)
    lost = project(annotation, source, document())
    assert lost.lost == 1


def test_views_reach_the_measures() -> None:
    document, key = bracketed("[the old man]a saw [him]a")
    response = bracketed("the [old man]a saw [him]a").annotation
    pair = Pair(document, key, response)
    assert MUC().counts(pair)[0] == 0
    assert MUC(view="overlap").counts(pair)[0] == 1
    assert CoNLL(view="overlap").score(CoNLL(view="overlap").counts(pair)).f1 == 1


def spanish_text(*words: str, deps: str = "", tags: bool = False) -> Document:
    """Words with their parts of speech, `vio/VERB`; `∅` is an empty token."""
    tokens, place = [], 0
    for word in words:
        form, _, upos = word.partition("/")
        feats = "Mood=Ind|VerbForm=Fin" if upos == "VERB" else ""
        if form == "∅":
            tokens.append(Token(place, place, "", deps=deps, empty=True))
        else:
            tokens.append(
                Token(
                    place,
                    place + len(form),
                    form,
                    upos=upos if tags else "",
                    feats=feats if tags else "",
                )
            )
            place += len(form) + 1
    text = " ".join(word.partition("/")[0] for word in words if word != "∅")
    return Document("d", text, "es", tuple(tokens), (Sentence(Span(0, len(tokens))),))


def matched(key: Document, response: Document) -> list[int]:
    """The places of the key's zeros that the response has, too."""
    zeros = tuple(
        Mention((Span(i, i + 1),)) for i, token in enumerate(response.tokens) if token.empty
    )
    projected = project(Annotation("d", mentions=zeros), response, key)
    return [m.start for m in projected.annotation.mentions if m.start >= 0]


def test_zeros_belong_to_their_verb_whatever_stands_between() -> None:
    key = spanish_text(
        "∅",
        "no/ADV",
        "la/PRON",
        "vio/VERB",
        "y/CCONJ",
        "∅",
        "apenas/ADV",
        "se/PRON",
        "lo/PRON",
        "dijo/VERB",
    )
    found = spanish_text(*["no", "la", "∅", "vio", "y", "apenas", "se", "lo", "∅", "dijo"])
    assert matched(key, found) == [0, 5] and matched(found, key) == [2, 8]
    assert (
        matched(
            spanish_text("∅", "rápidamente", "salió"), spanish_text("rápidamente", "∅", "salió")
        )
        == []
    )
    tagged = spanish_text("rápidamente/ADV", "∅", "salió/VERB", tags=True)
    assert matched(spanish_text("∅", "rápidamente", "salió"), tagged) == [0]
    assert (
        matched(spanish_text("∅", "salió", "y", "entró"), spanish_text("salió", "y", "∅", "entró"))
        == []
    )


def test_zeros_of_one_verb_keep_their_order() -> None:
    assert matched(spanish_text("∅", "∅", "no", "vio"), spanish_text("no", "∅", "vio")) == [0]


def test_dependencies_name_the_verb_of_a_zero_that_stands_elsewhere() -> None:
    key = spanish_text(
        "∅", "cuando/SCONJ", "llueve/VERB", ",/PUNCT", "sale/VERB", deps="4:nsubj", tags=True
    )
    found = spanish_text("cuando", "llueve", ",", "∅", "sale")
    assert matched(key, found) == [0] and matched(found, key) == [3]
