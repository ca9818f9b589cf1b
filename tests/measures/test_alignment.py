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
from coindex.measures.pairing import Notes, paired
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


def test_documents_are_paired_by_name_in_any_order() -> None:
    keys = [bracketed("[Ann]1 left", id=name) for name in ("a", "b", "c")]
    responses = [bracketed("[Ann]1 left", id=name) for name in ("c", "a", "b")]
    pairs = list(paired(keys, responses))
    assert sorted(pair.document.id for pair in pairs) == ["a", "b", "c"]
    assert [pair.document.id for pair in paired(keys, list(keys))] == ["a", "b", "c"]
    with pytest.raises(AlignmentError, match="'c' is in the key but not in the response"):
        list(paired(keys, responses[1:]))


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


def at(*spans: tuple[int, int], head: int | None = None, minimum: int | None = None) -> Mention:
    parts = tuple(Span(*span) for span in spans)
    return Mention(parts, head, minimum=minimum if minimum is None else Span(minimum, minimum + 1))


@pytest.mark.parametrize("view", ["partial", "min"])
def test_mentions_that_overlap_leave_each_other_a_partner(view: str) -> None:
    """The one word of the outer mention is its head; one response mention fits both, another only
    the inner one.
    """
    outer, inner = at((0, 9), head=0, minimum=0), at((0, 4), head=1, minimum=1)
    both, only_inner = at((0, 3)), at((1, 4))
    assert align(TEXT, [outer, inner], [both, only_inner], view) == {both: outer, only_inner: inner}


def test_a_mention_with_the_same_words_is_the_partner_before_any_other() -> None:
    wide, narrow = at((0, 9), head=3), at((2, 4), head=3)
    assert align(TEXT, [wide, narrow], [at((2, 4), head=3)], "head") == {at((2, 4), head=3): narrow}


def test_with_one_head_the_larger_share_of_the_key_mention_decides() -> None:
    """As in CorefUD's scorer: the whole of two words, not seven of eight."""
    short, long = at((0, 2), head=1), at((0, 8), head=1)
    response = at((0, 7), head=1)
    assert align(TEXT, [short, long], [response], "head") == {response: short}


def test_craft_asks_for_a_part_inside_the_first_part() -> None:
    key = [at((0, 3), (6, 8)), at((4, 5))]
    inside, outside = at((1, 2), (9, 10)), at((6, 8))
    assert align(TEXT, key, [inside, outside], "craft") == {inside: key[0]}


def test_a_second_mention_in_the_first_part_gets_no_partner() -> None:
    key = [at((0, 3))]
    first, second = at((0, 1)), at((2, 3))
    assert align(TEXT, key, [first, second], "craft") == {first: key[0]}


def test_words_that_differ_are_aligned_by_place_if_sentences_are_as_long() -> None:
    key = bracketed("[Ann]1 met [Bob]2 . [She]1 left .", id="d")
    response = bracketed("[Anne]1 met [Rob]2 . [She]1 went .", id="d")
    notes = Notes.empty()
    (pair,) = paired([key], [response], notes=notes)
    assert MUC().score(MUC().counts(pair)).f1 == 1
    assert notes.response["words that differ from those of the key (aligned by place)"] == 3


@pytest.mark.parametrize("text", ["[Ann]1 met [Bob]2 .", "[Ann]1 met [Bob]2 . [She]1 left early ."])
def test_other_differences_of_words_are_refused(text: str) -> None:
    key = bracketed("[Anne]1 met [Bob]2 . [She]1 left .", id="d")
    with pytest.raises(AlignmentError, match="different texts"):
        list(paired([key], [bracketed(text, id="d")]))
