"""The prepared view: expressions, indexes, pairs, speech, disjoint reference, growing entities."""

from __future__ import annotations

from coindex.core import registry
from coindex.core.annotation import Annotation, Kind, Mention, Reference
from coindex.core.document import Span
from coindex.language.discourse.discourse import Discourse, discourse
from coindex.language.nominals.agreement import Number
from coindex.language.syntax.functions import Function
from coindex.resolvers.disjointness import disjoint
from coindex.resolvers.entities import Entities
from tests.resolvers.worked import read


def view(text: str, detector: str = "nominals(relatives=True)") -> Discourse:
    document = read(text)
    return discourse(document, registry.build("detectors", detector).detect(document))


def test_it_is_shared_by_identity() -> None:
    document = read("Ann left.")
    mentions = registry.build("detectors", "nominals").detect(document)
    assert discourse(document, mentions) is discourse(document, mentions)
    assert discourse(document, Annotation(document.id)) is not discourse(document, mentions)


def test_expressions_and_indexes() -> None:
    found = view("Dr. Ann Smith saw the old house. She bought it from Smith.")
    ann, house, she, it, smith = found.expressions
    assert ann.name.words == ("ann", "smith")
    assert (house.lemma, house.function, house.definiteness) == (
        "house",
        Function.DIRECT_OBJECT,
        "definite",
    )
    assert (she.kind, she.sentence, it.governor) == (Kind.PERSONAL, 1, she.governor)
    assert smith.preposition == "from"
    assert found.by_lemma["house"] == [house]
    assert found.pronouns == [she, it]


def test_heads_and_kinds_are_found_where_they_are_missing() -> None:
    document = read("The old dog slept. It snored.")
    bare = Annotation(
        document.id,
        mentions=(Mention((Span(0, 3),)), Mention((Span(5, 6),)), Mention((Span(5, 6),))),
    )
    dog, it = discourse(document, bare).expressions
    assert (dog.head, dog.kind, dog.mention.head) == (2, Kind.NOMINAL, None)
    assert it.pronominal


def test_what_does_not_refer_is_no_expression() -> None:
    document = read("It rained.")
    marked = Mention((Span(0, 1),), 0, Kind.PERSONAL, reference=Reference.NONREFERENTIAL)
    assert discourse(document, Annotation(document.id, mentions=(marked,))).expressions == []


def test_pairs() -> None:
    found = view("Ann, a doctor, met the man who hurt himself. Bob is a teacher.")
    pairs = [found.appositions, found.relatives, found.copulas, found.reflexives]
    texts = [[(one.form, other.form) for one, other in pair.items()] for pair in pairs]
    assert texts == [
        [("doctor", "ann")],
        [("who", "man")],
        [("teacher", "bob")],
        [("himself", "who")],
    ]


def test_speech() -> None:
    found = view("“I know,” Ann told Bob. I left.")
    quoted, ann, _, other = found.expressions
    assert quoted.speaker is ann
    assert ann.quotation is None
    assert quoted.voice != other.voice


def test_disjoint_reference() -> None:
    found = view("The man who saw him said that he knew Peter.", "nominals")
    man, him, he, peter = found.expressions
    assert disjoint(man, him) == "principle B"
    assert disjoint(he, peter) == "principle C"
    assert disjoint(man, he) == ""
    owner, his = view("The owner of his boat left.").expressions[:2]
    assert "i-within-i" in {disjoint(owner, other) for other in owner.discourse.expressions[1:]}
    assert his is not owner


def test_entities_grow() -> None:
    company, they, it = view("The company grew. They sold it.").expressions
    entities = Entities()
    entities.join(company, they)
    assert entities.of(they) is entities.of(company)
    assert entities.of(company).features.number & Number.SINGULAR, (
        "they says nothing against one company"
    )
    assert entities.of(company).in_sentence(1) == [they]
    assert entities.features(it) == it.features
    assert entities.join(it, company).size == 3
