"""How answers on everyday texts are judged."""

from __future__ import annotations

import pytest

from benchmarks.everyday import Verdict, judge, parsed, summary
from coindex.core.annotation import Annotation, Entity, Link, Mention, Relation, Source
from coindex.core.document import Document, Span
from training.marks import read_marks

TEXT = "{1:Ann} met {2:Bob} in {3:a park}. {0:It} rained. {1:She} liked {3:it}. {4=1+2:They} left."


def answer(document: Document, *chains: str, split: str = "") -> Annotation:
    """Chains of words by their numbers, which are those of tokens."""
    entities = []
    for number, chain in enumerate(chains):
        spans = [Span(int(place), int(place) + 1) for place in chain.split()]
        entities.append(Entity(str(number), tuple(Mention((span,)) for span in spans)))
    links: tuple[Link, ...] = ()
    if split:
        anaphor, *antecedents = (Mention((Span(int(p), int(p) + 1),)) for p in split.split())
        links = (Link(anaphor, tuple(antecedents), Relation.IDENTITY),)
    every = tuple(mention for entity in entities for mention in entity.mentions)
    return Annotation(document.id, Source(), every, tuple(entities), links)


@pytest.fixture(scope="module")
def document() -> Document:
    return parsed([read_marks(TEXT)], "en")[0]


def verdicts(document: Document, annotation: Annotation) -> dict[str, Verdict]:
    return {one.words: one.verdict for one in judge(0, read_marks(TEXT), document, annotation)}


def test_right_answers(document: Document) -> None:
    forms = [token.form for token in document.tokens]
    she, park, it, they = (forms.index(form) for form in ("She", "park", "it", "They"))
    annotation = answer(document, f"0 {she}", f"{park} {it}", split=f"{they} 0 2")
    assert set(verdicts(document, annotation).values()) == {Verdict.RIGHT}


def test_wrong_and_missed(document: Document) -> None:
    forms = [token.form for token in document.tokens]
    she, it, rain, they = (forms.index(form) for form in ("She", "it", "It", "They"))
    annotation = answer(document, f"2 {she} {rain}", split=f"{they} 0 {it}")
    assert verdicts(document, annotation) == {
        "It": Verdict.WRONG,
        "She": Verdict.WRONG,
        "it": Verdict.MISSED,
        "They": Verdict.WRONG,
    }


def test_what_lies_in_its_like_is_not_judged() -> None:
    text = read_marks("{1:Ann Lee, {1:the mayor {1:who} won}}, is {1:a vet}. {2:The porch} is new.")
    document = parsed([text], "en")[0]
    found = judge(0, text, document, answer(document))
    assert [(one.words, one.verdict) for one in found] == [("The porch", Verdict.RIGHT)]


def test_a_summary_counts_texts_with_wrong_links(document: Document) -> None:
    forms = [token.form for token in document.tokens]
    found = judge(0, read_marks(TEXT), document, answer(document, f"2 {forms.index('She')}"))
    one = summary(found, 2)
    assert (one.right, one.wrong, one.missed) == (1, 1, 2)
    assert (one.texts_with_wrong, one.texts, one.errors) == (1, 2, 75.0)
