"""Chains shown in the text, replaced, listed, and on a page."""

from __future__ import annotations

from dataclasses import replace

import pytest

import coindex
from coindex.core.annotation import Annotated, Annotation, Entity, Kind, Mention
from coindex.core.decision import Decision
from coindex.core.document import Document, Sentence, Span, Token
from coindex.pipeline.brackets import bracketed_text, chain_lines, coloured_text
from coindex.pipeline.entity_names import entity_name
from coindex.pipeline.explanation import explained
from coindex.pipeline.page import marked_html, page
from coindex.report.tables.entities import entity_table
from coindex.testing import bracketed
from coindex.texts.rewriting.replacement import replaced
from tests.detectors.spanish import FEM, FIN, PRON, spanish

TEXT = "[Ann]1 lost [[her]1 key]2. [She]1 found [it]2."
KINDS = {
    "Ann": Kind.NAME,
    "her": Kind.POSSESSIVE,
    "her key": Kind.NOMINAL,
    "She": Kind.PERSONAL,
    "it": Kind.PERSONAL,
}


def sample() -> Annotated:
    document, annotation = bracketed(TEXT)
    kinds = {
        mention: mention._replace(kind=KINDS[mention.text(document)], head=mention.end - 1)
        for mention in annotation.mentions
    }
    key = kinds[next(mention for mention in kinds if mention.text(document) == "her key")]
    new = {
        mention: kind if kind != key else key._replace(minimum=Span(3, 4))
        for mention, kind in kinds.items()
    }
    entities = tuple(
        Entity(
            entity.id,
            tuple(new[mention] for mention in entity.mentions),
            "person" if entity.id == "1" else "object",
        )
        for entity in annotation.entities
    )
    return Annotated(document, Annotation("test", mentions=tuple(new.values()), entities=entities))


def test_brackets_nest_and_carry_the_entity() -> None:
    document, annotation = sample()
    assert bracketed_text(document, annotation.entities) == TEXT
    assert coloured_text(document, annotation.entities).plain == TEXT
    assert list(chain_lines(document, annotation.entities)) == [
        "1 (person): Ann, her, She",
        "2 (object): her key, it",
    ]


def test_zeros_are_shown_in_place() -> None:
    zero = Token(10, 10, "", feats="Number=Sing|Person=3", upos="PRON", empty=True)
    tokens = (Token(0, 3, "Ana"), Token(4, 8, "Llegó"), zero, Token(10, 15, "cerró"))
    document = Document("d", "Ana abre, cerró", "es", tokens)
    mentions = (Mention((Span(0, 1),), 0, Kind.NAME), Mention((Span(2, 3),), 2, Kind.ZERO))
    entities = [Entity("1", mentions)]
    assert bracketed_text(document, entities) == "[Ana]1 abre, [∅ ella]1 cerró"
    assert coloured_text(document, entities).plain == "[Ana]1 abre, [∅ ella]1 cerró"
    assert list(chain_lines(document, entities)) == ["1: Ana, ∅ ella"]
    assert ">∅ ella<sub>1</sub></span> cerró" in marked_html(document, entities)
    bare = replace(document, language="")
    assert bracketed_text(bare, entities) == "[Ana]1 abre, [∅]1 cerró"


def test_zeros_are_shown_before_clitics_and_negation() -> None:
    zero = Token(9, 9, "", feats="Number=Sing|Person=3", upos="PRON", empty=True)
    words = (Token(0, 1, "Y", upos="CCONJ"), Token(2, 4, "no", upos="ADV"))
    clitic = Token(5, 8, "los", upos="PRON", feats="Gender=Masc|Number=Plur|Person=3")
    tokens = (*words, clitic, zero, Token(9, 12, "vio", upos="VERB"))
    document = Document("d", "Y no los vio", "es", tokens, (Sentence(Span(0, 5)),))
    mentions = (Mention((Span(3, 4),), 3, Kind.ZERO), Mention((Span(2, 3),), 2, Kind.PERSONAL))
    entities = [Entity(str(number), (one,)) for number, one in enumerate(mentions)]
    assert bracketed_text(document, entities) == "Y [∅ él]1 no [los]2 vio"
    decision = Decision(mentions[1], considered=1, dropped=(("number", 1),))
    assert "1 by number (∅ vio)." in explained(document, decision, mentions)


def test_pronouns_give_way_to_their_anchors() -> None:
    document, annotation = sample()
    assert replaced(document, annotation.entities) == "Ann lost Ann’s key. Ann found the key."


def test_spanish_clitics_and_possessives_stay() -> None:
    sentence = f"""La/el/DET/2/det niña/niña/NOUN/3/nsubj/{FEM} entró/entrar/VERB/0/root/{FIN} y/y/CCONJ/8/cc
        ella/él/PRON/8/nsubj/{FEM}|{PRON} la/él/PRON/8/obj/{FEM}|{PRON} ha/haber/AUX/8/aux visto/ver/VERB/3/conj"""
    document = spanish(sentence)
    girl = Mention((Span(0, 2),), 1, Kind.NOMINAL, Span(1, 2))
    pronouns = tuple(Mention((Span(place, place + 1),), place, Kind.PERSONAL) for place in (4, 5))
    assert (
        replaced(document, (Entity("1", (girl, *pronouns)),))
        == "La niña entró y la niña la ha visto"
    )


def test_entities_as_a_table() -> None:
    document, annotation = sample()
    rows = entity_table(document, annotation.entities).rows
    assert [row[1:4] for row in rows] == [("1", "Ann", "person"), ("2", "her key", "object")]
    assert [row[5:9] for row in rows] == [(3, 1, 0, 2), (2, 0, 1, 1)]


def test_pages_escape_what_comes_from_the_text() -> None:
    document, annotation = bracketed("[<script>alert(1)</script>]1 & [x]1")
    html = marked_html(document, annotation.entities)
    assert "<script>" not in html and "&lt;script&gt;" in html and "&amp;" in html
    assert html.count("<span") == html.count("</span>") == 2
    whole = page([(replace(document, id="<b>"), annotation.entities)], "A & B")
    assert "<b>" not in whole and "<title>A &amp; B</title>" in whole


def test_an_entity_is_called_by_its_most_frequent_name() -> None:
    text = (
        "Darcy came. Mr. Fitzwilliam Darcy, whom I had met last summer, smiled. Darcy\nleft. A "
        "boy ran. He fell."
    )
    result = coindex.resolve(text, resolver="sieve")
    assert [entity_name(result.document, entity) for entity in result.entities] == [
        "Darcy",
        "A boy",
    ]


def test_why_names_what_was_dropped_and_what_came_last() -> None:
    text = "Mary met Bob near the house. He paid."
    assert "1 by animacy (the house), 1 by gender (Mary)" in coindex.resolve(
        text, resolver="mitkov"
    ).why("he")
    assert "“Mary” (sentence 1): -990 = SYR +20, SUP +15, SDM -25, gender -1000" in coindex.resolve(
        text, resolver="rosana"
    ).why("he")


@pytest.mark.parametrize(
    ("resolver", "dropped"),
    [
        ("recent", "2 by animacy (A book, it)."),
        ("mitkov", "2 by animacy (A book, it)."),
        ("rap", "3 by animacy (A book, it, the lamp)."),  # looks ahead in the sentence
        ("recent(window=1)", "1 by animacy (A book)."),
    ],
)
def test_what_is_named_as_dropped_was_a_candidate(resolver: str, dropped: str) -> None:
    text = "The man saw it. A book fell. He took the lamp."
    assert f"Dropped: {dropped}" in coindex.resolve(text, resolver=resolver).why("he")


@pytest.mark.parametrize("resolver", ["rap", "mitkov", "kennedy_boguraev", "supar"])
def test_examples_of_dropped_candidates_are_those_that_disagreed(resolver: str) -> None:
    text = (
        "Ann Lee and her brother Tom ran a mill. It stood by a river. Her dog watched the children. "
        "Tom sold it to a firm, and she left. They asked him whether he missed her and the river."
    )
    brief = coindex.resolve(text, resolver=resolver).decisions
    full = coindex.resolve(text, resolver=f"{resolver}(listed=0)").decisions
    examples = 0
    for one, other in zip(brief, full, strict=True):
        disagreeing = {(c.mention, c.rejected) for c in other.candidates if c.rejected}
        assert set(one.examples) <= disagreeing
        assert not other.examples
        examples += len(one.examples)
    assert examples > 3


def test_nothing_is_named_as_dropped_where_it_is_not_known() -> None:
    result = coindex.resolve("The man saw it. A book fell. He left.", resolver="recent")
    he = next(one for one in result.decisions if one.considered == 3)
    other = replace(he, dropped=(("animacy", 1), ("gender", 1)), examples=())
    said = explained(result.document, other, result.annotation.mentions)
    assert "Dropped: 1 by animacy, 1 by gender." in said
