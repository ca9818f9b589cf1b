"""Documents and annotations as values."""

from __future__ import annotations

import pickle

import pytest

from coindex.core.annotation import Annotation, Entity, Kind, Mention, in_order
from coindex.core.chains import connected, entities
from coindex.core.document import Document, Sentence, Span, Token, features
from coindex.core.errors import FormatError
from coindex.testing import bracketed


def test_features_are_read_and_shared() -> None:
    token = Token(0, 3, "she", feats="Case=Nom|Gender=Fem", deprel="nsubj:pass")
    assert token.feature("Gender") == "Fem"
    assert token.feature("Number") == ""
    assert token.relation == "nsubj"
    assert features("A=1") is features("A=1")


def test_spans_cover_and_cross() -> None:
    assert Span(0, 3).covers(Span(1, 3))
    assert Span(0, 2).crosses(Span(1, 3)) and Span(1, 3).crosses(Span(0, 2))
    assert not Span(0, 3).crosses(Span(1, 3))
    assert 2 in Span(2, 3) and 3 not in Span(2, 3)


def test_surface_is_the_original_text_and_zeros_have_none() -> None:
    tokens = (Token(0, 3, "Ana"), Token(3, 3, "ella", empty=True), Token(5, 9, "abre"))
    document = Document("d", "Ana  abre", tokens=tokens, sentences=(Sentence(Span(0, 3)),))
    assert document.surface(Span(0, 3)) == "Ana  abre"
    assert document.surface(Span(1, 2)) == "ella"
    assert [token.form for token in document.words(Span(0, 3))] == ["Ana", "abre"]


def test_sentence_of_a_token() -> None:
    document = bracketed("One two.\nThree.\n\nFour.").document
    assert [document.sentence_index(index) for index in range(len(document.tokens))] == [
        0,
        0,
        0,
        1,
        1,
        2,
        2,
    ]
    assert [sentence.paragraph for sentence in document.sentences] == [0, 0, 1]


def test_documents_and_annotations_survive_pickling_with_shared_mentions() -> None:
    item = bracketed("[Ann]1 saw [[her]1 dog]2.")
    item.document.sentence_of(0)
    again = pickle.loads(pickle.dumps(item))
    assert again == item
    assert again.annotation.entities[0].mentions[0] is again.annotation.mentions[0]


def test_bracketed_nests_and_keeps_unnamed_mentions() -> None:
    document, annotation = bracketed("[Ann]1 saw [[her]1 dog]2 near [a tree].")
    assert [mention.text(document) for mention in annotation.mentions] == [
        "Ann",
        "her dog",
        "her",
        "a tree",
    ]
    assert [(entity.id, len(entity.mentions)) for entity in annotation.entities] == [
        ("1", 2),
        ("2", 1),
    ]
    assert annotation.only_mentions().entities == ()


@pytest.mark.parametrize("text", ["[Ann", "Ann]1"])
def test_bracketed_refuses_unbalanced_brackets(text: str) -> None:
    with pytest.raises(FormatError):
        bracketed(text)


def test_mentions_are_ordered_by_start_then_length() -> None:
    spans = [Span(2, 3), Span(0, 1), Span(0, 4)]
    assert [mention.span for mention in in_order([Mention((span,)) for span in spans])] == [
        Span(0, 4),
        Span(0, 1),
        Span(2, 3),
    ]


def test_discontinuous_mentions_have_all_their_tokens() -> None:
    mention = Mention((Span(1, 3), Span(5, 6)), attributes=(("link", "ana"),))
    assert mention.tokens == (1, 2, 5)
    assert mention.span == Span(1, 6)
    assert mention.attribute("link") == "ana" and mention.attribute("x") == ""


def test_kinds_know_pronouns() -> None:
    assert Kind.POSSESSIVE.pronominal and Kind.ZERO.pronominal
    assert not Kind.NAME.pronominal and not Kind.UNKNOWN.pronominal


def test_connected_components_keep_order() -> None:
    assert connected("abcdef", [("d", "b"), ("e", "f"), ("b", "a")]) == [
        ["a", "b", "d"],
        ["c"],
        ["e", "f"],
    ]


def test_entities_group_by_name_in_textual_order() -> None:
    first, second = Mention((Span(4, 5),)), Mention((Span(0, 1),))
    assert entities([("x", first), ("x", second)], {"x": "person"}) == (
        Entity("x", (second, first), "person"),
    )
    assert Annotation("d", mentions=(second, first)).entity_of() == {}
