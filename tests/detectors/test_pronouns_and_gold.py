from __future__ import annotations

import pytest

from coindex.core.annotation import Annotation, Entity, Kind, Mention, Reference
from coindex.core.document import Span
from coindex.core.errors import MissingLayer
from coindex.detectors.gold import Gold
from coindex.detectors.pronouns import Pronouns
from tests.detectors.parses import parsed

SENTENCE = (
    "She/she/PRON/2/nsubj/PronType=Prs saw/see/VERB/0/root herself/herself/PRON/2/obj/PronType=Prs "
    "in/in/ADP/6/case his/he/PRON/6/nmod:poss/PronType=Prs|Poss=Yes mirror/mirror/NOUN/2/obl "
    "that/that/PRON/8/nsubj/PronType=Rel broke/break/VERB/6/acl:relcl"
)


def test_pronouns_only() -> None:
    document = parsed(SENTENCE)
    mentions = Pronouns().detect(document).mentions
    assert [(mention.text(document), mention.kind) for mention in mentions] == [
        ("She", Kind.PERSONAL),
        ("herself", Kind.REFLEXIVE),
        ("his", Kind.POSSESSIVE),
    ]
    assert [mention.kind for mention in Pronouns(relatives=True).detect(document).mentions][
        -1
    ] is Kind.RELATIVE


def test_gold_completes_what_the_key_lacks() -> None:
    document = parsed(SENTENCE)
    she, mirror = Mention((Span(0, 1),)), Mention((Span(4, 8),), attributes=(("infstat", "new"),))
    key = Annotation(
        "test", mentions=(she, mirror), entities=(Entity("1", (she,)), Entity("2", (mirror,)))
    )
    given = Gold().detect_from_key(document, key)
    assert [(mention.head, mention.kind, mention.minimum) for mention in given.mentions] == [
        (0, Kind.PERSONAL, Span(0, 1)),
        (5, Kind.NOMINAL, Span(5, 6)),
    ]
    assert given.entities == ()
    assert all(mention.attributes == () for mention in given.mentions)
    assert Gold(singletons=False).detect_from_key(document, key).mentions == ()


def test_gold_keeps_the_heads_of_the_key_and_can_leave_out_events() -> None:
    document = parsed(SENTENCE)
    key = Annotation("test", mentions=(Mention((Span(0, 8),), 1), Mention((Span(4, 6),), 5)))
    assert [mention.kind for mention in Gold().detect_from_key(document, key).mentions] == [
        Kind.VERBAL,
        Kind.NOMINAL,
    ]
    assert [
        mention.head for mention in Gold(verbal=False).detect_from_key(document, key).mentions
    ] == [5]


def test_gold_does_not_give_what_the_key_marks_as_not_referring() -> None:
    document = parsed(SENTENCE)
    she, his = Mention((Span(0, 1),), reference=Reference.NONREFERENTIAL), Mention((Span(4, 5),))
    given = Gold().detect_from_key(document, Annotation("test", mentions=(she, his)))
    assert [mention.text(document) for mention in given.mentions] == ["his"]


def test_gold_without_a_key_says_so() -> None:
    with pytest.raises(MissingLayer, match="key"):
        Gold().detect(parsed(SENTENCE))
